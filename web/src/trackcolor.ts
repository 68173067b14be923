import { clock } from "./axis";
import { el, post } from "./dom";
import { type Bin } from "./track";

// The classes that can colour the track: the athlete's zones if the page has them, or even
// steps if it has none.

export interface Zone { name: string; from: number }

// Classes holds bins, and returns the class of a value.
export interface Classes { bins: Bin[]; of: (value: number) => number }

export function classes(edges: number[], label: (i: number) => string): Classes {
	return {
		bins: edges.map((from, i) => ({ from, label: label(i) })),
		of: (v) => { let i = -1; while (i + 1 < edges.length && v >= edges[i + 1]!) i++; return Number.isNaN(v) ? -1 : Math.max(0, i); },
	};
}

// span returns the text for a class from its edges; the first class is below the
// second edge. The edges of a pace are negative, so that a faster pace is in a
// higher class.
function span(edges: number[], unit: string, words: Record<string, string>, pace = false): (i: number) => string {
	const at = (i: number) => pace ? clock(-edges[i]!) : String(edges[i]).replace("-", "−");
	const low = words[pace ? "slower" : "below"], high = words[pace ? "faster" : "from"];
	return (i) => i === 0 ? `${low} ${at(1)} ${unit}` : i === edges.length - 1 ? `${high} ${at(i)} ${unit}`
		: `${at(i)} – ${at(i + 1)} ${unit}`;
}

export function ofZones(zones: Zone[], unit: string, words: Record<string, string>, pace = 0): Classes {
	const edges = zones.slice(0, 7).map((z) => Number(z.from) * (pace ? -pace : 1)), say = span(edges, unit, words, pace > 0);
	return classes(edges, (i) => `${zones[i]!.name}: ${say(i)}`);
}

// ofGrades returns classes of grades in percent; the first one holds all
// steeper descents.
export function ofGrades(words: Record<string, string>): Classes {
	const edges = [-99, -4, -1, 1, 4, 8];
	return classes(edges, span(edges, "%", words));
}

// ofSteps returns five even classes over the range of most values.
export function ofSteps(values: number[], unit: string, words: Record<string, string>, pace = false): Classes {
	const sorted = values.filter((v) => !Number.isNaN(v)).sort((a, b) => a - b);
	const low = sorted[Math.floor(sorted.length * 0.05)] ?? 0, high = sorted[Math.floor(sorted.length * 0.95)] ?? 1;
	const raw = Math.max((high - low) / 5, 1e-3), ten = 10 ** Math.floor(Math.log10(raw)), step = pace
		? [1, 2, 5, 10, 15, 20, 30, 60, 120, 300].find((n) => n >= raw) ?? 600 : [1, 2, 5, 10].find((n) => n * ten >= raw)! * ten;
	const first = Math.floor(low / step) * step, tidy = (x: number) => Math.round(x * 100) / 100;
	const edges = [0, 1, 2, 3, 4].map((i) => tidy(first + i * step));
	return classes(edges, span(edges, unit, words, pace));
}

// legend returns the legend: each class as text, next to a line of its colour
// and width.
export function legend(c: Classes): HTMLElement {
	const list = el("ul", "track-legend");
	list.append(...c.bins.map((b, i) => el("li", "bin-" + (i + 1), b.label)));
	return list;
}

// mostSteps is the maximum number of seconds whose ten-second steps fit into one answer.
const mostSteps = 25_000;

// stepped returns a channel of the tool by second, for channels that no
// recording has.
export async function stepped(id: string, channel: string, last: number): Promise<(offset: number) => number> {
	const a = await post("/api/get_activity_streams",
		JSON.stringify({ id, channels: [channel], resolution: last > mostSteps ? "30s" : "10s" }));
	const at = (a["offset_s"] ?? []) as number[], all = Object.values((a["channels"] ?? {}) as Record<string, (number | null)[]>)[0] ?? [];
	return nearest(at, all.map((v) => v ?? NaN));
}

// nearest returns a function that returns the value of the last row at or before a second.
export function nearest(at: ArrayLike<number>, values: ArrayLike<number>): (offset: number) => number {
	return (offset) => {
		let low = 0, high = at.length;
		while (low < high) { const mid = (low + high) >> 1; if (at[mid]! <= offset) low = mid + 1; else high = mid; }
		return low === 0 ? NaN : values[low - 1]!;
	};
}
