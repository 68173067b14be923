package activity

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	views "lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/gear"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// The actions of an activity's forms.
const (
	doMark   = "mark"
	doUnmark = "unmark"
	doNote   = "note"
	doWords  = "words"
)

// unreadable returns the error for fields that no form of the page sends.
func unreadable() error {
	return training.Errorf(training.KindInvalid, "The form could not be read.").WithFix("Reload the page, then try again.")
}

// Edit converts a form to an action.
func Edit(p *page.Page, fields url.Values) (page.FormAction, error) {
	id := p.Request.PathValue("id")
	back := page.OwnAddress(fields.Get("back"), page.Link("/activities/", id))
	switch do := fields.Get("do"); do {
	case doMark, doUnmark:
		name := page.Trimmed(fields, "name")
		in, err := markEdit(p.Request.Context(), p, id, name, fields.Get("from"), fields.Get("to"), do == doMark)
		return page.FormAction{Tool: "update_activity", In: in, Then: page.Same(back + "#selection")}, err
	case doNote:
		in := page.Args{"id": id, "text": fields.Get("text")}
		for _, name := range []string{"target", "author"} {
			if to := fields.Get(name); to != "" {
				in[name] = to
			}
		}
		return page.FormAction{Tool: "add_activity_note", In: in, Then: page.Same(back + "#notes")}, nil
	case doWords:
		in, err := wordsEdit(id, fields)
		return page.FormAction{Tool: "update_activity", In: in, Then: page.Same(back)}, err
	}
	return page.FormAction{}, unreadable()
}

// The fields of the form that changes an activity, by the kind of their values.
func texts() []string { return []string{"name", "description", "sport", "gear"} }
func lists() []string { return []string{"tags", "more_gear"} }
func amounts() []string {
	return []string{"perceived_exertion", "feel", "carbs_g", "fluid_ml", "manual_load"}
}
func flags() []string { return []string{"race", "commute", "indoor", "hidden_from_models"} }

// wordsEdit returns the arguments for the changed fields of the form; an
// emptied field is reset to the recorded value.
func wordsEdit(id string, fields url.Values) (page.Args, error) {
	in := page.Args{"id": id}
	given, err := page.Given(fields, slices.Concat(texts(), lists(), amounts()), page.ChangedIn(fields))
	if err != nil {
		return nil, err
	}
	for key, now := range given {
		shown, _ := now.(string)
		switch {
		case now == nil:
		case slices.Contains(lists(), key):
			given[key] = separated(shown)
		case slices.Contains(amounts(), key):
			given[key] = json.Number(shown)
			if _, err := strconv.ParseFloat(shown, 64); err != nil {
				return nil, unreadable()
			}
		}
	}
	page.Edits(in, given)
	for _, key := range flags() {
		if now := fields.Has(key); fields.Has(page.Before+key) && now != (fields.Get(page.Before+key) == "true") {
			in[key] = now
		}
	}
	if len(in) == 1 {
		return nil, training.Errorf(training.KindInvalid, "There is nothing to change.").WithFix("Change a field, then save it.")
	}
	return in, nil
}

// separated returns the parts of a list that commas separate.
func separated(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '，' })
}

// sportChoices returns all sports, and the activity's own with its sub-sport.
func (a *Activity) sportChoices(p *page.Page) (now string, all [][2]string) {
	now = training.DisciplineOf(training.Sport(a.Sport), a.SubSport).String()
	for _, s := range training.Sports() {
		if string(s) != now {
			all = append(all, [2]string{string(s), p.Sport(string(s))})
		}
	}
	return now, append([][2]string{{now, p.Sport(now)}}, all...)
}

// gearChoices returns the gear that can be chosen, with none first.
func gearChoices(ctx context.Context, p *page.Page, a *Activity) [][2]string {
	out := append([][2]string{{"", p.Say("not set")}}, ownGear(ctx, p)...)
	if !among(out, a.GearID) {
		out = append(out, [2]string{a.GearID, page.Clean(cmp.Or(a.Gear, a.GearID))})
	}
	return out
}

// ownGear returns the gear that is in use.
func ownGear(ctx context.Context, p *page.Page) (out [][2]string) {
	for _, g := range page.Ask[gear.View](ctx, p, "list_gear", nil).V.Gear {
		out = append(out, [2]string{g.ID, page.Clean(g.Name)})
	}
	return out
}

// amountFields returns the numbers that an athlete enters.
func amountFields(p *page.Page, a *Activity) []page.FormField {
	return []page.FormField{
		{Key: "carbs_g", Title: p.Say("%s, %s", p.Label("carbs_g"), "g"), Value: a.figure("carbs_g").String(), Number: "any", Most: "2000"},
		{Key: "fluid_ml", Title: p.Say("%s, %s", p.Label("fluid_ml"), "ml"), Value: a.figure("fluid_ml").String(), Number: "any", Most: "50000"},
		{Key: "manual_load", Title: p.Label("manual_load"), Value: page.Digits(page.NonZero(a.ManualLoad)).String(), Number: "any", Most: "2000"},
	}
}

// flagField is a box of the form.
type flagField struct {
	key, title string
	on         bool
}

func (a *Activity) flagFields(p *page.Page) []flagField {
	out := []flagField{{"race", p.Say("Race"), a.Race}, {"commute", p.Say("Commute"), a.Commute}}
	if a.Sport != string(training.Swimming) {
		out = append(out, flagField{"indoor", p.Say("Indoors"), a.Indoor})
	}
	return append(out, flagField{"hidden_from_models", p.Say("Hidden from assistants"), a.HiddenFromModels})
}

