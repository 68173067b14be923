package originals_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/store/originals"
	"lapkeep/internal/training"
)

// column makes one from values; nil ones are missing.
func column(values ...any) training.Column {
	c := training.Column{Values: make([]int32, len(values)), Valid: training.NewBitmap(len(values))}
	for i, v := range values {
		if x, ok := v.(int); ok {
			c.Values[i] = int32(x)
			c.Valid.Set(i)
		}
	}
	return c
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	codec := originals.NewCodec()
	tests := map[string]training.Column{
		"empty":       column(),
		"one":         column(7),
		"one missing": column(nil),
		"gap":         column(100, nil, nil, 102, 103),
		"first gone":  column(nil, 5, 5, 5, nil),
		"extremes":    column(math.MaxInt32, math.MinInt32, math.MaxInt32, 0),
		"straight":    column(0, 400, 800, 1200, 1600, 2000),
	}
	for name, want := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := codec.Decode(codec.Encode(want, len(want.Values)), len(want.Values))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestShortColumnIsPaddedWithMissing(t *testing.T) {
	t.Parallel()
	codec := originals.NewCodec()
	got, err := codec.Decode(codec.Encode(column(3, 4), 5), 5)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(column(3, 4, nil, nil, nil), got); d != "" {
		t.Error(d)
	}
}

func TestRoundTripLaw(t *testing.T) {
	t.Parallel()
	codec := originals.NewCodec()
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Int32(), 0, 300).Draw(t, "values")
		want := training.Column{Values: values, Valid: training.NewBitmap(len(values))}
		keep := rapid.SliceOfN(rapid.Bool(), len(values), len(values)).Draw(t, "valid")
		for i, k := range keep {
			if k {
				want.Valid.Set(i)
			} else {
				values[i] = 0
			}
		}
		got, err := codec.Decode(codec.Encode(want, len(values)), len(values))
		if err != nil {
			t.Fatal(err)
		}
		if len(values) > 0 && !cmp.Equal(want, got) {
			t.Fatal(cmp.Diff(want, got))
		}
	})
}

func TestFloatsRoundTrip(t *testing.T) {
	t.Parallel()
	codec := originals.NewCodec()
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOf(rapid.Float32()).Draw(t, "values")
		got, err := codec.DecodeFloats(codec.EncodeFloats(want), len(want))
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if math.Float32bits(want[i]) != math.Float32bits(got[i]) {
				t.Fatalf("row %d: %v became %v", i, want[i], got[i])
			}
		}
	})
}

func TestDamageIsCorrupt(t *testing.T) {
	t.Parallel()
	codec := originals.NewCodec()
	blob := codec.Encode(column(1, 2, nil, 400, 5), 5)
	flipped := bytes.Clone(blob)
	flipped[len(flipped)-2] ^= 0x10
	tests := map[string]struct {
		blob []byte
		rows int
	}{
		"nothing":         {nil, 5},
		"not a frame":     {[]byte("no frame at all"), 5},
		"cut":             {blob[:len(blob)-3], 5},
		"flipped":         {flipped, 5},
		"other length":    {blob, 6},
		"floats, not int": {codec.EncodeFloats([]float32{1}), 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := codec.Decode(tt.blob, tt.rows); training.KindOf(err) != training.KindCorrupt {
				t.Errorf("got %v, want a corrupt column", err)
			}
		})
	}
	if _, err := codec.DecodeFloats(blob, 5); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("integers read as floats: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	codec := originals.NewCodec()
	f.Add(codec.Encode(column(1, 2, nil, 4), 4), 4)
	f.Add(codec.Encode(column(0, 400, 800), 3), 3)
	f.Add(codec.EncodeFloats([]float32{1, 2}), 2)
	f.Add([]byte{}, 0)
	f.Fuzz(func(t *testing.T, blob []byte, rows int) {
		rows &= 1<<16 - 1
		col, err := codec.Decode(blob, rows)
		if err != nil {
			if training.KindOf(err) != training.KindCorrupt {
				t.Fatalf("an error of another kind: %v", err)
			}
			return
		}
		again, err := codec.Decode(codec.Encode(col, rows), rows)
		if err != nil || !cmp.Equal(col, again) {
			t.Fatalf("what was decoded does not survive: %v", err)
		}
	})
}

// ride returns a noisy column like power, n rows long.
func ride(n int) training.Column {
	r := rand.New(rand.NewPCG(1, 2))
	c := training.Column{Values: make([]int32, n), Valid: training.NewBitmap(n)}
	for i := range n {
		if i%500 != 0 {
			c.Values[i] = int32(200 + r.IntN(60))
			c.Valid.Set(i)
		}
	}
	return c
}

func BenchmarkEncode1h(b *testing.B) {
	codec, col := originals.NewCodec(), ride(3600)
	b.SetBytes(3600 * 4)
	for b.Loop() {
		codec.Encode(col, 3600)
	}
}

// BenchmarkDecode4h measures one column of a ride of four hours; eight of them
// are to stay under 1 ms.
func BenchmarkDecode4h(b *testing.B) {
	codec := originals.NewCodec()
	const n = 4 * 3600
	blob := codec.Encode(ride(n), n)
	b.SetBytes(n * 4)
	b.ReportMetric(float64(len(blob))/n, "B/row")
	for b.Loop() {
		if _, err := codec.Decode(blob, n); err != nil {
			b.Fatal(err)
		}
	}
}
