import { Basemap } from "./basemap";
import { css, el, own } from "./dom";
import { type Ground, Track, type View } from "./track";
import { zoomButtons } from "./trackview";
import { Viewport } from "./viewport";

type Edges = [south: number, west: number, north: number, east: number];

const side = 256; // pixels of a tile
const kept = 200; // tiles

// Heat shows the heat map in a view that zooms and moves like a track. Its tiles come from
// the page's own server. Without a script, the page has a picture of the first view.
export class Heat extends HTMLElement implements Ground {
	private readonly tiles = new Map<string, HTMLImageElement>(); // the most recently used at the end
	private readonly layer = el("canvas");
	private below: Ground | null = null;
	private most = 0; // the deepest zoom
	private waiting = 0;
	private track!: Track;
	private readonly watch = new ResizeObserver(() => this.resized());

	get finest(): number { return Math.min(360 / side / 2 ** (this.most + 3), this.below?.finest ?? Infinity); }

	connectedCallback(): void {
		const first = JSON.parse(this.dataset["first"]!) as Edges, all = JSON.parse(this.dataset["all"]!) as Edges;
		this.most = Number(this.dataset["most"]);
		const middle = { latitude: (first[0] + first[2]) / 2, longitude: (first[1] + first[3]) / 2 };
		const lat = Float32Array.of(all[0] - middle.latitude, all[2] - middle.latitude);
		const lon = Float32Array.of(all[1] - middle.longitude, all[3] - middle.longitude);
		this.track = new Track(lat, lon, middle, new Float32Array(2), this.size(), this.dataset, new Viewport(), true);
		const parts: Node[] = [this.track.canvas, zoomButtons(this.track, this.dataset)];
		if (this.dataset["basemap"]) {
			parts.push(new Basemap(JSON.parse(this.dataset["basemap"])).under({
				beneath: (ground) => { this.below = ground; this.track.beneath(this); }, again: () => this.track.again(),
			}));
		}
		this.replaceChildren(...parts);
		this.track.beneath(this);
		this.track.look(...first);
		this.watch.observe(this);
	}

	disconnectedCallback(): void { this.watch.disconnect(); }

	private size(): [number, number] { return [this.clientWidth || 300, Math.max(320, Math.min(720, innerHeight - 260))]; }

	private resized(): void {
		if (this.clientWidth === this.track.size[0]) return;
		[this.track.size[0], this.track.size[1]] = this.size();
		this.track.resized();
	}

	draw(c: CanvasRenderingContext2D, v: View): void {
		this.below?.draw(c, v);
		const ratio = devicePixelRatio, l = this.layer.getContext("2d")!;
		[this.layer.width, this.layer.height] = [v.width * ratio, v.height * ratio];
		l.setTransform(ratio, 0, 0, ratio, 0, 0);
		this.each(v, (image, x, y, w, h) => { if (image.complete && image.naturalWidth > 0) l.drawImage(image, x, y, w, h); });
		l.globalCompositeOperation = "source-in"; // the theme has the colour
		l.fillStyle = css("zone-6");
		l.fillRect(0, 0, v.width, v.height);
		c.drawImage(this.layer, 0, 0, v.width, v.height);
	}

	// each calls see for each tile of a view, with its place.
	private each(v: View, see: (image: HTMLImageElement, x: number, y: number, w: number, h: number) => void): void {
		const [top, west] = v.at(0, 0), [bottom, east] = v.at(v.width, v.height), world = (360 * v.width) / (east - west);
		const z = Math.max(0, Math.min(this.most, Math.round(Math.log2(world / side)))), n = 2 ** z;
		const lat = (y: number) => Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / n))) * 180 / Math.PI;
		for (let y = Math.max(0, Math.floor(n * down(top))); y <= Math.min(n - 1, Math.floor(n * down(bottom))); y++) {
			for (let x = Math.floor(((west + 180) / 360) * n); x <= Math.floor(((east + 180) / 360) * n); x++) {
				const [left, above] = v.place(lat(y), (x / n) * 360 - 180), [right, below] = v.place(lat(y + 1), ((x + 1) / n) * 360 - 180);
				see(this.tile(z, ((x % n) + n) % n, y), left, above, right - left, below - above);
			}
		}
	}

	// tile returns a tile, and requests it if it is not there.
	private tile(z: number, x: number, y: number): HTMLImageElement {
		const at = this.dataset["tiles"]!.replace("{z}", `${z}`).replace("{x}", `${x}`).replace("{y}", `${y}`);
		let image = this.tiles.get(at);
		if (!image) {
			image = new Image();
			image.addEventListener("load", () => { this.waiting ||= requestAnimationFrame(() => { this.waiting = 0; this.track.again(); }); });
			image.src = own(at);
		}
		this.tiles.delete(at);
		this.tiles.set(at, image);
		if (this.tiles.size > kept) this.tiles.delete(this.tiles.keys().next().value!);
		return image;
	}
}

// down returns a latitude as a fraction of the world, from its northern edge.
function down(lat: number): number {
	const r = (Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180;
	return (1 - Math.asinh(Math.tan(r)) / Math.PI) / 2;
}
