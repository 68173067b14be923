package tools_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const who training.AthleteID = "ada"

var noon = storetest.Noon()

// fixture is a home with a store, as one process has it open.
type fixture struct {
	*testing.T
	tools.Keeper
	db      *store.DB
	journal *journal.Journal
}

func newFixture(t *testing.T, home string) *fixture {
	t.Helper()
	db := storetest.OpenHome(t, home)
	storetest.Athlete(t, db, who)
	var n int
	var mu sync.Mutex
	j := journal.New(db, func() string {
		mu.Lock()
		defer mu.Unlock()
		n++
		return fmt.Sprintf("%p-%d", db, n)
	})
	return &fixture{t, tools.Keeper{Store: db, Journal: j, Home: home, Seen: &memory.Seen{}}, db, j}
}

// writeOf returns a write of one text by an assistant.
func (d *fixture) writeOf(a training.AthleteID, k memory.TextKind, id, body string) error {
	c := textsCall(a)
	was, err := memory.FindText(d.Context(), d.db, c.Whole(), k, id)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return err
	}
	was.Kind, was.ID = k, id
	_, err = d.Write(d.Context(), c, "Save.", id, was.Own == nil, was.Of(body, tools.Author(c), noon))
	return err
}

func textsCall(a training.AthleteID) *tools.Call {
	return &tools.Call{
		Scope: training.Scope{Athlete: a, Audience: training.AudienceModel}, Now: noon, Location: time.UTC,
		Today: training.DayOf(noon), Face: "mcp", Tool: "update_coach_memory",
	}
}

func (d *fixture) write(body string) {
	d.Helper()
	if err := d.writeOf(who, memory.MemoryKind, memory.MemoryID, body); err != nil {
		d.Fatal(err)
	}
}

func (d *fixture) sync() []i18n.Sentence {
	d.Helper()
	told, err := d.Sync(d.Context(), who, noon)
	if err != nil {
		d.Fatal(err)
	}
	return told
}

func (d *fixture) path(name string) string {
	return filepath.Join(d.Home, memory.FolderOf(who), filepath.FromSlash(name))
}

// edit changes a file as an editor does.
func (d *fixture) edit(name, body string) {
	d.Helper()
	if err := os.MkdirAll(filepath.Dir(d.path(name)), 0o700); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(d.path(name), []byte(body), 0o600); err != nil {
		d.Fatal(err)
	}
}

func (d *fixture) file(name string) string {
	d.Helper()
	b, err := os.ReadFile(d.path(name))
	if os.IsNotExist(err) {
		return "none"
	}
	if err != nil {
		d.Fatal(err)
	}
	return string(b)
}

func (d *fixture) current() memory.Text {
	d.Helper()
	v, err := memory.FindText(d.Context(), d.db, storetest.Export(who), memory.MemoryKind, memory.MemoryID)
	if err != nil {
		d.Fatal(err)
	}
	return v
}

// versions returns the bodies of all versions, the newest first.
func (d *fixture) versions() string {
	d.Helper()
	all, err := memory.Versions(d.Context(), d.db, storetest.Export(who), memory.MemoryKind, memory.MemoryID)
	if err != nil {
		d.Fatal(err)
	}
	var out []string
	for _, v := range all {
		out = append(out, fmt.Sprintf("%d %s %s", v.Version, v.Author, v.Body))
	}
	return strings.Join(out, "\n")
}

func (d *fixture) undo() {
	d.Helper()
	if _, err := d.journal.Undo(d.Context(), storetest.Export(who), "", noon); err != nil {
		d.Fatal(err)
	}
}

func (d *fixture) same(want, got string) {
	d.Helper()
	if want != got {
		d.Errorf("got %q\nwant %q", got, want)
	}
}

const memoryFile = memory.MemoryFile

