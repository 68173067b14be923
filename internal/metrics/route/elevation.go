// Package route determines whether two recordings followed the same route and had similar
// climbs. A recording is reduced once to a sketch: its track as a polyline with an error of
// at most 10 m, and its mean altitude in equal parts of the distance. Two sketches are
// compared without their recordings. A segment is matched against the positions themselves
// and timed from gate to gate; sketches only serve to exclude recordings that cannot have
// followed the segment.
//
// It must not reveal where anything is, so it returns only fractions and metres.
//
// # Terrain
//
// [Relief] and [Splits] compute ascent, grade, climbs and splits from altitude and distance.
package route

import (
	"math"
	"sort"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// ElevationVersion is the version of the rule in [Relief.Elevation].
const ElevationVersion = 4

// HysteresisM is the height in m by which a barometer's altitude must reverse for a turning point.
const HysteresisM = 3.0

// Elevation holds the metres climbed and descended.
type Elevation struct{ GainM, LossM float64 }

// Elevation returns the climb and descent between two moments in seconds since the
// start, or the reason why it is unknown: altitude is smoothed over 5 s, and the
// legs between turning points with a reversal of 3 m or more are added up. For GPS, the
// reversal must be at least 5 m, or the range of its noise. On a virtual course, every
// rise is included. Changes of altitude during a pause are left out.
func (r *Relief) Elevation(span training.Span) (Elevation, i18n.Sentence) {
	from, to := r.view.Rows(span)
	t := terrainTurns{hysteresis: r.hysteresis}
	r.between(from, to, t.follow)
	if !t.begun {
		return Elevation{}, training.NoAltitude
	}
	return t.sum(), ""
}

// Whole returns the span of the whole recording.
func Whole(v *stream.View) training.Span {
	end := v.Recording.ElapsedS + 1
	if n := v.Columns.Len(); n > 0 {
		end = max(end, float64(v.Columns.TimeS[n-1])+1)
	}
	return training.Span{FromS: 0, ToS: end}
}

// Reversals adds up the legs between turning points of an altitude in metres. A
// turning point is an extreme from which the altitude reverses by at least hysteresis
// metres; smaller legs are left out.
func Reversals(alt []float64, hysteresis float64) Elevation {
	t := terrainTurns{hysteresis: hysteresis}
	t.follow(alt)
	return t.sum()
}

// terrainTurns holds the state while altitudes are added up from one turning point to the next.
type terrainTurns struct {
	hysteresis float64
	begun      bool
	low, high  float64
	direction  int
	done       Elevation // sums over the legs that have ended
}

func (t *terrainTurns) follow(alt []float64) {
	if len(alt) == 0 {
		return
	}
	if !t.begun {
		t.begun, t.low, t.high = true, alt[0], alt[0]
	}
	low, high, direction := t.low, t.high, t.direction
	for _, a := range alt {
		if direction >= 0 {
			high = max(high, a)
		}
		if direction <= 0 {
			low = min(low, a)
		}
		switch {
		case direction <= 0 && a > low && a-low >= t.hysteresis:
			if direction < 0 {
				t.done.LossM += high - low
			}
			direction, high = 1, a
		case direction >= 0 && a < high && high-a >= t.hysteresis:
			if direction > 0 {
				t.done.GainM += high - low
			}
			direction, low = -1, a
		}
	}
	t.low, t.high, t.direction = low, high, direction
}

// sum returns the ascent and descent, including those of the leg that has not ended.
func (t *terrainTurns) sum() Elevation {
	e := t.done
	switch t.direction {
	case 1:
		e.GainM += t.high - t.low
	case -1:
		e.LossM += t.high - t.low
	}
	return e
}

// StepRule returns GoldenCheetah's gain in m. A reference altitude moves to the actual one
// only when they differ by more than stepM; its upward steps are added up.
func StepRule(alt []float64, stepM float64) float64 {
	if len(alt) == 0 {
		return 0
	}
	reference, gain := alt[0], 0.0
	for _, a := range alt {
		if d := a - reference; d > stepM || -d > stepM {
			gain += max(0, d)
			reference = a
		}
	}
	return gain
}

// TerrainVersion returns one version for all terrain rules of this package.
func TerrainVersion() int {
	return stream.RulesetVersion(ElevationVersion, GradeVersion, SplitsVersion, ClimbsVersion)
}

// TerrainKind is the way in which an altitude was measured, if the recording shows it.
type TerrainKind int

// These are the kinds of altitude.
const (
	Barometric TerrainKind = iota
	Satellite              // from GPS: off by metres, and drifting
	Simulated              // from a virtual course: exact
)

// hysteresisOf returns the height in m by which the altitude must reverse for a turning
// point. Devices differ, but these values match most of them. If a receiver does not
// smooth its noise, the height is the range of that noise.
func (r *Relief) hysteresisOf() float64 {
	switch r.kind {
	case Satellite:
		if rough, ok := r.bend(shortLagS); ok && math.Sqrt(rough) > r.mostBendM()+receiverM {
			return max(satelliteM, noiseSpan*math.Sqrt(r.drift(noiseS)/2))
		}
		return satelliteM
	case Simulated:
		return 0
	}
	return HysteresisM
}

// kindOf determines the kind of altitude from the device if that is known to have no
// barometer, and otherwise from the roughness of the altitude at the recording's speed.
func (r *Relief) kindOf() TerrainKind {
	rec := r.view.Recording
	switch {
	case rec.SubSport == training.SubVirtual || rec.Device.Manufacturer == "zwift":
		return Simulated
	case withoutBarometer(rec.Device.Product):
		return Satellite
	}
	if rough, ok := r.bend(shortLagS); ok && math.Sqrt(rough) > r.mostBendM() {
		return Satellite
	}
	return Barometric
}

// withoutBarometer reports whether a watch or bike computer takes its altitude
// from GPS, according to its maker's specifications.
func withoutBarometer(product string) bool {
	switch product {
	case "venusq", "venusq2", "fr25", "fr30", "fr35", "fr45", "fr55", "fr220", "fr225", "fr230", "fr235", "fr245", "fr245_music",
		"fr620", "fr630", "fr735xt", "fr310xt", "fr610", "vivoactive", "edge20", "edge25", "edge200", "edge_touring":
		return true
	}
	return false
}

const (
	// shortLagS and longLagS are the lags in s at which noise is judged.
	shortLagS, longLagS = 5, 20
	// leastRough is the minimum number of rows for judging noise.
	leastRough = 300
	// noiseM is the noise in m that a barometer with a resolution of 0.2 m and the movements of
	// its wearer add on a level path, and roadPerM the rate at which the grade of a road changes:
	// 8 % in 100 m. Both are root mean squares, and are valid for all barometers tested.
	noiseM, roadPerM = 0.55, 0.0008
	// receiverM is the additional bend in m that the noise of a watch's receiver causes,
	// and satelliteM the height in m by which its altitude must reverse.
	receiverM, satelliteM = 0.45, 5.0
	// noiseSpan is the range of noise in standard deviations, taken over noiseS seconds.
	noiseSpan, noiseS = 6.0, 60.0
)

// mostBendM returns the maximum bend in m at the short lag that terrain and a barometer
// can explain at the recording's speed.
func (r *Relief) mostBendM() float64 {
	way := r.speedMPS() * shortLagS
	return noiseM + roadPerM*way*way
}

// speedMPS returns the mean speed in m/s of the moving rows.
func (r *Relief) speedMPS() float64 {
	sum, n := 0.0, 0.0
	for _, row := range r.row {
		if mms, ok := r.view.At(training.Speed, int(row)); ok && mms > 0 {
			sum, n = sum+float64(mms)/1000, n+1
		}
	}
	return sum / max(1, n)
}

// bend returns the mean square in m² of the second difference of altitude at a lag
// in s, which is 0 on an even slope. It returns false for a short recording.
func (r *Relief) bend(lagS int) (meanSquare float64, ok bool) {
	if len(r.row) < leastRough {
		return 0, false
	}
	first, last := r.timeS(0), r.timeS(len(r.row)-1)
	sum, n := 0.0, 0
	before, after := 0, 0
	for i := range r.row {
		t := r.timeS(i)
		if t-lagS < first || t+lagS > last {
			continue
		}
		var a, b float64
		a, before = r.at(t-lagS, before)
		b, after = r.at(t+lagS, after)
		d := a + b - 2*float64(r.cm[i])/100
		sum, n = sum+d*d, n+1
	}
	return sum / float64(max(1, n)), n >= leastRough
}

func (r *Relief) timeS(i int) int { return int(r.view.Columns.TimeS[r.row[i]]) }

// at returns the altitude in m at a moment between two values, searching from the given
// index on. next is the index of the first of the two.
func (r *Relief) at(t, from int) (m float64, next int) {
	for from+2 < len(r.row) && r.timeS(from+1) <= t {
		from++
	}
	x := r.timeS(from)
	if x == t { // nearly always the case if rows are a second apart
		return float64(r.cm[from]) / 100, from
	}
	share := min(1, float64(t-x)/float64(max(1, r.timeS(from+1)-x)))
	return (float64(r.cm[from]) + share*float64(r.cm[from+1]-r.cm[from])) / 100, from
}

// drift returns the mean square in m² of the change in the noise of an altitude over the
// given time. The noise is modelled as an exponentially correlated process fitted to the
// bends at two lags. Bends of the terrain also count as noise.
func (r *Relief) drift(seconds float64) float64 {
	short, okShort := r.bend(shortLagS)
	long, okLong := r.bend(longLagS)
	if !okShort || !okLong || short <= 0 {
		return 0
	}
	const lags = longLagS / shortLagS
	growth := func(kept float64) float64 {
		far := math.Pow(kept, lags)
		return (1 - far) * (3 - far) / ((1 - kept) * (3 - kept))
	}
	const steps = 999 // per mille of the noise remaining after the short lag
	kept := float64(sort.Search(steps, func(i int) bool { return growth(float64(i)/1000) >= long/short })) / 1000
	return short / ((1 - kept) * (3 - kept)) * (1 - math.Pow(kept, seconds/shortLagS))
}

// SatelliteNote returns a note about an altitude from GPS, or "" for any other.
func (r *Relief) SatelliteNote() i18n.Sentence {
	if r.kind != Satellite || !r.view.Has(training.Altitude) {
		return ""
	}
	return i18n.Sentencef("The altitude is only as accurate as GPS: climbs of less than %s do not count, and grades are averaged over %s.",
		i18n.Measured("%.0f ", r.hysteresis, i18n.Metres()), i18n.Measured("%.0f ", 200, i18n.Metres()))
}

// Version is the version of the rules of this package.
const Version = 1
