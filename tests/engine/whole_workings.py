"""Whole workings of a step, from its counts to the column that is chosen, as the course texts write
them (Mitchell, Li Hang, Fang's slides, an article), and the same with one statement made false."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from dtcore.formula import Named
from dtcore.model.columns import FloatArray
from dtcore.model.splits import Condition
from dtcore.stepping.evidence import Candidate
from dttools.printing import Digits, plain
from dttools.teach.diagnosis import Asked
from dttools.teach.working import Judged, Mark, Solution


@dataclass(frozen=True)
class Said:
    """A statement of a working: ``text``, and the false ones that may stand in its place.
    ``kind``: "" of what only leads from one to the next."""

    text: str
    kind: str = ""
    false: tuple[str, ...] = ()


Working = list[Said]
Form = Callable[[Said, str], Working]


class Written:
    """The statements of a step, by the words of a style."""

    def __init__(self, solution: Solution, decimals: int, chinese: bool = False) -> None:
        self.solution, self.decimals = solution, decimals
        self.weighed, self.schema = solution.weighed, solution.schema
        self.chinese = chinese
        self.split = [c for c in self.weighed.candidates if c.split is not None]
        self.best = self.weighed.best or self.split[0]
        self.before = self.asked(self.best, "impurity_before")
        self.gini = solution.recipe.impurity.symbol == "Gini"
        self.score = "gain_ratio" if solution.recipe.selection.score == "gain_ratio" else "gain"
        self.ranked = sorted(self.split, key=lambda c: -c.scores[self.score])

    def in_chinese(self) -> Written:
        return Written(self.solution, self.decimals, chinese=True)

    def asked(self, candidate: Candidate, name: str, branch: int | None = None) -> Asked:
        return Asked(self.solution.recipe, self.schema, self.weighed, candidate, name, branch)

    def name(self, own: str) -> str:
        also = self.solution.also.get(own, ()) if self.chinese else ()
        return next((n for n in also if not n.isascii()), own)

    def column(self, candidate: Candidate) -> str:
        return self.name(self.schema.columns[candidate.column].name)

    def branches(self, candidate: Candidate) -> list[tuple[int, str]]:
        """Each branch that has rows, and how it is called."""
        result = []
        assert candidate.split is not None
        for branch, stats in enumerate(candidate.branch_stats):
            says: Condition = candidate.split.condition(self.schema, branch)
            value = ", ".join(map(self.name, says.values))
            value = f"{{{value}}}" if len(says.values) > 1 and says.operator not in "≤>" else value
            if stats.sum():
                result.append((branch, f"{self.column(candidate)} {says.operator} {value}"))
        return result

    def shown(self, value: float) -> str:
        return f"{value:.{self.decimals}f}"

    def number(self, asked: Asked) -> Said:
        """What it is, and in its place: more, less, that of other columns and branches."""
        right = asked.right.value
        others = [right + 0.07, right - 0.05, right + 0.3]
        for candidate in self.split:
            others += [candidate.scores[n] for n in ("gain", "impurity_after", "impurity_before")]
            others += [
                self.asked(candidate, "impurity_after", b).right.value
                for b, _name in self.branches(candidate)
            ]
        far = [one for one in others if abs(one - right) > 0.012 and one >= 0]
        return Said(self.shown(right), "number", tuple(dict.fromkeys(map(self.shown, far))))

    def sum(self, asked: Asked) -> str:
        body = asked.right.body if isinstance(asked.right, Named) else asked.right
        return plain(body, Digits(self.decimals))

    def count(self, stats: FloatArray, k: int) -> Said:
        n = int(stats[k])
        return Said(str(n), "count", (str(n + 1), str(n + 2)))

    def counts(self, stats: FloatArray, form: Form, comma: str) -> Working:
        result: Working = []
        for k, name in enumerate(self.schema.classes or ()):
            result += [*([Said(comma)] if k else []), *form(self.count(stats, k), self.name(name))]
        return result

    def order(self, form: str, sign: str = " > ") -> Working:
        """The columns by the score; two neighbours change places where their scores differ."""
        result: Working = [Said(form.format(self.column(self.ranked[0])))]
        for one, other in zip(self.ranked, self.ranked[1:], strict=False):
            differ = one.scores[self.score] - other.scores[self.score] > 1e-6
            flipped = (sign.replace(">", "<"),) if differ else ()
            result += [Said(sign, "order" if flipped else "", flipped)]
            result += [Said(form.format(self.column(other)))]
        return result

    def choice(self) -> Said:
        winning = {c.column for c in self.split if c.verdict.name in ("WINS", "TIED")}
        false = tuple(self.column(c) for c in self.split if c.column not in winning)
        return Said(self.column(self.best), "choice", false)


def equations(w: Written) -> Working:
    """As an assistant answers, with headings."""
    measure, gain = ("Gini", "Gain") if w.gini else ("H", "Gain")
    out = [Said(f"**Step 1**\n{measure}(S) = {w.sum(w.before)} = "), w.number(w.before), Said("\n")]
    for c in w.split:
        out.append(Said(f"### {w.column(c)}\n"))
        for b, name in w.branches(c):
            one = w.asked(c, "impurity_after", b)
            out += [Said(f"{measure}({name}) = {w.sum(one)} = "), w.number(one), Said("\n")]
        after = w.asked(c, "impurity_after")
        out += [Said(f"{measure}(S|{w.column(c)}) = {w.sum(after)} = "), w.number(after)]
        out += [Said("\n"), *_scores(w, c, f"{gain}(S, {{}}) = {{}} = ", "\n")]
    form = "GainRatio(S, {})" if w.score == "gain_ratio" else "Gain(S, {})"
    return [*out, *w.order(form), Said("\nSo we choose "), w.choice(), Said(" as the root.\n")]


def _scores(w: Written, c: Candidate, form: str, end: str) -> Working:
    out: Working = []
    if not c.scores.get("correction"):  # with which a gain has two meanings
        gain = w.asked(c, "gain")
        out += [Said(form.format(w.column(c), w.sum(gain))), w.number(gain), Said(end)]
    if w.score == "gain_ratio":
        for name, said in (("split_info", "SplitInfo"), ("gain_ratio", "GainRatio")):
            one = w.asked(c, name)
            if not (name == "gain_ratio" and c.scores.get("correction")):
                out += [Said(f"{said}({w.column(c)}) = {w.sum(one)} = "), w.number(one), Said(end)]
    return out


def prose(w: Written) -> Working:
    """As a student writes in English."""
    measure = "Gini index" if w.gini else "entropy"
    form = lambda n, name: [n, Said(f" {name}")]  # noqa: E731
    out = [Said("The whole set has "), *w.counts(w.weighed.stats, form, " and ")]
    out += [Said(f", so its {measure} is about "), w.number(w.before), Said(".\n")]
    for c in w.split:
        for b, name in w.branches(c):
            out += [Said(f"{name}: "), *w.counts(c.branch_stats[b], form, ", ")]
            out += [Said(f", {measure} "), w.number(w.asked(c, "impurity_after", b)), Said("; ")]
        out += [Said(f"\nThe weighted {measure} after {w.column(c)} is ")]
        out += [w.number(w.asked(c, "impurity_after"))]
        if not c.scores.get("correction"):
            out += [Said(f", so the gain of {w.column(c)} is "), w.number(w.asked(c, "gain"))]
        out += [Said(".\n")]
    said = "gain ratio" if w.score == "gain_ratio" else "gain"
    out += [Said(f"Ranked by {said}: "), *w.order("{}"), Said(".\n")]
    return [*out, Said("Hence "), w.choice(), Said(f" has the largest {said}.\n")]


def lihang(w: Written) -> Working:
    """李航《统计学习方法》例5.2, and Fang's slides."""
    w = w.in_chinese()
    measure = "Gini" if w.gini else "H"
    out = [Said(f"(1) 计算经验熵 ${measure}(D)={w.sum(w.before)}=$"), w.number(w.before)]
    if w.gini:
        out = [Said(f"Gini(D)={w.sum(w.before)}="), w.number(w.before)]
    out += [Said("\n(2) 各特征的信息增益：\n" if not w.gini else "\n")]
    for c in w.split:
        after, gain = w.asked(c, "impurity_after"), w.asked(c, "gain")
        out += [Said(f"{measure}(D|{w.column(c)})={w.sum(after)}="), w.number(after), Said("\n")]
        if not c.scores.get("correction"):
            out += [Said(f"g(D,{w.column(c)})={measure}(D)-{measure}(D|{w.column(c)})=")]
            out += [Said(f"{w.sum(gain)}="), w.number(gain), Said("\n")]
    said = "增益" if w.gini else "信息增益比" if w.score == "gain_ratio" else "信息增益"
    out += [Said(f"(3) 比较各特征的{said}：\n"), *w.order("{}", ">"), Said("\n由于特征“")]
    out += [w.choice(), Said(f"”的{said}最大，所以在根节点处选择它作为最优特征。\n")]
    return out


