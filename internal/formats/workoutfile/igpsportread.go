package workoutfile

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// ReadIGPSport reads a workout in the service's form or as sent to the service,
// with or without the envelope. The losses list what is not read.
func ReadIGPSport(data []byte) (workout.Workout, []workout.Loss, error) {
	v, err := decode(data)
	if err != nil {
		return workout.Workout{}, nil, err
	}
	m, _ := v.(map[string]any)
	o := object(m)
	if inner := o.object("data"); inner != nil && o["structure"] == nil {
		o = inner
	}
	list := o.list("structure")
	if len(list) == 0 {
		return workout.Workout{}, nil, training.Errorf(training.KindInvalid, "The JSON contains no iGPSport workout.").
			WithFix("Give an object with title and structure.")
	}
	r := &igpsportReader{unknown: map[string]bool{}}
	r.sport = r.sportOf(o)
	w := workout.Workout{Name: o.word("title"), Notes: o.word("description"), Sport: r.sport}
	r.others(o, workoutFields)
	w.Steps = r.steps(list, 1)
	if err := training.CheckSteps(w.Steps); err != nil {
		return workout.Workout{}, nil, err
	}
	if len(w.Steps) == 0 {
		return workout.Workout{}, nil, training.Errorf(training.KindInvalid, "The workout's structure contains no steps.").
			WithFix("Its items must be of type Step or Repetition.")
	}
	return w, r.losses.All(), nil
}

type igpsportReader struct {
	losses  workout.Losses
	unknown map[string]bool
	sport   training.Sport
	// step is the number of the step being read.
	step int
}

func (r *igpsportReader) lose(what, instead i18n.Sentence) {
	r.losses.Read(r.step, what, instead)
}

// workoutFields and itemFields list the fields that are read or have no meaning for
// a workout.
var (
	workoutFields = []string{
		"title", "description", "workoutType", "sportBigType", "structure", "totalTime", "allowDeletion", "fromTP", "isOfficial",
		"id", "workoutId", "memberId", "createTime", "createTimestamp", "updateTime", "iconPath", "img",
	}
	itemFields = []string{
		"type", "name", "intensityClass", "uuid", "id", "openDuration", "length", "intensityTarget", "cadenceTarget", "note", "steps",
	}
)

// maxUnknown is the maximum number of unread fields that are reported.
const maxUnknown = 20

// others adds a loss, once, for each unread field with a value.
func (r *igpsportReader) others(o object, known []string) {
	for _, key := range slices.Sorted(maps.Keys(o)) {
		if slices.Contains(known, key) || r.unknown[key] || len(r.unknown) >= maxUnknown || empty(o[key]) {
			continue
		}
		r.unknown[key] = true
		r.losses.Read(0, i18n.Sentencef("the field %q", textclean.Line(key, i18n.MostQuoted)), "it is not read")
	}
}

func empty(v any) bool {
	switch x := v.(type) {
	case nil:
		return true
	case bool:
		return !x
	case string:
		return x == ""
	case []any:
		return len(x) == 0
	case map[string]any:
		return len(x) == 0
	}
	n, _ := igpsportNumber(v)
	return n == 0
}

func (r *igpsportReader) sportOf(o object) training.Sport {
	if s, ok := training.ParseSport(o.word("workoutType")); ok {
		return s
	}
	switch n, _ := o.number("sportBigType"); n {
	case 1:
		return training.Cycling
	case 2:
		return training.Running
	}
	r.lose("the workout names no known sport", "it has none")
	return ""
}

func (r *igpsportReader) steps(list []any, depth int) []training.WorkoutStep {
	var out []training.WorkoutStep
	for _, v := range list {
		m, ok := opened(v).(map[string]any)
		o := object(m)
		switch kind := o.word("type"); {
		case !ok:
			r.lose("an item is not an object", workout.LeftOut)
			continue
		case len(out) > training.MaxWorkoutSteps: // more items would not make it valid again
			return out
		case strings.EqualFold(kind, typeRepeat):
			if s, ok := r.repeat(o, depth); ok {
				out = append(out, s)
			}
		case strings.EqualFold(kind, typeStep):
			r.step++
			r.others(o, itemFields)
			out = append(out, r.single(o))
		default:
			r.lose(i18n.Sentencef("an item of the type %q", textclean.Line(kind, i18n.MostQuoted)), workout.LeftOut)
		}
	}
	return out
}

