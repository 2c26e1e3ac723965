"""How many examples the tests of properties try: a third in `make test`, all of them in `make proof`."""

import os
from typing import Any

import hypothesis

_ARE_ALL = "ALL_EXAMPLES" in os.environ


def examples(most: int = 100, **others: Any) -> hypothesis.settings:
    """Decorates a test. An example may take any time, since others use the machine.

    most:   the number of examples in `make proof`
    others: settings of Hypothesis
    """
    return hypothesis.settings(
        max_examples=most if _ARE_ALL else -(-most // 3),
        deadline=None,
        **others,
    )