// TestEveryVersionIsKept: also one that was taken back, and exactly as it was.
func TestEveryVersionIsKept(t *testing.T) {
	t.Parallel()
	d := newFixture(t, t.TempDir())
	d.write("\ufeffone\r\n\\1 \u2028 <b>")
	d.write("two")
	d.same("two", d.file(memoryFile))
	d.undo()
	d.same("\ufeffone\r\n\\1 \u2028 <b>", d.current().Body)
	d.sync()
	d.same("\ufeffone\r\n\\1 \u2028 <b>", d.file(memoryFile))
	d.write("three")
	d.same("3 assistant three\n2 assistant two\n1 assistant \ufeffone\r\n\\1 \u2028 <b>", d.versions())
	v, err := memory.TextVersion(t.Context(), d.db, storetest.Export(who), memory.MemoryKind, memory.MemoryID, 2)
	if err != nil || v.Body != "two" {
		t.Errorf("%+v %v", v, err)
	}
	_, err = memory.TextVersion(t.Context(), d.db, storetest.Export(who), memory.MemoryKind, memory.MemoryID, 4)
	if training.KindOf(err) != training.KindNotFound {
		t.Error(err)
	}
}

// TestAnUndoneTextHasNoFile: and comes back with its number.
func TestAnUndoneTextHasNoFile(t *testing.T) {
	t.Parallel()
	d := newFixture(t, t.TempDir())
	d.write("one")
	d.undo()
	d.sync()
	d.same("none", d.file(memoryFile))
	d.write("again")
	d.same("2 assistant again\n1 assistant one", d.versions())
	d.same("again", d.file(memoryFile))
}

func TestAHandEditIsTakenIn(t *testing.T) {
	t.Parallel()
	d := newFixture(t, t.TempDir())
	d.write("one")
	d.edit(memoryFile, "mine")
	d.sync()
	d.same("2 file mine\n1 assistant one", d.versions())
	if v := d.current(); v.Note() != "" {
		t.Error(v.Note())
	}
	d.undo() // it was the latest write of a person
	d.sync()
	d.same("one", d.file(memoryFile))
	d.edit("logs/2026-05-01.md", "A day.")
	d.sync()
	logs, err := memory.ListText(t.Context(), d.db, storetest.Export(who), memory.SessionLog)
	if err != nil || len(logs) != 1 || logs[0].Body != "A day." || logs[0].Author != training.ByFile {
		t.Errorf("%+v %v", logs, err)
	}
}

// TestBothWereEdited: the file's words are the current ones, the store's are
// kept, and both are named.
func TestBothWereEdited(t *testing.T) {
	t.Parallel()
	d := newFixture(t, t.TempDir())
	d.write("one")
	d.edit(memoryFile, "mine")
	d.write("theirs") // by a process that did not look
	d.same("3 file mine\n2 assistant theirs\n1 assistant one", d.versions())
	d.same("mine", d.file(memoryFile))
	v := d.current()
	d.same("COACH_MEMORY.md was edited by hand while version 2 was being written: it is now version 3, and version 2 is kept as well.",
		v.Note().String())
	d.write("both")
	if v := d.current(); v.Note() != "" {
		t.Error(v.Note())
	}
}

// TestWithoutItsMemoryOfFiles: what was last written is not known, so that
// neither side is lost.
func TestWithoutItsMemoryOfFiles(t *testing.T) {
	t.Parallel()
	d := newFixture(t, t.TempDir())
	d.write("one")
	d.edit(".files.json", "{damaged")
	d.edit(memoryFile, "mine")
	d.sync()
	d.same("2 file mine\n1 assistant one", d.versions())
	if v := d.current(); v.Beside != 1 {
		t.Errorf("%+v", v)
	}
}

// TestKilledBetweenStoreAndFile: who comes next writes the file.
func TestKilledBetweenStoreAndFile(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	d := newFixture(t, home)
	d.write("one")
	v := d.current()
	storetest.Write(t, d.db, func(tx *store.Tx) error {
		draft := v.Of("two", training.ByAssistant, noon)
		_, _, err := draft.Put(tx, who)
		return err
	})
	d.same("one", d.file(memoryFile))
	d.edit(".tmp-"+memoryFile, "half of tw")
	next := newFixture(t, home)
	next.sync()
	d.same("two", d.file(memoryFile))
	d.same("none", d.file(".tmp-"+memoryFile))
	if err := os.Remove(d.path(memoryFile)); err != nil {
		t.Fatal(err)
	}
	next.sync()
	d.same("two", d.file(memoryFile))
	d.same("2 assistant two\n1 assistant one", d.versions())
}