def xigua(w: Written) -> Working:
    """周志华《机器学习》§4.2, with counts."""
    w = w.in_chinese()
    measure = "基尼值" if w.gini else "信息熵"
    form = lambda n, name: [n, Said(f"个{name}")]  # noqa: E731
    out = [Said("整个数据集有"), *w.counts(w.weighed.stats, form, "，")]
    out += [Said(f"，根结点的{measure}为"), w.number(w.before), Said("。\n")]
    for c in w.split:
        for b, name in w.branches(c):
            out += [Said(f"{name}："), *w.counts(c.branch_stats[b], form, "，"), Said("，")]
            out += [Said(f"{measure}为"), w.number(w.asked(c, "impurity_after", b)), Said("；\n")]
        if not c.scores.get("correction"):
            said = "基尼指数下降" if w.gini else "信息增益"
            gain = w.number(w.asked(c, "gain"))
            out += [Said(f"属性“{w.column(c)}”的{said}为"), gain, Said("。\n")]
        if w.score == "gain_ratio":
            info = w.number(w.asked(c, "split_info"))
            out += [Said(f"“{w.column(c)}”的固有值为"), info, Said("。\n")]
    said = "增益率" if w.score == "gain_ratio" else "增益"
    return [*out, Said(f"“{w.column(w.best)}”的{said}最大，\n所以选择“"), w.choice(), Said("”。\n")]