// second returns a time in an activity as text, in seconds, for addresses and forms.
func second(x float64) string { return strconv.Itoa(int(math.Round(x))) }

// scale returns the integer steps of a scale, with the meaning of its ends.
func scale(from, to int, first, last string) (out [][2]string) {
	for i := from; i <= to; i++ {
		n := strconv.Itoa(i)
		text := n
		switch i {
		case from:
			text = n + ", " + first
		case to:
			text = n + ", " + last
		}
		out = append(out, [2]string{n, text})
	}
	return out
}

// among reports whether a value is one of the choices, or empty.
func among(all [][2]string, value string) bool {
	return value == "" || slices.ContainsFunc(all, func(x [2]string) bool { return x[0] == value })
}

// weatherKeys returns the service's weather values that the activity has, in
// their order.
func (a *Activity) weatherKeys() (out []string) {
	for _, m := range training.WeatherMetrics() {
		if figure(a.Weather[string(m)]) != "" {
			out = append(out, string(m))
		}
	}
	return out
}

func weatherLabel(p *page.Page, key string) string {
	return page.Word(p, map[training.Metric]i18n.Sentence{
		training.MetricWeatherTempC:    "Temperature",
		training.MetricWeatherMinTempC: "Minimum temperature",
		training.MetricWeatherMaxTempC: "Maximum temperature",
		training.MetricFeelsLikeC:      "Feels like",
		training.MetricWindSpeedKMH:    "Wind",
		training.MetricWindGustKMH:     "Gusts",
		training.MetricWindFromDeg:     "Wind from",
		training.MetricHeadwindPct:     "Headwind",
		training.MetricTailwindPct:     "Tailwind",
		training.MetricCloudsPct:       "Clouds",
		training.MetricMaxRainMM:       "Rain",
		training.MetricMaxSnowMM:       "Snow",
	}, training.Metric(key), p.Label(key))
}

// owned is an interval marked by the athlete, in the form that update_activity
// accepts.
type owned struct {
	Name  string `json:"name,omitempty"`
	Start int    `json:"start_offset_s"`
	End   int    `json:"end_offset_s"`
}

// marks returns the athlete's own intervals.
func (a *Activity) marks() (out []owned) {
	for _, d := range a.Drawn {
		for i := 0; d.Origin == page.ByAthlete && i < min(len(d.StartOffsetS), len(d.DurationS)); i++ {
			m := owned{Start: int(d.StartOffsetS[i]), End: int(d.StartOffsetS[i]) + int(d.DurationS[i])}
			if i < len(d.Interval) {
				m.Name = d.Interval[i]
			}
			out = append(out, m)
		}
	}
	return out
}

// drawnTables returns a table of drawn intervals for each place where they were
// drawn.
func drawnTables(p *page.Page, all []structure.Drawn) (out []*page.Table) {
	for i, d := range all {
		id, caption := "drawn-"+strconv.Itoa(i+1), p.Say("Intervals from %s", page.Clean(d.Service))
		switch {
		case d.Origin == page.ByAthlete:
			id, caption = "marked", p.Say("Your own intervals")
		case d.Found:
			caption = p.Say("Intervals detected by %s", page.Clean(d.Service))
		}
		columns := append([]column{words("name", p.Say("Name"), d.Interval)}, intervalColumns(p, &d.Columns)...)
		if t := tableOf(p, id, caption, columns); t != nil {
			selecting(p, t)
			out = append(out, t)
		}
	}
	return out
}

// selecting makes the start of each row a link that selects it, and adds its
// seconds for the chart and the map.
func selecting(p *page.Page, t *page.Table) {
	at := map[string]int{}
	for i, c := range t.Columns {
		at[c.Key] = i + 1
	}
	start, long := at["start_offset_s"]-1, at["duration_s"]-1
	if start < 0 || long < 0 {
		return
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		from, n := r.Cells[start].Value, r.Cells[long].Value
		if from == "" || n == "" {
			continue
		}
		r.From, r.To = second(page.Float(page.Num(from))), second(page.Float(page.Num(from))+page.Float(page.Num(n)))
		r.Cells[start] = r.Cells[start].To(p.With("from", r.From, "to", r.To) + "#selection")
	}
}

// markEdit returns the write that adds the selection of a form to the marked
// intervals, or removes the one with that name.
func markEdit(ctx context.Context, p *page.Page, id, name, from, to string, add bool) (page.Args, error) {
	a := Ask(ctx, p, page.Args{"id": id}, views.SectionIntervals)
	if a.Err != nil {
		return nil, a.Failure()
	}
	start, ok := seconds(from)
	end, okEnd := seconds(to)
	if !ok || !okEnd {
		return nil, unreadable()
	}
	one := owned{Name: name, Start: start, End: end}
	all := []owned{}
	for _, m := range a.marks() {
		if m != one {
			all = append(all, m)
		}
	}
	if add {
		all = append(all, one)
	}
	return page.Args{"id": id, "intervals": all}, nil
}

// span returns the start and end of an interval as text.
func span(p *page.Page, m owned) string {
	at := func(s int) string { return p.Number("duration_s", page.Num(strconv.Itoa(s))).Text }
	return at(m.Start) + "–" + at(m.End)
}

// markName returns the name of an interval, or its number if it has none.
func markName(p *page.Page, m owned, i int) string {
	if m.Name == "" {
		return p.Say("Interval %s", strconv.Itoa(i+1))
	}
	return page.Clean(m.Name)
}

// markHref returns the address that selects an interval.
func markHref(p *page.Page, m owned) string {
	return p.With("from", strconv.Itoa(m.Start), "to", strconv.Itoa(m.End)) + "#selection"
}
