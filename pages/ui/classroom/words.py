"""All that the pages of a class say by themselves, in both languages.

The modules of ``web`` ask for a text by its name; ``{n}`` and the like are filled there. What is
said of a lesson, of a question and of what went wrong comes with each view instead.
"""

from __future__ import annotations

from typing import Any, Final

from dtshow.figures.palette import REPEAT
from dtshow.scene.words import lecture_words
from dtshow.tables.catalogue import LANGUAGES
from dtshow.words.language import N_, _, spoken
from pages.ui.classroom import survey

WORDS: Final = {
    # Joining
    "join_title": N_("Join a class"),
    "join_code": N_("Code on the screen"),
    "join_button": N_("Join"),
    "join_private": N_("No name, no account: in the class you are an animal in a colour."),
    "join_empty": N_("Type the code that is on the screen."),
    "join_length": N_("A code has six letters and digits."),
    "join_letters": N_(
        "A code has no A, E, I, O, U or Y, and no 0 or 1. Look at the screen again."
    ),
    "join_none": N_("There is no class with this code. Look at the code on the screen again."),
    "line_down": N_("The server cannot be reached. Check the network, then try again."),
    "wait": N_("Connecting…"),
    "reconnecting": N_("Reconnecting…"),
    "home": N_("Home"),
    "looks_repeat": REPEAT,
    # A phone
    "paused": N_("Look up for a moment"),
    "paused_more": N_("The class is paused. This page goes on by itself."),
    "away": N_("You are looking around. The class is at another step."),
    "led": N_("Your teacher leads, and this page follows."),
    "led_ask": N_("Choose for yourself. You can answer here once your teacher opens the vote."),
    "led_pace": N_("Your teacher leads, and this page follows. You can look back."),
    "own_pace": N_("Go on at your own pace, as far as your teacher has come."),
    "back": N_("Back"),
    "next": N_("Next step"),
    "catch_up": N_("Catch up with the class"),
    "a_question": N_("A question"),
    "second_vote": N_("Second vote"),
    "on_your_own": N_("On your own for now. You will talk about it next."),
    "on_your_own_again": N_("On your own again: has the discussion changed your mind?"),
    "sure": N_("How sure are you?"),
    "sure_1": N_("Guessing"),
    "sure_2": N_("Fairly"),
    "sure_3": N_("Sure"),
    "rows": N_("Rows"),
    "tree": N_("The tree"),
    "send": N_("Send my answer"),
    "send_change": N_("Send the change"),
    "send_row": N_("Send my row"),
    "sent": N_("Sent"),
    "sent_more": N_("You can change it until the vote closes."),
    "row_sent_more": N_("You can change it until the tree grows."),
    "not_sent": N_("Not sent yet. It goes as soon as the network is back."),
    "row_private": N_("No name is sent with it."),
    "row_target": N_("Still to answer: {question}"),
    "choose_first": N_("Choose an answer."),
    "type_first": N_("Type a number."),
    "sure_first": N_("Say how sure you are."),
    "cut_choose": N_("Move the slider to a cut."),
    "cut_less": N_("Next lower cut"),
    "cut_more": N_("Next higher cut"),
    "shown": N_("How the class voted"),
    "discuss": N_("Convince each other, then vote again."),
    "look_up": N_("Look at the screen."),
    "answer": N_("The answer: {answer}"),
    "why_not": N_("Why not {answer}?"),
    "open_step": N_("Open this step on its full page"),
    "did_not_vote": N_("You did not vote on this one."),
    "you_are_right": N_("You are right."),
    "you_are_wrong": N_("Not this time."),
    "yours": N_("yours"),
    "right": N_("correct"),
    "no_votes": N_("No votes yet."),
    "round_1": N_("first vote"),
    "round_2": N_("second vote"),
    "moved": N_("{n} from {from} to {to}"),
    "nobody_moved": N_("Nobody changed the answer."),
    "changed_1": N_("1 student changed the answer."),
    "changed": N_("{n} students changed the answer."),
    "survey_title": N_("The class is the table"),
    "row_is_target": N_("The tree will predict this."),
    "with_unit": N_("{name} ({unit})"),
    "dont_know": N_("Don’t know"),
    "dont_know_empty": N_("Leave it empty if you don’t know."),
    "grown": N_("The tree of the class"),
    "ended": N_("This class is over."),
    "ended_more": N_("What was sent is deleted a day later. Names were never kept."),
    # The board
    "board_title": N_("Class"),
    "scan_or": N_("Scan, or enter the code at"),
    "local_only_more": N_(
        "Phones cannot reach localhost. Open the app at the Network URL that it printed at its "
        "start, then open the class there: its QR code stands here."
    ),
    "qr": N_("QR code of this class"),
    "locked": N_("locked"),
    "here_1": N_("student here"),
    "here": N_("students here"),
    "answered_of": N_("of {of} answered"),
    "again_of": N_("of {of} voted again"),
    "rows_of": N_("of {of} sent a row"),
    "rows_needed": N_("of {of} sent a row; a tree needs {least}"),
    "no_secret": N_("Only the teacher’s link opens this page."),
    "own_pace_now": N_("At their own pace: {with} with you, {n} at another step"),
    "typed_board": N_("Type the number on your phone: {unit}"),
    "second_vote_board": N_("Second vote, on your own again"),
    "talk": N_("Find someone who chose differently. Convince each other."),
    "alike": N_("Nobody chose differently."),
    "talk_more": N_("Your phone says whom to look for."),
    "voted_again": N_("Second vote"),
    "share_right": N_("{share} are right."),
    "all_right": N_("All are right."),
    "none_right": N_("No one is right."),
    "survey_more": N_("Answer on your phone. No name is sent."),
    "rows_in_1": N_("1 row so far"),
    "rows_in": N_("{n} rows so far"),
    "too_few_rows": N_("There are too few rows for a tree."),
    "target": N_("to predict"),
    "ended_board": N_(
        "Afterwards shows both votes of each question and what went wrong, and has them as a file."
    ),
    "start_lesson": N_("Start the class"),
    "ask": N_("Ask the class"),
    "class_table": N_("Class table"),
    "show_tally": N_("Show the tally"),
    "look_alone": N_("Look alone"),
    "dismiss": N_("Withdraw"),
    "show_flow": N_("Show who moved"),
    "revote": N_("Second vote"),
    "reveal": N_("Reveal: show the sums"),
    "parts": N_("Parts have more decimals."),
    "like": N_("Ask a similar one"),
    "back_to_lesson": N_("On with the lesson"),
    "back_to_tree": N_("Back to the tree"),
    "grow": N_("Grow the tree"),
    "keep_table": N_("Keep the table"),
    "reopen": N_("Back to the answers"),
    "afterwards": N_("Afterwards"),
    "pause": N_("Pause"),
    "go_on": N_("Go on"),
    "more": N_("More"),
    "stop_of": N_("{k} of {n}"),
    "ask_title": N_("Ask the class"),
    "nothing_to_ask": N_("Nothing can be asked at this step. Go on to the next one."),
    "popup": N_("The browser blocked the window. Allow windows for this page."),
    "kept": N_("The table is kept"),
    "kept_more": N_("It is a table like any other now: clean it, grow its tree, share its link."),
    "open_table": N_("Open the table"),
    "show_join": N_("Show how to join"),
    "pace_led": N_("Everybody with me"),
    "pace_own": N_("Everybody at their own pace"),
    "lock": N_("Lock: nobody else can join"),
    "unlock": N_("Unlock: others can join"),
    "light": N_("Light colours"),
    "dark": N_("Dark colours"),
    "keys": N_("Keys"),
    "keys_next": N_("Next step of the lesson, or of a question"),
    "keys_back": N_("Back one step, or the vote open again"),
    "keys_blank": N_("Pause, or go on"),
    "keys_notes": N_("Presenter's notes"),
    "keys_close": N_("Close a window"),
    "end": N_("End the class"),
    "end_title": N_("End the class?"),
    "end_more": N_(
        "Phones say that it is over, and nobody can vote any more. You can open the page "
        "“Afterwards” for one more day."
    ),
    "cancel": N_("Cancel"),
    "close": N_("Close"),
    # The teacher's own window
    "alone_title": N_("For you alone"),
    "alone_more": N_(
        "The tally and how many are right are shown here. Move this window off the projector first."
    ),
    "alone_show": N_("Show"),
    "alone_none": N_("Nothing is asked now."),
    "how_sure": N_("How sure: {answers}"),
    "sure_of": N_("{answer}: {sure}"),
    # The class's table
    "compose": N_("Ask your own questions"),
    "compose_name": N_("Name of the table"),
    "compose_how": N_(
        "Two to six questions. Separate options by commas. Without options, phones ask for a "
        "number."
    ),
    "compose_more": N_("One more question"),
    "compose_open": N_("Ask the class"),
    "compose_question": N_("Question {n}"),
    "compose_asks": N_("Question asked"),
    "compose_options": N_("Options"),
    "compose_unit": N_("Unit of a number"),
    "compose_target": N_("The tree predicts this"),
    "compose_two": N_("Name at least two questions."),
    "compose_which": N_("Choose a question with options for the tree to predict."),
    # Opening one
    "open_title": N_("Open a class"),
    "open_more": N_(
        "What you click opens on a board for the projector; students join by its code. Nobody "
        "needs an account."
    ),
    "open_lessons": N_("Guided lessons"),
    "open_tables": N_("Tables"),
    "open_all_lessons": N_("{n} more lessons"),
    "open_all_tables": N_("{n} more tables"),
    "open_own": N_("Your own table: open it on Grow, then Share, Open a class."),
    "open_question": N_("Open a class on this question"),
    # Afterwards
    "after_title": N_("After the class"),
    "after_lead": N_("Students: {joined}. Questions: {questions}."),
    "after_repeat": N_("To repeat next week"),
    "after_repeat_none": N_(
        "Nothing to repeat: wherever the class voted, nearly all were right at last."
    ),
    "print": N_("Print"),
    "csv": N_("Download as CSV"),
    "forget": N_("Delete now"),
    "forget_title": N_("Delete this class?"),
    "forget_more": N_(
        "Questions, votes and rows are deleted at once, for good. A table that you kept stays."
    ),
    "forgotten": N_("This class is deleted."),
    "kept_until": N_("Kept: votes and rows by number, no names. Deleted by itself: {until}"),
    "after_survey": N_("Class table “{title}”: {rows} rows"),
    "after_answer": N_("Answer"),
    "after_mistake": N_("What may lead to it"),
    "mistakes": N_("Mistakes: {kinds}"),
    "votes_in_1": N_("{round}: 1 vote"),
    "votes_in": N_("{round}: {n} votes"),
    "sure_mean": N_("sureness {mean} of 3"),
}
"""By the names that the modules know them by; ``_1`` at the end: of one."""
OF_NOTES: Final = ("notestitle", "clock", "pressnext", "why", "sums")
"""What a lecture says in the presenter's notes."""


def words() -> dict[str, Any]:
    """Each text in each language, and the tables that a class can take as they are."""
    told = {}
    for language in LANGUAGES:
        with spoken(language):
            lecture = lecture_words()
            told[language] = {name: _(text) for name, text in WORDS.items()}
            told[language] |= {name: lecture[name] for name in OF_NOTES}
    return {"words": told, "ready": [_ready(name) for name in survey.READY]}


def _ready(name: str) -> dict[str, Any]:
    form = survey.ready(name)
    questions = [item.name for item in form.items]
    return {"name": name, "title": form.title, "questions": questions}
