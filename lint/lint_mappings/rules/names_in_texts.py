"""Names of APIs and parameters in texts."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import FileSubject, Finding
from lint_mappings.subjects.spans import Span, code_words
from mapping_model.calls.uses import LIBRARIES, dotted
from mapping_model.problems import did_you_mean, nearest

_BARE_NAME = re.compile(r"(?<![\w./])[A-Za-z]\w*(?:\.\w+)*(?:=\w+)?(?![\w/])", re.ASCII)
# What makes a word a name.
_SIGN = re.compile(r"_|[.=]\w", re.ASCII)


@rule("PM712", FileSubject, serves="S1", severity="warning")
def bare_code(file: FileSubject) -> Iterator[Finding]:
    """Names of parameters and APIs in texts stand in backticks.
    文本中的参数名和 API 名用反引号标出。

    Only what cannot be an ordinary word is looked at: parameters with an underscore (`keep_dim`),
    names that begin with the library (`torch.abs`) and arguments (`axis=1`), the latter two
    misspelt or not: names in backticks are held against the snapshots.

    ```diff
     torch: torch.abs
     notes:
    -  - {en: "It is the same as paddle.Tensor.abs.", zh: "与 paddle.Tensor.abs 相同。"}
    +  - {en: "It is the same as `paddle.Tensor.abs`.", zh: "与 `paddle.Tensor.abs` 相同。"}
    ```
    """
    for sentence in file.sentences:
        if not _SIGN.search(sentence.bare):
            continue  # most texts
        for found in _BARE_NAME.finditer(sentence.bare):
            if _is_code(file, found[0]):
                yield file.in_sentence(
                    sentence,
                    found.start(),
                    f"`{found[0]}` is a name in code, but stands outside of backticks.",
                    f"Write it as `{found[0]}`, in backticks.",
                )


def _is_code(file: FileSubject, word: str) -> bool:
    if "." in word or "=" in word:  # misspelt or not
        return "=" in word or word.startswith(("torch.", "paddle."))
    libraries = map(file.facts.library, ("torch", "paddle"))
    return "_" in word and any(word in library.parameters for library in libraries)


# `nn.Linear` and `F.relu` may be of either library.
_API_NAME = re.compile(r"(?<![\w.\-/])(torch|paddle|nn|F)((?:\.[A-Za-z]\w*){1,9})(?!\w)", re.ASCII)
_SHORT = {"nn": "nn", "F": "nn.functional"}
# Guessing what is meant takes time, and who reads more of them?
_MOST_APIS = 50


@rule("PM716", FileSubject, serves="S1")
def api_in_text(file: FileSubject) -> Iterator[Finding]:
    """APIs that texts name exist.
    文本中提到的 API 都存在。

    APIs that texts name in backticks exist, in torch or in a supported Paddle release. Where the
    words before say that there is none, "there is no `paddle.relu`", it is enough that something
    else is called so.

    ```diff
     torch: torch.Tensor.t
     notes:
    -  - {en: "See `paddle.transposed`.", zh: "参见 `paddle.transposed`。"}
    +  - {en: "See `paddle.transpose`.", zh: "参见 `paddle.transpose`。"}
    ```
    """
    yield from islice(_unknown_apis(file), _MOST_APIS)


def _unknown_apis(file: FileSubject) -> Iterator[Finding]:
    facts = file.facts
    for span in file.spans:
        for found in _API_NAME.finditer(span.text):
            root, rest = found.groups()
            names = [found[0]]
            if root in _SHORT:
                names = [f"{library}.{_SHORT[root]}{rest}" for library in ("torch", "paddle")]
            denied = span.denied and rest.rpartition(".")[2] in facts.names
            if denied or any(map(facts.names.has, names)):
                continue
            libraries = [facts.library(name.partition(".")[0]) for name in names]
            titles = " or ".join(library.title for library in libraries)
            guesses = (lib.guess(name) for lib, name in zip(libraries, names, strict=True))
            yield file.in_sentence(
                span.sentence,
                span.start + found.start(),
                f"There is no `{found[0]}` in {titles}.{next(filter(None, guesses), '')}",
                "Write the full name of an API.",
            )


_ARGUMENT = re.compile(r"[A-Za-z_]\w*=(?:[^=].*)?", re.ASCII)
_NUMBER = re.compile(r"\d+[dD]?")
# PM716 looks at what begins with a library; of other packages nothing is known.
_ELSEWHERE = frozenset({*LIBRARIES, "nn", "F", "np", "numpy", "scipy", *sys.stdlib_module_names})
_ALIKE = 0.75
# Comparing a name with all others takes time; no file has so many that are unknown.
_MOST_NAMES = 50


@rule("PM717", FileSubject, serves="S1")
def name_in_text(file: FileSubject) -> Iterator[Finding]:
    """Parameters and methods that texts name are called so.
    文本中提到的参数和方法名称正确。

    A keyword in a call, `paddle.sum(x, axis=1)`, is one that the API takes. An argument alone,
    `axis=1`, is one of an API that the file names. Any other name is only looked at if it is nearly
    that of an API or a parameter, since texts may also speak of variables, files and other
    packages.

    ```diff
     torch: torch.Tensor.t
     notes:
    -  - {en: "Or `paddle.flip(x, axs=[0])`.", zh: "或 `paddle.flip(x, axs=[0])`。"}
    +  - {en: "Or `paddle.flip(x, axis=[0])`.", zh: "或 `paddle.flip(x, axis=[0])`。"}
    ```
    """
    yield from islice(_wrong(_Context(file)), _MOST_NAMES)


def _wrong(context: _Context) -> Iterator[Finding]:
    for span in context.file.spans:
        if span.denied or not span.text.isascii():
            continue
        yield from _keywords_of_calls(context, span)
        yield from _keywords_alone(context, span)
        yield from _names(context, span)


class _Context:
    """What a file is about."""

    def __init__(self, file: FileSubject) -> None:
        self.file = file
        self.names = file.facts.names
        self._meant: dict[tuple[str, frozenset[str]], str | None] = {}

    @cached_property
    def own(self) -> frozenset[str]:
        """Every name in the file's code and tables."""
        return frozenset(code_words(self.file.document.data))

    @cached_property
    def closed(self) -> bool:
        """Whether it is an entry, and it is known what its APIs take.

        Gotchas may speak of what they do not name.
        """
        entry = self.file.facts.corpus.entries.get(self.file.document.data.get("torch", ""))
        if entry is None or any(variant.outside for variant in entry.variants):
            return False
        apis = (entry.torch, *(variant.paddle for variant in entry.variants))
        return all(self.names.keywords(api) is not None for api in apis if api is not None)

    @cached_property
    def apis(self) -> frozenset[str]:
        """What could be the names of APIs, in the code and in the texts."""
        texts = " ".join(span.text for span in self.file.spans)
        return self.own.union(re.findall(r"[A-Za-z_]\w*", texts, re.ASCII))

    @cached_property
    def parameters(self) -> frozenset[str]:
        """What may be passed to these, and what the code itself names."""
        return self.own.union(*map(self.names.parameters, self.apis))

    @cached_property
    def near(self) -> frozenset[str]:
        """What the file is about: these, their APIs, and what stands in the texts."""
        return self.parameters | self.apis

    def meant(self, name: str, known: frozenset[str]) -> str | None:
        """The one of some names that a name misspells, None where it is none."""
        key = (name, known)
        if key not in self._meant:
            if len(self._meant) == _MOST_NAMES:
                return None
            least, most = len(name) - 1, len(name) + 1
            alike = sorted(one for one in known if least <= len(one) <= most and one != name)
            self._meant[key] = nearest(name, alike, _ALIKE)
        return self._meant[key]

    def finding(self, span: Span, name: str, message: str) -> Finding:
        return self.file.in_sentence(
            span.sentence, span.place(name), message, "Write the name as the signature has it."
        )


