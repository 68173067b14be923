package activity_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TestStreamsWithoutAChannel: each by the name that its maker gave it, as means
// of the buckets, and none in place of a channel.
func TestStreamsWithoutAChannel(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Say(document.OwnStreams, "file:"+string(answerstest.Ride), "tri", 0,
		training.OwnStreams{Ref: "tri:1", Streams: map[string]training.OwnStream{
			"Lactate": {TimeS: []int32{61, 62, 200}, Values: []float64{2, 3, 4.5}},
			"Fan":     {Name: "Fan\npower", TimeS: []int32{60}, Values: []float64{40}},
			"Half":    {TimeS: []int32{60}},
			"Late":    {TimeS: []int32{90_000}, Values: []float64{1}},
			"Watts":   {Name: "power_w", TimeS: []int32{60}, Values: []float64{9999}},
		}})
	got := read(t, s, activity.Query{
		ID: string(answerstest.Ride), Channels: []string{"power", "others"},
		ResolutionS: 60, FromS: 60, ToS: 240,
	})
	if len(got.OffsetS) != 3 || len(got.Missing) != 0 || *got.Channels["power_w"][0] == 9999 {
		t.Fatalf("%+v", got)
	}
	want := map[string][]*float64{"Lactate": {new(2.5), nil, new(4.5)}, "Fan power": {new(40.), nil, nil}}
	delete(got.Channels, "power_w")
	if d := cmp.Diff(want, got.Channels); d != "" {
		t.Error(d)
	}
	none := read(t, answerstest.NewActivityStore(), activity.Query{ID: string(answerstest.ActivityRun), Channels: []string{"others"}})
	if none.Missing["others"] == "" || len(none.Channels) != 0 {
		t.Errorf("%+v", none)
	}
	for id, want := range map[training.ActivityID]string{answerstest.Ride: "not in this stretch", answerstest.ActivityRun: "no app"} {
		got := read(t, s, activity.Query{ID: string(id), Channels: []string{"others"}, FromS: 300, ToS: 400})
		if !strings.HasPrefix(got.Missing["others"].String(), want) {
			t.Errorf("%s: %v", id, got.Missing)
		}
	}
}
