"""Documents of one layout, rendered: pairs that are no copies, and true copies of the same documents.

`Page` draws the fields of a document. Of each kind two documents share the layout and differ in some fields, or in
all; which ones follows from the seed, so that every set can be made again.
"""

import random
import zlib

import numpy as np
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFilter, ImageFont

INK = (20, 20, 24)
PAPER = (255, 255, 255)
_NAMES = (
    "Ada Bob Carla Dilan Eva Farid Greta Hugo Ines Jonas Kira Liam Mona Nils Olga Pavel Rosa Sami".split()
)
_FAMILIES = "Smith Keller Rossi Dubois Novak Jensen Okoro Tanaka Silva Weber Moreau Conti Larsen".split()
_WORDS = (
    "river stone garden window paper letter market winter summer engine copper silver orange bridge forest number"
    " station harbour kitchen ladder mirror basket candle pocket button village valley meadow signal record"
).split()
_GOODS = (
    "sugar cheese eggs butter apples bread rice wine beans coffee tea flour water juice salt onions".split()
)
_PLACES = "Berlin Paris Rome Oslo Madrid Vienna Zurich Prague Lisbon Dublin Athens Warsaw".split()


def font(size):
    return ImageFont.load_default(size)


class Page:
    """A document that is being drawn.

    seed : of the layout and of all fields. other : seed of the fields that differ in this one; None: none does
    share : of the fields that differ, about
    """

    def __init__(self, seed, other=None, share=1.0):
        self._seed, self._other, self._share = seed, other, share
        self.layout = random.Random(seed)
        self.canvas(600, 800)

    def canvas(self, width, height, ground=PAPER):
        self.picture = PilImage.new("RGB", (width, height), ground)
        self.draw = ImageDraw.Draw(self.picture)
        return self.draw

    def field(self, name):
        """The dice of one field."""
        coin = zlib.crc32(f"{self._other} {name}".encode()) % 1000 < 1000 * self._share
        return random.Random(f"{self._other if self._other is not None and coin else self._seed} {name}")

    def pick(self, name, options):
        return self.field(name).choice(list(options))

    def digits(self, name, count):
        dice = self.field(name)
        return "".join(str(dice.randint(0, 9)) for _ in range(count))

    def price(self, name):
        return f"{self.field(name).uniform(1, 99):.2f}"

    def words(self, name, count):
        return " ".join(self.field(name).choices(_WORDS, k=count))

    def name(self, name):
        dice = self.field(name)
        return f"{dice.choice(_NAMES)} {dice.choice(_FAMILIES)}"

    def text(self, x, y, text, size=16, color=INK):
        self.draw.text((x, y), text, fill=color, font=font(size))

    def tint(self, low=0, high=255):
        """A color of the layout."""
        red, green, blue = (self.layout.randint(low, high) for _ in range(3))
        return red, green, blue


def invoice(page):
    page.canvas(1000, 1414)
    page.draw.rectangle((60, 60, 380, 150), fill=page.tint(0, 140))
    page.text(80, 90, "ACME GmbH", 34, PAPER)
    page.text(600, 190, f"No. 2024-{page.digits('number', 4)}", 24)
    page.text(80, 240, f"To: {page.name('name')}, Street 1, 12345 Town", 22)
    for row in range(9):
        page.text(80, 320 + 36 * row, " ".join(page.layout.choices(_WORDS, k=9)), 21)
    for row in range(6):
        page.text(80, 720 + 44 * row, page.pick(f"goods{row}", _GOODS), 22)
        page.text(780, 720 + 44 * row, page.price(f"price{row}"), 22)
    page.text(600, 1180, f"Amount {page.price('amount')} EUR", 26)


def receipt(page):
    page.canvas(600, 1000, (250, 250, 248))
    page.text(150, 40, "SUPERMARKET NORTH", 26)
    for row in range(page.layout.randint(8, 15)):
        page.text(60, 150 + 44 * row, page.pick(f"goods{row}", _GOODS), 22)
        page.text(430, 150 + 44 * row, page.price(f"price{row}"), 22)
    page.text(60, 840, "TOTAL", 30)
    page.text(430, 840, page.price("total"), 30)
    page.text(100, 930, "Thank you! www.north.example", 22)


