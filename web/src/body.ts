import { post, toast } from "./dom";
import { refresh } from "./live";

const arrows: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Body is the map of the body: a region is chosen by a click, by drawing over it
// or with the keyboard. The checkboxes of the table below it hold the choice.
export class Body extends HTMLElement {
	private readonly boxes = new Map<string, HTMLInputElement>();
	private readonly parts = new Map<string, SVGAElement>();
	private drawing: boolean | undefined; // whether to select or deselect
	private drawn = false;

	connectedCallback(): void {
		const form = this.querySelector("form");
		if (!form || this.parts.size > 0) return;
		for (const b of this.querySelectorAll<HTMLInputElement>("input[name=region]")) this.boxes.set(b.value, b);
		for (const a of this.querySelectorAll<SVGAElement>("a[data-region]")) {
			this.parts.set(a.dataset["region"] ?? "", a);
			a.setAttribute("role", "checkbox");
		}
		this.querySelectorAll("svg").forEach((s) => this.figure(s));
		this.addEventListener("change", (e) => { if ((e.target as HTMLInputElement).name === "region") this.show(); });
		form.addEventListener("submit",
			(e) => { e.preventDefault(); void this.send(form, (e.submitter as HTMLButtonElement | null)?.value ?? "mark"); });
		this.querySelector("[data-clear]")?.addEventListener("click", (e) => { e.preventDefault(); this.none(); });
		this.show();
	}

	private figure(svg: SVGSVGElement): void {
		const all = [...svg.querySelectorAll<SVGAElement>("a[data-region]")];
		all[0]?.setAttribute("tabindex", "0"); // a single stop of the Tab key; arrows move on from there
		svg.addEventListener("dragstart", (e) => e.preventDefault());
		svg.addEventListener("click", (e) => {
			const id = region(e.target);
			if (!id) return;
			e.preventDefault();
			if (!this.drawn) this.set(id, !this.boxes.get(id)?.checked);
			this.drawn = false;
		});
		svg.addEventListener("pointerdown", (e) => {
			const id = region(e.target);
			if (!id || e.pointerType === "touch" || e.button !== 0) return; // a finger scrolls
			this.drawing = !this.boxes.get(id)?.checked;
			this.drawn = true;
			this.set(id, this.drawing);
		});
		svg.addEventListener("pointermove", (e) => {
			if (e.buttons === 0) this.drawing = undefined;
			const id = this.drawing === undefined ? "" : region(document.elementFromPoint(e.clientX, e.clientY));
			if (id) this.set(id, this.drawing === true);
		});
		svg.addEventListener("pointerup", () => { this.drawing = undefined; });
		svg.addEventListener("keydown", (e) => {
			const to = arrows[e.key], id = region(e.target);
			if (e.key === " " && id) { e.preventDefault(); this.set(id, !this.boxes.get(id)?.checked); }
			if (!to || !id) return;
			e.preventDefault();
			const from = this.parts.get(id), next = from && nearest(from, all, to);
			if (!from || !next) return;
			from.setAttribute("tabindex", "-1");
			next.setAttribute("tabindex", "0");
			next.focus();
		});
	}

	private set(id: string, on: boolean): void {
		const box = this.boxes.get(id);
		if (!box || box.checked === on) return;
		box.checked = on;
		this.show();
	}

	private none(): void {
		for (const b of this.boxes.values()) b.checked = false;
		this.show();
	}

	// show updates the picture, the texts and the address to match the choice.
	private show(): void {
		const names: string[] = [], at = new URL(location.href);
		at.searchParams.delete("region");
		for (const [id, box] of this.boxes) {
			const part = this.parts.get(id);
			part?.classList.toggle("chosen", box.checked);
			part?.setAttribute("aria-checked", String(box.checked));
			if (!box.checked) continue;
			at.searchParams.append("region", id);
			names.push(box.parentElement?.querySelector(".pick-name")?.textContent ?? id);
		}
		const said = this.querySelector<HTMLElement>(".chosen-names"), text = names.join(", ") || (said?.dataset["none"] ?? "");
		if (said && said.textContent?.trim() !== text) said.textContent = text;
		if (at.href !== location.href) history.replaceState(history.state, "", at);
	}

	private async send(form: HTMLFormElement, what: string): Promise<void> {
		const regions = [...this.boxes].filter(([, b]) => b.checked).map(([id]) => id);
		if (regions.length === 0) { toast(this.dataset["empty"] ?? ""); return; }
		const said: Record<string, string> = {};
		for (const [name, v] of new FormData(form)) {
			if (typeof v === "string" && v !== "" && ["pain", "kind", "note"].includes(name)) said[name] = v;
		}
		const args = what === "clear" ? { by: "athlete", clear: regions }
			: { by: "athlete", marks: regions.map((region) => ({ region, ...said })) };
		try {
			await post("/api/" + this.dataset["tool"], JSON.stringify(args));
			toast(this.dataset["done"] ?? "");
			form.reset();
			this.none();
			if (document.activeElement?.matches("input, select")) form.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
			await refresh();
		} catch (e) { toast((e as Error).message); }
	}
}

function region(at: EventTarget | null): string {
	return at instanceof Element ? at.closest<SVGAElement>("a[data-region]")?.dataset["region"] ?? "" : "";
}

// nearest returns the nearest region in a direction.
function nearest(from: SVGAElement, all: SVGAElement[], [x, y]: readonly [number, number]): SVGAElement | undefined {
	const middle = (e: Element) => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] as const; };
	const [fx, fy] = middle(from);
	let best: SVGAElement | undefined, least = Infinity;
	for (const other of all) {
		const [ox, oy] = middle(other), along = (ox - fx) * x + (oy - fy) * y, aside = Math.abs((ox - fx) * y) + Math.abs((oy - fy) * x);
		const far = along + 2 * aside;
		if (other !== from && along > 1 && far < least) { best = other; least = far; }
	}
	return best;
}
