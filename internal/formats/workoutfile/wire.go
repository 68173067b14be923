package workoutfile

import (
	"cmp"
	"encoding/json"
	"strings"
	"unicode/utf16"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// request is the service's request to create a workout, or to change one if data
// contains its id.
type request struct {
	Data native `json:"data"`
}

type native struct {
	Title         string `json:"title"`
	Description   string `json:"description"`
	TotalTimeS    int64  `json:"totalTime"`
	WorkoutType   string `json:"workoutType"`
	SportBigType  int    `json:"sportBigType"`
	AllowDeletion bool   `json:"allowDeletion"`
	FromTP        bool   `json:"fromTP"`
	Structure     []item `json:"structure"`
}

// item is a step, or a repeat with its steps.
type item struct {
	Type    string  `json:"type"`
	Name    string  `json:"name"`
	Class   string  `json:"intensityClass"`
	UUID    string  `json:"uuid"`
	Open    string  `json:"openDuration"` // the text "true" or "false"
	Length  *length `json:"length,omitempty"`
	Target  *target `json:"intensityTarget,omitempty"`
	Cadence *target `json:"cadenceTarget,omitempty"`
	Note    string  `json:"note,omitempty"`
	Steps   []item  `json:"steps,omitempty"`
}

type length struct {
	Unit  string  `json:"unit"`
	Value float64 `json:"value"`
}

// target holds a zone in Value, or 0 in Value and its bounds in the other fields.
type target struct {
	Unit  string `json:"unit"`
	Value *int   `json:"value,omitempty"`
	Min   *int   `json:"minValue,omitempty"`
	Max   *int   `json:"maxValue,omitempty"`
}

// The kinds of items.
const (
	typeStep   = "Step"
	typeRepeat = "Repetition"
)

// The classes of steps, with the names that unnamed steps get.
const (
	classWarmUp, nameWarmUp     = "WarmUp", "Warmup"
	classActive, nameActive     = "Active", "Work"
	classRest, nameRest         = "Rest", "Rest"
	classCoolDown, nameCoolDown = "CoolDown", "Cooldown"

	nameRepeat = "Set"
)

// The units of lengths.
const (
	unitSecond     = "Second"
	unitMeter      = "Meter"
	unitKcal       = "Kcal"
	unitRepetition = "Repetition"
)

// The units of targets. Speed is in mm/s. Percent of FTP is spelled in the way that
// three clients send it; igpsport-mcp's spelling has never been seen to work.
const (
	unitPowerZone  = "Power"
	unitPower      = "PowerCustom"
	unitPercentFTP = "PercentOfFTP"
	unitHRZone     = "HeartRate"
	unitHR         = "HeartRateCustom"
	unitSpeed      = "Speed"
	unitCadence    = "Cadence"
	unitNone       = "Active"
)

// The limits of the service as observed by its clients, in characters, and the
// number of zones on a device.
const (
	maxTitle       = 64
	maxDescription = 500
	maxName        = 64
	maxNote        = 30
	powerZones     = 7
	hrZones        = 5
)

// mmPerM is the number of the service's units of speed in 1 m/s.
const mmPerM = 1000

// WriteIGPSport returns the request for a workout, using the thresholds of the day.
// newID returns UUIDs, which become the ids of the steps. The losses list what the
// service cannot store. If a target needs a missing threshold, WriteIGPSport
// returns an error, because without that target it would be a different workout.
func WriteIGPSport(w *workout.Workout, day efforts.Day, newID func() string) ([]byte, []workout.Loss, error) {
	out := &igpsportWriter{day: day, newID: newID}
	kind, big, err := out.sport(w)
	if err != nil {
		return nil, nil, err
	}
	if err := training.CheckSteps(w.Steps); err != nil {
		return nil, nil, err
	}
	n := native{
		Title:       out.fit(0, "the name", textclean.Line(w.Name, maxText), maxTitle),
		Description: out.fit(0, "the notes", strings.TrimSpace(textclean.Text(w.Notes, maxText)), maxDescription),
		WorkoutType: kind, SportBigType: big, AllowDeletion: true,
	}
	switch {
	case n.Title == "":
		return nil, nil, training.Errorf(training.KindInvalid, "The workout has no name.").
			WithFix("Name it: iGPSport lists workouts by their names.")
	case len(w.Steps) == 0:
		return nil, nil, training.Errorf(training.KindInvalid, "The workout has no steps.").
			WithFix("Give it steps: iGPSport does not accept text-only workouts.")
	}
	n.Structure, n.TotalTimeS = out.list(w.Steps, 0)
	if out.err != nil {
		return nil, nil, out.err
	}
	b, err := json.Marshal(request{n})
	return b, out.losses.All(), err
}

// maxText limits the part of a text that is cleaned before it is cut.
const maxText = 10_000

type igpsportWriter struct {
	day    efforts.Day
	newID  func() string
	losses workout.Losses
	// step is the number of the step being written.
	step int
	err  error
}

// sport returns the service's word and number for the sport of a workout. A
// workout without a sport is a ride.
func (w *igpsportWriter) sport(of *workout.Workout) (kind string, big int, err error) {
	s := cmp.Or(of.Sport, w.day.Sport)
	if s == "" {
		w.lose(0, "the workout names no sport", "it is written as a ride")
		s = training.Cycling
	}
	return Sport(s)
}

// Sport returns the service's word and number for a sport, or an error if the
// service has no workouts for it.
func Sport(s training.Sport) (kind string, big int, err error) {
	switch s {
	case training.Cycling:
		return "bike", 1, nil
	case training.Running:
		return "run", 2, nil
	default:
		return "", 0, training.Errorf(training.KindUnsupported, "iGPSport does not accept workouts for %s.", string(s)).
			WithFix("It accepts only cycling and running workouts.")
	}
}

func (w *igpsportWriter) lose(step int, what, instead i18n.Sentence) {
	w.losses.Add(step, what, instead)
}

// fit cuts a text to the given number of characters, as the service presumably counts them,
// in UTF-16 units: a character beyond the first 65,536 of Unicode counts twice. If it cuts,
// it adds a loss.
func (w *igpsportWriter) fit(step int, what i18n.Word, s string, most int) string {
	if size(s) <= most {
		return s
	}
	n, kept := size(textclean.Ellipsis), 0
	for i, r := range s {
		if n += utf16.RuneLen(r); n > most {
			break
		}
		kept = i + len(string(r))
	}
	w.lose(step, i18n.Sentencef("%s has more than %d characters", what, most), "the rest is left out")
	return strings.TrimSpace(s[:kept]) + textclean.Ellipsis
}

func size(s string) (n int) {
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// list writes steps, and adds up their durations as the service does.
func (w *igpsportWriter) list(steps []training.WorkoutStep, depth int) (items []item, totalS int64) {
	items = make([]item, 0, len(steps))
	for i := range steps {
		s := &steps[i]
		if s.Kind != training.StepRepeat {
			w.step++
			written, t := w.single(s)
			items, totalS = append(items, written...), totalS+t
			continue
		}
		inner, t := w.list(s.Steps, depth+1)
		w.step++
		w.headed(s)
		totalS += int64(s.Count) * t
		if depth > 0 {
			items = append(items, w.writtenOut(s.Count, inner)...)
			continue
		}
		items = append(items, item{
			Type: typeRepeat, Name: w.fit(w.step, "the name", cmp.Or(textclean.Line(s.Text, maxText), nameRepeat), maxName), Class: classActive,
			UUID: w.newID(), Open: "false", Length: &length{unitRepetition, float64(s.Count)}, Steps: inner,
		})
	}
	return items, totalS
}

// writtenOut repeats the items of a nested repeat, which the service accepts
// but returns without its steps.
func (w *igpsportWriter) writtenOut(times int, inner []item) []item {
	w.lose(w.step, "it is a repeat within a repeat, which iGPSport loses",
		i18n.Sentencef("its steps are written out %s", i18n.Numbered(times, "time", "times")))
	out := inner
	for range times - 1 {
		for _, it := range inner {
			it.UUID = w.newID()
			out = append(out, it)
		}
	}
	return out
}

// headed adds the loss of a section.
func (w *igpsportWriter) headed(s *training.WorkoutStep) {
	if s.Section != "" {
		w.lose(w.step, i18n.Sentencef("the heading %q", textclean.Line(s.Section, i18n.MostQuoted)), workout.LeftOut)
	}
}

// single writes a step, and its rest as a separate step.
func (w *igpsportWriter) single(s *training.WorkoutStep) ([]item, int64) {
	it := item{Type: typeStep, UUID: w.newID(), Open: "false"}
	it.Class, it.Name = class(s.Kind)
	if text := textclean.Line(s.Text, maxText); text != "" {
		it.Name = w.fit(w.step, "the text", text, maxName)
	}
	w.headed(s)
	var totalS int64
	if it.Length, totalS = w.length(s); it.Length == nil {
		it.Open = "true"
	}
	w.note(s, &it, w.targets(s, &it))
	w.device(s)
	if s.RestS <= 0 {
		return []item{it}, totalS
	}
	w.lose(w.step, i18n.Sentencef("the rest of %s after it", i18n.Clock(s.RestS)), "it is a separate step")
	rest := item{Type: typeStep, Name: nameRest, Class: classRest, UUID: w.newID(), Open: "false", Length: &length{unitSecond, s.RestS}}
	return []item{it, rest}, totalS + int64(s.RestS)
}

func class(k training.StepKind) (class, name string) {
	switch k {
	case training.StepWarmup:
		return classWarmUp, nameWarmUp
	case training.StepRest:
		return classRest, nameRest
	case training.StepCooldown:
		return classCoolDown, nameCoolDown
	}
	return classActive, nameActive
}

// The rates at which igpsport-mcp estimates the time of a step without a duration: 8 m or a
// fifth of a kilocalorie per second, and at least a minute. Other clients do not count such
// steps; the service does not check the time.
const (
	minS     = 60
	mPerS    = 8
	sPerKcal = 5
)

// length returns the length of a step, or nil for an open one, and its seconds
// in the total.
func (w *igpsportWriter) length(s *training.WorkoutStep) (*length, int64) {
	said := make([]length, 0, 3)
	for _, l := range []length{{unitMeter, s.DistanceM}, {unitSecond, s.DurationS}, {unitKcal, s.CaloriesKcal}} {
		if l.Value > 0 {
			said = append(said, l)
		}
	}
	about := said
	if !s.Open && len(said) > 0 {
		about = said[1:]
	}
	for _, l := range about {
		w.lose(w.step, i18n.Sentencef("the approximate length of %g %s", l.Value, i18n.Word(strings.ToLower(l.Unit)+"s")), workout.LeftOut)
	}
	switch {
	case s.Open:
		return nil, minS
	case len(said) == 0:
		w.lose(w.step, "it has no length", "it lasts until the lap button")
		return nil, minS
	}
	l := said[0]
	switch l.Unit {
	case unitMeter:
		return &l, max(minS, int64(l.Value/mPerS))
	case unitKcal:
		return &l, max(minS, int64(l.Value*sPerKcal))
	}
	return &l, int64(l.Value)
}

// note sets the note to the first cue, or else to what the targets could not express.
func (w *igpsportWriter) note(s *training.WorkoutStep, it *item, unsaid []i18n.Sentence) {
	if s.MaxEffort {
		unsaid = append(unsaid, "all out")
	}
	if len(s.Cues) > 0 {
		c := s.Cues[0]
		it.Note = w.fit(w.step, "the cue", textclean.Line(c.Text, maxText), maxNote)
		if c.AtS > 0 || c.ForS > 0 {
			w.lose(w.step, "the time of the cue", "it is shown during the whole step")
		}
		for _, more := range s.Cues[1:] {
			w.lose(w.step, i18n.Sentencef("the cue %q", textclean.Line(more.Text, i18n.MostQuoted)), workout.LeftOut)
		}
	}
	for _, text := range unsaid {
		joined := strings.TrimPrefix(it.Note+", "+text.String(), ", ")
		if size(joined) > maxNote {
			w.lose(w.step, text, workout.LeftOut)
			continue
		}
		it.Note = joined
		w.lose(w.step, text, "the note contains it")
	}
}

// device adds losses for instructions that iGPSport's devices do not follow.
func (w *igpsportWriter) device(s *training.WorkoutStep) {
	if s.Free {
		w.lose(w.step, "free resistance", workout.LeftOut)
	}
	if s.HidePower || s.PowerShown != "" {
		w.lose(w.step, "how power is shown", workout.LeftOut)
	}
	if e := s.Exercise; e != nil {
		w.lose(w.step, i18n.Sentencef("the exercise of %s", i18n.Numbered(e.Sets, "set", "sets")), workout.LeftOut)
	}
}
