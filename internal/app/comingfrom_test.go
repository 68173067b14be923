package app

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/tools"
	"lapkeep/test/intervalstest"
	"lapkeep/test/stravatest"
)

// formerTools are the tools of intervals-icu-mcp, without their prefix.
const formerTools = `get_recent_activities get_activities_by_date get_activity_details search_activities search_activities_full
get_activities_around update_activity update_activity_streams bulk_create_manual_activities delete_activity download_activity_file
download_fit_file download_gpx_file get_activity_streams get_activity_intervals get_best_efforts search_intervals get_power_histogram
get_hr_histogram get_pace_histogram get_gap_histogram get_activity_messages add_activity_message get_athlete_profile
get_fitness_summary get_fitness_chart get_wellness_data get_wellness_for_date update_wellness get_calendar_events
get_upcoming_workouts get_event get_annual_training_plan create_event update_event delete_event bulk_create_events
bulk_delete_events duplicate_events apply_training_plan get_power_curves get_hr_curves get_pace_curves get_workout_library
get_workouts_in_folder get_gear_list create_gear update_gear delete_gear create_gear_reminder update_gear_reminder
get_sport_settings update_sport_settings apply_sport_settings create_sport_settings delete_sport_settings get_custom_items
get_custom_item create_custom_item update_custom_item delete_custom_item
create_workout update_workout delete_workout bulk_create_workouts create_workout_folder delete_workout_folder list_athletes
update_athlete_notes bulk_update_event_access`

// otherTools are those of intervals-mcp-server.
const otherTools = `get_activities get_activity_details get_activity_intervals get_activity_streams get_activity_messages
add_activity_message get_events get_event_by_id delete_event delete_events_by_date_range add_or_update_event add_or_update_note
get_wellness_data get_athlete_power_curves get_gear_list get_custom_items get_custom_item_by_id create_custom_item
update_custom_item delete_custom_item`

// igpsportTools are those of igpsport-mcp.
const igpsportTools = `list_activities get_activity_summary get_activity_streams get_activity_laps get_athlete_profile get_athlete_stats
estimate_thresholds compare_activities analyze_training_load list_segments_collected get_segment_detail get_segment_rank
get_member_statistics create_workout list_workouts get_workout_detail delete_workout`

// comingFrom is a table row of docs/coming-from.md; fields and arguments that
// have no place here are listed for tools alone.
type comingFrom struct{ there, here, note, fields, arguments string }

var (
	comingRow  = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.+?) \\| (.*?) ?\\|(?: (.*?) ?\\| (.*?) ?\\|)?$")
	comingCall = regexp.MustCompile("`lapkeep call ([a-z_]+) '(.+?)'`")
)

// comingRows returns the tables of a heading of the page, below that of a
// server.
func comingRows(t *testing.T, server, heading string) []comingFrom {
	t.Helper()
	page := readText(t, filepath.Join(repository, "docs", "coming-from.md"))
	_, part, ok := strings.Cut(page, "\n## "+server+"\n")
	part, _, _ = strings.Cut(part, "\n## ")
	_, part, found := strings.Cut(part, "\n### "+heading+"\n")
	part, _, _ = strings.Cut(part, "\n### ")
	if !ok || !found {
		t.Fatalf("the page has no %s of %s", heading, server)
	}
	var out []comingFrom
	for _, m := range comingRow.FindAllStringSubmatch(part, -1) {
		out = append(out, comingFrom{m[1], m[2], m[3], m[4], m[5]})
	}
	return out
}

// formerRows returns the rows of all tools of the two servers that are
// compared.
func formerRows(t *testing.T) []comingFrom {
	t.Helper()
	return append(comingRows(t, "intervals-icu-mcp", "Its tools"), comingRows(t, "intervals-mcp-server", "Its tools")...)
}

// igpsportRows returns the rows of the tools of igpsport-mcp.
func igpsportRows(t *testing.T) []comingFrom {
	t.Helper()
	return comingRows(t, "igpsport-mcp", "Its tools")
}

