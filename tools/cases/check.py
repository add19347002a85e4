#!/usr/bin/env python3
"""Does the app end as a table of odd files says?

    check.py PROGRAM DIR

DIR holds files and cases.json: a list of {"file", "expect"}, where expect is "same" (the transcript of plain.wav), "close"
(much of it), "silent" (no speech) or "error" (one line on the error output, and the others still done). All files are
transcribed in one run. Prints a line a file, and whatever else was written to the error output.
"""
import difflib
import json
import os
import subprocess
import sys


def words(text):
    return "".join(c for c in text.lower() if c.isalnum() or c == " ").split()


def judge(expect, row, complaints, plain):
    """(as expected?, what came)"""
    if row is None:
        return False, "no answer"
    if expect == "error":
        return row["status"] == "failed" and len(complaints) == 1, "; ".join(complaints) or row["status"]
    came = "%s: %s" % (row["status"], row["text"] or "; ".join(row["warnings"]))
    if expect == "silent":
        return row["status"] == "no-speech" and not row["text"], came
    if expect == "same":
        return row["status"] == "ok" and words(row["text"]) == plain, came
    alike = difflib.SequenceMatcher(None, words(row["text"] or ""), plain).ratio()
    return row["status"] in ("ok", "truncated") and alike > .5, came


def main(program, folder):
    with open(os.path.join(folder, "cases.json")) as f:
        cases = json.load(f)
    paths = [os.path.join(folder, c["file"]) for c in cases]
    run = subprocess.run([program, "transcribe", "--format", "json"] + paths, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    rows = {row["file"]: row for row in map(json.loads, run.stdout.decode().splitlines())}
    said = run.stderr.decode().splitlines()
    plain = words(rows[os.path.join(folder, "plain.wav")]["text"])
    wrong = 0
    for case, path in zip(cases, paths):
        mine = "haltscribe: %s: " % path
        complaints = [line[len(mine):] for line in said if line.startswith(mine)]
        said = [line for line in said if not line.startswith(mine)]
        ok, came = judge(case["expect"], rows.get(path), complaints, plain)
        wrong += not ok
        print("%-5s %-6s %-34s %s" % ("" if ok else "WRONG", case["expect"], case["file"], came))
    for line in said:
        print("also said: " + line)
    print("%d files, %d not as expected; exit code %d" % (len(cases), wrong, run.returncode))
    return wrong > 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
