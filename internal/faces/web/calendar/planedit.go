package calendar

import (
	"cmp"
	"context"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/a-h/templ"

	views "lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools/plans"
	"lapkeep/internal/training"
)

// planOps are the buttons of a plan's forms.
const (
	opAdd     = "add"
	opPublish = "publish"
	opCreate  = "create"
	opReplan  = "replan"
)

// rest is the type of a session with nothing to do.
const rest = "rest"

// firstAhead returns the weekday of the week's first day that is not past, or
// else of its first day.
func firstAhead(w plans.Week, today training.Day) string {
	if today > w.Start && today < w.Start+7 {
		return today.Weekday().String()
	}
	return w.Start.Weekday().String()
}

// sport returns the sport of the week's sessions, or else of the first other
// session.
func (v *planView) sport(w plans.Week) string {
	for _, w := range append([]plans.Week{w}, v.plan.V.Weeks...) {
		for _, s := range w.Sessions {
			if s.Sport != "" {
				return s.Sport
			}
		}
	}
	return ""
}

// sessionFields returns the editable fields of a session. A text that the tool
// shortened is left out, because saving it would lose the rest; cut reports
// that.
func sessionFields(p *page.Page, s plans.Session) (out []page.FormField, cut bool) {
	out = []page.FormField{
		{Key: "name", Title: p.Say("Name"), Value: s.Name},
		{Key: "duration_minutes", Title: p.Say("Duration, minutes"), Value: page.Minutes(s.DurationS), Number: "any", Most: "20160"},
		page.DistanceField(p, s.DistanceKm),
		{Key: "load", Title: p.Say("Load"), Value: page.Digits(page.NonZero(s.Load)).String(), Number: "any", Most: "5000"},
	}
	for _, f := range []page.FormField{
		{Key: "structure", Title: p.Say("Structure"), Value: s.Structure, Long: true},
		{Key: "description", Title: p.Say("Description"), Value: s.Description, Long: true},
		{Key: "workout", Title: p.Say("Workout steps"), Value: s.Workout, Long: true},
	} {
		if uncut(f.Value) {
			out = append(out, f)
		} else {
			cut = true
		}
	}
	return out, cut
}

// cutRunes is the length to which the tool shortens a session's texts.
const cutRunes = 600

func uncut(text string) bool { return utf8.RuneCountInString(text) < cutRunes }

// sessionTypes returns the usual types of sessions, and the session's own type.
func sessionTypes(p *page.Page, has string) [][2]string {
	out := [][2]string{
		{"easy", p.Say("Easy")},
		{"workout", p.Say("Workout")},
		{"long", p.Say("Long")},
		{"recovery", p.Say("Recovery")},
		{"endurance", p.Say("Endurance")},
		{"tempo", p.Say("Tempo")},
		{"threshold", p.Say("Threshold")},
		{"intervals", p.Say("Intervals")},
		{"strength", p.Say("Strength")},
		{"cross_training", p.Say("Cross training")},
		{"race", p.Say("Race")},
		{rest, p.Say("Rest")},
	}
	if has != "" && !slices.ContainsFunc(out, func(t [2]string) bool { return t[0] == has }) {
		out = append(out, [2]string{has, page.Clean(has)})
	}
	return out
}

// weekdayChoices returns the weekdays as written in the plan's text and on the
// page.
func weekdayChoices(p *page.Page) (out [][2]string) {
	const monday training.Day = 4 // 5 January 1970
	for d := range training.Day(7) {
		out = append(out, [2]string{time.Weekday((d + 1) % 7).String(), p.Weekday(monday + d)})
	}
	return out
}

// published returns the event of a session, and whether its text is cut.
func published(s plans.Session, sport string) (e page.Event, cut bool) {
	for _, text := range []string{s.Structure, s.Description, s.Workout} {
		cut = cut || !uncut(text)
	}
	return page.Event{
		ID: s.Event, Category: training.EventWorkout, Name: s.Name, Time: s.Clock, Sport: training.Sport(sport), Text: wordsOf(s),
		Planned: &views.Amounts{DurationS: s.DurationS, DistanceKm: s.DistanceKm, Load: s.Load},
	}, cut
}

// wordsOf returns the texts of a session as those of its event.
func wordsOf(s plans.Session) string {
	return (&plan.Session{Structure: s.Structure, Description: s.Description, Workout: s.Workout}).Text()
}

// instructions returns a session's text in the form to copy.
func instructions(s plans.Session) string {
	return page.Prescription(wordsOf(s))
}

