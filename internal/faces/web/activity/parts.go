package activity

import (
	"context"
	"slices"
	"strings"
	"time"

	views "lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/strength"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
)

// intervalsWait limits how long a page waits for intervals: the tool first asks
// a service that has not been asked for them yet.
const intervalsWait = 2 * time.Second

// parts are the sections of an activity that not every activity has, as tables.
type parts struct {
	*Activity

	sets      *Activity // its intervals
	climbs    *page.Table
	lengths   *page.Table
	exercises *page.Table
	lifts     *page.Table
	intervals *page.Table
	drawn     []*page.Table
	steps     *page.Table
}

func askParts(ctx context.Context, p *page.Page, id string) *parts {
	v := &parts{}
	page.Together(
		func() {
			v.Activity = Ask(ctx, p, page.Args{"id": id}, views.SectionClimbs, views.SectionLengths, views.SectionSets,
				views.SectionBestEfforts, views.SectionNotes)
		},
		func() {
			ctx, cancel := context.WithTimeout(ctx, intervalsWait)
			defer cancel()
			v.sets = Ask(ctx, p, page.Args{"id": id}, views.SectionIntervals)
		},
	)
	return v
}

// tables builds the tables from the answers.
func (v *parts) tables(p *page.Page, a *Activity) {
	v.climbs = tableOf(p, "climbs", p.Say("Climbs"), climbColumns(p, v.Climbs))
	v.lengths = tableOf(p, "lengths", p.Say("Lengths"), lengthColumns(p, page.Or(v.Lengths)))
	lifted := page.Or(v.Sets)
	v.exercises = tableOf(p, "exercises", p.Say("Exercises"), exerciseColumns(p, lifted.Exercises))
	v.lifts = tableOf(p, "lifts", p.Say("Strength sets"), liftColumns(p, lifted.Rows))
	found := page.Or(v.sets.Intervals)
	v.intervals = tableOf(p, "intervals", p.Say("Intervals"), a.columns(intervalColumns(p, &found.Intervals)))
	if v.intervals != nil {
		selecting(p, v.intervals)
		v.intervals.Choosable = true
	}
	v.drawn = drawnTables(p, v.sets.Drawn)
	steps := page.Or(found.Planned).Steps
	v.steps = tableOf(p, "steps", p.Say("Planned steps"), a.columns(stepColumns(p, &steps, &found.Intervals)))
	if v.steps != nil && v.intervals != nil {
		aiming(v.steps, &steps, v.intervals)
	}
}

// pool returns the totals of all pool lengths.
func (v *parts) pool() (out []string) {
	for _, k := range []string{"pool_length_m", "lengths", "distance_km", "swim_time_s", "rest_time_s", "strokes", "avg_swolf"} {
		if figure(page.Or(v.Lengths).Pool[k]) != "" {
			out = append(out, k)
		}
	}
	return out
}

func poolLabel(p *page.Page, key string) string {
	return page.Word(p, map[string]i18n.Sentence{
		"pool_length_m": "Pool",
		"lengths":       "Lengths",
		"swim_time_s":   "Swimming",
		"rest_time_s":   "Rest at the wall",
		"strokes":       "Strokes",
		"avg_swolf":     "SWOLF",
	}, key, p.Label(key))
}

// column is a column of a table with its cells.
type column struct {
	page.Column
	cells []page.Cell
}

func numbers[T any](p *page.Page, key, title string, all []T) column {
	c := column{Column: page.Column{Key: key, Title: title}}
	for _, v := range all {
		c.cells = append(c.cells, p.Cell(key, figure(v)))
	}
	return c
}

func words[T ~string](key, title string, all []T) column {
	c := column{Column: page.Column{Key: key, Title: title, Text: true}}
	for _, v := range all {
		c.cells = append(c.cells, page.Words(string(v)))
	}
	return c
}

// said shows the words of an answer in the language of the page.
func (c column) said(p *page.Page) column {
	for i := range c.cells {
		c.cells[i].Text = wordOf(p, c.cells[i].Text)
	}
	return c
}

