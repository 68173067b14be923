package workoutfile

import (
	"encoding/xml"
	"fmt"
	"math"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// author is the author that Zwift shows for the workouts.
const author = "Lapkeep"

// WriteZWO writes a workout of cycling or running. Power in watts, power zones and
// paces are converted to fractions, using the thresholds of the day.
func WriteZWO(w *workout.Workout, day efforts.Day) ([]byte, []workout.Loss, error) {
	if err := workout.CheckWrite(w); err != nil {
		return nil, nil, err
	}
	out := writer{day: day}
	switch w.Sport {
	case training.Running:
		out.run = true
	case training.Cycling, "":
	default:
		return nil, nil, training.Errorf(training.KindUnsupported, "Zwift has only cycling and running workouts, and this one is for "+
			"%s.", w.Sport).
			WithFix("Write it as a FIT file.")
	}
	out.losses.Refined(w)
	if err := out.setLength(w.Steps); err != nil {
		return nil, nil, err
	}
	if _, err := out.steps(w.Steps, 1); err != nil {
		return nil, nil, err
	}
	data, err := out.document(w)
	return data, out.losses.All(), err
}

// writer makes blocks from steps.
type writer struct {
	day        efforts.Day
	run        bool
	byDistance bool
	blocks     []element
	losses     workout.Losses
}

// setLength sets whether the whole file is in metres or in seconds: metres if a
// run has only distances.
func (w *writer) setLength(steps []training.WorkoutStep) error {
	var timed, far int // number of the first step of each kind
	numbers := training.StepNumbers(steps)
	for i, s := range training.WrittenOut(steps) {
		switch {
		case s.DistanceM > 0 && far == 0:
			far = numbers[i]
		case s.DurationS > 0 && s.DistanceM == 0 && timed == 0:
			timed = numbers[i]
		case s.DurationS+s.DistanceM == 0:
			return w.endless(&s, numbers[i])
		}
	}
	switch {
	case far > 0 && !w.run:
		return training.Errorf(training.KindUnsupported, "Step %d is given as a distance, but a ride in Zwift uses times.", far).
			WithFix("Give it a duration, or write a FIT file.")
	case far > 0 && timed > 0:
		return training.Errorf(training.KindUnsupported,
			"Step %d is given as a distance and step %d as a time, but a Zwift file can use only one of them.", far, timed).
			WithFix("Give every step a distance or every step a duration, or write a FIT file.")
	}
	w.byDistance = far > 0
	return nil
}

func (w *writer) endless(s *training.WorkoutStep, number int) error {
	until := "ends when the athlete ends it"
	if s.CaloriesKcal > 0 {
		until = fmt.Sprintf("lasts for %g kcal", s.CaloriesKcal)
	}
	return training.Errorf(training.KindUnsupported, "Step %d %s, but a step in Zwift needs a time.", number, until).
		WithFix("Give it a duration, or write a FIT file.")
}

// steps writes steps numbered from next on, and returns the number after them.
func (w *writer) steps(steps []training.WorkoutStep, next int) (int, error) {
	for i := range steps {
		s := &steps[i]
		var err error
		if s.Kind == training.StepRepeat {
			next, err = w.repeat(s, next)
		} else {
			err = w.single(s, next)
		}
		if err != nil {
			return 0, err
		}
		next++
	}
	return next, nil
}

// repeat writes a repeat of two plain steps as intervals, and any other step by step.
func (w *writer) repeat(s *training.WorkoutStep, next int) (after int, err error) {
	mark := w.losses.Mark()
	done, err := w.intervals(s, next)
	if done || err != nil {
		return next + len(s.Steps), err
	}
	w.losses.Forget(mark)
	err = w.losses.Times(s.Count, func() (err error) {
		after, err = w.steps(s.Steps, next)
		return err
	})
	if err != nil {
		return 0, err
	}
	w.losses.WrittenOut(after, s)
	return after, nil
}

// single writes a step by itself.
func (w *writer) single(s *training.WorkoutStep, number int) error {
	p, err := w.part(s, number)
	if err != nil {
		return err
	}
	if s.Kind != "" && p.tag != "Warmup" && p.tag != "Cooldown" {
		w.losses.Add(number, i18n.Sentencef("its kind (%s)", workout.KindWords(s.Kind)), workout.LeftOut)
	}
	w.blocks = append(w.blocks, p.element(w))
	if s.RestS <= 0 {
		return nil
	}
	pause := i18n.Sentencef("the pause of %g s after it", s.RestS)
	if w.byDistance {
		w.losses.Add(number, pause, workout.LeftOut)
		return nil
	}
	w.losses.Add(number, pause, "it is a separate step without a target")
	w.blocks = append(w.blocks, part{tag: "FreeRide", length: s.RestS}.element(w))
	return nil
}

// document is the XML of a file.
type document struct {
	XMLName      xml.Name  `xml:"workout_file"`
	Author       string    `xml:"author"`
	Name         string    `xml:"name"`
	Description  string    `xml:"description"`
	SportType    string    `xml:"sportType"`
	DurationType string    `xml:"durationType,omitempty"`
	Tags         string    `xml:"tags"`
	Blocks       []element `xml:"workout>block"` // each under its own name
}

// element is the XML of a block.
type element struct {
	XMLName xml.Name
	Attrs   []xml.Attr  `xml:",any,attr"`
	Texts   []textevent `xml:"textevent"`
}

type textevent struct {
	TimeOffset string `xml:"timeoffset,attr,omitempty"`
	DistOffset string `xml:"distoffset,attr,omitempty"`
	Duration   string `xml:"duration,attr,omitempty"`
	Message    string `xml:"message,attr"`
}

func named(name string) element { return element{XMLName: xml.Name{Local: name}} }

func (e *element) add(name string, x float64) { e.set(name, number(x)) }

func (e *element) set(name, value string) {
	e.Attrs = append(e.Attrs, xml.Attr{Name: xml.Name{Local: name}, Value: value})
}

// number returns a number with up to six decimals, without trailing zeros.
func number(x float64) string { return workout.Decimals(x, 6) }

// aim writes a range together with its middle, because some programs read only the
// middle, and treat a step without it as one of 0 W.
func (e *element) aim(one, low, high string, t training.StepTarget) {
	if t.Of == "" {
		return
	}
	if t.Ramp == "" {
		e.add(one, (t.Low+t.High)/200)
	}
	if t.Ramp != "" || t.Low != t.High {
		e.add(low, t.Low/100)
		e.add(high, t.High/100)
	}
}

func (e *element) cadence(t training.StepTarget) {
	if t.Of == "" {
		return
	}
	e.add("Cadence", math.Round((t.Low+t.High)/2))
	if t.Low != t.High {
		e.add("CadenceLow", t.Low)
		e.add("CadenceHigh", t.High)
	}
}

func (e *element) addTexts(texts []text, from float64) {
	for _, t := range texts {
		event := textevent{TimeOffset: number(t.at + from), Message: t.message}
		if t.byDistance {
			event.TimeOffset, event.DistOffset = "", event.TimeOffset
		}
		if t.forS > 0 {
			event.Duration = number(t.forS)
		}
		e.Texts = append(e.Texts, event)
	}
}

// element returns the block of a part. A ramp goes from PowerLow to PowerHigh, even
// if it goes down.
func (p part) element(w *writer) element {
	e := named(p.tag)
	e.add("Duration", p.length)
	if p.tag == steady {
		e.aim("Power", "PowerLow", "PowerHigh", p.power)
	} else if p.power.Of != "" {
		from, to := p.power.Ends()
		e.add("PowerLow", from/100)
		e.add("PowerHigh", to/100)
	}
	e.cadence(p.cadence)
	if p.showAvg {
		e.set("show_avg", "1")
	}
	if w.run && p.power.Of != "" {
		e.set("pace", nearestThreshold)
	}
	e.addTexts(p.texts, 0)
	return e
}

// document returns the whole file.
func (w *writer) document(of *workout.Workout) ([]byte, error) {
	d := document{Author: author, Name: of.Name, Description: of.Notes, SportType: "bike", Blocks: w.blocks}
	if w.run {
		d.SportType = "run"
	}
	if w.byDistance {
		d.DurationType = "distance"
	}
	b, err := xml.MarshalIndent(&d, "", "  ")
	if err != nil {
		return nil, err
	}
	return append(hollow.Get().ReplaceAll(b, []byte("$1/>")), '\n'), nil
}

// hollow matches an element with only attributes, or the element tags without content.
// Zwift writes these as a single self-closing tag, which encoding/xml cannot do.
var hollow = textclean.LazyRegexp(`("|<tags)></\w+>`)
