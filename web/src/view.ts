import { type Answer, type Cell, type Field, type List, read, type Series, type Session } from "./answer";
import { clock, rounded } from "./axis";
import { Chart } from "./chart";
import { el } from "./dom";
import { Host, type Members, members } from "./host";

// The page in which a chat shows an answer. It has only what the chat passes to it, and draws it
// with the charts of the dashboard. All texts of an answer are set as text.

interface Unit { shown?: string; factor: number; shift?: number; clock?: boolean; decimals?: number }
type ByKey<T> = Record<string, Record<string, T>>;
interface Words { names: ByKey<string>; said: ByKey<string>; units: ByKey<Unit>; telling: string[] }

const words = JSON.parse(document.getElementById("words")!.textContent!) as Words;
const main = document.querySelector("main")!;
const context: Members = {};
let can: Members = {};
let answer: Answer | undefined, picture: string | undefined, sport = "", failure = "";

const language = (): string => String(context["locale"] ?? "").toLowerCase().startsWith("zh") ? "zh-CN" : "en";
const say = (text: string): string => words.said[language()]?.[text] ?? text;
const known = (key: string): Unit | undefined => words.units[sport]?.[key] ?? words.units[""]?.[key];

// unit returns the unit of a number; one with an unknown name has that of others whose names end alike.
function unit(key: string): Unit {
	const end = key.includes("_per_") ? null : /_[a-z]+$/.exec(key);
	const like = end && Object.keys(words.units[""]!).find((k) => k.endsWith(end[0]) && !k.includes("_per_"));
	return known(key) ?? (like ? known(like) : undefined) ?? { factor: 1, decimals: 1 };
}

// name returns the name of a number; those of a projection begin with a word of their own.
function name(key: string, otherwise = key): string {
	const all = words.names[language()], usual = all?.[key] ?? all?.[otherwise];
	if (usual) return usual;
	key = otherwise;
	if (key.startsWith("projected_")) return name(key.slice("projected_".length)) + ", " + say("projected");
	const plain = key.replace(/_(s|km|m|w|bpm|rpm|kg|pct|kmh|kj|ms)$/, "").replaceAll("_", " ");
	return plain.charAt(0).toUpperCase() + plain.slice(1);
}

// told returns a number as people read it, without its unit.
function told(key: string, v: Cell): string {
	if (typeof v !== "number") return key === "sport" ? name(String(v ?? "")) : String(v ?? "–");
	const u = unit(key.replace(/^projected_/, "")), x = v * u.factor + (u.shift ?? 0);
	return u.clock ? clock(x) : rounded(x, Number.isInteger(x) ? 0 : u.decimals ?? 1);
}

function withUnit(key: string, v: number): string {
	const { shown } = unit(key);
	return told(key, v) + (shown ? (/^[/%]/.test(shown) ? "" : " ") + shown : "");
}

function cell(field: Field, i: number): HTMLTableCellElement {
	const td = el("td", typeof field.cells[i] === "number" ? "num" : ""), v = field.cells[i] ?? null;
	if (typeof v !== "number") { td.textContent = told(field.key, v); return td; }
	const data = el("data", "", told(field.key, v)), shown = unit(field.key.replace(/^projected_/, "")).shown;
	data.value = String(v);
	td.append(data);
	if (shown) td.append(/^[/%]/.test(shown) ? "" : " ", el("span", "unit", shown));
	return td;
}

const bars = /^(projected_)?(load|tss|distance_km|elevation_gain_m|steps|activities|duration_s|moving_time_s|work_kj|sleep\w*_s)$/;
const paints: [RegExp, string][] = [[/ctl$/, "ctl"], [/atl$/, "atl"], [/tsb$/, "tsb"], [/hr_|bpm/, "zone-6"], [/pace|speed/, "zone-3"],
	[/altitude|elevation/, "zone-1"], [/cadence/, "zone-4"], [/power|_w$/, "zone-2"], [/load|tss/, "zone-1"], [/distance/, "zone-3"]];

