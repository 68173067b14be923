package app

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/test/coachtruth"
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
