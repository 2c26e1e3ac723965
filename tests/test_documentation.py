"""Links within the documentation lead somewhere, and files that the documentation names exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]

_each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@_each_page
def test_links_to_files_and_headings_exist(page: Path) -> None:
    assert dead_links(page) == []


@_each_page
def test_python_files_that_are_named_exist(page: Path) -> None:
    """A name may lack the folders in front. The changelog may name files of former versions."""
    names = re.findall(r"`([\w/]+\.py)`", page.read_text())
    folders = (ROOT / name for name in ("api", "benchmarks", "scripts", "tests"))
    files = [ROOT / "modal_app.py", *(path for folder in folders for path in folder.rglob("*.py"))]
    known = {"/".join(file.parts[-count:]) for file in files for count in range(1, len(file.parts))}
    assert page.name == "CHANGELOG.md" or [name for name in names if name not in known] == []


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A title, here\n[a](#a-title-here) [b](#nothing) [c](page.md#other) [d](gone.md) [e](https://x.org)"
    )
    assert dead_links(page) == ["#nothing", "page.md#other", "gone.md"]


def dead_links(page: Path) -> list[str]:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(), flags=re.DOTALL)
    links = re.findall(r"\]\((?!\w+://|/)([^)\s]+)\)", text)
    return [link for link in links if not exists(page, link)]


def exists(page: Path, link: str) -> bool:
    file, _, heading = link.partition("#")
    target = page.parent / file if file else page
    return target.exists() and (not heading or heading in anchors(target))


def anchors(page: Path) -> set[str]:
    """The anchors of the headings, as GitHub makes them."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
