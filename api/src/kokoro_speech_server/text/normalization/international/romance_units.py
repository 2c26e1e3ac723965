"""Units that CLDR lacks, in French, Italian, Portuguese and Spanish: dm³, MWh, Mt, kPa, µl, mmol."""

from collections.abc import Mapping

from kokoro_speech_server.text.normalization.international.locale import Noun

_PREFIXED = {
    "Wh": ("", "M", "G", "T"), "t": ("M", "G"), "Pa": ("", "M"), "N": ("k",), "l": ("µ",), "mol": ("", "m", "µ"),
    "Ah": ("",), "VA": ("", "k"), "eV": ("", "k", "M", "G", "T"), "Sv": ("m", "µ"), "Gy": ("", "m", "k"),
    "Bq": ("", "k", "M", "G"), "V": ("M",), "Wc": ("", "k", "M"), "Wp": ("", "k", "M"), "We": ("", "k", "M", "G"),
    "Nm": ("",), "N·m": ("",), "M": ("m", "µ", "n"), "L": ("d", "c", "µ"),
}  # fmt: skip
"""The prefixes with which a unit is common, by the unit's symbol."""

_SPELLINGS = {
    "m": (("K", "m"), ("K", "M")),
    "g": (("K", "g"), ("K", "G")),
    "W": (("K", "w"), ("K", "W")),
    "Wh": (("K", "wh"), ("K", "Wh"), ("k", "wh")),
}
"""Thousands of units as people type them, by the unit's symbol."""


def further_units(
    prefixes: Mapping[str, str], bases: Mapping[str, Noun], metres: Mapping[str, Noun], cubic: Noun
) -> dict[str, Noun]:
    """Entries of `own_units`.

    prefixes: the prefixes µ, m, c, d, n, k, M, G and T in words
    bases:    the units of `_PREFIXED` and `_SPELLINGS`; those that are missing have no entries
    metres:   mm, dm and hm
    cubic:    the adjective of m³
    """
    units = {
        prefix + symbol: Noun(*(prefixes.get(prefix, "") + form for form in bases[symbol]))
        for symbol, usual in _PREFIXED.items()
        if symbol in bases
        for prefix in usual
    }
    cubes = {
        f"{symbol}³": Noun(f"{metre.one} {cubic.one}", f"{metre.other} {cubic.other}")
        for symbol, metre in metres.items()
    }
    spellings = {
        f"{kilo}{symbol}": Noun(*(prefixes["k"] + form for form in bases[base]))
        for base, written in _SPELLINGS.items()
        if base in bases
        for kilo, symbol in written
    }
    return units | cubes | spellings