// head returns the head of a drawn column: how it is drawn, and on which scale.
function head(field: Field, form: string, at: number): HTMLTableCellElement {
	const th = el("th", "", field.title ?? name(field.key)), { factor, shift } = unit(field.key.replace(/^projected_/, ""));
	th.scope = "col";
	const behind = form === "curve" ? at > 0 : field.key.startsWith("projected_");
	const line = form !== "curve" && bars.test(field.key) ? behind ? "bar-open" : "bar" : behind ? "dashed" : "line";
	const scale = form === "curve" ? "value" : /(ctl|atl)$/.test(field.key) ? "fitness" : field.key;
	const color = behind && form === "curve" ? "planned" : paints.find(([p]) => p.test(field.key))?.[1] ?? "accent";
	Object.assign(th.dataset, { key: field.key, line, color, scale, factor: String(factor), shift: String(shift ?? 0) });
	return th;
}

type Cells = HTMLTableCellElement[];

function table(id: string, caption: string, heads: Cells, n: number, row: (i: number) => Cells): HTMLElement {
	const box = el("div", "scroll"), t = el("table"), top = el("tr"), body = el("tbody"), thead = el("thead");
	t.id = id;
	t.append(el("caption", "", caption));
	top.append(...heads);
	thead.append(top);
	for (let i = 0; i < n; i++) { const tr = el("tr"); tr.append(...row(i)); body.append(tr); }
	t.append(thead, body);
	box.append(t);
	return box;
}

// undrawn returns the head of a column that is only read.
function undrawn(key: string): HTMLTableCellElement {
	const th = el("th", "", key === "local_dates" ? say("Day") : name(key));
	th.scope = "col";
	Object.assign(th.dataset, { key, line: "none" });
	return th;
}

// drawn returns a chart, and its table below it.
function drawn(s: Series, id: string): HTMLElement {
	const section = el("section"), fold = el("details"), chart = document.createElement("lk-chart");
	chart.setAttribute("kind", s.form);
	chart.dataset["table"] = id;
	chart.dataset["reset"] = say("Show all");
	const first = (i: number): HTMLTableCellElement => {
		const v = s.index.cells[i] ?? null, td = cell(s.index, i);
		if (typeof v === "string") td.dataset["value"] = v;
		return td;
	};
	const caption = s.name === "projected" ? say("projected") : s.fields.map((f) => name(f.key)).slice(0, 3).join(", ");
	fold.append(el("summary", "", say("Show as a table")), table(id, caption,
		[undrawn(s.index.key), ...s.fields.map((f, i) => head(f, s.form, i)), ...s.notes.map((f) => undrawn(f.key))], s.index.cells.length,
		(i) => [first(i), ...[...s.fields, ...s.notes].map((f) => cell(f, i))]));
	if (s.name === "projected") section.append(el("h2", "sentence", say("projected")));
	section.append(chart, fold);
	if (s.form === "curve") section.prepend(picker(s, chart as Chart));
	return section;
}

// picker lets people pick a duration of a curve by its name; the chart shows its values.
function picker(s: Series, chart: Chart): HTMLElement {
	const label = el("label", "picker", say("Pick a duration") + " "), choice = el("select");
	s.index.cells.forEach((v, i) => { const o = el("option", "", told(s.index.key, v)); o.value = String(i); choice.append(o); });
	choice.addEventListener("change", () => chart.go(Number(choice.value)));
	label.append(choice);
	return label;
}

// joined adds a second curve to the first one, at the durations of the first.
function joined(all: Series[]): Series[] {
	const [first, second] = all.filter((s) => s.form === "curve");
	if (!first || !second) return all;
	const at = new Map(second.index.cells.map((v, i) => [v, i]));
	const same = (f: Field): Cell[] => first.index.cells.map((v) => f.cells[at.get(v) ?? -1] ?? null);
	const more = second.fields.slice(0, 1).map((f): Field => ({ key: f.key, cells: same(f), title: second.range }));
	const fields = [...first.fields.slice(0, 1).map((f) => ({ ...f, title: first.range })), ...more];
	return [{ ...first, fields }, ...all.filter((s) => s.form !== "curve")];
}

// listed returns a list as a table, with bars for its first numbers.
function listed(l: List, id: string): HTMLElement {
	const first = l.fields.find((f) => f.cells.some((v) => typeof v === "number") && f.key !== "lap" && f.key !== "split");
	const most = Math.max(...(first?.cells ?? []).map((v) => typeof v === "number" ? v : 0), 0);
	const n = Math.max(...l.fields.map((f) => f.cells.length));
	const zones = { power: "Time in power zones", hr: "Time in heart rate zones", pace: "Time in pace zones" }[l.name];
	return table(id, zones ? say(zones) : name(l.name + "[]", l.name), l.fields.map((f) => undrawn(f.key)), n, (i) => l.fields.map((f) => {
		const td = cell(f, i), v = f.cells[i];
		if (f === first && typeof v === "number" && most > 0) {
			const bar = el("span", "bar");
			bar.style.width = Math.max(0, 100 * v / most) + "%";
			td.append(bar);
		}
		return td;
	}));
}

