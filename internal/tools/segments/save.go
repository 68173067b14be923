// Package segments contains the tools for segments, one tool per file. Package
// answers/segments computes the answers.
package segments

import (
	"context"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/segments"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type saveIn struct {
	ID       string           `json:"id,omitempty" jsonschema:"proposal, or own segment to rename"`
	Name     string           `json:"name"`
	Kind     string           `json:"kind,omitempty"`
	Sport    tools.WholeSport `json:"sport,omitempty" jsonschema:"default: that of the activity"`
	Activity string           `json:"activity_id,omitempty" jsonschema:"activity to cut it from"`
	FromS    *float64         `json:"from_s,omitempty"`
	ToS      *float64         `json:"to_s,omitempty"`
	FromKm   *float64         `json:"from_km,omitempty"`
	ToKm     *float64         `json:"to_km,omitempty"`
	Lap      int              `json:"lap,omitempty" jsonschema:"lap number"`
	Path     string           `json:"path,omitempty" jsonschema:"file in an allowed folder"`
	GPX      string           `json:"gpx,omitempty" jsonschema:"GPX text"`
}

// mostGPX is the maximum size in bytes of a track in an argument. Arguments are part of
// the conversation, so they must be short.
const mostGPX = 400_000

func saveRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_segment", Title: "Save a segment", Toolset: toolset, Safety: tools.Write,
		Timeout: 2 * time.Minute, Where: []string{"gpx", "path"},
		Description: "Creates a segment or climb: cut from a ride or run by time or distance, from a GPX, or from a proposal in " +
			"list_segments; or renames one. All past activities are timed on it.",
		Aliases: map[string]string{"segment_id": "id", "proposal_id": "id"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "kind", training.SegmentStretch, training.SegmentClimb)
			tools.MaxLength(s, "name", textclean.NameRunes)
			tools.MaxLength(s, "gpx", mostGPX)
			tools.AtLeast(s, "lap", 1)
			for _, f := range []string{"from_s", "to_s"} {
				tools.Bounds(s, f, 0, 1e7)
			}
			for _, f := range []string{"from_km", "to_km"} {
				tools.Bounds(s, f, 0, 1e5)
			}
		},
	}, func(ctx context.Context, c *tools.Call, in saveIn) (*savedOut, error) {
		in.Name = textclean.Line(in.Name, textclean.NameRunes)
		if in.Name == "" {
			return nil, training.Errorf(training.KindInvalid, "The name is empty.").WithFix("Give a name.")
		}
		if in.ID != "" {
			own, found, err := d.Catalog.FindExactly(ctx, c.Scope, in.ID)
			if err != nil {
				return nil, err
			}
			if found {
				return in.rename(ctx, d, c, own.ID)
			}
		}
		return in.make(ctx, d, c)
	})
}

type savedOut struct {
	tools.WrittenOne
	// Segment is the saved segment.
	Segment segments.Head `json:"segment"`
}

const ofSegment = store.ChangeKind(document.Segments)

// rename renames one of the athlete's own segments.
func (in *saveIn) rename(ctx context.Context, d Deps, c *tools.Call, id string) (*savedOut, error) {
	if in.Activity != "" || in.Path != "" || in.GPX != "" || in.Kind != "" || in.Sport != "" {
		return nil, training.Errorf(training.KindInvalid, "Only the name of the segment %s can be changed.", id).
			WithFix("Leave the other arguments out, or leave id out to create a new one.")
	}
	e, err := read(ctx, d, c, id)
	if err != nil {
		return nil, err
	}
	tools.Set(e.Edit, "name", e.segment.Name, in.Name)
	out, err := e.save(ctx, d, c, i18n.Sentencef("Rename the segment %s.", e.named()))
	if err != nil {
		return nil, err
	}
	e.segment.Name = in.Name
	return &savedOut{*out, segments.HeadOf(id, &e.segment)}, nil
}