func (r *igpsportReader) repeat(o object, depth int) (training.WorkoutStep, bool) {
	s := training.WorkoutStep{Kind: training.StepRepeat, Count: 1}
	if depth > training.MaxStepDepth+1 {
		r.lose("a repeat is nested too deep", workout.LeftOut)
		return s, false
	}
	s.Steps = r.steps(o.list("steps"), depth+1)
	if len(s.Steps) == 0 { // the service returns a nested repeat in this way
		r.lose("a repeat has no steps", workout.LeftOut)
		return s, false
	}
	r.step++
	r.others(o, itemFields)
	if name := o.word("name"); name != nameRepeat {
		s.Text = name
	}
	n, _ := o.object("length").number("value")
	if s.Count = int(min(n, training.MaxWorkoutSteps+1)); s.Count < 1 || n != math.Trunc(n) {
		r.lose("the repeat has no valid count", "it is done once")
		s.Count = 1
	}
	if o.word("note") != "" {
		r.lose("the note of the repeat", workout.LeftOut)
	}
	return s, true
}

func (r *igpsportReader) single(o object) training.WorkoutStep {
	s := training.WorkoutStep{Text: o.word("name")}
	for kind, class := range classes {
		if strings.EqualFold(o.word("intensityClass"), class) {
			s.Kind = kind
		}
	}
	if s.Kind == "" && o.word("intensityClass") != "" {
		r.lose(i18n.Sentencef("the intensity %q", textclean.Line(o.word("intensityClass"), i18n.MostQuoted)), workout.LeftOut)
	}
	if _, name := class(s.Kind); s.Text == name {
		s.Text = ""
	}
	r.length(o, &s)
	for _, key := range []string{"intensityTarget", "cadenceTarget"} {
		if in := o.object(key); in != nil {
			r.target(in, &s)
		} else if !empty(o[key]) {
			r.lose(i18n.Sentencef("the %s", key), workout.LeftOut)
		}
	}
	if note := o.word("note"); note != "" {
		s.Cues = []training.StepCue{{Text: note}}
	}
	return s
}

var classes = map[training.StepKind]string{
	training.StepWarmup: classWarmUp, training.StepWork: classActive, training.StepRest: classRest, training.StepCooldown: classCoolDown,
}

// length reads the length of a step. A step without a length is open.
func (r *igpsportReader) length(o object, s *training.WorkoutStep) {
	in := o.object("length")
	x, ok := in.number("value")
	if open := o["openDuration"]; open == true || strings.EqualFold(o.word("openDuration"), "true") {
		s.Open = true
		return
	}
	into := map[string]*float64{
		strings.ToLower(unitSecond): &s.DurationS, strings.ToLower(unitMeter): &s.DistanceM, strings.ToLower(unitKcal): &s.CaloriesKcal,
	}[strings.ToLower(in.word("unit"))]
	if into == nil || !ok || !(x > 0 && x <= maxAmount) {
		r.lose("the length of the step is not known", "it lasts until the lap button")
		s.Open = true
		return
	}
	*into = x
}

// maxAmount limits lengths and targets.
const maxAmount = 1e6

