import type { Layer, Shape } from "./mvt";

// What is drawn of a vector tile, in the two schemas that most files have: Protomaps
// (versions 2 to 4, https://docs.protomaps.com/basemaps/layers) and OpenMapTiles
// (https://openmaptiles.org/schema/). Both are read alike: their layers have different
// names, and the kind of a thing has different keys.

export type Road = "main" | "medium" | "minor" | "path" | "rail";

// Kind is a style of painting. The first ones are areas, then lines.
export type Kind = "wood" | "park" | "water" | "building" | "river" | "stream" | "boundary" | Road;

const words = (all: Record<string, string>): Map<string, string> =>
	new Map(Object.entries(all).flatMap(([kind, of]) => of.split(" ").map((word) => [word, kind] as [string, string])));

const areas = words({
	wood: "wood forest",
	park: "park national_park nature_reserve protected_area garden grass grassland meadow golf_course cemetery pitch recreation_ground " +
		"village_green allotments scrub heath wetland orchard vineyard playground dog_park zoo public_park",
});

const roads = words({
	main: "motorway motorway_link trunk trunk_link primary primary_link highway",
	medium: "secondary secondary_link tertiary tertiary_link medium_road",
	minor: "minor minor_road residential unclassified living_street service road raceway busway pedestrian",
	path: "path track footway cycleway steps bridleway",
	rail: "rail light_rail narrow_gauge preserved funicular",
});

const waters = words({ river: "river canal", stream: "stream ditch drain" });

// The ranks of places, the most important first.
const ranks = ["country", "region", "state", "province", "city", "town", "village", "locality", "suburb", "hamlet",
	"neighbourhood", "quarter"];

const layers = words({
	green: "landcover landuse park natural", water: "water waterway physical_line", building: "building buildings",
	road: "roads transportation transit transportation_name", boundary: "boundary boundaries", place: "place places",
});

export function wanted(layer: string): boolean { return layers.has(layer); }

// said returns the kind of a shape in the words of its file: the finer, and the
// coarser.
function said(s: Shape): [fine: string, coarse: string] {
	const text = (...keys: string[]) => {
		for (const k of keys) { const v = s.read(k) ?? s.read("pmap:" + k); if (typeof v === "string") return v; }
		return "";
	};
	return [text("kind_detail", "subclass"), text("kind", "class")];
}

function road(s: Shape): Road | undefined {
	const [fine, coarse] = said(s), by = (word: string) => roads.get(word) as Road | undefined;
	const kind = by(fine) ?? by(coarse) ?? (coarse === "major_road" ? "main" : undefined);
	return kind === "rail" && (s.read("is_tunnel") || s.read("brunnel") === "tunnel") ? undefined : kind;
}

// kind returns how a shape is painted, undefined if it is not.
export function kind(l: Layer, s: Shape): Kind | undefined {
	const of = layers.get(l.name), [fine, coarse] = said(s);
	if (s.kind === 3) {
		if (of === "water" || of === "building") return of;
		if (of === "green") return (areas.get(fine) ?? areas.get(coarse) ?? (l.name === "park" ? "park" : undefined)) as Kind | undefined;
	} else if (s.kind === 2) {
		if (of === "water") return (waters.get(coarse) ?? waters.get(fine)) as Kind | undefined;
		if (of === "road" && l.name !== "transportation_name") return road(s);
		if (of === "boundary") {
			const level = Number(s.read("admin_level") ?? s.read("kind_detail") ?? s.read("pmap:min_admin_level") ?? 9);
			return level <= 4 && !s.read("maritime") ? "boundary" : undefined;
		}
	}
	return undefined;
}

// Title is the name of a place or a road; a smaller rank is more important.
export interface Title { text: string; rank: number; kind: "place" | Road }

// title returns the name that is written at a shape, undefined for none.
export function title(l: Layer, s: Shape, languages: string[]): Title | undefined {
	const of = layers.get(l.name), way = of === "road" && s.kind === 2 ? road(s) : undefined;
	if (!way && !(of === "place" && s.kind === 1) || way === "path" || way === "rail") return undefined;
	const text = name(s, languages);
	if (!text) return undefined;
	if (way) return { text, rank: 1000 + ["main", "medium", "minor"].indexOf(way), kind: way };
	const [fine, coarse] = said(s), at = ranks.indexOf(ranks.includes(fine) ? fine : coarse);
	const people = Number(s.read("population_rank") ?? s.read("pmap:population_rank") ?? 0), order = Number(s.read("rank") ?? 20 - people);
	return { text, rank: (at < 0 ? ranks.length : at) * 40 + Math.max(0, Math.min(39, order)), kind: "place" };
}

const longest = 60; // letters of a name that is written

// name returns the name in the reader's language if the file has it, else the
// local one.
function name(s: Shape, languages: string[]): string {
	for (const key of [...languages.map((l) => "name:" + l), "name"]) {
		const v = s.read(key), text = typeof v === "string" ? v.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, " ").trim() : "";
		if (text && [...text].length <= longest) return text;
	}
	return "";
}
