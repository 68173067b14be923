package activity_test

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// given is a ride of which one channel has these values, a second each.
type given struct {
	*answerstest.ActivityStore
	channels map[training.Channel][]float64
}

func (g given) Stream(context.Context, training.Scope, training.ActivityID, store.ChannelSet) (*training.Columns, error) {
	out := &training.Columns{}
	for ch, values := range g.channels {
		for i, x := range values {
			if len(out.TimeS) <= i {
				out.TimeS = append(out.TimeS, int32(i))
			}
			if !math.IsNaN(x) {
				out.Put(ch, i, int32(math.Round(x*ch.Scale())))
			}
		}
	}
	out.Pad()
	return out, nil
}

// TestItsDownsampling are the cases that igpsport-mcp's tests assert: means of
// windows that do not overlap, the last one short, null where there is nothing.
func TestItsDownsampling(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	for name, c := range map[string]struct {
		watts []float64
		width int
		want  string
	}{
		"C1": {[]float64{100, nan, 102}, 1, `{"power_w":[100,null,102]}`},
		"C2": {[]float64{10, 20, 30, 100, 100, 100}, 3, `{"power_w":[20,100]}`},
		"C3": {[]float64{2, 4, 6, 8, 10}, 2, `{"power_w":[3,7,10]}`},
		"C4": {[]float64{nan, nan, 5}, 2, `{"power_w":[null,5]}`},
	} {
		g := given{answerstest.NewActivityStore(), map[training.Channel][]float64{training.Power: c.watts}}
		if got := g.cells(t, c.width, "power"); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
	both := given{answerstest.NewActivityStore(), map[training.Channel][]float64{
		training.Power: {100, 200, 300, 400}, training.HeartRate: {120, 130, 140, 150},
	}}
	if got := both.cells(t, 2, "power", "hr"); got != `{"hr_bpm":[125,145],"power_w":[150,350]}` {
		t.Errorf("C6: %s", got)
	}
	// C5: whole numbers have no decimals; a temperature has the one that it is shown with.
	warm := given{answerstest.NewActivityStore(), map[training.Channel][]float64{training.Temperature: {20, 20, 20, 20.9, nan, nan}}}
	if got := warm.cells(t, 2, "temp"); got != `{"temp_c":[20,20.5,null]}` {
		t.Errorf("C5: %s", got)
	}
}

func (g given) cells(t *testing.T, width int, channels ...string) string {
	t.Helper()
	out, err := activity.ReadStream(t.Context(), g, answerstest.ActivityModel, activity.Query{
		ID: string(answerstest.Ride), Channels: channels, ResolutionS: width,
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(out.Channels)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
