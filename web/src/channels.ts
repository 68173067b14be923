import { clock, rounded } from "./axis";
import { css } from "./dom";

type Named = [title: string, unit: string, factor?: string, shift?: string, decimals?: string, metres?: string];

const colors: Record<string, string> = {
	power: "ctl", hr: "atl", cadence: "swimming", speed: "cycling", altitude: "other", temp: "tsb", left_balance: "strength",
	respiration: "zone-3",
	core_temp: "bad", step_length: "good", ground_contact: "running", ground_contact_balance: "zone-7",
	vertical_oscillation: "zone-4", gap: "accent", pace: "cycling",
};

// Channels holds the names and units of the streams, and which of them are drawn: the usual
// ones unless hidden, and the others on request.
export class Channels {
	private readonly names: Record<string, Named>;
	private readonly others: Set<string>;
	private readonly changed: Set<string>; // those that differ from what was drawn initially

	constructor(data: DOMStringMap, q: URLSearchParams) {
		const list = (text: string | null | undefined) => (text ?? "").split(",").filter(Boolean);
		this.names = JSON.parse(data["names"] ?? "{}");
		this.others = new Set(list(data["others"]));
		this.changed = new Set([...list(q.get("hide")).filter((n) => !this.others.has(n)),
			...list(q.get("show")).filter((n) => this.others.has(n))]);
	}

	usual(name: string): boolean { return !this.others.has(name); }

	drawn(name: string): boolean { return this.others.has(name) === this.changed.has(name); }

	flip(name: string): void { if (!this.changed.delete(name)) this.changed.add(name); }

	// state returns the values of the address.
	state(): Record<string, string> {
		const all = [...this.changed];
		return { hide: all.filter((n) => !this.others.has(n)).join(","), show: all.filter((n) => this.others.has(n)).join(",") };
	}

	title(name: string): string { return this.names[name]?.[0] ?? name; }

	unit(name: string): string { return this.names[name]?.[1] ?? ""; }

	// scale returns the factor from a value of a column to the shown one; °F also
	// has an offset.
	scale(name: string): number { return Number(this.names[name]?.[2] || 1); }

	shift(name: string): number { return Number(this.names[name]?.[3] || 0) / this.scale(name); }

	decimals(name: string): number { return Number(this.names[name]?.[4] || 0); }

	color(name: string): string { return css(colors[name] ?? "ctl"); }

	// say returns a value as it is drawn, with its unit.
	say(name: string, v: number): string { return `${this.slow(name) ? clock(v) : rounded(v, this.decimals(name))} ${this.unit(name)}`; }

	// ofSpeed returns a speed in km/h as a pace in the drawn unit.
	ofSpeed(name: string, kmh: number): number { return 3.6 * Number(this.names[name]?.[5] ?? 1000) / Math.max(0, kmh) * this.scale(name); }

	// slow reports whether lower values are faster.
	slow(name: string): boolean { return name === "gap" || name === "pace"; }
}

// paceRange returns the range of an axis of paces, chosen so that moments of standing or
// strolling do not compress the rest.
export function paceRange(all: (number | null)[]): [number, number] {
	const sorted = all.filter((v): v is number => v !== null).sort((a, b) => a - b),
		at = (q: number) => sorted[Math.floor(q * (sorted.length - 1))] ?? 300;
	const fast = at(0.01), slow = Math.min(at(0.97), 2 * at(0.5)), edge = Math.max(5, 0.08 * (slow - fast));
	return [Math.max(0, fast - edge), slow + edge];
}
