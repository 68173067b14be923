package dashboard

import (
	"context"
	"encoding/json"
	"strings"
	"time"

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
	Missing       missing                    `json:"missing"`
}

// UnmarshalJSON reads the lengths twice: their columns stand beside the pool.
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

// intervalsWait bounds how long a page waits for intervals: of an activity whose
// service was never asked for them, the tool asks it now.
const intervalsWait = 2 * time.Second

// parts are the tables of an activity beside its laps and splits.
type parts struct {
	answer    answer[partsView]
	sets      answer[intervalsView]
	climbs    *table
	lengths   *table
	intervals *table
	drawn     []*table
	steps     *table
}

func (p *page) parts(ctx context.Context, id string) *parts {
	v := &parts{}
	together(
		func() {
			v.answer = ask[partsView](ctx, p, "get_activity", args{"id": id, "sections": []string{"climbs", "lengths", "best_efforts", "notes"}})
		},
		func() {
			ctx, cancel := context.WithTimeout(ctx, intervalsWait)
			defer cancel()
			v.sets = ask[intervalsView](ctx, p, "get_activity", args{"id": id, "sections": []string{"intervals"}})
		},
	)
	return v
}

// tables makes the tables of what was answered.
func (v *parts) tables(p *page) {
	v.climbs = p.rowsTable("climbs", p.say("Climbs"), v.answer.V.Climbs, p.climbColumns())
	v.lengths = p.columnsTable("lengths", p.say("Lengths"), v.answer.V.LengthColumns, p.lengthColumns())
	v.intervals = p.columnsTable("intervals", p.say("Intervals"), v.sets.V.Intervals.Intervals, p.intervalColumns())
	if v.intervals != nil {
		p.selecting(v.intervals)
	}
	v.drawn = p.drawnTables(v.sets.V.Drawn)
	v.steps = p.columnsTable("steps", p.say("Steps of the plan"), v.sets.V.Intervals.Planned.Steps, p.stepColumns())
	if v.steps != nil && v.intervals != nil {
		p.aiming(v.steps, v.sets.V.Intervals.Planned.Steps, v.intervals)
	}
}

// pool are the numbers of all lengths together.
func (v *parts) pool() (out []string) {
	for _, k := range []string{"pool_length_m", "lengths", "distance_km", "swim_time_s", "rest_time_s", "strokes", "avg_swolf"} {
		if figure(v.answer.V.Lengths.Pool[k]) != "" {
			out = append(out, k)
		}
	}
	return out
}

func (p *page) poolLabel(key string) string {
	switch key {
	case "pool_length_m":
		return p.say("Pool")
	case "lengths":
		return p.say("Lengths")
	case "swim_time_s":
		return p.say("Swimming")
	case "rest_time_s":
		return p.say("Rest at the wall")
	case "strokes":
		return p.say("Strokes")
	case "avg_swolf":
		return p.say("SWOLF")
	}
	return p.label(key)
}

func (p *page) climbColumns() []column {
	return []column{
		{Key: "climb", Title: p.say("Ascent")},
		{Key: "start_km", Title: p.say("From")},
		{Key: "length_km", Title: p.say("Length")},
		{Key: "gain_m", Title: p.label("elevation_gain_m")},
		{Key: "avg_grade_pct", Title: p.say("Gradient")},
		{Key: "max_grade_pct", Title: p.say("Steepest")},
		{Key: "top_m", Title: p.say("Top")},
		{Key: "duration_s", Title: p.label("duration_s")},
		{Key: "vam_m_per_h", Title: "VAM"},
		{Key: "avg_power_w", Title: p.label("avg_power_w")},
		{Key: "avg_hr_bpm", Title: p.label("avg_hr_bpm")},
		{Key: "category", Title: p.say("Category"), Text: true},
		{Key: "best_s", Title: p.say("Best")},
		{Key: "behind_best_s", Title: p.say("Behind the best")},
		{Key: "rank", Title: p.say("Rank")},
		{Key: "times_ridden", Title: p.say("Times done")},
	}
}

