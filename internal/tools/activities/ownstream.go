package activities

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// streamType is the type of custom items that are streams.
const streamType = "ACTIVITY_STREAM"

// ownStream enters values of a stream that the athlete defined at a service.
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
		return nil, training.Errorf(training.KindInvalid, "Nothing would change.").
			WithFix("get_activity_streams with channels others shows what there is.")
	}
	layer, err := withStream(own, code, after)
	if err != nil {
		return nil, err
	}
	layer.Days = training.DayRange{From: row.LocalDay, To: row.LocalDay}
	w := c.Write(i18n.Sentencef("Enter values of %s into %s.", code, called(row)), map[string]string{ref: string(own)})
	return d.change(ctx, c, row, w, c.Put(tools.OwnWords{In: document.OwnStreams, ID: ref, Own: layer}, journal.Change{
		Of: store.ChangeKind(document.OwnStreams), Target: ref, Field: code, Before: counted(held), After: counted(after),
	}))
}

// withStream adds one stream to those that were entered here for an activity.
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

// counted is a stream for people.
func counted(s training.OwnStream) i18n.Sentence {
	if len(s.Values) == 0 {
		return ""
	}
	return i18n.Sentencef("%d values, %g to %g", len(s.Values), slices.Min(s.Values), slices.Max(s.Values))
}

// definedStream finds the code of the stream, by itself or its name, and what
// the activity is called where it is defined.
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
		for _, s := range it.Said {
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
	return "", "", training.Errorf(training.KindNotFound, "No stream %q is defined at a service.", asked).
		WithFix("list_custom_items shows those there are, save_custom_item makes one of the type activity_stream.")
}

// streamsAt gives the present values of a stream, and all entered ones.
func streamsAt(ctx context.Context, d Deps, c *tools.Call, ref, code string) (held training.OwnStream, own json.RawMessage, err error) {
	docs, err := d.Store.Documents(ctx, c.Whole(), document.OwnStreams, document.Filter{ID: ref})
	if err != nil || len(docs) == 0 {
		return held, nil, err
	}
	all, err := serviced.OwnStreams(ctx, d.Store, c.Whole(), []string{ref})
	if err != nil || len(all) == 0 {
		return held, docs[0].Own, err
	}
	return all[0].Streams[code], docs[0].Own, nil
}

// entered is the stream with the values, each at the recorded second that it
// falls into.
func (in *fixIn) entered(
	ctx context.Context, d Deps, c *tools.Call, row *store.ActivityRow, held training.OwnStream,
) (training.OwnStream, error) {
	cols, err := d.Store.Stream(ctx, c.Whole(), row.ID, store.Channels(training.Distance))
	if err != nil {
		return held, err
	}
	if cols.Len() == 0 {
		return held, training.Errorf(training.KindInvalid, "The activity has no recorded seconds to enter values at.").
			WithFix("Choose one that a device recorded.")
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
