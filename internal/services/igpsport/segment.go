package igpsport

import (
	"bytes"
	"encoding/json"
	"strings"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
)

// Segment is a row of the lists of segments.
type Segment struct {
	Key      client.ID      `json:"id"`
	Title    string         `json:"title"`
	Distance *client.Number `json:"distance"` // m
	Slope    *client.Number `json:"avgSlope"` // of 1
	Mine     *client.Number `json:"myRecord"` // s, as the next two
	Male     *client.Number `json:"bestMaleRecord"`
	Female   *client.Number `json:"bestFemaleRecord"`
}

// ID is the segment's id, empty if it has none that can be asked for.
func (s *Segment) ID() string {
	if IsID(string(s.Key)) {
		return string(s.Key)
	}
	return ""
}

// Read is the segment in our words.
func (s *Segment) Read() source.Segment {
	return source.Segment{
		ID: s.ID(), Name: s.Title, DistanceKm: scaled(s.Distance, 1.0/mPerKm), AvgGradePct: scaled(s.Slope, 100),
		OwnBestS: timed(s.Mine), BestMaleS: timed(s.Male), BestFemaleS: timed(s.Female),
	}
}

// timed is a time, nil where there is none: nobody takes no time.
func timed(n *client.Number) *float64 {
	if n == nil || *n <= 0 {
		return nil
	}
	return scaled(n, 1)
}

// SegmentPage is a page of a list, whose rows have one of three names.
type SegmentPage struct {
	Rows  []Segment     `json:"rows"`
	List  []Segment     `json:"list"`
	Items []Segment     `json:"items"`
	Pages client.Number `json:"totalPage"`
	// Total is how many there are, by either name.
	Total      client.Number `json:"totalRows"`
	TotalItems client.Number `json:"total"`
}

// All are its rows.
func (p *SegmentPage) All() []Segment { return append(append(p.Rows, p.List...), p.Items...) }

// SegmentDetail is one segment.
type SegmentDetail struct {
	Segment
	Ascent   *client.Number `json:"totalAscent"`
	Lowest   *client.Number `json:"minAlt"`
	Highest  *client.Number `json:"maxAlt"`
	Athletes *client.Number `json:"segmentsFinishPeopleCount"`
	Efforts  *client.Number `json:"segmentsFinishCount"`
	Province string         `json:"province"`
	City     string         `json:"city"`
}

// Read is the segment in our words, without efforts.
func (s *SegmentDetail) Read() source.SegmentDetail {
	return source.SegmentDetail{
		Segment: s.Segment.Read(), ElevationGainM: scaled(s.Ascent, 1), MinAltitudeM: scaled(s.Lowest, 1), MaxAltitudeM: scaled(s.Highest, 1),
		Athletes: scaled(s.Athletes, 1), Efforts: scaled(s.Efforts, 1), Place: strings.TrimSpace(s.Province + " " + s.City),
	}
}

// Efforts are the athlete's own on a segment. Without any the service gives an
// object, which is about something else.
type Efforts []struct {
	Ride  client.ID     `json:"rideId"`
	Title string        `json:"title"`
	Start string        `json:"rideStartTime"`
	TimeS client.Number `json:"rideTotalTime"`
}

// UnmarshalJSON reads either form.
func (e *Efforts) UnmarshalJSON(b []byte) error {
	if !bytes.HasPrefix(bytes.TrimSpace(b), []byte("[")) {
		*e = nil
		return nil
	}
	type plain Efforts
	return json.Unmarshal(b, (*plain)(e))
}

// Read are those of them that have a time.
func (e Efforts) Read() (all []source.SegmentEffort) {
	for _, x := range e {
		if x.TimeS <= 0 {
			continue
		}
		out := source.SegmentEffort{Name: x.Title, Start: LocalOf(x.Start), TimeS: float64(x.TimeS)}
		if IsID(string(x.Ride)) {
			out.ActivityID = string(x.Ride)
		}
		all = append(all, out)
	}
	return all
}

// Ranked is a row of a ranking. Its speed is now in one unit and now in
// another, and is not read.
type Ranked struct {
	Rank   client.Number `json:"rank"`
	Member client.ID     `json:"memberId"`
	Name   string        `json:"nickName"`
	TimeS  client.Number `json:"rideTotalTime"`
	Date   string        `json:"finishDate"`
	Gender client.Number `json:"gender"`
}

// Read is the row in our words, for the athlete of an id.
func (r *Ranked) Read(me string) source.RankedEffort {
	out := source.RankedEffort{
		Rank: int(r.Rank), Name: r.Name, Mine: string(r.Member) == me, TimeS: float64(r.TimeS),
		Gender: map[client.Number]string{1: "male", 2: "female"}[r.Gender],
	}
	if at := LocalOf(r.Date); at != "" {
		day := at.Day()
		out.Day = &day
	}
	return out
}

// Rankings are rows in our words.
func Rankings(rows []Ranked, me string) (all []source.RankedEffort) {
	for i := range rows {
		all = append(all, rows[i].Read(me))
	}
	return all
}

// Ranking is a page of one.
type Ranking struct {
	List struct {
		Rows  []Ranked      `json:"rows"`
		Total client.Number `json:"totalRows"`
	} `json:"rankList"`
	Own *Ranked `json:"personalRank"`
}

// Fastest are the first of a ranking.
type Fastest struct {
	Rows []Ranked `json:"fastestTimeRanks"`
}
