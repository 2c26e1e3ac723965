"""Regular expressions for the blocks of Markdown and HTML. All but HEADING_END, CELL_END and those in HIDDEN_END are
matched at a position and never searched for."""

import re

GAP = re.compile(r"\s*+")
EMPTY = re.compile(r"[^\S\n]*+(?:\n|\Z)")
QUOTE = re.compile(r"[ \t]{0,3}+>(?:[ \t]|(?=[>\n\"'“‘«*_`#]|[^\W\d]|\Z))")
_TASK = r"(?:\[[ xX]\][ \t]++)?+"
BULLET = re.compile(rf"[ \t]*+([-*+•‣◦▪●])(?:[ \t]++|(?=\n|\Z)){_TASK}")
NUMBER = re.compile(r"[ \t]*+(\d{1,3}+)([.)])[ \t]++(?=\S)")
HEADING = re.compile(r"[ \t]{0,3}+#{1,6}+(?:[ \t]++|(?=\n|\Z))")
HEADING_END = re.compile(r"(?:^|[ \t])#++[ \t]*+\Z")
BREAK = re.compile(r"[ \t]{0,3}+([-*_])(?:[ \t]*+\1){2,}+[ \t]*+(?:\n|\Z)")
UNDERLINE = re.compile(r"[ \t]{0,3}+(?:={2,}+|-{3,}+)[ \t]*+(?:\n|\Z)")
FENCE = re.compile(r"[ \t]*+(`{3,}+(?=[^`\n]*+(?:\n|\Z))|~{3,}+)[^\n]*+")
NOTE = re.compile(r"[ \t]{0,3}+\[\^[\w-]{1,40}+\]:[ \t]*+")
DEFINITION = re.compile(
    r"[ \t]{0,3}+\[[^\[\]^\n][^\[\]\n]{0,200}+\]:[ \t]++"
    r"(?:<[^<>\n]{1,1000}+>|(?=[./#]|\w{1,20}+:|[\w-]{1,60}+\.[^\W\d])[^\s<]{1,1000}+)"
    r"""(?:[ \t]++(?:"[^"\n]{0,300}+"|'[^'\n]{0,300}+'|\([^()\n]{0,300}+\)))?+[ \t]*+(?:\n|\Z)"""
)
DELIMITERS = re.compile(
    r"(?=[^\n]{0,1200}?\|)[ \t]*+\|?+(?:[ \t]*+:?-++:?[ \t]*+(?:\||(?=\n|\Z)))++[ \t]*+(?:\n|\Z)"
)
CELL_END = re.compile(r"[ \t]{0,40}+\|[ \t|]*+")
HIDDEN = re.compile(r"[ \t]{0,3}+<(!--|(?:script|style)\b[^<>]{0,300}+>)", re.IGNORECASE)
HIDDEN_END = {
    "!-": re.compile("-->"),
    "sc": re.compile("</script>", re.IGNORECASE),
    "st": re.compile("</style>", re.IGNORECASE),
}

# A dash or a number at the start of a line belongs to a list if the next line continues the list.
ITEM_AHEAD = re.compile(r"[^\n]{0,1200}+\n(?:[^\S\n]*+\n)?+(?:[ \t]*+[-*+][ \t]|[ \t]{2}\S)")
NUMBER_AHEAD = re.compile(r"[^\n]{0,1200}+\n(?:[^\S\n]*+\n)?+[ \t]*+(\d{1,3}+)[.)][ \t]")
