import { type Members, members } from "./host";

// What an answer has to show. Answers have one form: columns on a shared index, lists of
// similar things, and single numbers with the unit in their names.

export type Cell = number | string | null;

// Field is a column of an answer.
export interface Field { key: string; cells: Cell[]; title?: string }

// Series is a table that can be drawn: the index, and columns of numbers on it.
export interface Series { name: string; form: "curve" | "strips"; range: string; index: Field; fields: Field[]; notes: Field[] }

// List is a table without an order in time: laps, sports, zones.
export interface List { name: string; fields: Field[] }

// Session is an entry of the calendar or of a plan.
export interface Session { id: string; day: string; name: string; sport: string; status: string; amounts: [key: string, value: number][] }

export interface Answer {
	name: string; title: string; note: string; words: string[]; series: Series[]; lists: List[]; sessions: Session[];
	numbers: [key: string, value: number][];
}

const indexes = ["offset_s", "dates", "from", "duration_s", "distance_m"]; // the first that there is

const texts = (v: unknown): string[] => Array.isArray(v) ? v.filter((x): x is string => typeof x === "string") : [];
const text = (v: unknown): string => typeof v === "string" ? v : "";
const cells = (v: unknown, n: number): v is Cell[] =>
	Array.isArray(v) && v.length === n && v.every((x) => x === null || typeof x !== "object");
const measured = (c: Cell[]): boolean => c.some((x) => typeof x === "number") && c.every((x) => x === null || typeof x === "number");

// span returns the days of a range.
const span = (o: Members): string => [o["start_date"], o["end_date"]].map(text).filter(Boolean).join(" – ");

// seriesOf returns the columns of an object, if it has some.
function seriesOf(name: string, o: Members): Series | undefined {
	const all = { ...o, ...members(o["values"]), ...members(o["channels"]) }, curve = o["range"] !== undefined;
	const several = (v: unknown): boolean => Array.isArray(v) && v.length > 1;
	const key = indexes.find((k) => several(all[k]) && curve === (k === "duration_s" || k === "distance_m"));
	if (!key) return undefined;
	const index = all[key] as Cell[];
	const rest = Object.entries(all).filter(([k, v]) => k !== key && cells(v, index.length)) as [string, Cell[]][];
	const fields = rest.filter(([k, c]) => measured(c) && !/_deg$|^ramp_per_week$/.test(k)).map(([k, c]): Field => ({ key: k, cells: c }));
	const notes = rest.filter(([k]) => k === "local_dates").map(([k, c]): Field => ({ key: k, cells: c }));
	if (fields.length === 0) return undefined;
	return { name, form: curve ? "curve" : "strips", range: span(members(o["range"])), index: { key, cells: index }, fields, notes };
}

const named = ["name", "sport", "local_date", "lap"]; // what tells the entries of a list apart

const mostColumns = 7;

// place returns the place of a number among telling ones; others come last.
const place = (telling: string[], key: string): number => telling.includes(key) ? telling.indexOf(key) : telling.length;

// chosen returns the most telling columns: the time where that is all, as in zones.
function chosen(fields: Field[], telling: string[]): Field[] {
	const time = fields.filter((f) => f.key === "seconds");
	return (time.length > 0 ? time : [...fields].sort((a, b) => place(telling, a.key) - place(telling, b.key))).slice(0, mostColumns);
}

// listOf returns a list of similar things: the columns that it has in most rows.
function listOf(name: string, rows: Members[], telling: string[]): List | undefined {
	const usual = (k: string): boolean => rows.filter((r) => r[k] !== undefined).length > rows.length / 2;
	const keys = [...new Set(rows.flatMap((r) => Object.keys(r)))].filter(usual), first = named.filter((k) => keys.includes(k));
	const more = keys.filter((k) => !first.includes(k) && rows.some((r) => typeof r[k] === "number"));
	const cell = (v: unknown): Cell => typeof v === "number" || typeof v === "string" ? v : null;
	const field = (key: string): Field => ({ key, cells: rows.map((r) => cell(r[key])) });
	return more.length > 0 ? { name, fields: [...first.map(field), ...chosen(more.map(field), telling)] } : undefined;
}

