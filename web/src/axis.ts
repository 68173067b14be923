import type uPlot from "uplot";
import type { Columns } from "./columns";
import { css } from "./dom";
import type { Column } from "./series";

// The axes of all charts: where their marks are, in which words, and the room that
// these need.

const day = 86400;

const axisFont = () => "12px " + getComputedStyle(document.body).fontFamily;

let pen: CanvasRenderingContext2D | undefined; // measures all texts

// wide returns the width of a mark's text, in pixels.
function wide(text: string): number {
	const ctx = pen ??= document.createElement("canvas").getContext("2d")!;
	ctx.font = axisFont();
	return Math.max(...text.split("\n").map((part) => ctx.measureText(part).width));
}

export function clock(seconds: number): string {
	const s = Math.round(Math.abs(seconds)), pad = (n: number) => String(n).padStart(2, "0"), sign = seconds < 0 && s > 0 ? "-" : "";
	const minutes = Math.floor(s / 60);
	return sign + (s < 3600 ? `${minutes}:${pad(s % 60)}` : `${Math.floor(s / 3600)}:${pad(minutes % 60)}:${pad(s % 60)}`);
}

// rounded writes a number as the pages do, with separated thousands.
export const rounded = (v: number, decimals: number): string =>
	v.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

// numbers writes marks with the decimals of the step between them.
const numbers = (_u: uPlot, v: number[], _axis: number, _space: number, step: number): string[] =>
	v.map((n) => rounded(n, (String(step).split(".")[1] ?? "").length));

// fitting returns the width of an upright axis: that of its widest mark.
const fitting = (u: uPlot, values: string[] | null, i: number, cycle: number): number => cycle > 1
	? (u.axes[i] as { _size?: number })._size ?? 46 // uPlot repeats itself until nothing changes
	: Math.max(46, ...(values ?? []).map((text) => Math.ceil(wide(text ?? "")) + 12));

export function axis(more: Partial<uPlot.Axis> = {}): uPlot.Axis {
	return {
		stroke: css("soft"), font: axisFont(), labelFont: axisFont(), gap: 4, values: numbers,
		grid: { stroke: css("line"), width: 1 }, ticks: { stroke: css("line"), width: 1, size: 4 }, ...more,
	};
}

const seconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, day, 2 * day, 7 * day];

// clocks returns the marks of an axis of seconds: every half minute, every 1, 2, 5, 10,
// 15 or 30 minutes, or every hour.
export const clocks = { incrs: seconds, values: (_u: uPlot, v: number[]): string[] => v.map(clock) };

// hours writes whole hours without minutes and seconds.
const hours = (_u: uPlot, v: number[]): string[] =>
	v.every((t) => t % 3600 === 0) ? v.map((t) => t / 3600 + " h") : v.map(clock);

// whole are the steps of numbers without decimals.
const whole = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10000, 20000, 50000];

// values returns an upright axis of numbers, also of whole ones, or of seconds.
export function values(scale: string, ofSeconds: boolean, more: Partial<uPlot.Axis> = {}): uPlot.Axis {
	return axis({ scale, size: fitting, ...(ofSeconds ? { ...clocks, values: hours } : {}), ...more });
}

// counted returns the steps of an axis whose numbers have no decimals.
export const counted = (unit: string): Partial<uPlot.Axis> =>
	["W", "bpm", "ms", "rpm", "spm", "m", "ft"].includes(unit) ? { incrs: whole } : {};

// above is the room for the unit of an axis, in pixels.
export const above = 18;

// named writes the unit of an axis above its upper end.
export function named(u: uPlot, unit: string): void {
	const { ctx, bbox } = u;
	ctx.save();
	ctx.font = `${12 * devicePixelRatio}px ${getComputedStyle(document.body).fontFamily}`;
	ctx.fillStyle = css("soft");
	ctx.textAlign = "left";
	ctx.textBaseline = "alphabetic";
	ctx.fillText(unit, bbox.left, bbox.top - 6 * devicePixelRatio);
	ctx.restore();
}

const format = (o: Intl.DateTimeFormatOptions) => {
	const f = new Intl.DateTimeFormat(document.documentElement.lang || "en", { ...o, timeZone: "UTC" });
	return (t: number): string => f.format(t * 1e3);
};

// room returns the width of a mark's text in the language of the page, in pixels.
const room = (): number => wide(format({ month: "short", day: "numeric" })(day * 361)) + 12;

const part = (t: number): [year: number, month: number, day: number] => {
	const d = new Date(t * 1e3);
	return [d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate()];
};

// dates returns the texts of marks: days, or months if all are first days of months, or
// years. If they span several years, the first mark of each has the year below it.
const dates = (_u: uPlot, v: number[]): string[] => {
	const first = v.length > 1 && v.every((t) => part(t)[2] === 1), year = format({ year: "numeric" });
	if (first && v.every((t) => part(t)[1] === 0)) return v.map(year);
	const say = format(first ? { month: "short" } : { month: "short", day: "numeric" });
	const spans = first || v.length > 0 && year(v[0]!) !== year(v[v.length - 1]!);
	return v.map((t, i) => say(t) + (spans && (i === 0 || year(t) !== year(v[i - 1]!)) ? "\n" + year(t) : ""));
};

// calendar returns marks between two times: every few days, from Monday on, or the
// first of every few months, as many as there is room for.
function calendar(min: number, max: number, most: number): number[] {
	const out: number[] = [], days = [1, 2, 7, 14].find((n) => (max - min) / day / n <= most);
	if (days) {
		for (let t = (Math.ceil((min / day - 4) / days) * days + 4) * day; t <= max; t += days * day) out.push(t);
		return out;
	}
	const months = [1, 2, 3, 6, 12, 24].find((n) => (max - min) / day / 30.4 / n <= most) ?? 60, [year, month] = part(min);
	for (let m = Math.ceil((12 * year + month) / months) * months; ; m += months) {
		const t = Date.UTC(Math.floor(m / 12), m % 12, 1) / 1e3;
		if (t > max) return out;
		if (t >= min) out.push(t);
	}
}