// TestNothingMovedIsNothingWritten: reading has no side effects.
func TestNothingMovedIsNothingWritten(t *testing.T) {
	t.Parallel()
	d := newFixture(t, t.TempDir())
	d.sync()
	if _, err := os.Stat(filepath.Join(d.Home, "athletes")); !os.IsNotExist(err) {
		t.Error("a folder was made for nothing")
	}
	d.write("one")
	before, err := os.Stat(d.path(".files.json"))
	if err != nil {
		t.Fatal(err)
	}
	d.sync()
	if after, err := os.Stat(d.path(".files.json")); err != nil || !os.SameFile(before, after) {
		t.Error("something was written", err)
	}
}

// TestASettledFileIsNotedOnce: when the time of a file has passed, this is noted, so that the file
// is not read again; after that, nothing is written.
func TestASettledFileIsNotedOnce(t *testing.T) {
	t.Parallel()
	d := newFixture(t, t.TempDir())
	d.write("one")
	noted := func() string {
		t.Helper()
		if told, err := d.Sync(d.Context(), who, time.Now().Add(time.Minute)); err != nil || len(told) > 0 {
			t.Fatal(told, err)
		}
		return d.file(".files.json")
	}
	if had := d.file(".files.json"); strings.Contains(had, `"settled":true`) {
		t.Errorf("a file that was just written has settled: %s", had)
	}
	first := noted()
	before, err := os.Stat(d.path(".files.json"))
	if err != nil || !strings.Contains(first, `"settled":true`) {
		t.Fatalf("it is not noted: %s, %v", first, err)
	}
	noted()
	if after, err := os.Stat(d.path(".files.json")); err != nil || !os.SameFile(before, after) {
		t.Error("something was written again", err)
	}
	d.edit(memoryFile, "two, by hand")
	noted()
	d.same("2 file two, by hand\n1 assistant one", d.versions())
}