// TestEveryFormerToolHasItsRow: the page leaves none out, and says the same
// as the answer to an old name does. What it calls not there is not.
func TestEveryFormerToolHasItsRow(t *testing.T) {
	t.Parallel()
	var want, have []string
	for _, name := range strings.Fields(formerTools) {
		want = append(want, "icu_"+name)
	}
	want = append(want, strings.Fields(otherTools+" "+igpsportTools)...)
	known := map[string]string{}
	for _, n := range tools.FormerNames() {
		known[n.Old] = n.Tool
	}
	table := wholeTable(t)
	for _, row := range append(formerRows(t), igpsportRows(t)...) {
		have = append(have, row.there)
		call := comingCall.FindStringSubmatch(row.here)
		switch {
		case row.here == "not yet":
			if known[row.there] != "" {
				t.Errorf("%s: the page has nothing, an answer has %s", row.there, known[row.there])
			}
		case call == nil:
			t.Errorf("%s: no call in %q", row.there, row.here)
		case known[row.there] != call[1]:
			_, same := table.Lookup(row.there)
			if !same || row.there != call[1] {
				t.Errorf("%s: the page says %s, an answer %q", row.there, call[1], known[row.there])
			}
		}
	}
	if d := cmp.Diff(want, have, cmp.Transformer("sorted", func(s []string) []string { return slices.Sorted(slices.Values(s)) })); d != "" {
		t.Errorf("rows (-want +got):\n%s", d)
	}
}

// TestFormerToolsAreReplaced runs every call of the page on a home that was
// synced from an emulated service, and takes back what it wrote.
func TestFormerToolsAreReplaced(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	l := newLinked(t, intervalstest.Options{Activities: 12, Seconds: 600, Wellness: 10})
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"})
	l.ok(t, "", []string{"sync"}, "10 stored")
	l.ok(t, "", []string{"call", "update_athlete_settings", `{"home_source":"intervals"}`}, `"home_source"`)
	writeText(t, filepath.Join(l.user, ".lapkeep", settings.ConfigName), "writes: full\n")
	table := wholeTable(t)
	rows := append(formerRows(t), comingRows(t, "intervals-icu-mcp", "Its resources")...)
	if ran := l.allReplaced(t, table, rows, strings.NewReplacer()); ran < 60 {
		t.Errorf("only %d calls", ran)
	}
}

// allReplaced runs each call of rows once, with the ids of this home.
func (l *linked) allReplaced(t *testing.T, table *tools.Table, rows []comingFrom, ids *strings.Replacer) int {
	t.Helper()
	ran := map[string]bool{}
	for _, row := range rows {
		for _, call := range comingCall.FindAllStringSubmatch(row.here+row.note, -1) {
			if name, args := call[1], call[2]; !ran[name+args] {
				ran[name+args] = true
				l.replaces(t, table, row.there, name, ids.Replace(args))
			}
		}
	}
	return len(ran)
}

// replaces calls a tool in the place of a former one.
func (l *linked) replaces(t *testing.T, table *tools.Table, former, name, args string) {
	t.Helper()
	row, ok := table.Lookup(name)
	code, out, errs := l.do(t.Context(), "", "call", name, args)
	switch {
	case !ok:
		t.Errorf("%s: there is no %s", former, name)
	case row.Safety == tools.Destructive:
		if code == 0 || !strings.Contains(errs, "lapkeep approve ") {
			t.Errorf("%s: %s did not ask: %s%s", former, name, out, errs)
		}
	case code == 0 && (name == "connect_source" || name == "sync_now"): // they are about the service itself, and undone there
	case row.Safety == tools.Write && strings.Contains(errs, "lapkeep approve "):
		// it asks a person, as it says for this one
	case code != 0 || !json.Valid([]byte(out)):
		t.Errorf("%s: %s %s: exit %d\n%s%s", former, name, args, code, out, errs)
	case strings.Contains(out, `"undo":"lapkeep undo `):
		if row.Safety == tools.Read {
			t.Errorf("%s: %s reads and wrote %s", former, name, out)
		}
		l.ok(t, "", []string{"undo"}, "Undone")
	case row.Safety == tools.Write && !strings.Contains(out, `"dry_run":true`):
		t.Errorf("%s: %s %s wrote nothing: %s", former, name, args, out)
	}
}

