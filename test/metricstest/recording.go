// Package metricstest makes recordings and reads numeric vectors for tests of
// the metrics.
package metricstest

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/realdata"
)

// Recording returns a recording with one row per second for n seconds and no
// values yet.
func Recording(sport training.Sport, n int) *training.Recording {
	r := &training.Recording{Sport: sport, ElapsedS: float64(n), TimerS: float64(n)}
	for i := range n {
		r.Columns.TimeS = append(r.Columns.TimeS, int32(i))
	}
	return r
}

// Put sets a channel from values in its shown unit; NaN is missing.
func Put(r *training.Recording, ch training.Channel, values []float64) {
	for i, x := range values {
		if !math.IsNaN(x) {
			r.Columns.Put(ch, i, int32(math.Round(x*ch.Scale())))
		}
	}
	r.Columns.Pad()
}

// Pause stops the timer in [from, to) and removes the rows strictly between.
func Pause(r *training.Recording, from, to int) {
	r.Pauses = append(r.Pauses, training.Span{FromS: float64(from), ToS: float64(to)})
	r.TimerS -= float64(to - from)
	Drop(r, func(t int) bool { return from < t && t < to })
}

// Drop removes the rows of some seconds.
func Drop(r *training.Recording, gone func(second int) bool) {
	old := r.Columns
	r.Columns = training.Columns{}
	for i, t := range old.TimeS {
		if gone(int(t)) {
			continue
		}
		r.Columns.TimeS = append(r.Columns.TimeS, t)
		for ch := range training.NumChannels {
			if x, ok := old.At(ch, i); ok {
				r.Columns.Put(ch, len(r.Columns.TimeS)-1, x)
			}
		}
	}
	r.Columns.Pad()
}

// Power returns the view of a ride with these watts, one value per second.
func Power(watts []float64) *stream.View {
	r := Recording(training.Cycling, len(watts))
	Put(r, training.Power, watts)
	return stream.Of(r, stream.Limits{})
}

// Repeat returns n times x.
func Repeat(x float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = x
	}
	return out
}

// Floats returns integers as floats.
func Floats(x []int32) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v)
	}
	return out
}

// Close fails the test unless got is within tol of want, absolutely or
// relatively.
func Close(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	if d := math.Abs(got - want); math.IsNaN(d) || d > tol && d > tol*math.Abs(want) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// Vector is one numeric case of the collection.
type Vector struct {
	ID     string          `json:"id"`
	Inputs json.RawMessage `json:"inputs"`
	Expect json.RawMessage `json:"expect"`
	Tol    float64         `json:"tol"`
}

// Vectors returns the cases whose id begins with prefix. It skips the test
// without the collection and fails it if there is no such case.
func Vectors(t *testing.T, prefix string) []Vector {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(realdata.Dir(t), "vectors", "vectors.json"))
	if err != nil {
		t.Skipf("no vectors: %v", err)
	}
	var all, out []Vector
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for _, v := range all {
		if strings.HasPrefix(v.ID, prefix) {
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		t.Fatalf("no vector begins with %q", prefix)
	}
	return out
}

// Read decodes inputs and expected values.
func (v Vector) Read(t *testing.T, inputs, expect any) {
	t.Helper()
	if err := json.Unmarshal(v.Inputs, inputs); err != nil {
		t.Fatalf("%s: inputs: %v", v.ID, err)
	}
	if err := json.Unmarshal(v.Expect, expect); err != nil {
		t.Fatalf("%s: expect: %v", v.ID, err)
	}
}
