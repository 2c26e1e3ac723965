"""One line a record on stderr, with the id of the request that it belongs to."""

import logging
import logging.config

from api.src.middleware.request_id import current_request_id


class _RequestIdFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request_id.get()
        return True


def configure_logging(level: str) -> None:
    """Route all logging, uvicorn's too, through one handler. `level`: debug, info, warning or error."""
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "filters": {"request_id": {"()": _RequestIdFilter}},
            "formatters": {
                "line": {"format": "%(asctime)s %(levelname)-7s %(name)s [%(request_id)s] %(message)s"}
            },
            "handlers": {
                "stderr": {
                    "class": "logging.StreamHandler",
                    "formatter": "line",
                    "filters": ["request_id"],
                }
            },
            "root": {"handlers": ["stderr"], "level": level.upper()},
            "loggers": {
                "uvicorn": {"handlers": [], "propagate": True},
                # The routes write a line of their own for each request that synthesizes.
                "uvicorn.access": {"level": "WARNING"},
                # Chatter about each request to the model hub, and misaki's word counts.
                "httpx": {"level": "WARNING"},
                "phonemizer": {"level": "ERROR"},
            },
        }
    )
