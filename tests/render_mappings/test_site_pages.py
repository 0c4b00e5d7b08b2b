"""What pages show beside the fixed wording: states, releases, lists, variants, aliases."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from browsing import ROOT
from sample import CORPUS
from site_html import article, html_of, page, seen

from mapping_model.applying.idioms import IDIOMS
from mapping_model.language.kinds import KINDS
from mapping_model.snapshots import PADDLE
from render_mappings.data.reference import Reference, load_reference
from render_mappings.pages.all_pages import all_pages
from render_mappings.pages.entry_pages import entry_pages
from render_mappings.pages.gotcha_pages import gotcha_pages
from render_mappings.views.highlighting import highlighted
from render_mappings.views.markup import plain
from render_mappings.views.page_context import Context, Repository
from render_mappings.views.wording import _LABELS, LANGUAGES, Language

NEWEST = PADDLE[-1]


def test_executed_example_says_when_and_on_what(site: Path) -> None:
    html = article(site, "api/torch.gather")
    first = html[html.index('id="example-1"') : html.index('id="example-2"')]
    assert "Same result" in first
    assert "2026-05-04, PyTorch 2.13.0" in first
    assert "gradients too" in first
    # Both releases with results, the newest first: equal on it, missing on the older one.
    assert f'<span class="pm-run-as-expected" title="As expected">{NEWEST}</span>' in first
    older = '<span class="pm-run-missing" title="Paddle does not have this API">2.6.2</span>'
    assert first.index(f"{NEWEST}</span>") < first.index(older)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "A form of <a href="), ("zh", "的另一种形式。")],
)
def test_a_form_is_shown_as_what_follows_and_names_the_other(
    tmp_path: Path, language: Language, said: str
) -> None:
    mappings = tmp_path / "mappings"
    base = (CORPUS / "torch/torch.abs.yaml").read_text("utf-8")
    form = "torch: torch.Tensor.abs_\nform_of: torch.abs\n"
    for name, text in (("torch/torch.abs", base), ("torch.Tensor/torch.Tensor.abs_", form)):
        path = mappings / f"{name}.yaml"
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
    for only in ((), ("torch.Tensor.abs_",)):
        reference = load_reference(mappings, only)
        context = Context(reference, language, Repository("https://example.org/r"))
        pages = {one.url: one.body() for one in entry_pages(context)}
        (body,) = (body for url, body in pages.items() if "torch.Tensor.abs_" in url)
        assert said in body
        assert "<code>torch.abs</code></a>" in body
        assert "x.abs_()" in seen(body)


def test_result_of_other_code_does_not_count(site: Path) -> None:
    html = article(site, "api/torch.gather")
    assert "Not executed yet" in html[html.index('id="example-2"') :]


def test_failed_run_is_said(site: Path) -> None:
    text = "\n".join(page(site, "api/torch.addcmul"))
    assert "The last run did not confirm this" in text
    assert "<b>values differ by 3</b>" in text


def test_reason_for_not_executing(site: Path) -> None:
    text = "\n".join(page(site, "api/torch.nn.utils.clip_grad_value_"))
    assert "It needs a GPU." in text
    assert "It needs paddlenlp." in "\n".join(page(site, "api/torch.hamming_window"))


def test_comparison_that_is_not_the_usual_one_is_explained(site: Path) -> None:
    text = "\n".join(page(site, "api/torch.max"))
    assert "Compared with rtol=0.0001: Rounding. Ties." in text
    assert "Gradients are not compared: Rounding. Ties." in text


def test_check_of_a_gotcha_raises_as_described(site: Path) -> None:
    lines = page(site, "gotcha/gather-index-rank")
    assert "The same name raises an error" in lines
    assert any(line.startswith("Raises an error, as described") for line in lines)


def test_gotcha_and_its_entries_link_each_other(site: Path) -> None:
    assert 'href="../../gotcha/gather-index-rank/"' in article(site, "api/torch.gather")
    assert 'href="../../api/torch.gather/"' in article(site, "gotcha/gather-index-rank")


def test_signatures_are_those_of_the_snapshots(site: Path) -> None:
    lines = page(site, "api/torch.gather")
    assert "torch.gather(input, dim, index, *, sparse_grad=False, out=None)" in lines
    assert "paddle.take_along_axis(arr, indices, axis, broadcast=True, *, out=None)" in lines


def test_keywords_that_paddle_accepts_besides(site: Path) -> None:
    # Measured: paddle.sum takes torch's `dim` and `input` since 3.2.2.
    english, chinese = page(site, "api/torch.sum"), page(site, "zh/api/torch.sum")
    remarks = {name: english[english.index(name) + 2] for name in ("input", "dim")}
    assert remarks["dim"].endswith("dim is accepted since 3.2.2.")
    assert remarks["input"].endswith("input is accepted since 3.2.2.")
    assert chinese[chinese.index("dim") + 2].endswith("自 3.2.2 起也接受 dim。")
    # Of the same name on both sides: nothing to say.
    assert "keepdim is accepted" not in "\n".join(english)


def test_other_places_by_position_are_warned_of(site: Path) -> None:
    # torch.gather(input, dim, index) is paddle.take_along_axis(arr, indices, axis).
    lines = page(site, "api/torch.gather")
    assert "dim is argument 2 in PyTorch, axis argument 3 in Paddle" in lines
    assert "index is argument 3 in PyTorch, indices argument 2 in Paddle" in lines
    # torch.Tensor.gather(dim, index): the first parameter of the function is the tensor (C5).
    lines = page(site, "api/torch.Tensor.gather")
    assert "dim is argument 1 in PyTorch, axis argument 2 in Paddle" in lines
    assert "index is argument 2 in PyTorch, indices argument 1 in Paddle" in lines
    assert "Passed by position" not in "\n".join(page(site, "api/torch.abs"))


def test_parameter_of_newer_releases_is_marked(site: Path) -> None:
    # `out` came to paddle.abs after 2.6.2: measured, see the snapshots.
    html = article(site, "api/torch.abs")
    row = html[html.index("<code>out</code>") :]
    assert ">since 3.3.1<" in row[: row.index("</tr>")]
    chinese = article(site, "zh/api/torch.abs")
    row = chinese[chinese.index("<code>out</code>") :]
    assert ">自 3.3.1 起<" in row[: row.index("</tr>")]
    assert "On older releases: Assign the result" in "\n".join(page(site, "api/torch.abs"))


def test_variants_have_own_parts_and_a_list_of_them(site: Path) -> None:
    html = article(site, "api/torch.max")
    for number in (1, 2, 3):
        assert f'href="#variant-{number}"' in html
        assert f'id="variant-{number}"' in html
    # The second one has no rows: it is the overload that the other two do not treat.
    second = html[html.index('id="variant-2"') : html.index('id="variant-3"')]
    assert "</b>(input, dim, keepdim=False, *, out=None)" in second[: second.index("</h2>")]


def test_alias_says_what_to_write_and_leads_to_the_page_that_has_the_rest(site: Path) -> None:
    lines = page(site, "api/torch.absolute")
    assert "torch.absolute is another name for torch.abs." in lines
    # In the sample nothing of it was run, which is said as on the page of the first name.
    assert "torch.absolute(x)" in lines
    said = [line for line in page(site, "api/torch.abs") if line.startswith("– Not run")]
    assert said
    assert said[0] in lines
    assert any(line.endswith("what stays different: see torch.abs.") for line in lines)
    html = article(site, "api/torch.absolute")
    # What is to be minded stands there; nothing leads to a part that this page has not.
    assert not [id_ for id_ in re.findall(r'href="#([^"]+)"', html) if f'id="{id_}"' not in html]
    twin = (site / "zh/api/torch.absolute/index.md").read_text("utf-8")
    assert "`torch.absolute` 是 [torch.abs](../torch.abs/index.md) 的别名。" in twin
    assert any(
        line.startswith("Other names: torch.absolute") for line in page(site, "api/torch.abs")
    )


def test_the_page_of_a_module_says_how_each_entry_stands(site: Path) -> None:
    html = article(site, "zh/module/torch")
    for name, tick in (
        ("torch.sum", '<span class="pm-tick pm-status-executed" title="已执行，结果一致"></span>'),
        ("torch.gather", '<span class="pm-tick pm-status-pending" title="尚未执行"></span>'),
    ):
        row = html[html.index(f'id="{name}"') :]
        assert tick in row[: row.index("</tr>")]


def test_related_apis(site: Path) -> None:
    lines = page(site, "api/torch.gather")
    assert lines[lines.index("Method") + 1] == "torch.Tensor.gather"
    # Neighbours in the alphabet are none.
    assert "torch.hamming_window" not in lines
    lines = page(site, "api/torch.Tensor.clip")
    assert lines[lines.index("In place") + 1].split()[0] == "torch.Tensor.clip_"


def test_missing_api_has_a_page_that_says_what_people_do_and_is_in_the_table(site: Path) -> None:
    assert "Paddle collects no vitals." in "\n".join(page(site, "api/torch.vitals_enabled"))
    html = article(site, "zh/module/torch")
    row = html[html.index('id="torch.vitals_enabled"') :]
    row = row[: row.index("</tr>")]
    assert "功能缺失" in row
    assert "Paddle 不收集运行指标。" in row
    assert 'href="../../api/torch.vitals_enabled/"' in html_of(site, "zh/category/missing")


def test_table_lists_every_entry(site: Path, mappings: Path) -> None:
    rows = json.loads((site / "table.json").read_text("utf-8"))["rows"]
    names = {row[0] for row in rows}
    for file in mappings.glob("torch*/*.yaml"):
        assert file.read_text("utf-8").split("\n", 1)[0].removeprefix("torch: ") in names


def test_code_is_coloured_once_for_both_languages(mappings: Path) -> None:
    reference = load_reference(mappings)
    highlighted.cache_clear()
    coloured = [0]
    for language in LANGUAGES:
        context = Context(reference, language, Repository("https://example.org/r"))
        for found in (*entry_pages(context), *gotcha_pages(context)):
            found.body()
        coloured.append(highlighted.cache_info().misses)
    # The second language has only its own comments above the code.
    assert coloured[1] > coloured[2] - coloured[1] == 2


def test_each_language_says_its_own_words_in_one_process(tmp_path: Path) -> None:
    reference = load_reference(tmp_path)
    said = {}
    for language in LANGUAGES:
        context = Context(reference, language, Repository("https://example.org/r"))
        pages = {found.url: found for found in all_pages(context)}
        said[language] = pages["packages/"].body()
    assert "The command runs them again" in said["en"]
    assert "The command runs them again" not in said["zh"]


def test_category_without_entry_says_so(tmp_path: Path) -> None:
    context = Context(load_reference(tmp_path), "zh", Repository("https://example.org/r"))
    pages = {found.url: found for found in all_pages(context)}
    assert "目前没有 API 属于此分类" in pages["category/outside-core/"].body()


def test_edit_and_report_links(site: Path) -> None:
    html = article(site, "api/torch.gather")
    repository = "https://github.com/paddle-porting/lint-mappings"
    assert f"{repository}/edit/main/mappings/torch/torch.gather.yaml" in html
    assert (
        f"{repository}/issues/new?template=wrong-mapping.yml&amp;title=torch.gather%3A%20" in html
    )


def test_names_that_differ_only_in_case_have_two_pages(site: Path) -> None:
    assert "torch.Tensor.T" in html_of(site, "api/torch.Tensor.T-capital")
    assert "torch.Tensor.t" in html_of(site, "api/torch.Tensor.t")


def test_home_counts_come_from_the_data(site: Path, mappings: Path) -> None:
    lines = page(site, "")
    entries = len(list(mappings.glob("torch*/*.yaml")))
    assert f"{entries}PyTorch APIs" in lines
    assert "2gotchas" in lines
    assert "result = torch.gather(x, 1, i)" in lines


def test_published_records_are_json_with_both_languages(site: Path, mappings: Path) -> None:
    data = json.loads((site / "api/v1/full.json").read_text("utf-8"))
    assert (data["api"], data["torch"], data["paddle"]) == (1, "2.13.0", NEWEST)
    assert len(data["entries"]) == len(list(mappings.glob("torch*/*.yaml")))
    gather = next(entry for entry in data["entries"] if entry["torch"] == "torch.gather")
    row = gather["variants"][0]["params"][0]
    assert (row["torch"], row["paddle"]) == ("input", "arr")
    assert row["remark"] == {
        "en": "The input tensor. Only the name differs.",
        "zh": "输入 Tensor，仅参数名不一致。",
    }


def test_published_records_have_what_older_and_newer_releases_take(site: Path) -> None:
    data = json.loads((site / "api/v1/full.json").read_text("utf-8"))
    own = [entry for entry in data["entries"] if entry["variants"]]
    entries = {entry["torch"]: entry["variants"][0] for entry in own}
    rows = {row["torch"]: row["older"] for row in entries["torch.abs"]["params"]}
    assert rows == {"input": None, "out": "assign"}
    (newer,) = entries["torch.linalg.svd"]["newer"]
    assert (newer["paddle"], newer["since"]) == ("paddle.compat.sort", "3.2.2")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_keys_of_published_records_are_explained(site: Path, language: str) -> None:
    entries = json.loads((site / "api/v1/full.json").read_text("utf-8"))["entries"]
    keys = {key for entry in entries for key in entry}
    keys |= {key for entry in entries for one in entry.get("variants", ()) for key in one}
    text = (ROOT / "docs" / language / "reading.md").read_text("utf-8")
    table = text[text.index("{ #json }") :]
    assert {key for key in keys if f"`{key}`" not in table} == set()


def test_every_rule_has_a_page(site: Path) -> None:
    from lint_mappings.rules import RETIRED, all_rules

    listed = article(site, "rules")
    for code in all_rules():
        assert f'href="../rules/{code}/"' in listed
        assert '<span class="g' in html_of(site, f"rules/{code}")
    for code, successor in RETIRED.items():
        assert f"rules/{code}/" not in listed
        assert f'href="../{successor}/"' in article(site, f"rules/{code}")


@pytest.mark.parametrize("root", ["", "zh/"])
def test_the_vocabulary_is_one_page_that_others_lead_to(site: Path, root: str) -> None:
    language: Language = "zh" if root else "en"
    text = "\n".join(page(site, f"{root}vocabulary"))
    for name, form in IDIOMS.items():
        assert f"\n{name}\n{plain(form.sentence.get(language))}\n" in text
        assert all(line in text for line in "\n".join(form.example).split("\n"))
    for words, _ in KINDS.values():
        assert f"\n{plain(words.get(language).strip())}\n" in text
    # A condition, and how pages say it.
    assert "given(out)\n" + {"en": "out is passed", "zh": "传入 out"}[language] in text
    assert 'href="../../vocabulary/"' in article(site, f"{root}rules/PM310")
    assert 'href="../vocabulary/"' in article(site, f"{root}reading")


@pytest.mark.parametrize("key", _LABELS)
def test_labels_say_the_same_in_both_languages(key: str) -> None:
    english, chinese = _LABELS[key]
    places = [place for place in ("{0}", "{1}", "{2}", "{3}") if place in english]
    assert [place for place in ("{0}", "{1}", "{2}", "{3}") if place in chinese] == places
    assert not hasattr(dict, key), "templates would find the method of dict instead"


def test_both_languages_have_the_same_handwritten_pages() -> None:
    docs = Path(__file__).parents[2] / "docs"
    # Maintaining is documented in English only.
    own = {"maintainers.md", "isolation.md"}
    english = {path.name for path in (docs / "en").glob("*.md")} - own
    assert english == {path.name for path in (docs / "zh").glob("*.md")}


# What a paragraph ends with and nothing follows that it could lead to.
_COLON = re.compile(
    r"<p\b[^>]*>(?:(?!</p>).)*[:：]\s*</p>\s*(?!\s|<(?:ul|ol|dl|table|pre|div))", re.DOTALL
)
_DESCRIPTION = re.compile(r'<meta name="description" content="[^"]*[:：]\s*"')


def test_no_paragraph_and_no_description_leaves_a_colon_dangling(site: Path) -> None:
    for file in site.rglob("*.html"):
        html = file.read_text("utf-8")
        assert _COLON.findall(html) == [], file
        assert _DESCRIPTION.findall(html) == [], file


def test_no_paragraph_of_the_data_leaves_a_colon_dangling(reference: Reference) -> None:
    texts = [gotcha.text for gotcha in reference.gotchas.values()]
    for entry in reference.published.values():
        texts += [note for variant in entry.state.variants for note in variant.notes]
    found = (paragraph for t in texts for paragraph in f"{t.en}\n\n{t.zh}".split("\n\n"))
    assert [paragraph for paragraph in found if paragraph.rstrip().endswith((":", "："))] == []
