package activities

import (
	"context"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/tools"
)

type streamsIn struct {
	ID         string   `json:"id" jsonschema:"activity id"`
	Channels   []string `json:"channels,omitempty"` // see streamsRow
	Resolution string   `json:"resolution,omitempty" jsonschema:"bucket width"`
	Start      int      `json:"start_offset_s,omitempty"`
	End        int      `json:"end_offset_s,omitempty" jsonschema:"not included"`
}

func streamsRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_activity_streams", Title: "Activity streams", Toolset: toolset, Default: true, Idempotent: true, OpenWorld: true,
		Description: "Sensor streams of one activity, by second or averaged: power, heart rate, pace and others as " +
			"columns on one index offset_s.",
		Output: tools.OpenRows,
		Input: func(s *jsonschema.Schema) {
			tools.Words(s, "channels", activity.StreamNames()...)
			tools.Doc(s, "channels", "default "+strings.Join(activity.Usual(), ", ")+"; also "+
				strings.Replace(strings.Join(activity.Others(), ", "), "gps", "gps if shared", 1)+
				"; or a service's own by name (w_bal)")
			tools.Enum(s, "resolution", "auto", "1s", "5s", "10s", "30s", "1min")
			tools.Default(s, "resolution", "auto")
			tools.AtLeast(s, "start_offset_s", 0)
			tools.AtLeast(s, "end_offset_s", 0)
		},
	}, func(ctx context.Context, c *tools.Call, in streamsIn) (*activity.Streams, error) {
		id, found, err := d.pick(ctx, c, in.ID)
		if err != nil {
			return nil, err
		}
		q := activity.Query{
			ID: id, Channels: in.Channels, ResolutionS: seconds(in.Resolution), FromS: in.Start, ToS: in.End,
			Services: d.desk(),
		}
		if found.Apart {
			return d.Apart.Streams(ctx, c.Scope, found, q)
		}
		return activity.ReadStream(ctx, d.Store, c.Scope, q)
	})
}

// seconds is the width that a resolution names, 0 for auto. The schema lets
// nothing else through.
func seconds(resolution string) int {
	d, err := time.ParseDuration(strings.Replace(resolution, "min", "m", 1))
	if err != nil {
		return 0
	}
	return int(d / time.Second)
}
