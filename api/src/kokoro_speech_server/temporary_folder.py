"""The folder of temporary files, which cleaners may remove while the server runs."""

import os
import tempfile


def temporary_folder() -> str:
    """The folder for temporary files, created anew if somebody has removed it."""
    folder = tempfile.gettempdir()
    os.makedirs(folder, mode=0o700, exist_ok=True)
    return folder
