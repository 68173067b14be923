import uPlot from "uplot";
import { css } from "./dom";

// Column is a drawn column of the table.
export interface Column {
	key: string; title: string; line: string; color: string; scale: string; at: number; factor: number; shift: number;
}

const barsOf = (widest: number) => uPlot.paths.bars!({ size: [0.75, widest] });

// styled returns the style of a column in a kind of chart. The SVG chart uses its
// class.
export function styled(c: Column, kind: string): uPlot.Series {
	const color = css(c.color.replace("sport-", "")), days = kind === "days";
	const s: uPlot.Series = {
		label: c.title, class: c.line + (days ? "-dots" : ""), scale: c.scale, stroke: color, width: 2, spanGaps: false, points: { show: false },
	};
	switch (c.line) {
	case "bar": return { ...s, paths: barsOf(28), fill: color, width: 0 };
	case "bar-open": return { ...s, paths: barsOf(28), width: 1, dash: [3, 2] };
	case "bar-behind": return { ...s, paths: barsOf(20), fill: color + "55", width: 0 };
	case "band-high": case "band-low": return { ...s, width: 0 };
	case "points": return { ...s, width: 0, paths: () => null, points: { show: true, size: 5, fill: color } };
	case "mean": return s;
	case "dashed": s.dash = [6, 4]; s.width = 1.75; break;
	}
	if (days) s.points = { show: true, size: 4, fill: color }; // so that a day between gaps is visible too
	if (c.color === "atl" && c.line === "line") s.width = 1.25; // dashes are reserved for projections
	return s;
}
