package segments

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/serviced"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/source"
	"lapkeep/internal/training"
)

// Detail is a segment with the athlete's efforts, newest first.
type Detail struct {
	analysis.Heading
	Head
	ElevationGainM *float64         `json:"elevation_gain_m,omitempty"`
	MinAltitudeM   *float64         `json:"min_altitude_m,omitempty"`
	MaxAltitudeM   *float64         `json:"max_altitude_m,omitempty"`
	Athletes       *float64         `json:"athletes,omitempty"`
	Efforts        *float64         `json:"efforts,omitempty"`
	Place          string           `json:"place,omitempty"`
	Own            []Effort         `json:"own_efforts,omitempty"`
	Best           *Effort          `json:"own_best,omitempty"`
	Fastest        []Rank           `json:"fastest,omitempty"`
	Truncated      bool             `json:"truncated,omitempty"`
	Missing        analysis.Missing `json:"missing,omitempty"`
}

// Effort is one of the athlete's times.
type Effort struct {
	ActivityID string             `json:"activity_id,omitempty"`
	Name       string             `json:"name,omitempty"`
	Start      training.LocalTime `json:"start_local,omitempty"`
	TimeS      float64            `json:"time_s"`
	SpeedKmh   *float64           `json:"avg_speed_kmh,omitempty"`
}

// Rank is a row of a ranking. You marks the athlete's own.
type Rank struct {
	Rank     int           `json:"rank,omitempty"`
	You      bool          `json:"you,omitempty"`
	Name     string        `json:"name,omitempty"`
	TimeS    float64       `json:"time_s"`
	SpeedKmh *float64      `json:"avg_speed_kmh,omitempty"`
	Date     *training.Day `json:"date,omitempty"`
	Gender   string        `json:"gender,omitempty"`
}

const (
	mostEfforts = 50
	mostFastest = 5

	hiddenNames   = "other athletes' names are kept from assistants; lapkeep call shows them to the athlete"
	hiddenEfforts = "an activity with an effort is kept from assistants"
)

// Detail gives one segment.
func (d Desk) Detail(ctx context.Context, s training.Scope, f analysis.Frame, id string) (*Detail, error) {
	name, there, err := cut(id)
	if err != nil {
		return nil, err
	}
	said, missing, err := ask(ctx, d, s, name, func(ctx context.Context, r source.SegmentReader) (source.SegmentDetail, error) {
		return r.Segment(ctx, there)
	})
	if err != nil {
		return nil, err
	}
	out := &Detail{Heading: f.Heading(), Head: Head{ID: name.Ref(there), Service: string(name)}}
	if missing != "" {
		out.Missing = out.Missing.Add("segment", missing)
		return out, nil
	}
	out.Head = head(name, &said.Segment)
	out.ElevationGainM = rounded(said.ElevationGainM, 0)
	out.MinAltitudeM, out.MaxAltitudeM = rounded(said.MinAltitudeM, 0), rounded(said.MaxAltitudeM, 0)
	out.Athletes, out.Efforts = said.Athletes, said.Efforts
	if out.Place, out.Missing, err = d.place(ctx, s, said.Place, out.Missing); err != nil {
		return nil, err
	}
	if err := d.efforts(ctx, s, name, &said, out); err != nil {
		return nil, err
	}
	out.Fastest, out.Missing = ranks(s, said.Fastest[:min(len(said.Fastest), mostFastest)], said.DistanceKm, out.Missing)
	return out, nil
}

// place is where the segment is, for those who may know where the athlete rides.
func (d Desk) place(ctx context.Context, s training.Scope, place string, missing analysis.Missing) (string, analysis.Missing, error) {
	if place == "" {
		return "", missing, nil
	}
	if s.Audience == training.AudienceModel {
		who, err := d.Store.Athlete(ctx, s)
		if err != nil {
			return "", missing, err
		}
		if !who.Sharing.Position {
			return "", missing.Add("place", analysis.HiddenGPS), nil
		}
	}
	return textclean.Line(place, nameRunes), missing, nil
}

