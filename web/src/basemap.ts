import { el } from "./dom";
import type { Ground, Track } from "./track";

// Named is the map that the athlete named: whose tiles, of which zooms, and what is said of it.
export interface Named {
	tiles: string; min: number; max: number; credit: string; words: Record<string, string>; script: string; vector?: boolean; trouble?: string;
}

// Host is told what is to be said of the map, by the name of its words, and when it is to be drawn anew.
export interface Host { say(word: string): void; unsay(word: string): void; came(): void }

const remembered = "lapkeep-basemap";

// recall is whether the athlete wanted the map the last time; no storage is a no.
function recall(): boolean {
	try { return localStorage.getItem(remembered) === "on"; } catch { return false; }
}

function remember(on: boolean): void {
	try { localStorage.setItem(remembered, on ? "on" : "off"); } catch { /* it is asked again */ }
}

// Basemap is the map beneath a track, of the tiles that the athlete named. Until
// they want it, neither a tile nor the script that draws it is asked for. The track,
// its colours and its cursor are those of the quiet canvas.
export class Basemap implements Host {
	private ground: Ground | null = null;
	private on = recall();
	private told = el("p", "small");
	private credit = el("p", "small map-credit");
	private track?: Track;
	private waiting = 0;

	constructor(private readonly named: Named) {
		this.told.setAttribute("role", "status");
	}

	// under puts the map under a track, and is what says and switches it.
	under(track: Track): HTMLElement {
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
			this.ground = null; // what failed is tried again
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

	private async load(): Promise<void> {
		try {
			const { TileMap } = await import(this.named.script) as typeof import("./map");
			this.ground ??= new TileMap(this.named, this);
			this.track?.beneath(this.on ? this.ground : null);
		} catch { this.say("failed"); }
	}

	say(word: string): void { if (this.on) this.told.textContent = this.named.words[word] ?? ""; }

	unsay(word: string): void { if (this.told.textContent === this.named.words[word]) this.told.textContent = ""; }

	// came draws what came within a frame at once.
	came(): void {
		this.waiting ||= requestAnimationFrame(() => { this.waiting = 0; this.track?.again(); });
	}
}
