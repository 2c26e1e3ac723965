#!/bin/sh
# Creates .venv and installs the project into it, editable: scripts/install.sh EXTRAS, with EXTRAS "ja,zh", say, or
# "none". PYTHON=path chooses the interpreter; a .venv of another version is replaced.
set -eu

TORCH_PIN=docker/torch.txt
CPU_INDEX=https://download.pytorch.org/whl/cpu
VENV_PYTHON=.venv/bin/python

is_supported() {
    # Running it is the only reliable check: version managers have shims for versions that are not installed.
    "$1" -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 12)))' 2>/dev/null
}

find_python() {
    for name in ${PYTHON:-python3.11 python3.12 python3 python}; do
        if is_supported "$name"; then
            command -v "$name"
            return
        fi
    done
    if [ -n "${PYTHON:-}" ]; then
        echo "PYTHON=$PYTHON is not Python 3.11 or 3.12, the versions that the kokoro library supports." >&2
        exit 1
    fi
    echo "Python 3.11 or 3.12 is needed (the kokoro library does not support 3.13). To install one, for example:" >&2
    echo "  Debian, Ubuntu:  sudo apt install python3.11 python3.11-venv" >&2
    echo "  macOS:           brew install python@3.11" >&2
    exit 1
}

has_venv() {
    "$VENV_PYTHON" -c '' 2>/dev/null || return 1
    [ -z "${PYTHON:-}" ] || [ "$(version_of "$VENV_PYTHON")" = "$(version_of "$PYTHON")" ]
}

version_of() {
    "$1" -c 'import sys; print(*sys.version_info[:2])' 2>/dev/null
}

make_venv() {
    python=$(find_python)
    # Use a torch that the machine already has (that of a GPU image, say) instead of fetching it again.
    if "$python" -c 'import sys, torch; sys.exit(sys.prefix != sys.base_prefix)' 2>/dev/null; then
        set -- --system-site-packages
    else
        set --
    fi
    echo "Creating .venv with $("$python" --version)"
    "$python" -m venv --clear "$@" .venv || {
        echo "Python's venv module is missing or broken. On Debian and Ubuntu: sudo apt install python3-venv" >&2
        exit 1
    }
}

has_nvidia_driver() {
    [ -e /proc/driver/nvidia/version ] || nvidia-smi -L >/dev/null 2>&1
}

install_torch() {
    if "$VENV_PYTHON" -c 'import torch' 2>/dev/null; then
        return
    fi
    # On Linux the default build includes CUDA, several GB; the build for macOS is small.
    if [ "$(uname -s)" = Linux ] && ! has_nvidia_driver; then
        echo "Installing torch, the CPU build"
        if pip_install --retries 1 --timeout 15 --index-url "$CPU_INDEX" --requirement "$TORCH_PIN"; then
            return
        fi
        echo "The index of CPU builds is not reachable; installing the default build"
    fi
    echo "Installing torch"
    pip_install --requirement "$TORCH_PIN"
}

pip_install() {
    "$VENV_PYTHON" -m pip install --quiet --disable-pip-version-check "$@"
}

cd "$(dirname "$0")/.."
if ! has_venv; then
    make_venv
fi
install_torch
if [ "$1" = none ]; then
    project=.
else
    project=".[$1]"
fi
echo "Installing the server: $project"
pip_install --editable "$project"
