"""What other kinds of processors have shown of an example, in words."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape

from mapping_model.entry import Example
from mapping_model.limits.examples import departure_of
from mapping_model.limits.sentences import THEN
from mapping_model.results import Result
from render_mappings.views.markup import inline
from render_mappings.views.page_context import Context


def elsewhere(context: Context, example: Example, result: Result) -> Iterator[Markup]:
    """How a result is another on some kinds of processors, a line each."""
    words, language = context.words, context.language
    for line in result.elsewhere:
        where = line.stamp.processors[0].said.get(language)
        told = []
        if (line.outcome, line.gradient) != (result.outcome, result.gradient):
            departs = departure_of(example, line)
            same = words["elsewhere_equal"]
            told.append(THEN[departs].get(language) if departs else same)
        if line.drop_in is not result.drop_in and line.drop_in:
            told.append(words[f"elsewhere_unchanged_{line.drop_in.value}"])
        said = words["comma"].join(told) or words["elsewhere_detail"]
        markup = inline(f"{where}{words['colon']}{said}")
        detail = line.detail and line.detail[:300]
        yield Markup("{} (<code>{}</code>)").format(markup, escape(detail)) if detail else markup
