package fitness

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/curves"
	views "lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/segments"
	"lapkeep/internal/answers/strength"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// ranked is the number of activities in a ranking.
const ranked = 20

type recordsView struct {
	page.Answer[curves.RecordView]
	page.Own

	ranges [][2]string
	tables []*page.Table // those with rows
	best   page.Answer[curves.View]
	// ranking shows the best activities at the step that the address names; it is nil if the
	// address names none.
	ranking *page.Table
}

// Records shows the best of each duration and distance, and the biggest activities, of one
// sport.
func Records(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &recordsView{Own: p.FindOwn(ctx)}
	v.Sport = cmp.Or(v.Sport, append(v.Sports, "")[0])
	v.ranges = recordRanges(p, v.First)
	in := page.Args{"sport": v.Sport, "range": p.Query("range")}
	if steps := asked(p, "steps"); len(steps) > 0 {
		in["durations_s"] = steps
	}
	v.Answer = page.Ask[curves.RecordView](ctx, p, "get_records", in)
	p.Doing = v.Sport
	kind, at, _ := strings.Cut(p.Query("rank"), "-")
	for _, k := range recordKinds(p) {
		if k.id == kind {
			v.rank(ctx, p, k, at)
		}
		v.show(p, recordTable(p, k, v.V.Periods), false)
	}
	v.lay(p)
	return recordsBody(p, v), nil
}

// recordRanges returns the periods that can be chosen: all of them, or one year.
func recordRanges(p *page.Page, first training.Day) [][2]string {
	out := [][2]string{{"", p.Say("All periods")}, {"this year", p.Say("This year")}, {"last year", p.Say("Last year")}}
	this := p.Call.Today.Time(time.UTC).Year()
	for y := this - 2; first != 0 && y >= first.Time(time.UTC).Year() && y > this-seasonsShown; y-- {
		out = append(out, [2]string{strconv.Itoa(y), strconv.Itoa(y)})
	}
	return out
}

// recordKind is a kind of records by duration or distance, named as in a period of the
// answer. An empty key is that of the sport's pace.
type recordKind struct{ id, key, title string }

func recordKinds(p *page.Page) []recordKind {
	return []recordKind{
		{curves.Power, "power_w", p.Say("Best power")},
		{curves.NP, "normalized_power_w", p.Say("Best normalized power")},
		{curves.Distance, "time_s", p.Say("Fastest distances")},
		{curves.Pace, "", p.Say("Best pace")},
		{curves.HR, "hr_bpm", p.Say("Highest heart rate")},
	}
}

// values returns the values of a curve, and their name in the answer.
func (k *recordKind) values(c curves.Curve) (string, []*float64) {
	if k.key == "" {
		return valuesOf(c, k.id, false)
	}
	all, _ := page.Member(&c.Columns, k.key).([]*float64)
	return k.key, all
}

// recordAt returns the curve with the record at a step in a period, and its place in it. A
// shorter period lists only what differs from the longer one before it.
func recordAt(all []curves.Curve, period int, step float64) (curves.Curve, int) {
	_, steps := stepsOf(all[period])
	if at := slices.Index(steps, step); at >= 0 || period == 0 {
		return all[period], at
	}
	return recordAt(all, period-1, step)
}

// rank asks for the best activities at a step.
func (v *recordsView) rank(ctx context.Context, p *page.Page, k recordKind, at string) {
	steps := map[bool]string{true: "distances_m", false: "durations_s"}[k.id == curves.Distance]
	v.best = page.Ask[curves.View](ctx, p, "get_curves", page.Args{
		"kind": k.id, "sport": v.Sport, "range": cmp.Or(p.Query("range"), page.AllTime), "rank": ranked, "per_kg": k.id == curves.Power,
		steps: []string{at},
	})
	c := curves.Curve{Columns: page.Or(v.best.V.Ranking)}
	key, values := k.values(c)
	title := k.title
	if step, all := stepsOf(c); len(all) > 0 {
		title = p.Say("%s, %s", title, stepCell(p, step, stepUnit(training.Sport(v.Sport), step), all[0]).Whole())
	}
	v.ranking = p.Show(page.TableOf("ranking", p.Say("Ranking: %s", title), page.Places(min(len(c.IDs), len(c.Dates))),
		page.NumberField(p, "rank", func(i *int) any { return *i + 1 }),
		page.ColumnField(p, key, p.Label(key), values),
		page.ColumnField(p, "power_w_per_kg", p.Label("power_w_per_kg"), c.WPerKg),
		page.TextField("name", p.Say("Activity"), func(i *int) page.Cell {
			return page.Words(v.best.V.Names[training.ActivityID(page.Or(c.IDs[*i]))])
		}),
		page.TextField("local_date", p.Say("Date"), func(i *int) page.Cell { return dateCell(p, c, *i) }),
	))
}

// periodName returns the title of a period, and the prefix of its columns.
func periodName(p *page.Page, name string) (title, prefix string) {
	switch name {
	case "season":
		return p.Say("This season"), "season_"
	case "last_365_days":
		return p.Say("Last 365 days"), "best_of_365d_"
	case "range":
		return p.Say("Best"), ""
	}
	return p.Say("All time"), ""
}

