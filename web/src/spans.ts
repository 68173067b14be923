// Rows and bars of a page with a range of seconds of the activity: laps, splits,
// intervals, steps of a plan, intervals that the athlete marked.

type Range = [number, number];

// Band is the target of a step of the plan, during the seconds in which it was
// done.
export interface Band { from: number; to: number; low: number | undefined; high: number | undefined; score: string }

function range(e: HTMLElement | SVGElement): Range | null {
	const from = Number(e.dataset["from"]), to = Number(e.dataset["to"]);
	return to > from ? [from, to] : null;
}

function number(text: string | undefined): number | undefined { return text ? Number(text) : undefined; }

// bands returns the bands of a channel, with the score of each step as in the
// table.
export function bands(channel: string): Band[] {
	return [...document.querySelectorAll<HTMLElement>(`#steps tr[data-channel="${CSS.escape(channel)}"]`)].map((r) => ({
		from: Number(r.dataset["from"]), to: Number(r.dataset["to"]), low: number(r.dataset["low"]), high: number(r.dataset["high"]),
		score: [r.querySelector('[data-key="done_pct"]')?.parentElement,
			r.querySelector("[data-value=on_target], [data-value=below], [data-value=above]")].map((td, i) =>
			(td?.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, i === 0 ? undefined : 1)).join(" "),
	}));
}

// boundaries returns the seconds at which laps begin.
export function boundaries(): number[] {
	return [...document.querySelectorAll<HTMLElement>("#laps tr[data-from]")].map((r) => Number(r.dataset["from"]));
}

// held turns a channel that a swimming watch wrote only at the ends of lengths into steps:
// a value applies since the previous one, or since its lap began.
export function held(at: Float32Array, y: (number | null)[]): (number | null)[] {
	const laps = boundaries();
	if (!document.getElementById("lengths") || 2 * y.filter((v) => v !== null).length > y.length) return y;
	let free = 0;
	y.forEach((v, i) => {
		if (v === null) return;
		const begun = Math.max(0, ...laps.filter((s) => s < at[i]!));
		for (let k = i - 1; k >= free && at[k]! >= begun; k--) y[k] = v;
		free = i + 1;
	});
	return y;
}

// Spans shows the range under the pointer on the charts and the map, and chooses
// it on a click.
export class Spans {
	private lit: Element[] = [];

	constructor(private readonly root: HTMLElement, private readonly hint: (range: Range | null) => void,
		private readonly choose: (range: Range) => void) {
		for (const [name, on] of this.listeners) root.addEventListener(name, on);
	}

	end(): void { for (const [name, on] of this.listeners) this.root.removeEventListener(name, on); }

	private readonly enter = (e: Event): void => {
		const at = this.of(e);
		if ((at ?? undefined) === this.lit[0]) return;
		for (const x of this.lit) x.classList.remove("lit");
		const r = at && range(at);
		this.lit = r && at ? [at, ...this.root.querySelectorAll(`[data-from="${at.dataset["from"]}"][data-to="${at.dataset["to"]}"]`)] : [];
		for (const x of this.lit) x.classList.add("lit");
		if (r || at === null) this.hint(r);
	};

	private readonly click = (e: Event): void => {
		const at = this.of(e), r = at && range(at), m = e as MouseEvent, target = e.target as Element;
		if (!r || m.ctrlKey || m.metaKey || m.shiftKey || target.closest("form") || getSelection()?.toString()) return;
		const a = target.closest("a");
		if (a && !a.hash.startsWith("#selection")) return;
		e.preventDefault();
		this.choose(r);
	};

	private readonly listeners: [string, (e: Event) => void][] = [["mouseover", this.enter], ["focusin", this.enter], ["click", this.click]];

	private of(e: Event): HTMLElement | SVGElement | null {
		return e.target instanceof Element ? e.target.closest<HTMLElement>("[data-from][data-to]") : null;
	}
}
