package igpsport

import (
	"strings"
	"testing"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
)

// every are all segments of a list, page by page.
func every(t *testing.T, c *Client, own bool) (all []source.Segment, note string) {
	t.Helper()
	q := source.SegmentQuery{Own: own, Limit: 7}
	for range 100 {
		p, err := c.Segments(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		all, note = append(all, p.Segments...), p.Note.String()
		if q.After = p.Next; q.After == "" {
			return all, note
		}
	}
	t.Fatal("the list does not end")
	return nil, ""
}

// TestSegmentsArePagedThrough, in China by what they are, abroad in the one list
// that there is.
func TestSegmentsArePagedThrough(t *testing.T) {
	t.Parallel()
	for _, past := range []igpsporttest.PastEnd{igpsporttest.PastEndEmpty, igpsporttest.PastEndRepeats} {
		both(t, igpsporttest.Options{PastEnd: past}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
			c, _ := signedIn(t, s, r)
			starred, note := every(t, c, false)
			own, _ := every(t, c, true)
			ids := map[string]bool{}
			for _, x := range starred {
				ids[x.ID] = true
			}
			wantOwn := map[igpsporttest.Region]int{igpsporttest.CN: 2, igpsporttest.INTL: 23}[r]
			if len(starred) != 23 || len(ids) != 23 || len(own) != wantOwn || (note == "") != (r == igpsporttest.CN) {
				t.Errorf("%d, %d different, %d own, %q", len(starred), len(ids), len(own), note)
			}
			if x := starred[1]; *x.DistanceKm != 1.35 || *x.OwnBestS != 367 || *x.BestMaleS != 307 ||
				*x.AvgGradePct < 3.19 || *x.AvgGradePct > 3.21 {
				t.Errorf("%+v", x)
			}
			if x := starred[8]; x.OwnBestS != nil || x.BestMaleS != nil {
				t.Errorf("nobody rode it: %+v", x)
			}
		})
	}
}

// TestOneSegment: what China says of it, and what is told abroad.
func TestOneSegment(t *testing.T) {
	t.Parallel()
	s := igpsporttest.New(t, igpsporttest.Options{})
	c, _ := signedIn(t, s, igpsporttest.CN)
	d, err := c.Segment(t.Context(), "5100")
	if err != nil || len(d.Own) != 3 || len(d.Fastest) != 5 || d.Place != "浙江 杭州" || *d.ElevationGainM != 37 || d.Own[0].TimeS != 360 ||
		d.Own[0].ActivityID == "" || d.Own[0].Start == "" || *d.Athletes != 30 {
		t.Errorf("%+v %v", d, err)
	}
	if d, err = c.Segment(t.Context(), "5108"); err != nil || len(d.Own) > 0 || len(d.Fastest) > 0 {
		t.Errorf("nobody rode it: %+v %v", d, err)
	}
	var rows []source.RankedEffort
	q := source.RankingQuery{ID: "5100", Year: true, Limit: 10}
	for range 10 {
		p, err := c.SegmentRanking(t.Context(), q)
		if err != nil || p.Total != 33 || p.Own == nil || p.Own.Rank != 8 || !p.Own.Mine {
			t.Fatalf("%+v %v", p, err)
		}
		rows = append(rows, p.Rows...)
		if q.After = p.Next; q.After == "" {
			break
		}
	}
	if len(rows) != 33 || !rows[7].Mine || rows[6].Mine || rows[5].Gender != "female" || rows[3].Gender != "" || rows[0].Day == nil {
		t.Errorf("%d: %+v", len(rows), rows)
	}
	if _, err := c.Segment(t.Context(), "4242"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("none: %v", err)
	}
	abroad, _ := signedIn(t, s, igpsporttest.INTL)
	_, detail := abroad.Segment(t.Context(), "5100")
	_, ranking := abroad.SegmentRanking(t.Context(), source.RankingQuery{ID: "5100"})
	for _, err := range []error{detail, ranking} {
		if training.KindOf(err) != training.KindUnsupported || !strings.Contains(err.Error(), "iGPSport (international) lists segments") {
			t.Errorf("%v", err)
		}
	}
	_, id := c.Segment(t.Context(), "../5100")
	_, rank := c.SegmentRanking(t.Context(), source.RankingQuery{ID: "5100&x=1"})
	_, after := c.Segments(t.Context(), source.SegmentQuery{After: "2:20"})
	_, afterRank := c.SegmentRanking(t.Context(), source.RankingQuery{ID: "5100", After: "1:0:0"})
	for _, err := range []error{id, rank, after, afterRank} {
		if training.KindOf(err) != training.KindInvalid {
			t.Errorf("%v", err)
		}
	}
}
