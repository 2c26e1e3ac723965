"""`python -m api.src.inference.assets` works until 0.3.0; `kokoro-speech-server assets` replaces it."""

import sys

from kokoro_speech_server.cli import main

if __name__ == "__main__":
    print("python -m api.src.inference.assets is replaced by: kokoro-speech-server assets", file=sys.stderr)
    sys.exit(main(["assets", *sys.argv[1:]]))
