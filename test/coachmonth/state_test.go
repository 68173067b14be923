//go:build e2e

package coachmonth

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	_ "modernc.org/sqlite"

	"lapkeep/test/coachtruth"
)

// reads asks what a talk begins with. Reading again changes nothing, in the
// store and in the files: what was edited by hand is taken in by the first.
func (p *player) reads(c *client) {
	p.Helper()
	var v any
	once := func() {
		c.read("get_session_logs", object{"limit": 3}, &v)
		c.read("get_body_map", object{}, &v)
		c.read("get_persona", object{"name": "compass"}, &v)
		c.read("list_training_plans", object{}, &v)
		c.read("get_coach_context", object{"max_tokens": 4000}, &v)
		c.read("update_coach_memory", object{"section": "goals", "content": "none", "dry_run": true}, &v)
	}
	once()
	seq, files := p.lastChange(), p.files()
	once()
	if now := p.lastChange(); now != seq {
		p.Errorf("reading changed the store: %d, then %d", seq, now)
	}
	for name, body := range p.files() {
		if files[name] != body {
			p.Errorf("reading changed %s", name)
		}
	}
}

// lastChange returns the newest number of the change log, and of the journal.
func (p *player) lastChange() int {
	p.Helper()
	n := 0
	const q = "SELECT (SELECT coalesce(max(seq),0) FROM changes) + (SELECT count(*) FROM journal)"
	p.query(q, func(scan func(...any) error) error { return scan(&n) })
	return n
}

