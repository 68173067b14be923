import type uPlot from "uplot";
import { css } from "./dom";

const axisFont = () => "12px " + getComputedStyle(document.body).fontFamily;

// wide returns the width of the words of a mark, in pixels.
export function wide(text: string): number {
	const ctx = document.createElement("canvas").getContext("2d")!;
	ctx.font = axisFont();
	return ctx.measureText(text).width;
}

export function axis(more: Partial<uPlot.Axis> = {}): uPlot.Axis {
	return {
		stroke: css("soft"), font: axisFont(), labelFont: axisFont(), gap: 4,
		grid: { stroke: css("line"), width: 1 }, ticks: { stroke: css("line"), width: 1, size: 4 }, ...more,
	};
}

// beneath draws the selection below the lines, which would fade under
// it.
export const beneath = { show: true, over: false, left: 0, top: 0, width: 0, height: 0 };

export function clock(seconds: number): string {
	const s = Math.round(seconds), pad = (n: number) => String(n).padStart(2, "0");
	const minutes = Math.floor(s / 60);
	return s < 3600 ? `${minutes}:${pad(s % 60)}` : `${Math.floor(s / 3600)}:${pad(minutes % 60)}:${pad(s % 60)}`;
}

// clocks returns the marks of an axis of seconds.
export const clocks = (_u: uPlot, v: number[]): string[] => v.map(clock);

// narrow is the least width in pixels in which anything is drawn: a folded
// part has no width.
const narrow = 40;

// Plotted is an element of plots, drawn again when its width or the colours
// change.
export abstract class Plotted extends HTMLElement {
	protected plots: uPlot[] = [];
	protected width = 0;
	private resize?: ResizeObserver;
	private dark = matchMedia("(prefers-color-scheme: dark)");

	// ready reports whether there is something to draw, and lay draws it into the
	// empty element.
	protected abstract ready(): boolean;
	protected abstract lay(): void;

	protected watch(): void {
		this.resize = new ResizeObserver(() => {
			if (Math.abs(this.clientWidth - this.width) > 1) this.draw();
		});
		this.resize.observe(this);
		this.dark.addEventListener("change", this.draw);
		document.addEventListener("lapkeep-theme", this.draw);
	}

	disconnectedCallback(): void {
		this.resize?.disconnect();
		this.dark.removeEventListener("change", this.draw);
		document.removeEventListener("lapkeep-theme", this.draw);
		this.empty();
	}

	protected empty(): void {
		for (const p of this.plots) p.destroy();
		this.plots = [];
	}

	protected draw = (): void => {
		if (!this.ready()) return;
		this.width = this.clientWidth;
		this.empty();
		this.replaceChildren();
		if (this.width >= narrow) this.lay();
	};
}
