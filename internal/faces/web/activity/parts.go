package activity

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/platform/textclean"
)

// partsView are sections of get_activity that not every activity has.
type partsView struct {
	Climbs  []map[string]json.RawMessage `json:"climbs"`
	Lengths struct {
		Pool map[string]json.RawMessage `json:"pool"`
	} `json:"lengths"`
	Notes []noteView `json:"notes"`
	effortsView
	LengthColumns map[string]json.RawMessage `json:"-"`
	Missing       page.Missing               `json:"missing"`
}

// UnmarshalJSON reads the lengths twice, because their columns are next to the pool.
func (v *partsView) UnmarshalJSON(b []byte) error {
	type plain partsView
	if err := json.Unmarshal(b, (*plain)(v)); err != nil {
		return err
	}
	var again struct {
		Lengths map[string]json.RawMessage `json:"lengths"`
	}
	err := json.Unmarshal(b, &again)
	v.LengthColumns = again.Lengths
	return err
}

// intervalsView is the section of intervals, with the plan that was followed.
type intervalsView struct {
	Intervals struct {
		Name      string                     `json:"name"`
		Intervals map[string]json.RawMessage `json:"intervals"`
		Planned   struct {
			Name    string                     `json:"name"`
			EventID string                     `json:"event_id"`
			Words   string                     `json:"words"`
			Steps   map[string]json.RawMessage `json:"steps"`
		} `json:"planned"`
	} `json:"intervals"`
	Drawn []drawnView `json:"drawn_intervals"`
}

// intervalsWait limits how long a page waits for intervals: the tool first asks
// a service that has not been asked for them yet.
const intervalsWait = 2 * time.Second

// parts are the tables of an activity besides its laps and splits.
type parts struct {
	answer    page.Answer[partsView]
	sets      page.Answer[intervalsView]
	climbs    *page.Table
	lengths   *page.Table
	intervals *page.Table
	drawn     []*page.Table
	steps     *page.Table
}

func askParts(ctx context.Context, p *page.Page, id string) *parts {
	v := &parts{}
	page.Together(
		func() {
			v.answer = page.Ask[partsView](ctx, p, "get_activity", page.Args{
				"id": id, "sections": []string{"climbs", "lengths", "best_efforts", "notes"},
			})
		},
		func() {
			ctx, cancel := context.WithTimeout(ctx, intervalsWait)
			defer cancel()
			v.sets = page.Ask[intervalsView](ctx, p, "get_activity", page.Args{"id": id, "sections": []string{"intervals"}})
		},
	)
	return v
}

// tables builds the tables from the answers.
func (v *parts) tables(p *page.Page, a *activityView) {
	v.climbs = rowsTable(p, "climbs", p.Say("Climbs"), v.answer.V.Climbs, climbColumns(p))
	v.lengths = columnsTable(p, "lengths", p.Say("Lengths"), v.answer.V.LengthColumns, lengthColumns(p))
	v.intervals = columnsTable(p, "intervals", p.Say("Intervals"), v.sets.V.Intervals.Intervals, a.columns(intervalColumns(p)))
	if v.intervals != nil {
		selecting(p, v.intervals)
		v.intervals.Choosable = true
	}
	v.drawn = drawnTables(p, v.sets.V.Drawn)
	v.steps = columnsTable(p, "steps", p.Say("Planned steps"), v.sets.V.Intervals.Planned.Steps, stepColumns(p))
	if v.steps != nil && v.intervals != nil {
		aiming(v.steps, v.sets.V.Intervals.Planned.Steps, v.intervals)
	}
}

// pool returns the totals of all pool lengths.
func (v *parts) pool() (out []string) {
	for _, k := range []string{"pool_length_m", "lengths", "distance_km", "swim_time_s", "rest_time_s", "strokes", "avg_swolf"} {
		if figure(v.answer.V.Lengths.Pool[k]) != "" {
			out = append(out, k)
		}
	}
	return out
}

