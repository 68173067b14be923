package igpsport

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Segment is a row in the lists of segments.
type Segment struct {
	Key      client.ID      `json:"id"`
	Title    string         `json:"title"`
	Distance *client.Number `json:"distance"` // m
	Slope    *client.Number `json:"avgSlope"` // as a fraction
	Mine     *client.Number `json:"myRecord"` // s, like the next two
	Male     *client.Number `json:"bestMaleRecord"`
	Female   *client.Number `json:"bestFemaleRecord"`
}

// ID returns the segment's id, which is empty if it has none that can be requested.
func (s *Segment) ID() string {
	if IsID(string(s.Key)) {
		return string(s.Key)
	}
	return ""
}

// Read converts the segment, with its values in km, percent and seconds.
func (s *Segment) Read() source.Segment {
	return source.Segment{
		ID: s.ID(), Name: s.Title, DistanceKm: scaled(s.Distance, 1.0/mPerKm), AvgGradePct: scaled(s.Slope, 100),
		OwnBestS: timed(s.Mine), BestMaleS: timed(s.Male), BestFemaleS: timed(s.Female),
	}
}

// timed returns a time in seconds, or nil if it is 0 or missing.
func timed(n *client.Number) *float64 {
	if n == nil || *n <= 0 {
		return nil
	}
	return scaled(n, 1)
}

// SegmentPage is a page of a list, whose rows are under one of three names.
type SegmentPage struct {
	Rows  []Segment     `json:"rows"`
	List  []Segment     `json:"list"`
	Items []Segment     `json:"items"`
	Pages client.Number `json:"totalPage"`
	// Total is the number of segments, under one of two names.
	Total      client.Number `json:"totalRows"`
	TotalItems client.Number `json:"total"`
}

// All returns the rows of all three lists, only one of which the service fills.
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

// Read converts the details of the segment, without efforts.
func (s *SegmentDetail) Read() source.SegmentDetail {
	return source.SegmentDetail{
		Segment: s.Segment.Read(), ElevationGainM: scaled(s.Ascent, 1), MinAltitudeM: scaled(s.Lowest, 1), MaxAltitudeM: scaled(s.Highest, 1),
		Athletes: scaled(s.Athletes, 1), Efforts: scaled(s.Efforts, 1), Place: strings.TrimSpace(s.Province + " " + s.City),
	}
}

// Efforts holds the athlete's own efforts on a segment. If there are none, the
// service returns an object with other data instead.
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

// Read converts the efforts that have a time.
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

// Ranked is a row of a ranking. Its speed is not read, because the unit varies.
type Ranked struct {
	Rank   client.Number `json:"rank"`
	Member client.ID     `json:"memberId"`
	Name   string        `json:"nickName"`
	TimeS  client.Number `json:"rideTotalTime"`
	Date   string        `json:"finishDate"`
	Gender client.Number `json:"gender"`
}

// Read converts a ranking's row; me is the athlete's id, with which their row is marked.
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

// Rankings converts the rows of a ranking; me is the athlete's id.
func Rankings(rows []Ranked, me string) (all []source.RankedEffort) {
	for i := range rows {
		all = append(all, rows[i].Read(me))
	}
	return all
}

// Ranking is a page of a ranking.
type Ranking struct {
	List struct {
		Rows  []Ranked      `json:"rows"`
		Total client.Number `json:"totalRows"`
	} `json:"rankList"`
	Own *Ranked `json:"personalRank"`
}

// Fastest holds the first rows of a ranking.
type Fastest struct {
	Rows []Ranked `json:"fastestTimeRanks"`
}