def _modules(page, name, x, y, side, count=25):
    """A square code: three finders, and modules of a field."""
    step = side / count
    bits = page.field(name)
    page.draw.rectangle((x - step, y - step, x + side + step, y + side + step), fill=PAPER)
    for row in range(count):
        for column in range(count):
            finder = [
                (r, c)
                for r, c in ((0, 0), (0, count - 7), (count - 7, 0))
                if r <= row < r + 7 and c <= column < c + 7
            ]
            if finder:
                r, c = row - finder[0][0], column - finder[0][1]
                dark = r in (0, 6) or c in (0, 6) or (2 <= r <= 4 and 2 <= c <= 4)
            else:
                dark = bits.random() < 0.5
            if dark:
                left, top = x + column * step, y + row * step
                page.draw.rectangle((left, top, left + step - 0.5, top + step - 0.5), fill=INK)


def ticket(page):
    page.canvas(900, 400, (255, 249, 230))
    page.draw.rectangle((0, 0, 900, 70), fill=page.tint(0, 150))
    page.text(30, 18, "CITY CONCERT HALL  -  SUMMER NIGHT", 30, PAPER)
    page.text(40, 110, page.name("name"), 32)
    page.text(40, 175, f"Seat {page.pick('row', 'ABCDEFGH')}{page.digits('seat', 2)}", 30)
    page.text(40, 240, "14 July 2024, 20:00", 30)
    page.text(40, 310, "No refund. Keep this ticket.", 20)
    _modules(page, "code", 620, 110, 250)


def _portrait(page, name, box):
    """A picture of soft colors, as a photo has: a head before some ground."""
    left, top, right, bottom = box
    dice = np.random.default_rng(page.field(name).randrange(1 << 30))
    small = PilImage.fromarray(dice.integers(0, 255, (7, 6, 3), np.uint8))
    ground = small.resize((right - left, bottom - top), PilImage.Resampling.BICUBIC)
    draw = ImageDraw.Draw(ground)
    width, height = ground.size
    skin, hair = (tuple(int(value) for value in dice.integers(40, 230, 3)) for _ in range(2))
    draw.ellipse((0.22 * width, 0.1 * height, 0.78 * width, 0.75 * height), fill=hair)
    draw.ellipse((0.28 * width, 0.2 * height, 0.72 * width, 0.8 * height), fill=skin)
    draw.rectangle((0.1 * width, 0.85 * height, 0.9 * width, height), fill=hair)
    noise = dice.normal(0, 6, (height, width, 3))
    pixels = np.asarray(ground.filter(ImageFilter.GaussianBlur(1.5)), np.float32) + noise
    page.picture.paste(PilImage.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)), (left, top))


def id_card(page):
    page.canvas(860, 540, (223, 234, 240))
    page.text(40, 24, "REPUBLIC OF EXAMPLE   IDENTITY CARD", 28, (30, 60, 120))
    _portrait(page, "portrait", (40, 100, 270, 400))
    for row, label in enumerate(("Surname", "Given names", "Nationality", "Date of birth", "Card number")):
        page.text(310, 105 + 64 * row, label, 17, (70, 90, 120))
    page.text(310, 125, page.pick("family", _FAMILIES), 26)
    page.text(310, 189, page.pick("given", _NAMES), 26)
    page.text(310, 253, "EXAMPLE", 26)
    page.text(310, 317, f"{page.digits('day', 1)}1.0{page.digits('month', 1)}.19{page.digits('year', 2)}", 26)
    page.text(310, 381, f"X{page.digits('card', 7)}", 26)
    page.text(40, 445, f"IDEXA<<{page.pick('family', _FAMILIES).upper()}<<<<<<<<<<<<<<<", 26)


def slide(page):
    page.canvas(1280, 720)
    page.draw.rectangle((0, 0, 1280, 96), fill=page.tint(0, 110))
    page.draw.rectangle((0, 690, 1280, 720), fill=page.tint(0, 110))
    page.text(40, 26, page.words("title", 4).title(), 38, PAPER)
    for row in range(5):
        page.draw.ellipse((60, 170 + 90 * row, 76, 186 + 90 * row), fill=(230, 120, 30))
        page.text(100, 162 + 90 * row, page.words(f"point{row}", 7), 26)
    page.text(1200, 694, page.digits("page", 1), 18, PAPER)


