"""Games that are saved, replayed, checked and shared: plain data, files, records, time lines, notation, fair deals."""

from hearts.records.codec import FORMATS, from_data, to_data
from hearts.records.deal_text import read_deal, write_deal
from hearts.records.fair import Verification, commit, verify
from hearts.records.history import Back, History
from hearts.records.notation import (
    read_cards,
    read_hands,
    read_pass,
    read_trick,
    write_cards,
    write_hands,
    write_holding,
    write_pass,
    write_pbn,
    write_trick,
)
from hearts.records.possible import Explained, Explanation, explain_row
from hearts.records.record import Record
from hearts.records.recorded import RecordedDeal, RecordedPass, RecordedTrick
from hearts.records.replay import Moment, NextDeal, Replay, ReplayFault
from hearts.records.report import Irregularity, JudgedBy, JudgedDeal, Report
from hearts.records.schema import data_schema
from hearts.records.score_log import RowCheck, ScoreLog, read_score_log
from hearts.records.sheet import score_sheet
from hearts.records.store import add_line, dumps, load, loads, read_lines, save, write_lines

__all__ = [
    "FORMATS",
    "Back",
    "Explained",
    "Explanation",
    "History",
    "Irregularity",
    "JudgedBy",
    "JudgedDeal",
    "Moment",
    "NextDeal",
    "Record",
    "RecordedDeal",
    "RecordedPass",
    "RecordedTrick",
    "Replay",
    "ReplayFault",
    "Report",
    "RowCheck",
    "ScoreLog",
    "Verification",
    "add_line",
    "commit",
    "data_schema",
    "dumps",
    "explain_row",
    "from_data",
    "load",
    "loads",
    "read_cards",
    "read_deal",
    "read_hands",
    "read_lines",
    "read_pass",
    "read_score_log",
    "read_trick",
    "save",
    "score_sheet",
    "to_data",
    "verify",
    "write_cards",
    "write_deal",
    "write_hands",
    "write_holding",
    "write_lines",
    "write_pass",
    "write_pbn",
    "write_trick",
]