// Segments returns a page of the segments that the athlete starred or created. Outside
// China, only one list is known, and its contents are uncertain.
func (c *Client) Segments(ctx context.Context, q source.SegmentQuery) (source.SegmentPage, error) {
	at, err := segmentPlaceOf(q.After, q.Limit)
	if err != nil {
		return source.SegmentPage{}, err
	}
	out := source.SegmentPage{}
	op, query := opFindSegments, at.query("PageIndex", "PageSize")
	switch {
	case c.region.name == China && q.Own:
		op, query = opOwnSegments, at.query("pageNo", "pageSize")
	case c.region.name == China:
		op, query = opStarredSegments, at.query("pageNo", "pageSize")
	default:
		query.Set("FindType", "1")
		out.Note = i18n.Sentencef("iGPSport (%s) has one list of segments and does not say which are starred or your own.", c.region.title)
	}
	page, err := client.Ask[SegmentPage](ctx, c.api, client.Request{Op: op, Query: query})
	if err != nil {
		return source.SegmentPage{}, err
	}
	last := ""
	for _, s := range page.All() {
		if id := s.ID(); id != "" {
			out.Segments, last = append(out.Segments, s.Read()), id
		}
	}
	out.Next = at.next(last, int(max(page.Total, page.TotalItems)))
	if out.Next == "" && last == at.last && last != "" {
		out.Segments = nil // the service returned the last page again
	}
	return out, nil
}

// segmentPlace is the position of a page: its number, its size, and the last row of
// the previous page.
type segmentPlace struct {
	page, size int
	last       string
}

func segmentPlaceOf(after string, limit int) (segmentPlace, error) {
	size := mostRows
	if limit > 0 {
		size = min(limit, mostRows)
	}
	if after == "" {
		return segmentPlace{page: 1, size: size}, nil
	}
	parts := strings.Split(after, ":")
	if len(parts) == 3 {
		n, err := strconv.Atoi(parts[0])
		was, sized := strconv.Atoi(parts[1])
		if err == nil && sized == nil && n > 1 && was > 0 && was <= mostRows && IsID(parts[2]) {
			return segmentPlace{n, was, parts[2]}, nil
		}
	}
	return segmentPlace{}, training.Errorf(training.KindInvalid, "%q is not a page of iGPSport's segments.", after).
		WithFix("Give the cursor from the end of the previous page, or none.")
}

func (p segmentPlace) query(page, size string) url.Values {
	return url.Values{page: {strconv.Itoa(p.page)}, size: {strconv.Itoa(p.size)}}
}

// next returns the position of the next page, empty after the last page. total
// is 0 if the service does not give it.
func (p segmentPlace) next(last string, total int) string {
	if last == "" || last == p.last || total > 0 && p.page*p.size >= total {
		return ""
	}
	return strconv.Itoa(p.page+1) + ":" + strconv.Itoa(p.size) + ":" + last
}

// lacks returns an error outside China, because there the service only lists segments.
func (c *Client) lacks(what i18n.Word) error {
	if c.region.name == China {
		return nil
	}
	return training.Errorf(training.KindUnsupported, "iGPSport (%s) lists segments but provides no %s for them.", c.region.title, what).
		WithFix("The app shows it.")
}

// Segment returns a segment with the athlete's efforts and the fastest ones.
func (c *Client) Segment(ctx context.Context, id string) (source.SegmentDetail, error) {
	if !IsID(id) {
		return source.SegmentDetail{}, noID(id)
	}
	if err := c.lacks("details"); err != nil {
		return source.SegmentDetail{}, err
	}
	of := func(op client.Operation) client.Request { return client.Request{Op: op, At: []string{id}} }
	got, err := client.Ask[SegmentDetail](ctx, c.api, of(opSegment))
	if err == nil && got.ID() != id {
		err = c.api.NotFound("such segment")
	}
	if err != nil {
		return source.SegmentDetail{}, err
	}
	own, err := client.Ask[Efforts](ctx, c.api, of(opSegmentEfforts))
	if err != nil {
		return source.SegmentDetail{}, err
	}
	fastest, err := client.Ask[Fastest](ctx, c.api, of(opSegmentFastest))
	if err != nil {
		return source.SegmentDetail{}, err
	}
	me, err := c.who(ctx)
	if err != nil {
		return source.SegmentDetail{}, err
	}
	out := got.Read()
	out.Own, out.Fastest = own.Read(), Rankings(fastest.Rows, me.MemberID())
	return out, nil
}

