package activities

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type fixIn struct {
	ID      string   `json:"id" jsonschema:"activity id"`
	Drop    []dropIn `json:"drop,omitempty"`
	Restore []string `json:"restore,omitempty" jsonschema:"channels that count again"`
	// Stream is one that the athlete defined at a service.
	Stream  string    `json:"stream,omitempty" jsonschema:"own one, to enter values of"`
	Offsets []int     `json:"offsets_s,omitempty"`
	Values  []float64 `json:"values,omitempty" jsonschema:"none: deleted"`
}

// dropIn is a stretch of a channel.
type dropIn struct {
	Channel string `json:"channel"`
	From    int    `json:"start_offset_s,omitempty" jsonschema:"default 0"`
	To      int    `json:"end_offset_s,omitempty" jsonschema:"not included; default the end"`
}

// position is how both channels of it are called.
const position = "position"

// droppable are the channels that can be left out.
func droppable() []string {
	return []string{
		training.Power.String(), training.HeartRate.String(), training.Cadence.String(), training.Speed.String(), training.Altitude.String(),
		training.Temperature.String(), position, training.RespirationRate.String(), training.CoreTemperature.String(),
	}
}

// mostDrops is how many stretches one call takes.
const mostDrops = 20

func fixRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "update_activity_streams", Title: "Leave out wrong sensor data", Toolset: toolset, Safety: tools.Write,
		Sends: true, Idempotent: true,
		Description: "Leaves a channel of one activity, or a stretch of it, out of every number: power spikes, a strap that slipped. The " +
			"recording is kept; restore, or undo, has it count again.",
		Input: func(s *jsonschema.Schema) {
			tools.Items(s, "drop", 1, mostDrops)
			tools.Enum(s, "drop.channel", droppable()...)
			tools.AtLeast(s, "drop.start_offset_s", 0)
			tools.AtLeast(s, "drop.end_offset_s", 0)
		},
	}, func(ctx context.Context, c *tools.Call, in fixIn) (*tools.WrittenOne, error) {
		row, err := activity.Find(ctx, d.Store, c.Scope, in.ID)
		if err != nil {
			return nil, err
		}
		if in.Stream != "" {
			return in.ownStream(ctx, d, c, &row)
		}
		after, err := in.ignored(&row)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(after)
		if err != nil {
			return nil, err
		}
		e := edit{field: "ignored", value: value, before: leftOut(row.Ignored), after: leftOut(after)}
		return d.change(ctx, c, &row, c.Write(i18n.Sentencef("Leave sensor data of the %s out.", called(&row)), touched(&row)),
			func(tx *store.Tx) (journal.Effect, error) {
				return apply(tx, c.Scope.Athlete, row.ID, []edit{e})
			})
	})
}

// ignored lists what is left out after the call.
func (in *fixIn) ignored(row *store.ActivityRow) ([]training.Ignored, error) {
	if len(row.Sources) == 0 {
		return nil, training.Errorf(training.KindInvalid,
			"Nothing recorded this activity.").WithFix("update_activity and create_activities change what was entered.")
	}
	all := slices.Clone(row.Ignored)
	for _, name := range in.Restore {
		if !slices.Contains(droppable(), name) {
			return nil, training.Errorf(training.KindInvalid, "%q is not a channel that can be left out.",
				name).WithFix("The channels are %s.", strings.Join(droppable(), ", "))
		}
		if slices.ContainsFunc(in.Drop, func(dr dropIn) bool { return dr.Channel == name }) {
			return nil, training.Errorf(training.KindInvalid, "%s is both dropped and restored.", name).WithFix("Do one of the two.")
		}
		all = slices.DeleteFunc(all, func(i training.Ignored) bool { return slices.Contains(channels(name), i.Channel) })
	}
	for _, dr := range in.Drop {
		if dr.To != 0 && dr.To <= dr.From {
			return nil, training.Errorf(training.KindInvalid, "%d to %d s is not a stretch.", dr.From,
				dr.To).WithFix("Give an end_offset_s after start_offset_s, or neither for the whole channel.")
		}
		for _, ch := range channels(dr.Channel) {
			i := training.Ignored{Channel: ch, FromS: dr.From, ToS: dr.To}
			if i.Whole() { // what stands of it is within
				all = slices.DeleteFunc(all, func(o training.Ignored) bool { return o.Channel == ch })
			}
			if !slices.ContainsFunc(all, func(o training.Ignored) bool { return o == i || o.Channel == ch && o.Whole() }) {
				all = append(all, i)
			}
		}
	}
	if slices.Equal(all, row.Ignored) {
		return nil, training.Errorf(training.KindInvalid,
			"Nothing would change.").WithFix("Name something in drop or restore that is not already so; data_quality of get_activity shows it.")
	}
	if all == nil {
		all = []training.Ignored{}
	}
	return all, nil
}

// channels are those of an argument.
func channels(name string) []string {
	if name == position {
		return []string{training.Latitude.String(), training.Longitude.String()}
	}
	return []string{name}
}

// leftOut is a list for people.
func leftOut(all []training.Ignored) string {
	out := ""
	for _, i := range all {
		if out != "" {
			out += ", "
		}
		out += i.Channel
		if !i.Whole() {
			out += fmt.Sprintf(" from %d", i.FromS)
			if i.ToS > 0 {
				out += fmt.Sprintf(" to %d", i.ToS)
			}
			out += " s"
		}
	}
	return out
}
