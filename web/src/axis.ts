import { clock } from "./plotted";
import type { Columns } from "./columns";

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

	// channel returns the channel that must be requested besides the streams.
	channel(): string { return this.name === "moving" ? ",moving_time" : ""; }

	// lacks reports whether the rows lack the values of the axis.
	lacks(c: Columns): boolean { return this.name === "moving" && !c.at.has("moving_time"); }

	// offered returns the axes for which the rows have values.
	offered(c: Columns): AxisName[] {
		const has = (name: string) => c.at.get(name)?.some((v) => v > 0) ?? false;
		return ["", ...(["power", "speed", "cadence", "distance"].some(has) ? ["moving" as const] : []),
			...(has("distance") ? ["distance" as const] : [])];
	}

	// values returns the position of each row on the axis; they never fall.
	values(c: Columns): number[] {
		if (this.of === c && this.xs) return this.xs;
		const column = this.name && c.at.get(this.name === "moving" ? "moving_time" : "distance"), k = this.name === "distance" ? perMetre() : 1;
		let most = 0; // the last value continues where nothing was measured
		this.xs = column ? Array.from(column, (v) => (most = v > most ? v : most) * k) : Array.from(c.offset);
		this.of = c;
		return this.xs;
	}

	turn(to: AxisName): void { this.name = to; delete this.of; }

	// at returns the position of a second on the axis, and second is its
	// inverse.
	at(c: Columns, second: number): number { return this.name ? across(c.offset, this.values(c), second) : second; }

	second(c: Columns, x: number): number { return this.name ? across(this.values(c), c.offset, x) : x; }

	// next returns a row some seconds later or earlier with another position on the axis:
	// otherwise the cursor would not leave a position shared by many rows.
	next(c: Columns, from: number, by: number): number {
		const t = c.offset, xs = this.values(c), way = Math.sign(by), goal = t[from]! + by;
		let i = from;
		for (; i + way >= 0 && i + way < t.length; i += way) if ((way > 0 ? t[i]! >= goal : t[i]! <= goal) && xs[i] !== xs[from]) break;
		return i;
	}

	say(v: number): string { return this.name === "distance" ? String(Math.round(v * 10) / 10) : clock(v); }
}

// across returns the value of one column at the point where another reaches a value.
function across(from: ArrayLike<number>, to: ArrayLike<number>, value: number): number {
	let low = 0, high = from.length - 1;
	while (low < high) { const mid = (low + high) >> 1; if (from[mid]! >= value) high = mid; else low = mid + 1; }
	return to[low] ?? 0;
}
