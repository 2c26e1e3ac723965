"""Versions of packages and of their dependencies, as installed in this environment."""

import importlib.metadata
from collections.abc import Iterable

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def pinned(*roots: str, without: Iterable[str] = (), python: str | None = None) -> dict[str, str]:
    """Versions of the roots and of everything that they require, sorted by name.

    roots:   requirements, such as "name[extra]"
    without: packages to leave out, together with what only they require
    python:  the Python version to resolve for, such as "3.12"; this one by default

    Raises PackageNotFoundError if a required package is not installed.
    """
    environment = {"python_version": python, "python_full_version": f"{python}.0"} if python else {}
    excluded = {canonicalize_name(name) for name in without}
    versions: dict[str, str] = {}
    pending = [Requirement(root) for root in roots]
    visited: set[tuple[str, str]] = set()
    while pending:
        requirement = pending.pop()
        name = canonicalize_name(requirement.name)
        if name in excluded:
            continue
        for extra in {"", *requirement.extras} - {extra for package, extra in visited if package == name}:
            visited.add((name, extra))
            versions[name] = importlib.metadata.version(name)
            requirements = map(Requirement, importlib.metadata.requires(name) or [])
            context = {**environment, "extra": extra}
            pending += [one for one in requirements if one.marker is None or one.marker.evaluate(context)]
    return dict(sorted(versions.items()))
