"""Words of the lists in English and French: the English template is the key, as in a message catalog."""

from __future__ import annotations

import re


class Words:
    """Says a template in one language: `Words("fr")("{size} mm, black", size=24)`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.french = language == "fr"

    def __call__(self, template: str, **values: object) -> str:
        """Fill in a template."""
        if not self.french:
            return template.format(**values)
        figures = {name: self.figure(str(value)) for name, value in values.items()}
        return SPACED.sub("\u202f", FRENCH[template].format(**figures))

    def figure(self, text: str) -> str:
        """A value as it is written in this language: French has a comma in decimals."""
        return DECIMAL.sub(",", text) if self.french else text

    @property
    def suffix(self) -> str:
        """Return the suffix before the extension of a file in this language."""
        return ".fr" if self.french else ""


SPACED = re.compile(r" (?=[:;?!»])|(?<=«) ")
"""Where French wants a narrow space that does not break."""
DECIMAL = re.compile(r"(?<=\d)\.(?=\d)")
SAME = (
    "74HCT125", "SN74AHCT125N DIP-14", "TBD62003APG DIP-16", "24C32 EEPROM DIP-8", "CAT24C32LI-G, 24LC32A-I/P",
)  # fmt: skip
"""Names of parts, which are the same in all languages."""

ENGLISH = Words("en")
LANGUAGES = (ENGLISH, Words("fr"))

FRENCH = {
    **{name: name for name in SAME},
    # columns and headings
    "part": "pièce",
    "by hand": "à la main",
    "with the board": "avec la carte",
    "what to look for": "ce qu’il faut",
    "search for": "à chercher",
    "also works": "marche aussi",
    "# Parts and power": "# Pièces et courant",
    "Written by `make drawings` from the wiring; each list is also a CSV file in this folder. [En français](README.fr.md).":
        "Écrit par `make drawings` d’après le câblage ; chaque liste est aussi un fichier CSV de ce dossier. [In English](README.md).",
    "Under \"search for\" stands what to type into the search box of a shop. XH, Dupont and spades are crimped: ready-made "
    "leads save the tool.":
        "Sous « à chercher », ce qu’il faut taper dans la recherche d’un magasin. XH, Dupont et cosses se sertissent : des "
        "fils déjà sertis évitent l’outil.",
    "drawn at 5 V, all at once": "consommé sous 5 V, tout à la fois",
    "together": "ensemble",
    "supply to buy: 5.1 V, {amps} A": "alimentation à acheter : 5,1 V, {amps} A",
    "left over ({share} %)": "en réserve ({share} %)",
    "through the fuse F1 of the board": "par le fusible F1 de la carte",
    # the budget
    "Raspberry Pi under full load": "Raspberry Pi à pleine charge",
    "screens ({count}), every pixel lit": "écrans ({count}), tous pixels allumés",
    "dial": "molette",
    "light bar, as far as the program lets it": "barre de lumières, autant que le programme permet",
    "lamps on the box ({count}), all lit": "lampes sur la boîte ({count}), toutes allumées",
    "buzzer": "buzzer",
    "pod: Pico": "pod : Pico",
    "pod: lamps ({count}), all lit": "pod : lampes ({count}), toutes allumées",
    "pod: ring, as far as the program lets it": "pod : anneau, autant que le programme permet",
    # voltage
    "### What arrives at the end of each cable": "### Ce qui arrive au bout de chaque câble",
    "Counted with wire of 0.25 mm² (70 milliohms a metre, there and back), the fuse at its worst ({fuse} ohm, with all "
    "that hangs on it at once), the tracks of the board ({board} ohm) and 5.0 V at the header. LEDs of a strip want 3.7 V or more, a 5 V lamp 4.5 V or more.":
        "Compté avec du fil de 0,25 mm² (70 milliohms par mètre, aller et retour), le fusible au pire ({fuse} ohm, avec "
        "tout ce qu’il porte à la fois), les pistes de la carte ({board} ohm) et 5,0 V au connecteur. Les LED d’un ruban veulent 3,7 V ou plus, une lampe de 5 V 4,5 V ou plus.",
    "The pod draws {amps} mA through its USB cable. With 1 m of a thin one (AWG 28) {volts} V arrive there for its ring and its lamps.":
        "Le pod tire {amps} mA par son câble USB. Avec 1 m de câble fin (AWG 28), {volts} V y arrivent pour son anneau et ses lampes.",
    "cable": "câble",
    "length": "longueur",
    "lost in the cable": "perdu dans le câble",
    "lost in the fuse": "perdu dans le fusible",
    "lost on the board": "perdu sur la carte",
    "arrives": "arrive",
    # things
    "left screen": "écran de gauche",
    "right screen": "écran de droite",
    "screen {name}": "écran {name}",
    "lights": "lumières",
    "Ark": "Arche",
    "back": "retour",
    "paddle {number}": "palette {number}",
    "ring": "anneau",
    "row {net}": "rangée {net}",
    "USB cable": "câble USB",
    "any USB socket": "une prise USB",
    "micro USB": "micro USB",
    # wiring lists
    "Arkside, build {name}, wired by hand": "Arkside, montage {name}, câblé à la main",
    "Arkside, the pod, wired by hand": "Arkside, le pod, câblé à la main",
    "Arkside, with the carrier board": "Arkside, avec la carte support",
    "{count} wires. Lengths are in millimetres.": "{count} fils. Longueurs en millimètres.",
    "to {thing}": "vers {thing}",
    "to the rows": "vers les rangées",
    "from": "de",
    "pin": "broche",
    "to": "à",
    "colour": "couleur",
    "black": "noir", "red": "rouge", "orange": "orange", "blue": "bleu", "yellow": "jaune", "violet": "violet",
    "grey": "gris", "green": "vert", "white": "blanc", "brown": "brun",
    # parts
    "computer": "ordinateur",
    "a Raspberry Pi with 40 pins on it": "un Raspberry Pi avec ses 40 broches",
    "Raspberry Pi 4 Model B 2GB": "Raspberry Pi 4 Model B 2 Go",
    "Pi 3 B+; Pi 5 with a supply of 5 A": "Pi 3 B+ ; Pi 5 avec une alimentation de 5 A",
    "memory card": "carte mémoire",
    "microSD, 16 GB or more, A1": "microSD, 16 Go ou plus, A1",
    "microSD 32GB A1": "microSD 32 Go A1",
    "supply": "alimentation",
    "5.1 V, {amps} A, USB-C, tested to a safety standard": "5,1 V, {amps} A, USB-C, conforme à une norme de sécurité",
    "Raspberry Pi 15W USB-C power supply": "alimentation Raspberry Pi 15W USB-C",
    "any of at least that current made for a Pi; Pi 3 B+: the same with micro USB":
        "toute autre pour Pi d’au moins ce courant ; Pi 3 B+ : pareil en micro USB",
    "screen": "écran",
    "OLED {inches} inch, 128x64, I2C, chip {chip}, pins GND VCC SCL SDA; address {addresses}":
        "OLED {inches} pouce, 128x64, I2C, puce {chip}, broches GND VCC SCL SDA ; adresse {addresses}",
    "; one with a pad for 0x3D on its back": " ; l’un avec une plage pour 0x3D au dos",
    "{inches} inch OLED 128x64 I2C {chip}": "OLED {inches} pouce 128x64 I2C {chip}",
    "0.96 inch SSD1306 or 1.3 inch SH1106: name glass and chip in the wiring":
        "0,96 pouce SSD1306 ou 1,3 pouce SH1106 : nomme verre et puce dans le câblage",
    "light bar": "barre de lumières",
    "WS2812B strip, 5 V, {density} a metre, cut to {pixels} pixels": "ruban WS2812B, 5 V, {density} par mètre, coupé à {pixels} pixels",
    "WS2812B LED strip 5V {density}/m IP30": "ruban LED WS2812B 5V {density}/m IP30",
    "SK6812 RGB; other densities: name them in the wiring": "SK6812 RGB ; autres densités : nomme-les dans le câblage",
    "passive piezo buzzer, 3 to 5 V, without an oscillator of its own": "buzzer piézo passif, 3 à 5 V, sans oscillateur",
    "passive piezo buzzer PS1240": "buzzer piézo passif PS1240",
    "any passive piezo disc": "tout disque piézo passif",
    "rotary encoder module with push, pins in the order CLK DT SW + GND": "module codeur rotatif à poussoir, broches dans l’ordre CLK DT SW + GND",
    "KY-040 rotary encoder": "codeur rotatif KY-040",
    "a bare EC11: CLK = A, DT = B, both middle legs to GND": "un EC11 nu : CLK = A, DT = B, les deux pattes du milieu à GND",
    "arcade button": "bouton d’arcade",
    "dome button": "bouton dôme",
    "{size} mm, with a 5 V LED, microswitch, normally open: {colours}": "{size} mm, avec LED 5 V, microrupteur, normalement ouvert : {colours}",
    "{size} mm, without a lamp, microswitch, normally open: {colours}": "{size} mm, sans lampe, microrupteur, normalement ouvert : {colours}",
    "{size}mm arcade button": "bouton arcade {size}mm",
    "{size}mm arcade button 5V LED": "bouton arcade {size}mm LED 5V",
    "{size}mm dome push button 5V LED": "bouton poussoir dôme {size}mm LED 5V",
    "no other size": "aucune autre taille",
    "24, 30 or 60 mm: name the size in the wiring": "24, 30 ou 60 mm : nomme la taille dans le câblage",
    "; a 12 V lamp is too dim": " ; une lampe de 12 V est trop faible",
    "pod": "pod",
    "Raspberry Pi Pico with pins soldered on": "Raspberry Pi Pico, broches soudées",
    "Raspberry Pi Pico H": "Raspberry Pi Pico H",
    "Pico W, Pico 2": "Pico W, Pico 2",
    "USB-A to micro USB with data lines, {metres} m": "USB-A vers micro USB avec fils de données, {metres} m",
    "USB-A micro-USB data cable": "câble USB-A micro-USB données",
    "any that is not for charging only": "tout câble qui ne fait pas que charger",
    "WS2812B ring, 5 V, {pixels} pixels": "anneau WS2812B, 5 V, {pixels} pixels",
    "WS2812B LED ring {pixels} 68mm": "anneau LED WS2812B {pixels} 68mm",
    "level shifter": "adaptateur de niveau",
    "74AHCT125, DIP-14, and a socket": "74AHCT125, DIP-14, et un support",
    "lamp driver": "pilote des lampes",
    "TBD62003A, DIP-16, and a socket": "TBD62003A, DIP-16, et un support",
    "ULN2003A or TD62003: same pins, but lamps shine less": "ULN2003A ou TD62003 : mêmes broches, mais les lampes brillent moins",
    "identity chip": "puce d’identité",
    "24C32 EEPROM, 3.3 V, DIP-8; may be left out": "EEPROM 24C32, 3,3 V, DIP-8 ; facultative",
    "resistor {value}": "résistance {value}",
    "{value} (ohm), 1/4 W, wired": "{value} (ohm), 1/4 W, à fils",
    "{value} ohm resistor 1/4W": "résistance {value} ohm 1/4W",
    "metal or carbon film": "couche métallique ou carbone",
    "capacitor 100n": "condensateur 100n",
    "100 nF, ceramic, 5 mm between the legs": "100 nF, céramique, 5 mm entre les pattes",
    "100nF ceramic capacitor X7R 50V 5mm": "condensateur céramique 100nF X7R 50V 5mm",
    "capacitor 1000u": "condensateur 1000u",
    "1000 uF, 10 mm wide, at most 13 mm high, legs 5 mm apart": "1000 uF, 10 mm de large, 13 mm de haut au plus, pattes à 5 mm",
    "1000uF 10V 105C electrolytic 10x12.5": "condensateur électrolytique 1000uF 10V 105C 10x12,5",
    "6.3 V": "6,3 V",
    "resettable fuse": "fusible réarmable",
    "PTC, holds 1.1 A, trips at 2.2 A, legs 5 mm apart, at most 9 mm wide": "PTC, tient 1,1 A, coupe à 2,2 A, pattes à 5 mm, 9 mm de large au plus",
    "RUEF110 PTC resettable fuse": "fusible réarmable PTC RUEF110",
    "any radial PTC of 1 to 1.35 A for 6 V or more": "tout PTC radial de 1 à 1,35 A pour 6 V ou plus",
    "power LED": "LED d’alimentation",
    "3 mm; may be left out with its resistor R6": "3 mm ; facultative avec sa résistance R6",
    "3mm LED green": "LED 3mm verte",
    "any colour but blue": "toute couleur sauf bleu",
    "jumper": "cavalier",
    "2 pins, 2.54 mm, and a cap; may be left out": "2 broches, 2,54 mm, et son pont ; facultatif",
    "pin header 1x2 2.54mm jumper cap": "barrette 1x2 2,54mm cavalier",
    "plug, {pins} pins": "connecteur, {pins} broches",
    "JST XH, 2.5 mm: header B{pins}B-XH-A and housing XHP-{pins} with crimped wires": "JST XH, 2,5 mm : embase B{pins}B-XH-A et boîtier XHP-{pins} avec fils sertis",
    "JST XH {pins} pin B{pins}B-XH-A XHP-{pins} pre-crimped": "JST XH {pins} broches B{pins}B-XH-A XHP-{pins} serti",
    "sold as a set of cable and header": "vendu en kit, câble et embase",
    "header socket": "prise du connecteur",
    "2x20, 2.54 mm, at least 8.5 mm high, soldered below the board": "2x20, 2,54 mm, au moins 8,5 mm de haut, soudée sous la carte",
    "2x20 female header 8.5mm Raspberry Pi": "barrette femelle 2x20 8,5mm Raspberry Pi",
    "a stacking header with long legs; over the cooler of a Pi 5: 13.5 mm high":
        "une barrette empilable à longues pattes ; au-dessus du refroidisseur d’un Pi 5 : 13,5 mm de haut",
    "carrier board": "carte support",
    "made from our Gerber files: 65 x 56.5 mm, two layers, 1.6 mm": "faite d’après nos fichiers Gerber : 65 x 56,5 mm, deux couches, 1,6 mm",
    "PCB prototype 2 layers": "circuit imprimé prototype 2 couches",
    "board to wire on": "plaque de câblage",
    "solderless breadboard, 830 holes, or perfboard": "plaque d’essai, 830 trous, ou plaque à trous",
    "breadboard 830": "plaque d’essai 830",
    "standoffs": "entretoises",
    "M2.5, 11 mm, a thread of 6 mm at one end, with screws": "M2,5, 11 mm, un filetage de 6 mm à un bout, avec vis",
    "brass standoffs M2.5 11mm HAT": "entretoises laiton M2,5 11mm HAT",
    "over the cooler of a Pi 5: 16 mm": "au-dessus du refroidisseur d’un Pi 5 : 16 mm",
    "jumper wire, socket to socket": "fil Dupont femelle-femelle",
    "from the header of the Pi to pins of a module": "du connecteur du Pi aux broches d’un module",
    "Dupont jumper wires female-female 20cm": "fils Dupont femelle-femelle 20cm",
    "jumper wire, socket to pin": "fil Dupont femelle-mâle",
    "from a header to the breadboard, or from there to a module": "d’un connecteur à la plaque d’essai, ou de là à un module",
    "Dupont jumper wires male-female 20cm": "fils Dupont mâle-femelle 20cm",
    "a 40-pin ribbon with a T-shaped breakout on the breadboard": "une nappe 40 broches avec un adaptateur en T sur la plaque",
    "jumper wire, pin to pin": "fil Dupont mâle-mâle",
    "on the breadboard": "sur la plaque d’essai",
    "Dupont jumper wires male-male 10cm": "fils Dupont mâle-mâle 10cm",
    "solid wire, 0.5 mm²": "fil rigide, 0,5 mm²",
    "pin strip": "barrette de broches",
    "1x40, 2.54 mm, cut apart: soldered to ends of cables that go into the breadboard": "1x40, 2,54 mm, à couper : soudée au bout des câbles qui vont dans la plaque d’essai",
    "pin header 1x40 2.54mm": "barrette mâle 1x40 2,54mm",
    "Dupont pins, crimped": "broches Dupont, à sertir",
    "Dupont socket": "prise Dupont",
    "1x1, 2.54 mm, crimped: the end of a cable at the pins of screen or dial": "1x1, 2,54 mm, à sertir : le bout d’un câble aux broches d’un écran ou de la molette",
    "Dupont female crimp terminals": "cosses Dupont femelles à sertir",
    "cut a ready-made jumper wire in two": "coupe en deux un fil Dupont tout fait",
    "spade terminal": "cosse plate",
    "female, crimped, for switches and lamps: 4.8 mm or 2.8 mm, measure the tabs of your buttons": "femelle, à sertir, pour contacts et lampes : 4,8 mm ou 2,8 mm, mesure les languettes de tes boutons",
    "female spade terminals 4.8mm 2.8mm insulated": "cosses plates femelles 4,8mm 2,8mm isolées",
    "solder the wires to the tabs": "soude les fils aux languettes",
    "wire, {colour}": "fil, {colour}",
    "stranded, 0.25 mm² (AWG 24)": "souple, 0,25 mm² (AWG 24)",
    "24 AWG silicone wire": "fil silicone 24 AWG",
    "silicone or PVC": "silicone ou PVC",
    "screw M3 x 10": "vis M3 x 10",
    "countersunk, for box, light tray, paddles, Ark and pod": "tête fraisée, pour boîte, bac à lumière, palettes, Arche et pod",
    "M3x10 countersunk screws": "vis M3x10 tête fraisée",
    "for plastic, or with a metric thread; M3 x 12 in the box and the cones": "pour plastique, ou filetage métrique ; M3 x 12 dans la boîte et les cônes",
    "screw M2.5 x 6": "vis M2,5 x 6",
    "pan head, for the Pi; with the board its standoffs do this": "tête cylindrique, pour le Pi ; avec la carte, ses entretoises s’en chargent",
    "M2.5x6 pan head screws": "vis M2,5x6 tête cylindrique",
    "screw {thread} x 5": "vis {thread} x 5",
    "pan head, for screens and Pico": "tête cylindrique, pour écrans et Pico",
    "{thread}x5 pan head screws": "vis {thread}x5 tête cylindrique",
    "foot": "pied",
    "self-adhesive, 10 mm wide, 2 to 3 mm high": "adhésif, 10 mm de large, 2 à 3 mm de haut",
    "rubber bumper feet 10mm": "pieds caoutchouc adhésifs 10mm",
    "cable tie": "collier de serrage",
    "2.5 mm wide, 100 mm long": "2,5 mm de large, 100 mm de long",
    "cable ties 100mm": "colliers de serrage 100mm",
    "{metres} m": "{metres} m",
}  # fmt: skip
