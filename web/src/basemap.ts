import { el } from "./dom";
import type { Ground } from "./track";

// Over is what the map is shown beneath.
interface Over { beneath(ground: Ground | null): void; again(): void }

// Named is the map that the athlete configured, with its zooms and texts.
export interface Named {
	tiles: string; min: number; max: number; credit: string; words: Record<string, string>; script: string; vector?: boolean; trouble?: string;
}

// Host shows and removes the notes on the map, by name, and redraws the map.
export interface Host { say(word: string): void; unsay(word: string): void; came(): void }

const remembered = "lapkeep-basemap";

// recall reports whether the athlete last showed the map; without storage it returns false.
function recall(): boolean {
	try { return localStorage.getItem(remembered) === "on"; } catch { return false; }
}

function remember(on: boolean): void {
	try { localStorage.setItem(remembered, on ? "on" : "off"); } catch { /* the choice is not remembered */ }
}

// Basemap is the map behind a track, made of the configured tiles. Neither a tile nor the
// script for it is requested until the athlete asks for the map. The track, its colours and
// its cursor are those of the canvas without a map.
export class Basemap implements Host {
	private ground: Ground | null = null;
	private on = recall();
	private told = el("p", "small");
	private credit = el("p", "small map-credit");
	private track?: Over;
	private waiting = 0;

	constructor(private readonly named: Named) {
		this.told.setAttribute("role", "status");
	}

	// under puts the map behind a track, and returns the element with its notes and its
	// switch.
	under(track: Over): HTMLElement {
		this.track = track;
		const box = el("div", "map-tools"), note = el("p", "small", this.named.words["note"] ?? "");
		if (this.named.trouble) {
			box.append(el("p", "small", this.named.trouble));
			return box;
		}
		const b = el("button", "button quiet", this.named.words["show"] ?? "");
		b.type = "button";
		b.setAttribute("aria-pressed", String(this.on));
		b.addEventListener("click", () => {
			this.on = !this.on;
			remember(this.on);
			b.setAttribute("aria-pressed", String(this.on));
			this.ground = null; // try again after a failure
			this.show();
		});
		box.append(this.credit, b, note, this.told);
		this.show();
		return box;
	}

	private show(): void {
		this.told.textContent = "";
		this.credit.textContent = this.on ? this.named.credit : "";
		if (this.on && !this.ground) void this.load();
		this.track?.beneath(this.on ? this.ground : null);
	}

	// load loads the script that draws the map.
	private async load(): Promise<void> {
		try {
			const { TileMap } = await import(this.named.script) as typeof import("./map");
			this.ground ??= new TileMap(this.named, this);
			this.track?.beneath(this.on ? this.ground : null);
		} catch { this.say("failed"); }
	}

	say(word: string): void { if (this.on) this.told.textContent = this.named.words[word] ?? ""; }

	unsay(word: string): void { if (this.told.textContent === this.named.words[word]) this.told.textContent = ""; }

	// came draws all tiles that arrived within a frame at once.
	came(): void {
		this.waiting ||= requestAnimationFrame(() => { this.waiting = 0; this.track?.again(); });
	}
}
