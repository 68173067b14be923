// Columns holds the columns of a recording. The values of a column with an origin are
// relative to it, because a Float32Array is too coarse for positions in degrees.
export interface Columns {
	offset: Float32Array; at: Map<string, Float32Array>; of: number; reduced: boolean; origin: Record<string, number>;
}

// read parses a binary answer of /columns.
export function read(buffer: ArrayBuffer): Columns {
	const view = new DataView(buffer);
	const magic = String.fromCharCode(...new Uint8Array(buffer, 0, 4));
	if (magic !== "LKC1") throw new Error("unknown columns");
	const length = view.getUint32(4, true);
	const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length))) as { rows: number; of: number;
		channels: string[]; reduced: boolean; origin?: Record<string, number> };
	const at = new Map<string, Float32Array>();
	head.channels.forEach((name, i) => at.set(name, new Float32Array(buffer, 8 + length + 4 * head.rows * i, head.rows)));
	return { offset: at.get("offset_s") ?? new Float32Array(), at, of: head.of, reduced: head.reduced, origin: head.origin ?? {} };
}

// pauses returns a function that reports whether the gap before a row is much longer than
// usual, so that no line may be drawn across it.
export function pauses(at: Float32Array): (row: number) => boolean {
	const steps = at.slice(1).map((t, i) => t - at[i]!), usual = steps.slice().sort()[steps.length >> 1] ?? 1;
	return (row) => steps[row - 1]! > Math.max(15, 4 * usual);
}
