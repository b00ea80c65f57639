"""Questions as QTI 2.1: a content package of items, and a test that draws one of each topic.

IMS Question & Test Interoperability: Assessment Test, Section and Item Information Model, 2.1
(2012), and IMS Content Packaging 1.1.4. An item says by itself how it is marked: of the conditions
of a part, the first that holds adds its marks and shows its feedback.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from dtshow.words.language import plain_sentence
from dtshow.worksheet.questions import Bank, TestQuestion, as_xml, feedback
from dttools.teach.graded import GradedNumber, GradedPart

QTI: Final = "http://www.imsglobal.org/xsd/imsqti_v2p1"
XSI: Final = "http://www.w3.org/2001/XMLSchema-instance"
HEAD: Final = (
    f'xmlns="{QTI}" xmlns:xsi="{XSI}" '
    f'xsi:schemaLocation="{QTI} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1p1.xsd"'
)
MANIFEST: Final = """<manifest identifier="nbn-package" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1">
<metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>
<organizations/>
<resources>
{resources}
</resources>
</manifest>
"""
Condition = tuple[str, float, str]
"""An expression, the marks that it earns where it holds, and what is said then."""


def qti_files(title: str, bank: Bank, language: str) -> dict[str, str]:
    """The files of a package by their names."""
    files, sections = dict[str, str](), list[str]()
    for topic, questions in bank.items():
        items = []
        for question in questions:
            name = f"item{len(files) + 1}"
            files[f"{name}.xml"] = _document(_item(name, question, language))
            items.append(name)
        sections.append(_section(len(sections) + 1, topic, items))
    test = _test(title, sections)
    resources = [_resource("test", "imsqti_test_xmlv2p1", [*files])]
    resources += [_resource(file.removesuffix(".xml"), "imsqti_item_xmlv2p1", []) for file in files]
    manifest = MANIFEST.format(resources="\n".join(resources))
    return {"imsmanifest.xml": _document(manifest), "test.xml": _document(test), **files}


def _document(content: str) -> str:
    return as_xml(f'<?xml version="1.0" encoding="UTF-8"?>\n{content}')


def _resource(name: str, kind: str, needs: Sequence[str]) -> str:
    uses = "".join(f'<dependency identifierref="{one.removesuffix(".xml")}"/>' for one in needs)
    file = f'<file href="{name}.xml"/>'
    return f'<resource identifier="{name}" type="{kind}" href="{name}.xml">{file}{uses}</resource>'


def _test(title: str, sections: Sequence[str]) -> str:
    return (
        f'<assessmentTest {HEAD} identifier="nbn-test" title="{escape(title)}">\n'
        '<testPart identifier="part" navigationMode="nonlinear" submissionMode="individual">\n'
        + "\n".join(sections)
        + "\n</testPart>\n</assessmentTest>\n"
    )


def _section(number: int, topic: str, items: Sequence[str]) -> str:
    drawn = '<selection select="1"/>' if len(items) > 1 else ""
    refs = "".join(f'<assessmentItemRef identifier="{one}" href="{one}.xml"/>' for one in items)
    head = f'identifier="section{number}" title="{escape(topic)}" visible="true"'
    return f"<assessmentSection {head}>{drawn}{refs}</assessmentSection>"


def _item(name: str, question: TestQuestion, language: str) -> str:
    parts = [part for _label, part in question.parts]
    conditions = {f"R{k}": [*_conditions(f"R{k}", part)] for k, part in enumerate(parts, 1)}
    rows = "".join(
        f"<tr><td>{label}</td><td>{_field(f'R{k}', part)}</td></tr>"
        for k, (label, part) in enumerate(question.parts, 1)
    )
    head = f'identifier="{name}" title="{escape(question.name)}" xml:lang="{language}"'
    rubric = f'<rubricBlock view="scorer tutor">{question.working}</rubricBlock>'
    return (
        f'<assessmentItem {HEAD} {head} adaptive="false" timeDependent="false">\n'
        + "".join(_declared(f"R{k}", part) for k, part in enumerate(parts, 1))
        + _outcomes(sum(part.marks for part in parts))
        + f"<itemBody>{question.given}<table><tbody>{rows}</tbody></table>"
        + f"{rubric if question.working else ''}</itemBody>\n"
        + f"<responseProcessing>{''.join(map(_marked, conditions.items()))}</responseProcessing>\n"
        + "".join(_said(f"{key}F{k}", told) for key, some in conditions.items()
                  for k, (_when, _marks, told) in enumerate(some))
        + "</assessmentItem>\n"
    )  # fmt: skip


def _declared(key: str, part: GradedPart) -> str:
    if isinstance(part, GradedNumber):
        kind, right = "float", f"{part.value:.10g}"
    else:
        rights = (k for k, option in enumerate(part.options) if option.right)
        kind, right = "identifier", f"C{next(rights)}"
    return (
        f'<responseDeclaration identifier="{key}" cardinality="single" baseType="{kind}">'
        f"<correctResponse><value>{right}</value></correctResponse></responseDeclaration>\n"
    )


def _outcomes(marks: int) -> str:
    def one(name: str, value: int) -> str:
        return (
            f'<outcomeDeclaration identifier="{name}" cardinality="single" baseType="float">'
            f"<defaultValue><value>{value}</value></defaultValue></outcomeDeclaration>\n"
        )

    said = '<outcomeDeclaration identifier="SAID" cardinality="multiple" baseType="identifier"/>\n'
    return one("SCORE", 0) + one("MAXSCORE", marks) + said


def _field(key: str, part: GradedPart) -> str:
    if isinstance(part, GradedNumber):
        return f'<textEntryInteraction responseIdentifier="{key}" expectedLength="10"/>'
    options = "".join(
        f'<inlineChoice identifier="C{k}">{escape(plain_sentence(option.text))}</inlineChoice>'
        for k, option in enumerate(part.options)
    )
    head = f'responseIdentifier="{key}" shuffle="false"'
    return f"<inlineChoiceInteraction {head}>{options}</inlineChoiceInteraction>"


def _conditions(key: str, part: GradedPart) -> Iterator[Condition]:
    """The last holds of whatever is left."""
    given = f'<variable identifier="{key}"/>'
    if not isinstance(part, GradedNumber):
        for k, option in enumerate(part.options):
            chosen = f'<match>{given}<baseValue baseType="identifier">C{k}</baseValue></match>'
            yield chosen, part.marks * float(option.right), feedback(option.feedback)
        return
    yield _near(given, part.value, part.tolerance), float(part.marks), feedback(part.praise)
    for known in part.mistakes:
        near = _near(given, known.made.value, known.tolerance)
        yield near, part.marks * known.share, feedback(known.feedback)
    yield f"<not><isNull>{given}</isNull></not>", 0.0, feedback(part.otherwise)


def _near(given: str, value: float, tolerance: float) -> str:
    """Not by ``equal`` and its tolerance, which some players do not know."""

    def compared(sign: str, bound: float) -> str:
        return f'<{sign}>{given}<baseValue baseType="float">{bound:.10g}</baseValue></{sign}>'

    bounds = compared("gte", value - tolerance) + compared("lte", value + tolerance)
    return f"<and>{bounds}</and>"


def _marked(conditions: tuple[str, Sequence[Condition]]) -> str:
    key, some = conditions
    told = "".join(
        f"<{tag}>{when}{_earned(marks)}{_show(f'{key}F{k}')}</{tag}>"
        for k, (when, marks, _told) in enumerate(some)
        for tag in ("responseElseIf" if k else "responseIf",)
    )
    return f"<responseCondition>{told}</responseCondition>"


def _earned(marks: float) -> str:
    if not marks:
        return ""
    more = f'<baseValue baseType="float">{marks:g}</baseValue>'
    total = f'<sum><variable identifier="SCORE"/>{more}</sum>'
    return f'<setOutcomeValue identifier="SCORE">{total}</setOutcomeValue>'


def _show(key: str) -> str:
    one = f'<baseValue baseType="identifier">{key}</baseValue>'
    both = f'<multiple><variable identifier="SAID"/>{one}</multiple>'
    return f'<setOutcomeValue identifier="SAID">{both}</setOutcomeValue>'


def _said(key: str, text: str) -> str:
    head = f'outcomeIdentifier="SAID" showHide="show" identifier="{key}"'
    return f"<modalFeedback {head}><p>{escape(text)}</p></modalFeedback>\n"
