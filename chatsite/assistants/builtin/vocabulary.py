"""The words the built-in assistant knows. English only; a word stands for what it does to a sentence."""


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


VERB_CLASSES: dict[str, frozenset[str]] = {
    name: frozenset(words.split())
    for name, words in {
        "destroy": "drop delete remove erase wipe destroy discard trash purge rm unlink get-rid-of throw-away",
        "list": "list enumerate ls dir",
        "show": "show display view see get give fetch print tell look check find",
        "read": "read open cat",
        "write": "write save store create put overwrite make",
        "describe": "describe desc inspect explain",
        "query": "query select run execute count",
        "deploy": "deploy release ship publish roll-out rollout push launch install",
        "revert": "rollback revert undo restore",
        "add": "add insert create register new",
        "send": "send mail email post notify",
        "search": "search find lookup look-up",
        "change": "update change set modify edit rename move",
        "start": "start begin restart reboot resume",
        "stop": "stop halt pause shut-down kill terminate disable close",
    }.items()
}

SHOWING = _words("list show read describe query search")
"""Classes of verbs that change nothing; “show me …” and “what … are there?” can mean any of them."""

HINT_NOUNS: dict[str, frozenset[str]] = {
    "describe": _words("about column field structure schema definition layout detail"),
    "read": _words("content text say contain inside contents"),
    "query": frozenset(["sql"]),
}

NOUN_SYNONYMS: dict[str, str] = {
    "document": "file", "doc": "file", "relation": "table", "app": "service", "application": "service",
    "record": "row", "entry": "row", "directory": "folder",
}  # fmt: skip

FILE_NOUNS = _words("file filename path folder document")
FREE_TEXT_NAMES = _words(
    "where condition filter sql query statement content contents text body message notes note reason comment"
)
PREPOSITION_TARGETS: dict[str, frozenset[str]] = {
    "to": _words("environment env target destination recipient stage to path file filename version"),
    "into": _words("environment env target destination path file filename"),
    "in": _words("environment env stage folder directory"),
    "inside": _words("folder directory"),
    "of": _words("folder directory"),
    "on": _words("environment env stage target"),
    "for": _words("environment env recipient"),
    "at": frozenset(["version"]),
    "as": _words("path file filename name"),
    "from": _words("source environment env folder directory"),
}
OPTION_ALIASES = {"prod": "production", "live": "production", "stage": "staging", "dev": "development"}

ARTICLES = _words("the a an my our")
CONNECTORS = _words("called named name = : with content of please") | frozenset(PREPOSITION_TARGETS)
TEXT_OPENERS = _words("saying containing says :")
NOISE = _words(
    "please pls now thanks thank you thx cheers immediately asap permanently again too ok okay hi hello hey right "
    "away just kindly good morning evening afternoon day there everyone yes"
)
TRAILING = _words("please pls now thanks thank you thx immediately asap permanently again too")
TRAILING_PHRASES = (("for", "me"), ("right", "now"), ("right", "away"), ("as", "well"), ("thank", "you"))

FUNCTION_WORDS = _words(
    "a an any some all every each everything anything something nothing none it its they them their this that "
    "those these there here other others another both either neither which what what's whats who how much many "
    "more most few i me my mine we us our you your he she is are was were be been am do does did done have has "
    "had can could will would shall should may might must and or but nor except without unless if when whenever "
    "until while whether not no never don't dont doesn't didn't won't can't cannot yes ok okay exist exists "
    "existing available currently actually really maybe perhaps also only then so because first last next old new "
    "about idea know stuff things thing say says contain contains look like inside list why help nobody "
    "someone yourself let let's just whatever sure unknown"
)
"""Words that are never taken as a value unless they stand in quotes."""

BLOCKING = _words(
    "not don't dont never no without except but cannot can't cant won't wont shouldn't neither nor unless if "
    "until when whenever whether instead otherwise keep avoid stop wait hypothetically pretend suppose imagine "
    "maybe perhaps might almost doesn't didn't isn't wouldn't nobody nothing none or joke joking kidding"
)
"""With one of these anywhere in a message nothing is changed: the sentence may mean the opposite of its verb."""

QUESTION_OPENERS = _words(
    "do does did is are was were has have had should shall may might must can could will would why when who whose "
    "where how what which what's whats am isn't aren't"
)
HYPOTHETICAL = (
    "happens if", "happen if", "what if", "what happens", "would happen", "if i", "if we", "if you", "how do i",
    "how do you", "how can i", "how to", "how would", "should i", "should we", "can i", "can we", "may i", "could i",
    "is it safe", "is it ok", "why", "did you", "have you", "did i", "when", "who",
)  # fmt: skip
PHRASES: dict[tuple[str, ...], str] = {
    ("get", "rid", "of"): "get-rid-of", ("throw", "away"): "throw-away", ("roll", "back"): "rollback",
    ("roll", "out"): "roll-out", ("look", "up"): "look-up", ("shut", "down"): "shut-down",
}  # fmt: skip
POLITE_QUESTIONS = (("can", "you"), ("could", "you"), ("would", "you", "please"), ("will", "you", "please"))
PREFIXES = (
    ("please",), ("pls",), ("kindly",), ("ok",), ("okay",), ("yes",), ("hey",), ("hi",), ("hello",), ("so",), ("now",),
    ("then",), ("also",), ("and",), ("just",), ("next",), ("first",), ("finally",), (",",), (":",),
    ("go", "ahead", "and"),
    ("i", "want", "you", "to"), ("i", "need", "you", "to"), ("i", "would", "like", "you", "to"),
    ("i'd", "like", "you", "to"), ("i", "want", "to"), ("i", "need", "to"), ("i", "would", "like", "to"),
    ("i'd", "like", "to"), ("let's",), ("lets",), ("let", "us"), ("let", "me"), ("we", "need", "to"), ("try", "to"),
    ("help", "me"),
)  # fmt: skip


def classes_of(word: str) -> frozenset[str]:
    """Give the classes a verb belongs to; none for a word that is no verb here."""
    return frozenset(name for name, words in VERB_CLASSES.items() if word in words)


def same_class(word: str, other: str) -> bool:
    """Say whether two verbs can stand for each other."""
    return bool(classes_of(word) & classes_of(other))


def singular(word: str) -> str:
    """Give the singular of an English noun, near enough for matching, synonyms folded."""
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    return NOUN_SYNONYMS.get(word, word)
