package fitness

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/curves"
	"lapkeep/internal/tools"
)

type recordsIn struct {
	Sport     tools.SportArg  `json:"sport,omitempty" jsonschema:"default the usual one"`
	Indoor    *bool           `json:"indoor,omitempty" jsonschema:"only indoors, or outdoors"`
	Range     tools.DateRange `json:"range,omitzero" jsonschema:"instead of all time, 365 days and season"`
	By        []string        `json:"by,omitempty" jsonschema:"default all"`
	Durations []float64       `json:"durations_s,omitempty"`
	Distances []float64       `json:"distances_m,omitempty"`
}

func recordsRow(d Deps) tools.Row {
	book := curves.NewRecordBook(d.Store, d.Store, d.Curves).WithSegments(d.Timed)
	if d.Kept != nil {
		book.Keep(d.Kept)
	}
	return tools.New(tools.Spec{
		Name: "get_records", Title: "Personal records", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Personal records (bests) of one sport for all time, the last 365 days and this season, or any range: by duration " +
			"(power, W/kg, normalized power, heart rate, pace), by distance (fastest 5 km, half marathon), climbs, own segments, and the " +
			"longest and biggest activities, each with its activity and date.",
		Aliases: map[string]string{
			"durations": "durations_s", "distances": "distances_m", "duration": "durations_s",
			"distance": "distances_m", "kind": "by", "sections": "by",
		},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "by", curves.Bys()...)
			tools.Doc(s, "durations_s", "any, e.g. 300, 20min")
			tools.Doc(s, "distances_m", "any")
			tools.Items(s, "durations_s", 0, curves.RecordMaxSteps)
			tools.Bounds(s, "durations_s", 1, 86400)
			tools.Items(s, "distances_m", 0, curves.RecordMaxSteps)
			tools.Bounds(s, "distances_m", 50, 1e6)
		},
	}, func(ctx context.Context, c *tools.Call, in recordsIn) (*curves.RecordView, error) {
		q := curves.RecordQuery{Indoor: in.Indoor, By: in.By, Durations: in.Durations, Distances: in.Distances}
		if in.Sport != "" {
			q.Sport = in.Sport.Sport()
		}
		if in.Range.Set {
			r := in.Range.Range()
			q.Days = &r
		}
		v, err := book.Answer(ctx, c.Scope, c.Frame(), q)
		if err != nil || d.Reported == nil || in.Indoor != nil { // services do not say where theirs were set
			return v, err
		}
		return v, v.AddReported(ctx, d.Reported, c.Scope, q.Days)
	})
}