// make creates a new segment.
func (in *saveIn) make(ctx context.Context, d Deps, c *tools.Call) (*savedOut, error) {
	cut, kind, err := in.cut(ctx, d, c)
	if err != nil {
		return nil, err
	}
	if kind == training.SegmentClimb && (cut.RiseM == nil || *cut.RiseM <= 0) {
		return nil, training.Errorf(training.KindInvalid, "The track does not go uphill, as far as its altitude is known.").
			WithFix("Choose a part that climbs, or save it as a segment.")
	}
	s := cut.Segment(in.Name, kind)
	if in.Sport != "" {
		s.Sport = in.Sport.Sport()
	}
	like, alike, err := d.Catalog.Like(ctx, c.Scope, &s)
	if err != nil {
		return nil, err
	}
	fields, err := tools.Marshal(s)
	if err != nil {
		return nil, err
	}
	id := d.NewID()
	w := c.Write(i18n.Sentencef("Add the segment %s.", in.Name), nil)
	added := journal.Change{Of: ofSegment, Target: "segment", Field: "name", After: i18n.Name(in.Name)}
	words := tools.OwnOf(document.Segments, "segment", id, &document.Document{}, document.Own{Fields: fields})
	one, err := c.Do(ctx, d.Journal, w, id, true, c.Put(words, added))
	if err != nil {
		return nil, err
	}
	if alike {
		one.Notes = append(one.Notes, i18n.Sentencef("The segment %s (%s) follows the same track.", like.Name, like.ID))
	}
	out := &savedOut{*one, segments.HeadOf(one.ID, &s)}
	out.match(ctx, d, c)
	return out, nil
}

// match finds the times on a segment that was just saved. If this fails or is
// cancelled, the segment stays saved, and the times are found later.
func (o *savedOut) match(ctx context.Context, d Deps, c *tools.Call) {
	if c.DryRun || d.Match == nil {
		return
	}
	err := d.Match(ctx)
	if err == nil {
		err = d.Catalog.Stand(ctx, c.Scope, &o.Segment)
	}
	if err != nil {
		o.Notes = append(o.Notes, "Times over the segment are still being found; get_segment will show them.")
	}
}

// edit is an edit of one of the athlete's own segments.
type edit struct {
	*tools.Edit
	doc     document.Document
	segment training.Segment
}

func read(ctx context.Context, d Deps, c *tools.Call, id string) (*edit, error) {
	docs, err := d.Store.Documents(ctx, c.Whole(), document.Segments, document.Filter{ID: id})
	if err != nil {
		return nil, err
	}
	if len(docs) == 0 {
		return nil, training.Errorf(training.KindNotFound, "The segment %s was deleted in the meantime.", id).
			WithFix("list_segments lists all segments.")
	}
	s, err := document.Show[training.Segment](docs[0])
	if err != nil {
		return nil, err
	}
	e, err := tools.NewEdit(ofSegment, "segment", &docs[0], d.NewID)
	e.Target = id
	return &edit{e, docs[0], s}, err
}

func (e *edit) named() string { return textclean.Line(e.segment.Name, textclean.NameRunes) }

// save carries out the changes.
func (e *edit) save(ctx context.Context, d Deps, c *tools.Call, summary i18n.Sentence) (*tools.WrittenOne, error) {
	if len(e.Changes) == 0 {
		return e.Unchanged(c, "Nothing changed: the segment already has these values."), ctx.Err()
	}
	return e.Save(ctx, c, d.Journal, e.Write(c, summary))
}