// columnsOf returns columns of names and numbers, such as the time in zones.
function columnsOf(name: string, o: Members, telling: string[]): List | undefined {
	const key = ["names", "split", "weekday"].find((k) => Array.isArray(o[k]));
	const compared = Array.isArray(o["activities"]) ? o["activities"].map(members) : [];
	const names = key ? o[key] as Cell[] : compared.map((a) => text(a["name"]) || text(a["sport"])), n = names.length;
	const all = Object.entries({ ...o, ...members(o["values"]), ...members(o["metrics"]) });
	const fields = all.filter(([k, v]) => k !== key && n > 1 && cells(v, n) && measured(v))
		.map(([k, v]): Field => ({ key: k, cells: v as Cell[] }));
	if (fields.length === 0) return undefined;
	const first: Field = { key: !key || key === "names" ? "name" : key, cells: names };
	return { name: text(o["kind"]) || name, fields: [first, ...chosen(fields, telling)] };
}

function sessionsOf(rows: Members[]): Session[] {
	return rows.filter((r) => text(r["status"]) && text(r["local_date"] ?? r["date"])).map((r) => {
		const planned = { ...r, ...members(r["planned"]) } as Members;
		const amounts = ["duration_s", "distance_km", "load"].map((k): [string, unknown] => [k, planned[k]]);
		return {
			id: text(r["event_id"] ?? r["id"]), day: text(r["local_date"] ?? r["date"]), name: text(r["name"]), sport: text(r["sport"]),
			status: text(r["status"]), amounts: amounts.filter((a): a is [string, number] => typeof a[1] === "number"),
		};
	});
}

const single = ["summary", "totals", "today"]; // objects whose numbers are shown one by one

const curves: Record<string, string> = {
	power: "Power curve", np: "Normalized power curve", hr: "Heart rate curve", pace: "Pace curve", distance: "Best pace by distance",
};

const titles = {
	actual: "Training load", totals: "Training summary", trends: "Wellness", events: "Calendar", plan: "Training plan", metrics: "Comparison",
};

// titleOf returns what an answer without a name of its own is about.
function titleOf(a: Members): string {
	if (a["curve"]) return curves[text(a["kind"])] ?? "Power curve";
	return Object.entries(titles).find(([k]) => a[k])?.[1] ?? "";
}

// read returns what an answer has to show. telling are the numbers of an activity, the most telling first.
export function read(answer: Members, telling: string[]): Answer {
	const plan = members(answer["plan"]), range = answer["range"] ?? answer["period"] ?? members(answer["curve"])["range"] ?? plan;
	const out: Answer = {
		name: text(answer["name"]) || text(plan["name"]), title: titleOf(answer), note: span(members(range)) || text(answer["local_date"]),
		words: [...texts(answer["words"]), ...texts(answer["notes"])], series: [], lists: [], sessions: [], numbers: [],
	};
	visit("", answer, out, 0, telling);
	out.numbers.sort(([a], [b]) => place(telling, a) - place(telling, b));
	return out;
}

function visit(name: string, v: unknown, out: Answer, depth: number, telling: string[]): void {
	if (Array.isArray(v)) {
		const rows = v.map(members), sessions = sessionsOf(rows), list = rows.length > 1 ? listOf(name, rows, telling) : undefined;
		if (sessions.length > 0) out.sessions.push(...sessions);
		else if (list && !rows.some((r) => Array.isArray(r["sessions"]))) out.lists.push(list);
		else if (depth < 4) for (const r of rows) visit(name, r, out, depth + 1, telling);
		return;
	}
	const o = members(v), series = seriesOf(name, o), columns = series ? undefined : columnsOf(name, o, telling);
	if (single.includes(name)) out.numbers.push(...Object.entries(o).filter((e): e is [string, number] => typeof e[1] === "number"));
	else if (series) out.series.push(series);
	else if (columns) out.lists.push(columns);
	else if (depth < 4) for (const [k, x] of Object.entries(o)) if (x !== null && typeof x === "object" && !skipped.includes(k)) {
		visit(k === "zones" && name ? name : k, x, out, depth + 1, telling); // of power, heart rate or pace
	}
}

// skipped are parts that explain the others, or repeat them in another form.
const skipped = ["steps", "device", "missing", "thresholds", "coverage", "read_as", "model", "form_band", "ramp_band", "trends", "scales",
	"partial", "changes", "load_coverage", "longest", "alerts"];
