"""The closed domain of the demo model: its words, and a seeded maker of things to say.

Everything is lower case without punctuation, numbers are words. A `Saying` has the words
to be recognised and, separately, what a synthesiser is asked to read (letters respelled,
commas for pauses), because synthesisers read "b" or "a" in ways no person does.
"""
import random

DIGITS = "zero one two three four five six seven eight nine".split()
TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
ORD_UNITS = "first second third fourth fifth sixth seventh eighth ninth".split()
ORD_TEENS = ("tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth "
             "eighteenth nineteenth").split()
ORD_TENS = "twentieth thirtieth".split()
BIG = "hundred thousand million billion".split()
MONTHS = ("january february march april may june july august september october november "
          "december").split()
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
RANKS = "ace two three four five six seven eight nine ten jack queen king".split()
SUITS = "clubs hearts diamonds spades".split()
PHONETIC = ("alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike "
            "november oscar papa quebec romeo sierra tango uniform victor whiskey xray "
            "yankee zulu").split()
LETTERS = {"a": "ay", "b": "bee", "c": "see", "d": "dee", "e": "ee", "f": "eff", "g": "gee",
           "h": "aitch", "i": "eye", "j": "jay", "k": "kay", "l": "ell", "m": "em", "n": "en",
           "o": "owe", "p": "pee", "q": "cue", "r": "are", "s": "ess", "t": "tea", "u": "you",
           "v": "vee", "w": "double you", "x": "ex", "y": "why", "z": "zee"}
DIRECTIONS = "forward backward left right up down back ahead north south east west".split()
UNITS = ("meter meters degree degrees mile miles foot feet inch inches second seconds minute "
         "minutes hour hours day days week weeks month months year years dollar dollars cent "
         "cents percent point kilo gram grams pound pounds").split()
COLOURS = "red green blue yellow black white orange brown grey pink purple".split()

# Words of everyday talk, of commands and of telephone prompts.
EVERYDAY = """
a an the this that these those and or but if so as of to in on at by for from with without
about after before between into over under off out again now then here there when where who
what why how which is are was were be been being am do does did done have has had will would
can could should may must not no yes okay please thank thanks sorry hello hi goodbye bye
welcome good great fine bad new old big small long short high low early late open closed
ready busy free full empty hot cold warm cool dark light fast slow easy hard next last
first other another same more most less much many some any all every each both few one
person people man woman boy girl child children friend friends family mother father sister
brother name home house room door window table chair kitchen garden office work job school
class teacher student book page paper pen letter word words question answer story music
song film game team sport food water coffee tea milk bread cheese apple orange fish meat
rice soup salad sugar salt breakfast lunch dinner money price bill shop store market car
bus train plane station airport road street city town country world bridge river sea lake
mountain tree flower dog cat bird horse sun moon star sky rain snow wind weather morning
afternoon evening night noon midnight today tomorrow yesterday tonight time date hour
clock alarm timer calendar meeting appointment birthday holiday party weekend phone
telephone call calls caller message messages number numbers code password pin email
address map picture photo video radio television computer screen button key keyboard
mouse machine light lights volume temperature doctor hospital police fire help
i you he she it we they me him her us them my your his its our their
go come get give take make put set turn stop start begin end finish close play pause
record delete save send receive read write say tell speak talk listen hear see look watch
show find search know think want need like love try use buy sell pay cost eat drink sleep
walk run drive move wait stay leave arrive meet bring keep hold let change add remove
increase decrease repeat return continue cancel accept reject enter press dial connect
transfer select choose check test lock unlock mute unmute ask call visit learn teach
build cut wash clean cook sing dance swim travel follow win lose remember forget
understand agree happy sad tired hungry thirsty sick well better best wrong right sure
true nice kind young beautiful important different possible ready available unavailable
invalid valid incorrect correct current currently temporary urgent advanced main own
mailbox mail voicemail directory extension conference user users leader channel agent
login logged menu option options folder tone beep star hash pound line system service
server internet connection network operator representative greeting introduction
recording recorded list area party entry entries sign status purpose mode sound sounds
information program file files saved deleted received removed joined left locked
unlocked muted enabled disabled activated cancelled answered dialed placed completed
matches match account balance order ticket seat flight gate passport customer business
company moment place thing way part side half quarter top bottom middle minus plus
times equals dash dot slash oh just only also very too still already always never
sometimes maybe soon once twice together alone around away near far through than because
while until like us were yourself someone nobody everyone anyone something nothing
everything anything simple
language speech voice model engine encoder audio microphone device sample
transcribe text window
i'm don't can't that's it's what's o'clock didn't
""".split()


