"""Two readers of tests, written from the specifications and not from what writes them.

Moodle: docs.moodle.org, “Moodle XML format” and “Embedded answers (Cloze) question type”: a field
is {marks:KIND:answers}; answers are parted by ~, begin with = or %50%, and have feedback after #; a
backslash or an entity takes a sign's meaning away. QTI: IMS QTI 2.1 (2012), Information Model, §8
(response processing) and §15 (expressions), as far as items of numbers and choices need it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from xml.etree import ElementTree as Xml

NAMESPACE = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"


@dataclass(frozen=True)
class ClozeAnswer:
    """``text`` and ``feedback`` are HTML."""

    share: float
    text: str
    feedback: str

    def fits(self, answer: str) -> bool:
        if self.text == "*":
            return True
        if number := re.fullmatch(r"(-?[\d.]+(?:e-?\d+)?):([\d.]+(?:e-?\d+)?)", self.text):
            return abs(float(answer) - float(number[1])) <= float(number[2])
        return unescape(self.text) == answer


@dataclass(frozen=True)
class ClozeField:
    marks: int
    kind: str
    answers: tuple[ClozeAnswer, ...]

    def marked(self, answer: str) -> tuple[float, str]:
        """The marks for an answer, and the feedback as it is read."""
        first = next(one for one in self.answers if one.fits(answer))
        return first.share * self.marks, unescape(first.feedback)


def cloze_fields(html: str) -> list[ClozeField]:
    found = re.finditer(r"\{(\d+):([A-Z_]+):((?:[^}\\]|\\.)*)\}", html, re.DOTALL)
    fields = []
    for one in found:
        answers = re.split(r"(?<!\\)~", one[3])
        fields.append(ClozeField(int(one[1]), one[2], tuple(map(cloze_answer, answers))))
    return fields


def cloze_answer(text: str) -> ClozeAnswer:
    share = 1.0 if text.startswith("=") else 0.0
    if percent := re.match(r"%(-?[\d.]+)%", text):
        share = float(percent[1]) / 100
    text = re.sub(r"^(=|%-?[\d.]+%)", "", text)
    answer, _sign, feedback = re.split(r"(?<![\\&])(#)", text, maxsplit=1)
    return ClozeAnswer(share, unescape(answer), unescape(feedback))


def moodle_questions(document: str) -> Iterator[tuple[str, str, list[ClozeField]]]:
    """(category, name, fields) of each question."""
    category = ""
    for question in Xml.fromstring(document):
        if question.get("type") == "category":
            category = question.findtext("category/text", "")
        else:
            assert question.get("type") == "cloze"
            html = question.findtext("questiontext/text", "")
            yield category, question.findtext("name/text", ""), cloze_fields(html)


@dataclass
class QtiItem:
    """An item that is answered."""

    root: Xml.Element
    values: dict[str, object] = field(default_factory=dict)

    def fields(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """(identifier, choices) of each interaction, in the order of the text."""
        found = []
        for one in self.root.iter():
            if one.tag.endswith("Interaction"):
                choices = [(c.get("identifier", ""), "".join(c.itertext())) for c in one]
                found.append((one.get("responseIdentifier", ""), choices))
        return found

    def marked(self, key: str, answer: object) -> tuple[float, str]:
        """The score for one answer alone, and the feedback that is shown."""
        self.values = {"SCORE": 0.0, "SAID": [], key: answer}
        for condition in self._all("responseProcessing/responseCondition"):
            branch = next((b for b in condition if self._value(b[0]) is True), None)
            for rule in branch[1:] if branch is not None else ():
                assert rule.tag == f"{NAMESPACE}setOutcomeValue"
                self.values[rule.attrib["identifier"]] = self._value(rule[0])
        said = self.values["SAID"]
        shown = [f for f in self._all("modalFeedback") if f.get("identifier") in said]
        score = self.values["SCORE"]
        assert isinstance(score, float)
        return score, "".join("".join(one.itertext()) for one in shown)

    def _all(self, path: str) -> list[Xml.Element]:
        return self.root.findall("/".join(NAMESPACE + step for step in path.split("/")))

    def _value(self, expression: Xml.Element) -> object:
        """None is NULL."""
        name, inner = expression.tag.removeprefix(NAMESPACE), map(self._value, expression)
        match name:
            case "variable":
                return self.values.get(expression.attrib["identifier"])
            case "baseValue":
                text = expression.text or ""
                return float(text) if expression.get("baseType") == "float" else text
            case "isNull":
                return next(inner) is None
            case "not":
                return not next(inner)
            case "match":
                one, other = inner
                return None if one is None else one == other
            case "gte" | "lte":
                one, other = inner
                higher, lower = (one, other) if name == "gte" else (other, one)
                return None if one is None else higher >= lower
            case "and":
                parts = list(inner)
                return all(parts) if None not in parts else None
            case "sum":
                return sum(inner)
            case "multiple":
                parts = (part if isinstance(part, list) else [part] for part in inner)
                return [one for part in parts for one in part]
        raise AssertionError(name)
