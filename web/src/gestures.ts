// Movable is a view that gestures change; positions are pixels of the canvas.
export interface Movable {
	readonly zoomed: boolean;
	zoom(times: number, x?: number, y?: number): void;
	pan(x: number, y: number): void;
	whole(): void;
	pick(x: number, y: number): void;
}

const step = 2, nudge = 60; // factor per press of +, pixels per press of an arrow

// gestures makes a canvas zoom and pan, and leaves the page's own gestures unchanged: a
// plain wheel and one finger scroll the page.
export function gestures(canvas: HTMLCanvasElement, map: Movable): void {
	canvas.addEventListener("wheel", (e) => wheel(e, map), { passive: false });
	canvas.addEventListener("dblclick", (e) => map.zoom(step, e.offsetX, e.offsetY));
	canvas.addEventListener("keydown", (e) => keys(e, map));
	mouse(canvas, map, fingers(canvas, map));
}

// wheel zooms with Ctrl or ⌘; a pinch on a trackpad arrives as such a wheel
// event.
function wheel(e: WheelEvent, map: Movable): void {
	if (!e.ctrlKey && !e.metaKey) return;
	e.preventDefault();
	const by = e.deltaY * [1, 16, 400][e.deltaMode]!;
	map.zoom(step ** (Math.max(-50, Math.min(50, -by)) / 80), e.offsetX, e.offsetY);
}

// keys zooms the view that has the focus. Plain arrows move the cursor, as do all
// keys while the whole track is shown.
export function keys(e: KeyboardEvent, map: Movable): void {
	if (e.ctrlKey || e.metaKey || e.altKey) return;
	const pans = e.shiftKey && map.zoomed ? { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key] : undefined;
	const act = pans ? () => map.pan(pans[0]! * nudge, pans[1]! * nudge)
		: { "+": () => map.zoom(step), "=": () => map.zoom(step), "-": () => map.zoom(1 / step), "0": () => map.whole() }[e.key];
	if (!act) return;
	e.preventDefault();
	e.stopPropagation();
	act();
}

// mouse drags the view once it is zoomed; otherwise it picks a position, as one finger
// does.
function mouse(canvas: HTMLCanvasElement, map: Movable, pinched: () => boolean): void {
	let from: [x: number, y: number] | null = null;
	const end = () => { from = null; canvas.classList.remove("panned"); };
	canvas.addEventListener("pointerdown", (e) => {
		if (!e.isPrimary) return;
		map.pick(e.offsetX, e.offsetY);
		if (e.pointerType !== "mouse" || e.button !== 0 || !map.zoomed) return;
		from = [e.clientX, e.clientY];
		canvas.setPointerCapture(e.pointerId);
	});
	canvas.addEventListener("pointermove", (e) => {
		if (pinched()) return;
		if (!from) { map.pick(e.offsetX, e.offsetY); return; }
		canvas.classList.add("panned");
		map.pan(e.clientX - from[0], e.clientY - from[1]);
		from = [e.clientX, e.clientY];
	});
	canvas.addEventListener("pointerup", end);
	canvas.addEventListener("pointercancel", end);
}

// fingers makes two fingers pinch and pan; it returns a function that reports
// whether they do.
function fingers(canvas: HTMLCanvasElement, map: Movable): () => boolean {
	let was: [x: number, y: number, apart: number] | null = null;
	const two = (e: TouchEvent): [number, number, number] | null => {
		const [a, b] = [e.targetTouches[0], e.targetTouches[1]], r = canvas.getBoundingClientRect();
		if (!a || !b) return null;
		return [(a.clientX + b.clientX) / 2 - r.left, (a.clientY + b.clientY) / 2 - r.top,
			Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)];
	};
	const on = (e: TouchEvent) => {
		const now = two(e);
		if (now && e.cancelable) e.preventDefault(); // otherwise the browser would zoom or scroll the page
		if (now && was && e.type === "touchmove") {
			map.pan(now[0] - was[0], now[1] - was[1]);
			map.zoom(now[2] / Math.max(1, was[2]), now[0], now[1]);
		}
		was = now;
	};
	for (const name of ["touchstart", "touchmove", "touchend", "touchcancel"] as const) canvas.addEventListener(name, on, { passive: false });
	return () => was !== null;
}