func poolLabel(p *page.Page, key string) string {
	switch key {
	case "pool_length_m":
		return p.Say("Pool")
	case "lengths":
		return p.Say("Lengths")
	case "swim_time_s":
		return p.Say("Swimming")
	case "rest_time_s":
		return p.Say("Rest at the wall")
	case "strokes":
		return p.Say("Strokes")
	case "avg_swolf":
		return p.Say("SWOLF")
	}
	return p.Label(key)
}

func climbColumns(p *page.Page) []page.Column {
	return []page.Column{
		{Key: "climb", Title: p.Say("Ascent")},
		{Key: "start_km", Title: p.Say("From")},
		{Key: "length_km", Title: p.Say("Length")},
		{Key: "gain_m", Title: p.Label("elevation_gain_m")},
		{Key: "avg_grade_pct", Title: p.Say("Gradient")},
		{Key: "max_grade_pct", Title: p.Say("Steepest")},
		{Key: "top_m", Title: p.Say("Top")},
		{Key: "duration_s", Title: p.Label("duration_s")},
		{Key: "vam_m_per_h", Title: "VAM"},
		{Key: "avg_power_w", Title: p.Label("avg_power_w")},
		{Key: "avg_hr_bpm", Title: p.Label("avg_hr_bpm")},
		{Key: "category", Title: p.Say("Category"), Text: true},
		{Key: "best_s", Title: p.Say("Best")},
		{Key: "behind_best_s", Title: p.Say("Behind your best")},
		{Key: "rank", Title: p.Say("Rank")},
		{Key: "times_ridden", Title: p.Say("Times ridden")},
	}
}

func lengthColumns(p *page.Page) []page.Column {
	return []page.Column{
		{Key: "start_offset_s", Title: p.Say("From")},
		{Key: "elapsed_time_s", Title: p.Label("duration_s")},
		{Key: "lap", Title: p.Label("lap")},
		{Key: "stroke", Title: p.Say("Stroke"), Text: true},
		{Key: "strokes", Title: p.Say("Strokes")},
		{Key: "swolf", Title: p.Say("SWOLF")},
	}
}

func intervalColumns(p *page.Page) []page.Column {
	cols := []page.Column{{Key: "start_offset_s", Title: p.Say("From")}, {Key: "kind", Title: p.Say("Kind"), Text: true}}
	for _, k := range []string{
		"duration_s", "distance_km", "avg_power_w", "pace_s_per_km", "pace_s_per_100m", "avg_speed_kmh", "avg_hr_bpm", "max_hr_bpm",
		"avg_cadence_rpm", "elevation_gain_m",
	} {
		cols = append(cols, page.Column{Key: k, Title: p.Label(k)})
	}
	return append(cols,
		page.Column{Key: "percent_of_threshold", Title: p.Say("Percent of threshold")}, page.Column{Key: "zone", Title: p.Say("Zone")},
		page.Column{Key: "rest_s", Title: p.Say("Rest afterwards")})
}

// rowsTable returns a table of rows that may have different values; columns
// without values are left out. It returns nil without rows.
func rowsTable(p *page.Page, id, caption string, rows []map[string]json.RawMessage, all []page.Column) *page.Table {
	columns := map[string][]json.RawMessage{}
	for _, c := range all {
		for _, r := range rows {
			columns[c.Key] = append(columns[c.Key], r[c.Key])
		}
	}
	return tableOf(p, id, caption, columns, len(rows), all)
}

// columnsTable returns a table of a tool's columns.
func columnsTable(p *page.Page, id, caption string, given map[string]json.RawMessage, all []page.Column) *page.Table {
	columns, n := map[string][]json.RawMessage{}, 0
	for _, c := range all {
		var cells []json.RawMessage
		if json.Unmarshal(given[c.Key], &cells) == nil {
			columns[c.Key] = cells
			n = max(n, len(cells))
		}
	}
	return tableOf(p, id, caption, columns, n, all)
}

