"""`python -m kokoro_speech_server` is the command `kokoro-speech-server`."""

import sys

from kokoro_speech_server.cli import main

sys.exit(main())
