"""HEALTHCHECK of the images: exit code 0 if the server in this container is ready."""

import http.client
import os
import sys

# Not urllib: it would ask the proxy in http_proxy for a page of this machine.
connection = http.client.HTTPConnection("127.0.0.1", int(os.environ["PORT"]), timeout=8)
try:
    connection.request("GET", "/ready")
    status = connection.getresponse().status
except (OSError, http.client.HTTPException) as error:
    sys.exit(f"Not ready: {error}")
if status != http.client.OK:
    sys.exit(f"Not ready: status {status}")
