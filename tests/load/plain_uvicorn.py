"""`python -m tests.load.plain_uvicorn`: uvicorn's own command line, with its options in UVICORN_… variables."""

import os

import uvicorn

if __name__ == "__main__":
    uvicorn.main(["tests.load.paced_app:app", "--port", os.environ["PORT"]])
