package appletest

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"time"

	"lapkeep/test/archivetest/bodytest"
)

// document writes the XML by lines and counts its bytes.
type document struct {
	w       *bufio.Writer
	zone    *time.Location
	written int64
	line    []byte
	err     error
}

// flush ends a line.
func (d *document) flush() {
	d.line = append(d.line, '\n')
	n, err := d.w.Write(d.line)
	d.written += int64(n)
	if d.err == nil {
		d.err = err
	}
	d.line = d.line[:0]
}

func (d *document) text(s string) *document {
	d.line = append(d.line, s...)
	return d
}

func (d *document) attr(name, value string) *document {
	if value == "" {
		return d
	}
	d.line = append(append(append(d.line, ' '), name...), '=', '"')
	d.line = append(append(d.line, bodytest.Escape(value)...), '"')
	return d
}

// time writes an instant in the telephone's zone with its offset.
func (d *document) time(name string, t time.Time) *document {
	d.line = append(append(append(d.line, ' '), name...), '=', '"')
	d.line = append(t.In(d.zone).AppendFormat(d.line, "2006-01-02 15:04:05 -0700"), '"')
	return d
}

func (d *document) number(name string, v float64) *document {
	d.line = append(append(append(d.line, ' '), name...), '=', '"')
	d.line = append(strconv.AppendFloat(d.line, v, 'f', -1, 64), '"')
	return d
}

// by writes who wrote an element.
func (d *document) by(s *source) *document {
	return d.attr("sourceName", s.name).attr("sourceVersion", s.version).attr("device", s.device)
}

func (d *document) metadata(indent, key, value string) {
	d.text(indent+"<MetadataEntry").attr("key", key).attr("value", value).text("/>").flush()
}

const quantity = "HKQuantityTypeIdentifier"

// record opens a record and leaves its end to the caller.
func (d *document) record(kind, unit string, r reading, value string) *document {
	return d.text(" <Record").attr("type", kind).by(r.from).attr("unit", unit).
		time("creationDate", r.end.Add(time.Second)).time("startDate", r.start).time("endDate", r.end).attr("value", value)
}

func (d *document) records(kind, unit string, list []reading, scale float64) {
	slices.SortStableFunc(list, func(a, b reading) int { return a.start.Compare(b.start) })
	for _, r := range list {
		d.record(quantity+kind, unit, r, strconv.FormatFloat(r.value*scale, 'f', -1, 64)).text("/>").flush()
	}
}

// WriteXML writes the file of records in constant memory.
func (e *Export) WriteXML(w io.Writer) error {
	d := &document{w: bufio.NewWriterSize(w, 1<<18), zone: e.zone}
	e.head(d)
	e.weights(d)
	e.heartRates(d)
	each := func(kind, unit string, list func(plan) []reading) {
		for n := range e.o.Days {
			d.records(kind, unit, list(e.plan(n)), 1)
		}
	}
	each("OxygenSaturation", "%", func(p plan) []reading { return p.spo2 })
	each("RespiratoryRate", "count/min", func(p plan) []reading { return p.breath })
	each("StepCount", "count", func(p plan) []reading { return p.steps })
	each("RestingHeartRate", "count/min", func(p plan) []reading { return p.resting })
	each("VO2Max", "mL/min·kg", func(p plan) []reading { return p.vo2 })
	e.nights(d)
	e.variability(d)
	e.correlation(d)
	for _, w := range e.workouts {
		e.workout(d, w)
	}
	for n := range e.o.Days {
		d.text(" <ActivitySummary").attr("dateComponents", e.midnight(n).Format(time.DateOnly)).number("activeEnergyBurned",
			512).text("/>").flush()
	}
	d.text("</HealthData>").flush()
	if d.err != nil {
		return d.err
	}
	return d.w.Flush()
}

// weights are in pounds for some.
func (e *Export) weights(d *document) {
	unit, scale := "kg", 1.0
	if e.o.Imperial {
		unit, scale = "lb", 1/0.45359237
	}
	for n := range e.o.Days {
		d.records("BodyMass", unit, e.plan(n).weight, scale)
	}
}

func (e *Export) nights(d *document) {
	for n := range e.o.Days {
		for _, s := range e.plan(n).stages {
			d.record("HKCategoryTypeIdentifierSleepAnalysis", "", reading{s.from, s.start, s.end, 0}, "HKCategoryValueSleepAnalysis"+s.word)
			d.text(">").flush()
			d.metadata("  ", "HKTimeZone", e.o.Zone)
			d.text(" </Record>").flush()
		}
	}
}

// variability has the beats of each reading below it.
func (e *Export) variability(d *document) {
	for n := range e.o.Days {
		for _, r := range e.plan(n).sdnn {
			d.record(quantity+"HeartRateVariabilitySDNN", "ms", r, strconv.FormatFloat(r.value, 'f', -1, 64)).text(">").flush()
			d.text("  <HeartRateVariabilityMetadataList>").flush()
			for k := range 3 {
				d.text("   <InstantaneousBeatsPerMinute").number("bpm", float64(50+k)).attr("time",
					r.start.In(e.zone).Format("15:04:05")+",12").text("/>").flush()
			}
			d.text("  </HeartRateVariabilityMetadataList>").flush()
			d.text(" </Record>").flush()
		}
	}
}

// correlation repeats records that stand on their own too.
func (e *Export) correlation(d *document) {
	at := e.midnight(1).Add(9 * time.Hour)
	pressure := reading{scale, at, at, 118}
	d.records("BloodPressureSystolic", "mmHg", []reading{pressure}, 1)
	d.text(" <Correlation").attr("type", "HKCorrelationTypeIdentifierBloodPressure").by(scale).
		time("creationDate", at).time("startDate", at).time("endDate", at).text(">").flush()
	d.records("BloodPressureSystolic", "mmHg", []reading{pressure}, 1)
	d.text(" </Correlation>").flush()
}
