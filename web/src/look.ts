import { StreamAxis, type AxisName } from "./axis";
import { type Columns, read } from "./columns";
import { css, own } from "./dom";
import { nearest, stepped } from "./trackcolor";

const name = "lapkeep-streams";

// Look is how the reader wants to see streams, remembered for all activities: the
// seconds over which they are averaged, whether they are in one chart, and their
// order.
export class Look {
	smooth = 0;
	overlay = false;
	order: string[] = [];

	constructor() {
		try { Object.assign(this, JSON.parse(localStorage.getItem(name) ?? "{}")); } catch { /* nothing is remembered */ }
	}

	keep(change: Partial<Look>): void {
		Object.assign(this, change);
		try { localStorage.setItem(name, JSON.stringify(this)); } catch { /* the choice is kept only until the page is left */ }
	}

	// sorted returns channels in the reader's order; those that were never moved keep
	// their places.
	sorted(all: string[]): string[] {
		const moved = this.order.filter((n) => all.includes(n));
		return all.map((n) => this.order.includes(n) ? moved.shift()! : n);
	}

	// raise moves one of the channels before the one above it.
	raise(all: string[], channel: string): void {
		const at = all.indexOf(channel), next = [...all];
		if (at > 0) next.splice(at - 1, 2, channel, all[at - 1]!);
		this.keep({ order: next });
	}
}

// smoothed returns the averages over a number of seconds around each row. An
// average of paces is that of the speeds.
export function smoothed(at: Float32Array, y: (number | null)[], seconds: number, slow: boolean): (number | null)[] {
	if (seconds <= 0) return y;
	const v = y.map((n) => n === null ? null : slow ? 1 / n : n);
	let from = 0, to = 0, sum = 0, n = 0;
	const add = (i: number, sign: number) => { const x = v[i]!; if (x !== null && Number.isFinite(x)) { sum += sign * x; n += sign; } };
	return v.map((x, i) => {
		while (to < v.length && at[to]! <= at[i]! + seconds / 2) add(to++, 1);
		while (at[from]! < at[i]! - seconds / 2) add(from++, -1);
		return x === null || n === 0 ? null : slow ? n / sum : sum / n;
	});
}

// Other is a compared activity, whose channels are drawn on the same axis.
export class Other {
	private whole?: Columns;

	constructor(readonly id: string, readonly title: string, private readonly nth: number) {}

	color(): string { return css(["running", "strength", "swimming", "tsb"][this.nth] ?? "soft"); }

	async load(channels: string): Promise<void> {
		if (this.whole) return;
		const r = await fetch(own(`/columns/${encodeURIComponent(this.id)}?channels=${channels},distance,moving_time`));
		if (r.ok) this.whole = read(await r.arrayBuffer());
	}

	// derive adds a channel that only the tool has.
	async derive(channel: string): Promise<void> {
		const c = this.whole;
		if (!c || c.at.has(channel)) return;
		c.at.set(channel, Float32Array.from(c.offset, await stepped(this.id, channel, c.offset[c.offset.length - 1] ?? 0)));
	}

	// values returns a channel at positions of an axis, null beyond its end.
	values(channel: string, axis: AxisName, x: number[]): (number | null)[] {
		const c = this.whole, column = c?.at.get(channel);
		if (!c || !column) return x.map(() => null);
		const xs = new StreamAxis(axis).values(c), last = xs[xs.length - 1] ?? 0, at = nearest(xs, column);
		return x.map((p) => { const v = p > last ? NaN : at(p); return Number.isNaN(v) ? null : v; });
	}
}
