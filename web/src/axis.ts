import { clock } from "./plotted";
import type { Columns } from "./columns";

// AxisName is what streams lie on: the time, the time without what the athlete
// stood still, or the distance.
export type AxisName = "" | "moving" | "distance";

// perMetre is what the page's lengths are of a metre.
function perMetre(): number { return Number((document.documentElement.dataset["lengths"] ?? "").split(" ").filter(Boolean)[1] ?? "0.001"); }

// StreamAxis is the axis that the streams of an activity share. A chart of rows for
// which it has no values is by time.
export class StreamAxis {
	name: AxisName;
	private of?: Columns;
	private xs?: number[];

	constructor(asked: string | null) { this.name = asked === "moving" || asked === "distance" ? asked : ""; }

	// channel is what has to be asked for beside the streams.
	channel(): string { return this.name === "moving" ? ",moving_time" : ""; }

	// lacks says that the rows come without what the axis is of.
	lacks(c: Columns): boolean { return this.name === "moving" && !c.at.has("moving_time"); }

	// offered are the axes that rows can lie on.
	offered(c: Columns): AxisName[] {
		const has = (name: string) => c.at.get(name)?.some((v) => v > 0) ?? false;
		return ["", ...(["power", "speed", "cadence", "distance"].some(has) ? ["moving" as const] : []),
			...(has("distance") ? ["distance" as const] : [])];
	}

	// values are where each row lies; they never fall.
	values(c: Columns): number[] {
		if (this.of === c && this.xs) return this.xs;
		const column = this.name && c.at.get(this.name === "moving" ? "moving_time" : "distance"), k = this.name === "distance" ? perMetre() : 1;
		let most = 0; // where nothing was measured it goes on
		this.xs = column ? Array.from(column, (v) => (most = v > most ? v : most) * k) : Array.from(c.offset);
		this.of = c;
		return this.xs;
	}

	turn(to: AxisName): void { this.name = to; delete this.of; }

	// at is where a second lies on the axis, and second what lies there.
	at(c: Columns, second: number): number { return this.name ? across(c.offset, this.values(c), second) : second; }

	second(c: Columns, x: number): number { return this.name ? across(this.values(c), c.offset, x) : x; }

	// next is the row that is some seconds on or back, and elsewhere on the axis: the
	// cursor would not leave a place where many rows lie.
	next(c: Columns, from: number, by: number): number {
		const t = c.offset, xs = this.values(c), way = Math.sign(by), goal = t[from]! + by;
		let i = from;
		for (; i + way >= 0 && i + way < t.length; i += way) if ((way > 0 ? t[i]! >= goal : t[i]! <= goal) && xs[i] !== xs[from]) break;
		return i;
	}

	say(v: number): string { return this.name === "distance" ? String(Math.round(v * 10) / 10) : clock(v); }
}

// across is what stands in one column where another reaches a value.
function across(from: ArrayLike<number>, to: ArrayLike<number>, value: number): number {
	let low = 0, high = from.length - 1;
	while (low < high) { const mid = (low + high) >> 1; if (from[mid]! >= value) high = mid; else low = mid + 1; }
	return to[low] ?? 0;
}
