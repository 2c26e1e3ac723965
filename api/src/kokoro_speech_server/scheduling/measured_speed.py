"""The speed of the engine slots, measured by their runs."""

_WEIGHT = 0.9
"""Weight that a run's figures keep in the measured speed each time another run ends."""


class MeasuredSpeed:
    """Audio seconds that one slot lately produces in a second."""

    def __init__(self) -> None:
        self._audio_seconds = 0.0
        self._engine_seconds = 0.0

    @property
    def is_known(self) -> bool:
        return self._engine_seconds > 0

    @property
    def current(self) -> float:
        """Audio seconds per second. Raises ZeroDivisionError while the speed is not known."""
        return self._audio_seconds / self._engine_seconds

    def record(self, audio_seconds: float, engine_seconds: float) -> None:
        """Add a run to the measure."""
        self._audio_seconds = _WEIGHT * self._audio_seconds + audio_seconds
        self._engine_seconds = _WEIGHT * self._engine_seconds + engine_seconds