def _words():
    seen, out = set(), []
    for group in (DIGITS, TEENS, TENS, ORD_UNITS, ORD_TEENS, ORD_TENS, BIG, MONTHS, DAYS, RANKS,
                  SUITS, PHONETIC, list(LETTERS), DIRECTIONS, UNITS, COLOURS, EVERYDAY):
        for w in group:
            if w not in seen:
                seen.add(w)
                out.append(w)
    return out


WORDS = _words()
WORD_SET = set(WORDS)

# Sentences of the domain. {slot} is filled at random. HELD_PHRASES below are never trained on.
PHRASES = """
hello how are you today
good morning everyone
good evening and welcome
thank you very much
thank you for your help
you are welcome
i'm sorry i didn't understand
please say that again
please speak after the tone
what time is it now
what is the time
what's the date today
it's {time}
the time is {time}
the date is {date}
today is {day}
tomorrow is {day} {date}
my birthday is on {date}
the meeting is on {day} at {time}
set an alarm for {time}
set a timer for {n} minutes
set the volume to {n} percent
turn the {colour} light on
turn off the lights in the {room}
turn up the volume
turn down the radio
turn {lr} at the next street
go {dir} {n} meters
go {dir} {n} steps
move {dir} {n} feet
walk {n} miles to the {compass}
stop the music now
play the next song
play a song for my {person}
pause the video
call my {person}
call my {person} at {time}
send a message to my {person}
read my new messages
you have {n} new messages
you have no new messages
delete the last message
save this message
press {d} to listen to the message
press {d} for more options
press {d} to return to the main menu
press {d} now or press {d}
press star to cancel
press the pound key
please enter your number
please enter your password
please enter the code {digits}
my phone number is {digits}
the code is {digits}
the password is {letters}
your extension is {digits}
dial {digits} to connect
the number you have dialed is not available
please hold the line
please hold while i connect your call
all our agents are busy
your call is important to us
leave a message after the beep
please leave your name and number
say your name after the tone
the conference is now open
the conference is closed
the user is not available
the line is busy
the system is ready
the {thing} is on the table
the {thing} is in the {room}
where is the {thing}
where is my {thing}
i can't find my {thing}
i want to buy a {thing}
i need a new {thing}
do you have a {thing}
give me the {colour} {thing}
the {thing} is {colour}
the {colour} {thing} and the {colour} {thing}
my {person} has a {colour} {thing}
my {person} and my {person}
i would like some {food} please
i would like {food} and {food}
we have {food} for {meal}
they had {food} for {meal} {past}
the price is {n} dollars
it costs {n} dollars and {n} cents
the ticket costs {n} pounds
can i pay the bill please
the train to the city leaves at {time}
the next bus arrives at {time}
the flight leaves from gate {n}
my flight number is {letter} {letter} {digits}
my seat is {n} {letter}
the room number is {n}
open the {room} door please
close the window
the {room} is {adj}
the weather is {adj} today
it will be {adj} on {day}
it was {adj} {past}
the temperature is {n} degrees
rain in the morning and sun in the afternoon
the {compass} wind is cold
we will meet on {day} {part}
see you on {day}
see you tomorrow {part}
i will call you {part}
i was at {placew} {past}
she is at {placew} now
he will be at {placew} at {time}
are you ready
are you happy
i'm happy to see you
i'm hungry and thirsty
i'm tired and i want to sleep
i don't know the answer
i don't remember the name
what is your name
my name is {phon}
who is there
how much is it
how many people are in the {room}
how far is the station
the answer is {n}
{n} plus {n} equals {n}
{n} minus {n} equals {n}
{n} times {n} equals {n}
{n} point {d}
{n} percent
{n} hours and {n} minutes
{n} days {n} weeks and {n} months
{n} {unit}
page {n}
chapter and page are not the same
question number {n}
answer number {n}
test number {n} one two three
one two three testing
this is a test
this is only a test
testing the microphone
the microphone is on
start recording
stop recording
transcribe this file please
the audio file is {n} seconds long
this model knows a few hundred words
speech to text on your own computer
stop the engine now
cancel the transfer
yes please
no thank you
maybe {day}
of course not
it's all right
that's right
that's wrong
not now
very good
once again please
{card}
{card}
{card} and {card}
{rank} and {rank}
the {card} please
i have the {card}
{phon} {phon} {phon}
{letter} as in {phon}
{letter} {letter} {letter} {d} {d} {d}
"""
HELD_PHRASES = """
the doctor is at the hospital until {time}
press {d} to hear the greeting again
my {person} will arrive on {day}
there are {n} people in the {room}
please write your name and address
the {thing} costs {n} dollars
go {dir} and then turn {lr}
your message has been saved
i think it will rain tomorrow
the office is open from {time} to {time}
can you help me find the station
the {colour} car is near the bridge
"""
FILL = {
    "colour": COLOURS, "dir": "forward backward left right up down back".split(),
    "lr": ["left", "right"], "compass": "north south east west".split(), "day": DAYS,
    "room": "kitchen garden office house room school hospital hotel".split(),
    "person": "mother father sister brother friend teacher doctor family".split(),
    "thing": ("book key phone car chair table computer picture paper pen letter clock radio map "
              "ticket passport flower dog cat bird horse boat bus").replace("boat ", "").split(),
    "food": "bread cheese fish meat rice soup salad water coffee tea milk".split(),
    "meal": "breakfast lunch dinner".split(), "unit": UNITS, "rank": RANKS,
    "past": ["yesterday", "last night", "last week", "on monday", "this morning"],
    "part": ["morning", "afternoon", "evening", "night", "at noon", "at midnight"],
    "adj": "hot cold warm cool dark light big small nice beautiful clean empty full".split(),
    "placew": ["home", "work", "school", "the station", "the airport", "the office", "the shop"],
    "phon": PHONETIC, "letter": list(LETTERS), "d": DIGITS,
}


