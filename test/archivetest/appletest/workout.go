package appletest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"lapkeep/test/archivetest/bodytest"
)

// workout is a workout with the inputs of its routes and heart rates.
type workout struct {
	Workout
	from  *source
	body  bodytest.Body // for a workout of one sport
	lapsS []int         // seconds at which a lap ended
}

const (
	// heartRateEveryS is how often the watch records during a workout.
	heartRateEveryS = 5
	lapEveryS       = 300
)

// newWorkouts returns workout n, and its copy if a second source wrote one.
func (e *Export) newWorkouts(n int) []workout {
	at := e.midnight(n * 3 / 2).Add(6*time.Hour + 30*time.Minute)
	if n%2 == 1 {
		at = at.Add(12 * time.Hour)
	}
	kinds := []func(time.Time, int) workout{e.run, e.ride, e.trainer, e.walk, e.triathlon, e.swim}
	w := e.byWatch(kinds[n%len(kinds)](at, n))
	if w.Type != "Cycling" || w.Indoor {
		return []workout{w}
	}
	twin := w
	twin.from, twin.Source, twin.Route, twin.Points, twin.HeartRates = connect, connect.name, "", 0, 0
	twin.Start, twin.End, twin.Laps, twin.lapsS = w.Start.Add(3*time.Second), w.End.Add(time.Second), 0, nil
	twin.DurationS, twin.AvgHR, twin.MaxHR, twin.CopyOf = w.DurationS-2, 0, 0, e.count()
	return []workout{w, twin}
}

// byWatch completes a workout recorded by the watch.
func (e *Export) byWatch(w workout) workout {
	w.Start, w.CopyOf, w.Source, w.from, w.Zone = w.Start.In(e.zone), -1, watch.name, watch, e.o.Zone
	_, w.OffsetS = w.Start.Zone()
	w.EnergyKcal = math.Round(w.DurationS / 6)
	return w
}

// given returns the workout of a given body.
func (e *Export) given(b bodytest.Body) workout {
	w := e.byWatch(of(strings.ToUpper(b.Sport[:1])+b.Sport[1:], b))
	if w.Indoor = b.NoGPS; w.Indoor {
		return w
	}
	return e.withRoute(w)
}

// count returns the number of workouts so far.
func (e *Export) count() int { return len(e.workouts) }

func (e *Export) body(at time.Time, n int, sport string) bodytest.Body {
	return bodytest.Body{Start: at, Seed: e.o.Seed*1_000_003 + uint64(n) + 1, Seconds: e.o.Seconds + n%5*20, Sport: sport}
}

// of makes a workout of one body; its totals are the body's.
func of(kind string, b bodytest.Body) workout {
	w := workout{body: b, Workout: Workout{
		Type: kind, Sport: b.Sport, Start: b.Began(), End: b.Began().Add(time.Duration(b.ElapsedS()) * time.Second),
		DurationS: float64(b.TimerS()), DistanceM: b.DistanceM(),
	}}
	sum, n := 0, 0
	for _, p := range b.Points() {
		sum += p.HR
		w.MaxHR = max(w.MaxHR, float64(p.HR))
		n++
		if p.Second%heartRateEveryS == 0 {
			w.HeartRates++
		}
	}
	w.AvgHR = math.Round(float64(sum)/float64(n)*100) / 100
	for s := b.FromS + lapEveryS; s < b.FromS+b.ElapsedS(); s += lapEveryS {
		w.lapsS = append(w.lapsS, s)
	}
	w.Laps = len(w.lapsS)
	return w
}

// withRoute names the route's file by its local time, as Apple does.
func (e *Export) withRoute(w workout) workout {
	w.Route = folder + "workout-routes/route_" + strings.ToLower(w.Start.In(e.zone).Format("2006-01-02_3.04PM")) + ".gpx"
	w.Points = len(w.body.Points())
	return w
}

// run returns a run with a pause.
func (e *Export) run(at time.Time, n int) workout {
	b := e.body(at, n, "running")
	b.StandFrom, b.StandTo, b.AutoPause = 200, 260, true
	w := of("Running", b)
	w.Pauses = 1
	return e.withRoute(w)
}

func (e *Export) ride(at time.Time, n int) workout {
	return e.withRoute(of("Cycling", e.body(at, n, "cycling")))
}

func (e *Export) trainer(at time.Time, n int) workout {
	w := of("Cycling", e.body(at, n, "cycling"))
	w.Indoor = true
	return w
}

// walk returns a walk whose route is missing from the archive.
func (e *Export) walk(at time.Time, n int) workout {
	w := e.withRoute(of("Walking", e.body(at, n, "walking")))
	w.Points = 0
	return w
}

func (e *Export) swim(at time.Time, n int) workout {
	w := of("Swimming", e.body(at, n, "swimming"))
	w.Indoor = true
	return w
}

// triathlon returns three legs with a minute between them.
func (e *Export) triathlon(at time.Time, n int) workout {
	w := workout{Workout: Workout{Type: "SwimBikeRun", Sport: "multisport", Start: at}}
	for i, sport := range []string{"swimming", "cycling", "running"} {
		b := e.body(at, n+100*i, sport)
		leg := of("", b)
		w.Legs = append(w.Legs, Leg{Sport: sport, Start: b.Start, End: b.At(b.Seconds), DistanceM: b.DistanceM()})
		w.DistanceM += leg.DistanceM
		w.DurationS += leg.DurationS
		at = b.At(b.Seconds + 60)
		w.End = b.At(b.Seconds)
	}
	w.DurationS += 120
	return w
}

// route returns the track in Apple's form: no heart rate, longitude first.
func (w workout) route() []byte {
	var s strings.Builder
	s.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"Apple Health Export\" " +
		"xmlns=\"http://www.topografix.com/GPX/1/1\">\n")
	fmt.Fprintf(&s, "  <metadata>\n    <time>2025-01-02T03:04:05Z</time>\n  </metadata>\n  <trk>\n    <name>Route "+
		"%s</name>\n    <trkseg>\n", w.Start.Format("2006-01-02 3:04pm"))
	for _, p := range w.body.Points() {
		fmt.Fprintf(&s, "      <trkpt lon=\"%.6f\" "+
			"lat=\"%.6f\"><ele>%.6f</ele><time>%s</time><extensions><speed>%.6f</speed><course>12.5</course><hAcc>1.2</hAcc><vAcc>1.5</vAcc></extensions></trkpt>\n",
			p.Lon, p.Lat, p.AltitudeM, w.body.At(p.Second).UTC().Format("2006-01-02T15:04:05Z"), p.SpeedMS)
	}
	s.WriteString("    </trkseg>\n  </trk>\n</gpx>\n")
	return []byte(s.String())
}

const (
	backgroundEvery = 15 * time.Minute
	// fillerEvery is the interval of the earlier heart rates that make a file
	// large.
	fillerEvery = 30 * time.Second
)

// heartRates writes the heart rates, which make up nearly all of a real file.
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

// busy reports whether the watch recorded a workout at a time.
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

// filler writes heart rates from before the first day until the document has
// the size in the options.
func (e *Export) filler(d *document) {
	if e.o.Bytes <= d.written {
		return
	}
	open := string(d.text(" <Record").attr("type", quantity+"HeartRate").by(watch).attr("unit", "count/min").line)
	d.line = d.line[:0]
	const motion = `>` + "\n" + `  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="0"/>` + "\n </Record>"
	perRecord := int64(len(open) + len(motion) + 124) // including three times and a value
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
