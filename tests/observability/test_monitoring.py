"""The dashboard, the alerts and the documentation query the metrics that exist, under their current names."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import pytest
import yaml  # type: ignore[import-untyped]
from prometheus_client.parser import text_string_to_metric_families

from tests.observability.test_metrics import TYPES, scrape
from tests.servers import ROOT, FakeServer

DOCKER = ROOT / "docker"

Samples: TypeAlias = dict[str, dict[str, set[str]]]
"""Labels by the names of samples, and values by labels."""

OF_PROMETHEUS = {"instance", "job"}
"""Labels that Prometheus adds to all samples."""


DEPRECATED = {"speech_queue_depth", "speech_lanes"}


class Query(NamedTuple):
    """A PromQL query, and the text that is shown with its labels."""

    where: str
    promql: str
    text: str = ""


@pytest.fixture(scope="module")
def samples(model_files: None) -> Samples:
    """The samples of a server after a request, and Prometheus's own `up`."""
    found: Samples = {"up": {}}
    with FakeServer() as server:
        server.wait_until_ready()
        assert server.speak("Hello.").status_code == 200
        for family in text_string_to_metric_families(scrape(server.url)):
            for sample in family.samples:
                labels = found.setdefault(sample.name, defaultdict(set))
                for name, value in sample.labels.items():
                    labels[name].add(value)
    return found


def dashboard() -> Any:
    return json.loads((DOCKER / "grafana" / "dashboard.json").read_text())


def in_yaml(name: str) -> Any:
    return yaml.safe_load((DOCKER / name).read_text())


def rules() -> list[dict[str, Any]]:
    [group] = in_yaml("grafana/alerts.yml")["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def queries() -> Iterator[Query]:
    for panel in dashboard()["panels"]:
        for target in panel.get("targets", ()):
            yield Query(panel["title"], target["expr"], target["legendFormat"])
    for note in dashboard()["annotations"]["list"]:
        yield Query(note["name"], note["expr"], note["titleFormat"] + note["textFormat"])
    for rule in rules():
        yield Query(rule["alert"], rule["expr"], rule["annotations"]["summary"])
    _, _, section = (ROOT / "docs" / "metrics.md").read_text().partition("### Questions and their answers")
    for promql in re.findall(r"\| `(.+)` \|$", section.partition("###")[0], re.MULTILINE):
        yield Query("docs/metrics.md", promql)


def metrics_in(promql: str) -> set[str]:
    """The names of metrics: all names except labels, functions and the keywords that the queries here use."""
    without_labels = re.sub(r"\{[^{}]*\}|\[[^\]]*\]|\bby \([^)]*\)", " ", promql)
    return {name for name in re.findall(r"\b[a-z_]\w*\b(?!\s*\()", without_labels) if name != "by"}


@pytest.mark.parametrize("query", list(queries()), ids=lambda query: query.where.replace(" ", "_"))
def test_queries_use_existing_metrics_and_labels(query: Query, samples: Samples) -> None:
    metrics = metrics_in(query.promql)
    assert metrics
    assert metrics <= samples.keys()
    for metric, matchers in re.findall(r"(\w+)\{([^{}]*)\}", query.promql):
        for label, values in re.findall(r'(\w+)=~?"([^"]*)"', matchers):
            if label not in OF_PROMETHEUS:
                assert set(values.split("|")) <= samples[metric][label]
    by = {label for group in re.findall(r"\bby \(([^)]*)\)", query.promql) for label in group.split(", ")}
    shown = set(re.findall(r"{{ ?(?:\$labels\.)?(\w+) ?}}", query.text))
    assert by | shown <= {label for metric in metrics for label in samples[metric]} | OF_PROMETHEUS


def test_every_metric_is_on_the_dashboard() -> None:
    asked = {name for panel in dashboard()["panels"] for target in panel.get("targets", ())
             for name in metrics_in(target["expr"])}  # fmt: skip
    assert {re.sub("_bucket$", "", name) for name in asked} == TYPES.keys() - DEPRECATED


def test_panels_have_distinct_positions_and_numbers() -> None:
    panels = dashboard()["panels"]
    numbers = [panel["id"] for panel in panels]
    assert len({*numbers}) == len(numbers)
    cells = [
        (x, y)
        for at in (panel["gridPos"] for panel in panels)
        for x in range(at["x"], at["x"] + at["w"])
        for y in range(at["y"], at["y"] + at["h"])
    ]
    assert len({*cells}) == len(cells)
    assert max(x for x, _ in cells) == 23


def test_panels_have_a_description_and_query_the_chosen_source_and_servers() -> None:
    variables = {variable["name"] for variable in dashboard()["templating"]["list"]}
    assert variables == {"datasource", "instance"}
    for panel in dashboard()["panels"]:
        if panel["type"] == "row":
            continue
        assert panel["description"]
        letters = [target["refId"] for target in panel["targets"]]
        assert len({*letters}) == len(letters)
        for target in panel["targets"]:
            assert (
                target["datasource"] == panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
            )
            assert target["expr"].count('instance=~"$instance"') == len(
                re.findall(r"\bspeech_\w+", target["expr"])
            )


def test_the_files_refer_to_each_other_correctly() -> None:
    prometheus = in_yaml("prometheus.yml")
    [scrape_config] = prometheus["scrape_configs"]
    assert {f'job="{scrape_config["job_name"]}"'} == {
        job for rule in rules() for job in re.findall(r'job="\w+"', rule["expr"])
    }
    services = in_yaml("compose.monitoring.yml")["services"]
    mounts = {}
    for service in services.values():
        for volume in service["volumes"]:
            source, target, *_ = volume.split(":")
            mounts[target] = source
            assert not source.startswith(".") or (DOCKER / source).exists(), source
    [rule_file] = prometheus["rule_files"]
    assert mounts[f"/etc/prometheus/{rule_file}"] == "./grafana/alerts.yml"
    [provider] = in_yaml("grafana/provisioning/dashboards/speech.yml")["providers"]
    assert mounts[f"{provider['options']['path']}/dashboard.json"] == "./grafana/dashboard.json"
    [source] = in_yaml("grafana/provisioning/datasources/prometheus.yml")["datasources"]
    assert source["url"] == "http://prometheus:9090"
    assert "prometheus" in services
    for service in services.values():
        assert re.fullmatch(r"[\w/]+:v?\d+\.\d+\.\d+", service["image"])
        assert all(port.startswith("127.0.0.1:") for port in service["ports"])