// SegmentRanking returns a page of a segment's ranking.
func (c *Client) SegmentRanking(ctx context.Context, q source.RankingQuery) (source.SegmentRanking, error) {
	if !IsID(q.ID) {
		return source.SegmentRanking{}, noID(q.ID)
	}
	if err := c.lacks("ranking"); err != nil {
		return source.SegmentRanking{}, err
	}
	at, err := segmentPlaceOf(q.After, q.Limit)
	if err != nil {
		return source.SegmentRanking{}, err
	}
	const ofAllTime, ofYear = "1", "2"
	query := at.query("pageNo", "pageSize")
	query.Set("segmentsId", q.ID)
	query.Set("queryType", ofAllTime)
	if q.Year {
		query.Set("queryType", ofYear)
	}
	me, err := c.who(ctx)
	if err != nil {
		return source.SegmentRanking{}, err
	}
	got, err := client.Ask[Ranking](ctx, c.api, client.Request{Op: opSegmentRanking, Query: query})
	if err != nil {
		return source.SegmentRanking{}, err
	}
	rows := got.List.Rows
	out := source.SegmentRanking{Rows: Rankings(rows, me.MemberID()), Total: int(got.List.Total)}
	if got.Own != nil {
		own := got.Own.Read(me.MemberID())
		own.Mine = true
		out.Own = &own
	}
	last := ""
	if len(rows) > 0 {
		last = string(rows[len(rows)-1].Member)
	}
	if out.Next = at.next(last, out.Total); out.Next == "" && last == at.last && last != "" {
		out.Rows = nil // the service returned the last page again
	}
	return out, nil
}

const (
	analyze = "/service/web-gateway/web-analyze/activity/"
	mobile  = "/service/mobile/api/"
	library = mobile + "WorkOut/"
	records = "/service/sportg/sporth/memberRecordPlus/"
	segment = "/service/web-gateway/segments4j/"
)

// The operations. The service publishes no names for them, so these are ours.
var (
	opPublicKey  = client.Get("publicKey", "/service/edge-core/api/public/key")
	opLogin      = client.Post("login", "/service/auth/account/login")
	opActivities = client.Get("listActivities", analyze+"queryMyActivity")
	opActivity   = client.Get("activityDetail", analyze+"queryActivityDetail/{id}")
	opFile       = client.Get("downloadURL", analyze+"getDownloadUrl/{id}")
	opSignedURL  = client.Get("signedURL", "/service/sportg/third-party-server/oss/getSignedUrl")
	opUploaded   = client.Post("uploaded", analyze+"uploadByOss")
	opIntervals  = client.Get("intervalInfo", mobile+"v2/User/UserIntervalInfo")
	opUser       = client.Get("userInfo", mobile+"User/UserInfo")

	opWorkoutList   = client.Get("listWorkouts", library+"GetWorkOutList") // in China
	opWorkouts      = client.Get("customWorkouts", library+"CustomWorkout")
	opWorkout       = client.Get("workout", library+"GetWorkOutDetail")
	opSaveWorkout   = client.Post("saveWorkout", library+"EditCustomWorkOut")
	opDeleteWorkout = client.Post("deleteWorkout", library+"CustomWorkOutDel")

	opStatisticsChina = client.Get("statistics", records+"getMemberDataStatisticsV4")
	opStatistics      = client.Get("statistics", records+"getMemberDataStatistics")

	opStarredSegments = client.Get("collectedSegments", segment+"segments/queryMyCollect")
	opOwnSegments     = client.Get("createdSegments", segment+"segments/queryMyCreate")
	opSegment         = client.Get("segment", segment+"segments/detail/{id}")
	opSegmentEfforts  = client.Get("segmentEfforts", segment+"segments-score/check/{id}")
	opSegmentFastest  = client.Get("segmentTop", segment+"segments/topRecords/{id}")
	opSegmentRanking  = client.Get("segmentRank", segment+"segments/rank")
	opFindSegments    = client.Get("findSegments", mobile+"Segment/SegmentFindList") // outside China
)
