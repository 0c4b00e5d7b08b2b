"""The site's own words, in both languages: headings, labels, states.

The fixed sentences of the format specification are not here but in `mapping_model`.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from mapping_model.categories import Text

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")

_LABELS: dict[str, tuple[str, str]] = {
    # Entry pages
    "torch_docs": ("PyTorch documentation", "PyTorch 文档"),
    "paddle_docs": ("Paddle documentation", "Paddle 文档"),
    "no_signature": ("The signature is not known.", "签名未知。"),
    "not_in_release": ("Not in this release.", "该版本没有此 API。"),
    "install": ("Install it with", "安装方式"),
    "parameters": ("Parameters", "参数映射"),
    "remark": ("Remark", "备注"),
    "examples": ("Conversion examples", "转写示例"),
    "whole": ("The call", "基本用法"),
    "inputs": ("With", "其中"),
    "torch_code": ("# PyTorch", "# PyTorch 写法"),
    "paddle_code": ("# Paddle", "# Paddle 写法"),
    "see_example": ("example", "示例"),
    "also_accepted": ("Paddle accepts {0} too.", "Paddle 也接受 {0}。"),
    "accepted": ("{0} is accepted too.", "也接受 {0}。"),
    "accepted_since": ("{0} is accepted since {1}.", "自 {1} 起也接受 {0}。"),
    "since": ("since {0}", "自 {0} 起"),
    "brackets": (" ({0})", "（{0}）"),
    "of_page": ("{0}: {1}", "{0}：{1}"),
    "always": ("in {0} and later", "{0} 及以后"),
    "since_title": (
        "Of the supported Paddle releases, {0} is the first that has it.",
        "在支持的 Paddle 版本中，从 {0} 开始提供。",
    ),
    "older": ("On older releases: ", "旧版本："),
    "moved": (
        "Passed by position, these parameters stand elsewhere in Paddle; pass them by name:",
        "按位置传参时，以下参数在 Paddle 中的位置不同，请使用关键字传参：",
    ),
    "moved_to": (
        "{0} is argument {1} in PyTorch, {2} argument {3} in Paddle",
        "{0} 在 PyTorch 中是第 {1} 个，{2} 在 Paddle 中是第 {3} 个",
    ),
    "moved_same": (
        "{0} is argument {1} in PyTorch and {2} in Paddle",
        "{0} 在 PyTorch 中是第 {1} 个，在 Paddle 中是第 {2} 个",
    ),
    "moved_keyword": (
        "{0} is argument {1} in PyTorch, {2} is taken only by name in Paddle",
        "{0} 在 PyTorch 中是第 {1} 个，{2} 在 Paddle 中只能以关键字传入",
    ),
    "formula": ("Formula", "公式"),
    # What is written instead of the plain call
    "written": ("What to write", "具体写法"),
    "written_otherwise": ("Otherwise:", "其他情况："),
    "written_rows": ("The call, with parameters as in the table.", "直接调用，参数按上表书写。"),
    "written_target": (
        "{0}, with parameters as in the table.",
        "{0}，参数按上表书写。",
    ),
    "written_fields": (
        "Of the result, only the parts that are used are written:",
        "返回值中只需写出用到的部分：",
    ),
    "written_self": (
        "{0} is the object that it is called on.",
        "{0} 代表调用该方法的对象。",
    ),
    "written_rest": (
        "{0} stands for the arguments that the code does not name, as the table makes them.",
        "{0} 代表代码中未写出的参数，按上表转换。",
    ),
    "written_same": (
        "{0} stands for all arguments, as PyTorch takes them.",
        "{0} 代表全部参数，与 PyTorch 的写法相同。",
    ),
    "written_value": ("{0} is what is assigned.", "{0} 代表所赋的值。"),
    "read_on": ("Read on", "详情"),
    "gotchas_here": ("Gotchas", "常见陷阱"),
    "notes": ("Notes", "说明"),
    "limits": ("What stays different", "仍然存在的差异"),
    "limits_instead": ("This holds there too:", "此时可转写为："),
    "limits_example": ("A call that shows it", "示例调用"),
    "tried": ("Other inputs", "其他输入"),
    "attributes": ("Attributes", "属性"),
    "attributes_differ": (
        "What Paddle {0} calls otherwise; `m` is the layer",
        "Paddle {0} 中名称或取值不同的属性；`m` 是该层",
    ),
    "no_attribute": ("none", "无"),
    "tried_before": ("On older releases", "旧版本上的情况"),
    "how_tried": ("How they were tried", "如何测试"),
    "newer": ("In newer releases", "新版本的替代"),
    "related": ("Related APIs", "相关 API"),
    "same_target": ("Also ported to", "同样对应"),
    "related_function": ("Function", "函数"),
    "related_method": ("Method", "方法"),
    "related_in-place": ("In place", "原地操作"),
    "related_operator": ("Operator", "运算符"),
    "related_class": ("Class", "类"),
    "alias": ("{0} is another name for {1}.", "{0} 是 {1} 的别名。"),
    "alias_more": (
        "Parameters, examples, releases and what stays different: see {0}.",
        "参数、示例、各版本的情况与仍然存在的差异见 {0}。",
    ),
    "form": ("A form of {0}.", "{0} 的另一种形式。"),
    "aliases": ("Other names:", "别名："),
    "variants": ("Ways to call it", "调用方式"),
    "variants_text": (
        "These calls are ported in different ways:",
        "以下调用方式的转写各不相同：",
    ),
    "variant": ("Way {0}: {1}", "方式 {0}：{1}"),
    "contents": ("On this page", "本页目录"),
    "signatures": ("Signatures", "API 签名"),
    "elsewhere": ("On other releases: {0}", "其他版本上：{0} 项"),
    "edit": ("Edit this entry", "编辑本条目"),
    "edit_gotcha": ("Edit this gotcha", "编辑本陷阱"),
    "report": ("Report a mistake", "报告错误"),
    "english_only": ("", "本页只有英文版。"),
    "in_english": ("", "以下说明只有英文版。"),
    # Of Markdown alone
    "way_number": ("Way {0}", "用法 {0}"),
    "formula_is": ("Formula: `{0}`", "公式：`{0}`"),
    "llms_docs": ("Documentation", "文档"),
    "llms_data": ("Data", "数据"),
    "llms_entries": ("PyTorch APIs and what replaces them", "PyTorch API 及其对应"),
    "table_category": ("Category", "映射关系分类"),
    # How an example fared
    "run_equal": ("Same result", "结果一致"),
    "run_differs": ("The results differ, as described", "结果不同，与说明一致"),
    "run_raises": ("Raises an error, as described", "报错，与说明一致"),
    "run_failed": ("The last run did not confirm this", "最近一次执行未能证实"),
    "run_missing": ("Paddle does not have this API", "Paddle 没有该 API"),
    "run_not-executable": ("Not executed", "未执行"),
    "run_pending": ("Not executed yet", "尚未执行"),
    "run_on": ("{0}, PyTorch {1}", "{0}，PyTorch {1}"),
    "gradients_too": ("gradients too", "梯度也一致"),
    "elsewhere_equal": ("the result is the same", "结果一致"),
    "elsewhere_unchanged_equal": ("unchanged code gives the same result", "代码不改时结果一致"),
    "elsewhere_unchanged_differs": (
        "unchanged code gives another result without an error",
        "代码不改时结果不同且不报错",
    ),
    "elsewhere_unchanged_refused": ("unchanged code raises an error", "代码不改时报错"),
    "elsewhere_detail": ("it comes out otherwise", "结果有别"),
    "processes": (
        "{} processes run it together, each on random inputs of its own; all results are compared.",
        "由 {} 个进程同时运行，各进程的随机输入不同，并比较所有进程的结果。",
    ),
    "reason_gpu": ("It needs a GPU.", "需要 GPU。"),
    "reason_processes": ("It needs several processes.", "需要多个进程。"),
    "reason_network": ("It needs the network.", "需要网络。"),
    "reason_package": ("It needs another package.", "需要其他软件包。"),
    "reason_file": ("It needs files.", "需要文件。"),
    "compare_random": (
        "Random values: compared by shape, dtype and statistics over many draws.",
        "随机结果：比较多次采样的形状、数据类型与统计量。",
    ),
    "compare_property": ("So is `{0}`.", "`{0}` 也以此方式比较。"),
    "compare_raises": (
        "Both sides raise an error: `{0}` in PyTorch, `{1}` in Paddle.",
        "两侧都会报错：PyTorch 为 `{0}`，Paddle 为 `{1}`。",
    ),
    "called_with": ("The result is called with {0}.", "以 {0} 调用该结果。"),
    "compare_tolerance": ("Compared with {0}: ", "比较时的容差为 {0}："),
    "compare_gradient": ("Gradients are not compared: ", "未比较梯度："),
    "compare_dtype": ("The dtype is not compared: ", "未比较数据类型："),
    "older_failures": ("What went wrong on older releases", "旧版本上的问题"),
    # How each usage stands on each release
    "by_release": ("Paddle releases", "Paddle 版本"),
    "release": ("Release", "版本"),
    "by_usage": ("Paddle releases", "各 Paddle 版本"),
    "usage": ("Usage", "用法"),
    "usage_also": ("and", "以及"),
    "usage_where": ("Where {0}", "{0}时"),
    "rare": (
        "{0} rare cases: NaN, infinities, empty tensors, dtypes that few use",
        "{0} 种少见情形：NaN、无穷大、空 Tensor、少用的数据类型",
    ),
    "rare_one": (
        "1 rare case: NaN, infinities, an empty tensor, or a dtype that few use",
        "1 种少见情形：NaN、无穷大、空 Tensor 或少用的数据类型",
    ),
    "usage_lasting": ("{0} more differences on every release", "另有 {0} 处差异，各版本均存在"),
    "usage_lasting_one": ("1 more difference on every release", "另有 1 处差异，各版本均存在"),
    "unchanged_always": ("unchanged on all releases", "各版本均无需修改"),
    "unchanged_never": ("needs a change on every release", "各版本均需修改"),
    "unchanged_since": ("unchanged since {0}", "自 {0} 起无需修改"),
    "unchanged_only": ("unchanged only on {0}", "仅在 {0} 上无需修改"),
    "unchanged_by_inputs": ("depends on the inputs", "取决于输入"),
    "unchanged_partly": ("not in every call", "并非每种调用"),
    "unchanged_code": ("What unchanged code gives", "代码不改的结果"),
    "unchanged_gives": ("{0} on {1}: {2}", "{0}，{1}：{2}"),
    "mark_unchanged": (
        "unchanged: only `torch` becomes `paddle`",
        "无需修改，只需把 `torch` 换成 `paddle`",
    ),
    "mark_partly": (
        "unchanged in one call with this option, not in others",
        "有的调用传入该参数时无需修改，有的需要",
    ),
    "mark_compat": (
        "unchanged after `paddle.enable_compat()`",
        "先调用 `paddle.enable_compat()`，此后无需修改",
    ),
    "mark_code": ("to be rewritten; unchanged, it raises an error", "需要转写，不改会报错"),
    "mark_silent": (
        "to be rewritten; unchanged, it gives another result without an error",
        "需要转写，不改不报错但结果不同",
    ),
    "mark_crash": (
        "to be rewritten; unchanged, it ends the process",
        "需要转写，不改会使进程终止",
    ),
    "mark_think": ("a person must decide", "需要人工判断"),
    "mark_fails": ("no code is known to work", "尚无已知可用的写法"),
    "mark_no-counterpart": ("Paddle has no way to write it", "Paddle 暂无转写方式"),
    "mark_unknown": ("not measured", "未测得"),
    "mark_differs": ("the result differs without an error", "结果不同且不报错"),
    "mark_gradient-differs": ("the gradient differs without an error", "梯度不同且不报错"),
    "mark_backward-raises": ("an error if a gradient is wanted", "求梯度时报错"),
    "mark_refused": ("Paddle raises an error", "Paddle 报错"),
    "mark_crashes": ("Paddle ends the process", "Paddle 会使进程终止"),
    "mark_accepted": ("PyTorch raises an error, Paddle does not", "PyTorch 报错而 Paddle 不报错"),
    "fate_equal": ("Same result", "结果一致"),
    "fate_differs": ("The results differ", "结果不同"),
    "fate_raises": ("Raises an error", "报错"),
    "fate_missing": ("Paddle does not have it", "Paddle 没有该 API"),
    "fate_not-executable": ("Not executed", "未执行"),
    "fate_pending": ("Not executed yet", "尚未执行"),
    "fate_no-examples": ("No examples", "没有示例"),
    "outcome_equal": ("The results are equal.", "结果一致。"),
    "outcome_differs": ("The results differ.", "结果不同。"),
    "outcome_raises": ("It raises an error.", "报错。"),
    "outcome_missing": ("Paddle does not have this API.", "Paddle 没有该 API。"),
    "outcome_not-executable": ("It was not executed.", "未执行。"),
    # What to write, in short
    "answer": ("What to write", "该怎么写"),
    "beside": ("What a gotcha about others says of {0}", "另一条陷阱中关于 {0} 的说明"),
    "rows_are_of": ("The signature and the rows below are of {0}.", "下面的签名与参数表针对 {0}。"),
    "rows_are_of_on": (
        "The signature and the rows below are of {0}, for Paddle {1}.",
        "下面的签名与参数表针对 {0}，适用于 Paddle {1}。",
    ),
    "call_becomes": ("On Paddle {0} the call becomes {1}.", "在 Paddle {0} 上，调用转写为 {1}。"),
    "call_becomes_always": ("The call becomes {0}.", "调用转写为 {0}。"),
    "category_is": ("Category {0}: {1}.", "类别 {0}：{1}。"),
    "head_unchanged": (
        "Runs unchanged: only `torch` becomes `paddle`.",
        "无需转写，只把 `torch` 换成 `paddle`。",
    ),
    "head_first": (
        "This call runs unchanged: only `torch` becomes `paddle`; of the calls below it, some have "
        "to be rewritten.",
        "此调用无需转写，只把 `torch` 换成 `paddle`；后面的写法中有的需要转写。",
    ),
    "head_compat": (
        "Runs unchanged once `paddle.enable_compat()` has been called.",
        "先调用 `paddle.enable_compat()`，此后无需转写。",
    ),
    "head_code": (
        "Has to be rewritten; left as it is, it raises an error.",
        "需要转写；不改会报错。",
    ),
    "head_silent": (
        "Has to be rewritten; left as it is, it gives another result and raises no error.",
        "需要转写；不改不会报错，但结果不同。",
    ),
    "head_crash": (
        "Has to be rewritten; left as it is, it ends the process.",
        "需要转写；不改会使进程终止。",
    ),
    "head_mixed": (
        "It depends on the call; some have to be rewritten.",
        "视调用方式而定，部分需要转写。",
    ),
    "head_mixed_silent": (
        "It depends on the call: some have to be rewritten, and give another result without an "
        "error if left as they are.",
        "视调用方式而定：部分需要转写，不改不会报错，但结果不同。",
    ),
    "head_kept": (
        "This call stays as it is, `torch` becomes `paddle`; only other lines are rewritten.",
        "这一调用无需转写，只把 `torch` 换成 `paddle`；需要转写的是其他行。",
    ),
    "head_think": ("A person must decide how to write it.", "如何转写需要人工判断。"),
    "head_fails": ("No code is known to work.", "尚无已知可用的写法。"),
    "head_no-counterpart": ("Paddle has no way to write it.", "Paddle 暂无转写方式。"),
    "head_unknown": ("Not run: what stands here was read.", "未执行，以下内容依据文档。"),
    "verdict_unchanged": (
        "`torch` becomes `paddle`, nothing else.",
        "只需把 `torch` 换成 `paddle`。",
    ),
    "verdict_same": ("The same code.", "代码相同，无需修改。"),
    "often": ("Often called like this, too:", "这些写法也很常见："),
    "often_code": ("Has to be rewritten like this.", "需这样转写。"),
    "verdict_compat": (
        "Unchanged, once `paddle.enable_compat()` has been called.",
        "先调用 `paddle.enable_compat()`，代码无需修改。",
    ),
    "verdict_code": ("", ""),
    "verdict_think": ("A person must decide.", "需要人工判断。"),
    "verdict_fails": ("No code is known to work here.", "尚无已知可用的写法。"),
    "verdict_unknown": ("Not executed.", "未执行。"),
    "verdict_no-counterpart": ("Paddle has no counterpart.", "Paddle 没有对应的 API。"),
    "run_with": (
        "Measured on the CPU, on {0} with PyTorch {1} and Python {2}.",
        "在 CPU 上实测于 {0}，PyTorch {1}，Python {2}。",
    ),
    "what_drop_in_is": ("What is this?", "这是什么？"),
    "how_to_read": ("How to read this", "如何阅读"),
    "drop_in": ("Unchanged", "代码不改"),
    "drop_in_drop-in": ("Drop-in", "可直接替换"),
    "drop_in_silently-different": ("Silently different", "不报错但结果不同"),
    "some_silent": ("Some usage silently differs", "有用法不报错但结果不同"),
    "drop_in_refused": ("Refused", "被拒绝"),
    "drop_in_unknown": ("Not known", "未知"),
    "and_more": (" (and {0} more)", "（另有 {0} 处）"),
    "holds_on": ("Holds on Paddle {0}", "在 Paddle {0} 上成立"),
    "only_on": ("Only on Paddle {0}", "仅限 Paddle {0}"),
    "holds_not": ("not on {0}", "在 {0} 上不成立"),
    "span": ("{0} – {1}", "{0} 至 {1}"),
    "comma": (", ", "、"),
    "colon": (": ", "："),
    # Between sentences.
    "blank": (" ", ""),
    "semicolon": ("; ", "；"),
    "clauses": ("; ", "，"),
    # States of an entry
    "status_executed": ("executed, same result", "已执行，结果一致"),
    "status_pending": ("not executed yet", "尚未执行"),
    "status_failing": ("not confirmed", "未能证实"),
    "status_not-executable": ("not executable here", "无法执行"),
    "status_no-examples": ("no example needed", "无需示例"),
    "status_missing": ("no counterpart", "无对应 API"),
    # Kinds
    "kind_function": ("function", "函数"),
    "kind_method": ("method", "方法"),
    "kind_class": ("class", "类"),
    "kind_attribute": ("attribute", "属性"),
    # Lists
    "apis": ("All APIs", "API 索引"),
    "apis_text": (
        "Every entry, the most used first, with what to do about the plain call on each Paddle "
        "release. Type a name, choose what is to be shown, sort by any column.",
        "全部条目，最常用的在前，并说明基本用法在各 Paddle 版本上应如何处理。"
        "可输入名称、选择筛选条件，或按任意一列排序。",
    ),
    "filter_name": ("Name", "名称"),
    "filter_placeholder": (
        "gather, masked_fill, paddle.clip …",
        "gather、masked_fill、paddle.clip ……",
    ),
    "module": ("Module", "模块"),
    "category": ("Category", "分类"),
    "status": ("State", "状态"),
    "verdict": ("Verdict", "结论"),
    "all": ("all", "全部"),
    "with_gotchas": ("with gotchas", "有常见陷阱"),
    "marks_text": (
        "The plain call, as it was run on the CPU; single parameters may fare otherwise.",
        "指基本用法在 CPU 上的执行结果，个别参数可能不同。",
    ),
    "reset": ("Clear", "清除"),
    "shown": ("{0} of {1} APIs", "{1} 个 API 中的 {0} 个"),
    "none_shown": ("No entry fits. Take a filter away.", "没有符合条件的条目，请放宽筛选条件。"),
    "load_failed": ("The list could not be loaded.", "列表加载失败。"),
    "filters_without_script": ("The filters need JavaScript.", "筛选需要 JavaScript。"),
    "search_without_script": ("The search needs JavaScript.", "搜索需要 JavaScript。"),
    "without_script": (
        "All entries are in the tables of their modules, too:",
        "全部条目也列在各模块的表格中：",
    ),
    "table": ("Mapping table", "映射总表"),
    "table_without_script": (
        "Without JavaScript the first {0} of {1} APIs are here.",
        "未启用 JavaScript 时，此处只有 {1} 个 API 中的前 {0} 个。",
    ),
    "table_text": (
        "Every PyTorch API and what replaces it in Paddle, the most used first. "
        "Each module has the table of its own APIs.",
        "全部 PyTorch API 及其在 Paddle 中的对应，最常用的在前。各模块另有自己的表格。",
    ),
    # Code converted in the browser
    "convert": ("Convert code", "转换代码"),
    "convert_text": (
        "Paste PyTorch code and see it as Paddle code, with every change marked, and what is left "
        "to do. The program behind the command torch-to-paddle runs in this page: your code is "
        "sent nowhere, and is not executed.",
        "粘贴 PyTorch 代码，即可看到对应的 Paddle 代码，每处改动都有标记，并列出仍需处理的地方。"
        "命令 torch-to-paddle 所用的程序直接在本页中运行：代码不会发送到任何地方，"
        "也不会被执行。",
    ),
    "convert_source": ("PyTorch code", "PyTorch 代码"),
    "convert_result": ("Paddle code", "Paddle 代码"),
    "convert_paste": ("Paste PyTorch code here", "在此粘贴 PyTorch 代码"),
    "convert_button": ("Convert", "转换"),
    "convert_own": ("Convert your own code", "转换自己的代码"),
    "convert_copy": ("Copy", "复制"),
    "convert_download": ("Download", "下载"),
    "convert_link": ("Copy link", "复制链接"),
    "convert_left": ("What is left", "仍需处理"),
    "convert_command": (
        "On your machine, `torch-to-paddle FOLDER` converts whole folders.",
        "在本机上，`torch-to-paddle 目录` 可转换整个目录。",
    ),
    "convert_without_script": (
        "To convert code here takes JavaScript.",
        "在此转换代码需要 JavaScript。",
    ),
    "convert_runs_on": ("Python in this page is {0} ({1}).", "本页中的 Python 由 {0}（{1}）提供。"),
    "convert_say_loading": (
        "Loading Python into the page, 6 MB …",
        "正在将 Python 加载到页面中（6 MB）……",
    ),
    "convert_say_converting": ("Converting …", "正在转换……"),
    "convert_say_done": (
        "Uses of torch converted: {0}. Left to look at: {1}.",
        "已转换 {0} 处 PyTorch 用法，还有 {1} 处需要查看。",
    ),
    "convert_say_nothing": (
        "Nothing of torch was found in this code.",
        "这段代码中没有发现 PyTorch 的用法。",
    ),
    "convert_say_none": ("Nothing is left to look at.", "没有需要查看的地方。"),
    "convert_say_syntax": ("Line {0} is not Python: {1}.", "第 {0} 行不是 Python：{1}。"),
    "convert_say_unreadable": ("This code cannot be read: {0}.", "无法读取这段代码：{0}。"),
    "convert_say_large": (
        "This is too much for a page: {0} characters, where {1} are allowed.",
        "代码过长：共 {0} 个字符，本页最多处理 {1} 个。",
    ),
    "convert_say_failed": (
        "Python could not be loaded into this page. Check the connection and reload the page, or "
        "convert on your machine: torch-to-paddle FOLDER.",
        "无法将 Python 加载到本页中。请检查网络并重新加载页面，"
        "或在本机上转换：torch-to-paddle 目录。",
    ),
    "convert_say_slow": (
        "Python has not started within two minutes. Check the connection and reload the page, or "
        "convert on your machine: torch-to-paddle FOLDER.",
        "Python 未能在两分钟内启动。请检查网络并重新加载页面，"
        "或在本机上转换：torch-to-paddle 目录。",
    ),
    "convert_say_maybe": ("may be PyTorch's: {0}", "可能属于 PyTorch：{0}"),
    "convert_say_wasm": (
        "This browser has no WebAssembly, which the converter needs.",
        "此浏览器不支持 WebAssembly，无法运行转换程序。",
    ),
    "convert_say_broke": (
        "The converter could not finish this code. It starts again with the next change.",
        "转换程序未能处理完这段代码。再次修改后会重新开始。",
    ),
    "convert_say_copied": ("Copied.", "已复制。"),
    "convert_say_linked": (
        "The link is copied. It holds the code itself.",
        "链接已复制，其中包含代码本身。",
    ),
    "convert_say_uncopied": (
        "The browser does not allow copying.",
        "浏览器不允许复制。",
    ),
    "convert_say_long": (
        "The code is too long for a link.",
        "代码过长，无法放入链接。",
    ),
    "convert_say_unlinked": (
        "The code in this link cannot be read.",
        "无法读取此链接中的代码。",
    ),
    "convert_say_line": ("Line {0}", "第 {0} 行"),
    # What maps to a Paddle API
    "paddle": ("By Paddle API", "按 Paddle API 查找"),
    "paddle_text": (
        "Every Paddle API that an entry names, with the PyTorch APIs that are ported to it.",
        "条目中提到的全部 Paddle API，以及对应的 PyTorch API。",
    ),
    "maps_to": ("PyTorch APIs that are ported to {0}: {1}.", "对应 {0} 的 PyTorch API：{1}。"),
    "maps_to_text": (
        "The PyTorch APIs that are ported to it, and what differs in the call.",
        "与之对应的 PyTorch API，以及调用上的差异。",
    ),
    "maps_too": ("All that maps to it", "与之对应的全部 PyTorch API"),
    "way_column": ("What differs", "差异"),
    "way_newer": ("On newer releases.", "用于较新的版本。"),
    "way_case": ("For some calls.", "用于部分调用。"),
    "way_outside": ("In another package.", "在其他软件包中。"),
    "way_renamed": ("{0}", "{0}"),
    "way_torch_only": ("not in Paddle: {0}", "Paddle 无此参数：{0}"),
    "way_differs": ("used differently: {0}", "用法不同：{0}"),
    "way_set": ("write {0}", "需写 {0}"),
    "way_returns": ("the return value differs", "返回值不同"),
    "categories": ("Categories", "映射分类"),
    "categories_text": (
        "Each entry is in one category. Where several fit, the one further down this list wins.",
        "每个条目属于一个分类；同时符合多个分类时，取下表中靠后的一个。",
    ),
    "modules": ("Modules", "模块"),
    "module_title": ("APIs of {0}", "{0} 的 API"),
    "entries": ("{0} entries", "{0} 个条目"),
    "entries_one": ("1 entry", "1 个条目"),
    "category_empty": (
        "No API is in this category: with the Paddle release that entries are written for, none "
        "has to be.",
        "目前没有 API 属于此分类：就条目所针对的 Paddle 版本而言，不需要它。",
    ),
    "gotchas": ("Gotchas", "常见陷阱"),
    "gotchas_text": (
        "What bites while porting: calls that look alike and are not.",
        "迁移时容易踩到的坑：看似相同、实则不同的用法。",
    ),
    "gotchas_everywhere": (
        "Each holds on every supported Paddle release, unless something else stands beside it.",
        "未另行注明的，在所有受支持的 Paddle 版本上都成立。",
    ),
    "trap_silent": ("no error, another result", "不报错但结果不同"),
    "trap_loud": ("raises an error", "报错"),
    "trap_other": ("advice, or not shown by an example", "建议，或没有示例演示"),
    "trap_over": ("gone on the newest release", "最新版本上已不存在"),
    "worst": ("Worst first", "按危害排序"),
    "worst_text": (
        "The gotchas that hurt most now: those without an error first, then by how much code uses "
        "the APIs that they are about.",
        "当前危害最大的陷阱在前：先列不报错的，再按相关 API 的使用次数排列。",
    ),
    "worst_how": ("How each shows is that of Paddle {0}.", "“表现”指在 Paddle {0} 上的表现。"),
    "worst_by_topic": ("By topic", "按主题查看"),
    "worst_shows": ("How it shows", "表现"),
    "gotcha": ("Gotcha", "陷阱"),
    "claims": ("What documents claim", "公开文档的说法"),
    "claims_text": (
        "What public documents say about porting, told in our words, and what is found of it on "
        "the supported releases.",
        "公开文档中关于迁移的说法（以我们的语言转述），以及在各受支持版本上的验证结论。",
    ),
    "claims_how": (
        "A verdict follows from examples that were run on each release, or from the names that it "
        "has; else it says why it cannot be checked here.",
        "结论来自在各版本上执行的示例，或该版本实际提供的名称；无法在此验证的，说明原因。",
    ),
    "claims_document": ("Document", "文档"),
    "claims_read": ("Read the document", "阅读原文"),
    "claims_at": ("({0})", "（{0}）"),
    "claims_holds": ("true", "成立"),
    "claims_held": ("true on some releases", "仅部分版本成立"),
    "claims_never": ("false", "不成立"),
    "claims_unchecked": ("not checkable here", "此处无法验证"),
    "claim_holds": ("True.", "成立。"),
    "claim_held": ("True only on {0}.", "仅在 {0} 上成立。"),
    "claim_never": ("False.", "不成立。"),
    "claim_unchecked": ("Not checked here.", "此处未验证。"),
    "claim_guide": (" Measured on {0} alone.", "仅在 {0} 上测得。"),
    "claim_page": ("The porting guide", "迁移指南"),
    "claimed": ("What documents say of it", "公开文档的相关说法"),
    "checklist_more": ("Read the step", "查看该步骤"),
    "checklist_about": ("About: {0}", "说明：{0}"),
    "no_gotchas": ("There are none yet.", "暂无。"),
    "topic_tensors": ("Tensors", "Tensor"),
    "topic_layers": ("Layers", "网络层"),
    "topic_losses": ("Losses", "损失函数"),
    "topic_optimizers": ("Optimizers", "优化器"),
    "topic_training": ("Training", "训练流程"),
    "topic_devices": ("Devices", "设备"),
    "topic_data": ("Data", "数据"),
    "topic_precision": ("Precision", "精度"),
    "topic_nlp": ("Language models", "自然语言处理"),
    "topic_environment": ("Environment", "环境"),
    "checks": ("Shown by running it", "执行验证"),
    "check": ("Check {0}", "验证 {0}"),
    "concerns": ("Entries it concerns", "相关条目"),
    # Statistics
    "statistics": ("Coverage", "覆盖情况"),
    "statistics_text": (
        "Counted from the data while this site was built.",
        "以下数字在构建站点时由数据统计得出。",
    ),
    "counterpart": ("Counterparts in Paddle", "Paddle 中的对应 API"),
    "counterpart_some": ("With a counterpart", "有对应 API"),
    "counterpart_none": ("Paddle has none", "Paddle 没有对应 API"),
    "counterpart_unknown": ("Documented, without an entry so far", "有文档而尚无条目"),
    "of_torch": ("How much of PyTorch has an entry", "PyTorch 中已有条目的部分"),
    "of_torch_text": (
        "{0} % of the {1} uses of PyTorch in {2} are of APIs that have an entry, and so have "
        "{3} % of the {4} names of PyTorch {5} that carry a docstring. Methods are counted "
        "by inferred types of their receivers, and annotations are left out.",
        "在 {2} 中，对 PyTorch API 的使用共 {1} 处，其中 {0} % 所用的 API 已有条目；"
        "PyTorch {5} 中带有文档字符串的名称共 {4} 个，其中 {3} % 已有条目。"
        "方法调用按推断出的对象类型统计，类型标注不计入。",
    ),
    "of_uses": ("Uses", "使用次数"),
    "of_uses_covered": ("Uses covered", "已覆盖的使用"),
    "of_names": ("Documented names", "有文档的名称"),
    "of_names_covered": ("Names with an entry", "已有条目的名称"),
    "of_others": ("{0} other modules and classes", "其他 {0} 个模块和类"),
    "wanted": ("Without an entry, most used first", "使用最多而尚无条目的 API"),
    "without": ("Documented names without an entry, and why", "尚无条目的有文档名称及原因"),
    "without_used": ("Used by the packages counted", "所统计的软件包中用到"),
    "without_deprecated": ("Deprecated by PyTorch", "PyTorch 已弃用"),
    "without_device": ("For GPUs and other accelerators", "用于 GPU 等加速设备"),
    "without_processes": ("For several processes", "用于多进程"),
    "without_machinery": (
        "Of the compiler, exporters, profilers and storages",
        "属于编译器、导出、性能分析和存储",
    ),
    "without_unasked": ("Not used by the packages counted", "所统计的软件包中未用到"),
    "by_category": ("Entries by category", "各分类的条目"),
    "by_status": ("Entries by state", "各状态的条目"),
    "by_run": ("Examples on the newest release", "最新版本上的示例"),
    "by_module": ("Entries by module", "各模块的条目"),
    "run_as-expected": ("As expected", "与预期一致"),
    # What running everything has shown
    "truth": ("What was run", "执行结果"),
    "truth_text": (
        "Every example is run on each supported Paddle release, as ported and with its PyTorch "
        "code unchanged. This is what came out.",
        "每个示例都在各受支持的 Paddle 版本上执行：既执行转写后的代码，"
        "也执行未经修改的 PyTorch 代码。结果如下。",
    ),
    "truth_none": ("Nothing has been run yet.", "尚未执行。"),
    "truth_runs": ("Runs", "执行环境"),
    "truth_outcomes": ("Examples", "转写示例"),
    "truth_outcomes_text": (
        "The ported code of every example against PyTorch; aliases are not counted again.",
        "逐个示例比较转写后的代码与 PyTorch 的结果，别名不重复计数。",
    ),
    "truth_drop_ins": ("Unchanged code", "代码不改"),
    "truth_drop_ins_text": (
        "What becomes of each usage, the plain call or a parameter, when the name `torch` is bound "
        "to Paddle's package; aliases and APIs without counterpart are not counted.",
        "将名称 `torch` 绑定到 Paddle 的包之后，各用法（基本用法或某个参数）的表现如何。"
        "别名与无对应功能的 API 不计入。",
    ),
    "truth_checks": ("Checks of gotchas", "陷阱验证"),
    "truth_checks_text": (
        "Whether a trap still snaps and its fix still works, as the gotcha says.",
        "陷阱是否仍然存在，修正方法是否仍然有效，即是否与说明一致。",
    ),
    "truth_probes": ("Other inputs", "其他输入"),
    "truth_probes_text": (
        "Inputs that nobody here chose, by what the mapping made of them: PyTorch's own samples, "
        "and those of examples, changed one way at a time.",
        "并非由我们挑选的输入：PyTorch 自己的测试样本，以及逐处改动后的示例输入。"
        "此处统计映射在这些输入上的表现。",
    ),
    "truth_entries": ("Entries tried", "测试的条目"),
    "probe_equal": ("As in PyTorch", "与 PyTorch 一致"),
    "probe_limited": ("Different as described", "属于已说明的差异"),
    "probe_refused": ("Refused for the dtype", "因数据类型不受支持而报错"),
    "probe_empty": ("Refused because empty", "因 Tensor 为空而报错"),
    "probe_unexplained": ("Not decided yet", "尚无定论"),
    "truth_inputs": ("Inputs", "输入数"),
    "truth_undecided": ("Other inputs: not decided yet", "其他输入：尚无定论"),
    "truth_undecided_text": (
        "Where probes have found that Paddle departs from PyTorch, and no limit says so yet.",
        "探测发现的、尚未由限制说明的差异。",
    ),
    "check_equal": ("As described", "与说明一致"),
    "check_differs": ("Not as described", "与说明不一致"),
    "check_not-executable": ("Not executed", "未执行"),
    "check_pending": ("Not executed yet", "尚未执行"),
    "truth_silent": ("Silently different on {0}", "在 {0} 上不报错但结果不同"),
    "truth_silent_text": (
        "The worst trap of all: the PyTorch code runs on Paddle and gives something else. Beside "
        "an API stands which of its usages do; those that code meets most often come first.",
        "最危险的陷阱：PyTorch 代码在 Paddle 上可以运行，结果却不同。"
        "API 旁注明所指的用法，代码中最常遇到的在前。",
    ),
    "truth_silent_apis": ("{0} APIs have such usages", "有此类用法的 API 共 {0} 个"),
    "silent_plain": ("The plain call", "基本用法"),
    "silent_param": ("With {0}", "传入 {0}"),
    "silent_when": ("{0}, where {1}", "{0}，{1}时"),
    "silent_first": ("Met most often", "最常遇到的"),
    "silent_rare": (
        "{0} more on rare inputs: NaN, infinities, empty or 0-d tensors, dtypes that few use",
        "少见输入下另有 {0} 项：NaN、无穷大、空 Tensor、0-D Tensor、少用的数据类型",
    ),
    "cause_place": ("Not changed in place", "未原地修改"),
    "cause_place_text": (
        "What PyTorch writes into its input, Paddle writes elsewhere, or not as PyTorch does: who "
        "goes on with the input goes on with the old values.",
        "PyTorch 会写入输入，而 Paddle 写到别处，或写入的内容不同；"
        "之后继续使用该输入时，得到的是旧值。",
    ),
    "cause_kind": ("Another kind of result", "结果的类型不同"),
    "cause_kind_text": (
        "A tensor instead of a number, one tensor instead of several, or another number of items.",
        "返回 Tensor 而不是数字，返回一个而不是多个 Tensor，或元素个数不同。",
    ),
    "cause_shape": ("Another shape", "形状不同"),
    "cause_shape_text": (
        "Arguments mean something else, mostly because parameters of that place do.",
        "参数的含义不同，多半是因为同一位置上是另一个参数。",
    ),
    "cause_dtype": ("Another dtype", "数据类型不同"),
    "cause_dtype_text": (
        "The values are right, and are computed or kept with another precision from here on.",
        "数值一致，但此后以另一种精度计算或存放。",
    ),
    "cause_values": ("Other values", "数值不同"),
    "cause_values_text": (
        "A default, or the meaning of an argument, is another one; nothing else shows it.",
        "默认值或某个参数的含义不同，除数值外没有其他迹象。",
    ),
    "cause_gradient": ("Another gradient", "梯度不同"),
    "cause_gradient_text": (
        "The result is the same, and training goes another way.",
        "结果一致，但训练过程会不同。",
    ),
    "truth_troubles": ("Not confirmed on {0}", "在 {0} 上未能证实"),
    "truth_troubles_text": (
        "Every example that differs, raises an error, or was not executed, and why.",
        "结果不同、报错或未执行的全部示例及其原因。",
    ),
    "truth_nothing": ("None.", "无。"),
    "truth_date": ("Date", "日期"),
    "example": ("Example", "示例"),
    "outcome": ("Outcome", "结果"),
    "reason": ("Why", "原因"),
    "total": ("Total", "合计"),
    # How far Paddle is torch, by release and mode
    "conformance": ("How much PyTorch code runs on Paddle", "Paddle 与 PyTorch 的一致程度"),
    "conformance_text": (
        "The same PyTorch calls on each Paddle release: unchanged, after enable_compat(), and "
        "ported as the mappings say.",
        "同一组 PyTorch 调用在各 Paddle 版本上的表现：代码不改、调用 enable_compat() 之后，"
        "以及按映射转写之后。",
    ),
    "conformance_set": (
        "Set {0} of calls, each with its inputs, held against PyTorch {1}. It has two parts, which "
        "are counted apart: {2} examples of {3} APIs, chosen by those who wrote the entries, and "
        "{4} samples of {5} APIs from PyTorch's own tests, which nobody here has chosen. "
        "Figures of one part of one set can be compared; what is added later belongs to the next.",
        "第 {0} 组调用，各有固定的输入，与 PyTorch {1} 比较。它分为两部分，分别计数：{3} 个 API 的 "
        "{2} 个示例，由条目的作者选定；以及 {5} 个 API 的 {4} 个样本，取自 PyTorch 自带的测试，"
        "并非由本项目选定。同一组同一部分的数字可以相互比较；之后新增的内容属于下一组。",
    ),
    "conformance_badge": ("Badge", "徽章"),
    "conformance_repeat": (
        "Every figure comes from the record. The command prints them; `--paddle` takes a release, "
        "`--set 1` an older set, and with `--run` the calls are run again:",
        "所有数字均来自执行记录，由以下命令给出；`--paddle` 指定版本，`--set 1` 指定较早的一组，"
        "加上 `--run` 则重新执行：",
    ),
    "conformance_shares": ("Calls that are equal", "一致的调用"),
    "conformance_examples": ("Set {0}, examples of the entries", "第 {0} 组：条目中的示例"),
    "conformance_samples": (
        "Set {0}, samples of PyTorch's own tests",
        "第 {0} 组：PyTorch 自带测试的样本",
    ),
    "conformance_numbers": ("Numbers", "各项数字"),
    "conformance_unchanged": ("Unchanged code", "代码不改"),
    "conformance_unchanged_text": (
        "Paddle's package stands under the name `torch`, nothing else is done.",
        "将名称 `torch` 绑定到 Paddle 的包，此外不做任何改动。",
    ),
    "conformance_after": ("Unchanged, after {0}", "代码不改，先调用 {0}"),
    "conformance_mode_text": (
        "The unchanged code imports `torch` after this call, on releases that have it.",
        "在提供该函数的版本上，先调用它，再由未经修改的代码导入 `torch`。",
    ),
    "conformance_mapping": ("Ported by the mapping", "按映射转写"),
    "conformance_mapping_text": (
        "What a program writes by the mapping. Where that is left to a person, the code of the "
        "example counts; samples have none, and are counted as left to a person.",
        "程序按映射写出的代码。需由人决定之处，以示例中的代码为准；样本没有这样的代码，计为由人决定。",
    ),
    "conformance_calls": ("Calls", "调用"),
    "conformance_apis": ("APIs equal in all calls", "所有调用均一致的 API"),
    "conformance_equal": ("Equal", "一致"),
    "conformance_gradient": ("Only the gradient differs", "仅梯度不同"),
    "conformance_silent": ("Differs without an error", "不报错但结果不同"),
    "conformance_refused": ("Raises an error", "报错"),
    "conformance_crash": ("Ends the process", "进程终止"),
    "conformance_unwritten": ("Left to a person", "由人决定"),
    "conformance_not-run": ("Not run", "未执行"),
    "conformance_modules": ("By module", "按模块"),
    "conformance_modules_text": (
        "How many of the examples are equal on Paddle {0}. A command repeats a row, and counts the "
        "samples too:",
        "在 Paddle {0} 上一致的示例所占比例。以下命令重现其中一行，并给出样本的数字：",
    ),
    "conformance_small": ("{0} modules and classes with fewer calls", "调用较少的 {0} 个模块与类"),
    "conformance_turns": ("What became equal, and what stopped", "变为一致的与不再一致的"),
    "conformance_turns_text": (
        "APIs all of whose examples were equal on one of two releases in a row, and not on the "
        "other.",
        "在相邻两个版本中，只有其中一个版本上所有示例均一致的 API。",
    ),
    "conformance_came": ("{0} APIs became equal", "{0} 个 API 变为一致"),
    "conformance_went": ("No longer equal: {0}", "不再一致：{0} 个"),
    "conformance_unexpected": ("Unexpectedly equal", "意外地一致"),
    "conformance_unexpected_text": (
        "By their signatures these APIs differ; on Paddle {0} every unchanged example was equal "
        "all the same.",
        "从签名看，这些 API 有差异；但在 Paddle {0} 上，所有未经修改的示例均一致。",
    ),
    "conformance_number": ("{0} APIs", "{0} 个 API"),
    # Whole packages with Paddle in the place of torch
    "packages": ("Which packages run unchanged", "哪些软件包无需改动即可运行"),
    "packages_text": (
        "Packages built on PyTorch, not a line of them changed, with Paddle in the place of torch: "
        "how many of their own tests pass, and at which API they stop.",
        "以 Paddle 代替 PyTorch 运行依赖它的软件包，代码一行不改：其自带测试通过多少，"
        "又停在哪个 API 上。",
    ),
    "packages_how": (
        "The tests are those of the package's source distribution, of some of its folders where "
        "there are many, and of these at most 300, taken evenly from the list. Only those count "
        "that pass on PyTorch {0} itself (Python {1}, no GPU, no network). Measured on {2}.",
        "测试取自软件包的源码发行包（测试很多时只取其中部分目录），最多 300 个，均匀选取。"
        "只统计在 PyTorch {0} 上能通过的测试（Python {1}，无 GPU，无网络）。测于 {2}。",
    ),
    "packages_walls": (
        "The command runs them again, behind the walls that examples run behind; with the name of "
        "a package that one alone:",
        "以下命令在与示例相同的隔离环境中重新运行；加上软件包名称则只运行该软件包：",
    ),
    "packages_without": (
        "Paddle {0} have no such call, so that nothing was run there.",
        "Paddle {0} 没有这样的函数，因此未在其上运行。",
    ),
    "packages_first": ("What runs today", "目前能运行的部分"),
    "packages_first_text": (
        "The first blocker is the name of `torch` at which the first test stops that stops at one. "
        "A name that an import or a lookup does not find is that name. For other errors the "
        "innermost line of the package or its tests counts, and in it the function, method or "
        "operator that was being evaluated. Where the test's own assertion fails, or the package "
        "itself raises the error, no API is named.",
        "首个障碍是指第一个停在某个 API 上的测试所停的 `torch` 名称。"
        "导入或查找时找不到的，即为该名称；其他错误则看软件包或其测试中最内层的一行，取其中正在求值的函数、方法或运算符。"
        "若是测试自身的断言不成立，或错误由软件包自己抛出，则不归于任何 API。",
    ),
    "packages_package": ("Package", "软件包"),
    "packages_passed": ("Passed", "通过"),
    "packages_of": ("{0} of {1}", "{0} / {1}"),
    "packages_listed": ("from {0} in all", "选自全部 {0} 个"),
    "packages_blocker": ("First blocker", "首个障碍"),
    "packages_no_entry": ("no entry", "无条目"),
    "packages_all": ("none: all pass", "无：全部通过"),
    "packages_no_api": ("no API", "无对应的 API"),
    "packages_most": ("APIs that block most", "造成障碍最多的 API"),
    "packages_most_text": (
        "By how many packages, then by how many tests stop there. What comes behind the first "
        "error of a test is not seen.",
        "先按软件包数，再按停在此处的测试数排列。每个测试首个错误之后的问题看不到。",
    ),
    "packages_packages": ("Packages", "软件包数"),
    "packages_tests": ("Tests", "测试数"),
    "packages_said": ("The record of single calls", "单个调用的记录"),
    "packages_causes": ("Why tests do not pass", "测试未通过的原因"),
    "packages_causes_text": (
        "How many tests of each package, by what came in their way.",
        "各软件包未通过的测试数，按原因分列。",
    ),
    "packages_why_missing": ("A name is missing", "缺少名称"),
    "packages_why_raises": ("A call raises an error", "调用报错"),
    "packages_why_differs": ("The result is another", "结果不同"),
    "packages_why_own": ("The package refuses", "软件包自行拒绝"),
    "packages_why_other": ("Something else", "其他"),
    "packages_predicted": ("Whether the record foresaw it", "记录是否预见到"),
    "packages_predicted_text": (
        "Single calls of each API were run in the same mode, see the page of how much PyTorch code "
        "runs on Paddle. Of an API at which tests of a package stopped, each counted once for each "
        "package: does that record have a call that is not equal? Of a module that is missing as a "
        "whole: is none of its APIs equal?",
        "每个 API 的单个调用都在同一模式下执行过，见“Paddle 与 PyTorch 的一致程度”一页。"
        "对于软件包的测试所停的每个 API（每个软件包计一次）：该记录中是否有不一致的调用？"
        "若整个模块缺失：其中的 API 是否没有一个一致？",
    ),
    "packages_record_says": ("The record says", "记录的说法"),
    "packages_of_first": ("Of first blockers", "首个障碍"),
    "packages_of_all": ("Of all blockers", "全部障碍"),
    "packages_right": ("not equal: foreseen", "不一致：已预见"),
    "packages_wrong": ("equal: not foreseen", "一致：未预见"),
    "packages_nothing": ("nothing", "没有记录"),
    "packages_usual": (
        "For comparison: of all APIs of that record, {0} of {1} ({2} %) are not equal; that is how "
        "often a guess would be right.",
        "作为比较：该记录的全部 API 中有 {0} / {1}（{2}%）不一致，任意猜测的命中率即为此数。",
    ),
    "packages_converted": ("What the converter does there", "转换工具在此如何处理"),
    "packages_converted_text": (
        "`torch-to-paddle`, asked for one of these APIs alone (`--only`), on the source of the "
        "package with its tests.",
        "只针对这些 API 之一（`--only`），对软件包及其测试的源码运行 `torch-to-paddle`。",
    ),
    "packages_converter": ("torch-to-paddle", "torch-to-paddle"),
    "packages_done_written": ("rewrites at least one use", "转写（至少一处用法）"),
    "packages_done_told": ("leaves it to a person, and says so", "交由人处理，并予以说明"),
    "packages_done_left": ("does nothing", "未作处理"),
    # Reports for Paddle
    "reports": ("Faults of Paddle", "Paddle 的缺陷"),
    "reports_text": (
        "What looks like a fault of Paddle rather than a difference: a few lines that show it, "
        "ready to be reported. What is used most comes first.",
        "看来属于 Paddle 缺陷而非差异的问题：用几行代码展示，可直接提交。最常用的在前。",
    ),
    "reports_number": (
        "{0} reports, {1} of them seen on Paddle {2}. A test runs each on that release.",
        "共 {0} 份报告，其中 {1} 份在 Paddle {2} 上仍可见。每份都有测试在该版本上运行。",
    ),
    "reports_seen": ("Seen on Paddle {0}", "出现于 Paddle {0}"),
    "reports_fixed": ("no longer on {0}", "{0} 上已不再出现"),
    "reports_concerned": ("Ports that run into it:", "涉及的 API："),
    # What a converter claims
    "paconvert": ("What the converter claims", "转换工具的说法"),
    "paconvert_text": (
        "The official converter lists how it treats each name. Here that is held against what "
        "running the calls has shown.",
        "官方转换工具列出了对每个名称的处理方式。此处将其与实际执行的结果对照。",
    ),
    "claimed_list": (
        "The list of {0} {1} has {2} names of torch; of {3} it replaces nothing but the prefix.",
        "{0} {1} 的列表中有 {2} 个 PyTorch 名称，其中 {3} 个只替换前缀。",
    ),
    "claimed_claims": ("Nothing but the prefix", "只替换前缀"),
    "claimed_claims_text": (
        "The names of which only `torch` is replaced by `paddle`, by the worst of their calls.",
        "只把 `torch` 替换为 `paddle` 的名称，以其最差的一次调用为准。",
    ),
    "claimed_without": ("Without an entry", "没有条目"),
    "claimed_silent": ("Silently something else", "不报错但结果不同"),
    "claimed_silent_text": (
        "With nothing but the prefix replaced, these calls run on Paddle {0} and give something "
        "else; what is used most comes first.",
        "只替换前缀时，以下调用在 Paddle {0} 上可以运行，结果却不同；最常用的在前。",
    ),
    "claimed_refused": ("Some call raises an error", "部分调用报错"),
    "claimed_refused_text": (
        "With nothing but the prefix replaced, some call that PyTorch takes raises an error on "
        "Paddle {0}.",
        "只替换前缀时，PyTorch 接受的某些调用在 Paddle {0} 上报错。",
    ),
    "claimed_written": ("Not converted there, written here", "工具不转换、此处可写出"),
    "claimed_written_text": (
        "The list has no conversion for these names; what the mapping writes was equal in all "
        "calls.",
        "该列表没有这些名称的转换方法；按映射写出的代码在所有调用中均一致。",
    ),
    # What changed from release to release
    "changes": ("What changed in Paddle", "Paddle 各版本的变化"),
    "changes_text": (
        "What each Paddle release changed for those who port: names, parameters, and what the "
        "entries say of it. Found by comparing what was measured on both releases.",
        "各 Paddle 版本给迁移工作带来的变化：名称、参数，以及条目中的结论。"
        "由两个版本上的实测结果比较得出。",
    ),
    "changes_lead": (
        "What changed from {0}, the supported release before, to {1}.",
        "{1} 与其前一个受支持版本 {0} 相比的变化。",
    ),
    "changes_usages": (
        "Behind each API it says which uses of it have changed; where it says nothing, all have.",
        "API 后面列出发生变化的用法；未列出时，指全部用法。",
    ),
    "changes_everything": ("All changes", "全部变化"),
    "changes_all": ("All releases", "全部版本"),
    "changes_others": ("{0} of no entry", "与条目无关的 {0} 个"),
    # Home
    "data_files": (
        "All entries with the verdicts of every release, as files that stay where they are, "
        "under Apache-2.0:",
        "全部条目及其在各版本上的结论，地址固定，采用 Apache-2.0 许可：",
    ),
    "data_schema": ("their schema", "JSON Schema"),
    "count_entries": ("PyTorch APIs", "PyTorch API"),
    "count_counterpart": ("with a counterpart", "有对应 API"),
    "count_executed": ("examples with the same result", "示例执行结果一致"),
    "count_drop_in": ("whose plain call may stay as it is", "基本用法只需修改 import"),
    "count_silent": ("with usages that silently differ", "有不报错但结果不同的用法"),
    "count_gotchas": ("gotchas", "常见陷阱"),
    "search_button": ("Search an API: gather, masked_fill …", "搜索 API：gather、masked_fill ……"),
    # The search
    "search_missing": ("not mapped yet", "尚无映射"),
    "search_gotcha": ("gotcha", "常见陷阱"),
    "search_page": ("page", "页面"),
    "search_rule": ("rule", "检查规则"),
    "search": ("Search", "搜索"),
    "search_short": ("torch → paddle", "torch → paddle"),
    "search_text": (
        "Type an API of PyTorch or Paddle, a line of code, a parameter, or what you want to do.",
        "可以输入 PyTorch 或 Paddle 的 API 名称、一行代码、参数名，或要实现的功能。",
    ),
    "not_found": ("There is no such page", "没有这个页面"),
    "not_found_text": ("Perhaps you are looking for:", "您要找的可能是："),
    # An API of torch without an entry
    "not-mapped": ("Not mapped yet", "尚无映射"),
    "not-mapped_text": (
        "This API has no entry. Below is what the signatures of both libraries say; nothing was "
        "compared or run, and the same name need not mean the same thing.",
        "该 API 还没有条目。以下仅为两个库签名中的信息，未经比较和执行；名称相同并不代表功能相同。",
    ),
    "unmapped_script": ("This page needs JavaScript.", "本页面需要 JavaScript。"),
    "unmapped_same": (
        "Paddle {0} has an API of the same name; of the supported releases, {1} is the first that "
        "has it.",
        "Paddle {0} 有同名 API，在支持的版本中从 {1} 开始提供。",
    ),
    "unmapped_none": (
        "There is no API of this name. What replaces it, if anything, nobody has looked for yet.",
        "没有同名 API，是否有其他替代方式尚未确认。",
    ),
    "unmapped_alike": (
        "The names of the parameters are the same on both sides.",
        "两侧的参数名相同。",
    ),
    "unmapped_torch_only": ("Parameters that only PyTorch has:", "仅 PyTorch 有的参数："),
    "unmapped_paddle_only": ("Parameters that only Paddle has:", "仅 Paddle 有的参数："),
    "unmapped_next": ("You need it?", "需要这个 API？"),
    "unmapped_ask": ("Ask for an entry", "请求添加条目"),
    "unmapped_write": ("Write it", "编写条目"),
    "unmapped_how": ("How to write one", "如何编写"),
    "unmapped_nameless": (
        "The address names no API. Search for one, or see all entries:",
        "地址中没有给出 API 名称。可以搜索，或查看全部条目：",
    ),
    "unmapped_unknown": (
        "PyTorch {0} has no public API of this name.",
        "PyTorch {0} 没有这个名称的公开 API。",
    ),
    "unmapped_near": ("Entries of the same or a similar name", "名称相同或相近的条目"),
    # Rules
    "rules": ("Lint rules", "检查规则"),
    "specification": ("Format specification:", "格式规范："),
    "rules_text": (
        "What `lint-mappings` checks. Codes are stable and never used again for something else.",
        "`lint-mappings` 的检查内容。规则代码固定不变，也不会另作他用。",
    ),
    "rules_more": (
        "`lint-mappings --explain CODE` prints the same text as the page of a rule. What serves "
        "each requirement of the format:",
        "`lint-mappings --explain CODE` 会打印与规则页面相同的内容。各项格式要求由什么保证：",
    ),
    "severity": ("Severity:", "严重程度："),
    "severity_error": ("error", "错误"),
    "severity_warning": ("warning", "警告"),
    "fixable": ("fixable", "可自动修正"),
    "fixable_title": ("`--fix` fixes it where that is certain", "`--fix` 可在确定无误时修正"),
    "fixable_text": (
        "`lint-mappings --fix` fixes it wherever the fix is certain.",
        "在能够确定修改方式时，`lint-mappings --fix` 会自动修正。",
    ),
    "requirements": ("Requirements and rules", "格式要求与规则"),
    "requirements_text": (
        "What the format of entries asks for (C: categories, S: summaries, P: parameters, "
        "X: examples), and the rules that check it, or what serves it where no rule can.",
        "条目格式的各项要求（C 为分类，S 为概述，P 为参数，X 为示例）及检查它的规则；"
        "规则无法检查的，说明由什么保证。",
    ),
    "requirement": ("Requirement", "要求"),
    # What entries say to programs
    "vocabulary": ("The format of mappings", "映射的格式"),
    "vocabulary_text": (
        "Every key of an entry, and every word of its conditions and code. These are a small part "
        "of Python over the names of PyTorch's parameters; nothing else belongs to it.",
        "条目的全部键，以及条件与代码中的全部词语。条件与代码是以 PyTorch 参数名为变量的一小部分 "
        "Python，除此之外的写法都不允许。",
    ),
    "vocabulary_keys": ("Keys", "键"),
    "vocabulary_keys_text": (
        "As the schema has them, which an editor shows while you type.",
        "取自 schema，编辑器会在输入时显示。",
    ),
    "vocabulary_more": ("All words:", "全部词语："),
    "vocabulary_places": ("Where it is used", "用在何处"),
    "vocabulary_conditions": ("Conditions", "条件"),
    "vocabulary_conditions_text": (
        "What `when` may ask, and how a page says it:",
        "`when` 可以使用的条件，以及页面上的说法：",
    ),
    "vocabulary_kinds": ("Kinds", "种类"),
    "vocabulary_kinds_text": (
        "What `isa` tells apart. In code and in `value` the question is asked when the code runs, "
        "where it cannot be told before.",
        "`isa` 能够区分的种类。在代码和 `value` 中，事先无法判断时，会在运行时判断。",
    ),
    "vocabulary_limits": ("Conditions on values", "针对值的条件"),
    "vocabulary_limits_text": (
        "What the `when` of a case that `departs` may ask of values besides:",
        "写有 `departs` 的情况，其 `when` 还可以针对值：",
    ),
    "vocabulary_departures": ("What becomes of the call:", "调用的结果："),
    "vocabulary_values": ("Values", "值"),
    "vocabulary_names": ("Names with a meaning of their own", "有特定含义的名称"),
    "vocabulary_functions": ("Functions of Python", "Python 函数"),
    "vocabulary_functions_text": (
        "Beside those of Paddle, these may be called:",
        "除 Paddle 的 API 外，还可以调用：",
    ),
    "vocabulary_forms": ("Idioms", "惯用写法"),
    "vocabulary_forms_text": (
        "Idioms that recur have a name, `do: assign`; a page says the sentence.",
        "反复出现的惯用写法各有名称，如 `do: assign`；页面上显示的是对应的句子。",
    ),
}


@cache
def labels(language: Language) -> dict[str, str]:
    """Every label by its key, in one language; `{0}` stands where a value goes."""
    return {key: Text(*pair).get(language) for key, pair in _LABELS.items()}


def counted(language: Language, number: int) -> str:
    """A number of entries as a phrase."""
    words = labels(language)
    return words["entries_one"] if number == 1 else words["entries"].format(number)
