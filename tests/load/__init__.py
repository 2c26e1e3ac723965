"""Proofs of the server under load: a deterministic engine of known speed behind real sockets and real workers."""
