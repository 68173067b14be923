import type uPlot from "uplot";

// beneath draws the selection below the lines, which it would otherwise dim.
export const beneath = { show: true, over: false, left: 0, top: 0, width: 0, height: 0 };

// narrow is the minimum width in pixels for drawing; a folded part has no width.
const narrow = 40;

// painted is resolved after the first paint of the page, which drawing would delay: a frame
// begins with its callback, and a timer runs once the frame is out.
export const painted = new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));

// Plotted is an element of plots, which is redrawn when its width or the colours change.
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
		const resize = this.resize = new ResizeObserver(() => {
			if (Math.abs(this.clientWidth - this.width) > 1) this.draw();
		});
		void painted.then(() => { if (this.resize === resize && this.isConnected) resize.observe(this); });
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