// recordTable returns the records of a kind, with a value and a day for each period. Each step
// leads to its ranking.
func recordTable(p *page.Page, k recordKind, periods []curves.Period) *page.Table {
	var all []curves.Curve
	for i := range periods {
		c, _ := page.Member(&periods[i], k.id).(*curves.Columns)
		all = append(all, curves.Curve{Columns: page.Or(c)})
	}
	all = append(all, curves.Curve{})
	step, steps := stepsOf(all[0])
	key, _ := k.values(all[0])
	shown := stepUnit(training.Sport(p.Doing), step)
	fields := []page.Field[float64]{{
		Column: page.Column{Key: step, Title: stepTitle(p, step), Unit: shown},
		Of: func(s *float64) page.Cell {
			return stepCell(p, step, shown, *s).To(p.With("rank", k.id+"-"+strconv.FormatFloat(*s, 'f', -1, 64)) + "#ranking")
		},
	}}
	for n := range periods {
		title, prefix := periodName(p, periods[n].Name)
		fields = append(fields,
			page.MeasureField(p, prefix+key, title, func(s *float64) (string, any) {
				c, at := recordAt(all, n, *s)
				_, values := k.values(c)
				return key, page.At(values, at)
			}),
			page.TextField(prefix+"local_date", p.Say("Date"), func(s *float64) page.Cell {
				c, at := recordAt(all, n, *s)
				return dateCell(p, c, at)
			}))
	}
	if key == "avg_speed_kmh" {
		k.title = p.Say("Best speed")
	}
	return page.TableOf("records-"+k.id, k.title, steps, fields...)
}

// show adds a table, unless it is empty. A narrow one is a list on a phone.
func (v *recordsView) show(p *page.Page, t *page.Table, narrow bool) {
	if t.Narrow = narrow; len(p.Show(t).Rows) > 0 {
		v.tables = append(v.tables, t)
	}
}

// lay adds the tables that are of no curve.
func (v *recordsView) lay(p *page.Page) {
	whole := append(v.V.Periods, curves.Period{})[0]
	v.show(p, liftTable(p, page.Or(v.V.Exercises).Exercises), true)
	biggest := make([]views.Best, len(whole.Biggest))
	for i, b := range whole.Biggest {
		biggest[i] = views.Best{Most: b.Most, Value: b.Value, ID: b.ID, Name: v.V.Names[b.ID], LocalDate: b.LocalDate}
	}
	v.show(p, biggestTable(p, "biggest", p.Say("Biggest activities"), biggest), true)
	v.show(p, page.TableOf("climbs", p.Say("Biggest climbs"), whole.Climbs,
		page.Numbers[curves.Climb](p, "gain_m", "length_km", "avg_grade_pct", "duration_s", "vam_m_per_h"),
		page.TextField("category", p.Say("Category"), func(c *curves.Climb) page.Cell { return page.Words(c.Category) }),
		page.DoneField(p, func(c *curves.Climb) (training.Day, training.ActivityID) { return c.LocalDate, c.ID }),
	), true)
	v.show(p, page.TableOf("segments", p.Say("Best times on your segments"), whole.Segments,
		page.TextField("name", p.Say("Name"), func(b *segments.Best) page.Cell {
			return page.Words(b.Name).To(page.Link("/segments/", b.SegmentID)).Of("name")
		}),
		page.Numbers[segments.Best](p, "time_s", "times_ridden"),
	), true)
	v.show(p, page.TableOf("reported", p.Say("Records that services report"), v.V.Reported,
		page.TextField("name", p.Say("Name"), func(r *curves.Reported) page.Cell { return page.Words(r.Name) }),
		page.Numbers[curves.Reported](p, "duration_s", "distance_km"),
		page.TextField("source", p.Say("From"), func(r *curves.Reported) page.Cell { return page.Words(p.Teller(r.Source)) }),
		page.DoneField(p, func(r *curves.Reported) (training.Day, training.ActivityID) { return r.LocalDate, r.ID }),
	), true)
}

// liftTable returns the records of exercises, each with the day on which it was set.
func liftTable(p *page.Page, all []strength.ExerciseRecords) *page.Table {
	fields := []page.Field[strength.ExerciseRecords]{
		page.TextField("exercise", p.Say("Exercise"), func(e *strength.ExerciseRecords) page.Cell {
			return page.Words(strength.ExerciseName(e.Exercise, p.Language()))
		}),
		page.Numbers[strength.ExerciseRecords](p, "sessions"),
	}
	for _, k := range []struct {
		key, title string
		of         func(e *strength.ExerciseRecords) *strength.Mark
	}{
		{"top_load_kg", p.Say("Heaviest"), func(e *strength.ExerciseRecords) *strength.Mark { return e.Heaviest }},
		{"estimated_1rm_kg", p.Say("Estimated 1RM"), func(e *strength.ExerciseRecords) *strength.Mark { return e.OneRepMax }},
		{"volume_kg", p.Say("Most volume"), func(e *strength.ExerciseRecords) *strength.Mark { return e.SessionVolume }},
		{"reps", p.Say("Most repetitions"), func(e *strength.ExerciseRecords) *strength.Mark { return e.MostReps }},
	} {
		fields = append(fields,
			page.MeasureField(p, k.key, k.title, func(e *strength.ExerciseRecords) (string, any) {
				return k.key, page.NonZero(page.Or(k.of(e)).Value)
			}),
			page.DoneFieldOf(p, k.key+"_date", func(e *strength.ExerciseRecords) (training.Day, training.ActivityID) {
				m := page.Or(k.of(e))
				return m.LocalDate, m.ID
			}))
	}
	return page.TableOf("lifts", p.Say("Strength records"), all, fields...)
}
