package fitness

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/curves"
	views "lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/segments"
	"lapkeep/internal/answers/strength"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

type recordsView struct {
	page.Answer[curves.RecordView]
	page.Own

	ranges [][2]string
	curves []*page.Table // by duration or distance
	best   ranking

	climbs, segments, biggest, reported, lifts *page.Table
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
	v.best = askRanking(ctx, p, v.Sport)
	v.tables(p)
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

// recordKinds returns the kinds of records by duration or distance.
func recordKinds(p *page.Page) []recordKind {
	return []recordKind{
		{"power", "power_w", p.Say("Best power"), func(x *curves.Period) *curves.Columns { return x.Power }},
		{"np", "normalized_power_w", p.Say("Best normalized power"), func(x *curves.Period) *curves.Columns { return x.NP }},
		{"distance", "time_s", p.Say("Fastest distances"), func(x *curves.Period) *curves.Columns { return x.Distance }},
		{"pace", "", p.Say("Best pace"), func(x *curves.Period) *curves.Columns { return x.Pace }},
		{"hr", "hr_bpm", p.Say("Highest heart rate"), func(x *curves.Period) *curves.Columns { return x.HR }},
	}
}

type recordKind struct {
	id, key, title string
	of             func(x *curves.Period) *curves.Columns
}

// values returns the values of columns, and their name in the answer.
func (k *recordKind) values(c *curves.Columns) (string, []*float64) {
	if k.key == "" {
		return valuesOf(curves.Curve{Columns: *c}, k.id, false)
	}
	all, _ := page.Member(c, k.key).([]*float64)
	return k.key, all
}

// record is the best at one step in each period. A shorter period lists only what differs
// from the longer one before it.
type record struct {
	step  float64
	bests []best
}

type best struct {
	value    *float64
	id, date *string
}

// records returns the bests of a kind, a row for each step.
func (k *recordKind) records(all []curves.Period) (out []record) {
	for n := range all {
		c := k.of(&all[n])
		_, steps := stepsOf(curves.Curve{Columns: page.Or(c)})
		if n == 0 {
			for _, at := range steps {
				out = append(out, record{step: at})
			}
		}
		for i := range out {
			r, b := &out[i], best{}
			j := slices.Index(steps, r.step)
			if j < 0 && n > 0 {
				b = r.bests[n-1]
			} else if j >= 0 {
				if _, values := k.values(c); j < len(values) {
					b.value = values[j]
				}
				if j < len(c.IDs) && j < len(c.Dates) {
					b.id, b.date = c.IDs[j], c.Dates[j]
				}
			}
			r.bests = append(r.bests, b)
		}
	}
	return out
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

// recordTable returns the records of a kind, with a value and a day for each period.
func recordTable(p *page.Page, k recordKind, all []curves.Period) *page.Table {
	if len(all) == 0 || k.of(&all[0]) == nil {
		return nil
	}
	first := k.of(&all[0])
	step, _ := stepsOf(curves.Curve{Columns: *first})
	key, _ := k.values(first)
	shown := stepUnit(training.Sport(p.Doing), step)
	fields := []page.Field[record]{{
		Column: page.Column{Key: step, Title: stepTitle(p, step), Unit: shown},
		Of:     func(r *record) page.Cell { return stepCell(p, step, shown, r.step).To(rankHref(p, k.id, r.step)) },
	}}
	for n := range all {
		title, prefix := periodName(p, all[n].Name)
		fields = append(fields,
			page.MeasureField(p, prefix+key, title, func(r *record) (string, any) { return key, r.bests[n].value }),
			page.TextField(prefix+"local_date", p.Say("Date"), func(r *record) page.Cell {
				return p.DoneCell(page.Or(r.bests[n].date), page.Or(r.bests[n].id))
			}))
	}
	if key == "avg_speed_kmh" {
		k.title = p.Say("Best speed")
	}
	return page.TableOf("records-"+k.id, k.title, k.records(all), fields...)
}

func (v *recordsView) tables(p *page.Page) {
	for _, k := range recordKinds(p) {
		if t := recordTable(p, k, v.V.Periods); t != nil && len(t.Rows) > 0 {
			v.curves = append(v.curves, p.Show(t))
		}
	}
	var whole curves.Period
	if len(v.V.Periods) > 0 {
		whole = v.V.Periods[0]
	}
	biggest := make([]views.Best, len(whole.Biggest))
	for i, b := range whole.Biggest {
		biggest[i] = views.Best{Most: b.Most, Value: b.Value, ID: b.ID, Name: v.V.Names[b.ID], LocalDate: b.LocalDate}
	}
	v.biggest = p.Show(biggestTable(p, "biggest", p.Say("Biggest activities"), biggest))
	v.climbs = p.Show(page.TableOf("climbs", p.Say("Biggest climbs"), whole.Climbs,
		page.Numbers[curves.Climb](p, "gain_m", "length_km", "avg_grade_pct", "duration_s", "vam_m_per_h"),
		page.TextField("category", p.Say("Category"), func(c *curves.Climb) page.Cell { return page.Words(c.Category) }),
		page.DoneField(p, func(c *curves.Climb) (training.Day, training.ActivityID) { return c.LocalDate, c.ID }),
	))
	v.segments = p.Show(page.TableOf("segments", p.Say("Best times on your segments"), whole.Segments,
		page.TextField("name", p.Say("Name"), func(b *segments.Best) page.Cell {
			return page.Words(b.Name).To(page.Link("/segments/", b.SegmentID)).Of("name")
		}),
		page.Numbers[segments.Best](p, "time_s", "times_ridden"),
	))
	v.lifts = liftTable(p, page.Or(v.V.Exercises).Exercises)
	v.reported = p.Show(page.TableOf("reported", p.Say("Records that services report"), v.V.Reported,
		page.TextField("name", p.Say("Name"), func(r *curves.Reported) page.Cell { return page.Words(r.Name) }),
		page.Numbers[curves.Reported](p, "duration_s", "distance_km"),
		page.TextField("source", p.Say("From"), func(r *curves.Reported) page.Cell { return page.Words(p.Teller(r.Source)) }),
		page.DoneField(p, func(r *curves.Reported) (training.Day, training.ActivityID) { return r.LocalDate, r.ID }),
	))
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
	return p.Show(page.TableOf("lifts", p.Say("Strength records"), all, fields...))
}

// biggestTable returns the activities with the most of something.
func biggestTable(p *page.Page, id, title string, all []views.Best) *page.Table {
	return page.TableOf(id, title, all,
		page.TextField("most", p.Say("Most"), func(b *views.Best) page.Cell { return p.Named(string(b.Most)) }),
		page.MeasureField(p, "value", p.Say("Value"), func(b *views.Best) (string, any) { return string(b.Most), b.Value }),
		page.TextField("name", p.Say("Activity"), func(b *views.Best) page.Cell {
			return page.NameCell(b.Name, cmp.Or(p.Sport(string(b.Sport)), string(b.ID)), page.Link("/activities/", string(b.ID)))
		}),
		page.TextField("local_date", p.Say("Date"), func(b *views.Best) page.Cell { return p.DateCell(b.LocalDate.String()) }),
	)
}
