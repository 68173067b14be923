import type { Feature } from "protomaps-leaflet/tilecache";

// The parts of a vector tile to draw, in the two schemas of most files: Protomaps (versions
// 2 to 4, https://docs.protomaps.com/basemaps/layers) and OpenMapTiles
// (https://openmaptiles.org/schema/). Both are read in the same way: only the names of
// layers, and the keys for the kind of an object, differ.

export type Road = "main" | "medium" | "minor" | "path" | "rail";

// Written is a class of names: of places by their rank, and of streets.
export type Written = `place ${number}` | `street ${Road}`;

// Kind is a style of painting: first those of areas, then those of lines.
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
export const ranks = ["country", "region", "state", "province", "city", "town", "village", "locality", "suburb", "hamlet",
	"neighbourhood", "quarter"];

const layers = words({
	green: "landcover landuse park natural", water: "water waterway physical_line", building: "building buildings",
	road: "roads transportation transit transportation_name", boundary: "boundary boundaries", place: "place places",
});

// said returns the kind of a shape in the words of its file: the finer and the
// coarser kind.
function said({ props }: Feature): [fine: string, coarse: string] {
	const text = (...keys: string[]) => {
		for (const k of keys) { const v = props[k] ?? props["pmap:" + k]; if (typeof v === "string") return v; }
		return "";
	};
	return [text("kind_detail", "subclass"), text("kind", "class")];
}

function road(f: Feature): Road | undefined {
	const [fine, coarse] = said(f), by = (word: string) => roads.get(word) as Road | undefined;
	const kind = by(fine) ?? by(coarse) ?? (coarse === "major_road" ? "main" : undefined);
	return kind === "rail" && (f.props["is_tunnel"] || f.props["brunnel"] === "tunnel") ? undefined : kind;
}

// kind returns how to paint a shape of a layer, or undefined if it is not painted.
function kind(layer: string, f: Feature): Kind | undefined {
	const of = layers.get(layer), [fine, coarse] = said(f);
	if (f.geomType === 3) {
		if (of === "water" || of === "building") return of;
		if (of === "green") return (areas.get(fine) ?? areas.get(coarse) ?? (layer === "park" ? "park" : undefined)) as Kind | undefined;
	} else if (f.geomType === 2) {
		if (of === "water") return (waters.get(coarse) ?? waters.get(fine)) as Kind | undefined;
		if (of === "road" && layer !== "transportation_name") return road(f);
		if (of === "boundary") {
			const level = Number(f.props["admin_level"] ?? f.props["kind_detail"] ?? f.props["pmap:min_admin_level"] ?? 9);
			return level <= 4 && !f.props["maritime"] ? "boundary" : undefined;
		}
	}
	return undefined;
}

// Title is the name of a place or a road; within a class a smaller rank is more
// important.
interface Title { name: string; written: Written; rank: number }

// title returns the name to write at a shape, or undefined for none.
function title(layer: string, f: Feature, languages: string[]): Title | undefined {
	const of = layers.get(layer), way = of === "road" && f.geomType === 2 ? road(f) : undefined;
	if (!way && !(of === "place" && f.geomType === 1) || way === "path" || way === "rail") return undefined;
	const text = name(f, languages);
	if (!text) return undefined;
	if (way) return { name: text, written: `street ${way}`, rank: 0 };
	const [fine, coarse] = said(f), at = ranks.indexOf(ranks.includes(fine) ? fine : coarse), { props } = f;
	const people = Number(props["population_rank"] ?? props["pmap:population_rank"] ?? 0), rank = Number(props["rank"] ?? 20 - people);
	return { name: text, written: `place ${at < 0 ? ranks.length : at}`, rank };
}

const longest = 60; // maximum length of a written name

// name returns the name in the reader's language if the file has it, or the local name if
// it does not.
function name(f: Feature, languages: string[]): string {
	for (const key of [...languages.map((l) => "name:" + l), "name"]) {
		const v = f.props[key];
		if (typeof v !== "string" || v.length > 1000) continue;
		const text = v.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, " ").trim();
		if (text && [...text].length <= longest) return text;
	}
	return "";
}

const most = 500; // maximum number of names in a tile

// sorted returns the shapes of a tile by kind, and by the class of their names.
export function sorted(tile: Map<string, Feature[]>, languages: string[]): Map<string, Feature[]> {
	const out = new Map<string, Feature[]>(), titles: [Title, Feature][] = [];
	const put = (of: string, f: Feature) => { out.set(of, out.get(of) ?? []); out.get(of)!.push(f); };
	for (const [layer, shapes] of tile) {
		for (const f of shapes) {
			const of = kind(layer, f), t = title(layer, f, languages);
			if (of) put(of, f);
			if (t) titles.push([t, f]);
		}
	}
	titles.sort(([a], [b]) => a.rank - b.rank);
	for (const [t, f] of titles.slice(0, most)) {
		put(t.written, { ...f, props: { name: t.name }, geom: f.geomType === 2 ? straight(f.geom) : f.geom });
	}
	return out;
}

// straight returns the stretches of lines along which a name fits, each as its two ends.
// The line is never more than four pixels away from the straight line between them.
function straight(lines: Feature["geom"]): Feature["geom"] {
	const out: Feature["geom"] = [];
	for (const line of lines) {
		for (let from = 0, to = 1; to < line.length; to++) {
			const a = line[from]!, next = line[to + 1], [x, y] = next ? [next.x - a.x, next.y - a.y] : [0, 0];
			const near = (p: typeof a) => Math.abs(x * (p.y - a.y) - y * (p.x - a.x)) < 4 * Math.hypot(x, y);
			if (to - from < 50 && line.slice(from + 1, to + 1).every(near)) continue;
			out.push([a, line[to]!]);
			from = to;
		}
	}
	return out;
}
