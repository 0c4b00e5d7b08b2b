"""Holds the table of layers' attributes against both: `python tests/layers/run_layers.py`.

Every constructor call of a layer in the examples of its entry is made in torch and, as the mapping
writes it, in the newest Paddle. What torch's layer has must be there in Paddle with the same value,
or `lint/mapping_model/applying/layers.yaml` must say so; and what PyTorch heeds where it is written
to a layer after building, with the same results where nothing is told. It needs what
`verify-mappings` needs. Exit code 1 if something is wrong;
`--print` shows each attribute that differs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from layer_calls import ROOT, layer_calls
from layer_faults import differing, faults, ignored
from layer_look import seen
from layer_writes import otherwise

from mapping_model.applying.attributes import attributes_of, layers
from mapping_model.corpus import Corpus
from verify_mappings.command.environments import find_interpreter


def main(arguments: list[str] | None = None) -> int:
    """Make all layers, and tell what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--print", action="store_true", help="what differs")
    options = parser.parse_args(arguments)
    corpus = Corpus.load(ROOT / "mappings")
    calls = layer_calls(corpus)
    found, left = seen(_python(), calls, attributes_of)
    table = {layer: attributes_of(layer) for layer in layers()}
    told = faults(found, table) + otherwise(_python(), found, corpus.resolve)
    for line in told:
        print(line)
    compared = {(one.call.layer, name) for one in found for name in one.values}
    differ = {(one.call.layer, name) for one in found for name in differing(one)}
    unheeded = {(one.call.layer, name) for one in found for name in ignored(one)}
    if options.print:
        for layer, name in sorted(differ | unheeded):
            print(layer, name, "ignored" if (layer, name) in unheeded else "")
    print(
        f"{len(found)} calls of {len({one.call.layer for one in found})} layers, {len(left)} are "
        f"left to a person or refused; {len(compared)} attributes, {len(differ)} differ, "
        f"{len(unheeded)} are ignored where they are written to; {len(told)} faults",
    )
    return 1 if told else 0


def _python() -> Path:
    return find_interpreter(None, ("torch", "paddle"))


if __name__ == "__main__":
    sys.exit(main())
