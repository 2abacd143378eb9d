"""The core: what rules, tables, bots and pages say to each other. No I/O in play, no clock."""