def number(r, top=999999):
    """A number in words, small ones far more often."""
    kind = r.random()
    n = (r.randrange(10) if kind < .2 else r.randrange(10, 100) if kind < .65
         else r.randrange(100, 1000) if kind < .85 else r.randrange(1000, top))
    return spell(n, r)


def spell(n, r):
    if n < 10:
        return [DIGITS[n]]
    if n < 20:
        return [TEENS[n - 10]]
    if n < 100:
        return [TENS[n // 10 - 2]] + ([DIGITS[n % 10]] if n % 10 else [])
    if n < 1000:
        rest = spell(n % 100, r) if n % 100 else []
        return [DIGITS[n // 100], "hundred"] + (["and"] if rest and r.random() < .5 else []) + rest
    return spell(n // 1000, r) + ["thousand"] + (spell(n % 1000, r) if n % 1000 else [])


def ordinal(n):
    if n < 10:
        return [ORD_UNITS[n - 1]]
    if n < 20:
        return [ORD_TEENS[n - 10]]
    return [ORD_TENS[n // 10 - 2]] if n % 10 == 0 else [TENS[n // 10 - 2], ORD_UNITS[n % 10 - 1]]


def date(r):
    day = ordinal(r.randrange(1, 32))
    month = r.choice(MONTHS)
    out = r.choice([["the"] + day + ["of", month], [month] + day, [month, "the"] + day])
    if r.random() < .4:
        y = r.randrange(1900, 2040)
        if y < 2000:
            tail = y % 100
            out = out + spell(y // 100, r) + (["hundred"] if not tail else
                                              ["oh"] + spell(tail, r) if tail < 10 else spell(tail, r))
        elif y < 2010:
            out = out + ["two", "thousand"] + (spell(y % 10, r) if y % 10 else [])
        else:
            out = out + ["twenty"] + spell(y % 100, r)
    return out


def clock(r):
    h, m = spell(r.randrange(1, 13), r), r.randrange(60)
    kind = r.random()
    if kind < .25:
        return h + ["o'clock"]
    if kind < .4:
        return r.choice([["half", "past"], ["quarter", "past"], ["quarter", "to"]]) + h
    mm = ["oh"] + spell(m, r) if 0 < m < 10 else spell(m, r) if m else ["o'clock"]
    return h + mm + (r.choice([["a", "m"], ["p", "m"]]) if r.random() < .4 else [])


def card(r):
    return [r.choice(RANKS), "of", r.choice(SUITS)]


def digits(r, lo=3, hi=10):
    oh = r.random() < .2
    return ["oh" if oh and d == "zero" else d
            for d in (r.choice(DIGITS) for _ in range(r.randint(lo, hi)))]


def fill(template, r):
    out = []
    for w in template.split():
        if w[0] != "{":
            out.append(w)
            continue
        slot = w[1:-1]
        if slot == "n":
            out += number(r)
        elif slot == "digits":
            out += digits(r)
        elif slot == "letters":
            out += [r.choice(list(LETTERS)) for _ in range(r.randint(2, 5))]
        elif slot == "time":
            out += clock(r)
        elif slot == "date":
            out += date(r)
        elif slot == "card":
            out += card(r)
        else:
            out += r.choice(FILL[slot]).split()
    return out


_TRAIN = [p for p in PHRASES.strip().split("\n")]
_HELD = [p for p in HELD_PHRASES.strip().split("\n")]
for _p in _TRAIN + _HELD:  # every word that a phrase can have is a word of the domain
    for _w in _p.split():
        if _w[0] != "{" and _w not in WORD_SET:
            WORD_SET.add(_w)
            WORDS.append(_w)
for _ws in FILL.values():
    for _v in _ws:
        for _w in _v.split():
            if _w not in WORD_SET:
                WORD_SET.add(_w)
                WORDS.append(_w)

_COMMON = "the a of and in is on you it my your this that we at not".split()
# Kept out of random sequences: nobody can hear which of two spellings was meant there.
_HOMOPHONES = set("to too for bye by buy know hear write sea meat read be see why are oh i "
                  "our their they're week mail main".split()) | set(LETTERS)
_RANDOM = [w for w in WORDS if w not in _HOMOPHONES]
WORDS.append("past")  # only in times of day
WORD_SET.add("past")


def random_words(r, lo=2, hi=9):
    """Words in an order that no grammar explains: what teaches listening, not guessing."""
    n = r.randint(lo, hi)
    return [r.choice(_COMMON) if r.random() < .15 else r.choice(_RANDOM) for _ in range(n)]


def spliced(r):
    """Halves of two phrases: locally like speech, as a whole never heard."""
    a, b = fill(r.choice(_TRAIN), r), fill(r.choice(_TRAIN), r)
    return a[:r.randint(1, len(a))] + b[r.randrange(len(b)):]


KINDS = ("phrase", "random", "single", "numbers", "spliced", "cards", "letters", "held")


def saying(r, kind=None):
    """(kind, words) of one thing to say."""
    if kind is None:
        x = r.random()
        kind = ("phrase" if x < .26 else "random" if x < .62 else "single" if x < .70
                else "numbers" if x < .84 else "spliced" if x < .93 else "cards" if x < .96
                else "letters")
    if kind == "phrase":
        words = fill(r.choice(_TRAIN), r)
    elif kind == "held":
        words = fill(r.choice(_HELD), r)
    elif kind == "random":
        words = random_words(r)
    elif kind == "single":
        words = [r.choice(WORDS)]
    elif kind == "spliced":
        words = spliced(r)
    elif kind == "cards":
        words = sum((card(r) if r.random() < .8 else [r.choice(RANKS)] for _ in range(r.randint(1, 3))), [])
    elif kind == "letters":
        words = [r.choice(list(LETTERS)) if r.random() < .7 else r.choice(PHONETIC)
                 for _ in range(r.randint(1, 6))]
    else:
        x = r.random()
        words = (digits(r, 1, 10) if x < .5 else number(r, 10 ** 6) if x < .65
                 else date(r) if x < .83 else clock(r))
    return kind, words


def spoken(words, r):
    """What the synthesiser reads: letters respelled, commas where a speaker might pause."""
    comma = r.choice([0, 0, .08, .25])
    out = []
    for i, w in enumerate(words):
        s = LETTERS[w] if w in LETTERS and not (w in ("a", "i") and _article(words, i)) else w
        if w == "xray":
            s = "ex ray"
        out.append(s + ("," if i + 1 < len(words) and r.random() < comma else ""))
    return " ".join(out)


def _article(words, i):
    """Is this "a" or "i" the small word and not the letter? Letters keep company with letters."""
    near = [words[j] for j in (i - 1, i + 1) if 0 <= j < len(words)]
    return not near or not all(n in LETTERS or n in DIGITS or n in PHONETIC for n in near)


if __name__ == "__main__":
    rr = random.Random(1)
    print(len(WORDS), "words")
    for _ in range(25):
        k, ws = saying(rr)
        print(k, "|", " ".join(ws), "|", spoken(ws, rr))
