"""How long a caller with one line waits for its first audio while others listen to books."""

import http.client
import json
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager

from benchmarks.clients import SPEECH, Client, Request

_READ_BYTES = 1 << 16
_SOCKET_TIMEOUT_S = 600


def first_audio_beside_books(port: int, books: Sequence[Request], lines: Sequence[Request]) -> list[float]:
    """Seconds until the first audio of each line, one after the other, when all listeners have heard something.

    books: one for each listener, long enough to last until the end; nobody waits for that
    """
    with _listening(port, books):
        client = Client(port)
        try:
            return [client.speak(line).first_byte_s for line in lines]
        finally:
            client.close()


@contextmanager
def _listening(port: int, books: Sequence[Request]) -> Iterator[None]:
    """A listener to each book, who leaves at the end."""
    leave = threading.Event()
    begun = [threading.Event() for _ in books]

    def listen(book: Request, heard: threading.Event) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_SOCKET_TIMEOUT_S)
        try:
            connection.request(
                "POST", SPEECH, json.dumps(book).encode(), {"Content-Type": "application/json"}
            )
            response = connection.getresponse()
            while response.read1(_READ_BYTES):
                heard.set()
                if leave.is_set():
                    return
            raise RuntimeError("A book has ended. Take longer ones.")
        finally:
            heard.set()  # if it failed, nobody waits for it
            connection.close()

    with ThreadPoolExecutor(len(books)) as pool:
        listeners = [pool.submit(listen, *pair) for pair in zip(books, begun, strict=True)]
        try:
            for heard in begun:
                heard.wait()
            yield
        finally:
            leave.set()
            wait(listeners)
        for listener in listeners:
            listener.result()
