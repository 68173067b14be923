package dashboard

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"lapkeep/internal/training"
)

// planOps are the buttons of the forms of a plan.
const (
	opAdd     = "add"
	opPublish = "publish"
)

// sessionFields are what can be set of a session. A text that the tool cut is not
// among them: what it left out would be lost.
func (p *page) sessionFields(s planSession) (out []formField, cut bool) {
	out = []formField{
		{key: "name", title: p.say("Name"), value: s.Name},
		{key: "duration_minutes", title: p.say("Time, minutes"), value: minutes(s.Duration), number: "any"},
		{key: "distance_km", title: p.say("Distance, km"), value: s.Distance.String(), number: "any"},
		{key: "load", title: p.say("Load"), value: s.Load.String(), number: "any"},
	}
	for _, f := range []formField{
		{key: "structure", title: p.say("Structure"), value: s.Structure, long: true},
		{key: "description", title: p.say("Description"), value: s.Description, long: true},
		{key: "workout", title: p.say("Workout steps"), value: s.Workout, long: true},
	} {
		if uncut(f.value) {
			out = append(out, f)
		} else {
			cut = true
		}
	}
	return out, cut
}

// cutRunes is how much the tool shows of a text of a session.
const cutRunes = 600

func uncut(text string) bool { return utf8.RuneCountInString(text) < cutRunes }

// sessionTypes are the usual types of sessions, with that which one has.
func (p *page) sessionTypes(has string) [][2]string {
	out := [][2]string{
		{"easy", p.say("Easy")},
		{"workout", p.say("Workout")},
		{"long", p.say("Long")},
		{"recovery", p.say("Recovery")},
		{"endurance", p.say("Endurance")},
		{"tempo", p.say("Tempo")},
		{"threshold", p.say("Threshold")},
		{"intervals", p.say("Intervals")},
		{"strength", p.say("Strength")},
		{"cross_training", p.say("Cross training")},
		{"race", p.say("Race")},
		{"rest", p.say("Rest")},
	}
	if has != "" && !slices.ContainsFunc(out, func(t [2]string) bool { return t[0] == has }) {
		out = append(out, [2]string{has, clean(has)})
	}
	return out
}

// weekdayChoices are the days as the plan's text calls them, and as the page does.
func (p *page) weekdayChoices() (out [][2]string) {
	const monday day = 4 // 5 January 1970
	for d := range day(7) {
		out = append(out, [2]string{time.Weekday((d + 1) % 7).String(), p.weekday(monday + d)})
	}
	return out
}

// weekdayOf is the weekday of a date in a plan's text.
func weekdayOf(date string) string {
	d, err := training.ParseDay(date)
	if err != nil {
		return ""
	}
	return d.Weekday().String()
}

// text is what there is to do in a session, as it is copied.
func (s planSession) text() string {
	var parts []string
	for _, t := range []string{s.Structure, s.Description, s.Workout} {
		if t = strings.TrimSpace(t); t != "" {
			parts = append(parts, t)
		}
	}
	return prescription(strings.Join(parts, "\n\n"))
}

// editPlan reads the forms of the plan.
func editPlan(_ *page, fields url.Values) (deed, error) {
	id := trimmed(fields, "plan")
	back := ownAddress(fields.Get("back"), "/plan")
	if n, err := weekNumber(trimmed(fields, "week")); err == nil {
		back += "#" + weekAnchor(strconv.Itoa(n))
	}
	o := deed{tool: "edit_training_plan", then: same(back)}
	var ops []args
	var err error
	switch do := fields.Get("do"); do {
	case opSave:
		ops, err = saved(fields)
	case opRemove:
		ops = []args{{"op": "remove", "session": trimmed(fields, "session")}}
	case opAdd:
		ops, err = added(fields)
	case opPublish:
		return deed{tool: "apply_training_plan", in: args{"plan_id": id}, then: o.then}, nil
	default:
		err = training.Errorf(training.KindInvalid, "%q is nothing that can be done with a plan.", do).WithFix("Use the buttons of the page.")
	}
	o.in = args{"operations": ops}
	if id != "" {
		o.in["id"] = id
	}
	return o, err
}

// saved are the operations for what a form shows otherwise than it did.
func saved(fields url.Values) ([]args, error) {
	session := trimmed(fields, "session")
	var ops []args
	set, err := given(fields, sessionKeys(), changedIn(fields))
	if err != nil {
		return nil, err
	}
	if len(set) > 0 {
		ops = append(ops, args{"op": "set", "session": session, "fields": set})
	}
	day, week := trimmed(fields, "day"), trimmed(fields, "week")
	if day != trimmed(fields, before+"day") || week != trimmed(fields, before+"week") {
		n, err := weekNumber(week)
		if err != nil {
			return nil, err
		}
		ops = append(ops, args{"op": "move", "session": session, "day": day, "to_week": n})
	}
	if len(ops) == 0 {
		return nil, training.Errorf(training.KindInvalid, "Nothing would change.").WithFix("Change a field of the session, then save it.")
	}
	return ops, nil
}

// added is the operation that adds a session to a week.
func added(fields url.Values) ([]args, error) {
	n, err := weekNumber(trimmed(fields, "week"))
	if err != nil {
		return nil, err
	}
	set, err := given(fields, sessionKeys(), func(_, now string) (any, bool) { return now, now != "" })
	return []args{{"op": "add", "week": n, "day": trimmed(fields, "day"), "fields": set}}, err
}

// sessionKeys are the fields of a session that a form sets.
func sessionKeys() []string {
	return []string{"type", "name", "duration_minutes", "distance_km", "load", "structure", "description", "workout"}
}

// weekAnchor is where a week stands on the page.
func weekAnchor(number string) string { return "week-" + number }

func weekNumber(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, training.Errorf(training.KindInvalid, "%q is no number of a week.", text).WithFix("Give the number of a week of the plan.")
	}
	return n, nil
}
