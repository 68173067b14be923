import type { LabelRule, LabelSymbolizer } from "protomaps-leaflet/labeler";
import type { PaintRule, PaintSymbolizer } from "protomaps-leaflet/painter";
import {
	CenteredTextSymbolizer, LineLabelPlacement, LineLabelSymbolizer, LineSymbolizer, Padding, PolygonSymbolizer,
} from "protomaps-leaflet/symbolizer";
import { css } from "./dom";
import { type Kind, ranks, type Written } from "./mapschema";

// The style of a map with vector tiles. It is subdued, because the track is more important.

// The pixels at a zoom, their growth per zoom, and their limits.
const widths: Partial<Record<Kind, [at: number, zoom: number, grows: number, least: number, most: number]>> = {
	main: [1.2, 10, 1.45, 1, 14], medium: [0.8, 11, 1.45, 0.6, 11], minor: [0.5, 12, 1.5, 0.4, 9], path: [0.7, 13, 1.3, 0.5, 2.5],
	rail: [0.7, 11, 1.25, 0.6, 3], river: [1.5, 11, 1.35, 1, 9], stream: [0.6, 12, 1.3, 0.5, 4], boundary: [1.5, 8, 1.1, 1, 3],
};
const order: Kind[] = ["park", "wood", "water", "river", "stream", "building", "boundary"];
const edged: [Kind, number][] = [["minor", 13], ["medium", 11], ["main", 0]]; // from this zoom
const above: Kind[] = ["rail", "path", "minor", "medium", "main"];
const inks: Record<Kind, string> = {
	park: "park", wood: "wood", water: "water", river: "water", stream: "water", building: "building", boundary: "boundary",
	rail: "rail", path: "path", minor: "road", medium: "road", main: "road",
};
const sizes = [15, 15, 14, 14, 14, 13]; // pixels of the letters of places, by rank; all others are smaller

// rules returns the styles of shapes in the colours of the theme, the lowest shape first.
export function rules(): PaintRule[] {
	const ink = (name: string) => css("map-" + name);
	return [
		{ dataLayer: "picture", symbolizer: pictured },
		{ dataLayer: "land", symbolizer: new PolygonSymbolizer({ fill: ink("land") }) },
		...order.map((of) => ({ dataLayer: of, symbolizer: painted(of, ink(inks[of])), minzoom: of === "building" ? 14 : 0 })),
		...edged.map(([of, minzoom]) => ({ dataLayer: of, symbolizer: painted(of, ink("edge"), 1.5), minzoom })),
		...above.map((of) => ({ dataLayer: of, symbolizer: painted(of, ink(inks[of])) })),
	];
}

function painted(of: Kind, ink: string, edge = 0): PaintSymbolizer {
	const by = widths[of];
	if (!by) return new PolygonSymbolizer({ fill: ink });
	const [at, zoom, grows, least, most] = by;
	return new LineSymbolizer({ color: ink, width: (z) => Math.max(least, Math.min(most, at * grows ** (z - zoom))) + edge,
		lineCap: "round", lineJoin: "round" });
}

// pictured draws a raster tile.
const pictured: PaintSymbolizer = {
	draw: (c, geom, _zoom, f) => {
		const corner = geom[0]![2]!;
		c.drawImage(f.props["image"] as unknown as CanvasImageSource, 0, 0, corner.x, corner.y);
	},
};

// names returns the styles of names, the most important first.
export function names(): LabelRule[] {
	const ink = { fill: css("map-name"), stroke: css("map-land") }, all: [Written, LabelSymbolizer][] = [];
	for (let i = 0; i <= ranks.length; i++) {
		const text = new CenteredTextSymbolizer({ ...ink, fontSize: sizes[i] ?? 12, width: 1.5, lineHeight: 1.4 });
		all.push([`place ${i}`, new Padding(4, text)]);
	}
	for (const way of ["main", "medium", "minor"] as const) {
		all.push([`street ${way}`, new LineLabelSymbolizer({ ...ink, fontSize: 11, width: 3, position: LineLabelPlacement.Center })]);
	}
	return all.map(([dataLayer, symbolizer]) => ({ dataLayer, symbolizer }));
}
