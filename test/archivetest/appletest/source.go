package appletest

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"time"

	"lapkeep/test/archivetest/bodytest"
)

// source is the source of a record. The space in the watch's name is not an
// ordinary one.
type source struct {
	name, version, device string
}

var (
	watch = &source{
		"Anna’s Apple\u00a0Watch", "10.3",
		"<<HKDevice: 0x302b8a4e0>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:10.3>",
	}
	phone = &source{
		"Anna’s iPhone", "17.3.1",
		"<<HKDevice: 0x302b8b110>, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone14,5, software:17.3.1>",
	}
	connect = &source{"Connect", "5.1.2", ""}
	scale   = &source{"Withings & Co", "6.2", "<<HKDevice: 0x302b8c770>, name:Body+, manufacturer:Withings, model:Scale>"}
	sleeper = &source{"AutoSleep", "6.9", ""}
)

// reading is one record of a day.
type reading struct {
	from  *source
	start time.Time
	end   time.Time
	value float64
}

// stage is one stretch of a night, by HealthKit's word.
type stage struct {
	from       *source
	start, end time.Time
	word       string
}

// plan holds the contents of one day's records.
type plan struct {
	date                                            string
	steps, resting, sdnn, spo2, breath, weight, vo2 []reading
	stages                                          []stage
}

// plan makes the nth day. On some days the watch is not worn.
func (e *Export) plan(n int) plan {
	m, worn := e.midnight(n), n%6 != 4
	wobble := func(k int) float64 { return float64((n*7 + int(e.o.Seed)*5) % k) }
	p := plan{date: m.Format(time.DateOnly)}
	at := func(list *[]reading, from *source, after, lasting time.Duration, value float64) {
		*list = append(*list, reading{from, m.Add(after), m.Add(after + lasting), value})
	}
	for hour := 7; hour < 22; hour++ {
		h := time.Duration(hour) * time.Hour
		at(&p.steps, phone, h, 40*time.Minute, 200+wobble(50))
		if worn {
			at(&p.steps, watch, h+5*time.Minute, 50*time.Minute, 300+wobble(90))
			at(&p.steps, connect, h, time.Hour, 310+wobble(90))
		}
	}
	if worn {
		at(&p.resting, watch, 0, 23*time.Hour, 46+wobble(6))
		for k := range 4 {
			h := time.Hour + time.Duration(k)*80*time.Minute
			at(&p.sdnn, watch, h, time.Minute, 40+wobble(20)+float64(3*k))
			at(&p.spo2, watch, h+time.Minute, 0, 0.94+float64(k)/100)
			at(&p.breath, watch, h+2*time.Minute, time.Minute, 13+float64(k)/2+wobble(3))
		}
	}
	if n%2 == 0 || !worn {
		at(&p.resting, connect, 8*time.Hour, 0, 52+wobble(6))
	}
	if n%3 == 1 {
		kg := 64 + wobble(12)/10
		at(&p.weight, scale, 6*time.Hour+41*time.Minute, 0, kg)
		at(&p.weight, phone, 6*time.Hour+41*time.Minute, 0, kg) // the scale's app wrote it too
	}
	if worn && n%5 == 2 {
		at(&p.vo2, watch, 19*time.Hour, 0, 44+wobble(4)/2)
	}
	p.night(m, n, worn)
	return p
}

// nightStages are the minutes of each stage, in order.
var nightStages = []struct {
	word    string
	minutes int
}{
	{"AsleepCore", 38},
	{"AsleepDeep", 44},
	{"AsleepCore", 61},
	{"AsleepREM", 22},
	{"Awake", 4},
	{"AsleepCore", 70},
	{"AsleepDeep", 21},
	{"AsleepREM", 37},
	{"Awake", 2},
	{"AsleepCore", 55},
	{"AsleepREM", 29},
}

