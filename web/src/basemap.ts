import { css, el } from "./dom";
import { type At, type Host, type Named, square, Tiles } from "./tiles";
import type { Track, View } from "./track";

const remembered = "lapkeep-basemap";

// recall reports whether the athlete showed the map the last time; without
// storage it is false.
function recall(): boolean {
	try { return localStorage.getItem(remembered) === "on"; } catch { return false; }
}

function remember(on: boolean): void {
	try { localStorage.setItem(remembered, on ? "on" : "off"); } catch { /* it is asked again */ }
}

type Late = typeof import("./vectormap");

// Basemap is the map beneath a track, of the tiles that the athlete named. No tile
// is requested until the athlete asks for the map. The track, its colours and its
// cursor are those of the canvas without a map.
export class Basemap implements Host {
	private ground?: Tiles<unknown>;
	private on = recall();
	private told = el("p", "small");
	private credit = el("p", "small map-credit");
	private track?: Track;
	private waiting = 0;

	constructor(private readonly named: Named) {
		this.told.setAttribute("role", "status");
	}

	// under puts the map under a track, and returns the element with its notes and
	// its switch.
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
			this.ground?.retry();
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
		this.track?.beneath(this.on ? this.ground ?? null : null);
	}

	// load loads the code that draws the tiles: that for vector tiles only when they are
	// wanted.
	private async load(): Promise<void> {
		if (!this.named.script) { this.ground = new Pictures(this.named, this); return; }
		try {
			const late = await import(this.named.script) as Late;
			this.ground ??= new late.VectorMap(this.named, this);
			this.show();
		} catch { this.say("failed"); }
	}

	say(word: string): void { if (this.on) this.told.textContent = this.named.words[word] ?? ""; }

	unsay(word: string): void { if (this.told.textContent === this.named.words[word]) this.told.textContent = ""; }

	// came draws all tiles that came within a frame at once.
	came(): void {
		this.waiting ||= requestAnimationFrame(() => { this.waiting = 0; this.track?.again(); });
	}
}

// Pictures are raster tiles.
class Pictures extends Tiles<HTMLImageElement> {
	constructor(named: Named, host: Host) { super(named, host, { side: 256 / devicePixelRatio, kept: 256, beyond: 2 }); }

	override draw(c: CanvasRenderingContext2D, v: View): void {
		c.globalAlpha = Number(css("map-ink")) || 1;
		super.draw(c, v);
		c.globalAlpha = 1;
	}

	protected ask(_at: string, address: string): HTMLImageElement {
		const i = new Image();
		i.referrerPolicy = "origin"; // many servers want to know who asks; the activity is none of theirs
		i.addEventListener("load", () => this.host.came());
		i.addEventListener("error", () => { if (!address.startsWith("/") || !this.any) this.host.say("failed"); }); // a file ends somewhere
		i.src = address;
		return i;
	}

	protected state(i: HTMLImageElement): "coming" | "there" | "failed" {
		return !i.complete ? "coming" : i.naturalWidth > 0 ? "there" : "failed";
	}

	protected end(i: HTMLImageElement): void { i.removeAttribute("src"); } // its request ends

	protected put(c: CanvasRenderingContext2D, v: View, i: HTMLImageElement, at: At, of: number): void {
		const parts = 2 ** (at[0] - of), share = i.naturalWidth / parts, s = square(v, at);
		const part = (p: number) => ((p % parts) + parts) % parts * share;
		c.drawImage(i, part(at[1]), part(at[2]), share, share, s.left, s.top, s.width, s.height);
	}
}
