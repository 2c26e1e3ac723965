"""The command `kokoro-speech-server`: serves, downloads the model, prints the settings or the version."""

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
from kokoro_speech_server.wyoming.startup import check_wyoming

_APP = "kokoro_speech_server.app:create_app"


def main(arguments: Sequence[str] | None = None, *, factory: str = _APP) -> int:
    """Run the command and return its exit code.

    arguments: those of the process by default
    factory:   "module:callable" that creates a worker's application from `settings` and `link`
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["assets"]:
        return assets.main(arguments[1:], prog="kokoro-speech-server assets")
    parser = argparse.ArgumentParser(
        "kokoro-speech-server",
        description="An OpenAI-compatible text-to-speech server around Kokoro-82M. Its settings are environment "
        "variables; --print-config shows them.",
    )
    parser.add_argument("--version", action="version", version=VERSION)
    parser.add_argument("--print-config", action="store_true", help="print the settings and exit")
    commands = parser.add_subparsers(dest="command", metavar="serve | assets")
    serving = commands.add_parser("serve", help="start the server")
    serving.add_argument("--print-config", action="store_true", help="print the settings and exit")
    commands.add_parser("assets", help="download the model's files, or check them with --verify")
    options = parser.parse_args(arguments)
    if options.command is None and not options.print_config:
        parser.print_help()
        return 2
    try:
        settings = Settings()
        keys = ApiKeys.read(settings)
        check_lexicon(settings)
        check_wyoming(settings, has_keys=bool(keys))
    except ValidationError as error:
        print(_invalid_settings(error), file=sys.stderr)
        return 1
    except ValueError as error:
        print(f"Invalid setting: {error}", file=sys.stderr)
        return 1
    if options.print_config:
        print(_config(settings))
        return 0
    return serve(settings, has_keys=bool(keys), factory=factory)


def _config(settings: Settings) -> str:
    """The settings as lines of an env file. Keys are masked, and unset settings are comments."""
    lines = []
    for name, value in settings.model_dump(mode="json").items():
        if value in (None, "", []):
            lines.append(f"# {name.upper()} is unset")
        else:
            text = ",".join(value) if isinstance(value, list) else value
            lines.append(f"{name.upper()}={text if isinstance(text, str) else json.dumps(text)}")
    return "\n".join(lines)


def _invalid_settings(error: ValidationError) -> str:
    """One line for each invalid setting, with the name of its variable."""
    lines = []
    for problem in error.errors():
        # Checks of two settings have no location; their messages name both variables.
        variable = [str(problem["loc"][0]).upper()] if problem["loc"] else []
        lines.append(": ".join(["Invalid setting", *variable, problem["msg"].removeprefix("Value error, ")]))
    return "\n".join(lines)