// TestFormerPromptsAndResources: what the page names in their place is there.
func TestFormerPromptsAndResources(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	s, _ := a.connect(t, a.Workbench, []string{"all"}, nil)
	offered, err := s.ListPrompts(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, p := range offered.Prompts {
		names["prompt `"+p.Name+"`"] = true
	}
	rows := comingRows(t, "intervals-icu-mcp", "Its prompts")
	for _, row := range rows {
		if strings.HasPrefix(row.here, "prompt ") && !names[row.here] {
			t.Errorf("there is no %s for %s", row.here, row.there)
		}
	}
	resources := comingRows(t, "intervals-icu-mcp", "Its resources")
	for _, row := range resources {
		res, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: strings.Trim(row.here, "`")})
		if err != nil || len(res.Contents) != 1 || len(res.Contents[0].Text) < 100 {
			t.Errorf("%s: %+v, %v", row.here, res, err)
		}
	}
	if len(rows) != 9 || len(resources) != 4 {
		t.Errorf("%d prompts, %d resources", len(rows), len(resources))
	}
}

// TestFormerSettings: the names in the environment are read, and the flags
// are flags.
func TestFormerSettings(t *testing.T) {
	t.Parallel()
	read, root := map[string]bool{}, newPerson(t).root()
	for _, d := range settings.Catalogue(connections.Settings(connections.Kinds())) {
		for _, name := range d.Env {
			read[name] = true
		}
	}
	serve, _, err := root.Find([]string{"serve"})
	if err != nil {
		t.Fatal(err)
	}
	rows := slices.Concat(comingRows(t, "intervals-icu-mcp", "Its settings"), comingRows(t, "intervals-mcp-server", "Its settings"),
		comingRows(t, "igpsport-mcp", "Its settings"), comingRows(t, "igpsport-mcp", "What its pages explain"),
		comingRows(t, "strava-activity-mcp-server", "Its settings"))
	for _, row := range rows {
		here := strings.Trim(row.here, "`")
		flag, isFlag := strings.CutPrefix(here, "lapkeep serve --")
		command, isCommand := strings.CutPrefix(here, "lapkeep ")
		switch {
		case isFlag && serve.Flag(flag) == nil:
			t.Errorf("%s: serve has no flag %s", row.there, flag)
		case isCommand && !isFlag:
			if c, _, err := root.Find(strings.Fields(command)); err != nil || c == root {
				t.Errorf("%s: there is no command %s", row.there, here)
			}
		case row.here == "nothing" && row.note == "":
			t.Errorf("%s: nothing, and not why", row.there)
		case !isCommand && row.here != "nothing" && (!read[here] || here != row.there && row.note == ""):
			t.Errorf("%s: %s is not read", row.there, here)
		}
	}
	if len(rows) < 38 {
		t.Errorf("only %d settings", len(rows))
	}
}

// TestFormerCommands: each command of igpsport-mcp, as a flag or a word, does
// here what the page says, or is answered with what does.
func TestFormerCommands(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	rows := comingRows(t, "igpsport-mcp", "Its commands")
	for _, row := range rows {
		here := strings.Trim(row.here, "`")
		args := strings.Fields(here)[1:]
		if !strings.HasPrefix(args[0], "-") {
			args = append(args, "--help")
		}
		if code, _, errs := p.run(t.Context(), args...); code != 0 {
			t.Errorf("%s: %s: %s", row.there, here, errs)
		}
		if row.there == "igpsport-mcp" {
			continue
		}
		code, _, errs := p.run(t.Context(), strings.Fields(row.there)...)
		if same := "lapkeep "+row.there == here; code == 2 && (same || !strings.HasSuffix(errs, "\nRun: "+here+"\n")) {
			t.Errorf("%s is answered with %s", row.there, errs)
		}
	}
	if len(rows) != 15 {
		t.Errorf("%d commands", len(rows))
	}
}

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

// agreed returns the address where the athlete's browser ends after connecting.
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
