package plan

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// ThresholdsOn returns an athlete's thresholds in a sport on a day.
type ThresholdsOn func(s training.Sport, day training.Day) training.Thresholds

// AsTemplate returns the text of a plan, or of its weeks from one to another, without dates, and with
// its targets in per cent of the thresholds that applied on their days. A to of 0 means the last
// week. A target whose threshold is not known stays as it is.
func AsTemplate(text string, from, to int, on ThresholdsOn) (string, error) {
	doc, err := ReadYAML(text)
	if err != nil {
		return "", refused(err)
	}
	p, problems := read(doc)
	if !Sound(problems) {
		return "", training.Errorf(training.KindInvalid, "The plan has problems, so it cannot become a template: %s", firstOf(problems)).
			WithFix("Correct them first.")
	}
	if to == 0 {
		to = math.MaxInt
	}
	if from > to || !slices.ContainsFunc(p.Weeks, func(w Week) bool { return from <= w.Number && w.Number <= to }) {
		return "", training.Errorf(training.KindNotFound, "The plan has no weeks from %d on.", from).
			WithFix("Give weeks of the plan, such as 3-6.")
	}
	for s := range p.Sessions {
		s.relate(doc.At(s.path()), on)
	}
	drop(doc.Root, keyPlanStart, "plan_end_date", "created_date", keyTemplate, keyPhases)
	drop(of(doc.Root, keyRace), keyDate)
	weeks := of(doc.Root, keyWeeks)
	kept := []*yaml.Node{}
	for i := range p.Weeks {
		w := &p.Weeks[i]
		if n := weeks.Content[w.path[1].(int)]; from <= w.Number &&
			w.Number <= to { //nolint:errcheck,forcetypeassert // a path has a key and an index
			drop(n, keyWeekStart)
			put(n, keyWeek, Literal(strconv.Itoa(len(kept)+1)))
			kept = append(kept, n)
		}
	}
	weeks.Content = kept
	put(doc.Root, keyTemplate, Literal("true"))
	each(doc.Root, impersonal)
	return dump(doc.Root), nil
}

// VerdictHeading and RulesHeading begin the two parts of the comment above a generated plan. The first
// is about the athlete.
const (
	VerdictHeading = "Verdict:"
	RulesHeading   = "The rules, with their sources:"
)

// impersonal removes the comments that the program wrote about the athlete: the verdict of a generated plan
// and why a session was eased. A template can be given to others. Comments by people stay.
func impersonal(n *yaml.Node) {
	for _, c := range []*string{&n.HeadComment, &n.LineComment, &n.FootComment} {
		var kept []string
		inVerdict := false
		for line := range strings.Lines(*c) {
			said := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "#"))
			inVerdict = inVerdict && said != RulesHeading || strings.HasPrefix(said, VerdictHeading)
			if !inVerdict && !strings.Contains(said, easedMark) {
				kept = append(kept, line)
			}
		}
		*c = strings.Join(kept, "")
	}
}

func firstOf(problems []Problem) Problem {
	return problems[slices.IndexFunc(problems, func(p Problem) bool { return !p.Warning })]
}

// relate makes a session independent of its date and of the athlete's thresholds.
func (s *Session) relate(n *yaml.Node, on ThresholdsOn) {
	if s.Day != 0 {
		put(n, keyDay, YAMLText(s.Day.Weekday().String()))
	}
	drop(n, keyDate, keyID)
	day := efforts.Day{Sport: s.Sport, Thresholds: on(s.Sport, s.Day)}
	switch {
	case s.Workout != "":
		if steps, changed := inPercent(s.Steps, day); changed {
			if text, losses := steptext.Write(&workout.Workout{Sport: s.Sport, Steps: steps}); len(losses) == 0 {
				put(n, keyWorkout, YAMLText(text))
			}
		}
	case s.PaceSPerKm > 0 && day.Thresholds.ThresholdMPS > 0:
		slow, fast := max(s.PaceSPerKm, s.PaceToSPerKm), s.PaceSPerKm
		if s.PaceToSPerKm > 0 {
			fast = min(s.PaceSPerKm, s.PaceToSPerKm)
		}
		percent := func(pace float64) int { return int(math.Round(100 * 1000 / pace / day.Thresholds.ThresholdMPS)) }
		long := fmt.Sprintf("%dm", int(math.Round(s.DurationS/60)))
		if s.DistanceKm > 0 {
			long = workout.Decimals(s.DistanceKm, 2) + "km"
		}
		put(n, keyWorkout, YAMLText(fmt.Sprintf("- %s %d-%d%% Pace\n", long, percent(slow), percent(fast))))
		drop(n, keyPace)
	}
}

