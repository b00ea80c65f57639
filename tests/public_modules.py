"""The public modules of the engine."""

PUBLIC = {
    "dtcore",
    "dtcore.compare",
    "dtcore.errors",
    "dtcore.explain",
    "dtcore.explain.exercise",
    "dtcore.explain.histogram",
    "dtcore.explain.nodes",
    "dtcore.explain.pruning",
    "dtcore.explain.worksheet",
    "dtcore.export",
    "dtcore.formula",
    "dtcore.growth",
    "dtcore.model",
    "dtcore.model.plane",
    "dtcore.model.regions",
    "dtcore.policies",
    "dtcore.practice",
    "dtcore.pruning",
    "dtcore.reading",
    "dtcore.rules",
    "dtcore.search",
    "dtcore.stepping",
    "dtcore.validation",
    "dtcore.words",
}
"""The modules of the engine that pages import from; ``test_public_face`` lists their names."""