def _keywords_of_calls(context: _Context, span: Span) -> Iterator[Finding]:
    """Keywords in the calls of known APIs."""
    for node in span.nodes:
        if not isinstance(node, ast.Call) or not node.keywords:
            continue
        name = dotted(node.func) or (node.func.attr if isinstance(node.func, ast.Attribute) else "")
        taken = context.names.keywords(name)
        for word in (k.arg for k in node.keywords):
            if taken is None or word is None or word in taken or word in context.own:
                continue
            message = f"`{name}` takes no keyword `{word}`.{did_you_mean(word, sorted(taken))}"
            yield context.finding(span, word, message)


def _keywords_alone(context: _Context, span: Span) -> Iterator[Finding]:
    """`axis=1` alone, `axis=1, keepdim=True`, `axis=`."""
    if "=" not in span.text:
        return
    arguments = span.text.split(", ")
    if not all(map(_ARGUMENT.fullmatch, arguments)):
        return
    for word in (argument.partition("=")[0] for argument in arguments):
        if word == word.upper() or word in context.own or word in context.parameters:
            continue
        meant = context.meant(word, context.parameters)
        if context.closed or (meant is not None and word not in context.names):
            guess = f" Did you mean `{meant}`?" if meant else ""
            message = f"Nothing that the file is about takes the keyword `{word}`.{guess}"
            yield context.finding(span, word, message)


def _names(context: _Context, span: Span) -> Iterator[Finding]:
    """What is called, and what is only a name: is it nearly that of something known?"""
    called = {id(node.func) for node in span.nodes if isinstance(node, ast.Call)}
    for node in span.nodes:
        if isinstance(node, ast.Name):
            name = node.id
        elif isinstance(node, ast.Attribute) and _root(node) not in _ELSEWHERE:
            name = node.attr
        else:
            continue
        if name in context.names or name in context.own:
            continue
        if id(node) in called:
            known = context.names.words
        elif isinstance(node, ast.Attribute) or name == span.text:
            known = context.near
        else:
            known = frozenset(LIBRARIES)
        meant = context.meant(name, known)
        if meant is not None and meant in context.names and not _related(name, meant):
            message = f"Nothing is called `{name}`. Did you mean `{meant}`?"
            yield context.finding(span, name, message)


def _root(node: ast.Attribute) -> str:
    return (dotted(node) or "").partition(".")[0]


def _related(*names: str) -> bool:
    """Whether one name is made of the other on purpose: a plural, in place, a number, a class."""
    bare = {_NUMBER.sub("", name).strip("_").removesuffix("s").casefold() for name in names}
    return len(bare) == 1
