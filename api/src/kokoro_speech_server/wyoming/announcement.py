"""Announces Wyoming by zeroconf, so that Home Assistant finds the server."""

import ipaddress
import logging
import socket
import threading

import ifaddr
from zeroconf import ServiceInfo, Zeroconf

from kokoro_speech_server.hosts import parse_address

logger = logging.getLogger(__name__)

_SERVICE = "_wyoming._tcp.local."

_END_TIMEOUT_S = 5.0


class Announcement:
    """Announces an address until it is closed, in a thread of its own: registering takes a second and may fail.

    host: a name or an address; one that means all of this machine's stands for those that other machines can reach
    """

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="zeroconf", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Tell the network that the service ends."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(_END_TIMEOUT_S)

    def _run(self) -> None:
        try:
            addresses = _reachable(self._host)
            if not addresses:
                logger.info("Wyoming is not announced, because %s is for this machine alone", self._host)
                return
            with Zeroconf() as zeroconf:
                service = _service(addresses, self._port)
                zeroconf.register_service(service, allow_name_change=True)
                logger.info("Wyoming is announced as %s", service.name)
                self._closing.wait()
        except (
            Exception
        ) as error:  # a network without multicast, or whatever else: speech does not depend on it
            logger.warning("Wyoming cannot be announced: %s", error or type(error).__name__)


def _service(addresses: list[bytes], port: int) -> ServiceInfo:
    machine = socket.gethostname().partition(".")[0] or "server"
    name = f"kokoro-{machine}"[:63]
    return ServiceInfo(
        _SERVICE, f"{name}.{_SERVICE}", port=port, addresses=addresses, server=f"{machine}.local."
    )


def _reachable(host: str) -> list[bytes]:
    """The addresses of a host that other machines can use, IPv4 first."""
    found = {parse_address(str(info[4][0])) for info in socket.getaddrinfo(host.strip("[]"), None)}
    if any(address.is_unspecified for address in found):
        found = {
            parse_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
            for adapter in ifaddr.get_adapters()
            for ip in adapter.ips
        }
    usable = [address for address in found if not (address.is_loopback or _is_local(address))]
    return [address.packed for address in sorted(usable, key=lambda one: (one.version, one.packed))]


def _is_local(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address means nothing without an interface."""
    return address.version == 6 and address.is_link_local
