import { el } from "./dom";
import { keys } from "./gestures";
import type { Track } from "./track";
import { Viewport } from "./viewport";

const looked = new Map<string, Viewport>();

// remembered returns the last used view of an activity's track, which the page keeps when
// its parts are replaced. Printed pages show the whole track.
export function remembered(activity: string): Viewport {
	if (document.documentElement.dataset["printing"] !== undefined) return new Viewport();
	const port = looked.get(activity) ?? new Viewport();
	looked.set(activity, port);
	return port;
}

// zoomButtons returns buttons that do the same as gestures. A button keeps the focus even
// if it currently has no effect.
export function zoomButtons(track: Track, words: DOMStringMap): HTMLElement {
	const box = el("div", "track-zoom");
	const all: [text: string, label: string | undefined, act: () => void, can: () => boolean][] = [
		["+", words["zoomIn"], () => track.zoom(2), () => !track.closest],
		["−", words["zoomOut"], () => track.zoom(1 / 2), () => track.zoomed],
		[words["wholeTrack"] ?? "", undefined, () => track.whole(), () => track.zoomed],
	];
	const buttons = all.map(([text, label, act]) => {
		const b = el("button", "button quiet", text);
		b.type = "button";
		if (label) b.setAttribute("aria-label", label);
		b.addEventListener("click", act);
		return b;
	});
	track.onView = () => buttons.forEach((b, i) => b.setAttribute("aria-disabled", String(!all[i]![3]())));
	track.onView();
	box.addEventListener("keydown", (e) => keys(e, track));
	box.append(...buttons);
	return box;
}
