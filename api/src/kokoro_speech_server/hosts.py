"""Hosts and origins in one spelling, so that those of settings and of headers can be compared."""

import ipaddress
import re

_NAME = r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?"
_HOST_NAME = re.compile(_NAME)
_ORIGIN = re.compile(rf"([a-z][a-z0-9+.-]*)://({_NAME}|\[[0-9a-f:.]+\])(?::([0-9]{{1,5}}))?")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def parse_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """An IP address without its zone. An IPv4 address that is mapped into IPv6 becomes the IPv4 address.

    Raises ValueError for everything else.
    """
    address = ipaddress.ip_address(text.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address


def canonical_host(text: str) -> str:
    """A host as browsers write it: a name in lower case, or an address, in brackets if it is IPv6.

    A name loses a final dot. Raises ValueError for what is neither a name nor an address.
    """
    text = text.lower()
    in_brackets = text.startswith("[") and text.endswith("]")
    try:
        address = parse_address(text[1:-1] if in_brackets else text)
    except ValueError:
        if not _HOST_NAME.fullmatch(text):
            raise ValueError(f"{text!r} is not the name or the address of a host") from None
        return text.removesuffix(".")
    return f"[{address}]" if address.version == 6 else str(address)


def canonical_origin(text: str) -> str:
    """An origin as browsers write it: `scheme://host`, with the port unless it is the scheme's default; or `null`.

    Raises ValueError for what is not an origin.
    """
    text = text.lower()
    if text == "null":
        return text
    match = _ORIGIN.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not an origin, such as https://reader.example")
    scheme, host, port = match.groups()
    origin = f"{scheme}://{canonical_host(host)}"
    return origin if port is None or int(port) == _DEFAULT_PORTS.get(scheme) else f"{origin}:{int(port)}"


def is_address(host: str) -> bool:
    """Whether a host is an IP address, without brackets, and not a name."""
    try:
        parse_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether a host, in any spelling, is this machine. Browsers resolve all names below localhost to it."""
    try:
        return parse_address(host.strip("[]")).is_loopback
    except ValueError:
        name = host.lower().removesuffix(".")
        return name == "localhost" or name.endswith(".localhost")
