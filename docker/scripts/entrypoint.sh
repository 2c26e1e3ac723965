#!/bin/sh
# The server as a container runs it: with CUDA's Multi-Process Service (MPS) where that works, without it elsewhere.
#
# Workers on one GPU take turns unless MPS lets them compute side by side. Whether it runs, and if not why, the server
# says in its log, at /ready and in /metrics. CUDA_MPS=off never starts it.
#
# This shell stays the server's parent: it ends MPS after the server, hands signals on, and as a container's first
# process takes leave of orphans that have ended.
set -u

START_S=15
PROOF_S=90 # a first use of CUDA in a fresh container has taken half a minute
PROOF='import torch; one = torch.ones(256, 256, device="cuda"); assert (one @ one).sum().item() == 256**3'

start_mps() {
    # MPS is the variable's name of before 0.2.0, read until 0.3.0.
    if [ "${CUDA_MPS:-${MPS:-auto}}" = off ]; then
        state="off: CUDA_MPS=off"
    elif ! nvidia-smi -L >/dev/null 2>&1; then
        state="off: there is no NVIDIA GPU"
    elif ! command -v nvidia-cuda-mps-control >/dev/null; then
        state="off: nvidia-cuda-mps-control is not installed"
    elif ! folder=$(mktemp -d /tmp/mps.XXXXXX); then # its sockets' paths must be short
        state="off: /tmp can't be written to"
    else
        export CUDA_MPS_PIPE_DIRECTORY="$folder/pipe" CUDA_MPS_LOG_DIRECTORY="$folder/log"
        mkdir "$CUDA_MPS_PIPE_DIRECTORY" "$CUDA_MPS_LOG_DIRECTORY"
        if ! timeout "$START_S" nvidia-cuda-mps-control -d; then
            state="off: its daemon does not start here"
        elif ! timeout -k 5 "$PROOF_S" python -c "$PROOF"; then
            state="off: CUDA does not work with it here"
        # Without a server CUDA would have computed all the same, past MPS.
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

hand_on() {
    if [ -n "$server" ]; then
        kill "-$1" "$server"
    elif [ "$1" = TERM ]; then
        told_to_stop=yes
    fi
}

server=
told_to_stop=no
trap 'hand_on TERM' TERM
trap 'hand_on HUP' HUP
trap : INT # a terminal sends it to the server as well

start_mps
code=0
if [ "$told_to_stop" = no ]; then
    CUDA_MPS_STATE=$state python -m kokoro_speech_server serve "$@" &
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
