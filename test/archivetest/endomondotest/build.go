package endomondotest

import (
	"fmt"
	"math"
	"strings"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/packtest"
)

// Options shape an export; the zero value is a small one.
type Options struct {
	Seed     uint64
	Workouts int       // 7 if 0
	Seconds  int       // of a typical one; 300 if 0
	From     time.Time // the first; 2016-05-01 07:12:33 if zero. One a day and a half follow
}

func (o Options) withDefaults() Options {
	if o.Workouts == 0 {
		o.Workouts = len(kinds)
	}
	if o.Seconds == 0 {
		o.Seconds = 300
	}
	if o.From.IsZero() {
		o.From = time.Date(2016, 5, 1, 7, 12, 33, 0, time.UTC)
	}
	return o
}

// Way is what a workout has of where it led.
type Way string

// The ways.
const (
	Tracked Way = "tracked"
	Indoors Way = "indoors" // points of the heart rate alone
	Typed   Way = "typed"   // no points
	Drawn   Way = "drawn"   // positions without times
)

// Workout holds the content of one file.
type Workout struct {
	File      string // with .json; that of the TCX ends in .tcx
	Word      string // the service's for the sport; "" is not said
	Way       Way
	Start     time.Time
	DurationS int
	DistanceM float64 // 0 is not said
	Calories  float64
	AvgHR     int // 0 is not said
	MaxHR     int
	Name      string
	Notes     string
	Body      bodytest.Body
}

// Archive is an export before it is packed.
type Archive struct {
	packtest.Files
	Workouts []Workout
}

var kinds = []struct {
	word, sport string
	way         Way
	noHR        bool
}{
	{"CYCLING_SPORT", "cycling", Tracked, false},
	{"RUNNING", "running", Tracked, true},
	{"WEIGHT_TRAINING", "other", Typed, true},
	{"WALKING", "walking", Drawn, true},
	{"TREADMILL_RUNNING", "running", Indoors, false},
	{"HIKING", "walking", Tracked, false},
	{"", "cycling", Tracked, true},
}

// Build makes an export. The same options give the same bytes.
func Build(o Options) Archive {
	o = o.withDefaults()
	var a Archive
	for n := range o.Workouts {
		kind := kinds[n%len(kinds)]
		b := bodytest.Body{
			Start: o.From.Add(time.Duration(n) * 36 * time.Hour), Seed: o.Seed*1_000_003 + uint64(n) + 1, Seconds: o.Seconds + 10*n,
			Sport: kind.sport, NoPower: true, NoHR: kind.noHR, NoGPS: kind.way == Indoors || kind.way == Typed,
		}
		w := Workout{
			File: "Workouts/" + b.Start.Format("2006-01-02 15_04_05.0") + ".json", Word: kind.word, Way: kind.way, Start: b.Start,
			DurationS: b.Seconds, DistanceM: math.Round(b.DistanceM()), Calories: 312.5 + float64(n), Body: b,
		}
		if !kind.noHR {
			w.AvgHR, w.MaxHR = 140+n, 160+n
		}
		if kind.way == Typed {
			w.DistanceM = 0
		}
		if n%3 == 0 {
			w.Name, w.Notes = fmt.Sprintf("Morning %d", n), "Easy, with \"strides\"\nand [brackets]"
		}
		a.Add(w.File, w.json())
		a.Add(strings.TrimSuffix(w.File, ".json")+".tcx", w.tcx())
		a.Workouts = append(a.Workouts, w)
	}
	return a
}

// tcx is the file beside the JSON.
func (w *Workout) tcx() []byte {
	switch w.Way {
	case Tracked, Indoors:
		return w.Body.TCX()
	}
	var s strings.Builder
	const zulu = "2006-01-02T15:04:05Z"
	fmt.Fprintf(&s, `<?xml version="1.0" encoding="UTF-8"?><TrainingCenterDatabase `+
		`xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Other"><Id>%s</Id><Lap StartTime=%q>`+
		`<TotalTimeSeconds>%d.0</TotalTimeSeconds><DistanceMeters>%.1f</DistanceMeters><Calories>%.0f</Calories>`+
		`<Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>`,
		w.Start.Format(zulu), w.Start.Format(zulu), w.DurationS, w.DistanceM, math.Floor(w.Calories))
	if w.Way == Drawn {
		s.WriteString("<Track>")
		for i, p := range w.drawn() {
			at := w.Start.Add(time.Duration(100*i*i) * time.Second)
			fmt.Fprintf(&s, "<Trackpoint><Time>%s</Time><Position><LatitudeDegrees>%.7f</LatitudeDegrees>"+
				"<LongitudeDegrees>%.7f</LongitudeDegrees></Position></Trackpoint>", at.Format(zulu), p.Lat, p.Lon)
		}
		s.WriteString("</Track>")
	}
	s.WriteString("</Lap></Activity></Activities></TrainingCenterDatabase>")
	return []byte(s.String())
}

// drawn are the corners of a way on a map.
func (w *Workout) drawn() (corners []bodytest.Point) {
	const apartS = 12
	for _, p := range w.Body.Points() {
		if p.Second%apartS == 0 {
			corners = append(corners, p)
		}
	}
	return corners
}