// night adds what each source recorded of the night before.
func (p *plan) night(midnight time.Time, n int, worn bool) {
	begin := midnight.Add(-time.Duration(70-n%6*10) * time.Minute)
	at, end := begin, begin
	for i, s := range nightStages {
		end = at.Add(time.Duration(s.minutes+(n+i)%3) * time.Minute)
		if worn {
			p.stages = append(p.stages, stage{watch, at, end, s.word})
		}
		at = end
	}
	p.stages = append(p.stages, stage{phone, begin.Add(-12 * time.Minute), end.Add(9 * time.Minute), "InBed"})
	if n%4 != 0 {
		p.stages = append(p.stages, stage{sleeper, begin.Add(6 * time.Minute), end.Add(-3 * time.Minute), "AsleepUnspecified"})
	}
}

func (p plan) day() Day {
	ofPhone := 0.0
	for _, r := range p.steps {
		if r.from == phone {
			ofPhone += r.value
		}
	}
	return Day{
		Date: p.date, PhoneSteps: ofPhone, Steps: sum(p.steps), RestingHR: mean(p.resting, 1), SDNN: mean(p.sdnn, 1), SpO2: mean(p.spo2, 100),
		Respiration: mean(p.breath, 1), WeightKG: mean(p.weight, 1), VO2max: mean(p.vo2, 1), Sleep: p.sleep(),
	}
}

// counts returns the readings of the preferred source.
func counts(list []reading) []reading {
	if len(list) == 0 {
		return nil
	}
	first := list[0].from
	if slices.ContainsFunc(list, func(r reading) bool { return r.from == watch }) {
		first = watch
	}
	return slices.DeleteFunc(slices.Clone(list), func(r reading) bool { return r.from != first })
}

func sum(list []reading) Measure {
	var m Measure
	for _, r := range list {
		m.Sum += r.value
	}
	for _, r := range counts(list) {
		m.Value += r.value
		m.Source = r.from.name
	}
	return m
}

func mean(list []reading, unit float64) Measure {
	m := sum(list)
	m.Sum *= unit
	if n := len(counts(list)); n > 0 {
		m.Value *= unit / float64(n)
	}
	return m
}

// sleep returns the sleep of a night, nil if it only has time in bed.
func (p plan) sleep() *Sleep {
	from := sleeper
	if slices.ContainsFunc(p.stages, func(s stage) bool { return s.from == watch }) {
		from = watch
	}
	var out *Sleep
	for _, s := range p.stages {
		if s.from != from {
			continue
		}
		if out == nil {
			out = &Sleep{Source: from.name, Start: s.start}
		}
		out.End = s.end
		seconds := int(s.end.Sub(s.start).Seconds())
		switch s.word {
		case "AsleepDeep":
			out.DeepS += seconds
		case "AsleepCore":
			out.CoreS += seconds
		case "AsleepREM":
			out.REMS += seconds
		case "Awake":
			out.AwakeS += seconds
		case "AsleepUnspecified":
			out.UnspecifiedS += seconds
		}
	}
	return out
}

// document writes the XML line by line and counts its bytes.
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

// time writes an instant in the phone's zone with its offset.
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

// by writes the source of an element.
func (d *document) by(s *source) *document {
	return d.attr("sourceName", s.name).attr("sourceVersion", s.version).attr("device", s.device)
}

func (d *document) metadata(indent, key, value string) {
	d.text(indent+"<MetadataEntry").attr("key", key).attr("value", value).text("/>").flush()
}

const quantity = "HKQuantityTypeIdentifier"

// record begins a record; the caller ends it.
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

// weights writes the weights, in pounds with imperial units.
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

// variability writes the readings, each with its beats.
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

// correlation writes records that also appear outside a correlation.
func (e *Export) correlation(d *document) {
	at := e.midnight(1).Add(9 * time.Hour)
	pressure := reading{scale, at, at, 118}
	d.records("BloodPressureSystolic", "mmHg", []reading{pressure}, 1)
	d.text(" <Correlation").attr("type", "HKCorrelationTypeIdentifierBloodPressure").by(scale).
		time("creationDate", at).time("startDate", at).time("endDate", at).text(">").flush()
	d.records("BloodPressureSystolic", "mmHg", []reading{pressure}, 1)
	d.text(" </Correlation>").flush()
}
