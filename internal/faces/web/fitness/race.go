package fitness

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/routes"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

type raceView struct {
	page.Answer[curves.PredictView]

	sport          string
	table, efforts *page.Table
	pacing         *page.Table // nil without a course
	courses        [][2]string // the athlete's routes
}

// raceSports returns the sports that have predictions.
func raceSports(p *page.Page) (out [][2]string) {
	for _, s := range []training.Sport{training.Running, training.Cycling, training.Swimming} {
		out = append(out, [2]string{string(s), p.Sport(string(s))})
	}
	return out
}

// Race shows predictions for races, from the athlete's efforts or from one that is typed.
func Race(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &raceView{sport: p.Query("sport")}
	if v.sport == "" {
		v.sport = string(training.Running)
		for _, own := range page.OwnSports(ctx, p) {
			if slices.ContainsFunc(raceSports(p), func(s [2]string) bool { return s[0] == own }) {
				v.sport = own
				break
			}
		}
	}
	p.Doing = v.sport
	in, err := v.asks(p)
	if err != nil {
		return nil, err
	}
	v.Answer = page.Ask[curves.PredictView](ctx, p, "predict_race", in)
	v.table = p.Show(raceTable(p, &v.V))
	if v.sport == string(training.Running) {
		v.courses = [][2]string{{"", p.Say("a flat course")}}
		all := page.Ask[routes.List](ctx, p, "list_routes", nil)
		for _, r := range all.V.Routes {
			v.courses = append(v.courses, [2]string{r.ID, page.Clean(r.Name)})
		}
	}
	if v.V.Pacing != nil {
		v.pacing = p.Show(pacingTable(p, v.V.Pacing))
		v.pacing.Narrow = true
	}
	v.efforts = p.Show(page.TableOf("efforts", p.Say("The efforts behind it"), v.V.Efforts,
		page.TextField("local_date", p.Say("Date"), func(e *curves.Effort) page.Cell {
			if e.LocalDate == "" {
				return page.Words(p.Say("typed"))
			}
			return p.DateCell(e.LocalDate).To(page.Link("/activities/", string(e.ActivityID)))
		}),
		page.Field[curves.Effort]{
			Column: page.Column{Key: "distance_m", Title: p.Say("Distance")},
			Of: func(e *curves.Effort) page.Cell {
				return page.Cell{Measure: p.Stretch("distance_m", page.NonZero(e.DistanceM))}
			},
		},
		page.Numbers[curves.Effort](p, "duration_s", "power_w"),
	))
	return raceBody(p, v), nil
}

// asked returns the parts of a list in the address, separated by commas.
func asked(p *page.Page, name string) []string {
	return strings.FieldsFunc(p.Query(name), func(r rune) bool { return r == ',' || r == '，' || r == ';' })
}

// asks returns the tool's arguments for the address.
func (v *raceView) asks(p *page.Page) (page.Args, error) {
	in, metres := page.Args{"sport": v.sport}, []float64{}
	for _, text := range asked(p, "of") {
		if v.sport == string(training.Cycling) {
			break
		}
		m, err := kilometres(p, text)
		if err != nil {
			return nil, err
		}
		metres = append(metres, m)
	}
	if times := asked(p, "of"); len(times) > 0 && v.sport == string(training.Cycling) {
		in["durations_s"] = times
	} else if len(metres) > 0 {
		in["distances_m"] = metres
	}
	if p.Query("course") != "" && v.sport == string(training.Running) {
		in["course"] = p.Query("course")
		delete(in, "distances_m")
	}
	if p.Query("from") != "" && p.Query("time") != "" {
		m, err := kilometres(p, p.Query("from"))
		if err != nil {
			return nil, err
		}
		if in["race_time_s"], err = seconds(p.Query("time")); err != nil {
			return nil, err
		}
		in["race_distance_m"] = m
	}
	return in, nil
}

// kilometres returns a typed distance, in the reader's unit, in m.
func kilometres(p *page.Page, text string) (float64, error) {
	km, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		return 0, training.Errorf(training.KindInvalid, "%q is not a distance.", i18n.Clip(text, i18n.MostQuoted)).
			WithFix("Enter a number such as 10 or 21.1.")
	}
	return 1000 * p.Metric("distance_km", km), nil
}

// seconds returns a typed time in s.
func seconds(text string) (total float64, err error) {
	parts := strings.Split(text, ":")
	for _, part := range parts {
		n, wrong := strconv.ParseUint(strings.TrimSpace(part), 10, 16)
		if wrong != nil || len(parts) < 2 || len(parts) > 3 {
			return 0, training.Errorf(training.KindInvalid, "%q is not a time.", i18n.Clip(text, i18n.MostQuoted)).
				WithFix("Enter minutes and seconds such as 45:30, or hours too, such as 1:35:00.")
		}
		total = total*60 + float64(n)
	}
	return total, nil
}

// raceTable returns a row for each race, with the range and each model's prediction.
func raceTable(p *page.Page, v *curves.PredictView) *page.Table {
	model := func(key string, m curves.PredictModel, all []*float64) page.Field[int] {
		out := page.ColumnField(p, key, modelName(p, m.Name), all)
		out.Key = m.Name + "_" + key
		return out
	}
	fields := []page.Field[int]{
		{Column: page.Column{Key: "distance_m", Title: p.Say("Distance")}, Of: func(i *int) page.Cell {
			return page.Cell{Measure: p.Stretch("distance_m", page.At(v.DistanceM, *i))}
		}},
		page.ColumnField(p, "duration_s", p.Say("Duration"), v.DurationS),
		page.ColumnField(p, "fastest_time_s", p.Say("Fastest"), v.FastestS), page.ColumnField(p, "slowest_time_s", p.Say("Slowest"), v.SlowestS),
		page.ColumnField(p, "highest_power_w", p.Say("Highest power"), v.HighestW),
		page.ColumnField(p, "lowest_power_w", p.Say("Lowest power"), v.LowestW),
		page.TextField("confidence", p.Say("Confidence"), func(i *int) page.Cell {
			if *i >= len(v.Confidence) {
				return page.Words("")
			}
			return page.CalledCell([][2]string{{"high", p.Say("high")}, {"medium", p.Say("medium")}, {"low", p.Say("low")}}, v.Confidence[*i])
		}),
	}
	for _, m := range v.Models {
		fields = append(fields, model("time_s", m, m.TimeS), model("power_w", m, m.PowerW))
	}
	return page.TableOf("race", p.Say("Prediction"), page.Places(max(len(v.DistanceM), len(v.DurationS))), fields...)
}

// pacingTable returns a row for each split of a course.
func pacingTable(p *page.Page, v *curves.Pacing) *page.Table {
	return page.TableOf("pacing", p.Say("Pacing"), page.Places(len(v.AtKm)),
		page.ColumnField(p, "distance_km", p.Say("Up to"), v.AtKm), page.ColumnField(p, "avg_grade_pct", p.Say("Average grade"), v.GradePct),
		page.ColumnField(p, "pace_s_per_km", p.Say("Pace"), v.PaceSPkm), page.ColumnField(p, "elapsed_time_s", p.Say("Time"), v.ElapsedS))
}