// efforts adds those of activities that the audience may know of, and the best
// of them. Where one is left out, so is the best that the service says.
func (d Desk) efforts(ctx context.Context, s training.Scope, name source.Name, said *source.SegmentDetail, out *Detail) error {
	for _, e := range said.Own {
		one := Effort{
			Name: textclean.Line(e.Name, nameRunes), Start: e.Start, TimeS: analysis.Round(e.TimeS, 1), SpeedKmh: speed(said.DistanceKm, e.TimeS),
		}
		if e.ActivityID != "" {
			one.ActivityID = name.Ref(e.ActivityID)
			hidden, err := serviced.Hides(ctx, d.Store, s, one.ActivityID)
			if err != nil {
				return err
			}
			if hidden {
				out.OwnBestS, out.Missing = nil, out.Missing.Add("own_efforts", hiddenEfforts)
				continue
			}
		}
		out.Own = append(out.Own, one)
	}
	slices.SortStableFunc(out.Own, func(a, b Effort) int { return cmp.Compare(b.Start, a.Start) })
	for i := range out.Own {
		if out.Best == nil || out.Own[i].TimeS < out.Best.TimeS {
			best := out.Own[i]
			out.Best = &best
		}
	}
	if len(out.Own) > mostEfforts {
		out.Own, out.Truncated = out.Own[:mostEfforts], true
	}
	if len(out.Own) == 0 {
		out.Missing = out.Missing.Add("own_efforts", "the service has none")
	}
	return nil
}

// speed follows from distance and time: services give it in more than one unit.
func speed(km *float64, timeS float64) *float64 {
	if km == nil || *km <= 0 || timeS <= 0 {
		return nil
	}
	v := *km * 3600 / timeS
	return rounded(&v, 1)
}

// ranks are rows as the audience may see them.
func ranks(s training.Scope, rows []source.RankedEffort, km *float64, missing analysis.Missing) ([]Rank, analysis.Missing) {
	var out []Rank
	for i := range rows {
		r := &rows[i]
		one := Rank{Rank: r.Rank, You: r.Mine, TimeS: analysis.Round(r.TimeS, 1), SpeedKmh: speed(km, r.TimeS), Date: r.Day, Gender: r.Gender}
		switch {
		case s.Audience != training.AudienceModel || r.Mine:
			one.Name = textclean.Line(r.Name, nameRunes)
		case r.Name != "":
			missing = missing.Add("name", hiddenNames)
		}
		out = append(out, one)
	}
	return out, missing
}

// Ranking is a page of the ranking of a segment.
type Ranking struct {
	analysis.Heading
	ID        string           `json:"id"`
	Name      string           `json:"segment,omitempty"`
	Period    string           `json:"period"`
	Total     int              `json:"total,omitempty"`
	Rows      []Rank           `json:"ranking"`
	Own       *Rank            `json:"own,omitempty"`
	Cursor    string           `json:"cursor,omitempty"`
	Truncated bool             `json:"truncated,omitempty"`
	Missing   analysis.Missing `json:"missing,omitempty"`
}

// The periods of a ranking.
const (
	Overall = "overall"
	Year    = "year"
)

// RankingQuery selects rows of a ranking.
type RankingQuery struct {
	ID     string
	Period string
	Limit  int
	Cursor string
}

// Ranking gives a page, always with the athlete's own row if there is one.
func (d Desk) Ranking(ctx context.Context, s training.Scope, f analysis.Frame, q RankingQuery) (*Ranking, error) {
	name, there, err := cut(q.ID)
	if err != nil {
		return nil, err
	}
	out := &Ranking{Heading: f.Heading(), ID: name.Ref(there), Period: cmp.Or(q.Period, Overall), Rows: []Rank{}}
	var one source.SegmentDetail
	said, missing, err := ask(ctx, d, s, name, func(ctx context.Context, r source.SegmentReader) (page source.SegmentRanking, err error) {
		page, err = r.SegmentRanking(ctx, source.RankingQuery{ID: there, Year: out.Period == Year, Limit: q.Limit, After: q.Cursor})
		if err == nil { // its distance, of which speeds follow, the ranking does not say
			one, err = r.Segment(ctx, there)
		}
		return page, err
	})
	if err != nil {
		return nil, err
	}
	if missing != "" {
		out.Missing = out.Missing.Add("ranking", missing)
		return out, nil
	}
	out.Name, out.Total, out.Cursor = textclean.Line(one.Name, nameRunes), said.Total, said.Next
	out.Truncated = out.Cursor != ""
	rows, missed := ranks(s, said.Rows, one.DistanceKm, out.Missing)
	if out.Rows = append(out.Rows, rows...); said.Own != nil {
		own, _ := ranks(s, []source.RankedEffort{*said.Own}, one.DistanceKm, nil)
		out.Own = &own[0]
	} else {
		missed = missed.Add("own", phrase.Sentencef("the service has no time of the athlete in the %q ranking", out.Period))
	}
	out.Missing = missed
	return out, nil
}