// PlanEdit reads the forms of the plan.
func PlanEdit(p *page.Page, fields url.Values) (page.FormAction, error) {
	id := page.Trimmed(fields, "plan")
	back := page.OwnAddress(fields.Get("back"), "/plan")
	if n, err := weekNumber(page.Trimmed(fields, "week")); err == nil {
		back += "#" + weekAnchor(strconv.Itoa(n))
	}
	o := page.FormAction{Tool: "edit_training_plan", Then: page.Same(back)}
	var ops []page.Args
	var err error
	switch do := fields.Get("do"); do {
	case page.OpSave:
		ops, err = saved(p, fields)
	case page.OpRemove:
		ops = []page.Args{{"op": "remove", "session": page.Trimmed(fields, "session")}}
	case opAdd:
		ops, err = added(p, fields)
	case opPublish:
		return page.FormAction{Tool: "apply_training_plan", In: page.Args{"plan_id": id}, Then: o.Then}, nil
	case opCreate:
		return createPlan(fields), nil
	case opReplan:
		o.In = page.Args{"id": id, "replan": true}
		return o, nil
	default:
		err = training.Errorf(training.KindInvalid, "%q is not an action for a plan.", do).WithFix("Use the buttons on the " +
			"page.")
	}
	o.In = page.Args{"operations": ops}
	if id != "" {
		o.In["id"] = id
	}
	return o, err
}

// saved returns the operations for the changed fields of a form.
func saved(p *page.Page, fields url.Values) ([]page.Args, error) {
	session := page.Trimmed(fields, "session")
	var ops []page.Args
	set, err := page.Given(fields, sessionKeys(), page.ChangedIn(fields))
	if err == nil {
		err = soundSteps(p, "workout", set["workout"], page.Trimmed(fields, "sport"))
	}
	if err != nil {
		return nil, err
	}
	if len(set) > 0 {
		ops = append(ops, page.Args{"op": "set", "session": session, "fields": set})
	}
	day, week := page.Trimmed(fields, "day"), page.Trimmed(fields, "week")
	if day != page.Trimmed(fields, page.Before+"day") || week != page.Trimmed(fields, page.Before+"week") {
		n, err := weekNumber(week)
		if err != nil {
			return nil, err
		}
		ops = append(ops, page.Args{"op": "move", "session": session, "day": day, "to_week": n})
	}
	if len(ops) == 0 {
		return nil, training.Errorf(training.KindInvalid, "There is nothing to change.").WithFix("Change a field of the session, then save.")
	}
	return ops, nil
}

// added returns the operation that adds a session to a week.
func added(p *page.Page, fields url.Values) ([]page.Args, error) {
	n, err := weekNumber(page.Trimmed(fields, "week"))
	if err != nil {
		return nil, err
	}
	set, err := page.Given(fields, sessionKeys(), func(_, now string) (any, bool) { return now, now != "" })
	if err == nil {
		err = soundSteps(p, "workout", set["workout"], page.Trimmed(fields, "sport"))
	}
	if err != nil {
		return nil, err
	}
	kind := page.Trimmed(fields, "type")
	sized := slices.ContainsFunc([]string{"duration_minutes", "distance_km", "load", "structure", "workout"}, func(key string) bool {
		return set[key] != nil
	})
	if kind != rest && !sized {
		return nil, &page.InWords{Field: "duration_minutes", Err: training.Errorf(training.KindInvalid, "The session has no duration, "+
			"distance, load or steps.").
			WithFix("Enter a duration, a distance, a load or steps.")}
	}
	if sport := page.Trimmed(fields, "sport"); sport != "" && kind != rest {
		set["sport"] = sport
	}
	for _, t := range sessionTypes(p, kind) {
		if t[0] == kind && set["name"] == nil {
			set["name"] = t[1]
		}
	}
	return []page.Args{{"op": "add", "week": n, "day": page.Trimmed(fields, "day"), "fields": set}}, err
}

// sessionKeys returns the fields of a session that a form sets.
func sessionKeys() []string {
	return []string{"type", "name", "duration_minutes", "distance_km", "load", "structure", "description", "workout"}
}

// weekAnchor returns the anchor of a week on the page.
func weekAnchor(number string) string { return "week-" + number }

func weekNumber(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, training.Errorf(training.KindInvalid, "%q is not a week number.", text).WithFix("Enter the number of a week in the "+
			"plan.").
			Of("week", "Enter the number of a week in the plan.")
	}
	return n, nil
}

// planStretch holds the part of the active plan in a range of days.
type planStretch struct {
	id       string
	weeks    map[training.Day]plan.AdherenceWeek // its weeks, by their first day
	sessions []entry                             // sessions that are not in the calendar
	cut      bool                                // there are more
}