func tableOf(p *page.Page, id, caption string, columns map[string][]json.RawMessage, rows int, all []page.Column) *page.Table {
	t := &page.Table{ID: id, Caption: caption, Rows: make([]page.Row, rows)}
	for _, c := range all {
		cells := make([]page.Cell, rows)
		some := false
		for i := range cells {
			if i < len(columns[c.Key]) {
				cells[i] = anyCell(p, c, columns[c.Key][i])
			}
			some = some || cells[i].Value != ""
		}
		if !some {
			continue
		}
		t.Columns = append(t.Columns, c)
		for i := range t.Rows {
			t.Rows[i].Cells = append(t.Rows[i].Cells, cells[i])
		}
	}
	if rows == 0 || len(t.Columns) == 0 {
		return nil
	}
	return p.Show(t)
}

func anyCell(p *page.Page, c page.Column, raw json.RawMessage) page.Cell {
	if !c.Text {
		return p.Cell(c.Key, figure(raw))
	}
	var text string
	_ = json.Unmarshal(raw, &text) // anything but a text is not shown
	out := page.Words(text)
	switch c.Key {
	case "stroke", "kind", "side":
		out.Text = wordOf(p, textclean.Line(text, textclean.NameRunes))
	}
	return out
}

// wordOf translates a word of an answer.
func wordOf(p *page.Page, name string) string {
	switch name {
	case "work":
		return p.Say("work")
	case "rest":
		return p.Say("rest")
	case "freestyle":
		return p.Say("freestyle")
	case "backstroke":
		return p.Say("backstroke")
	case "breaststroke":
		return p.Say("breaststroke")
	case "butterfly":
		return p.Say("butterfly")
	case "on_target":
		return "● " + p.Say("on target")
	case "below":
		return "▼ " + p.Say("below the target")
	case "above":
		return "▲ " + p.Say("above the target")
	case "missed":
		return "✕ " + p.Say("missed")
	case "free":
		return "○ " + p.Say("without a target")
	}
	return strings.ReplaceAll(name, "_", " ")
}

// noteView is a note on an activity, or a message at a service.
type noteView struct {
	ID     string `json:"note_id"`
	Author string `json:"author"`
	Target string `json:"target"`
	Text   string `json:"text"`
	At     string `json:"at_local"`
	Source string `json:"source"`
}

// notesView holds the stored notes. Messages at services are fetched only if
// the address asks for them, because each service needs a request.
type notesView struct {
	Notes   []noteView   `json:"notes"`
	Missing page.Missing `json:"missing"`
	Narrow  string       `json:"narrow"`
	err     *page.Problem
	asked   bool
}

// messages fetches the messages at services if the address requests it;
// otherwise it returns nil.
func messages(ctx context.Context, p *page.Page, id string) *notesView {
	if p.Query("notes") != "all" {
		return nil
	}
	a := page.Ask[notesView](ctx, p, "get_activity_notes", page.Args{"id": id})
	v := a.V
	v.err, v.asked = a.Err, true
	return &v
}

// notesOf returns the notes that came with the sections of the activity.
func notesOf(a page.Answer[partsView]) *notesView {
	return &notesView{Notes: a.V.Notes, err: a.Err}
}

// why returns the reasons why notes cannot be shown; having none is not a reason.
func (v *notesView) why() (out []string) {
	for _, k := range page.SortedKeys(v.Missing) {
		if k != "notes" {
			out = append(out, v.Missing[k].String())
		}
	}
	return out
}

// noteHead returns the author, time and service of a note.
func noteHead(p *page.Page, n noteView) string {
	date, _, _ := strings.Cut(n.At, "T")
	parts := []string{p.Day(date) + " " + page.When(n.At)}
	switch n.Author {
	case "":
	case page.ByAthlete:
		parts = append(parts, p.Say("you"))
	case "assistant":
		parts = append(parts, p.Say("an assistant"))
	default:
		parts = append(parts, page.Clean(n.Author))
	}
	switch n.Target {
	case "message":
		parts = append(parts, p.Say("message"))
	case "local", "":
	default:
		parts = append(parts, page.Clean(n.Target))
	}
	if n.Source != "" {
		parts = append(parts, page.Clean(n.Source))
	}
	return strings.Join(parts, " · ")
}
