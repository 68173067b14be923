package app

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/tools/oldnames"
	"lapkeep/test/intervalstest"
)

// stravaTools are those of strava-activity-mcp-server, without what is before
// them. All but the one for debugging have a second name, and one another.
const stravaTools = `auth.url auth.refresh auth.save auth.load athlete.stats athlete.stats-with-token athlete.refresh-and-stats
athlete.fetch-all session.start debug.test-connection trimp.banister`

// TestEveryToolOfTheStravaServerHasItsRow under both of its names, the same as
// the answer to an old name, and its call is answered on a home of other things.
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
	for _, n := range oldnames.All() {
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
	l := newLinked(t, intervalstest.Options{Activities: 12, Seconds: 600})
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"})
	l.ok(t, "", []string{"sync"}, "stored")
	if ran := l.allReplaced(t, wholeTable(t), rows, strings.NewReplacer()); ran != 5 {
		t.Errorf("%d calls", ran)
	}
	for _, secret := range []string{"client_secret", "access_token", "refresh_token", "client_id"} {
		code, out, errs := l.do(t.Context(), "", "call", "connect_source", `{"source":"strava","`+secret+`":"canary-7781"}`)
		if code == 0 || !strings.Contains(errs, secret) || strings.Contains(out+errs, "canary-7781") {
			t.Errorf("%s: %d %s%s", secret, code, out, errs)
		}
	}
}
