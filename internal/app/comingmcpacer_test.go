package app

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/test/coachtruth"
	"lapkeep/test/igpsporttest"
)

// mcpacerTools are those of mcpacer.
const mcpacerTools = `get_activities get_activities_by_date_range get_recent_activities get_activity_by_id get_activity_streams
get_activity_description add_coaching_feedback add_run_note get_run_detail get_pending_digests save_run_digest get_run_context
get_plan_context list_training_plans get_training_plan update_plan_run update_plan_week add_plan_run remove_plan_run add_plan_comment
get_coaching_personas get_coaching_persona get_onboarding_questions read_coach_memory update_coach_memory get_session_logs
save_session_log get_archived_session_log list_body_regions get_painted_regions highlight_body_regions clear_body_highlights`

// TestEveryToolOfMCPacerHasItsRow: the same as the answer to an old name, and
// its call is answered.
func TestEveryToolOfMCPacerHasItsRow(t *testing.T) {
	t.Parallel()
	known := map[string]string{}
	for _, n := range tools.FormerNames() {
		known[n.Old] = n.Tool + " " + n.Args
	}
	a := newSubject(t)
	rows := comingRows(t, "mcpacer", "Its tools")
	var have []string
	for _, row := range rows {
		have = append(have, row.there)
		call := comingCall.FindStringSubmatch(row.here)
		_, same := a.table.Lookup(row.there)
		switch {
		case call == nil || row.note == "":
			t.Errorf("%s: %q", row.there, row.here)
		case same && row.there != call[1], !same && known[row.there] != call[1]+" "+call[2]:
			t.Errorf("%s: the page says %q, an answer %q", row.there, row.here, known[row.there])
		}
	}
	want := strings.Fields(mcpacerTools)
	if d := cmp.Diff(slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(have))); d != "" || len(want) != 32 {
		t.Errorf("rows (-want +got):\n%s", d)
	}
	a.eachAnswered(t, rows)
	for i := range rows { // the page has a row for each, and the answer to its name too
		if _, same := a.table.Lookup(rows[i].there); !same {
			if p := tooltest.Fails(t, a.table, a.call(t), rows[i].there, `{}`); !strings.HasPrefix(p.Fix, "Use ") {
				t.Errorf("%s: %s", rows[i].there, p)
			}
		}
	}
}

// TestEachStepOfMCPacersSkillIsACall, one after another as a talk goes.
func TestEachStepOfMCPacersSkillIsACall(t *testing.T) {
	t.Parallel()
	rows := comingRows(t, "mcpacer", "The steps of its skill")
	newSubject(t).eachAnswered(t, rows)
	if len(rows) != 12 {
		t.Errorf("%d steps", len(rows))
	}
}

// TestMCPacersDashboard: each thing of its page has a row, whose panel is there
// and whose call is answered.
func TestMCPacersDashboard(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	base, ticket, _ := showing(t, p, "--addr", "127.0.0.1:0")
	base, cookie := enter(t, base, ticket)
	rows := comingRows(t, "mcpacer", "Its dashboard")
	if len(rows) != 28 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		here := strings.Trim(row.here, "`")
		switch {
		case row.note == "":
			t.Errorf("%s: it does not say what is different", row.there)
		case here == "not there yet", here == "/events", strings.HasPrefix(here, "lapkeep "), strings.HasSuffix(here, "/ID"):
		case strings.HasPrefix(here, "/"):
			if status, _ := getPage(t, base+here, cookie); status != http.StatusOK {
				t.Errorf("%s: %s is %d", row.there, here, status)
			}
		default:
			t.Errorf("%s: %q", row.there, row.here)
		}
	}
	newSubject(t).eachAnswered(t, rows)
}

// eachAnswered runs every call of some rows; what it wrote is taken back, so
// that each is made of the same home.
func (a *subject) eachAnswered(t *testing.T, rows []comingFrom) {
	t.Helper()
	for _, row := range rows {
		for _, call := range comingCall.FindAllStringSubmatch(row.here+row.note, -1) {
			spec, ok := a.table.Lookup(call[1])
			if !ok {
				t.Errorf("%s: there is no %s", row.there, call[1])
				continue
			}
			res := tooltest.Call(t, a.table, a.call(t), call[1], a.own(call[2]))
			var w struct {
				JournalID string `json:"journal_id"`
			}
			if err := json.Unmarshal([]byte(res.Text), &w); err != nil {
				t.Errorf("%s: %v", row.there, err)
			}
			if (w.JournalID != "") != (spec.Safety != tools.Read) && row.there != "clear_body_highlights" { // nothing to clear
				t.Errorf("%s: %s wrote %q", row.there, call[1], w.JournalID)
			}
			if w.JournalID != "" {
				if _, err := a.Journal.Undo(t.Context(), a.Scope(), w.JournalID, noon); err != nil {
					t.Errorf("%s: %v", row.there, err)
				}
			}
		}
	}
}

