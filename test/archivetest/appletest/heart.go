package appletest

import (
	"strconv"
	"time"
)

const (
	backgroundEvery = 15 * time.Minute
	// fillerEvery is how often the years before were measured that make a
	// file large.
	fillerEvery = 30 * time.Second
)

// heartRates writes the records that nearly all of a real file consists of.
func (e *Export) heartRates(d *document) {
	e.filler(d)
	last := e.o.Days
	for _, w := range e.workouts {
		for e.midnight(last).Before(w.End) {
			last++
		}
	}
	next := 0
	workouts := func(before time.Time) {
		for ; next < len(e.workouts) && e.workouts[next].Start.Before(before); next++ {
			if w := e.workouts[next]; w.from == watch {
				e.during(d, w)
			}
		}
	}
	for n := range last {
		for at := e.midnight(n); n < e.o.Days && at.Before(e.midnight(n+1)); at = at.Add(backgroundEvery) {
			workouts(at)
			if !e.busy(at) {
				e.heartRate(d, at, 50+at.Minute()/15, "1")
			}
		}
		workouts(e.midnight(n + 1))
	}
	for n := range e.o.Malformed {
		at := e.midnight(0).Add(time.Duration(n) * time.Hour)
		d.text(` <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="The "best" app" unit="count/min"`).
			time("startDate", at).time("endDate", at).text(` value="61"/>`).flush()
	}
}

// busy says that a workout of the watch was under way.
func (e *Export) busy(at time.Time) bool {
	for _, w := range e.workouts {
		if w.from == watch && !at.Before(w.Start) && !at.After(w.End) {
			return true
		}
	}
	return false
}

func (e *Export) during(d *document, w workout) {
	for _, p := range w.body.Points() {
		if w.body.Seconds > 0 && p.Second%heartRateEveryS == 0 {
			e.heartRate(d, w.body.At(p.Second), p.HR, "2")
		}
	}
}

func (e *Export) heartRate(d *document, at time.Time, bpm int, motion string) {
	d.record(quantity+"HeartRate", "count/min", reading{watch, at, at, 0}, strconv.Itoa(bpm)).text(">").flush()
	d.metadata("  ", "HKMetadataKeyHeartRateMotionContext", motion)
	d.text(" </Record>").flush()
}

// filler is heart rates of the time before the first day, as many as the
// options want bytes.
func (e *Export) filler(d *document) {
	if e.o.Bytes <= d.written {
		return
	}
	open := string(d.text(" <Record").attr("type", quantity+"HeartRate").by(watch).attr("unit", "count/min").line)
	d.line = d.line[:0]
	const motion = `>` + "\n" + `  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="0"/>` + "\n </Record>"
	perRecord := int64(len(open) + len(motion) + 124) // with three times and a value
	count := (e.o.Bytes - d.written) / perRecord
	at := e.midnight(0).Add(-time.Duration(count+1) * fillerEvery)
	for n := range count + 1 {
		d.text(open).time("creationDate", at.Add(time.Second)).time("startDate", at).time("endDate", at).
			text(` value="`)
		d.line = append(strconv.AppendInt(d.line, 50+n%97, 10), '"')
		d.text(motion).flush()
		at = at.Add(fillerEvery)
	}
}
