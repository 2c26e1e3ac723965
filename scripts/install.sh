#!/bin/sh
# Makes .venv and installs the project into it: scripts/install.sh EXTRAS, where EXTRAS is "ja,zh", say, or "none".
set -eu

TORCH=torch==2.13.0 # the release that the tests ran on
CPU_INDEX=https://download.pytorch.org/whl/cpu

find_python() {
    for name in python3.11 python3.12 python3 python; do
        # It must run, and not only be there: version managers put shims for versions that are not installed.
        if "$name" -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 12)))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
    echo "Python 3.11 or 3.12 is needed (the kokoro library refuses 3.13). Install one, for example:" >&2
    echo "  Debian, Ubuntu:  sudo apt install python3.11 python3.11-venv" >&2
    echo "  macOS:           brew install python@3.11" >&2
    exit 1
}

make_venv() {
    python=$(find_python)
    # A torch that the machine already has (a GPU image's, say) is used rather than fetched again.
    if "$python" -c 'import torch' 2>/dev/null; then
        set -- --system-site-packages
    else
        set --
    fi
    echo "Making .venv with $("$python" --version)"
    "$python" -m venv --clear "$@" .venv || {
        echo "Python's venv module is missing or broken. On Debian and Ubuntu: sudo apt install python3-venv" >&2
        exit 1
    }
}

has_nvidia_driver() {
    [ -e /proc/driver/nvidia/version ] || nvidia-smi -L >/dev/null 2>&1
}

install_torch() {
    if "$pip_python" -c 'import torch' 2>/dev/null; then
        return
    fi
    # The default build for Linux carries CUDA, several GB of it; the one for macOS is small.
    if [ "$(uname -s)" = Linux ] && ! has_nvidia_driver; then
        echo "Installing torch, the CPU build"
        if pip_install --retries 1 --timeout 15 --index-url "$CPU_INDEX" "$TORCH"; then
            return
        fi
        echo "The index of CPU builds can't be used; taking the default build"
    fi
    echo "Installing torch"
    pip_install "$TORCH"
}

pip_install() {
    "$pip_python" -m pip install --quiet --disable-pip-version-check "$@"
}

cd "$(dirname "$0")/.."
pip_python=.venv/bin/python
if ! "$pip_python" -c '' 2>/dev/null; then
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
