"""The laboratory: many games at once, and what they show."""

from ludus.lab.report import Report, report
from ludus.lab.simulate import Plan, Tally, simulate

__all__ = ["Plan", "Report", "Tally", "report", "simulate"]
