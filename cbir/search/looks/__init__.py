"""What the engines found -> looked at once more -> what that adds: stages of a search, each told of as it comes."""

from cbir.search.looks.expansion import Expansion
from cbir.search.looks.look_harder import HarderLook, HarderOptions
from cbir.search.looks.written_look import WrittenLook, WrittenOptions
