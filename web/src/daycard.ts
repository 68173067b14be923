import { own } from "./dom";
import { parse } from "./policy";

// DayCard shows the page of the day at the cursor next to a chart. A click, or Enter, pins
// a day, so that its links can be reached.
export class DayCard {
	private readonly known = new Map<string, Promise<Node | null>>();
	private wanted = "";
	private kept = false;
	private timer?: number;

	constructor(private readonly box: HTMLElement) {}

	show(day: string, aloud: boolean): void {
		if (this.kept && !aloud) return; // the pinned card is being read, or the pointer is on its way to it
		if (aloud) this.keepIt(false);
		if (!day || day === this.wanted) return;
		this.wanted = day;
		clearTimeout(this.timer);
		this.timer = window.setTimeout(() => void this.fill(day), 120);
	}

	keep(): void {
		this.keepIt(!this.kept);
		if (this.kept && document.activeElement?.tagName === "LK-CHART") this.box.querySelector<HTMLElement>("a")?.focus();
	}

	private keepIt(yes: boolean): void {
		this.kept = yes;
		this.box.classList.toggle("kept", yes);
	}

	private async fill(day: string): Promise<void> {
		let page = this.known.get(day);
		if (!page) {
			page = this.ask(day).catch(() => null);
			this.known.set(day, page);
		}
		const parts = await page;
		if (this.wanted !== day) return;
		if (parts) this.box.replaceChildren(parts.cloneNode(true));
		else this.known.delete(day);
	}

	private async ask(day: string): Promise<Node | null> {
		const r = await fetch(own("/days/") + encodeURIComponent(day) + location.search, { headers: { Accept: "text/html" } });
		return r.ok ? document.importNode(parse(await r.text()).querySelector("[data-day-of]")!, true) : null;
	}
}
