"""What is shown of the inputs that probes have tried."""

from __future__ import annotations

from mapping_model.categories import Text
from mapping_model.tried import sentences
from render_mappings.data.reference import Reference

# The sentences on one release.
Tried = tuple[Text, ...]


def tried_view(reference: Reference, name: str) -> tuple[Tried, ...]:
    """What was tried of an entry on each release, newest first; none where nothing was."""
    said = (sentences(release, probed) for release, probed in reference.probes_of(name).items())
    return tuple(filter(None, said))
