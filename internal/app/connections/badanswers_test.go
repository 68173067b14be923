package connections_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
	"lapkeep/test/stravatest"
)

// TestBadAnswersOfStrava meet a sync: each is told as what it is, with what mends
// it, nothing of it is kept, and the next sync brings the whole list.
func TestBadAnswersOfStrava(t *testing.T) {
	t.Parallel()
	said := func(status int, resource, field, code string) stravatest.Fault {
		return stravatest.Fault{Status: status, Resource: resource, Field: field, Code: code}
	}
	for name, x := range map[string]struct {
		with  stravatest.Fault
		spent stravatest.Usage
		want  source.Fault
		mends string
	}{
		"401, dead":      {with: said(401, "Athlete", "access_token", "invalid"), want: source.Unauthorised, mends: "lapkeep connect strava"},
		"401, a right":   {with: said(401, "AccessToken", "activity:read_permission", "missing"), want: source.Unscoped, mends: "activity:read"},
		"402":            {with: said(402, "", "", ""), want: source.Unpaid, mends: "Subscribe"},
		"403, inactive":  {with: said(403, "Application", "Status", "Inactive"), want: source.Inactive, mends: "application's settings"},
		"403, crowded":   {with: said(403, "Application", "Athlete limit", "exceeded"), want: source.Crowded, mends: "the athlete's own"},
		"403, a right":   {with: said(403, "AccessToken", "activity:read_permission", "missing"), want: source.Unscoped, mends: "activity:read"},
		"404":            {with: said(404, "Activity", "id", "not found"), want: source.NotFound},
		"429, a quarter": {spent: stravatest.Usage{ReadQuarter: 100}, want: source.RateLimited, mends: "21:45:00Z"},
		"429, a day":     {spent: stravatest.Usage{Day: 2000}, want: source.RateLimited, mends: "2026-11-21T00:00:00Z"},
		"500":            {with: said(500, "", "", ""), want: source.Unavailable, mends: "Try again later"},
		"503":            {with: said(503, "", "", ""), want: source.Unavailable, mends: "Try again later"},
		"a page":         {with: stravatest.Fault{Status: 502, Body: stravatest.HTML}, want: source.Unavailable, mends: "Try again later"},
		"a page as 200":  {with: stravatest.Fault{Status: 200, Body: stravatest.HTML}, want: source.Unavailable},
		"an object":      {with: stravatest.Fault{Status: 200, Body: `{"message":"<script>alert(1)</script>"}`}, want: source.Changed},
		"half":           {with: stravatest.Fault{Truncate: true}, want: source.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRider(t, stravatest.Options{Activities: 8})
			r.connected()
			end := func() {}
			if r.at.Spend(x.spent); x.spent == (stravatest.Usage{}) {
				x.with.Operation = "getLoggedInAthleteActivities"
				end = r.at.Inject(x.with)
			}
			_, err := r.s.Sync(t.Context(), "strava", false, nil)
			if f, _ := source.FailureOf(err); err == nil || f.Fault != x.want || !strings.Contains(err.Error(), x.mends) ||
				strings.Contains(err.Error(), "<") {
				t.Errorf("%v: %v", f.Fault, err)
			}
			if n := r.apart(); n != 0 {
				t.Errorf("%d rows of it are kept", n)
			}
			end()
			r.at.Advance(24 * time.Hour)
			if _, err := r.again().Sync(t.Context(), "strava", false, nil); err != nil || r.apart() != 8 {
				t.Errorf("later: %v, %d rows", err, r.apart())
			}
		})
	}
}

// apart is how many activities are kept apart.
func (r *rider) apart() int {
	r.t.Helper()
	n, err := r.rows.Count(r.t.Context(), r.place())
	if err != nil {
		r.t.Fatal(err)
	}
	return n
}

func (r *rider) place() limited.Place {
	return limited.Place{Scope: training.Scope{Athlete: ann, Audience: training.AudiencePage}, Source: "strava", Kind: limited.Activity}
}

// TestOddRowsOfStrava are kept as far as they can be: an id of 2^63 is text that
// loses nothing, and streams of unequal length share one index.
func TestOddRowsOfStrava(t *testing.T) {
	t.Parallel()
	const last = "9223372036854775808"
	r := newRider(t, stravatest.Options{Activities: 8, UnequalStreams: true})
	r.connected()
	r.at.Inject(stravatest.Fault{Operation: "getLoggedInAthleteActivities", Times: 1, Edit: func(v any) any {
		if all, ok := v.([]any); ok && len(all) > 0 {
			if row, ok := all[len(all)-1].(map[string]any); ok { // the oldest
				row["id"] = json.Number(last)
			}
		}
		return v
	}})
	if _, err := r.s.Sync(t.Context(), "strava", false, nil); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := r.rows.Row(t.Context(), r.place(), last); err != nil || !ok || r.apart() != 8 {
		t.Errorf("%d rows, the last %v %v", r.apart(), ok, err)
	}
	at := r.place()
	at.Kind = limited.Streams
	if n, err := r.rows.Count(t.Context(), at); err != nil || n == 0 {
		t.Errorf("%d streams, %v", n, err)
	}
}
