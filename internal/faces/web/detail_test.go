package web_test

import (
	"math"
	"testing"

	"lapkeep/internal/faces/web"
	"lapkeep/internal/training"
)

// way is a track that turns around every seven seconds, a centimetre or so a row,
// with a hole in it.
func way(rows int, east int32) *training.Columns {
	c := &training.Columns{}
	for i := range rows {
		c.TimeS = append(c.TimeS, int32(i))
		if i/100%10 == 3 {
			continue
		}
		c.Put(training.Latitude, i, 570_000_000+int32(i%7))
		c.Put(training.Longitude, i, east+int32(i))
	}
	c.Pad()
	return c
}

// TestPositionsAreExact: to a semicircle, which is two centimetres, of each row that
// is told and of no other moment, whether there are many rows or few.
func TestPositionsAreExact(t *testing.T) {
	t.Parallel()
	const perDegree = (1 << 31) / 180.0
	for _, rows := range []int{1000, 30_000} {
		c := way(rows, 1_400_000_000)
		got := web.Reduce(c, []training.Channel{training.Latitude, training.Longitude}, 0, math.MaxInt32, 2000)
		if got.Reduced != (rows > 2000) || len(got.Values) != 2 {
			t.Fatalf("%d rows: reduced %v", rows, got.Reduced)
		}
		there := 0
		for k, at := range got.OffsetS {
			for j, ch := range got.Channels {
				v := got.Values[j][k]
				i := int(at)
				for !math.IsNaN(float64(v)) && i < rows && !c.Data[ch].Valid.Get(i) {
					i++ // a stretch begins in the hole
				}
				want, ok := c.At(ch, i)
				if math.IsNaN(float64(v)) {
					if ok {
						t.Fatalf("row %d of %d: nothing where there is a position", i, rows)
					}
					continue
				}
				there++
				if is := (got.Origin[ch] + float64(v)) * perDegree; math.Abs(is-float64(want)) > 0.5 {
					t.Fatalf("row %d of %d: %s is %.1f, want %d", i, rows, ch, is, want)
				}
			}
		}
		if there < 1500 {
			t.Errorf("only %d positions", there)
		}
	}
}

// TestPositionsGoOnOverTheDateLine: the next row is a step away, not the world around.
func TestPositionsGoOnOverTheDateLine(t *testing.T) {
	t.Parallel()
	got := web.Reduce(way(200, math.MaxInt32-50), []training.Channel{training.Longitude}, 0, 200, 2000)
	for _, v := range got.Values[0] {
		if v < 0 || v > 0.001 {
			t.Fatalf("%v degrees from the start", v)
		}
	}
}

// TestWhatIsNoPositionCountsFromNothing: power is power.
func TestWhatIsNoPositionCountsFromNothing(t *testing.T) {
	t.Parallel()
	c := &training.Columns{TimeS: []int32{0, 1}}
	c.Put(training.Power, 0, 250)
	c.Put(training.Power, 1, 260)
	got := web.Reduce(c, []training.Channel{training.Power}, 0, 10, 2000)
	if got.Origin != nil || got.Values[0][0] != 250 || got.Values[0][1] != 260 {
		t.Errorf("%+v", got)
	}
}