// days returns marks of days, in the language of the page, as far as their words end
// within the chart.
export function days(): Partial<uPlot.Axis> {
	return {
		splits: (u) => {
			const { min, max } = u.scales["x"]!, wide = u.bbox.width / devicePixelRatio, half = room() / 2;
			return calendar(min!, max!, wide / room()).filter((t) => u.valToPos(t, "x") + half < wide + 20);
		},
		values: dates,
	};
}

// weeks returns marks exactly below the bars, or below every n-th if there are many.
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
			const most = u.bbox.width / devicePixelRatio + 26; // the padding beside the chart
			let end = -40;
			return x.filter((v) => {
				const at = u.valToPos(v, "x"), half = wide(said.get(v)!) / 2;
				if (at - half < end + 10 || at + half > most) return false;
				end = at + half;
				return true;
			});
		},
		filter: (_u, all) => all,
		values: (_u, all) => all.map((v) => said.get(v) ?? ""),
	};
}

// worst is the highest rating; there are no marks between whole ratings.
export const worst = 4;

export const ratings = (scale: string): uPlot.Axis => axis({ scale, size: fitting, splits: () => [0, 2, worst] });

// both reports whether bars have a scale in addition to that of the lines.
export function both(cols: Column[]): boolean {
	return cols.some((c) => c.scale === "bars") && cols.some((c) => c.scale !== "bars");
}

// sizeRight returns the width of the axis of bars in pixels; a chart below reserves it too.
export const sizeRight = (wide: boolean): number => wide ? 56 : 34;

// barsRight returns the axis of bars that are drawn below lines, with their name.
export function barsRight(title: string, wide: boolean): uPlot.Axis {
	return axis({
		scale: "bars", side: 1, grid: { show: false }, space: 24,
		...(wide ? { size: sizeRight(true) - 18, label: title, labelSize: 18, labelGap: 2 } : { size: sizeRight(false) }),
	});
}

// AxisName names the x axis of streams: the time, the moving time, or the
// distance.
export type AxisName = "" | "moving" | "distance";

// perMetre returns the number of the page's units of length in a metre.
function perMetre(): number { return Number((document.documentElement.dataset["lengths"] ?? "").split(" ").filter(Boolean)[1] ?? "0.001"); }

// StreamAxis is the x axis that the streams of an activity share. Charts whose rows
// lack its values use the time.
export class StreamAxis {
	name: AxisName;
	private of?: Columns;
	private xs?: number[];

	constructor(asked: string | null) { this.name = asked === "moving" || asked === "distance" ? asked : ""; }

	// channel returns the channel that must be requested in addition to the streams.
	channel(): string { return this.name === "moving" ? ",moving_time" : ""; }

	// lacks reports whether the rows lack the values of the axis.
	lacks(c: Columns): boolean { return this.name === "moving" && !c.at.has("moving_time"); }

	// offered returns the axes for which the rows have values.
	offered(c: Columns): AxisName[] {
		const has = (name: string) => c.at.get(name)?.some((v) => v > 0) ?? false;
		return ["", ...(["power", "speed", "cadence", "distance"].some(has) ? ["moving" as const] : []),
			...(has("distance") ? ["distance" as const] : [])];
	}

	// values returns the position of each row on the axis; positions never decrease.
	values(c: Columns): number[] {
		if (this.of === c && this.xs) return this.xs;
		const column = this.name && c.at.get(this.name === "moving" ? "moving_time" : "distance"), k = this.name === "distance" ? perMetre() : 1;
		let most = 0; // where nothing was measured, the previous value is repeated
		this.xs = column ? Array.from(column, (v) => (most = v > most ? v : most) * k) : Array.from(c.offset);
		this.of = c;
		return this.xs;
	}

	turn(to: AxisName): void { this.name = to; delete this.of; }

	// at returns the position of a second on the axis, and second is its
	// inverse.
	at(c: Columns, second: number): number { return this.name ? across(c.offset, this.values(c), second) : second; }

	second(c: Columns, x: number): number { return this.name ? across(this.values(c), c.offset, x) : x; }

	// next returns a row about the given number of seconds later or earlier with a
	// different position on the axis. Otherwise the cursor would not leave a position
	// shared by many rows.
	next(c: Columns, from: number, by: number): number {
		const t = c.offset, xs = this.values(c), way = Math.sign(by), goal = t[from]! + by;
		let i = from;
		for (; i + way >= 0 && i + way < t.length; i += way) if ((way > 0 ? t[i]! >= goal : t[i]! <= goal) && xs[i] !== xs[from]) break;
		return i;
	}

	// marks returns the axis itself. The last mark of distances has their unit.
	marks(show: boolean): uPlot.Axis {
		if (this.name !== "distance") return axis({ show, space: 64, ...clocks });
		const unit = (document.documentElement.dataset["lengths"] ?? "").split(" ")[0] ?? "";
		const last = (text: string, i: number, all: string[]) => i === all.length - 1 ? text + " " + unit : text;
		return axis({ show, space: 64, values: (...of) => numbers(...of).map(last) });
	}
}

// across returns the value of one column at the point where another reaches a value.
function across(from: ArrayLike<number>, to: ArrayLike<number>, value: number): number {
	let low = 0, high = from.length - 1;
	while (low < high) { const mid = (low + high) >> 1; if (from[mid]! >= value) high = mid; else low = mid + 1; }
	return to[low] ?? 0;
}