// TestWhatIsNotFollowed: links, names that lead out, what is no text, and what
// is too large are told, and neither read nor written over.
func TestWhatIsNotFollowed(t *testing.T) {
	t.Parallel()
	d := newFixture(t, t.TempDir())
	d.write("one")
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.edit("logs/2026-05-02.md", strings.Repeat("x", memory.MaxBytes+1))
	d.edit("logs/2026-05-03.md", "\xff")
	d.edit("logs/today.md", "x")
	d.edit("logs/2026-5-4.md", "x")
	d.edit("plans/Spring.yaml", "x")
	d.edit("plans/con.yaml", "x")
	if err := os.Mkdir(d.path("logs/2026-05-05.md"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"logs/2026-05-01.md", "plans/half.yaml"} {
		if err := os.Symlink(secret, d.path(name)); err != nil {
			t.Skip("no symbolic links here")
		}
	}
	if err := os.Remove(d.path(memoryFile)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, d.path(memoryFile)); err != nil {
		t.Fatal(err)
	}
	told := d.sync()
	if len(told) != 10 {
		t.Errorf("%d: %v", len(told), told)
	}
	d.same("1 assistant one", d.versions())
	if err := d.writeOf(who, memory.MemoryKind, memory.MemoryID, "two"); err != nil {
		t.Error(err)
	}
	if b, err := os.ReadFile(secret); err != nil || string(b) != "secret" {
		t.Errorf("%s %v", b, err)
	}
	for _, k := range []memory.TextKind{memory.SessionLog, memory.TrainingPlan} {
		if all, err := memory.ListText(t.Context(), d.db, storetest.Export(who), k); err != nil || len(all) > 0 {
			t.Errorf("%+v %v", all, err)
		}
	}
}

// TestALinkInPlaceOfTheFolder checks that a link in place of the folder is
// reported, whatever its target.
func TestALinkInPlaceOfTheFolder(t *testing.T) {
	t.Parallel()
	d := newFixture(t, t.TempDir())
	storetest.Athlete(t, d.db, "bob")
	if err := d.writeOf("bob", memory.MemoryKind, memory.MemoryID, "of bob"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("bob", filepath.Join(d.Home, "athletes", string(who))); err != nil {
		t.Skip("no symbolic links here")
	}
	if told := d.sync(); len(told) != 1 || !strings.Contains(told[0].String(), "athletes/ada in the home folder is not a folder") {
		t.Error(told)
	}
	d.write("of ada")
	b, err := os.ReadFile(filepath.Join(d.Home, memory.FolderOf("bob"), memoryFile))
	if err != nil || string(b) != "of bob" {
		t.Errorf("%s %v", b, err)
	}
}

// TestNamesThatLeadOut checks that names that lead out are refused before
// anything is looked at.
func TestNamesThatLeadOut(t *testing.T) {
	t.Parallel()
	d := newFixture(t, t.TempDir())
	for _, k := range memory.Kinds() {
		for _, id := range []string{"../x", "..", "", ".", "a/b", `a\b`, "/etc/passwd", "CON", "con", "lpt1", "a b", "é", strings.Repeat("a", 65), "2026-02-30"} {
			if k == memory.TrainingPlan && id == "2026-02-30" || k == memory.PersonaKind && slices.Contains([]string{"a b", "é", "2026-02-30"}, id) {
				continue // a name like others there
			}
			if err := d.writeOf(who, k, id, "x"); err == nil {
				t.Errorf("%s %q was taken", k, id)
			}
		}
	}
	if _, err := d.Sync(t.Context(), "../ada", noon); training.KindOf(err) != training.KindInvalid {
		t.Error(err)
	}
}

func TestSizes(t *testing.T) {
	t.Parallel()
	d := newFixture(t, t.TempDir())
	whole := strings.Repeat("ä", memory.MaxBytes/2)
	d.write(whole)
	d.same(whole, d.file(memoryFile))
	if err := d.writeOf(who, memory.MemoryKind, memory.MemoryID, whole+"x"); training.KindOf(err) != training.KindTooLarge {
		t.Error(err)
	}
	for _, bad := range []string{"\xff", "a\x00b"} {
		if err := d.writeOf(who, memory.MemoryKind, memory.MemoryID, bad); training.KindOf(err) != training.KindInvalid {
			t.Error(err)
		}
	}
	d.same(whole, d.current().Body)
}

// TestAthletesApart: each has texts and files of their own.
func TestAthletesApart(t *testing.T) {
	t.Parallel()
	d := newFixture(t, t.TempDir())
	storetest.Athlete(t, d.db, "bob")
	d.write("of ada")
	if err := d.writeOf("bob", memory.MemoryKind, memory.MemoryID, "of bob"); err != nil {
		t.Fatal(err)
	}
	d.same("of ada", d.current().Body)
	d.same("1 assistant of ada", d.versions())
	d.same("of ada", d.file(memoryFile))
	v, err := memory.FindText(t.Context(), d.db, storetest.Export("bob"), memory.MemoryKind, memory.MemoryID)
	if err != nil || v.Body != "of bob" {
		t.Errorf("%+v %v", v, err)
	}
}

// TestOneWriterWins: who worked from an older text is told, and nothing of it
// is stored.
func TestOneWriterWins(t *testing.T) {
	t.Parallel()
	d := newFixture(t, t.TempDir())
	d.write("one")
	v := d.current()
	d.write("two")
	_, err := d.Write(t.Context(), textsCall(who), "Save.", memory.MemoryID, false, v.Of("late", training.ByAssistant, noon))
	if training.KindOf(err) != training.KindConflict {
		t.Error(err)
	}
	d.same("2 assistant two\n1 assistant one", d.versions())
}

// TestTwoProcesses write, edit and look at once: each text that was
// acknowledged is among the versions once, and file and store end alike.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	one, two := newFixture(t, home), newFixture(t, home)
	var mu sync.Mutex
	stored := map[string]bool{}
	var all sync.WaitGroup
	work := func(d *fixture, name string) {
		for i := range 15 {
			body := fmt.Sprint(name, i)
			err := d.writeOf(who, memory.MemoryKind, memory.MemoryID, body)
			switch {
			case err == nil:
				mu.Lock()
				stored[body] = true
				mu.Unlock()
			case training.KindOf(err) != training.KindConflict:
				t.Error(err)
			}
			if _, err := d.Sync(context.WithoutCancel(t.Context()), who, noon); err != nil {
				t.Error(err)
			}
		}
	}
	all.Go(func() { work(one, "a") })
	all.Go(func() { work(two, "b") })
	all.Wait()
	one.sync()
	kept := strings.Split(one.versions(), "\n")
	if len(stored) == 0 || len(kept) != len(stored) {
		t.Errorf("%d were stored, %d versions are kept: %v", len(stored), len(kept), kept)
	}
	for i, v := range kept {
		n, body, _ := strings.Cut(v, " assistant ")
		if n != fmt.Sprint(len(kept)-i) || !stored[body] {
			t.Errorf("version %s", v)
		}
	}
	one.same(one.current().Body, one.file(memoryFile))
}