// target reads a target of a step.
func (r *igpsportReader) target(o object, s *training.WorkoutStep) {
	unit := o.word("unit")
	low, _ := o.number("minValue")
	high, _ := o.number("maxValue")
	value, _ := o.number("value")
	if low == 0 && high == 0 {
		low, high = value, value
	}
	if unit == "" || strings.EqualFold(unit, unitNone) {
		return
	}
	t, scale := r.unit(unit)
	t.Low, t.High = low/scale, high/scale
	if high > 0 && low > high {
		t.Low, t.High = t.High, t.Low
		r.lose(i18n.Sentencef("the target goes from %g to %g", low, high), "it is read as a range, the lower bound first")
	}
	if t.Of == "" || !t.Sound() {
		r.lose(i18n.Sentencef("the target of %g, %g, %g in %q", value, low, high, textclean.Line(unit, i18n.MostQuoted)), workout.LeftOut)
		return
	}
	if _, twice := s.Target(t.Of); twice {
		r.lose(i18n.Sentencef("a second %s target", string(t.Of)), workout.LeftOut)
		return
	}
	s.Targets = append(s.Targets, t)
}

// unit returns a target without bounds for a unit of the service, and the divisor of its
// numbers. Clients write units in upper or lower case.
func (r *igpsportReader) unit(unit string) (t training.StepTarget, scale float64) {
	switch strings.ToLower(unit) {
	case strings.ToLower(unitPowerZone):
		return training.StepTarget{Of: training.TargetPower, Unit: training.TargetZone}, 1
	case strings.ToLower(unitPower):
		return training.StepTarget{Of: training.TargetPower, Unit: training.TargetW}, 1
	case strings.ToLower(unitPercentFTP):
		return training.StepTarget{Of: training.TargetPower, Unit: training.TargetFTP}, 1
	case strings.ToLower(unitHRZone):
		return training.StepTarget{Of: training.TargetHR, Unit: training.TargetZone}, 1
	case strings.ToLower(unitHR):
		return training.StepTarget{Of: training.TargetHR, Unit: training.TargetBpm}, 1
	case strings.ToLower(unitCadence):
		return training.StepTarget{Of: training.TargetCadence, Unit: training.TargetRPM}, 1
	case strings.ToLower(unitSpeed):
		if r.sport == training.Running {
			return training.StepTarget{Of: training.TargetPace, Unit: training.TargetMPS}, mmPerM
		}
		return training.StepTarget{Of: training.TargetSpeed, Unit: training.TargetMPS}, mmPerM
	}
	return training.StepTarget{}, 1
}

// maxBytes limits the input: a workout has a few hundred bytes per step.
const maxBytes = 1 << 20

// decode decodes JSON and keeps numbers as written.
func decode(data []byte) (any, error) {
	if len(data) > maxBytes {
		return nil, training.Errorf(training.KindTooLarge, "The workout is larger than %d KB.", maxBytes>>10).
			WithFix("Repeat steps instead of writing them out.")
	}
	v, err := one(string(data))
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "The workout is not JSON: %w.", err).WithFix("Give a JSON object.")
	}
	return opened(v), nil
}

var errMore = errors.New("more text follows its end")

// one decodes a single value and rejects anything after it.
func one(text string) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err = d.Decode(&v); err != nil {
		return nil, err
	}
	if _, more := d.Token(); !errors.Is(more, io.EOF) {
		return nil, errMore
	}
	return v, nil
}

// opened returns the value in a text that is itself JSON, or else v.
func opened(v any) any {
	if text, ok := workout.JSONText(v); ok {
		if inner, err := one(text); err == nil {
			return inner
		}
	}
	return v
}

// object is a JSON object whose members are read one by one, so that only a member
// of the wrong type is lost.
type object map[string]any

func (o object) word(key string) string {
	s, _ := o[key].(string)
	return strings.TrimSpace(s)
}

// number returns a finite number, even if it is written as text, or false for
// anything else.
func (o object) number(key string) (float64, bool) { return igpsportNumber(o[key]) }

func igpsportNumber(v any) (float64, bool) {
	var text string
	switch x := v.(type) {
	case json.Number:
		text = x.String()
	case string:
		if text = strings.TrimSpace(x); strings.Trim(text, "0123456789.eE+-") != "" {
			return 0, false
		}
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

func (o object) object(key string) object {
	m, _ := opened(o[key]).(map[string]any)
	return m
}

func (o object) list(key string) []any {
	l, _ := opened(o[key]).([]any)
	return l
}
