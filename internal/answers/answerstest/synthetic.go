package answerstest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Years returns a store with n rides with power, heart rate, curves and
// histograms, evenly spread over the years that end on last.
func Years(n, years int, last training.Day) *FitnessStore {
	rng := rand.New(rand.NewPCG(1, 2))
	s := &FitnessStore{Past: training.History{
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: last - 4000, Values: []float64{240}},
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: last - 300, Values: []float64{260}},
		{Key: training.KeyLTHR, From: last - 4000, Values: []float64{168}},
		{Key: training.KeyWeight, From: last - 4000, Values: []float64{70}},
	}}
	codec := derive.NewCurves()
	s.prims = map[string][]store.Primitive{}
	first := last - training.Day(365*years) + 1
	for i := range n {
		seconds := 2400 + rng.IntN(9000)
		np := 150 + 100*rng.Float64()
		in := store.LoadInput{
			ID: training.ActivityID(fmt.Sprintf("a%05d", i)), Sport: training.Cycling,
			Day: first + training.Day(i*365*years/n), TimerS: float64(seconds), MovingS: float64(seconds), ElapsedS: float64(seconds + 100),
			DistanceM: float64(seconds) * 8, NP: np, NPWindows: seconds - 29, AvgHR: 120 + 40*rng.Float64(), HRSeconds: float64(seconds),
			GainM: 300, WorkJ: np * 0.9 * float64(seconds),
		}
		s.inputs = append(s.inputs, in)
		s.keep(in, derive.PowerCurve, codec.Encode(PowerCurve(codec.Grid(), seconds, np)))
		s.keep(in, derive.PowerHistogram, derive.EncodeHistogram(Bell(training.Power, np*0.9, 60, seconds)))
		s.keep(in, derive.HRHistogram, derive.EncodeHistogram(Bell(training.HeartRate, in.AvgHR, 12, seconds)))
	}
	return s
}

func (s *FitnessStore) keep(in store.LoadInput, kind string, data []byte) {
	s.prims[kind] = append(s.prims[kind], store.Primitive{Activity: in.ID, Day: in.Day, Sport: in.Sport, Kind: kind, Data: data})
}

// PowerCurve returns a curve that falls from a sprint to slightly below level watts. Each
// mean is a whole number of joules over its duration.
func PowerCurve(grid []int32, seconds int, level float64) []curve.Point {
	var out []curve.Point
	for _, d := range grid {
		if int(d) > seconds {
			break
		}
		w := 0.9*level + 60*level/(40+float64(d))
		out = append(out, curve.Point{DurationS: d, Value: math.Round(w*float64(d)) / float64(d)})
	}
	return out
}

// Bell returns a histogram of whole seconds around a mean.
func Bell(ch training.Channel, mean, sd float64, seconds int) zones.Histogram {
	h := zones.Histogram{Channel: ch, Width: 1, First: int32(max(0, mean-3*sd))}
	for v := float64(h.First); v <= mean+3*sd; v++ {
		x := (v - mean) / sd
		h.Seconds = append(h.Seconds, uint32(math.Round(float64(seconds)*math.Exp(-x*x/2)/(sd*2.5066))))
	}
	return h
}

// FitnessValues replaces the values that are kept between processes with a map in memory.
type FitnessValues map[string][]byte

// Load returns a copy of the value with the given name.
func (k FitnessValues) Load(name string) ([]byte, bool) {
	b, ok := k[name]
	return slices.Clone(b), ok
}

// Save stores a value under the given name.
func (k FitnessValues) Save(name string, data []byte) error {
	k[name] = slices.Clone(data)
	return nil
}

// Remove deletes the value with the given name.
func (k FitnessValues) Remove(name string) { delete(k, name) }
