import type uPlot from "uplot";

// The zoomed part of a chart is in the address, as days: it is kept when the page is
// reloaded or the address is shared.
const name = "zoom";
let timer: number | undefined;

const day = (seconds: number): string => new Date(seconds * 1e3).toISOString().slice(0, 10);

export function remember(u: uPlot, x: number[]): void {
	const { min, max } = u.scales["x"]!;
	clearTimeout(timer);
	timer = window.setTimeout(() => {
		const at = new URL(location.href), whole = min! <= x[0]! && max! >= x[x.length - 1]!;
		if (whole) at.searchParams.delete(name);
		else at.searchParams.set(name, day(min!) + "_" + day(max!));
		if (at.href !== location.href) history.replaceState(history.state, "", at);
	}, 200);
}

export function remembered(x: number[]): [number, number] | undefined {
	const [from, to] = (new URLSearchParams(location.search).get(name) ?? "").split("_").map((d) => Date.parse(d + "T00:00:00Z") / 1000);
	if (from === undefined || to === undefined || !(to > from) || from >= x[x.length - 1]! || to <= x[0]!) return undefined;
	return [Math.max(from, x[0]!), Math.min(to, x[x.length - 1]!)];
}
