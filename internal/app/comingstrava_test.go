package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/tools"
	"lapkeep/test/stravatest"
)

// stravaTools are those of strava-activity-mcp-server, without what is before
// them. All but the one for debugging have a second name, and one another.
const stravaTools = `auth.url auth.refresh auth.save auth.load athlete.stats athlete.stats-with-token athlete.refresh-and-stats
athlete.fetch-all session.start debug.test-connection trimp.banister`

// TestEveryToolOfTheStravaServerHasItsRow under both of its names, the same as
// the answer to an old name, and each call of the page is answered.
func TestEveryToolOfTheStravaServerHasItsRow(t *testing.T) {
	t.Parallel()
	var want, have []string
	for _, name := range strings.Fields(stravaTools) {
		want = append(want, "strava."+name)
		switch name {
		case "debug.test-connection":
		case "trimp.banister":
			want = append(want, "strava://trimp/account-report")
		default:
			want = append(want, "strava://"+strings.Replace(name, ".", "/", 1))
		}
	}
	known := map[string]string{}
	for _, n := range tools.FormerNames() {
		known[n.Old] = n.Tool + " " + n.Args
	}
	rows := comingRows(t, "strava-activity-mcp-server", "Its tools")
	for _, row := range rows {
		have = append(have, row.there)
		if call := comingCall.FindStringSubmatch(row.here); call == nil || known[row.there] != call[1]+" "+call[2] || row.note == "" {
			t.Errorf("%s: the page says %q, an answer %q", row.there, row.here, known[row.there])
		}
	}
	if d := cmp.Diff(slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(have))); d != "" {
		t.Errorf("rows (-want +got):\n%s", d)
	}
	r := newStravan(t, stravatest.Options{Activities: 12, Seconds: 120})
	r.types(t, fmt.Sprintf("strava\n%d\nn\n", stravatest.DefaultClientID), "connect", "strava", "--prepare")
	rows = append(rows, comingRows(t, "strava-activity-mcp-server", "Its session")...)
	rows = append(rows, comingRows(t, "strava-activity-mcp-server", "Its settings")...)
	if ran := r.allAnswered(t, rows); ran != 10 {
		t.Errorf("%d calls", ran)
	}
	for _, secret := range []string{"client_secret", "access_token", "refresh_token", "client_id", "tokens"} {
		code, out, errs := r.do(t.Context(), "", "call", "connect_source", `{"source":"strava","`+secret+`":"canary-7781"}`)
		if code == 0 || !strings.Contains(errs, secret) || strings.Contains(out+errs, "canary-7781") ||
			!strings.Contains(errs, "a person types them at a terminal") {
			t.Errorf("%s: %d %s%s", secret, code, out, errs)
		}
	}
}

// allAnswered runs each call once, in the order of the page: its answer is the
// one to the address that was given last.
func (r *stravan) allAnswered(t *testing.T, rows []comingFrom) int {
	t.Helper()
	table, ran := wholeTable(t), map[string]bool{}
	for _, row := range rows {
		for _, call := range comingCall.FindAllStringSubmatch(row.here+row.note, -1) {
			name, args := call[1], call[2]
			if ran[name+args] {
				continue
			}
			ran[name+args] = true
			if before, after, ok := strings.Cut(args, tools.ExampleAnswer); ok {
				args = before + r.agreed(t) + after
			}
			r.replaces(t, table, row.there, name, args)
		}
	}
	return len(ran)
}

// agreed is where the browser of an athlete ends who opens the address.
func (r *stravan) agreed(t *testing.T) string {
	t.Helper()
	var out struct{ Ask struct{ Address string } }
	r.asks(t, "connect_source", `{"source":"strava"}`, &out)
	back, err := r.at.Decide(out.Ask.Address, stravatest.Decision{})
	if err != nil {
		t.Fatal(err)
	}
	return back
}
