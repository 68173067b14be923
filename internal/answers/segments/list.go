package segments

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Head is a segment in a list. Times are in s.
type Head struct {
	ID             string         `json:"id"`
	Name           string         `json:"name,omitempty"`
	Service        string         `json:"service,omitempty"` // absent where it is the athlete's own
	Kind           string         `json:"kind,omitempty"`
	Sport          training.Sport `json:"sport,omitempty"`
	Starred        bool           `json:"starred,omitempty"`
	Proposed       bool           `json:"proposed,omitempty"` // save_segment takes its id
	DistanceKm     *float64       `json:"distance_km,omitempty"`
	ElevationGainM *float64       `json:"elevation_gain_m,omitempty"`
	AvgGradePct    *float64       `json:"avg_grade_pct,omitempty"`
	Category       string         `json:"category,omitempty"`
	Ridden         int            `json:"times_ridden,omitempty"`
	OwnBestS       *float64       `json:"own_best_s,omitempty"`
	BestMaleS      *float64       `json:"best_male_s,omitempty"`
	BestFemaleS    *float64       `json:"best_female_s,omitempty"`
}

// List is a page of segments.
type List struct {
	answers.Heading
	Segments  []Head          `json:"segments"`
	Total     int             `json:"total,omitempty"` // of those that are kept or found here
	Cursor    string          `json:"cursor,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	Notes     []i18n.Sentence `json:"notes,omitempty"`
	Missing   answers.Missing `json:"missing,omitempty"`
}

// The kinds of lists; none is what is the athlete's own here and starred at services.
const (
	Starred  = "starred"
	OwnMade  = "own"
	Proposed = "proposed"
	Climbs   = "climbs"
)

// Kinds lists them all.
func Kinds() []string { return []string{OwnMade, Starred, Climbs, Proposed} }

// Query selects segments.
type Query struct {
	Kind   string
	Text   string // in the name
	Limit  int
	Cursor string // of the page before
}

const noService = "no connected service hands out segments"

// here is what a cursor begins with while it is in what is kept here.
const here = "here"

// List gives a page: of what is kept or found here, then of the services that
// have segments one after the other.
func (d Desk) List(ctx context.Context, s training.Scope, f answers.Frame, q Query) (*List, error) {
	out := &List{Heading: f.Heading(), Segments: []Head{}}
	all, err := d.places(ctx, s)
	if err != nil {
		return nil, err
	}
	if q.Kind == Climbs || q.Kind == Proposed {
		all = nil // services are asked for neither
	}
	first, after, _ := strings.Cut(q.Cursor, ":")
	i := 0
	if q.Cursor != "" && first != here {
		if i = slices.Index(all, source.Name(first)); i < 0 {
			return nil, notOfAList()
		}
	} else {
		if err := d.local(ctx, s, q, after, out); err != nil || out.Truncated {
			return out, err
		}
		after = ""
	}
	q.Limit = max(1, q.Limit-len(out.Segments))
	return out, d.served(ctx, s, q, all[i:], after, out)
}

func notOfAList() error {
	return training.Errorf(training.KindInvalid, "The cursor is none of a list of segments.").
		WithFix("Give the cursor that the page before ends with, or none.")
}

// served adds a page of what services have.
func (d Desk) served(ctx context.Context, s training.Scope, q Query, all []source.Name, after string, out *List) error {
	for i, name := range all {
		more, err := d.page(ctx, s, name, q, after, out)
		if err != nil {
			return err
		}
		after = ""
		if more == "" && len(out.Segments) > 0 && i+1 < len(all) {
			out.Cursor = string(all[i+1]) + ":"
		} else if more != "" {
			out.Cursor = string(name) + ":" + more
		}
		if out.Truncated = out.Cursor != ""; out.Truncated {
			break
		}
	}
	if len(out.Segments) == 0 && len(all) == 0 && q.Cursor == "" {
		out.Missing = out.Missing.Add("segments", nothing(q))
	}
	return nil
}

// nothing is why a list is empty that no service could fill.
func nothing(q Query) i18n.Sentence {
	switch {
	case q.Text != "":
		return "none has this in its name"
	case q.Kind == Climbs:
		return "no climb was ridden that is long and steep enough"
	case q.Kind == Proposed:
		return "no climb was ridden twice and no stretch four times in the last two years that is not saved"
	}
	return "there is no connected service with segments, and none is saved here: save_segment makes one; kind proposed shows what could be one"
}

// page adds a page of one service. One that cannot answer is named.
func (d Desk) page(ctx context.Context, s training.Scope, name source.Name, q Query, after string, out *List) (next string, err error) {
	page, lacks, err := ask(ctx, d, s, name, func(ctx context.Context, r source.SegmentReader) (source.SegmentPage, error) {
		return r.Segments(ctx, source.SegmentQuery{Own: q.Kind == OwnMade, Limit: q.Limit, After: after})
	})
	if err != nil {
		return "", err
	}
	if lacks != "" {
		out.Missing = out.Missing.Add("segments of "+string(name), lacks)
		return "", nil
	}
	for i := range page.Segments {
		if h := head(name, &page.Segments[i]); strings.Contains(strings.ToLower(h.Name), strings.ToLower(q.Text)) {
			out.Segments = append(out.Segments, h)
		}
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
		if _, ok := service.(source.SegmentReader); !ok || service.Policy().Place() == source.Limited { // it is asked by its name
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
	r := answers.Round(*x, decimals)
	return &r
}
