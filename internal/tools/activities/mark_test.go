package activities_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// marks are the intervals that the athlete marked, as get_activity shows them.
func (h *home) marks(t *testing.T, id string) (structure.Drawn, bool) {
	t.Helper()
	var d activity.Detail
	h.decode(t, "get_activity", `{"id":"`+id+`","sections":["intervals"]}`, &d)
	i := slices.IndexFunc(d.Drawn, func(x structure.Drawn) bool { return x.Origin == structure.OriginAthlete })
	if i < 0 {
		return structure.Drawn{}, false
	}
	return d.Drawn[i], true
}

// TestMarkedIntervals have the values that anybody computes of the rows, may
// overlap, and go as they came.
func TestMarkedIntervals(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	args := `{"id":"` + id + `","intervals":[{"name":"Hill \u202eone","start_offset_s":300,"end_offset_s":420},` +
		`{"start_offset_s":60,"end_offset_s":360},{"start_offset_s":60,"end_offset_s":360}]`
	var dry, out, again wrote
	h.decode(t, "update_activity", args+`,"dry_run":true}`, &dry)
	if _, ok := h.marks(t, id); ok || len(dry.Changes) != 1 {
		t.Errorf("a dry run: %v %+v", ok, dry)
	}
	h.decode(t, "update_activity", args+`}`, &out)
	got, ok := h.marks(t, id)
	if !ok || !slices.Equal(got.Interval, []string{"", "Hill one"}) || !slices.Equal(got.StartOffsetS, []int32{60, 300}) ||
		!slices.Equal(got.DurationS, []float64{300, 120}) || got.RestS != nil {
		t.Fatalf("%v %+v", ok, got)
	}
	cols, err := h.db.Stream(t.Context(), answerstest.ActivityModel, training.ActivityID(id), store.AllChannels)
	if err != nil {
		t.Fatal(err)
	}
	for i, span := range [][2]int32{{60, 360}, {300, 420}} {
		watts, beats, top := brute(cols, training.Power, span), brute(cols, training.HeartRate, span), most(cols, training.HeartRate, span)
		if math.Abs(*got.AvgPowerW[i]-watts) > 0.06 || math.Abs(*got.AvgHRBpm[i]-beats) > 0.06 || *got.MaxHRBpm[i] != top ||
			math.Abs(*got.Percent[i]-watts/2.5) > 0.6 { // of 250 W, the FTP of that day
			t.Errorf("%v: %v W, %v bpm, %v at most, %v %%; want %v, %v, %v", span, *got.AvgPowerW[i], *got.AvgHRBpm[i], *got.MaxHRBpm[i],
				*got.Percent[i], watts, beats, top)
		}
	}
	h.decode(t, "update_activity", `{"id":"`+id+`","intervals":[]}`, &again)
	if _, ok := h.marks(t, id); ok {
		t.Error("they were taken away")
	}
	h.undo(t, again.JournalID)
	if back, _ := h.marks(t, id); len(back.StartOffsetS) != 2 {
		t.Errorf("%+v", back)
	}
	h.decode(t, "update_activity", `{"id":"`+id+`","clear":["intervals"]}`, &again)
	if _, ok := h.marks(t, id); ok {
		t.Error("they were cleared")
	}
	h.undo(t, again.JournalID)
	h.undo(t, out.JournalID)
	if _, ok := h.marks(t, id); ok {
		t.Error("undone, they are not there")
	}
}

// TestMarkedOutside: what is not in the activity is not marked.
func TestMarkedOutside(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	for _, bad := range []string{
		`{"start_offset_s":10,"end_offset_s":10}`, `{"start_offset_s":-1,"end_offset_s":10}`, `{"start_offset_s":0,"end_offset_s":100000}`,
		`{"start_offset_s":0}`, `{"name":"x"}`,
	} {
		_, err := h.table.Call(t.Context(), "update_activity", call(t, answerstest.ActivityModel), fmt.Appendf(nil,
			`{"id":%q,"intervals":[%s]}`, id, bad))
		if training.KindOf(err) != training.KindInvalid || err == nil {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// within calls f with the shown value of each row of a span that has one.
func within(c *training.Columns, ch training.Channel, span [2]int32, f func(x float64)) {
	for i, s := range c.TimeS {
		if s >= span[0] && s < span[1] && c.Data[ch].Valid.Get(i) {
			f(float64(c.Data[ch].Values[i]) / ch.Scale())
		}
	}
}

// brute is the mean of the rows of a span, which are a second apart.
func brute(c *training.Columns, ch training.Channel, span [2]int32) float64 {
	sum, n := 0.0, 0.0
	within(c, ch, span, func(x float64) { sum, n = sum+x, n+1 })
	return sum / n
}

func most(c *training.Columns, ch training.Channel, span [2]int32) (top float64) {
	within(c, ch, span, func(x float64) { top = max(top, x) })
	return top
}
