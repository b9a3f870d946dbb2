"""The words of captions, for judging what a photo shows: stems, what says the same, what names no thing.

Written down before anything was measured with it. A photo is right for a query of one or two words when its captions
have each of them; a hit fits a caption when one of its own captions names one of the same things.
"""

import re

QUERIES = tuple(
    "dog,cat,horse,cow,sheep,elephant,giraffe,zebra,bear,bird,train,bus,truck,car,motorcycle,bicycle,airplane,boat,"
    "skateboard,surfboard,snow,skis,tennis,baseball,frisbee,kite,umbrella,pizza,sandwich,cake,donut,banana,orange,"
    "broccoli,wine,kitchen,bathroom,bedroom,toilet,sink,bed,couch,laptop,television,keyboard,phone,clock,vase,"
    "flowers,beach,ocean,street,traffic light,stop sign,fire hydrant,parking meter,bench,church,tower,building,"
    "tree,grass,field,mountain,water,sky,man,woman,child,baby,people,teddy bear,book,table,chair,window,mirror,"
    "refrigerator,stove,oven,plate,bowl,cup,fruit,vegetables,computer,desk,luggage,man surfboard,woman umbrella,"
    "tennis player,baseball player,fence,red bus,white toilet,train station,living room,city street,snow skis,"
    "motorcycle street".split(",")
)
"""A hundred, of which the captions of ../shared/data/captioned name at least five right photos each."""

_SAME = (
    "bike bicycle cycle bicyclist cyclist",
    "motorbike motorcycle motorcyclist",
    "plane airplane jet aircraft airliner jetliner",
    "tv television",
    "sofa couch",
    "fridge refrigerator",
    "stove oven range",
    "cellphone phone telephone",
    "child kid toddler boy girl children",
    "man men guy male gentleman",
    "woman women lady female",
    "people person crowd group men women man woman",
    "donut doughnut",
    "ocean sea wave",
    "street road",
    "ski skier skiing",
    "snow snowy snowboard snowboarder",
    "surfboard surfer surf surfing",
    "skateboard skateboarder skateboarding",
    "puppy dog",
    "kitten cat",
    "cattle cow bull calf",
    "sheep lamb",
    "pony horse",
    "flower floral bouquet",
    "bathroom restroom washroom",
    "airport runway",
    "player batter pitcher catcher",
    "teddy stuffed",
    "luggage suitcase baggage bag",
)
_NO_THING = frozenset(
    """
    a an and another are as at be beside behind being between big black blue board brown by close
    couple covered different down each front full gray green grey group grown her high him his hold
    holding i in inside is it its large laying left lie long look looking lots lying made man men
    many middle near next no of off old on one orange other out outside over people person pink play
    playing purple red ride riding right room round row running sit sitting small some stand
    standing several that the their them there these they thing this three through to together top
    two under up very view walk walking wear wearing white with woman women yellow young you ready
    various color colored colorful area side image picture photo photograph scene background
    foreground lady guy boy girl child kid children male female someone taking take time day use
    using filled set open way around along across edge above below while from for into onto has have
    having who where which what all well just like ground eat eating talk talking smile smiling show
    showing hang hanging hand head little tall four five six him her she he
    """.split()
)


def stem(word):
    """A word without its plural, progressive or past ending: enough for captions of things."""
    for ending, kept in (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x")):
        if word.endswith(ending) and len(word) > 4:
            return word[: -len(ending)] + kept
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


_ALIKE = {}
for _line in _SAME:
    _words = {stem(word) for word in _line.split()}
    for _word in _words:
        _ALIKE.setdefault(_word, set()).update(_words)


def words(text):
    return [stem(word) for word in re.findall(r"[a-z]+", text.lower())]


def is_right(query, captions):
    """True if a photo's captions have every word of a query, or a synonym."""
    said = {word for caption in captions for word in words(caption)}
    return all(said & ({word} | _ALIKE.get(word, set())) for word in words(query))


def things(text):
    """The things that a caption names, with their synonyms."""
    named = [word for word in words(text) if word not in _NO_THING and len(word) > 2]
    return {same for word in named for same in ({word} | _ALIKE.get(word, set()))} - _NO_THING


def fits(caption, captions):
    """True if captions of a photo name one of the things that another caption names."""
    return any(things(caption) & things(other) for other in captions)
