"""Writes han.ttf: the Chinese letters of the program's own sentences, and of usual names of places and sessions;
and right.ttf: the letters of Hebrew, Arabic and Persian, with their shapes in words.

It needs fonttools and Debian's fonts-noto-cjk and fonts-dejavu-core. Run it after a translation uses a new letter (a test says so).
"""
import json
from pathlib import Path

from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable

NAMES = """湖城园京香樟江河海岸溪谷岭峰岛桥塔寺庙街巷村镇县州省杭广深圳武汉成都重庆天津南苏西安青厦门长沙宁波昆明郑济沈大连哈尔滨合
肥福贵阳兰石家庄太原乌鲁木齐拉萨银川呼和浩特春夏秋冬雨雪风晴阴雾云朝夕暮晨早午晚夜友团队俱乐部老小新旧红绿蓝白黑金花草树林竹梅樱荷
桂枫松柏鸟鱼马牛龙虎爱梦想快慢欢喜美丽生日节国元旦端中除圣诞儿童妇女爸妈哥姐弟妹家回上下班学校操场健身房泳池馆站圈环绕滨东北洲港台"""
here = Path(__file__).parent
said = json.loads((here / "../../i18n/zh.json").read_text())
letters = set("".join(said["sentences"].values()) + "".join(map(str, said["glossary"].values())) + NAMES)
font = TTFont("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", fontNumber=2)
options = subset.Options()
options.layout_features, options.hinting, options.notdef_outline, options.name_IDs = [], False, False, [0, 1, 13, 14]
options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "VORG", "vhea", "vmtx", "DSIG"]
taken = subset.Subsetter(options)
taken.populate(text="".join(c for c in letters if ord(c) > 0x2E7F))
taken.subset(font)
outlines, order = font.getGlyphSet(), font.getGlyphOrder()
font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
font["glyf"].glyphOrder, font["glyf"].glyphs = order, {}
for name in order:
    pen = TTGlyphPen(outlines)
    outlines[name].draw(Cu2QuPen(pen, 5.0, reverse_direction=True))
    font["glyf"].glyphs[name] = pen.glyph()
most = font["maxp"]
most.tableVersion, most.numGlyphs, most.maxZones = 0x00010000, len(order), 1
for field in ("Points", "Contours", "CompositePoints", "CompositeContours", "ComponentDepth", "TwilightPoints", "Storage",
              "FunctionDefs", "InstructionDefs", "StackElements", "SizeOfInstructions", "ComponentElements"):
    setattr(most, "max" + field, 0)
font["post"].formatType = 3.0
del font["CFF "]
font.sfntVersion = "\0\1\0\0"
font.recalcTimestamp = False
font.save(here / "han.ttf")

RIGHT = """05d0-05ea 05f0-05f4 060c 061b 061f 0621-064a 0660-0669 067e 0686 0698 06a9 06af 06cc 06f0-06f9
fb56-fb59 fb7a-fb7d fb8a-fb8b fb8e-fb95 fbfc-fbff fe80-fefc"""
font = TTFont("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
options.drop_tables += ["kern", "FFTM"]
taken = subset.Subsetter(options)
taken.populate(unicodes=subset.parse_unicodes(RIGHT.replace("\n", " ")))
taken.subset(font)
font["post"].formatType = 3.0
font.recalcTimestamp = False
font.save(here / "right.ttf")
