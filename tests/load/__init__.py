"""Tests of the server under load: deterministic engines of known speed behind real sockets and real workers."""