func climbColumns(p *page.Page, rows []views.Facts) (out []column) {
	for _, c := range [][2]string{
		{"climb", p.Say("Ascent")},
		{"start_km", p.Say("From")},
		{"length_km", p.Say("Length")},
		{"gain_m", p.Label("elevation_gain_m")},
		{"avg_grade_pct", p.Say("Gradient")},
		{"max_grade_pct", p.Say("Steepest")},
		{"top_m", p.Say("Top")},
		{"duration_s", p.Label("duration_s")},
		{"vam_m_per_h", "VAM"},
		{"avg_power_w", p.Label("avg_power_w")},
		{"avg_hr_bpm", p.Label("avg_hr_bpm")},
		{"category", p.Say("Category")},
		{"best_s", p.Say("Best")},
		{"behind_best_s", p.Say("Behind your best")},
		{"rank", p.Say("Rank")},
		{"times_ridden", p.Say("Times ridden")},
	} {
		out = append(out, ofRows(p, c[0], c[1], rows))
	}
	for i := range out {
		for k := range rows {
			if out[i].Key == "category" {
				out[i].Text, out[i].cells[k] = true, page.Words(text(rows[k]["category"]))
			}
		}
	}
	return out
}

// ofRows returns the column of a number that rows may have.
func ofRows(p *page.Page, key, title string, rows []views.Facts) column {
	var all []any
	for _, r := range rows {
		all = append(all, r[key])
	}
	return numbers(p, key, title, all)
}

func lengthColumns(p *page.Page, v views.Lengths) []column {
	return []column{
		numbers(p, "start_offset_s", p.Say("From"), v.StartOffsetS), numbers(p, "elapsed_time_s", p.Label("duration_s"), v.ElapsedS),
		numbers(p, "lap", p.Label("lap"), v.Lap), words("stroke", p.Say("Stroke"), v.Stroke).said(p),
		numbers(p, "strokes", p.Say("Strokes"), v.Strokes), numbers(p, "swolf", p.Say("SWOLF"), v.SWOLF),
	}
}

// exerciseColumns are the sums of the sets by exercise.
func exerciseColumns(p *page.Page, all []strength.ExerciseTotals) []column {
	of := func(key, title string, value func(*strength.ExerciseTotals) float64) column {
		return given(p, key, title, all, value)
	}
	return []column{
		worded("exercise", p.Say("Exercise"), all, func(e *strength.ExerciseTotals) string {
			return strength.ExerciseName(e.Exercise, p.Language())
		}),
		worded("muscles", p.Say("Muscles"), all, func(e *strength.ExerciseTotals) string {
			var main []string
			for _, m := range e.Muscles {
				main = append(main, page.Word(p, strength.MuscleNames(), string(m), string(m)))
			}
			return strings.Join(main, ", ")
		}),
		of("sets", p.Say("Sets done"), func(e *strength.ExerciseTotals) float64 { return float64(e.Sets) }),
		of("reps", p.Say("Repetitions"), func(e *strength.ExerciseTotals) float64 { return float64(e.Reps) }),
		of("top_load_kg", p.Say("Heaviest"), func(e *strength.ExerciseTotals) float64 { return e.TopLoadKg }),
		of("volume_kg", p.Say("Volume"), func(e *strength.ExerciseTotals) float64 { return e.VolumeKg }),
		of("estimated_1rm_kg", p.Say("Estimated 1RM"), func(e *strength.ExerciseTotals) float64 { return e.OneRepMaxKg }),
	}
}

// liftColumns are the sets, one after the other.
func liftColumns(p *page.Page, all []strength.SetRow) []column {
	kinds := map[string]i18n.Sentence{"warmup": "Warm-up", "failure": "To failure", "drop": "Drop set"}
	of := func(key, title string, value func(*strength.SetRow) float64) column {
		return given(p, key, title, all, value)
	}
	return []column{
		of("set", p.Say("Set"), func(s *strength.SetRow) float64 { return float64(s.Set) }),
		worded("exercise", p.Say("Exercise"), all, func(s *strength.SetRow) string { return strength.ExerciseName(s.Exercise, p.Language()) }),
		worded("kind", p.Say("Kind"), all, func(s *strength.SetRow) string { return page.Word(p, kinds, string(s.Kind), "") }),
		of("reps", p.Say("Repetitions"), func(s *strength.SetRow) float64 { return float64(s.Reps) }),
		of("load_kg", p.Say("Weight lifted"), func(s *strength.SetRow) float64 { return s.LoadKg }),
		of("duration_s", p.Label("duration_s"), func(s *strength.SetRow) float64 { return s.Duration }),
		of("rest_s", p.Say("Rest afterwards"), func(s *strength.SetRow) float64 { return s.Rest }),
		of("rpe", p.Say("Perceived exertion"), func(s *strength.SetRow) float64 { return s.RPE }),
	}
}

// worded returns a column of texts.
func worded[T any](key, title string, all []T, value func(*T) string) column {
	var values []string
	for i := range all {
		values = append(values, value(&all[i]))
	}
	return words(key, title, values)
}

