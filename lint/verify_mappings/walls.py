"""The walls around the code of examples: their names, and what each takes."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

# The compiled filter, in the folder that workers are given.
FILTER_FILE = "filter.bpf"
# The one for examples of several processes, which may connect to each other.
CONNECTED_FILE = "connected.bpf"
# What gloo asks of what class the cards of a machine are; without it torch connects nothing.
CARDS = Path("/sys/bus/pci/devices")
# Stands in a compiled filter for the process that installs it, whose number nobody knows before.
OWN_PROCESS = 0x4F574E50


class Wall(StrEnum):
    """One of the means that the kernel holds; no code gets round them."""

    LANDLOCK = "Landlock"
    FILTER = "a system-call filter"
    LIMITS = "resource limits"
    NAMESPACES = "namespaces"


# Without these no example is run, unless somebody insists; each with how to get it.
ESSENTIAL = {
    Wall.LANDLOCK: "Linux 5.13 or newer, with `landlock` in the list of its boot option `lsm=`",
    Wall.FILTER: "libseccomp (`apt-get install libseccomp2` on Debian and Ubuntu, "
    "`dnf install libseccomp` on Fedora) and a system that lets processes filter their calls",
    Wall.LIMITS: "Linux",
}
