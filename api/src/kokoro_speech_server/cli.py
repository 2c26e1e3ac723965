"""The command `kokoro-speech-server`: serve, fetch the model, print the settings or the version."""

import argparse
import json
import sys
from collections.abc import Sequence

from pydantic import ValidationError

from kokoro_speech_server.config import Settings
from kokoro_speech_server.http.api_keys import ApiKeys
from kokoro_speech_server.server import serve
from kokoro_speech_server.text.lexicon_file import check_lexicon
from kokoro_speech_server.version import VERSION
from kokoro_speech_server.weights import assets

_APP = "kokoro_speech_server.app:create_app"


def main(arguments: Sequence[str] | None = None, *, factory: str = _APP) -> int:
    """Run the command with these arguments, those of the process by default. Returns its exit code.

    factory: "module:callable" that makes a worker's application from `settings` and `link`
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["assets"]:
        return assets.main(arguments[1:], prog="kokoro-speech-server assets")
    parser = argparse.ArgumentParser(
        "kokoro-speech-server",
        description="An OpenAI-compatible text-to-speech server around Kokoro-82M. Its settings are environment "
        "variables.",
    )
    parser.add_argument("--version", action="version", version=VERSION)
    parser.add_argument("--print-config", action="store_true", help="print the settings and exit")
    commands = parser.add_subparsers(dest="command", metavar="serve | assets")
    serving = commands.add_parser("serve", help="serve speech until told to stop")
    serving.add_argument("--print-config", action="store_true", help="print the settings and exit")
    commands.add_parser("assets", help="fetch the model's files, or check them with --verify")
    options = parser.parse_args(arguments)
    if options.command is None and not options.print_config:
        parser.print_help()
        return 2
    try:
        settings = Settings()
        keys = ApiKeys.read(settings)
        check_lexicon(settings)
    except ValidationError as error:
        print(_bad_settings(error), file=sys.stderr)
        return 1
    except ValueError as error:
        print(f"Bad setting: {error}", file=sys.stderr)
        return 1
    if options.print_config:
        print(_config(settings))
        return 0
    return serve(settings, has_keys=bool(keys), factory=factory)


def _config(settings: Settings) -> str:
    """Lines that an env file may have; keys are masked, and what is unset is a comment."""
    lines = []
    for name, value in settings.model_dump(mode="json").items():
        if value in (None, "", []):
            lines.append(f"# {name.upper()} is unset")
        else:
            text = ",".join(value) if isinstance(value, list) else value
            lines.append(f"{name.upper()}={text if isinstance(text, str) else json.dumps(text)}")
    return "\n".join(lines)


def _bad_settings(error: ValidationError) -> str:
    """A line for each setting that will not do, with its variable's name."""
    lines = []
    for problem in error.errors():
        variable = (
            [str(problem["loc"][0]).upper()] if problem["loc"] else []
        )  # some checks are of two settings
        lines.append(": ".join(["Bad setting", *variable, problem["msg"].removeprefix("Value error, ")]))
    return "\n".join(lines)
