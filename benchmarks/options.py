"""Types of the benchmarks' command-line arguments."""

import argparse


def numbers(value: str) -> list[int]:
    """Whole numbers of at least 1, separated by commas."""
    found = [int(number) for number in value.split(",")]
    if min(found) < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return found
