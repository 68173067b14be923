//go:build e2e

package coachmonth

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"lapkeep/test/builttest"
	"lapkeep/test/coachtruth"
)

// TestAMonthOfConversations: at the end of each day what a careful person with
// paper would hold is what the program holds, in its answers and in its files,
// and at the end every text that was acknowledged or written by hand is there.
// LAPKEEP_MONTHS plays so many whole months, LAPKEEP_MONTH_SEED begins with one. Without
// it, the first days of one month are played.
func TestAMonthOfConversations(t *testing.T) {
	t.Parallel()
	program := builttest.Program(t)
	first, err := strconv.ParseUint(cmp.Or(os.Getenv("LAPKEEP_MONTH_SEED"), "1"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	months := os.Getenv("LAPKEEP_MONTHS")
	many, err := strconv.ParseUint(cmp.Or(months, "1"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	for seed := first; seed < first+many; seed++ {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			p := newPlayer(t, program, seed)
			script := coachtruth.Month(seed)
			if months == "" {
				script.Days = script.Days[:12]
			}
			for _, day := range script.Days {
				p.play(day)
				p.morning(day)
				if t.Failed() {
					t.Fatalf("on %s", day.Day)
				}
			}
			p.recovered(script)
			run(t, p.program, p.home, "verify")
			t.Logf("reliability: steps of a month with a coach (seed %d) | %d | %d processes killed while a call ran, %d of which left nothing; "+
				"%d calls while a person saved the file; nothing acknowledged was lost", seed, p.done, p.kills, p.left, p.over)
		})
	}
}

// morning compares what there is with what a day left.
func (p *player) morning(day coachtruth.Day) {
	p.Helper()
	memory := p.memory()
	have := sections(memory)
	for _, key := range coachtruth.Sections() {
		if want := day.After.Sections[key]; have[key] != want {
			p.Errorf("%s: section %s (-want +got):\n%s", day.Day, key, gocmp.Diff(want, have[key]))
		}
	}
	p.factsOf(day, memory)
	p.logsOf(day, have["session_history"])
	p.bodyOf(day)
	p.planOf(day)
}

func (p *player) factsOf(day coachtruth.Day, memory string) {
	p.Helper()
	next := on(day.Day).AddDate(0, 0, 1).Format("2006-01-02")
	all, numbers := facts(memory)
	var have, want []coachtruth.Fact
	for _, f := range all {
		if f.Expires == "" || f.Expires >= next {
			have = append(have, f)
		}
	}
	for _, f := range day.After.Facts {
		f.Key = ""
		want = append(want, f)
	}
	byText := func(a, b coachtruth.Fact) int { return cmp.Compare(a.Text, b.Text) }
	slices.SortFunc(have, byText)
	slices.SortFunc(want, byText)
	if d := gocmp.Diff(want, have); d != "" {
		p.Errorf("%s: facts (-want +got):\n%s\n%s", day.Day, d, sections(memory)["facts"])
	}
	slices.Sort(numbers)
	if len(slices.Compact(numbers)) != len(all) {
		p.Errorf("%s: numbers of facts: %v", day.Day, numbers)
	}
}

func (p *player) logsOf(day coachtruth.Day, history string) {
	p.Helper()
	var v any
	p.clients[1].read("get_session_logs", object{"limit": 1}, &v) // after a kill it writes the files that lack
	files := p.files()
	days := map[string]int{}
	for _, e := range day.After.Logs {
		days[e.Day]++
		body := files["logs/"+e.Day+".md"]
		if n := strings.Count(body, " — "+e.Coach+"\n\n"+lowered(e.Text)+"\n"); n != 1 {
			p.Errorf("%s: %q is %d times in the log of %s:\n%s", day.Day, e.Text, n, e.Day, body)
		}
	}
	for d, n := range days {
		if got := strings.Count(files["logs/"+d+".md"], "\n## "); got != n {
			p.Errorf("%s: the log of %s has %d entries, want %d", day.Day, d, got, n)
		}
		if strings.Count(history, "- "+d+": ") != 1 {
			p.Errorf("%s: the history has not one line of %s:\n%s", day.Day, d, history)
		}
	}
}

func (p *player) bodyOf(day coachtruth.Day) {
	p.Helper()
	var want []mark
	for _, m := range day.After.Marks {
		want = append(want, mark{region(m.Region), m.Author, m.Pain, m.Note})
	}
	have := p.marks().Marks
	by := func(a, b mark) int { return cmp.Or(cmp.Compare(a.Region, b.Region), cmp.Compare(a.By, b.By)) }
	slices.SortFunc(want, by)
	slices.SortFunc(have, by)
	if !slices.Equal(want, have) {
		p.Errorf("%s: marks (-want +got):\n%s", day.Day, gocmp.Diff(want, have))
	}
}

func (p *player) planOf(day coachtruth.Day) {
	p.Helper()
	have, comments := map[string]session{}, map[int][]string{}
	for _, w := range p.plan() {
		for _, s := range w.Sessions {
			if _, twice := have[s.ID]; twice {
				p.Errorf("%s: %s is there twice", day.Day, s.ID)
			}
			have[s.ID] = s
		}
		if len(w.Comments) > 0 {
			comments[w.Number] = slices.Sorted(slices.Values(w.Comments))
		}
	}
	for _, s := range day.After.Sessions {
		got, ok := have[s.Key]
		if !ok || got.Day != s.Day || got.Name != s.Name || got.Sport != s.Sport || int(got.DurationS) != s.DurationS ||
			math.Abs(got.DistanceKM-s.DistanceKM) > 0.01 {
			p.Errorf("%s: session %+v, want %+v", day.Day, got, s)
		}
	}
	if len(have) != len(day.After.Sessions) {
		p.Errorf("%s: %d sessions, want %d", day.Day, len(have), len(day.After.Sessions))
	}
	want := map[int][]string{}
	for n, texts := range day.After.Comments {
		if len(texts) > 0 {
			want[n] = slices.Sorted(slices.Values(texts))
		}
	}
	if d := gocmp.Diff(want, comments); d != "" {
		p.Errorf("%s: comments (-want +got):\n%s", day.Day, d)
	}
}

// recovered looks for each text among all versions that an export has, and
// those of marks in the journal too; what a person wrote is the file's.
func (p *player) recovered(script coachtruth.Script) {
	p.Helper()
	out := filepath.Join(p.TempDir(), "out")
	run(p.T, p.program, p.home, "export", "--all", out)
	versions := p.versions(filepath.Join(out, "documents", "text_version.jsonl"))
	var journal strings.Builder
	p.query("SELECT body FROM journal UNION ALL SELECT own FROM documents WHERE collection='body_mark'", func(scan func(...any) error) error {
		var text string
		err := scan(&text)
		journal.WriteString(text + "\n")
		return err
	})
	byHand := map[string]bool{}
	for _, day := range script.Days {
		for _, s := range day.Steps {
			byHand[s.ID] = s.Kind == coachtruth.HandEdit
		}
	}
	for _, day := range script.Days {
		for _, k := range day.Kept {
			if k.What == "mark" {
				if !strings.Contains(journal.String(), k.Text) {
					p.Errorf("the mark %q of %s is lost", k.Text, k.Step)
				}
				continue
			}
			if !slices.ContainsFunc(versions, func(v version) bool {
				return v.has(k) && (!byHand[k.Step] || v.Author == "file")
			}) {
				p.Errorf("%s %s, %q of %s is in no version", k.What, k.Name, k.Text, k.Step)
			}
		}
	}
}
