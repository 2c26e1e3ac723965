"""Links within the documentation lead somewhere, and files that the documentation names exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "api" / "src" / "kokoro_speech_server"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]

_each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@_each_page
def test_links_to_files_and_headings_exist(page: Path) -> None:
    assert dead_links(page) == []


@_each_page
def test_python_files_that_are_named_exist(page: Path) -> None:
    """Without those of other packages, and of former versions in the changelog."""
    if page.name == "CHANGELOG.md":
        return
    names = re.findall(r"`([\w/]+/[\w/]*\.py)`", page.read_text())
    folders = (ROOT, PACKAGE, *(path for path in PACKAGE.rglob("*") if path.is_dir()))
    assert [name for name in names if not any((folder / name).exists() for folder in folders)] == []


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