// cut returns the track of the new segment, and its kind.
func (in *saveIn) cut(ctx context.Context, d Deps, c *tools.Call) (*segments.Cutting, training.SegmentKind, error) {
	kind := training.SegmentKind(in.Kind)
	if kind == "" {
		kind = training.SegmentStretch
	}
	given := 0
	for _, x := range []string{in.ID, in.Activity, in.Path, in.GPX} {
		if x != "" {
			given++
		}
	}
	if given != 1 {
		return nil, "", training.Errorf(training.KindInvalid, "A new segment is cut from exactly one source, but %d were given.", given).
			WithFix("Give one of activity_id, path, gpx or the id of a proposal.")
	}
	if in.Activity == "" && (in.FromS != nil || in.ToS != nil || in.FromKm != nil || in.ToKm != nil || in.Lap > 0) {
		return nil, "", training.Errorf(training.KindInvalid, "Part of an activity was given without the "+
			"activity.").WithFix("Give activity_id too.")
	}
	switch {
	case in.ID != "":
		return in.proposal(ctx, d, c, kind)
	case in.Activity != "":
		id, err := tools.Activity(ctx, d.Store, c, in.Activity)
		if err != nil {
			return nil, "", err
		}
		cut, err := seen(ctx, d, c, id, segments.Part{FromS: in.FromS, ToS: in.ToS, FromKm: in.FromKm, ToKm: in.ToKm, Lap: in.Lap})
		return cut, kind, err
	}
	way, err := in.way(ctx, d)
	if err != nil {
		return nil, "", err
	}
	cut, err := segments.OfWay(way, "")
	return cut, kind, err
}

// seen cuts a part of an activity, if the caller may see the activity. It reads positions
// even if assistants may not see them, because the answer does not show any positions.
func seen(ctx context.Context, d Deps, c *tools.Call, id string, p segments.Part) (*segments.Cutting, error) {
	own, err := d.Store.Resolve(ctx, c.Scope, id)
	if err != nil {
		return nil, err
	}
	return segments.Cut(ctx, d.Store, c.Whole(), own, p)
}

// proposal cuts the segment that a proposal suggests. The segment is a climb if it was
// proposed as one.
func (in *saveIn) proposal(
	ctx context.Context, d Deps, c *tools.Call, kind training.SegmentKind,
) (*segments.Cutting, training.SegmentKind, error) {
	p, ok := segments.ParseID(in.ID)
	if !ok {
		return nil, "", training.Errorf(training.KindNotFound, "There is no segment of your own and no proposal %q.", tools.Clip(in.ID)).
			WithFix("list_segments shows your own, and possible ones with kind climbs or proposed. A service's segment cannot be copied.")
	}
	part := segments.Part{FromS: &p.Span.FromS, ToS: &p.Span.ToS}
	if p.Kind == segments.StretchKind {
		from, to := p.Span.FromS/1000, p.Span.ToS/1000
		part = segments.Part{FromKm: &from, ToKm: &to}
	} else if in.Kind == "" {
		kind = training.SegmentClimb
	}
	cut, err := seen(ctx, d, c, string(p.Activity), part)
	if err == nil {
		cut.From.By = training.SegmentFromProposal
	}
	return cut, kind, err
}

// way returns the track in a file or in the argument gpx.
func (in *saveIn) way(ctx context.Context, d Deps) ([]training.RoutePoint, error) {
	data, name := []byte(in.GPX), "way.gpx"
	if in.Path != "" {
		var err error
		if data, err = file(ctx, d.ImportRoots, in.Path); err != nil {
			return nil, err
		}
		name = in.Path
	}
	res, err := recording.Read(ctx, name, data, recording.Limits{MaxBytes: mostFile})
	if err != nil {
		return nil, err
	}
	routes := res.Routes
	for _, rec := range res.Recordings {
		if r, ok := recording.CourseOf(rec); ok {
			routes = append(routes, r)
		}
	}
	if len(routes) != 1 {
		return nil, training.Errorf(training.KindInvalid, "The file contains %d tracks of two points or more.", len(routes)).
			WithFix("Give a GPX with one track or route.")
	}
	return routes[0].Points, nil
}

// mostFile is the maximum size in bytes of a file with a track.
const mostFile = 16 << 20

// file reads a file below the allowed folders.
func file(ctx context.Context, roots []string, path string) ([]byte, error) {
	places, err := tools.Places(roots, []string{path})
	if err != nil {
		return nil, err
	}
	for item := range archive.WalkPlaces(ctx, places, archive.Limits{}) {
		switch {
		case item.Err != nil:
			return nil, item.Err
		case item.Skip == "" && item.Size <= mostFile:
			return item.Bytes(ctx)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, training.Errorf(training.KindInvalid, "%s does not contain a track.", path).WithFix("Give a GPX with one track or route.")
}
