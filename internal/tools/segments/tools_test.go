package segments_test

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	view "lapkeep/internal/answers/segments"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/segments"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const who training.AthleteID = "ada"

// service is one with segments. It has 45 starred ones.
type service struct {
	source.Service
	name source.Name
	err  error
	shut bool // it shows nothing to assistants
}

func (s *service) Name() source.Name { return s.name }

func (s *service) Policy() source.Policy {
	p := source.Policy{Audiences: []training.Audience{training.AudiencePage, training.AudienceExport}}
	if !s.shut {
		p.Audiences = append(p.Audiences, training.AudienceModel)
	}
	return p
}

func number(x float64) *float64 { return &x }

func (s *service) Segments(ctx context.Context, q source.SegmentQuery) (out source.SegmentPage, err error) {
	if s.err != nil || ctx.Err() != nil {
		return out, cmp.Or(s.err, ctx.Err())
	}
	n, first := 45, 0
	if q.Own {
		n = 1
	}
	if q.After != "" {
		fmt.Sscan(q.After, &first)
	}
	for i := first; i < min(n, first+q.Limit); i++ {
		name := "Hill\u202e" + strings.Repeat("é", 300)
		out.Segments = append(out.Segments, source.Segment{ID: fmt.Sprint(i), Name: name, DistanceKm: number(1.5)})
	}
	if first+q.Limit < n {
		out.Next = fmt.Sprint(first + q.Limit)
	}
	return out, nil
}

func (s *service) Segment(ctx context.Context, id string) (source.SegmentDetail, error) {
	if s.err != nil || ctx.Err() != nil {
		return source.SegmentDetail{}, cmp.Or(s.err, ctx.Err())
	}
	if id != "1" {
		return source.SegmentDetail{}, training.Errorf(training.KindNotFound, "There is no segment %s.", id).WithFix("See the list.")
	}
	return source.SegmentDetail{
		Segment: source.Segment{ID: id, Name: "Hill", DistanceKm: number(1.5), OwnBestS: number(280)}, Place: "Freiburg",
		Own: []source.SegmentEffort{
			{ActivityID: "7", Start: "2026-05-01T08:00:00", TimeS: 300},
			{ActivityID: "8", Start: "2026-05-03T08:00:00", TimeS: 280},
			{ActivityID: "9", Start: "2026-05-02T08:00:00", TimeS: 290},
		},
		Fastest: []source.RankedEffort{{Rank: 1, Name: "Bo\u202eb", TimeS: 200}, {Rank: 2, Name: "Ada", Mine: true, TimeS: 280}},
	}, nil
}

func (s *service) SegmentRanking(ctx context.Context, q source.RankingQuery) (source.SegmentRanking, error) {
	own := source.RankedEffort{Rank: 12, Name: "Ada", Mine: true, TimeS: 280}
	out := source.SegmentRanking{Total: 33, Own: &own, Next: "2"}
	if q.Year {
		out.Own, out.Next = nil, ""
	}
	for i := range q.Limit {
		out.Rows = append(out.Rows, source.RankedEffort{Rank: i + 1, Name: strings.Repeat("n", 500), TimeS: 200})
	}
	return out, ctx.Err()
}

// services are those that an athlete is connected to.
type services []*service

func (s services) Connected() (names []source.Name) {
	for _, x := range s {
		names = append(names, x.name)
	}
	return names
}

func (s services) Service(name source.Name) (source.Service, error) {
	for _, x := range s {
		if x.name == name {
			return x, nil
		}
	}
	return nil, training.Errorf(training.KindNotFound, "%s is not connected.", name).WithFix("Connect it.")
}

func (s services) Title(name source.Name) string { return string(name) }

func (s services) MayShow(_ context.Context, name source.Name, who training.Audience) (bool, error) {
	x, err := s.Service(name)
	return err == nil && x.Policy().MayShow(who), nil
}

