"""The examples of the notation, each whole: text in, text out."""

T42 = """\
[DGN "1"]
[Game "texas_42"]
[Set "double-six"]
[Seats "N=Nancy E=Ella S=Steve W=Will"]
[Teams "NS EW"]
hand 1 shaker=N
deal N: 6-4 6-0 4-3 3-2 1-1 6-1 4-1
deal E: 6-5 5-3 5-1 5-0 2-2 2-0 2-1
deal S: 5-5 5-4 4-4 4-2 4-0 3-1 0-0
deal W: 6-6 6-3 6-2 5-2 3-3 3-0 1-0
bid E pass  S 30  W 31  N 32
call N 1
1. N 1-1 5-1 3-1 1-0 =N+1
2. N 6-1 2-1 5-5 3-0 =N+11
3. N 6-4 6-5 4-0 6-6 =W+11  {bid lost here: EW 11 > 10}
4. W 3-3 4-3 5-3 4-2 =W+1
5. W 6-3 6-0 2-0 5-4 =W+1
6. W 6-2 4-1 2-2 0-0 =N+6
7. N 3-2 5-0 4-4 5-2 =N+11
end NS:29 EW:13 failed EW+1m
"""

T42_SHEET = """\
Texas 42
N Nancy, E Ella, S Steve, W Will
NS against EW

Hand 1, shaker N
  bids   E pass, S 30, W 31, N 32
  call N 1
    1  N  1-1 5-1 3-1 1-0  N  1
    2  N  6-1 2-1 5-5 3-0  N 11
    3  N  6-4 6-5 4-0 6-6  W 11
    4  W  3-3 4-3 5-3 4-2  W  1
    5  W  6-3 6-0 2-0 5-4  W  1
    6  W  6-2 4-1 2-2 0-0  N  6
    7  N  3-2 5-0 4-4 5-2  N 11
  NS failed
  score  NS  29  EW  13
  marks  NS   0  EW   1
  total  NS   0  EW   1
"""

ALL_FIVES = """\
[DGN "1"]
[Game "all_fives"]
[Seats "A=Ann B=Ben"]
hand 1 first=A
A 6-4 =10
B 4-4@6-4 =14
A 4-3@4-4 =9
B 4-1@4-4 =10
A 5-4@4-4 =15
"""

ALL_FIVES_SHEET = """\
All Fives
A Ann, B Ben

Hand 1, first A
       A            B
    1  6-4 =10      4-4@6-4
    2  4-3@4-4      4-1@4-4 =10
    3  5-4@4-4 =15
"""

DEMONS = """\
[DGN "1"]
[Game "texas_demons"]
[Seats "A=Ann B=Ben C=Cas D=Dee"]
hand 2 shaker=A
deal A: ?*11
turn 3-0
1. A 6-5 9-5 7-6 8-6
2. D 8-2 8-1 8-7 8-4
3. B 7-1 7-2 7-4 9-7
4. A 6-6 6-4 6-2 6-1
rule 4 renege shown-by=16 should=6-4
"""
