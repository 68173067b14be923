// Box is the area of a track: metres to the east and to the south of its start.
export interface Box { west: number; east: number; north: number; south: number }

type Point = [x: number, y: number];

const edge = 28; // pixels around the whole track
const close = 15; // pixels per metre, at the closest zoom

const within = (v: number, least: number, most: number): number => Math.max(least, Math.min(most, v));

// Viewport is the part of a plane that a picture shows. It converts between metres and
// pixels, independent of canvas and track; until it is zoomed, it is the whole box.
export class Viewport {
	k = 1; // pixels per metre
	private spot: Point | null = null; // the position in the middle, null if the whole is shown
	private box: Box = { west: 0, east: 1, north: 0, south: 1 };
	private width = 1;
	private height = 1;
	private least = 1; // k when the whole is shown
	private most = 1;

	// fit sets the whole box, the size of the picture, and the ground's limit on the size
	// of a metre. It keeps the middle of the view.
	fit(box: Box, width: number, height: number, finest: number): void {
		[this.box, this.width, this.height] = [box, width, height];
		this.least = this.fitting(box);
		this.most = Math.max(this.least, Math.min(close, finest));
		this.hold();
	}

	private fitting(box: Box): number {
		const [across, down] = [Math.max(1, box.east - box.west), Math.max(1, box.south - box.north)];
		return Math.min((this.width - 2 * edge) / across, (this.height - 2 * edge) / down);
	}

	// look shows a part of the box.
	look(part: Box): void {
		[this.k, this.spot] = [this.fitting(part), [(part.west + part.east) / 2, (part.north + part.south) / 2]];
		this.hold();
	}

	get zoomed(): boolean { return this.spot !== null; }

	get closest(): boolean { return this.k >= this.most; }

	place(x: number, y: number): Point {
		const [a, b] = this.middle();
		return [this.width / 2 + (x - a) * this.k, this.height / 2 + (y - b) * this.k];
	}

	at(x: number, y: number): Point {
		const [a, b] = this.middle();
		return [a + (x - this.width / 2) / this.k, b + (y - this.height / 2) / this.k];
	}

	// zoom multiplies the scale; the given point of the picture keeps its place.
	zoom(times: number, x = this.width / 2, y = this.height / 2): void {
		const there = this.at(x, y);
		this.k = within(this.k * times, this.least, this.most);
		this.spot = [there[0] - (x - this.width / 2) / this.k, there[1] - (y - this.height / 2) / this.k];
		this.hold();
	}

	// pan moves the view by pixels.
	pan(x: number, y: number): void {
		if (!this.spot) return;
		this.spot = [this.spot[0] - x / this.k, this.spot[1] - y / this.k];
		this.hold();
	}

	// reveal moves a position to the middle if it is not in view, and reports whether
	// it did.
	reveal(x: number, y: number): boolean {
		const [u, v] = this.place(x, y), near = 12;
		if (!this.spot || (u >= near && v >= near && u <= this.width - near && v <= this.height - near)) return false;
		this.spot = [x, y];
		this.hold();
		return true;
	}

	whole(): void {
		this.spot = null;
		this.hold();
	}

	private middle(): Point { return this.spot ?? [(this.box.west + this.box.east) / 2, (this.box.north + this.box.south) / 2]; }

	// hold keeps the view inside the whole picture, and resets it once the view shows all
	// of the picture.
	private hold(): void {
		if (!this.spot || this.k <= this.least * 1.001) { this.spot = null; this.k = this.least; return; }
		this.k = Math.min(this.k, this.most);
		const { west, east, north, south } = this.box, room = (pixels: number) => (pixels / this.least - pixels / this.k) / 2;
		const [a, b] = [(west + east) / 2, (north + south) / 2], [x, y] = [room(this.width), room(this.height)];
		this.spot = [within(this.spot[0], a - x, a + x), within(this.spot[1], b - y, b + y)];
	}
}