func tableOf(t *testing.T, all ...*service) (*tools.Table, *store.DB) {
	t.Helper()
	db := storetest.Open(t)
	storetest.Write(t, db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: who, TimeZone: "Europe/Berlin", Sharing: training.Sharing{Position: true}})
	})
	catalog := view.NewCatalog(db, servicevalues.Remote{Services: func(training.AthleteID) servicevalues.Services { return services(all) }},
		view.NewIndex(db))
	n := 0
	return tools.NewTable(segments.Rows(segments.Deps{Catalog: catalog, Store: db, Journal: journal.New(db, func() string {
		n++
		return fmt.Sprint("j", n)
	}), NewID: func() string {
		n++
		return fmt.Sprint("seg", n)
	}})...), db
}

func call(a training.Audience) *tools.Call {
	now := storetest.Noon()
	return &tools.Call{
		Scope: training.Scope{Athlete: who, Audience: a}, Now: now, Location: time.UTC,
		Today: training.DayOf(now), Week: time.Monday, Face: "mcp", Sharing: training.Sharing{Position: true},
	}
}

func TestRowsKeepTheRulesOfTheTable(t *testing.T) {
	t.Parallel()
	table, _ := tableOf(t, &service{name: "igpsport"})
	for _, p := range tooltest.Problems(table) {
		t.Error(p)
	}
}

// TestListsGoOnFromServiceToService, each segment once, and end.
func TestListsGoOnFromServiceToService(t *testing.T) {
	t.Parallel()
	table, _ := tableOf(t, &service{name: "igpsport"}, &service{name: "other"}, &service{name: "shut", shut: true})
	seen, cursor := map[string]bool{}, ""
	for range 20 {
		var out view.List
		tooltest.Decode(t, table, call(training.AudienceModel), "list_segments", fmt.Sprintf(`{"limit":20,"cursor":%q}`, cursor), &out)
		for _, s := range out.Segments {
			if seen[s.ID] || strings.Contains(s.Name, "\u202e") || len([]rune(s.Name)) > 110 {
				t.Errorf("%+v", s)
			}
			seen[s.ID] = true
		}
		if cursor = out.Cursor; out.Truncated != (cursor != "") {
			t.Errorf("%+v", out)
		}
		if cursor == "" {
			break
		}
	}
	if len(seen) != 90 {
		t.Errorf("%d segments", len(seen))
	}
	var out view.List
	tooltest.Decode(t, table, call(training.AudiencePage), "list_segments", `{"kind":"own","cursor":"shut:"}`, &out)
	if len(out.Segments) != 1 || out.Segments[0].ID != "shut:0" || out.Cursor != "" {
		t.Errorf("%+v", out)
	}
}

// TestASegment: the athlete's efforts, and of others what the audience may see.
func TestASegment(t *testing.T) {
	t.Parallel()
	table, db := tableOf(t, &service{name: "igpsport"})
	get := func(a training.Audience) (d view.Detail) {
		t.Helper()
		tooltest.Decode(t, table, call(a), "get_segment", `{"segments_id":1}`, &d)
		return d
	}
	d := get(training.AudienceModel)
	if len(d.Own) != 3 || d.Own[0].ActivityID != "igpsport:8" || d.Best.TimeS != 280 || *d.Best.SpeedKmh != 19.3 || *d.OwnBestS != 280 ||
		d.Place != "Freiburg" || d.Fastest[0].Name != "" || d.Fastest[1].Name != "Ada" || !d.Fastest[1].You || d.Missing["name"] == "" {
		t.Errorf("an assistant: %+v", d)
	}
	if d = get(training.AudiencePage); d.Fastest[0].Name != "Bob" || d.Missing["name"] != "" {
		t.Errorf("the athlete: %+v", d)
	}
	a := storetest.Activity("ride", storetest.Noon())
	a.ExternalIDs = []string{"igpsport:8"}
	storetest.Write(t, db, func(tx *store.Tx) error {
		if err := tx.PutActivity(who, a); err != nil {
			return err
		}
		if err := tx.PutSummary(who, "ride", storetest.Summary()); err != nil {
			return err
		}
		if _, err := tx.SetOverride(who, "ride", "hidden_from_models", []byte("true")); err != nil {
			return err
		}
		return tx.PutAthlete(training.Athlete{ID: who, TimeZone: "Europe/Berlin"})
	})
	if d = get(training.AudienceModel); len(d.Own) != 2 || d.Best.TimeS != 290 || d.OwnBestS != nil || d.Place != "" ||
		d.Missing["place"] == "" || d.Missing["own_efforts"] == "" {
		t.Errorf("hidden: %+v", d)
	}
	if d = get(training.AudiencePage); len(d.Own) != 3 || d.Best.TimeS != 280 || d.Place != "Freiburg" {
		t.Errorf("hidden from assistants alone: %+v", d)
	}
}

