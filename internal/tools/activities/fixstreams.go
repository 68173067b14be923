package activities

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/drawn"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type fixIn struct {
	ID      string   `json:"id"`
	Drop    []dropIn `json:"drop,omitempty"`
	Restore []string `json:"restore,omitempty" jsonschema:"channels"`
	// Stream is the name of a stream that the athlete defined on a service.
	Stream  string    `json:"stream,omitempty" jsonschema:"own stream"`
	Offsets []int     `json:"offsets_s,omitempty"`
	Values  []float64 `json:"values,omitempty" jsonschema:"empty deletes it"`
}

// dropIn is a stretch of a channel that is to be dropped.
type dropIn struct {
	Channel string `json:"channel"`
	From    int    `json:"start_offset_s,omitempty"`
	To      int    `json:"end_offset_s,omitempty" jsonschema:"exclusive"`
}

// position stands for latitude and longitude.
const position = "position"

// droppable returns the channels that can be dropped.
func droppable() []string {
	return []string{
		training.Power.String(), training.HeartRate.String(), training.Cadence.String(), training.Speed.String(), training.Altitude.String(),
		training.Temperature.String(), position, training.RespirationRate.String(), training.CoreTemperature.String(),
	}
}

// mostDrops is the maximum number of stretches in one call.
const mostDrops = 20

func fixRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "update_activity_streams", Title: "Leave out wrong sensor data", Toolset: toolset, Safety: tools.Write,
		Sends: true, Idempotent: true,
		Description: "Excludes a channel of one activity, or part of it, from all numbers: power spikes, a slipped strap. The recording " +
			"is kept; restore includes it again.",
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
		e, err := newEdit(row.ID, store.Withheld{})
		if err != nil {
			return nil, err
		}
		e.SetShown("ignored", after, leftOut(row.Ignored), leftOut(after))
		return d.change(ctx, c, &row, c.Write(i18n.Sentencef("Leave sensor data of the %s out.", called(&row)), touched(&row)),
			applied(c.Scope.Athlete, row.ID, e))
	})
}

// ignored returns the channels that are ignored after the call.
func (in *fixIn) ignored(row *store.ActivityRow) ([]training.Ignored, error) {
	if len(row.Sources) == 0 {
		return nil, training.Errorf(training.KindInvalid,
			"This activity has no recording.").WithFix("Values that were entered by hand can be changed with update_activity or " +
			"create_activities.")
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
			return nil, training.Errorf(training.KindInvalid, "%d to %d s is not a valid range.", dr.From,
				dr.To).WithFix("Give an end_offset_s after start_offset_s, or neither for the whole channel.")
		}
		for _, ch := range channels(dr.Channel) {
			i := training.Ignored{Channel: ch, FromS: dr.From, ToS: dr.To}
			if i.Whole() { // this stretch includes all shorter ones
				all = slices.DeleteFunc(all, func(o training.Ignored) bool { return o.Channel == ch })
			}
			if !slices.ContainsFunc(all, func(o training.Ignored) bool { return o == i || o.Channel == ch && o.Whole() }) {
				all = append(all, i)
			}
		}
	}
	if slices.Equal(all, row.Ignored) {
		return nil, training.Errorf(training.KindInvalid,
			"There is nothing to change.").
			WithFix("In drop or restore, name something that would change; data_quality of get_activity shows the current state.")
	}
	if all == nil {
		all = []training.Ignored{}
	}
	return all, nil
}

// channels returns the channels that a name in the arguments stands for.
func channels(name string) []string {
	if name == position {
		return []string{training.Latitude.String(), training.Longitude.String()}
	}
	return []string{name}
}

// leftOut lists ignored channels for people.
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

type streamsIn struct {
	ID         string   `json:"id"`
	Channels   []string `json:"channels,omitempty"` // see streamsRow
	Resolution string   `json:"resolution,omitempty"`
	Start      int      `json:"start_offset_s,omitempty"`
	End        int      `json:"end_offset_s,omitempty" jsonschema:"exclusive"`
}

func streamsRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Picture: tools.DrawnBy(drawn.Streams),
		Name:    "get_activity_streams", Title: "Activity streams", Toolset: toolset, Default: true, Idempotent: true, OpenWorld: true,
		Description: "Sensor streams of one activity, by second or averaged: power, heart rate, pace and others as columns by " +
			"offset_s.",
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
		id, r, _, err := d.pick(ctx, c, in.ID)
		if err != nil {
			return nil, err
		}
		q := activity.Query{
			ID: id, Channels: in.Channels, ResolutionS: seconds(in.Resolution), FromS: in.Start, ToS: in.End,
			Services: d.remote(),
		}
		return activity.ReadStream(ctx, r, c.Scope, q)
	})
}

// seconds returns a resolution in seconds, or 0 for auto. The schema allows no other texts.
func seconds(resolution string) int {
	d, err := time.ParseDuration(strings.Replace(resolution, "min", "m", 1))
	if err != nil {
		return 0
	}
	return int(d / time.Second)
}

// streamType is the type of custom items that define streams.
const streamType = "ACTIVITY_STREAM"

// ownStream stores values for a stream that the athlete defined on a service.
func (in *fixIn) ownStream(ctx context.Context, d Deps, c *tools.Call, row *store.ActivityRow) (*tools.WrittenOne, error) {
	if len(in.Drop)+len(in.Restore) > 0 {
		return nil, training.Errorf(training.KindInvalid, "Give stream alone, without drop and restore.").WithFix("Make two calls.")
	}
	if len(in.Offsets) != len(in.Values) {
		return nil, training.Errorf(training.KindInvalid, "There are %d offsets_s and %d values.", len(in.Offsets), len(in.Values)).
			WithFix("Give one value for each offset; empty lists delete the stream.")
	}
	code, ref, err := in.definedStream(ctx, d, c, row)
	if err != nil {
		return nil, err
	}
	held, own, err := streamsAt(ctx, d, c, ref, code)
	if err != nil {
		return nil, err
	}
	after := training.OwnStream{TimeS: []int32{}, Values: []float64{}}
	if len(in.Values) > 0 {
		if after, err = in.entered(ctx, d, c, row, held); err != nil {
			return nil, err
		}
	}
	if slices.Equal(held.TimeS, after.TimeS) && slices.Equal(held.Values, after.Values) {
		return nil, training.Errorf(training.KindInvalid, "There is nothing to change.").
			WithFix("get_activity_streams with channels others shows the available streams.")
	}
	layer, err := withStream(own, code, after)
	if err != nil {
		return nil, err
	}
	layer.Days = training.DayRange{From: row.LocalDay, To: row.LocalDay}
	w := c.Write(i18n.Sentencef("Enter values of the stream %s into %s.", code, called(row)), map[string]string{ref: string(own)})
	return d.change(ctx, c, row, w, c.Put(tools.OwnWords{In: document.OwnStreams, ID: ref, Own: layer}, journal.Change{
		Of: store.ChangeKind(document.OwnStreams), Target: ref, Field: code, Before: counted(held), After: counted(after),
	}))
}

// withStream adds a stream to the athlete's own streams of an activity.
func withStream(own json.RawMessage, code string, s training.OwnStream) (document.Own, error) {
	var layer struct {
		Streams map[string]json.RawMessage `json:"streams"`
	}
	if len(own) > 0 {
		if err := json.Unmarshal(own, &layer); err != nil {
			return document.Own{}, training.Errorf(training.KindCorrupt, "The streams of the activity cannot be read: %w.", err).
				WithFix("Run lapkeep verify.")
		}
	}
	if layer.Streams == nil {
		layer.Streams = map[string]json.RawMessage{}
	}
	var err error
	if layer.Streams[code], err = json.Marshal(s); err != nil {
		return document.Own{}, err
	}
	fields, err := json.Marshal(layer)
	return document.Own{Fields: fields}, err
}

