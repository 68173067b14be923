import { css } from "./dom";

// Marks on the picture in addition to the track: its ends, the scale, north.

// Sheet is a picture being drawn, and whether there is a map behind it.
export interface Sheet { c: CanvasRenderingContext2D; width: number; height: number; mapped: boolean }

type Point = [x: number, y: number];

// ends marks the start with a triangle and the end with a square.
export function ends(s: Sheet, [x, y]: Point, [u, v]: Point, words: DOMStringMap): void {
	const { c } = s, near = Math.hypot(x - u, y - v) < 30;
	c.fillStyle = css("ink");
	c.beginPath(); c.moveTo(x - 6, y - 7); c.lineTo(x + 8, y); c.lineTo(x - 6, y + 7); c.fill();
	c.fillRect(u - 5, v - 5, 10, 10);
	c.font = "12px sans-serif";
	const say = (words: string, a: number, b: number) => {
		c.textAlign = a > s.width / 2 ? "right" : "left";
		text(s, words, a + (a > s.width / 2 ? -12 : 12), b);
	};
	say(words["start"] ?? "", x, y - 8);
	say(words["end"] ?? "", u, near ? y + 18 : v + 4);
	c.textAlign = "left";
}

// text draws text, with an outline over a map, so that it is readable anywhere on
// it.
function text({ c, mapped }: Sheet, words: string, x: number, y: number): void {
	if (mapped) {
		const [stroke, width] = [c.strokeStyle, c.lineWidth];
		c.strokeStyle = css("surface");
		c.lineWidth = 4;
		c.strokeText(words, x, y);
		[c.strokeStyle, c.lineWidth] = [stroke, width];
		c.fillStyle = css("ink");
	}
	c.fillText(words, x, y);
}

export function north(s: Sheet, words: string): void {
	const { c, width: w } = s;
	c.fillStyle = css("soft");
	c.font = "12px sans-serif";
	c.textAlign = "center";
	text(s, words, w - 22, 38);
	c.textAlign = "left";
	c.beginPath(); c.moveTo(w - 22, 8); c.lineTo(w - 16, 24); c.lineTo(w - 22, 20); c.lineTo(w - 28, 24); c.fill();
}

// scaleBar draws a bar whose length is a round number in the reader's unit, at k pixels per
// metre.
export function scaleBar(s: Sheet, k: number): void {
	const { c, height: h } = s;
	const lengths = (document.documentElement.dataset["lengths"] ?? "").split(" ").filter(Boolean);
	const [long = "km", far = "0.001", short = "m", near = "1"] = lengths;
	const inLong = 110 / k * Number(far) >= 1, by = Number(inLong ? far : near); // units per metre
	const wide = 110 / k * by, ten = 10 ** Math.floor(Math.log10(wide)), n = [5, 2, 1].find((i) => i * ten <= wide)! * ten, m = n / by;
	c.strokeStyle = c.fillStyle = css("soft");
	c.lineWidth = 1.5;
	c.beginPath();
	c.moveTo(12, h - 16); c.lineTo(12, h - 10); c.lineTo(12 + m * k, h - 10); c.lineTo(12 + m * k, h - 16);
	c.stroke();
	c.font = "12px sans-serif";
	text(s, n + " " + (inLong ? long : short), 16, h - 18);
}
