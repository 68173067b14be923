package app

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/app/injectiontest"
	"lapkeep/test/intervalstest"
)

// weaknesses returns MCPacer's weaknesses, as the page has them, each with the
// package and the test that would fail on it.
func weaknesses() map[string]string {
	const planned, stream = "internal/coach/plan ", "internal/metrics/stream "
	return map[string]string{
		"other text on standard output breaks the protocol":                        "internal/app TestNothingButTheProtocolOnStandardOutput",
		"a run without a description is fetched again at every sync":               "internal/app TestNothingIsFetchedTwice",
		"with a start date, a limit keeps the oldest activities":                   "internal/writes/intake TestTheNewestComesFirst",
		"runs older than ten days get no digest":                                   "internal/tools/coach TestAllHistoryIsPending",
		"comments on a plan are never shown":                                       "internal/tools/plans TestAReadShowsIDsAndComments",
		"a backslash in the memory causes an error":                                "internal/coach/memory TestABackslashIsKept",
		"a heading followed by more words is written twice":                        "internal/coach/memory TestAHeadingWithMoreWordsIsMatched",
		"content that begins with a heading splits the section":                    "internal/coach/memory TestHeadingsInContentDoNotSplit",
		"asking for zero logs archives all of them":                                "internal/tools/coach TestLimitZeroChangesNothing",
		"archiving a day again overwrites it":                                      "internal/tools/coach TestSessionsAreLogged",
		"the skill's parameter names differ from those of the tools":               "internal/app TestEachStepOfMCPacersSkillIsACall",
		"posts have no author, and no log is requested":                            "internal/tools/coach TestSessionsAreLogged",
		"only one workout a day":                                                   planned + "TestTwoSessionsADay",
		"totals are maintained by hand":                                            "internal/coach/plan TestTotalsFollow",
		"7.5 km is shown as 8":                                                     "internal/app TestKilometresAreNotRounded",
		"average heart rate is the mean of laps":                                   stream + "TestHeldMeanIsByTimeAndOfNothingNone",
		"days are UTC days":                                                        "internal/app TestARunStaysOnItsLocalDay",
		"weeks are counted in two different ways":                                  planned + "TestWeeksHaveThePlansNumbers",
		"a plan is never active without a race, or after its race day":             "internal/coach/plan TestAPlanStaysWhenItsRaceIsOver",
		"any run matches any workout of its day, even several":                     planned + "TestOneActivityCountsForOneSession",
		"far more than planned is shown in green":                                  planned + "TestMoreThanPlannedIsNotGreen",
		"the current week is red until Sunday":                                     planned + "TestTheWeekThatRunsIsJudgedByWhatIsDue",
		"body marks are lost with the process, and have no level, date or history": "internal/tools/coach TestMarksHaveALevelADateAndAHistory",
		"an unknown region is silently dropped":                                    "internal/tools/coach TestNoRegionIsLeftOutInSilence",
		"a persona's name can point to any file":                                   "internal/coach/memory TestANameLeadsNowhere",
		"a date can point to any file":                                             "internal/tools TestNamesThatLeadOut",
		"activity names enter prompts unchanged":                                   "internal/tools/coach TestPromptsQuoteWhatPeopleWrote",
		"it posts publicly without asking":                                         "internal/app/outwardtest TestWithoutConsentNothingIsSent",
		"a renewed key is thrown away":                                             "internal/services/token TestATokenIsRefreshedOnceAndSaved",
		"two processes can write the same file at once, in pieces":                 "internal/tools TestTwoProcesses",
		"the memory has no history and no undo":                                    "internal/tools TestEveryVersionIsKept",
		"logs are not backed up":                                                   "internal/app TestTextsComeBackFromABackup",
	}
}

var mistakeRow = regexp.MustCompile(`(?m)^\| ([^|\n]+) \| ([^|\n]+) \|$`)

// TestEachMistakeOfMCPacerHasItsTest: which is there, and each row of the page.
func TestEachMistakeOfMCPacerHasItsTest(t *testing.T) {
	t.Parallel()
	page := readText(t, filepath.Join(repository, "docs", "coming-from.md"))
	_, part, _ := strings.Cut(page, "\n## mcpacer\n")
	_, part, _ = strings.Cut(part, "\n### Its mistakes\n")
	part, _, _ = strings.Cut(part, "\n## ")
	said := map[string]bool{}
	for _, m := range mistakeRow.FindAllStringSubmatch(part, -1) {
		said[m[1]] = true
	}
	for what, guard := range weaknesses() {
		folder, name, _ := strings.Cut(guard, " ")
		if !said[what] {
			t.Errorf("the page has no row %q", what)
		}
		if !hasTest(t, filepath.Join(repository, filepath.FromSlash(folder)), name) {
			t.Errorf("%s: there is no %s", what, guard)
		}
	}
	if len(said) != len(weaknesses())+1 { // and the head of the table
		t.Errorf("%d rows, %d guards", len(said), len(weaknesses()))
	}
}

