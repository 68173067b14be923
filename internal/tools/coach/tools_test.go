package coach_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/coach"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const who training.AthleteID = "ada"

var noon = storetest.Noon()

// board is a real store with its journal and the table over them.
type board struct {
	*testing.T
	home    string
	db      *store.DB
	journal *journal.Journal
	table   *tools.Table
}

func newBoard(t *testing.T) *board {
	t.Helper()
	home := t.TempDir()
	db := storetest.OpenHome(t, home)
	storetest.Athlete(t, db, who)
	storetest.Athlete(t, db, "bob")
	n := 0
	j := journal.New(db, func() string { n++; return fmt.Sprint("j", n) })
	d := coach.Deps{Store: db, Journal: j, Texts: tools.Keeper{Store: db, Journal: j, Home: home}}
	return &board{t, home, db, j, tools.NewTable(coach.Rows(d)...)}
}

func call() *tools.Call {
	return &tools.Call{
		Scope: training.Scope{Athlete: who, Audience: training.AudienceModel}, Now: noon, Location: time.UTC,
		Today: training.DayOf(noon), Week: time.Monday, Face: "mcp",
	}
}

type written struct {
	ID        string           `json:"id"`
	Fact      int              `json:"fact"`
	JournalID string           `json:"journal_id"`
	Changes   []journal.Change `json:"changes"`
	Notes     []string         `json:"notes"`
}

