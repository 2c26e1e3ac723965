"""`python -m kokoro_speech_server` runs the command `kokoro-speech-server`."""

import sys

from kokoro_speech_server.cli import main

sys.exit(main())
