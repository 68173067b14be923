// A handle that changes the width or height of a part of the page. The size is a
// variable of the style, remembered by name; without a script there is no handle.

const step = 16, big = 64; // pixels per press of an arrow, and with Shift

function kept(name: string): number {
	try { return Number(localStorage.getItem("lapkeep-size-" + name)); } catch { return 0; }
}

function keep(name: string, size: number): void {
	try {
		if (size) localStorage.setItem("lapkeep-size-" + name, String(size)); else localStorage.removeItem("lapkeep-size-" + name);
	} catch { /* the size is kept only until the page is left */ }
}

// Divider changes --NAME-size, between data-min and data-max pixels and at most a fraction
// of the window. data-of is the part that it measures, data-grows the direction in which
// that part grows: right, left or down.
export class Divider extends HTMLElement {
	private from?: { at: number; size: number };
	private look?: ResizeObserver;

	connectedCallback(): void {
		const down = this.down();
		this.tabIndex = 0;
		this.setAttribute("role", "separator");
		this.setAttribute("aria-orientation", down ? "horizontal" : "vertical");
		this.setAttribute("aria-label", this.dataset["label"] ?? "");
		this.addEventListener("pointerdown", (e) => this.press(e));
		this.addEventListener("pointermove", (e) => this.drag(e));
		this.addEventListener("pointerup", (e) => this.drop(e));
		this.addEventListener("pointercancel", (e) => this.drop(e));
		this.addEventListener("dblclick", () => this.reset());
		this.addEventListener("keydown", (e) => this.key(e));
		addEventListener("resize", this.again);
		this.look = new ResizeObserver(() => this.tell());
		const part = this.measured();
		if (part) this.look.observe(part);
		this.again();
	}

	disconnectedCallback(): void {
		removeEventListener("resize", this.again);
		this.look?.disconnect();
	}

	private get name(): string { return this.dataset["name"] ?? ""; }

	private down(): boolean { return this.dataset["grows"] === "down"; }

	private measured(): Element | null { return document.querySelector(this.dataset["of"] ?? ""); }

	private size(): number {
		const r = this.measured()?.getBoundingClientRect();
		return Math.round((this.down() ? r?.height : r?.width) ?? 0);
	}

	private least(): number { return Number(this.dataset["min"]); }

	private most(): number {
		const room = Math.floor(this.down() ? innerHeight * 0.8 : innerWidth * 0.4);
		return Math.max(this.least(), Math.min(Number(this.dataset["max"]), room));
	}

	// again limits the remembered size to the current window.
	private again = (): void => { this.put(kept(this.name)); };

	private put(size: number): void {
		const root = document.documentElement.style, name = `--${this.name}-size`, was = root.getPropertyValue(name);
		if (size > 0) root.setProperty(name, Math.min(this.most(), Math.max(this.least(), Math.round(size))) + "px");
		else root.removeProperty(name);
		if (root.getPropertyValue(name) !== was) document.dispatchEvent(new Event("lapkeep-size"));
		this.tell();
	}

	// tell sets its ARIA values, and the variable with which the style puts it at
	// the edge of its part.
	private tell(): void {
		const size = this.size();
		if (!size) return;
		this.style.setProperty("--at", size + "px");
		this.setAttribute("aria-valuemin", String(Math.min(size, this.least())));
		this.setAttribute("aria-valuemax", String(Math.max(size, this.most())));
		this.setAttribute("aria-valuenow", String(size));
	}

	private set(size: number): void {
		this.put(size);
		keep(this.name, this.size());
	}

	private reset(): void {
		keep(this.name, 0);
		this.put(0);
	}

	private press(e: PointerEvent): void {
		if (e.button !== 0) return;
		this.from = { at: this.down() ? e.clientY : e.clientX, size: this.size() };
		this.setPointerCapture(e.pointerId);
	}

	private drag(e: PointerEvent): void {
		if (!this.from) return;
		const by = (this.down() ? e.clientY : e.clientX) - this.from.at;
		if (by) this.put(this.from.size + (this.dataset["grows"] === "left" ? -by : by));
	}

	private drop(e: PointerEvent): void {
		if (this.from && this.size() !== this.from.size) keep(this.name, this.size());
		delete this.from;
		this.releasePointerCapture(e.pointerId);
	}

	private key(e: KeyboardEvent): void {
		if (e.ctrlKey || e.metaKey || e.altKey) return;
		const by = e.shiftKey ? big : step, grows = this.dataset["grows"], [more, less] = this.down() ? ["ArrowDown", "ArrowUp"]
			: grows === "left" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
		const act = { [more!]: () => this.set(this.size() + by), [less!]: () => this.set(this.size() - by),
			Home: () => this.set(this.least()), End: () => this.set(this.most()) }[e.key];
		if (!act) return;
		e.preventDefault();
		e.stopPropagation();
		act();
	}
}