function button(text: string, act: () => void, quiet = true): HTMLButtonElement {
	const b = el("button", quiet ? "button quiet" : "button", text);
	b.type = "button";
	b.addEventListener("click", act);
	return b;
}

// sessions returns planned sessions by day; those ahead can be moved.
function sessions(all: Session[]): HTMLElement {
	const section = el("section"), ul = el("ul", "sessions");
	section.append(el("h2", "", say("Planned sessions")));
	for (const s of [...all].sort((a, b) => a.day < b.day ? -1 : a.day > b.day ? 1 : 0)) {
		const li = el("li", "sport-" + (/^\w+$/.test(s.sport) ? s.sport : "other")), amounts = s.amounts.map(([k, v]) => withUnit(k, v));
		li.dataset["id"] = s.id;
		li.append(el("b", "", s.day), " ", el("span", "session-name", s.name || name(s.sport)), " ",
			el("span", "small", [...amounts, name(s.status)].join(" · ")));
		if (s.status === "upcoming" && s.id && can["serverTools"]) li.append(" ", button(say("Move"), () => { li.append(mover(s)); }));
		ul.append(li);
	}
	section.append(ul);
	return section;
}

const list = (v: unknown): Members[] => Array.isArray(v) ? v.map(members) : [];

// spoken returns the text of a result.
const spoken = (r: Members): string => list(r["content"]).map((c) => c["text"]).filter(Boolean).join("\n");

interface Result { text: string; failed: boolean; of: Members }

// call calls a tool through the chat, which may refuse.
async function call(tool: string, args: Members): Promise<Result> {
	const r = await host.ask("tools/call", { name: tool, arguments: args });
	return { text: spoken(r), failed: r["isError"] === true, of: members(r["structuredContent"]) };
}

// mover moves a session: it asks what a move would change, shows that, and moves only when a
// person confirms. What else the server asks, the chat asks.
function mover(s: Session): HTMLElement {
	const box = el("div", "mover"), label = el("label", "", say("Day") + " "), day = el("input"), out = el("div", "told");
	out.setAttribute("aria-live", "polite");
	day.type = "date";
	day.value = s.day;
	label.append(day);
	const show = (...parts: (string | HTMLElement)[]): void =>
		out.replaceChildren(...parts.map((p) => typeof p === "string" ? el("p", "", p) : p));
	const refused = (): void => show(say("The chat did not pass this on, so nothing was changed. Ask your assistant for it instead."));
	const args = { id: s.id, date: day.value };
	const move = (): void => void call("update_event", { ...args }).then((r) => {
		if (r.failed) { show(r.text); return; }
		s.day = args.date;
		const news = { structuredContent: { moved: { ...args } } };
		if (can["updateModelContext"]) void host.ask("ui/update-model-context", news).catch(() => undefined);
		draw();
		main.prepend(el("p", "said", say("Moved.") + " " + args.date));
	}, refused);
	const preview = button(say("Preview the move"), () => {
		args.date = day.value;
		void call("update_event", { ...args, dry_run: true }).then((r) => {
			if (r.failed) { show(r.text); return; }
			const shown = (x: unknown): string => String(x ?? "");
			const changes = list(r.of["changes"]).map((c) => [s.name, c["field"], c["before"], "→", c["after"]].map(shown).join(" "));
			const notes = Array.isArray(r.of["notes"]) ? r.of["notes"].map(String) : [];
			show(say("This would change:"), ...changes, ...notes, button(say("Confirm"), move, false));
		}, refused);
	});
	day.addEventListener("change", () => out.replaceChildren()); // a confirmation is for the day that was shown
	box.append(label, preview, button(say("Cancel"), () => box.remove()), out);
	return box;
}

function numbers(all: [string, number][]): HTMLElement {
	const dl = el("dl", "numbers");
	for (const [key, v] of all.filter(([k]) => words.names["en"]![k]).slice(0, 12)) {
		const one = el("div");
		one.append(el("dt", "", name(key)), el("dd", "", withUnit(key, v)));
		dl.append(one);
	}
	return dl;
}

