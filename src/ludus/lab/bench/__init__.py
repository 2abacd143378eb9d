"""How fast the games are, as ratios against peers measured in the same run.

Every workload is a process of its own, all pinned to one core and only one of them at work at a
time. They take turns in short slices, since a shared machine gets faster and slower; a rate is the
median of its slices, and a ratio the median of the ratios within each round.
"""
