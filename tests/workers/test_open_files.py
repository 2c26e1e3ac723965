"""The limit of open files."""

import resource
import sys

import psutil  # type: ignore[import-untyped]
import pytest

from tests.servers import ServerProcess, worker_processes


@pytest.mark.skipif(sys.platform != "linux", reason="psutil reads limits on Linux only")
def test_a_server_may_open_as_many_files_as_the_system_allows(model_files: None) -> None:
    program = f'ulimit -Sn 256; ulimit -Hn 2000; exec "{sys.executable}" -m tests.fake_serve serve'
    with ServerProcess(command=["sh", "-c", program], WORKERS="1") as server:
        server.wait_until_ready()
        supervisor = psutil.Process(server.process.pid)
        for process in (supervisor, *worker_processes(supervisor.pid)):
            assert process.rlimit(resource.RLIMIT_NOFILE) == (2000, 2000)
        assert server.stop() == 0