// given returns a column of numbers of which 0 is unknown.
func given[T any](p *page.Page, key, title string, all []T, value func(*T) float64) column {
	var values []any
	for i := range all {
		var cell any
		if x := value(&all[i]); x != 0 {
			cell = x
		}
		values = append(values, cell)
	}
	return numbers(p, key, title, values)
}

func intervalColumns(p *page.Page, c *structure.Columns) []column {
	of := func(key string, all []*float64) column { return numbers(p, key, p.Label(key), all) }
	return []column{
		numbers(p, "start_offset_s", p.Say("From"), c.StartOffsetS), words("kind", p.Say("Kind"), c.Kind).said(p),
		numbers(p, "duration_s", p.Label("duration_s"), c.DurationS), of("distance_km", c.DistanceKM), of("avg_power_w", c.AvgPowerW),
		of("pace_s_per_km", c.PaceSPerKM), of("pace_s_per_100m", c.PaceS100M), of("avg_speed_kmh", c.SpeedKMH),
		of("avg_hr_bpm", c.AvgHRBpm), of("max_hr_bpm", c.MaxHRBpm), of("avg_cadence_rpm", c.CadenceRPM),
		of("elevation_gain_m", c.ClimbM), numbers(p, "percent_of_threshold", p.Say("Percent of threshold"), c.Percent),
		numbers(p, "zone", p.Say("Zone"), c.Zone), numbers(p, "rest_s", p.Say("Rest afterwards"), c.RestS),
	}
}

// tableOf returns a table of the columns that have a value, or nil if none has.
func tableOf(p *page.Page, id, caption string, all []column) *page.Table {
	t := &page.Table{ID: id, Caption: caption}
	for _, c := range all {
		t.Rows = slices.Grow(t.Rows, len(c.cells))[:max(len(t.Rows), len(c.cells))]
	}
	for _, c := range all {
		if !slices.ContainsFunc(c.cells, func(x page.Cell) bool { return x.Value != "" }) {
			continue
		}
		t.Columns = append(t.Columns, c.Column)
		for i := range t.Rows {
			var cell page.Cell
			if i < len(c.cells) {
				cell = c.cells[i]
			}
			t.Rows[i].Cells = append(t.Rows[i].Cells, cell)
		}
	}
	if len(t.Columns) == 0 {
		return nil
	}
	return p.Show(t)
}

func wordOf(p *page.Page, name string) string {
	marks := map[string]string{"on_target": "● ", "below": "▼ ", "above": "▲ ", "missed": "✕ ", "free": "○ "}
	return marks[name] + page.Word(p, map[string]i18n.Sentence{
		"work":         "work",
		"rest":         "rest",
		"freestyle":    "freestyle",
		"backstroke":   "backstroke",
		"breaststroke": "breaststroke",
		"butterfly":    "butterfly",
		"on_target":    "on target",
		"below":        "below the target",
		"above":        "above the target",
		"missed":       "missed",
		"free":         "without a target",
	}, name, strings.ReplaceAll(name, "_", " "))
}

// notesView holds the stored notes. Messages on services are fetched only if the address
// asks for them, because each service needs a request.
type notesView struct {
	page.Answer[views.Notes]

	asked bool
}

// messages fetches the messages on services if the address requests it; otherwise it returns
// nil.
func messages(ctx context.Context, p *page.Page, id string) *notesView {
	if p.Query("notes") != "all" {
		return nil
	}
	return &notesView{page.Ask[views.Notes](ctx, p, "get_activity_notes", page.Args{"id": id}), true}
}

// why returns the reasons why notes cannot be shown. It ignores the reason that there are no notes.
func (v *notesView) why() (out []string) {
	for _, k := range page.SortedKeys(v.V.Missing) {
		if k != "notes" {
			out = append(out, v.V.Missing[k].String())
		}
	}
	return out
}

// noteHead returns the author, time and service of a note.
func noteHead(p *page.Page, n views.Facts) string {
	at := text(n["at_local"])
	date, _, _ := strings.Cut(at, "T")
	parts := []string{p.Day(date) + " " + page.When(at)}
	if author := text(n["author"]); author != "" {
		parts = append(parts, p.NoteAuthor(author))
	}
	switch target := text(n["target"]); target {
	case "message":
		parts = append(parts, p.Say("message"))
	case "local", "":
	default:
		parts = append(parts, page.Clean(target))
	}
	if source := text(n["source"]); source != "" {
		parts = append(parts, page.Clean(source))
	}
	return strings.Join(parts, " · ")
}