func (p *page) lengthColumns() []column {
	return []column{
		{Key: "start_offset_s", Title: p.say("From")},
		{Key: "elapsed_time_s", Title: p.label("duration_s")},
		{Key: "lap", Title: p.label("lap")},
		{Key: "stroke", Title: p.say("Stroke"), Text: true},
		{Key: "strokes", Title: p.say("Strokes")},
		{Key: "swolf", Title: p.say("SWOLF")},
	}
}

func (p *page) intervalColumns() []column {
	cols := []column{{Key: "start_offset_s", Title: p.say("From")}, {Key: "kind", Title: p.say("Kind"), Text: true}}
	for _, k := range []string{
		"duration_s", "distance_km", "avg_power_w", "pace_s_per_km", "pace_s_per_100m", "avg_speed_kmh", "avg_hr_bpm", "max_hr_bpm",
		"avg_cadence_rpm", "elevation_gain_m",
	} {
		cols = append(cols, column{Key: k, Title: p.label(k)})
	}
	return append(cols, column{Key: "percent_of_threshold", Title: p.say("Percent of threshold")}, column{Key: "zone", Title: p.say("Zone")},
		column{Key: "rest_s", Title: p.say("Rest after it")})
}

// rowsTable is a table of rows that need not all have the same values; columns
// that none has are left out. It is nil without rows.
func (p *page) rowsTable(id, caption string, rows []map[string]json.RawMessage, all []column) *table {
	columns := map[string][]json.RawMessage{}
	for _, c := range all {
		for _, r := range rows {
			columns[c.Key] = append(columns[c.Key], r[c.Key])
		}
	}
	return p.tableOf(id, caption, columns, len(rows), all)
}

// columnsTable is a table of columns as a tool gives them.
func (p *page) columnsTable(id, caption string, given map[string]json.RawMessage, all []column) *table {
	columns, n := map[string][]json.RawMessage{}, 0
	for _, c := range all {
		var cells []json.RawMessage
		if json.Unmarshal(given[c.Key], &cells) == nil {
			columns[c.Key] = cells
			n = max(n, len(cells))
		}
	}
	return p.tableOf(id, caption, columns, n, all)
}

func (p *page) tableOf(id, caption string, columns map[string][]json.RawMessage, rows int, all []column) *table {
	t := &table{ID: id, Caption: caption, Rows: make([]row, rows)}
	for _, c := range all {
		cells := make([]cell, rows)
		some := false
		for i := range cells {
			if i < len(columns[c.Key]) {
				cells[i] = p.anyCell(c, columns[c.Key][i])
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
	return p.show(t)
}

func (p *page) anyCell(c column, raw json.RawMessage) cell {
	if !c.Text {
		return p.cell(c.Key, figure(raw))
	}
	var text string
	_ = json.Unmarshal(raw, &text) // what is no text is not shown
	out := words(text)
	switch c.Key {
	case "stroke", "kind", "side":
		out.Text = p.wordOf(textclean.Line(text, textclean.NameRunes))
	}
	return out
}

// wordOf is a word of an answer as the page says it.
func (p *page) wordOf(name string) string {
	switch name {
	case "work":
		return p.say("work")
	case "rest":
		return p.say("rest")
	case "freestyle":
		return p.say("freestyle")
	case "backstroke":
		return p.say("backstroke")
	case "breaststroke":
		return p.say("breaststroke")
	case "butterfly":
		return p.say("butterfly")
	case "on_target":
		return "● " + p.say("on target")
	case "below":
		return "▼ " + p.say("below the target")
	case "above":
		return "▲ " + p.say("above the target")
	case "missed":
		return "✕ " + p.say("missed")
	case "free":
		return "○ " + p.say("without a target")
	}
	return strings.ReplaceAll(name, "_", " ")
}