def mitchell(w: Written) -> Working:
    """The results alone, on one line; and a conclusion."""
    w = w.in_chinese()
    out = [Said("Entropy(S)=" if not w.gini else "Gini(S)="), w.number(w.before), Said("\n")]
    for c in w.split:
        if not c.scores.get("correction"):
            out += [Said(f"Gain(S,{w.column(c)})="), w.number(w.asked(c, "gain")), Said(" ")]
    return [*out, Said("\n因此，选择"), w.choice(), Said("作为根结点的决策属性。\n")]


Style = Callable[[Written], Working]
STYLES: Final[tuple[Style, ...]] = (equations, prose, lihang, xigua, mitchell)


def text_of(working: Working) -> str:
    return "".join(one.text for one in working)


def spoiled_of(working: Working) -> Iterator[tuple[int, Working]]:
    """Each statement with each false one in its place: which, and the working."""
    for at, one in enumerate(working):
        for false in one.false:
            yield at, [*working[:at], replace(one, text=false), *working[at + 1 :]]


def marks_of(working: Working, judged: list[Judged]) -> dict[int, set[Mark]]:
    """Of each statement, the marks within it."""
    found: dict[int, set[Mark]] = {}
    at = 0
    for k, one in enumerate(working):
        end = at + len(one.text)
        here = {j.mark for j in judged if j.start < end and j.end > at}
        if one.kind:
            found[k] = here
        at = end
    return found
