"""`python -m api.src.serve` works until 0.3.0; `kokoro-speech-server serve` replaces it."""

import sys

from kokoro_speech_server.cli import main

if __name__ == "__main__":
    print("python -m api.src.serve is replaced by: kokoro-speech-server serve", file=sys.stderr)
    sys.exit(main(["serve", *sys.argv[1:]]))