// draw shows the answer again, in the theme and the language of the chat.
function draw(): void {
	const info = members(members(context["toolInfo"])["tool"]), header = el("header");
	main.replaceChildren(header);
	const title = answer?.name || say(answer?.title ?? "") || String(info["title"] ?? "") || (sport ? name(sport) : "Lapkeep");
	header.append(el("h1", "", title), el("p", "small", answer?.note ?? ""));
	const modes = context["availableDisplayModes"];
	if (Array.isArray(modes) && modes.includes("fullscreen") && context["displayMode"] !== "fullscreen") {
		header.append(button(say("Full screen"), () => void host.ask("ui/request-display-mode", { mode: "fullscreen" })
			.then((r) => changed({ displayMode: r["mode"] }), () => undefined))); // a chat that refuses leaves it as it is
	}
	if (!answer) { main.append(el("p", "", failure || say("Waiting for the answer."))); return; }
	const shown: HTMLElement[] = [];
	if (answer.numbers.length > 0) shown.push(numbers(answer.numbers));
	joined(answer.series).forEach((s, i) => shown.push(drawn(s, "series-" + i)));
	answer.lists.forEach((l, i) => shown.push(listed(l, "list-" + i)));
	if (answer.sessions.length > 0) shown.push(sessions(answer.sessions));
	if (picture && answer.series.length === 0) {
		const img = el("img");
		img.alt = answer.title;
		img.src = picture;
		shown.unshift(img);
	}
	main.append(...(shown.length > 0 ? shown : [el("p", "", failure || say("This answer has nothing to draw; the chat shows its text."))]),
		...answer.words.map((w) => el("p", "small", w)));
}

function result(r: Members): void {
	const structured = members(r["structuredContent"]);
	const image = list(r["content"]).find((c) => c["type"] === "image" && c["mimeType"] === "image/png");
	picture = image && "data:image/png;base64," + String(image["data"]);
	failure = r["isError"] === true ? spoken(r) : "";
	sport = typeof structured["sport"] === "string" ? structured["sport"] : "";
	answer = read(structured, words.telling);
	draw();
}

// tokens are the colours of the page that a chat may set, each by the chat's name.
const tokens: [string, string][] = [["bg", "background-primary"], ["surface", "background-primary"], ["sunk", "background-secondary"],
	["ink", "text-primary"], ["soft", "text-secondary"], ["line", "border-primary"]];

// themed takes over the chat's theme and colours. A canvas needs colours that are computed.
function themed(): void {
	const root = document.documentElement, given = members(members(context["styles"])["variables"]), probe = el("span");
	const theme = context["theme"];
	root.dataset["theme"] = theme === "dark" || theme === "light" ? theme : "auto";
	root.lang = language();
	root.append(probe);
	for (const [token, of] of tokens) {
		const v = given["--color-" + of];
		probe.style.color = "";
		if (typeof v === "string") probe.style.color = v;
		if (probe.style.color) root.style.setProperty("--" + token, getComputedStyle(probe).color);
		else root.style.removeProperty("--" + token);
	}
	probe.remove();
	const font = given["--font-sans"];
	if (typeof font === "string" && !/url\(/i.test(font)) root.style.setProperty("--font", font);
}

function changed(more: Members): void {
	Object.assign(context, more);
	themed();
	draw();
}

const host = new Host({
	"ping": () => ({}),
	"ui/notifications/tool-input": () => undefined,
	"ui/notifications/tool-input-partial": () => undefined,
	"ui/notifications/tool-result": result,
	"ui/notifications/tool-cancelled": () => { failure = say("The call was cancelled."); draw(); },
	"ui/notifications/host-context-changed": changed,
	"ui/resource-teardown": () => { sized.disconnect(); main.replaceChildren(); return {}; },
});

let size = "";
const sized = new ResizeObserver(() => {
	const { width, height } = document.documentElement.getBoundingClientRect(), now = Math.ceil(width) + " " + Math.ceil(height);
	if (now === size) return;
	size = now;
	host.tell("ui/notifications/size-changed", { width: Math.ceil(width), height: Math.ceil(height) });
});

customElements.define("lk-chart", Chart);
themed();
draw();
void host.ask("ui/initialize", {
	appInfo: { name: "lapkeep", version: "1" }, protocolVersion: "2026-01-26",
	appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
}).then((r) => {
	can = members(r["hostCapabilities"]);
	changed(members(r["hostContext"]));
	host.tell("ui/notifications/initialized", {});
	sized.observe(document.documentElement);
});
