"""What is claimed of a candidate: by its verdict, and by its numbers if it may be chosen."""

from __future__ import annotations

from dtcore.model.columns import Schema
from dtcore.model.statistics import is_pure, predictions, weight_of
from dtcore.policies.claims import Claim, Claims
from dtcore.policies.selection import Verdict
from dtcore.stepping.evidence import Candidate, Weighed


def claims_of(weighed: Weighed, candidate: Candidate, schema: Schema) -> Claims:
    """The claims about one of the candidates that were ``weighed`` at a node."""
    declared = candidate.verdict.claims
    if Claim.ALLOWED not in declared:
        return declared
    if candidate.gains:
        same = answers_alike(candidate, schema)
        return declared | {Claim.HELPS} | ({Claim.SAME_ANSWER} if same else set())
    return declared if candidate.verdict == Verdict.LOWER else declared | _no_gain(weighed, schema)


def _no_gain(weighed: Weighed, schema: Schema) -> set[Claim]:
    """Where the best candidate gains nothing: that, and whether two columns together may."""
    if is_pure(weighed.stats, schema):
        return {Claim.NO_GAIN, Claim.PURE}
    allowed = [c for c in weighed.candidates if Claim.ALLOWED in c.verdict.claims]
    return {Claim.NO_GAIN, Claim.TOGETHER} if len(allowed) > 1 else {Claim.NO_GAIN}


def answers_alike(candidate: Candidate, schema: Schema) -> bool:
    """Whether all branches with rows predict one class, and the split places every row."""
    if not schema.classes or candidate.unknown:
        return False
    held = candidate.branch_stats[weight_of(candidate.branch_stats, schema) > 0]
    return len(held) > 1 and len(set(predictions(held, schema).tolist())) == 1