// TestMCPacersCommands runs what does the same here, on an original's folder.
func TestMCPacersCommands(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	dir, _ := originalFolder(t, p)
	p.run(t.Context(), "import", dir) // a run in it is damaged, which is told
	writeText(t, filepath.Join(p.work, ".env"), "")
	rows := comingRows(t, "mcpacer", "Its commands")
	there := map[string]bool{}
	for _, row := range rows {
		there[strings.Fields(row.there)[0]] = true
		line := strings.TrimPrefix(strings.Trim(row.here, "`"), "lapkeep ")
		var args []string
		for i, part := range strings.Split(line, `"`) {
			if i%2 == 1 {
				args = append(args, part)
			} else {
				args = append(args, strings.Fields(part)...)
			}
		}
		if args[0] == "sync" { // there is no service here
			args = append(args, "--help")
		}
		if code, out, errs := p.run(t.Context(), args...); code != 0 || args[0] != "serve" && out == "" || strings.Contains(out, " in -") {
			t.Errorf("%s: %s: %d %s%s", row.there, row.here, code, out, errs)
		}
	}
	if len(there) != 5 || len(rows) != 12 {
		t.Errorf("%d commands, %d rows", len(there), len(rows))
	}
}

// TestMCPacersSettings: what the page names is read, or said why not.
func TestMCPacersSettings(t *testing.T) {
	t.Parallel()
	read := map[string]bool{}
	for _, d := range settings.Catalogue(connections.Settings(connections.Kinds())) {
		for _, name := range d.Env {
			read[name] = true
		}
	}
	for _, row := range comingRows(t, "mcpacer", "Its settings") {
		here := strings.Trim(row.here, "`")
		if row.note == "" || !read[here] && here != "nothing" && !strings.HasPrefix(here, "lapkeep ") {
			t.Errorf("%+v", row)
		}
	}
	if len(coachtruth.OriginalTruth().Secrets) == 0 {
		t.Error("the original has no secrets to leave alone")
	}
}

// ofRegion returns a home that was synced from a region of iGPSport by the
// settings that igpsport-mcp had, and nothing else.
func ofRegion(t *testing.T, region igpsporttest.Region, environ ...string) (*linked, *igpsporttest.Server) {
	t.Helper()
	s := igpsporttest.New(t, igpsporttest.Options{Now: func() time.Time { return noon }, Activities: 4, Seconds: 1300})
	user := map[igpsporttest.Region]string{igpsporttest.CN: igpsporttest.DefaultPhone, igpsporttest.INTL: igpsporttest.DefaultEmail}[region]
	l := &linked{person: newPerson(t), begun: time.Now(), hurry: 60}
	l.environ = append(l.environ, "IGPSPORT_USERNAME="+user, "IGPSPORT_PASSWORD="+igpsporttest.DefaultPassword,
		"IGPSPORT_REGION="+string(region), "IGPSPORT_API_BASE="+s.URL(region))
	l.environ = append(l.environ, environ...)
	l.ok(t, "", []string{"sync"}, "4 stored")
	return l, s
}

// bothRegions runs a test on a home of each.
func bothRegions(t *testing.T, f func(t *testing.T, region igpsporttest.Region)) {
	t.Helper()
	for _, region := range []igpsporttest.Region{igpsporttest.CN, igpsporttest.INTL} {
		t.Run(string(region), func(t *testing.T) {
			t.Parallel()
			f(t, region)
		})
	}
}

// TestIGPSportsToolsAreReplaced: each call of the page that stands for one of
// the 17 tools, a setting or a topic is answered in both regions, or the answer
// says what the region lacks; and each field is in the answers of the region
// that has all.
func TestIGPSportsToolsAreReplaced(t *testing.T) {
	t.Parallel()
	rows := slices.Concat(igpsportRows(t), comingRows(t, "igpsport-mcp", "Its settings"),
		comingRows(t, "igpsport-mcp", "What its pages explain"))
	bothRegions(t, func(t *testing.T, region igpsporttest.Region) {
		l, s := ofRegion(t, region)
		writeText(t, filepath.Join(l.user, ".lapkeep", settings.ConfigName), "writes: full\n")
		l.ok(t, "", []string{
			"call", "create_workout", `{"workouts":[{"name":"Planned","sport":"ride","date":"2026-08-21","steps":[{"duration_s":600,"power":"200w"}]}]}`,
		})
		var ids *strings.Replacer
		s.Do(region, func(m *igpsporttest.Member) {
			ride := func(i int) string { return strconv.FormatInt(m.Rides[i].ID, 10) }
			ids = strings.NewReplacer("30619999", ride(1), "30619997", ride(3), "700100", strconv.Itoa(m.Workouts[0].ID))
		})
		if ran := l.allReplaced(t, wholeTable(t), rows, ids); ran < 25 {
			t.Errorf("only %d calls", ran)
		}
		for _, call := range []string{"get_segment", "get_segment_ranking"} {
			_, out, _ := l.do(t.Context(), "", "call", call, `{"id":"igpsport:5100"}`)
			if lacks := strings.Contains(out, "iGPSport (international) lists segments but provides no"); lacks != (region == igpsporttest.INTL) {
				t.Errorf("%s: %s", call, out)
			}
		}
		if region == igpsporttest.CN {
			l.gives(t, carriedFields(t, fieldsOfItsServices))
		}
	})
}

