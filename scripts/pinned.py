"""Which versions of what a package needs are installed here."""

import importlib.metadata
from collections.abc import Iterable

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def pinned(*roots: str, without: Iterable[str] = (), python: str | None = None) -> dict[str, str]:
    """The versions of the roots and of all that they need, by their names in order.

    roots:   requirements, such as "name[extra]"
    without: packages that are left out with what only they need
    python:  "3.12": the Python it is for, or this one

    Raises PackageNotFoundError for what is not installed.
    """
    environment = {"python_version": python, "python_full_version": f"{python}.0"} if python else {}
    left_out = {canonicalize_name(name) for name in without}
    versions: dict[str, str] = {}
    waiting = [Requirement(root) for root in roots]
    followed: set[tuple[str, str]] = set()
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name in left_out:
            continue
        for extra in {"", *wanted.extras} - {extra for package, extra in followed if package == name}:
            followed.add((name, extra))
            versions[name] = importlib.metadata.version(name)
            needs = map(Requirement, importlib.metadata.requires(name) or [])
            there = {**environment, "extra": extra}
            waiting += [one for one in needs if one.marker is None or one.marker.evaluate(there)]
    return dict(sorted(versions.items()))
