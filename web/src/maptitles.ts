import type { Title } from "./mapschema";

// Names on a map, without overlaps: the important first.

export type Way = number[]; // x and y in turn

// Label is a name at a point, or along a line.
export interface Label extends Title { way: Way }

// Spot is a part of a picture, with the position and scale of the units of its
// labels.
export interface Spot { labels: Label[]; left: number; top: number; right: number; bottom: number; x: number; y: number; k: number }

interface Placed { text: string; x: number; y: number; wide: number; high: number }

const most = 60; // names of a picture
const apart = 240; // pixels between the names of one road
const sizes = [15, 15, 14, 14, 14, 13];

// write draws the names of a picture.
export function write(c: CanvasRenderingContext2D, width: number, height: number, spots: Spot[], ink: string, edge: string): void {
	const all = spots.flatMap((s) => s.labels.map((l) => [l, s] as const)).sort((a, b) => a[0].rank - b[0].rank);
	const placed: Placed[] = [];
	c.save();
	c.textAlign = "center";
	c.textBaseline = "middle";
	c.lineJoin = "round";
	c.lineWidth = 3;
	for (const [l, s] of all) {
		if (placed.length >= most) break;
		const size = l.kind === "place" ? sizes[Math.floor(l.rank / 40)] ?? 12 : 11;
		c.font = size + "px sans-serif";
		const wide = c.measureText(l.text).width, at = l.kind === "place" ? point(l, s) : along(l.way, s, wide);
		if (!at) continue;
		const [x, y, angle] = at, turned = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))] as const;
		const box = { text: l.text, x, y, wide: (wide * turned[0] + size * turned[1]) / 2 + 3,
			high: (wide * turned[1] + size * turned[0]) / 2 + 3 };
		if (x - box.wide < 0 || x + box.wide > width || y - box.high < 0 || y + box.high > height || placed.some((p) => meets(p, box))) continue;
		placed.push(box);
		c.translate(x, y);
		c.rotate(angle);
		c.strokeStyle = edge;
		c.strokeText(l.text, 0, 0);
		c.fillStyle = ink;
		c.fillText(l.text, 0, 0);
		c.rotate(-angle);
		c.translate(-x, -y);
	}
	c.restore();
}

type Place = [x: number, y: number, angle: number];

function meets(a: Placed, b: Placed): boolean {
	const x = Math.abs(a.x - b.x), y = Math.abs(a.y - b.y);
	return x < a.wide + b.wide && y < a.high + b.high || a.text === b.text && Math.hypot(x, y) < apart;
}

// point returns the position of a label in the tile, null for one in its
// margin, which belongs to another tile.
function point(l: Label, s: Spot): Place | null {
	const x = s.x + l.way[0]! * s.k, y = s.y + l.way[1]! * s.k;
	return x < s.left || x >= s.right || y < s.top || y >= s.bottom ? null : [x, y, 0];
}

// along returns the middle of a line if it is straight enough there for a name,
// else null.
function along(way: Way, s: Spot, wide: number): Place | null {
	const step = (i: number) => Math.hypot(way[i + 2]! - way[i]!, way[i + 3]! - way[i + 1]!) * s.k;
	let long = 0;
	for (let i = 0; i + 3 < way.length; i += 2) long += step(i);
	if (long < wide) return null;
	const ends = [(long - wide) / 2, (long + wide) / 2], at: number[] = [];
	for (let i = 0, gone = 0; i + 3 < way.length && at.length < 4; i += 2) {
		const d = step(i);
		while (at.length < 4 && gone + d >= ends[at.length / 2]! && d > 0) {
			const share = (ends[at.length / 2]! - gone) / d;
			at.push(s.x + (way[i]! + (way[i + 2]! - way[i]!) * share) * s.k, s.y + (way[i + 1]! + (way[i + 3]! - way[i + 1]!) * share) * s.k);
		}
		gone += d;
	}
	if (at.length < 4) return null;
	const [a, b, u, v] = at as [number, number, number, number], x = (a + u) / 2, y = (b + v) / 2;
	if (Math.hypot(u - a, v - b) < wide * 0.93 || x < s.left || x >= s.right || y < s.top || y >= s.bottom) return null;
	return [x, y, u < a ? Math.atan2(b - v, a - u) : Math.atan2(v - b, u - a)]; // read from the left
}