// with returns arguments as JSON.
func with(args map[string]any) string {
	b, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func (b *board) write(tool string, args map[string]any) (out written) {
	b.Helper()
	tooltest.Decode(b.T, b.table, call(), tool, with(args), &out)
	return out
}

func (b *board) refused(tool string, args map[string]any, kind training.Kind, says string) {
	b.Helper()
	_, err := b.table.Call(b.Context(), tool, call(), json.RawMessage(with(args)))
	if training.KindOf(err) != kind || !strings.Contains(fmt.Sprint(err), says) {
		b.Errorf("%s: %v", with(args), err)
	}
}

func (b *board) memory() memory.Memory {
	b.Helper()
	m, err := memory.Read(b.Context(), b.db, storetest.Export(who))
	if err != nil {
		b.Fatal(err)
	}
	return m
}

func (b *board) path(name string) string {
	return filepath.Join(b.home, memory.FolderOf(who), filepath.FromSlash(name))
}

func (b *board) file(name string) string {
	b.Helper()
	data, err := os.ReadFile(b.path(name))
	if err != nil {
		b.Fatal(err)
	}
	return string(data)
}

func (b *board) undo() {
	b.Helper()
	if _, err := b.journal.Undo(b.Context(), storetest.Export(who), "", noon); err != nil {
		b.Fatal(err)
	}
}

type object = map[string]any

func TestRowsKeepTheRulesOfTheTable(t *testing.T) {
	t.Parallel()
	for _, p := range tooltest.Problems(newBoard(t).table) {
		t.Error(p)
	}
}

// TestMemoryBySectionAndFact: the file that a person reads holds both, a dry
// run neither, and an undo takes back one write.
func TestMemoryBySectionAndFact(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.write("update_coach_memory", object{"section": "athlete", "content": "x", "dry_run": true})
	if b.memory().Own != nil {
		t.Error("a dry run wrote")
	}
	b.write("update_coach_memory", object{"section": "athlete", "content": "Lives high up."})
	w := b.write("update_coach_memory", object{"fact": object{"kind": "injury", "text": "Left Achilles sore", "until": "2026-06-15"}})
	if w.Fact != 1 || w.JournalID == "" || len(w.Changes) != 1 || w.Changes[0].Before != "1" || w.Changes[0].After != "2" {
		t.Errorf("%+v", w)
	}
	const before = "## Athlete\n\nLives high up.\n\n## Facts\n\n- [injury] Left Achilles sore (assistant, 2026-05-01, until 2026-06-15) #1\n"
	if got := b.file(memory.MemoryFile); got != before {
		t.Error(got)
	}
	b.write("update_coach_memory", object{"fact": object{"number": 1, "until": "2026-07-01"}})
	if f := b.memory().Facts; len(f) != 1 || f[0].Text != "Left Achilles sore" || f[0].Until.String() != "2026-07-01" {
		t.Errorf("%+v", f)
	}
	if w := b.write("update_coach_memory", object{"fact": object{"number": 1, "forget": true}}); w.Fact != 1 || len(b.memory().Facts) != 0 {
		t.Errorf("%+v", w)
	}
	b.undo()
	b.undo()
	if got := b.memory().Body; got != before {
		t.Error(got)
	}
	w = b.write("update_coach_memory", object{"section": "athlete", "content": "Lives high up."})
	if w.JournalID != "" || len(w.Notes) != 1 {
		t.Errorf("%+v", w)
	}
	if all, err := memory.Versions(t.Context(), b.db, storetest.Export(who), memory.MemoryKind, memory.MemoryID); err != nil || len(all) != 4 {
		t.Errorf("%d versions, %v", len(all), err)
	}
	b.write("update_coach_memory", object{"section": "athlete", "content": "## Home\nHigh up."})
	if s, _ := memory.Find(b.memory().Sections, memory.Athlete); s.Content != "### Home\nHigh up." {
		t.Errorf("%+v", s)
	}
}

func TestMemoryRefused(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	for _, tt := range []struct {
		args object
		kind training.Kind
		says string
	}{
		{object{}, training.KindInvalid, "nothing to write"},
		{object{"section": "athlete"}, training.KindInvalid, "Give section with content"},
		{object{"content": "x"}, training.KindInvalid, "Give section with content"},
		{object{"section": "diary", "content": "x"}, training.KindInvalid, "session_history"},
		{object{"section": "../../x", "content": "x"}, training.KindInvalid, "section"},
		{object{"section": "athlete", "content": strings.Repeat("x", memory.MaxBytes)}, training.KindTooLarge, "1 MiB"},
		{object{"fact": object{"text": "x"}}, training.KindInvalid, "goal, injury"},
		{object{"fact": object{"kind": "goal"}}, training.KindInvalid, "needs text"},
		{object{"fact": object{"number": 7, "forget": true}}, training.KindNotFound, "no fact 7"},
		{object{"fact": object{"number": 7, "kind": "goal", "text": "x"}}, training.KindNotFound, "no fact 7"},
	} {
		b.refused("update_coach_memory", tt.args, tt.kind, tt.says)
	}
	if b.memory().Own != nil {
		t.Error(b.memory().Body)
	}
}

// TestAHandEditCountsAtOnce: what a person wrote is not written over by who
// did not read it, and two edits at once are named.
func TestAHandEditCountsAtOnce(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.write("update_coach_memory", object{"section": "athlete", "content": "a"})
	if err := os.WriteFile(b.path(memory.MemoryFile), []byte("## Athlete\n\nmine\n\n## Mine\n\nkept\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.write("update_coach_memory", object{"section": "goals", "content": "g"})
	if got := b.file(memory.MemoryFile); got != "## Athlete\n\nmine\n\n## Mine\n\nkept\n\n## Goals\n\ng\n" {
		t.Error(got)
	}
}

type logs struct {
	Logs []struct {
		Date    string        `json:"date"`
		Text    string        `json:"text"`
		Written []memory.Done `json:"written"`
	} `json:"logs"`
	Others    []string `json:"other_days"`
	Truncated bool     `json:"truncated"`
	Notes     []string `json:"notes"`
}

func (b *board) logs(args object) (out logs) {
	b.Helper()
	tooltest.Decode(b.T, b.table, call(), "get_session_logs", with(args), &out)
	return out
}

// TestSessionsAreLogged: appended to their day, with a line in the memory that
// was made when they were written.
func TestSessionsAreLogged(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.write("save_session_log", object{"summary": "Easy week agreed.\nMore.", "coach": "calm", "date": "2026-04-20"})
	b.write("save_session_log", object{"summary": "Legs heavy."})
	b.write("save_session_log", object{"summary": "Felt better at night."})
	s, _ := memory.Find(b.memory().Sections, memory.SessionHistory)
	if s.Content != "- 2026-05-01: Legs heavy.; Felt better at night.\n- 2026-04-20: Easy week agreed." {
		t.Error(s.Content)
	}
	got := b.logs(object{"limit": 1})
	if len(got.Logs) != 1 || got.Logs[0].Date != "2026-05-01" || !strings.Contains(got.Logs[0].Text, "Legs heavy.") ||
		!strings.Contains(got.Logs[0].Text, "Felt better") || fmt.Sprint(got.Others) != "[2026-04-20]" {
		t.Errorf("%+v", got)
	}
	// What was changed that day is known without anybody having said it.
	if w := got.Logs[0].Written; len(w) != 3 || w[0].ID != "j3" || w[0].Summary != "Log the coaching session of 2026-05-01." {
		t.Errorf("%+v", w)
	}
	if got := b.logs(object{"range": "2026-04"}); len(got.Logs) != 1 || !strings.Contains(got.Logs[0].Text, "## 12:00 — calm") {
		t.Errorf("%+v", got)
	}
	b.undo()
	s, _ = memory.Find(b.memory().Sections, memory.SessionHistory)
	if !strings.HasPrefix(s.Content, "- 2026-05-01: Legs heavy.\n") || strings.Contains(b.logs(object{}).Logs[0].Text, "better") {
		t.Error("the undo took back one of two texts", s.Content)
	}
}

// TestLimitZeroChangesNothing: no log is moved, cut or written over by reading.
func TestLimitZeroChangesNothing(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	for i := range 6 {
		b.write("save_session_log", object{"summary": fmt.Sprint("Day ", i), "date": (training.DayOf(noon) - training.Day(i)).String()})
	}
	before, memo := b.logs(object{"limit": 14}), b.memory().Body
	seq, err := b.db.LastChange(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := b.logs(object{"limit": 0}); len(got.Logs) != 0 || len(got.Others) != 6 {
			t.Errorf("%+v", got)
		}
		b.logs(object{"limit": 1})
	}
	if after := b.logs(object{"limit": 14}); fmt.Sprint(after) != fmt.Sprint(before) || b.memory().Body != memo {
		t.Errorf("%+v", after)
	}
	if after, err := b.db.LastChange(t.Context()); err != nil || after != seq {
		t.Error("reading wrote something", err)
	}
}

func TestLogsRefused(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.refused("save_session_log", object{"summary": " \n# \n---"}, training.KindInvalid, "is empty")
	b.refused("save_session_log", object{"summary": "x", "date": "2026-05-02"}, training.KindInvalid, "in the future")
	b.refused("save_session_log", object{"summary": "x", "date": "../../etc/passwd"}, training.KindInvalid, "date")
	b.refused("save_session_log", object{"summary": strings.Repeat("x", memory.MaxBytes)}, training.KindTooLarge, "1 MiB")
	b.refused("get_session_logs", object{"limit": -1}, training.KindInvalid, "limit")
	if got := b.logs(object{}); len(got.Logs) != 0 {
		t.Errorf("%+v", got)
	}
	b.write("save_session_log", object{"summary": "x", "coach": "../../evil\n## Heading"})
	if got := b.logs(object{}).Logs[0].Text; !strings.Contains(got, "— ../../evil ## Heading\n") {
		t.Error(got)
	}
}
