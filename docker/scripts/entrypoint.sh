#!/bin/sh
# Runs the server in a container, with CUDA's Multi-Process Service (MPS) where that works and without it elsewhere.
#
# Without MPS, processes on one GPU compute in turns; with it, side by side. The server reports in its log, at /ready and
# in /metrics whether MPS runs, and if not, why. CUDA_MPS=off never starts it.
#
# This shell stays the server's parent: it stops MPS after the server, forwards signals, and, as a container's first
# process, reaps orphans.
set -u

START_S=15
PROBE_S=90 # the first use of CUDA in a fresh container has taken half a minute
PROBE='import torch; one = torch.ones(256, 256, device="cuda"); assert (one @ one).sum().item() == 256**3'

start_mps() {
    # Until 0.3.0, MPS is read too: the variable's name before 0.2.0.
    if [ "${CUDA_MPS:-${MPS:-auto}}" = off ]; then
        state="off: CUDA_MPS=off"
    elif ! nvidia-smi -L >/dev/null 2>&1; then
        state="off: there is no NVIDIA GPU"
    elif ! command -v nvidia-cuda-mps-control >/dev/null; then
        state="off: nvidia-cuda-mps-control is not installed"
    elif ! folder=$(mktemp -d /tmp/mps.XXXXXX); then # the paths of its sockets must be short
        state="off: /tmp is not writable"
    else
        export CUDA_MPS_PIPE_DIRECTORY="$folder/pipe" CUDA_MPS_LOG_DIRECTORY="$folder/log"
        mkdir "$CUDA_MPS_PIPE_DIRECTORY" "$CUDA_MPS_LOG_DIRECTORY"
        if ! timeout "$START_S" nvidia-cuda-mps-control -d; then
            state="off: its daemon does not start here"
        elif ! timeout -k 5 "$PROBE_S" python -c "$PROBE"; then
            state="off: CUDA does not work with it here"
        # Without an MPS server the probe has used CUDA directly.
        elif ! mps get_server_list | grep -q '[0-9]'; then
            state="off: CUDA does not use it here"
        else
            state=on
            return
        fi
        tail -n 5 "$folder"/log/*.log >&2
        stop_mps
        unset CUDA_MPS_PIPE_DIRECTORY CUDA_MPS_LOG_DIRECTORY
    fi
}

stop_mps() {
    mps quit >/dev/null
    rm -rf "$folder"
}

mps() {
    echo "$1" | timeout "$START_S" nvidia-cuda-mps-control
}

forward() {
    if [ -n "$server" ]; then
        kill "-$1" "$server"
    elif [ "$1" = TERM ]; then
        stopping=yes
    fi
}

server=
stopping=no
trap 'forward TERM' TERM
trap 'forward HUP' HUP
trap : INT # a terminal sends SIGINT to the server as well

start_mps
code=0
if [ "$stopping" = no ]; then
    CUDA_MPS_STATE=$state kokoro-speech-server serve "$@" &
    server=$!
    while
        wait "$server" # a signal ends this wait, too
        code=$?
        kill -0 "$server" 2>/dev/null
    do :; done
fi
if [ "$state" = on ]; then
    stop_mps
fi
exit "$code"