def bar_chart(page):
    page.canvas(1000, 700)
    page.text(300, 30, "Sales by month, in thousands", 28)
    page.draw.line((100, 100, 100, 600, 950, 600), fill=INK, width=3)
    color = page.tint(20, 200)
    for bar in range(12):
        high = page.field(f"bar{bar}").randint(40, 460)
        page.draw.rectangle((120 + 68 * bar, 600 - high, 165 + 68 * bar, 600), fill=color)
        page.text(125 + 68 * bar, 610, "JFMAMJJASOND"[bar], 20)
    for line in range(1, 5):
        page.draw.line((100, 600 - 115 * line, 950, 600 - 115 * line), fill=(210, 210, 210))


def qr_code(page):
    page.canvas(500, 500)
    _modules(page, "code", 60, 60, 380, 29)


def screenshot(page):
    page.canvas(1280, 800, (246, 246, 248))
    page.draw.rectangle((0, 0, 1280, 48), fill=(50, 54, 62))
    for at, word in enumerate(("File", "Edit", "View", "Insert", "Tools", "Help")):
        page.text(20 + 90 * at, 12, word, 20, PAPER)
    page.draw.rectangle((0, 48, 240, 800), fill=(228, 230, 234))
    for row in range(12):
        page.text(24, 70 + 40 * row, page.pick(f"folder{row}", _WORDS), 20)
        page.text(280, 100 + 50 * row, page.words(f"line{row}", 6), 22)
        page.draw.line((270, 136 + 50 * row, 1250, 136 + 50 * row), fill=(214, 216, 220))