// TestARanking has the athlete's own row, and says where there is none.
func TestARanking(t *testing.T) {
	t.Parallel()
	table, _ := tableOf(t, &service{name: "igpsport"})
	var out view.Ranking
	tooltest.Decode(t, table, call(training.AudienceModel), "get_segment_ranking", `{"id":"igpsport:1"}`, &out)
	if len(out.Rows) != 20 || out.Own == nil || out.Own.Rank != 12 || !out.Own.You || out.Name != "Hill" || out.Period != "overall" ||
		out.Cursor != "2" || !out.Truncated || out.Total != 33 || *out.Rows[0].SpeedKmh != 27 || out.Rows[0].Name != "" {
		t.Errorf("%+v", out)
	}
	out = view.Ranking{}
	tooltest.Decode(t, table, call(training.AudiencePage), "get_segment_ranking", `{"id":"igpsport:1","period":"year","limit":"5"}`, &out)
	if len(out.Rows) != 5 || out.Own != nil || out.Missing["own"] == "" || out.Truncated || len([]rune(out.Rows[0].Name)) > 110 {
		t.Errorf("%+v", out)
	}
}

// TestWhatNobodyAnswersIsNamed with its reason.
func TestWhatNobodyAnswersIsNamed(t *testing.T) {
	t.Parallel()
	lacking := training.Errorf(training.KindUnsupported, "There are no rankings here.").WithFix("Ask the app.")
	none, _ := tableOf(t)
	lacks, _ := tableOf(t, &service{name: "igpsport", err: lacking})
	shut, _ := tableOf(t, &service{name: "igpsport", shut: true})
	for _, tt := range []struct {
		table     *tools.Table
		tool, key string
		says      string
	}{
		{none, "list_segments", "segments", "no connected service"},
		{none, "get_segment", "segment", "not connected"},
		{none, "get_segment_ranking", "ranking", "not connected"},
		{lacks, "list_segments", "segments of igpsport", "no rankings here"},
		{lacks, "get_segment", "segment", "no rankings here"},
		{lacks, "get_segment_ranking", "ranking", "no rankings here"},
		{shut, "list_segments", "segments", "no connected service"},
		{shut, "get_segment", "segment", "does not allow this to be shown"},
	} {
		var out struct{ Missing map[string]string }
		args := `{"id":"igpsport:1"}`
		if tt.tool == "list_segments" {
			args = `{}`
		}
		tooltest.Decode(t, tt.table, call(training.AudienceModel), tt.tool, args, &out)
		if !strings.Contains(out.Missing[tt.key], tt.says) {
			t.Errorf("%s: %v", tt.tool, out.Missing)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	table, _ := tableOf(t, &service{name: "igpsport"})
	for _, tt := range []struct {
		tool, args string
		kind       training.Kind
	}{
		{"get_segment", `{"id":"igpsport:2"}`, training.KindNotFound},
		{"get_segment", `{"id":"hill"}`, training.KindNotFound},
		{"get_segment_ranking", `{"id":""}`, training.KindNotFound},
		{"get_segment_ranking", `{"id":"igpsport:1","period":"week"}`, training.KindInvalid},
		{"list_segments", `{"limit":500}`, training.KindInvalid},
		{"list_segments", `{"kind":"all"}`, training.KindInvalid},
		{"list_segments", `{"cursor":"nobody:2"}`, training.KindInvalid},
	} {
		if p := tooltest.Fails(t, table, call(training.AudienceModel), tt.tool, tt.args); p.Kind != tt.kind || p.Fix == "" {
			t.Errorf("%s %s: %+v", tt.tool, tt.args, p)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, r := range table.Rows() {
		if _, err := table.Call(ctx, r.Name, call(training.AudienceModel), []byte(`{"id":"igpsport:1"}`)); err == nil {
			t.Errorf("%s goes on", r.Name)
		}
	}
}
