package workoutfile

import (
	"bytes"
	"encoding/xml"
	"math"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// element is a block as it is written.
type element struct {
	name  string
	attrs []attr
	texts []text
}

type attr struct{ name, value string }

func (e *element) add(name string, x float64) { e.attrs = append(e.attrs, attr{name, number(x)}) }

// number is as short as it is exact to a millionth.
func number(x float64) string { return workout.Decimals(x, 6) }

// aim writes a band with its middle beside it: some programs know the one
// alone and take a step without it for one of 0 W.
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
		t.at += from
		e.texts = append(e.texts, t)
	}
}

// element is the block of a part. A ramp goes from PowerLow to PowerHigh,
// also where that is down.
func (p part) element(w *writer) element {
	const usual = 8
	e := element{name: p.tag, attrs: make([]attr, 0, usual), texts: p.texts}
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
		e.attrs = append(e.attrs, attr{"show_avg", "1"})
	}
	if w.run && p.power.Of != "" {
		e.attrs = append(e.attrs, attr{"pace", nearestThreshold})
	}
	return e
}

// full is what a share of 1 is of.
func (w *writer) full() (value float64, lacks string) {
	if w.run {
		return w.day.Thresholds.ThresholdMPS, efforts.LacksThresholdPace
	}
	return w.day.Thresholds.FTPW, efforts.LacksFTP
}

// document is the whole file.
func (w *writer) document(of *workout.Workout) []byte {
	var b bytes.Buffer
	b.WriteString("<workout_file>\n")
	leaf(&b, "author", author)
	leaf(&b, "name", of.Name)
	leaf(&b, "description", of.Notes)
	sport := "bike"
	if w.run {
		sport = "run"
	}
	leaf(&b, "sportType", sport)
	if w.byDistance {
		leaf(&b, "durationType", "distance")
	}
	b.WriteString("  <tags/>\n  <workout>\n")
	for i := range w.blocks {
		w.blocks[i].write(&b)
	}
	b.WriteString("  </workout>\n</workout_file>\n")
	return b.Bytes()
}

func leaf(b *bytes.Buffer, name, value string) {
	b.WriteString("  <" + name + ">")
	escape(b, value)
	b.WriteString("</" + name + ">\n")
}

// escape writes text into a buffer, where nothing can fail.
func escape(b *bytes.Buffer, s string) { _ = xml.EscapeText(b, []byte(s)) }

func (e *element) write(b *bytes.Buffer) {
	put := func(parts ...string) {
		for _, s := range parts {
			b.WriteString(s)
		}
	}
	put("    <", e.name)
	for _, a := range e.attrs {
		put(" ", a.name, `="`, a.value, `"`)
	}
	if len(e.texts) == 0 {
		put("/>\n")
		return
	}
	put(">\n")
	for _, t := range e.texts {
		place := "timeoffset"
		if t.byDistance {
			place = "distoffset"
		}
		put("      <textevent ", place, `="`, number(t.at), `"`)
		if t.forS > 0 {
			put(` duration="`, number(t.forS), `"`)
		}
		put(` message="`)
		escape(b, t.message)
		put("\"/>\n")
	}
	put("    </", e.name, ">\n")
}