def calendar(page):
    page.canvas(900, 900)
    months = ("January", "March", "May", "July", "August", "October", "December")
    page.text(60, 40, f"{page.pick('month', months)} 20{page.digits('year', 2)}", 44)
    start = page.field("start").randint(0, 6)
    for at, day in enumerate(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")):
        page.text(70 + 115 * at, 120, day, 22, (150, 30, 30) if at == 6 else INK)
    for row in range(6):
        for column in range(7):
            left, top = 60 + 112 * column, 160 + 112 * row
            page.draw.rectangle((left, top, left + 112, top + 112), outline=(120, 120, 120))
            number = 7 * row + column - start + 1
            if 1 <= number <= 31:
                page.text(left + 10, top + 8, str(number), 26)


def table(page):
    page.canvas(1000, 800)
    page.text(60, 30, "Quarterly figures by region", 30)
    for row in range(14):
        page.draw.line((60, 100 + 46 * row, 940, 100 + 46 * row), fill=(170, 170, 170))
        page.text(70, 110 + 46 * row, page.pick(f"place{row}", _PLACES), 22)
        for column in range(4):
            page.text(330 + 150 * column, 110 + 46 * row, page.digits(f"cell{row},{column}", 5), 22)


def near_blank_page(page):
    page.canvas(800, 1130)
    page.text(120, 180 if page.layout.random() < 0.5 else 500, page.words("line", 4), 20)
    page.text(380, 1090, page.digits("page", 2), 18)


def form(page):
    page.canvas(900, 1200)
    page.text(60, 40, "APPLICATION FOR MEMBERSHIP", 32)
    labels = ("Name", "Street", "Town", "Born", "Phone", "Member since", "Account", "Reference")
    for row, label in enumerate(labels):
        page.text(60, 140 + 95 * row, label, 20, (90, 90, 90))
        page.draw.rectangle((60, 166 + 95 * row, 840, 216 + 95 * row), outline=INK)
        filled = page.name(f"field{row}") if row < 3 else page.digits(f"field{row}", 8)
        page.text(76, 176 + 95 * row, filled, 26, (20, 40, 140))
    for box in range(5):
        left = 60 + 150 * box
        page.draw.rectangle((left, 950, left + 30, 980), outline=INK, width=2)
        if page.field(f"tick{box}").random() < 0.5:
            page.draw.line((left + 4, 954, left + 26, 976), fill=INK, width=3)
            page.draw.line((left + 26, 954, left + 4, 976), fill=INK, width=3)


def sheet_music(page):
    page.canvas(900, 1200)
    page.text(300, 40, "Study in C", 34)
    for system in range(8):
        top = 130 + 130 * system
        for line in range(5):
            page.draw.line((60, top + 12 * line, 840, top + 12 * line), fill=INK)
        dice = page.field(f"system{system}")
        for at in range(14):
            y = top + 6 * dice.randint(-1, 9)
            x = 110 + 50 * at
            page.draw.ellipse((x, y - 6, x + 16, y + 6), fill=INK)
            page.draw.line((x + 15, y, x + 15, y - 40), fill=INK, width=2)


def boarding_pass(page):
    page.canvas(1000, 400)
    page.draw.rectangle((0, 0, 1000, 64), fill=page.tint(0, 120))
    page.text(30, 14, "BOARDING PASS", 32, PAPER)
    page.text(40, 90, page.name("name"), 30)
    page.text(40, 160, f"{page.pick('from', _PLACES)}  >  {page.pick('to', _PLACES)}", 30)
    page.text(
        40,
        240,
        f"XX {page.digits('flight', 4)}   Gate {page.digits('gate', 2)}   Seat {page.digits('seat', 2)}C",
        28,
    )
    page.text(40, 310, f"{page.digits('hour', 1)}:{page.digits('minute', 2)}", 28)
    _bars(page, "code", (640, 100, 960, 340))


def _bars(page, name, box):
    left, top, right, bottom = box
    dice = page.field(name)
    x = left
    while x < right:
        wide = dice.choice((2, 4, 6))
        page.draw.rectangle((x, top, min(right, x + wide), bottom), fill=INK)
        x += wide + dice.choice((3, 5, 7))


def business_card(page):
    page.canvas(700, 400, (248, 246, 240))
    page.draw.polygon([(0, 0), (160, 0), (0, 400)], fill=page.tint(0, 160))
    page.text(220, 110, page.name("name"), 36)
    page.text(220, 170, "Sales manager, Example Ltd", 22, (90, 90, 90))
    page.text(220, 240, f"+00 {page.digits('phone', 9)}", 24)
    page.text(220, 290, f"{page.pick('name', _NAMES).lower()}@example.org", 24)


def crossword(page):
    page.canvas(800, 800)
    for row in range(13):
        for column in range(13):
            box = (75 + 50 * column, 75 + 50 * row, 125 + 50 * column, 125 + 50 * row)
            black = page.field(f"cell{row},{column}").random() < 0.22
            page.draw.rectangle(box, fill=INK if black else PAPER, outline=INK)
            if not black and page.layout.random() < 0.3:
                page.text(box[0] + 4, box[1] + 3, page.digits(f"number{row},{column}", 2), 14)


def chess(page):
    page.canvas(720, 720)
    for row in range(8):
        for column in range(8):
            left, top = 40 + 80 * column, 40 + 80 * row
            light = (row + column) % 2 == 0
            page.draw.rectangle(
                (left, top, left + 80, top + 80), fill=(240, 217, 181) if light else (181, 136, 99)
            )
            dice = page.field(f"square{row},{column}")
            if dice.random() < 0.35:
                color = dice.choice(((250, 250, 250), (25, 25, 25)))
                page.draw.ellipse((left + 22, top + 10, left + 58, top + 46), fill=color, outline=INK)
                page.draw.rectangle((left + 18, top + 46, left + 62, top + 70), fill=color, outline=INK)


def street_map(page):
    page.canvas(900, 900, (242, 239, 230))
    for _ in range(14):
        a, b = page.layout.randint(0, 900), page.layout.randint(0, 900)
        ends = ((a, 0, b, 900), (0, a, 900, b))[page.layout.random() < 0.5]
        page.draw.line(ends, fill=(255, 255, 255), width=page.layout.choice((10, 16, 24)))
    for _ in range(4):
        x, y = page.layout.randint(0, 700), page.layout.randint(0, 700)
        page.draw.ellipse(
            (x, y, x + 190, y + 130), fill=page.layout.choice(((190, 220, 170), (170, 205, 230)))
        )
    for _ in range(10):
        page.text(
            page.layout.randint(0, 780),
            page.layout.randint(0, 880),
            page.layout.choice(_PLACES),
            17,
            (90, 90, 90),
        )
    for pin in range(4):
        dice = page.field(f"pin{pin}")
        x, y = dice.randint(40, 860), dice.randint(60, 860)
        page.draw.polygon([(x, y), (x - 16, y - 34), (x + 16, y - 34)], fill=(210, 40, 40))
        page.draw.ellipse((x - 17, y - 54, x + 17, y - 20), fill=(210, 40, 40))


def chat(page):
    page.canvas(720, 1280, (236, 229, 221))
    page.draw.rectangle((0, 0, 720, 90), fill=(7, 94, 84))
    page.text(100, 26, page.name("name"), 30, PAPER)
    y = 120
    for row in range(11):
        mine = page.layout.random() < 0.5
        left = 250 if mine else 30
        page.draw.rounded_rectangle(
            (left, y, left + 440, y + 76), 14, fill=(220, 248, 198) if mine else PAPER
        )
        page.text(left + 16, y + 10, page.words(f"said{row}", 4), 23)
        page.text(
            left + 370,
            y + 50,
            f"{page.digits(f'hour{row}', 2)}:{page.digits(f'minute{row}', 2)}",
            15,
            (120, 120, 120),
        )
        y += 100


def barcode_label(page):
    page.canvas(700, 450)
    page.text(50, 30, "SHIP TO", 20, (90, 90, 90))
    page.text(50, 60, page.name("name"), 28)
    page.text(50, 100, f"{page.digits('post', 5)} {page.pick('place', _PLACES)}", 28)
    _bars(page, "code", (50, 180, 650, 380))
    page.text(200, 392, page.digits("code number", 13), 28)


def certificate(page):
    page.canvas(1200, 850, (252, 248, 236))
    page.draw.rectangle((30, 30, 1170, 820), outline=page.tint(60, 160), width=12)
    page.draw.rectangle((54, 54, 1146, 796), outline=(150, 120, 50), width=3)
    page.text(360, 120, "CERTIFICATE", 70)
    page.text(470, 240, "is awarded to", 28, (100, 90, 70))
    page.text(400, 310, page.name("name"), 56, (40, 40, 110))
    page.text(300, 450, "for taking part in the course on", 28)
    page.text(420, 510, page.words("course", 3), 34)
    page.text(180, 680, f"{page.digits('day', 1)} May 20{page.digits('year', 2)}", 26)


def price_tag(page):
    page.canvas(600, 360, (255, 235, 60))
    page.draw.rectangle((0, 0, 600, 70), fill=(200, 20, 30))
    page.text(30, 16, "SPECIAL OFFER", 36, PAPER)
    page.text(30, 90, page.pick("goods", _GOODS).upper(), 34)
    page.text(150, 150, page.price("price"), 120)
    page.text(30, 310, f"1 kg = {page.price('unit')}", 22)


def timetable(page):
    page.canvas(900, 1200)
    page.draw.rectangle((0, 0, 900, 90), fill=(250, 210, 0))
    page.text(40, 22, f"Departures  {page.pick('place', _PLACES)}", 40)
    for hour in range(18):
        page.text(50, 110 + 59 * hour, f"{5 + hour:02}", 30)
        page.draw.line((40, 158 + 59 * hour, 860, 158 + 59 * hour), fill=(190, 190, 190))
        for at in range(8):
            page.text(140 + 88 * at, 114 + 59 * hour, page.digits(f"minute{hour},{at}", 2), 26)


def spreadsheet(page):
    page.canvas(1200, 800)
    page.draw.rectangle((0, 0, 1200, 34), fill=(230, 232, 235))
    for column in range(9):
        page.text(90 + 130 * column, 6, "ABCDEFGHI"[column], 18)
        page.draw.line((60 + 130 * column, 0, 60 + 130 * column, 800), fill=(205, 208, 212))
    for row in range(24):
        page.draw.line((0, 34 + 32 * row, 1200, 34 + 32 * row), fill=(205, 208, 212))
        page.text(14, 40 + 32 * row, str(row + 1), 18, (90, 90, 90))
        for column in range(9):
            if page.layout.random() < 0.6:
                page.text(68 + 130 * column, 40 + 32 * row, page.digits(f"cell{row},{column}", 6), 18)


def code_listing(page):
    page.canvas(1100, 900, (30, 30, 34))
    colors = ((220, 220, 220), (120, 180, 250), (230, 190, 110), (140, 200, 140))
    for row in range(28):
        page.text(20, 20 + 31 * row, f"{row + 1:>3}", 20, (110, 110, 110))
        indent = 80 + 40 * page.layout.randint(0, 3)
        text = f"{page.pick(f'name{row}', _WORDS)} = {page.pick(f'call{row}', _WORDS)}({page.digits(f'value{row}', 3)})"
        page.text(indent, 20 + 31 * row, text, 20, page.layout.choice(colors))


def comic(page):
    page.canvas(900, 1250)
    for row in range(3):
        for column in range(2):
            left, top = 30 + 430 * column, 30 + 400 * row
            dice = page.field(f"panel{row},{column}")
            sky = tuple(dice.randint(120, 250) for _ in range(3))
            page.draw.rectangle((left, top, left + 410, top + 380), fill=sky, outline=INK, width=5)
            for _ in range(5):
                x, y, r = left + dice.randint(40, 370), top + dice.randint(160, 340), dice.randint(15, 38)
                page.draw.ellipse(
                    (x - r, y - r, x + r, y + r),
                    fill=tuple(dice.randint(0, 255) for _ in range(3)),
                    outline=INK,
                    width=3,
                )
            page.draw.ellipse((left + 20, top + 15, left + 390, top + 110), fill=PAPER, outline=INK, width=3)
            page.text(left + 60, top + 48, page.words(f"speech{row},{column}", 3), 22)


KINDS = {
    "invoice": invoice,
    "receipt": receipt,
    "ticket": ticket,
    "ID card": id_card,
    "slide": slide,
    "bar chart": bar_chart,
    "QR code": qr_code,
    "screenshot": screenshot,
    "calendar": calendar,
    "table": table,
    "near-blank page": near_blank_page,
    "form": form,
    "sheet music": sheet_music,
    "boarding pass": boarding_pass,
    "business card": business_card,
    "crossword": crossword,
    "chess diagram": chess,
    "map with pins": street_map,
    "chat": chat,
    "barcode label": barcode_label,
    "certificate": certificate,
    "price tag": price_tag,
    "timetable": timetable,
    "spreadsheet": spreadsheet,
    "code listing": code_listing,
    "comic page": comic,
}


def score_board(page):
    page.canvas(1000, 500, (12, 40, 20))
    for row in range(6):
        page.text(60, 40 + 72 * row, page.pick(f"team{row}", _PLACES).upper(), 40, (250, 230, 120))
        page.text(
            640, 40 + 72 * row, f"{page.digits(f'home{row}', 1)} : {page.digits(f'guest{row}', 1)}", 40, PAPER
        )


def pie_chart(page):
    page.canvas(900, 600)
    page.text(60, 30, "Shares of the market", 32)
    cuts = sorted(page.field(f"cut{at}").uniform(0, 360) for at in range(5))
    for at, (start, end) in enumerate(zip(cuts, [*cuts[1:], cuts[0] + 360], strict=True)):
        page.draw.pieslice(
            (80, 110, 500, 530),
            start,
            end,
            fill=((60, 120, 200), (220, 90, 60), (90, 170, 90), (230, 190, 60), (140, 90, 180))[at],
        )
        page.text(600, 160 + 60 * at, page.pick(f"label{at}", _PLACES), 26)


def sudoku(page):
    page.canvas(640, 640)
    for line in range(10):
        wide = 5 if line % 3 == 0 else 1
        page.draw.line((50 + 60 * line, 50, 50 + 60 * line, 590), fill=INK, width=wide)
        page.draw.line((50, 50 + 60 * line, 590, 50 + 60 * line), fill=INK, width=wide)
    for row in range(9):
        for column in range(9):
            if page.layout.random() < 0.4:
                page.text(70 + 60 * column, 62 + 60 * row, page.digits(f"cell{row},{column}", 1), 34)


def letter(page):
    page.canvas(1000, 1414, (253, 252, 248))
    page.text(90, 80, "Example Insurance", 34, (30, 80, 60))
    page.text(90, 260, page.name("name"), 22)
    for row in range(24):
        page.text(90, 420 + 34 * row, page.words(f"line{row}", 9), 21)


HELD_BACK = {
    "score board": score_board,
    "pie chart": pie_chart,
    "sudoku": sudoku,
    "letter": letter,
}
"""Kinds on which nothing was chosen."""


def document(kind, seed, other=None, share=1.0):
    """Draw a document. seed, other, share : see Page"""
    page = Page(seed, other, share)
    (KINDS | HELD_BACK)[kind](page)
    return page.picture


def two_documents(kind, seed):
    """Two documents of one layout: every other pair differs in a few fields alone, by a letter at least."""
    first = document(kind, seed)
    for attempt in range(1, 100):
        second = document(kind, seed, seed * 1000 + attempt, 0.2 if seed // 2 % 2 else 1.0)
        one, other = (np.asarray(picture.convert("L"), np.int16) for picture in (first, second))
        if one.shape == other.shape and (np.abs(one - other) > 80).sum() > 60:
            return first, second
    raise ValueError(f"No other document of this layout: {kind}, {seed}")
