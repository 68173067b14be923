import type uPlot from "uplot";
import { axis, clocks, wide } from "./plotted";
import type { Column } from "./series";

// The axes of a chart: marks of days, of weeks, of the steps of a curve, and of values.

const day = 86400;

const format = (o: Intl.DateTimeFormatOptions) => {
	const f = new Intl.DateTimeFormat(document.documentElement.lang || "en", { ...o, timeZone: "UTC" });
	return (t: number): string => f.format(t * 1e3);
};

// room returns the width of a mark with its words, in pixels, in the language of
// the page.
const room = (): number => wide(format({ month: "short", day: "numeric" })(day * 361)) + 12;

// dates returns the words of marks. Where they span years, the first of each has
// its year below.
const dates = (_u: uPlot, v: number[]): string[] => {
	const say = format({ month: "short", day: "numeric" }), year = format({ year: "numeric" });
	const spans = v.length > 0 && year(v[0]!) !== year(v[v.length - 1]!);
	return v.map((t, i) => say(t) + (spans && (i === 0 || year(t) !== year(v[i - 1]!)) ? "\n" + year(t) : ""));
};

// days returns marks of whole days, in the language of the page.
export function days(): Partial<uPlot.Axis> {
	return { space: room(), incrs: [1, 2, 7, 14, 28, 91, 182, 364].map((n) => n * day), values: dates };
}

// weeks returns marks exactly below the bars: of each, or of every n-th where there are
// many.
export function weeks(x: number[]): Partial<uPlot.Axis> {
	return {
		splits: (u) => {
			const { min, max } = u.scales["x"]!, seen = x.filter((t) => t >= min! && t <= max!);
			const n = Math.max(1, Math.ceil(seen.length * room() / (u.bbox.width / devicePixelRatio)));
			return seen.filter((_t, i) => i % n === 0);
		},
		filter: (_u, all) => all, values: dates,
	};
}

// steps returns the marks of a curve: as many of its durations or distances as
// there is room for, in the words of the table.
export function steps(x: number[], words: string[]): Partial<uPlot.Axis> {
	const said = new Map(x.map((v, i) => [v, words[i] ?? ""]));
	return {
		splits: (u) => {
			let last = -99;
			return x.filter((v) => { const at = u.valToPos(v, "x"); if (at - last < 58) return false; last = at; return true; });
		},
		filter: (_u, all) => all,
		values: (_u, all) => all.map((v) => said.get(v) ?? ""),
	};
}

const secondsApart = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 7200, 14400, 36000];

export function values(scale: string, seconds: boolean): uPlot.Axis {
	return axis({ scale, size: seconds ? 62 : 46, ...(seconds ? { values: clocks, incrs: secondsApart } : {}) });
}

// worst is the highest rating; the marks have no halves between ratings.
export const worst = 4;

export const ratings = (scale: string): uPlot.Axis => axis({ scale, size: 46, splits: () => [0, 2, worst] });

// both reports whether bars have a scale besides that of the lines.
export function both(cols: Column[]): boolean {
	return cols.some((c) => c.scale === "bars") && cols.some((c) => c.scale !== "bars");
}

// sizeRight returns the width of the axis of bars in pixels; a chart below
// leaves as much free.
export const sizeRight = (wide: boolean): number => wide ? 56 : 34;

// barsRight returns the axis of bars that are drawn below lines, with their name beside
// it.
export function barsRight(title: string, wide: boolean): uPlot.Axis {
	return axis({
		scale: "bars", side: 1, grid: { show: false }, space: 24,
		...(wide ? { size: sizeRight(true) - 18, label: title, labelSize: 18, labelGap: 2 } : { size: sizeRight(false) }),
	});
}