// onlyPlanned returns the sessions of the active plan that are not in the
// calendar, as events; it returns none without a plan.
func onlyPlanned(ctx context.Context, p *page.Page, rng string) planStretch {
	a := page.Ask[plan.AdherenceView](ctx, p, "check_training_plan", page.Args{"range": rng})
	out := planStretch{id: a.V.PlanID, cut: a.V.Cut, weeks: map[training.Day]plan.AdherenceWeek{}}
	for _, w := range a.V.Weeks {
		out.weeks[w.Start] = w
	}
	for _, s := range a.V.Sessions {
		if s.Event == "" && s.Status != views.Rest && s.Status != views.Deleted {
			out.sessions = append(out.sessions, entry{plan: "/plan?weeks=all#" + SessionAnchor(s.ID), Event: page.Event{
				ID: s.ID, Day: s.Day, Name: s.Name, Sport: s.Sport, Status: s.Status, Planned: s.Planned, Done: s.Done,
				Compliance: s.Compliance,
			}})
		}
	}
	return out
}

// SessionAnchor returns the anchor of a session on the plan's page.
func SessionAnchor(id string) string { return "session-" + url.PathEscape(id) }

// week returns the plan's week that contains a day; its number is 0 outside the
// plan.
func (s planStretch) week(d training.Day) plan.AdherenceWeek {
	for back := range training.Day(7) {
		if w, ok := s.weeks[d-back]; ok {
			return w
		}
	}
	return plan.AdherenceWeek{}
}

// dayHandle returns the attributes that identify a day to the script: its date
// and its place in the plan.
func (v *calendarView) dayHandle(d training.Day) templ.Attributes {
	out := templ.Attributes{"data-day": d.String()}
	if w := v.plan.week(d); w.Number > 0 {
		out["data-week"], out["data-weekday"] = strconv.Itoa(w.Number), d.Weekday().String()
	}
	return out
}

// cardLoad returns the load of an entry, done or else planned; none if the
// metric is already load.
func cardLoad(p *page.Page, e entry, metric string) page.Measure {
	if metric == "load" {
		return page.Measure{}
	}
	return p.Number("load", page.NonZero(cmp.Or(page.Or(e.Done).Load, page.Or(e.Planned).Load)))
}

// bar is a step in a drawing of 100 by 12 units.
type bar struct{ x, y, width, height string }

// The units of the drawing, and the percentage of a threshold that fills it.
const (
	drawnWidth, drawnHeight = 100, 12
	fullPct                 = 130
	unknownPct              = 50 // percentage for a step that has none
)

// stepBars returns the steps of a session as bars: width is duration, height is
// intensity. It returns none if the steps mix time and distance.
func stepBars(s *workouts.WorkoutSteps) (out []bar) {
	if s == nil {
		return nil
	}
	repeated := len(s.Block) > 0
	if len(s.Target) != len(s.Length) || repeated && (len(s.Block) != len(s.Length) || len(s.Times) != len(s.Length)) {
		return nil
	}
	var long, shares []float64
	all, unit := 0.0, ""
	for i := 0; i < len(s.Length); {
		end, times := i+1, 1
		if repeated {
			times = max(1, s.Times[i])
		}
		for end < len(s.Block) && s.Block[end] == s.Block[i] {
			end++
		}
		for range times {
			for k := i; k < end; k++ {
				length, of := stepLength(string(s.Length[k]))
				if length <= 0 || len(long) > drawnWidth || unit != "" && of != unit {
					return nil
				}
				unit, long, shares, all = of, append(long, length), append(shares, targetShare(string(s.Target[k]))), all+length
			}
		}
		i = end
	}
	x := 0.0
	text := func(f float64) string { return strconv.FormatFloat(f, 'f', 2, 64) }
	for i, length := range long {
		width, height := length/all*drawnWidth, math.Min(shares[i]/fullPct, 1)*drawnHeight
		out = append(out, bar{text(x), text(drawnHeight - height), text(width), text(height)})
		x += width
	}
	return out
}

// stepLength parses 4:00, 1:04:00 and 400 m; any other length is 0.
func stepLength(text string) (length float64, unit string) {
	if way, of, ok := strings.Cut(text, " "); ok {
		length, err := strconv.ParseFloat(way, 64)
		if err != nil || of != "m" && of != "km" {
			return 0, ""
		}
		return length, of
	}
	if !strings.Contains(text, ":") {
		return 0, ""
	}
	for part := range strings.SplitSeq(text, ":") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return 0, ""
		}
		length = length*60 + float64(n)
	}
	return length, "s"
}

var percents = textclean.LazyRegexp(`(\d+(?:\.\d+)?)(?:–(\d+(?:\.\d+)?))? %`)

// targetShare returns the middle of the percentages in a target.
func targetShare(target string) float64 {
	m := percents.Get().FindStringSubmatch(target)
	if m == nil {
		return unknownPct
	}
	low, _ := strconv.ParseFloat(m[1], 64)
	if m[2] == "" {
		return low
	}
	high, _ := strconv.ParseFloat(m[2], 64)
	return (low + high) / 2
}