func hasTest(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.Contains(readText(t, f), "\nfunc "+name+"(t *testing.T) {") {
			return true
		}
	}
	return false
}

// TestNothingButTheProtocolOnStandardOutput: also where the log says all, a
// file was edited by hand and cannot be read, and a call fails.
func TestNothingButTheProtocolOnStandardOutput(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	file := strings.TrimSpace(p.must(t, "memory", "file"))
	writeText(t, file, "\xff")
	var in strings.Builder
	in.WriteString(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
		`"clientInfo":{"name":"t","version":"1"}}}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n")
	for i, call := range []string{
		`"update_coach_memory","arguments":{"section":"goals","content":"A half."}`, `"get_session_logs","arguments":{}`,
		`"save_session_log","arguments":{"summary":"Talked."}`, `"get_persona","arguments":{"name":"nobody"}`,
		`"save_training_plan","arguments":{"text":"- - -"}`, `"get_pending_digests","arguments":{}`,
	} {
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%s}}`+"\n", 100+i, call)
	}
	p.in = strings.NewReader(in.String())
	_, out, errs := p.run(t.Context(), "serve", "--toolsets", "all", "--log-level", "debug")
	lines, answers := bufio.NewScanner(strings.NewReader(out)), 0
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var m struct{ JSONRPC string }
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil || m.JSONRPC != "2.0" {
			t.Errorf("%q on standard output", lines.Text())
		}
		answers++
	}
	if answers < 7 || errs == "" {
		t.Errorf("%d answers, %q logged", answers, errs)
	}
}

// TestNothingIsFetchedTwice: an activity is read by itself once, whether or not
// it has a description.
func TestNothingIsFetchedTwice(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{Activities: 12, Seconds: 300})
	for _, id := range []string{"i1005"} {
		if err := l.server.EditActivity(id, map[string]any{"description": nil}); err != nil {
			t.Fatal(err)
		}
	}
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"})
	l.ok(t, "", []string{"sync"}, "stored")
	single := regexp.MustCompile(`/activity/|/activities/i?\d`)
	first := 0
	for _, r := range l.server.Requests() {
		if single.MatchString(r.Path) {
			first++
		}
	}
	l.server.Forget()
	l.ok(t, "", []string{"sync"})
	for _, r := range l.server.Requests() {
		if single.MatchString(r.Path) {
			t.Errorf("%s is asked for again", r.Path)
		}
	}
	if first == 0 {
		t.Error("no activity was asked for at all")
	}
}

// TestKilometresAreNotRounded in what a person reads.
func TestKilometresAreNotRounded(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	p.must(t, "call", "save_training_plan", `{"id":"half","text":"plan_name: Half\nsport: running\nweeks:\n- week_number: 1\n`+
		`  week_start_date: 2026-08-17\n  sessions:\n  - {day_of_week: Saturday, type: easy, distance_km: 7.5}\n"}`)
	out := filepath.Join(t.TempDir(), "page.md")
	p.must(t, "plan", "publish", "half")
	p.must(t, "calendar", "--to", "md", "--range", "2026-08-17..2026-08-23", "--out", out)
	text, err := os.ReadFile(out) //nolint:gosec // a test's own folder
	if err != nil || !strings.Contains(string(text), "7.5 km") {
		t.Errorf("%s %v", text, err)
	}
	if got := p.must(t, "call", "get_training_plan", `{"id":"half"}`); !strings.Contains(got, `"distance_km":7.5`) {
		t.Error(got)
	}
}

// say writes a message on an activity at the service, as its pages do.
func (l *linked) say(t *testing.T, activity, text string) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"content": text})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
		l.server.BaseURL+"/activity/"+activity+"/messages", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth("API_KEY", intervalstest.DefaultKey)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%+v %v", answer, err)
	}
	_ = answer.Body.Close()
}

// TestHostileMessagesStayInTheirPlace: messages at a service come live, past
// all that reads and cleans when it is stored.
func TestHostileMessagesStayInTheirPlace(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{Activities: 6, Seconds: 60, StubEvery: -1})
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"})
	l.ok(t, "", []string{"sync"}, "6 stored")
	corpus := injectiontest.Corpus(injectiontest.Targets{
		Activities: []string{"i1005"}, Hidden: "i1006",
		Outside: filepath.Join(l.user, "outside"),
	})
	met := 0
	for i := 0; i < len(corpus); i += len(corpus)/60 + 1 {
		text := corpus[i]
		l.say(t, "i1005", text.Body)
		out := l.ok(t, "", []string{"call", "get_activity_notes", `{"id":"intervals:i1005"}`})
		err := injectiontest.Strings(json.RawMessage(out), func(path, said string) {
			if !strings.Contains(said, text.Mark) {
				return
			}
			met++
			if wrong := inItsPlace(path, said); wrong != "" {
				t.Errorf("%s, %s, %s: %s", text.Language, text.Disguise, path, wrong)
			}
		})
		if err != nil {
			t.Fatalf("%s: %v", out, err)
		}
	}
	if met < 30 {
		t.Errorf("only %d texts were met", met)
	}
}
