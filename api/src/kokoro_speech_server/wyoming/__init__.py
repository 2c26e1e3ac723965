"""Wyoming, the protocol of Home Assistant's voices: live speech over plain TCP, without keys."""
