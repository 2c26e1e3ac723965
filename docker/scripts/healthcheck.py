"""HEALTHCHECK of the images: exit code 0 if the server in this container is ready."""

import os
import sys
import urllib.request

try:
    urllib.request.urlopen(f"http://127.0.0.1:{os.environ['PORT']}/ready", timeout=8)
except OSError as error:
    sys.exit(f"Not ready: {error}")