// TestThresholdsOfSettings hold over what iGPSport says, and not over the
// athlete's own words; the profile says where they are from.
func TestThresholdsOfSettings(t *testing.T) {
	t.Parallel()
	bothRegions(t, func(t *testing.T, region igpsporttest.Region) {
		l, _ := ofRegion(t, region, "IGPSPORT_FTP=260", "IGPSPORT_LOG_LEVEL=info", "IGPSPORT_CACHE_DIR=/tmp/x", "IGPSPORT_APP_VERSION=9")
		says := func(all ...string) {
			t.Helper()
			l.ok(t, "", []string{"call", "get_athlete_profile"}, all...)
		}
		const ofService = `"lthr_bpm":{"value":168,"since":"2026-08-20","from":"igpsport"}`
		says(`"ftp_w":{"value":260,"since":"2026-08-20","from":"setting igpsport_ftp"}`, ofService)
		l.ok(t, "", []string{"doctor"}, "IGPSPORT_CACHE_DIR is not used.", "You can delete the old folder",
			"IGPSPORT_APP_VERSION is not used.")

		l.environ = append(l.environ, "IGPSPORT_FTP=265", "IGPSPORT_LTHR=171")
		l.ok(t, "", []string{"sync"})
		says(`"ftp_w":{"value":265,"since":"2026-08-20","from":"setting igpsport_ftp"}`, `"lthr_bpm":{"value":171,"since":"2026-08-20","from":"setting`)
		_, out, _ := l.do(t.Context(), "", "undo")
		_, id, _ := strings.Cut(out, "setting igpsport_lthr. To undo that: lapkeep undo ")
		id, _, _ = strings.Cut(id, "\n")
		l.ok(t, "", []string{"undo", id}, "Undone")
		says(ofService)

		l.ok(t, "", []string{"call", "update_athlete_settings", `{"ftp_w":270,"sport":"cycling"}`})
		l.ok(t, "", []string{"sync"})
		says(`"ftp_w":{"value":270,"since":"2026-08-20"}`)
		l.environ = append(l.environ, "IGPSPORT_FTP=9000")
		l.fails(t, "", []string{"sync"}, "The setting igpsport_ftp is 9000, which is not plausible. Give a number from 30 to 700")
	})
}

// TestADamagedSignInOfSettingsCountsAsNone: who has the password in the
// settings is signed in anew; it is kept nowhere else.
func TestADamagedSignInOfSettingsCountsAsNone(t *testing.T) {
	t.Parallel()
	bothRegions(t, func(t *testing.T, region igpsporttest.Region) {
		l, _ := ofRegion(t, region)
		kept := filepath.Join(l.user, ".lapkeep", settings.KeysFolder, "me", "settings", "igpsport.json")
		for _, text := range []string{`{"access":`, `{}`} {
			if was := readText(t, kept); was == "" || strings.Contains(was, igpsporttest.DefaultPassword) {
				t.Fatal("nothing is kept, or the password of the settings")
			}
			writeText(t, kept, text)
			l.ok(t, "", []string{"sync"}, "iGPSport: 0 stored")
		}
	})
}

// TestSegmentToolsAreReplaced runs each call that stands for a tool of servers
// for Strava.
func TestSegmentToolsAreReplaced(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	way := `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><rte><rtept lat="47" lon="8"/><rtept lat="47.01" lon="8"/></rte></gpx>`
	if err := os.WriteFile(filepath.Join(a.user, "rides", "hill.gpx"), []byte(way), 0o600); err != nil {
		t.Fatal(err)
	}
	rows, ran := a.ran(t, "Their tools for segments")
	if rows != 17 || ran < 14 {
		t.Errorf("%d rows, %d calls", rows, ran)
	}
}

// TestTRIMPReportsAreReplaced runs each call that stands for a report on
// training impulse of servers for Strava, or for what it takes and gives.
func TestTRIMPReportsAreReplaced(t *testing.T) {
	t.Parallel()
	if rows, ran := newSubject(t).ran(t, "Their reports on training impulse"); rows != 5 || ran != 5 {
		t.Errorf("%d rows, %d calls", rows, ran)
	}
}

// ran runs each call of a table of the servers for Strava once.
func (a *subject) ran(t *testing.T, heading string) (rows, calls int) {
	t.Helper()
	all, ran := comingRows(t, "Strava servers", heading), map[string]bool{}
	for _, row := range all {
		for _, call := range comingCall.FindAllStringSubmatch(row.here+row.note, -1) {
			if name, args := call[1], a.own(call[2]); !ran[name+args] {
				ran[name+args] = true
				tooltest.Call(t, a.table, a.call(t), name, args)
			}
		}
	}
	return len(all), len(ran)
}
