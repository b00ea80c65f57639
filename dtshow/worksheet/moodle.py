"""Questions as Moodle XML: Cloze questions, which Moodle calls “Embedded answers”, in categories.

https://docs.moodle.org/en/Moodle_XML_format and …/Embedded_answers_(Cloze)_question_type. A Cloze
question is a text, with an answer field wherever it has {marks:KIND:answers}. Moodle takes the
first answer that fits; what stands in one is HTML once its entities are resolved.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from dtshow.words.language import plain_sentence
from dtshow.worksheet.questions import Bank, TestQuestion, as_xml, feedback
from dttools.teach.graded import GradedChoice, GradedNumber, GradedPart

ROOM: Final = "$course$/top/"
"""Before a category: within the course that imports it."""
_SIGNS: Final = str.maketrans({sign: f"&#{ord(sign)};" for sign in "{}~#=%\\*"} | {"&": "&amp;"})
"""What would end an answer, or begin another, as entities."""


def moodle_xml(title: str, bank: Bank) -> str:
    """A file to import under Question bank → Import → Moodle XML."""
    parts = "".join(_categories(title, bank))
    return as_xml(f'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n{parts}</quiz>\n')


def _categories(title: str, bank: Bank) -> Iterator[str]:
    """One for each topic where there are variants, for Moodle to draw from; else one for all."""
    drawn = any(len(questions) > 1 for questions in bank.values())
    yield _category(title)
    for topic, questions in bank.items():
        if drawn:
            yield _category(title, topic)
        yield from map(_question, questions)


def _category(*names: str) -> str:
    path = "/".join(" ".join(name.split()).replace("/", "//") for name in names)
    told = f"<category><text>{escape(ROOM + path)}</text></category>"
    return f'<question type="category">{told}</question>\n'


def _question(question: TestQuestion) -> str:
    rows = "".join(
        f"<tr><td>{_inert(label)}</td><td>{_cloze(part)}</td></tr>"
        for label, part in question.parts
    )
    text = f"{_inert(question.given)}<table><tbody>{rows}</tbody></table>"
    working = f'<generalfeedback format="html"><text>{escape(question.working)}</text>'
    return (
        '<question type="cloze">\n'
        f"<name><text>{escape(' '.join(question.name.split()))}</text></name>\n"
        f'<questiontext format="html"><text>{escape(text)}</text></questiontext>\n'
        f"{working}</generalfeedback>\n"
        "<penalty>0.3333333</penalty>\n<hidden>0</hidden>\n</question>\n"
    )


def _inert(xhtml: str) -> str:
    """In which no name begins an answer field."""
    return xhtml.replace("{", "&#123;").replace("}", "&#125;")


def _cloze(part: GradedPart) -> str:
    kind, answers = (
        ("NUMERICAL", _numbers(part))
        if isinstance(part, GradedNumber)
        else ("MULTICHOICE", _options(part))
    )
    return f"{{{part.marks}:{kind}:{'~'.join(answers)}}}"


def _numbers(part: GradedNumber) -> Iterator[str]:
    yield _answer(1.0, f"{part.value:.10g}:{part.tolerance:.3g}", feedback(part.praise))
    for known in part.mistakes:
        number = f"{known.made.value:.10g}:{known.tolerance:.3g}"
        yield _answer(known.share, number, feedback(known.feedback))
    yield _answer(0.0, "*", feedback(part.otherwise))


def _options(part: GradedChoice) -> Iterator[str]:
    for option in part.options:
        text = _held(plain_sentence(option.text))
        yield _answer(float(option.right), text, feedback(option.feedback))


def _answer(share: float, text: str, said: str) -> str:
    sign = "=" if share == 1 else f"%{share:.0%}" if share else ""
    return f"{sign}{text}#{_held(said)}"


def _held(text: str) -> str:
    """A plain text as HTML within an answer."""
    return escape(" ".join(text.split())).translate(_SIGNS)