// counted describes the values of a stream for people.
func counted(s training.OwnStream) i18n.Sentence {
	if len(s.Values) == 0 {
		return ""
	}
	return i18n.Sentencef("%d values, %g to %g", len(s.Values), slices.Min(s.Values), slices.Max(s.Values))
}

// definedStream finds the code of a stream, given its code or name. It also returns the
// reference of the activity on the service that defines the stream.
func (in *fixIn) definedStream(ctx context.Context, d Deps, c *tools.Call, row *store.ActivityRow) (code, ref string, err error) {
	items, err := athlete.AllCustom(ctx, d.Store, c.Whole())
	if err != nil {
		return "", "", err
	}
	for i := range items {
		it := &items[i]
		named := strings.EqualFold(it.FieldCode(), in.Stream) || strings.EqualFold(it.Name, in.Stream)
		if !strings.EqualFold(it.Type, streamType) || it.FieldCode() == "" || !named {
			continue
		}
		for _, s := range it.Statements {
			for _, ref := range row.ExternalIDs {
				if strings.HasPrefix(ref, s.Source+":") {
					return it.FieldCode(), ref, nil
				}
			}
		}
		return "", "", training.Errorf(training.KindInvalid, "The service that defines %s does not have this activity.", it.FieldCode()).
			WithFix("Choose an activity that came from there; get_activity has its external_ids.")
	}
	asked := textclean.Line(in.Stream, textclean.NameRunes)
	return "", "", training.Errorf(training.KindNotFound, "No stream %q is defined on a service.", asked).
		WithFix("list_custom_items shows existing items; save_custom_item creates one of type activity_stream.")
}

// streamsAt returns the current values of one stream, and the athlete's own values of all streams.
func streamsAt(ctx context.Context, d Deps, c *tools.Call, ref, code string) (held training.OwnStream, own json.RawMessage, err error) {
	docs, err := d.Store.Documents(ctx, c.Whole(), document.OwnStreams, document.Filter{ID: ref})
	if err != nil || len(docs) == 0 {
		return held, nil, err
	}
	all, err := servicevalues.OwnStreams(ctx, d.Store, c.Whole(), []string{ref})
	if err != nil || len(all) == 0 {
		return held, docs[0].Own, err
	}
	return all[0].Streams[code], docs[0].Own, nil
}

// entered returns the stream with the given values added, each of them at a recorded second.
func (in *fixIn) entered(
	ctx context.Context, d Deps, c *tools.Call, row *store.ActivityRow, held training.OwnStream,
) (training.OwnStream, error) {
	cols, err := d.Store.Stream(ctx, c.Whole(), row.ID, store.Channels(training.Distance))
	if err != nil {
		return held, err
	}
	if cols.Len() == 0 {
		return held, training.Errorf(training.KindInvalid, "The activity has no recorded seconds to attach values to.").
			WithFix("Choose one recorded by a device.")
	}
	values := map[int32]float64{}
	for i, t := range held.TimeS {
		values[t] = held.Values[i]
	}
	last := cols.TimeS[cols.Len()-1]
	for i, s := range in.Offsets {
		if s < int(cols.TimeS[0]) || s > int(last) {
			return held, training.Errorf(training.KindInvalid, "%d s is outside the recording.", s).
				WithFix("Give offsets from %d to %d s.", cols.TimeS[0], last)
		}
		at, exact := slices.BinarySearch(cols.TimeS, int32(s)) //nolint:gosec // within the recording
		if !exact {
			at--
		}
		values[cols.TimeS[at]] = in.Values[i]
	}
	out := training.OwnStream{TimeS: slices.Sorted(maps.Keys(values))}
	for _, t := range out.TimeS {
		out.Values = append(out.Values, values[t])
	}
	return out, nil
}
