"""How Home Assistant finds the server."""

import logging
import queue
import socket
import struct

import pytest
from zeroconf import ServiceBrowser, ServiceStateChange, Zeroconf

from kokoro_speech_server.wyoming.announcement import Announcement
from tests.engines import PATIENCE_S
from tests.servers import wait_until
from tests.wyoming.test_processes import WyomingProcess

SERVICE = "_wyoming._tcp.local."
GROUP = "224.0.0.251"


@pytest.fixture
def multicast() -> None:
    """Skips the test where the machine does not hear its own multicast."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind(("", 0))
            membership = struct.pack("4s4s", socket.inet_aton(GROUP), socket.inet_aton("0.0.0.0"))
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
            probe.settimeout(5)
            probe.sendto(b"probe", (GROUP, probe.getsockname()[1]))
            probe.recv(5)
        except OSError as error:
            pytest.skip(f"no multicast: {error}")


def test_it_is_found_until_it_is_closed(multicast: None) -> None:
    added: queue.Queue[str] = queue.Queue()
    removed: queue.Queue[str] = queue.Queue()

    def note(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is not ServiceStateChange.Updated:
            (added if state_change is ServiceStateChange.Added else removed).put(name)

    announcement = Announcement("0.0.0.0", 45_678)
    with Zeroconf() as zeroconf:
        ServiceBrowser(zeroconf, SERVICE, handlers=[note])
        announcement.start()
        try:
            while True:  # others may announce themselves, too
                name = added.get(timeout=PATIENCE_S)
                service = zeroconf.get_service_info(SERVICE, name)
                if service is not None and service.port == 45_678:
                    break
        finally:
            announcement.close()
        addresses = service.parsed_addresses()
        assert addresses
        assert "127.0.0.1" not in addresses
        assert name.startswith("kokoro-")
        while removed.get(timeout=PATIENCE_S) != name:
            pass


@pytest.mark.parametrize(
    ("host", "said"),
    [("127.0.0.1", "is for this machine alone"), ("no-such-host.invalid", "cannot be announced")],
)
def test_what_cannot_be_announced_is_only_logged(
    caplog: pytest.LogCaptureFixture, host: str, said: str
) -> None:
    with caplog.at_level(logging.INFO):
        announcement = Announcement(host, 45_679)
        announcement.start()
        wait_until(lambda: said in caplog.text, "line in the log")
        announcement.close()


def test_one_that_never_started_can_be_closed() -> None:
    Announcement("127.0.0.1", 45_679).close()


@pytest.mark.server
def test_a_server_announces_itself_once(multicast: None, model_files: None) -> None:
    with WyomingProcess(WORKERS="2", WYOMING_HOST="0.0.0.0") as process:
        process.wait_until_ready()
        wait_until(lambda: "announced" in process.stderr, "announcement")
        with process.client():
            pass
        assert process.stop() == 0
        assert process.stderr.count("announced") == 1
        assert "Traceback" not in process.stderr


@pytest.mark.server
def test_a_server_need_not_announce_itself(model_files: None) -> None:
    with WyomingProcess(WYOMING_HOST="0.0.0.0", WYOMING_ANNOUNCE="false") as process:
        process.wait_until_ready()
        assert process.stop() == 0
        assert "announced" not in process.stderr