// query asks the database as any other program would.
func (p *player) query(q string, each func(scan func(...any) error) error) {
	p.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(p.home, "lapkeep.db")+"?mode=ro")
	if err != nil {
		p.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(p.Context(), q)
	if err != nil {
		p.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			p.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil {
		p.Fatal(err)
	}
}

// files returns the files that a person reads.
func (p *player) files() map[string]string {
	p.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(p.coach(""), func(path string, d fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		b, err := os.ReadFile(path) //nolint:gosec // the test's own home
		name, rerr := filepath.Rel(p.coach(""), path)
		if rerr != nil {
			return rerr
		}
		out[filepath.ToSlash(name)] = string(b)
		return err
	})
	if err != nil {
		p.Fatal(err)
	}
	return out
}

// memory returns the whole text, once the file and the store say the same. What
// is printed lacks signs that nobody sees, which could hide words from a
// person.
func (p *player) memory() string {
	p.Helper()
	printed := run(p.T, p.program, p.home, "memory")
	text := p.files()["COACH_MEMORY.md"]
	if strings.ReplaceAll(text, "\ufe0f", "") != printed && text != "" {
		p.Errorf("the file of the memory says %q, the program %q", text, printed)
	}
	return text
}

// headings are those of the sections, as a new memory has them.
var headings = map[string]string{ //nolint:gochecknoglobals // a constant
	"Athlete": "athlete", "PRs": "prs", "Goals": "goals", "Active flags": "active_flags", "Training context": "training_context",
	"Patterns & Insights": "patterns", "Facts": "facts", "Session history": "session_history",
}

// sections returns the sections of a memory. No text of a script begins a line
// of it with the sign of a section.
func sections(memory string) map[string]string {
	out := map[string]string{}
	key := ""
	var b strings.Builder
	for line := range strings.SplitSeq(memory+"\n## ", "\n") {
		head, is := strings.CutPrefix(line, "## ")
		if !is {
			b.WriteString(line + "\n")
			continue
		}
		if key != "" {
			out[key] = strings.TrimSpace(b.String())
		}
		b.Reset()
		key = headings[head]
	}
	return out
}

var factLine = regexp.MustCompile(`(?m)^- \[(\w+)\] (.*?) \((?:athlete|assistant|file), [\d-]+(?:, until ([\d-]+))?\) #(\d+)$`)

// facts returns the facts of a memory, with their numbers.
func facts(memory string) (all []coachtruth.Fact, numbers []int) {
	for _, m := range factLine.FindAllStringSubmatch(sections(memory)["facts"], -1) {
		n, err := strconv.Atoi(m[4])
		if err != nil {
			panic(err)
		}
		all, numbers = append(all, coachtruth.Fact{Type: m[1], Text: m[2], Expires: m[3]}), append(numbers, n)
	}
	return all, numbers
}

func (p *player) numberOf(text string) int {
	p.Helper()
	all, numbers := facts(p.memory())
	for i := range all {
		if all[i].Text == text {
			return numbers[i]
		}
	}
	p.Fatalf("there is no fact %q", text)
	return 0
}

type mark struct {
	Region string `json:"region"`
	By     string `json:"by"`
	Pain   int    `json:"pain"`
	Note   string `json:"note"`
}

func (p *player) marks() (out struct {
	Marks []mark `json:"marks"`
},
) {
	p.Helper()
	p.clients[0].read("get_body_map", object{}, &out)
	return out
}

type session struct {
	ID         string  `json:"id"`
	Day        string  `json:"date"`
	Sport      string  `json:"sport"`
	Name       string  `json:"name"`
	DurationS  float64 `json:"duration_s"`
	DistanceKM float64 `json:"distance_km"`
}

type week struct {
	Number   int       `json:"week"`
	Comments []string  `json:"comments"`
	Sessions []session `json:"sessions"`
}

// plan returns the plan, week by week.
func (p *player) plan() []week {
	p.Helper()
	var v struct {
		Weeks     []week `json:"weeks"`
		Truncated bool   `json:"truncated"`
	}
	p.clients[1].read("get_training_plan", object{"id": planID, "weeks": "all"}, &v)
	if v.Truncated || len(v.Weeks) != 4 {
		p.Fatalf("%d weeks of the plan", len(v.Weeks))
	}
	return v.Weeks
}

// holds looks whether a call that nobody heard the end of has happened.
func (p *player) holds(s coachtruth.Step) bool {
	p.Helper()
	switch s.Kind { //nolint:exhaustive // the others are not killed
	case coachtruth.SaveLog:
		var v struct{}
		p.clients[0].read("get_session_logs", object{"limit": 1}, &v)
		return strings.Contains(p.files()["logs/"+s.At[:10]+".md"], lowered(s.Text))
	case coachtruth.UpdateSection:
		return sections(p.memory())[s.Section] == s.Text
	case coachtruth.AddFact, coachtruth.ExpireFact:
		return strings.Contains(p.memory(), s.Fact.Text) == (s.Kind == coachtruth.AddFact)
	case coachtruth.MarkBody, coachtruth.ClearBody:
		for _, m := range p.marks().Marks {
			if m.Region == region(s.Mark.Region) && m.By == s.Mark.Author {
				return s.Kind == coachtruth.MarkBody && m.Note == s.Mark.Note
			}
		}
		return s.Kind == coachtruth.ClearBody
	case coachtruth.CommentWeek:
		return strings.Contains(strings.Join(p.plan()[s.Week-1].Comments, "\n"), s.Text)
	}
	for _, w := range p.plan() {
		for _, one := range w.Sessions {
			if one.ID == s.Session.Key {
				return s.Kind == coachtruth.AddSession || s.Kind == coachtruth.SetSession && one.Name == s.Session.Name ||
					s.Kind == coachtruth.MoveSession && one.Day == s.Session.Day
			}
		}
	}
	return s.Kind == coachtruth.RemoveSession
}

// lowered returns a text as it stands in a log: its headings are below the
// day's.
func lowered(text string) string {
	if rest, is := strings.CutPrefix(text, "## "); is {
		text = "### " + rest
	}
	return strings.ReplaceAll(text, "\n## ", "\n### ")
}

// version is one of a text, as an export has it.
type version struct {
	of     string // "coach_memory/memory/000003"
	Body   string `json:"body"`
	Author string `json:"author"`
}

func (p *player) versions(file string) (out []version) {
	p.Helper()
	f, err := os.Open(file) //nolint:gosec // the test's own folder
	if err != nil {
		p.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 8<<20)
	for lines.Scan() {
		var d struct {
			ID  string `json:"id"`
			Own struct {
				Fields version `json:"fields"`
			} `json:"own"`
		}
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			p.Fatal(err)
		}
		if d.ID != "" {
			d.Own.Fields.of = d.ID
			out = append(out, d.Own.Fields)
		}
	}
	if err := lines.Err(); err != nil {
		p.Fatal(err)
	}
	return out
}

// has reports whether a version holds what is to be kept.
func (v version) has(k coachtruth.Kept) bool {
	switch k.What {
	case "section":
		return strings.HasPrefix(v.of, "coach_memory/") && sections(v.Body)[k.Name] == k.Text
	case "fact":
		return strings.HasPrefix(v.of, "coach_memory/") && strings.Contains(v.Body, "] "+k.Text+" (")
	case "log":
		return strings.HasPrefix(v.of, "session_log/"+k.Name+"/") && strings.Contains(v.Body, lowered(k.Text))
	}
	return strings.HasPrefix(v.of, "training_plan/") && strings.Contains(v.Body, k.Text)
}
