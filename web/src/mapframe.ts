import type { View } from "./track";

// Frame is the part of the world on a picture of the map. Its tiles have whole screen
// pixels, so that there is no seam between them.
export interface Frame {
	zoom: number; // determines the width of lines
	z: number; // of the tiles
	side: number; // pixels of a tile
	left: number; top: number; width: number; height: number;
}

type Place = (lat: number, lon: number) => [x: number, y: number];

const margin = 64; // pixels beyond the visible part
const most = 120; // maximum number of tiles in a picture

const snap = (pixels: number): number => Math.round(pixels * devicePixelRatio) / devicePixelRatio;

// frame returns the frame of a view, for tiles of a size in pixels at their own zoom.
export function frame(v: View, size: number, least: number, deepest: number): Frame {
	const [west, east] = [across(v.at(0, 0)[1]), across(v.at(v.width, 0)[1])], y = down(v.at(0, v.height / 2)[0]);
	const world = v.width / Math.max(1e-12, east - west), zoom = Math.log2(world / size);
	const width = v.width + 2 * margin, height = v.height + 2 * margin;
	for (let z = Math.max(least, Math.min(deepest, Math.round(zoom))); ; z--) {
		const side = Math.max(1, snap(world / 2 ** z)), all = side * 2 ** z;
		const f = { zoom, z, side, left: snap((west + east) / 2 * all - width / 2), top: snap(y * all - height / 2), width, height };
		if (z <= least || !far(f)) return f;
	}
}

// far reports whether a frame has too many tiles.
export function far(f: Frame): boolean { return f.width / f.side * (f.height / f.side) > most; }

// inside calls see for each tile of a frame, including those beyond 180°.
export function inside(f: Frame, see: (x: number, y: number) => void): void {
	const at = (pixels: number) => Math.floor(pixels / f.side), n = 2 ** f.z;
	for (let y = Math.max(0, at(f.top)); y <= Math.min(n - 1, at(f.top + f.height)); y++) {
		for (let x = at(f.left); x <= at(f.left + f.width); x++) see(x, y);
	}
}

// placing returns a function that maps a position to its pixel in a frame's picture.
export function placing(f: Frame): Place {
	const world = f.side * 2 ** f.z;
	return (lat, lon) => [across(lon) * world - f.left, down(lat) * world - f.top];
}

// lay draws a frame's picture by the positions of its corners. It does not scale a
// picture that only differs by the rounding of its tiles, so that names stay sharp.
export function lay(c: CanvasRenderingContext2D, picture: HTMLCanvasElement, f: Frame, place: Place): void {
	const world = f.side * 2 ** f.z, lon = (x: number) => x / world * 360 - 180;
	const lat = (y: number) => Math.atan(Math.sinh(Math.PI * (1 - 2 * y / world))) * 180 / Math.PI;
	const [x, y] = place(lat(f.top), lon(f.left)), [u, v] = place(lat(f.top + f.height), lon(f.left + f.width));
	const fits = Math.abs((u - x) / f.width - 1) < 0.004 && Math.abs((v - y) / f.height - 1) < 0.004;
	const [w, h] = fits ? [f.width, f.height] : [u - x, v - y];
	c.drawImage(picture, snap((x + u - w) / 2), snap((y + v - h) / 2), w, h);
}

// across and down return a position as fractions of the world, from its north-west corner.
function across(lon: number): number { return (lon + 180) / 360; }

function down(lat: number): number {
	const r = Math.max(-85.05, Math.min(85.05, lat)) * Math.PI / 180;
	return (1 - Math.asinh(Math.tan(r)) / Math.PI) / 2;
}
