package segments

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/activity/live"
	"lapkeep/internal/analysis/serviced"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/source"
	"lapkeep/internal/training"
)

// Reader reads what says who may see what.
type Reader interface {
	serviced.Resolver
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
}

// Desk is where segments are asked for.
type Desk struct {
	Store    Reader
	Services live.Desk
}

// Head is a segment in a list. Times are in s.
type Head struct {
	ID          string   `json:"id"`
	Name        string   `json:"name,omitempty"`
	Service     string   `json:"service"`
	DistanceKm  *float64 `json:"distance_km,omitempty"`
	AvgGradePct *float64 `json:"avg_grade_pct,omitempty"`
	OwnBestS    *float64 `json:"own_best_s,omitempty"`
	BestMaleS   *float64 `json:"best_male_s,omitempty"`
	BestFemaleS *float64 `json:"best_female_s,omitempty"`
}

// List is a page of segments.
type List struct {
	analysis.Heading
	Segments  []Head           `json:"segments"`
	Cursor    string           `json:"cursor,omitempty"`
	Truncated bool             `json:"truncated,omitempty"`
	Notes     []string         `json:"notes,omitempty"`
	Missing   analysis.Missing `json:"missing,omitempty"`
}

// Query selects segments.
type Query struct {
	Own    bool
	Limit  int
	Cursor string // of the page before
}

const noService = "no connected service hands out segments"

// List gives a page: of the services that have segments one after the other.
func (d Desk) List(ctx context.Context, s training.Scope, f analysis.Frame, q Query) (*List, error) {
	out := &List{Heading: f.Heading(), Segments: []Head{}}
	all, err := d.places(ctx, s)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		out.Missing = out.Missing.Add("segments", noService)
		return out, nil
	}
	first, after, _ := strings.Cut(q.Cursor, ":")
	i := 0
	if q.Cursor != "" {
		if i = slices.Index(all, source.Name(first)); i < 0 {
			return nil, training.Errorf(training.KindInvalid, "The cursor is none of a list of segments.").
				WithFix("Give the cursor that the page before ends with, or none.")
		}
	}
	for ; i < len(all); i++ {
		more, err := d.page(ctx, s, all[i], source.SegmentQuery{Own: q.Own, Limit: q.Limit, After: after}, out)
		if err != nil {
			return nil, err
		}
		after = ""
		if more == "" && len(out.Segments) > 0 && i+1 < len(all) {
			out.Cursor = string(all[i+1]) + ":"
		} else if more != "" {
			out.Cursor = string(all[i]) + ":" + more
		}
		if out.Truncated = out.Cursor != ""; out.Truncated {
			break
		}
	}
	return out, nil
}

// page adds a page of one service. One that cannot answer is named.
func (d Desk) page(ctx context.Context, s training.Scope, name source.Name, q source.SegmentQuery, out *List) (next string, err error) {
	page, lacks, err := ask(ctx, d, s, name, func(ctx context.Context, r source.SegmentReader) (source.SegmentPage, error) {
		return r.Segments(ctx, q)
	})
	if err != nil {
		return "", err
	}
	if lacks != "" {
		out.Missing = out.Missing.Add("segments of "+string(name), lacks)
		return "", nil
	}
	for i := range page.Segments {
		out.Segments = append(out.Segments, head(name, &page.Segments[i]))
	}
	if page.Note != "" {
		out.Notes = append(out.Notes, page.Note)
	}
	return page.Next, nil
}

// places are the connected services with segments that the audience may see.
func (d Desk) places(ctx context.Context, s training.Scope) (all []source.Name, err error) {
	if d.Services.Services == nil {
		return nil, ctx.Err()
	}
	services := d.Services.Services(s.Athlete)
	for _, name := range services.Connected() {
		service, err := services.Service(name)
		if err != nil {
			continue // what asks it says why
		}
		if _, ok := service.(source.SegmentReader); !ok {
			continue
		}
		may, err := services.MayShow(ctx, name, s.Audience)
		if err != nil {
			return nil, err
		}
		if may {
			all = append(all, name)
		}
	}
	return all, ctx.Err()
}

const nameRunes = 100

func head(name source.Name, s *source.Segment) Head {
	return Head{
		ID: name.Ref(s.ID), Name: textclean.Line(s.Name, nameRunes), Service: string(name), DistanceKm: rounded(s.DistanceKm, 2),
		AvgGradePct: rounded(s.AvgGradePct, 1), OwnBestS: rounded(s.OwnBestS, 1), BestMaleS: rounded(s.BestMaleS, 1),
		BestFemaleS: rounded(s.BestFemaleS, 1),
	}
}

// rounded is a number to some decimals, nil where there is none.
func rounded(x *float64, decimals int) *float64 {
	if x == nil {
		return nil
	}
	r := analysis.Round(*x, decimals)
	return &r
}
