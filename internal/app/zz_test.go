package app

import (
	"context"
	"os"
	"io"
	"testing"
	"time"
	"crypto/rand"
	"encoding/json"

	"lapkeep/internal/cli"
	"lapkeep/internal/cli/settings"
)

func BenchmarkTools(b *testing.B) {
	p := &Program{Streams: cli.Streams{Out: io.Discard, Err: os.Stderr}, Places: settings.Input{WorkDir: "/tmp", UserHome: "/tmp"}, Now: time.Now, Random: rand.Reader}
	in := p.Places
	in.Flags = map[settings.Key]string{settings.Home: "/tmp/bh/home"}
	s, err := settings.Load(in)
	if err != nil { b.Fatal(err) }
	ctx := context.Background()
	w, err := p.open(ctx, s, cli.OpenOptions{Create: true})
	if err != nil { b.Fatal(err) }
	for _, c := range []struct{ tool, args string }{
		{"get_status", "{}"}, {"list_activities", "{}"}, {"list_activities", `{"sport":"ride"}`}, {"list_activities", `{"limit":50}`}, {"list_activities", `{"range":{"from":"2016-01-01","to":"2017-01-01"}}`},
		{"get_training_summary", `{"period":"week"}`}, {"get_training_summary", `{"period":"year","date":"2016-03-01"}`}, {"get_training_summary", `{"period":"all"}`},
		{"get_curves", `{"kind":"power"}`}, {"get_curves", `{"kind":"hr"}`}, {"get_curves", `{"kind":"distance"}`}, {"estimate_thresholds", "{}"}, {"analyze_training_load", "{}"}, {"get_athlete_profile", "{}"},
		{"get_activity", `{"id":"b000014990"}`}, {"get_activity_streams", `{"id":"b000014990"}`},
	} {
		b.Run(c.tool+c.args, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				call, err := w.NewCall(ctx)
				if err != nil { b.Fatal(err) }
				if _, err := w.Table.Call(ctx, c.tool, call, json.RawMessage(c.args)); err != nil { b.Fatal(err) }
			}
		})
	}
}