// inPercent returns steps with targets in per cent, and reports whether any has changed.
func inPercent(steps []training.WorkoutStep, day efforts.Day) (out []training.WorkoutStep, changed bool) {
	out = slices.Clone(steps)
	for i := range out {
		s := &out[i]
		if s.Kind == training.StepRepeat {
			inner, did := inPercent(s.Steps, day)
			s.Steps, changed = inner, changed || did
			continue
		}
		s.Targets = slices.Clone(s.Targets)
		for j, t := range s.Targets {
			if r, ok := percentOf(t, day, i+1); ok {
				s.Targets[j], changed = r, true
			}
		}
	}
	return out, changed
}

// percentOf returns a target in W, bpm or a pace as whole per cent of its threshold.
func percentOf(t training.StepTarget, day efforts.Day, step int) (training.StepTarget, bool) {
	unit := map[training.TargetUnit]training.TargetUnit{
		training.TargetW: training.TargetFTP, training.TargetMPS: training.TargetPacePct, training.TargetBpm: training.TargetLTHR,
	}[t.Unit]
	switch unit {
	case "":
		return t, false
	case training.TargetLTHR:
		if day.Thresholds.LTHRBpm == 0 {
			return t, false
		}
		t.Unit, t.Low, t.High = unit, 100*t.Low/day.Thresholds.LTHRBpm, 100*t.High/day.Thresholds.LTHRBpm
	default:
		var err error
		if t, err = workout.Percent(day, step, t, unit); err != nil {
			return t, false
		}
	}
	t.Low, t.High = math.Round(t.Low), math.Round(t.High)
	return t, true
}

// FromTemplate returns the text of a plan or a template as a plan that starts in the week of a day, or, if
// race is set, whose race is on that day. The race must be on the same weekday as in the template.
func FromTemplate(text, name string, start, race training.Day, on ThresholdsOn) (string, error) {
	text, err := AsTemplate(text, 0, 0, on)
	if err != nil {
		return "", err
	}
	doc, err := ReadYAML(text)
	if err != nil {
		return "", refused(err)
	}
	week, in := raceOf(doc)
	if race != 0 {
		if week == 0 {
			return "", training.Errorf(training.KindInvalid, "The template has no race.").WithFix("Give the day on which it starts.")
		}
		if start = race.WeekStart(time.Monday) - training.Day(7*(week-1)); start+training.Day(7*(week-1)+in) != race {
			return "", training.Errorf(training.KindInvalid, "The race of the template is on a %s, and %s is a %s.",
				(start + training.Day(in)).Weekday().String(), race, race.Weekday().String()).
				WithFix("Give a day with the same weekday, or create a plan for the race.")
		}
	}
	start = start.WeekStart(time.Monday)
	drop(doc.Root, keyTemplate)
	put(doc.Root, keyPlanStart, Literal(start.String()))
	if name != "" {
		put(doc.Root, keyPlanName, YAMLText(name))
	}
	if r := of(doc.Root, keyRace); r != nil {
		if week == 0 {
			drop(doc.Root, keyRace)
		} else {
			put(r, keyDate, Literal((start + training.Day(7*(week-1)+in)).String()))
		}
	}
	return dump(doc.Root), nil
}

// raceOf returns the week of the last race of a template and its days from Monday, or 0 without a race.
func raceOf(doc *Doc) (week, in int) {
	p, _ := read(doc)
	for i := range p.Weeks {
		for j := range p.Weeks[i].Sessions {
			s := &p.Weeks[i].Sessions[j]
			n := doc.At(s.path())
			if d, ok := DayIn(of(n, keyDay).Value); ok && s.Type == RaceDay {
				week, in = p.Weeks[i].Number, d
			}
		}
	}
	return week, in
}

// drop removes keys of a mapping.
func drop(n *yaml.Node, keys ...string) {
	for _, key := range keys {
		if i := find(n, key); i >= 0 {
			n.Content = slices.Delete(n.Content, i, i+2)
		}
	}
}

// put sets a key of a mapping. The comments on its value stay.
func put(n *yaml.Node, key string, v *yaml.Node) {
	if i := find(n, key); i >= 0 {
		v.HeadComment, v.LineComment, v.FootComment = n.Content[i+1].HeadComment, n.Content[i+1].LineComment, n.Content[i+1].FootComment
		n.Content[i+1] = v
		return
	}
	add(n, key, v)
}
