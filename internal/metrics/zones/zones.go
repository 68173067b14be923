package zones

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Version of the rules in this package.
const Version = 1

// Histogram is seconds by value: bin i holds values from (First+i)·Width up
// to, not including, (First+i+1)·Width, in the channel's integer units.
type Histogram struct {
	Channel training.Channel
	Width   int32 // 1 W, 1 bpm, 1 mm/s
	First   int32
	Seconds []uint32
}

// Of counts a recording's power, heart rate or speed; empty if the recording
// has none.
func Of(v *stream.View, ch training.Channel) Histogram { return Histogram{} }

// TotalS is the seconds in all bins.
func (h Histogram) TotalS() float64 { return 0 }

// Coarse is the histogram in bins of width units, for showing.
func (h Histogram) Coarse(width int32) Histogram { return h }

// Scheme is a set of zones.
type Scheme struct {
	Kind   training.ZoneKind
	Method string // coggan7, friel_cycling, friel_running, pace_friel, custom
	// Lower is the lower bounds of zones 2 and up in W, bpm or m/s.
	Lower []float64
	Names []string // one a zone, len(Lower)+1
}

// For is the scheme of a kind for a sport: the athlete's own bounds, else the
// default from the threshold, else the reason why there is none.
func For(kind training.ZoneKind, sport training.Sport, t training.Thresholds) (Scheme, string) {
	return Scheme{}, ""
}

// Custom is a scheme of given lower bounds of zones 2 and up, ascending.
func Custom(kind training.ZoneKind, lower []float64) Scheme { return Scheme{Kind: kind, Lower: lower} }

// TimeIn is the seconds of h in each zone of s.
func (s Scheme) TimeIn(h Histogram) []float64 { return nil }

// Zone is the zone of a value, counted from 1.
func (s Scheme) Zone(x float64) int { return 1 }
