package segments

import (
	"context"

	"lapkeep/internal/answers/segments"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// cut is what the new segment is made of, and what it is.
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
		return nil, "", training.Errorf(training.KindInvalid, "A new segment is cut from one thing, and %d were given.", given).
			WithFix("Give one of activity_id, path, gpx, and the id of a proposal.")
	}
	if in.Activity == "" && (in.FromS != nil || in.ToS != nil || in.FromKm != nil || in.ToKm != nil || in.Lap > 0) {
		return nil, "", training.Errorf(training.KindInvalid, "A part of an activity is named, and no activity.").WithFix("Give activity_id too.")
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

// seen cuts a part of an activity that the caller may see. Its positions are
// read even where assistants are not shown them: nothing of them is told.
func seen(ctx context.Context, d Deps, c *tools.Call, id string, p segments.Part) (*segments.Cutting, error) {
	own, err := d.Store.Resolve(ctx, c.Scope, id)
	if err != nil {
		return nil, err
	}
	return segments.Cut(ctx, d.Store, c.Whole(), own, p)
}

// proposal cuts what was proposed, which is a climb if it was proposed as one.
func (in *saveIn) proposal(
	ctx context.Context, d Deps, c *tools.Call, kind training.SegmentKind,
) (*segments.Cutting, training.SegmentKind, error) {
	p, ok := segments.ParseID(in.ID)
	if !ok {
		return nil, "", training.Errorf(training.KindNotFound, "There is no own segment and no proposal %q.", tools.Clip(in.ID)).
			WithFix("list_segments shows own ones, and what could be one by kind climbs or proposed. A service's cannot be copied.")
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

// way is that of a file, or of its text.
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
		return nil, training.Errorf(training.KindInvalid, "The file holds %d ways of two points or more.", len(routes)).
			WithFix("Give a GPX with one track or route.")
	}
	return routes[0].Points, nil
}

// mostFile bounds a file with a way.
const mostFile = 16 << 20

// file reads one file below the allowed folders.
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
	return nil, training.Errorf(training.KindInvalid, "%s is no file with a way.", path).WithFix("Give a GPX with one track or route.")
}
