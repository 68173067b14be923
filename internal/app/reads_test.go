package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// garbage lists values that a confused client sends in the place of an argument.
func garbage() []any {
	deep := any("x")
	for range 200 {
		deep = []any{deep}
	}
	return []any{
		nil, true, -1, 0, 1e308, 4.5, "", "x\x00\x1b[31m\u202e", strings.Repeat("ö", 20_000),
		[]any{},
		map[string]any{},
		[]any{1, "a", nil, []any{}},
		map[string]any{"a": map[string]any{"b": 1}},
		deep, "../../etc/passwd", "'; DROP TABLE activities; --",
		"9999-99-99", "last fortnight of never",
		[]any{"2026-05-01", 3},
	}
}

// args returns an example's arguments with one of them replaced, as a dry run
// where the tool knows one.
func args(t testing.TB, r tools.Row, example, name string, value any) json.RawMessage {
	t.Helper()
	m := map[string]any{}
	if err := json.Unmarshal([]byte(example), &m); err != nil {
		t.Fatal(err)
	}
	if r.Input().Properties["dry_run"] != nil {
		m["dry_run"] = true
	}
	m[name] = value
	b, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestCheck25_GarbageIsAnsweredInSentences: whatever comes in, a tool answers within
// its schema, or says in one sentence what is wrong and in one what to do.
func TestCheck25_GarbageIsAnsweredInSentences(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	a := newSubject(t)
	before := a.lastChange(t)
	for _, r := range a.table.Rows() {
		for _, raw := range []string{"", "null", "[]", `"x"`, "{", "7", `{"a":1}{"b":2}`, "\xff", `{"id":"\ud800"}`, `{"id":"a","id":"b"}`} {
			answersOrSays(t, a, r, json.RawMessage(raw))
		}
		example := a.own(exampleOf(r.Name))
		said := answersOrSays(t, a, r, args(t, r, example, "no_such_argument", 1))
		if !strings.Contains(said, "no_such_argument") {
			t.Errorf("%s does not name the unknown argument: %q", r.Name, said)
		}
		for _, name := range r.Input().PropertyOrder {
			for _, value := range garbage() {
				if name == "dry_run" && value == nil {
					continue // the same as left out
				}
				if r.Safety != tools.Read && name == "dry_run" && fmt.Sprint(value) == "0" {
					continue // may be read as false, and then writes
				}
				answersOrSays(t, a, r, args(t, r, example, name, value))
			}
		}
	}
	if after := a.lastChange(t); after != before {
		t.Errorf("garbage changed the store: %d changes", after-before)
	}
}

// answersOrSays calls a tool and returns the sentences of its refusal.
func answersOrSays(t *testing.T, a *subject, r tools.Row, raw json.RawMessage) string {
	t.Helper()
	res, err := a.table.Call(t.Context(), r.Name, a.call(t), raw)
	if err == nil {
		checkAnswer(t, r, raw, res)
		return ""
	}
	p := tools.Describe(err)
	shown := raw[:min(len(raw), 200)]
	switch {
	case p.Kind == training.KindInternal:
		t.Errorf("%s %s is a defect: %v", r.Name, shown, err)
	case p.Sentence == "" || p.Fix == "":
		t.Errorf("%s %s: %q, fix %q", r.Name, shown, p.Sentence, p.Fix)
	case utf8.RuneCountInString(p.String()) > 1700:
		t.Errorf("%s %s is answered with %d bytes", r.Name, shown, len(p.String()))
	case strings.ContainsAny(p.String(), "\x00\x1b\u202e"):
		t.Errorf("%s %s is answered with what cannot be seen: %q", r.Name, shown, p)
	}
	return p.String()
}

// checkAnswer holds what is true of every answer.
func checkAnswer(t *testing.T, r tools.Row, raw json.RawMessage, res tools.Result) {
	t.Helper()
	if err := r.CheckOutput(res.Structured); err != nil {
		t.Errorf("%s %s breaks its schema: %v", r.Name, raw, err)
	}
	if len(res.Structured) > tools.MaxBytes || len(res.Text) > tools.MaxBytes {
		t.Errorf("%s %s answers with %d bytes", r.Name, raw, len(res.Structured))
	}
	var structured, text any
	if json.Unmarshal(res.Structured, &structured) != nil || json.Unmarshal([]byte(res.Text), &text) != nil {
		t.Fatalf("%s %s does not answer in JSON", r.Name, raw)
	}
	if s, x := fmt.Sprint(structured), fmt.Sprint(text); s != x {
		t.Errorf("%s %s says in text what it does not say in structure:\n%s\n%s", r.Name, raw, x, s)
	}
	if at := nullMember(structured, ""); at != "" {
		t.Errorf("%s %s answers null at %s", r.Name, raw, at)
	}
}

// nullMember returns the path at which an object has a member that is null, ""
// for none.
func nullMember(v any, at string) string {
	switch x := v.(type) {
	case map[string]any:
		for k, m := range x {
			if m == nil {
				return at + "." + k
			}
			if found := nullMember(m, at+"."+k); found != "" {
				return found
			}
		}
	case []any:
		for _, m := range x {
			if found := nullMember(m, at+"[]"); found != "" {
				return found
			}
		}
	}
	return ""
}

// TestAnswersAreShort: what one usually asks costs a model little.
func TestAnswersAreShort(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	var sizes []int
	for _, r := range a.table.Rows() {
		if r.Safety != tools.Read {
			continue
		}
		for _, raw := range []string{a.own(exampleOf(r.Name)), "{}"} {
			res, err := a.table.Call(t.Context(), r.Name, a.call(t), json.RawMessage(raw))
			if err != nil {
				continue // it needs arguments; the example has them
			}
			checkAnswer(t, r, json.RawMessage(raw), res)
			sizes = append(sizes, len(res.Structured))
			if len(res.Structured) > 6<<10 {
				t.Errorf("%s %s answers with %d bytes", r.Name, raw, len(res.Structured))
			}
		}
	}
	slices.Sort(sizes)
	if median := sizes[len(sizes)/2]; median > 2<<10 {
		t.Errorf("the median of %v is above 2 KB", sizes)
	}
}

// TestCheck29_ReadsChangeNothing: neither the log nor the journal moves.
func TestCheck29_ReadsChangeNothing(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	seq, entries := a.lastChange(t), a.journaled(t)
	for _, r := range a.table.Rows() {
		if r.Safety != tools.Read {
			continue
		}
		first := a.ask(t, r.Name, exampleOf(r.Name))
		if first != a.ask(t, r.Name, exampleOf(r.Name)) {
			t.Errorf("%s answers twice differently", r.Name)
		}
		if a.lastChange(t) != seq || a.journaled(t) != entries {
			t.Errorf("%s reads and changed the store", r.Name)
		}
	}
	if _, err := os.Stat(filepath.Join(a.user, ".lapkeep", exportFolder)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a read wrote a file: %v", err)
	}
}

// TestCancelledCallsEnd: a caller who is gone gets no work done.
func TestCancelledCallsEnd(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	seq := a.lastChange(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, r := range a.table.Rows() {
		_, err := a.table.Call(gone, r.Name, a.call(t), json.RawMessage(a.own(exampleOf(r.Name))))
		if p := tools.Describe(err); err == nil || p.Kind != training.KindCanceled || p.Fix == "" {
			t.Errorf("%s: %v, %+v", r.Name, err, p)
		}
	}
	if a.lastChange(t) != seq {
		t.Error("a cancelled call changed the store")
	}
}

// TestACallIsAnsweredWholeOrNotAtAll: wherever a read is cancelled, it ends, and
// with nothing or with all of its answer.
func TestACallIsAnsweredWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	const moments = 6
	cancelled := 0
	for _, r := range a.table.Rows() {
		if r.Safety != tools.Read {
			continue
		}
		whole := a.ask(t, r.Name, exampleOf(r.Name))
		begun := time.Now()
		a.ask(t, r.Name, exampleOf(r.Name))
		took := time.Since(begun)
		for i := range moments {
			switch res, err := a.callFor(t, r.Name, took*time.Duration(i+1)/moments); {
			case err == nil && res.Text != whole:
				t.Errorf("%s, cancelled, answers another thing:\n%.300s\n%.300s", r.Name, res.Text, whole)
			case err != nil && training.KindOf(err) != training.KindCanceled:
				t.Errorf("%s, cancelled: %v", r.Name, err)
			case err != nil:
				cancelled++
			}
		}
	}
	if cancelled == 0 {
		t.Error("no call was cancelled on its way")
	}
}

// callFor calls a tool by its example, and leaves after a time.
func (a *subject) callFor(t testing.TB, tool string, after time.Duration) (tools.Result, error) {
	t.Helper()
	c := a.call(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	defer time.AfterFunc(after, cancel).Stop()
	return a.table.Call(ctx, tool, c, json.RawMessage(a.own(exampleOf(tool))))
}

// TestNobodyElsesDataIsAnswered: another athlete of the same store is not
// seen, not even by id.
func TestNobodyElsesDataIsAnswered(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	other := &subject{person: a.person}
	other.openFor(t, "other")
	for _, r := range other.table.Rows() {
		if r.Everyone {
			continue // of all athletes of the home, for people
		}
		res, err := other.table.Call(t.Context(), r.Name, other.call(t), json.RawMessage(a.own(exampleOf(r.Name))))
		example := exampleOf(r.Name)
		takesID := strings.Contains(example, `"id":`) || strings.Contains(example, `"ids":`) // a save without one makes a new thing
		// The glossary is nobody's data; segments are asked of the athlete's own
		// connection, which other has not.
		asked := strings.Contains(example, `"metric:`) || r.Toolset == "segments"
		if takesID && !asked && !namesNew(r.Name) && err == nil {
			t.Errorf("%s answers about another athlete: %s", r.Name, res.Text)
		}
		for _, id := range a.ids {
			if bytes.Contains(res.Structured, []byte(id)) {
				t.Errorf("%s names another athlete's %s", r.Name, id)
			}
		}
	}
	_ = tooltest.Call(t, a.table, a.call(t), "get_status", `{}`)
}

// namesNew reports whether the athlete chooses the id of what a tool makes: one
// that another athlete has too is another thing.
func namesNew(tool string) bool { return tool == "save_training_plan" }

// TestReadmeInChineseIsTheSame: what TestGuidesRun runs of one page is
// what the other shows, and both have the same parts, tables and links.
func TestReadmeInChineseIsTheSame(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(filepath.Join(repository, "README.zh-CN.md"))
	if err != nil {
		t.Fatal(err)
	}
	english, chinese := readme(t), string(b)
	for _, language := range []string{"sh", "text"} {
		if en, zh := blocks(english, language), blocks(chinese, language); len(en) == 0 || !slices.Equal(en, zh) {
			t.Errorf("the blocks of %s differ:\n%q\n%q", language, en, zh)
		}
	}
	for name, pattern := range map[string]string{
		"heading": `(?m)^#+ `, "item of a list": `(?m)^- `,
	} {
		re := regexp.MustCompile(pattern)
		if en, zh := re.FindAllString(english, -1), re.FindAllString(chinese, -1); len(en) == 0 || !slices.Equal(en, zh) {
			t.Errorf("there are %d of %s, and %d in Chinese", len(en), name, len(zh))
		}
	}
	links := regexp.MustCompile(`\]\(([^)]+)\)`)
	for _, to := range links.FindAllStringSubmatch(english, -1) {
		if to[1] != "README.zh-CN.md" && !strings.Contains(chinese, to[0]) {
			t.Errorf("the page in Chinese does not link to %s", to[1])
		}
	}
	code := regexp.MustCompile("`lapkeep [^`]+`")
	for _, command := range code.FindAllString(english, -1) {
		if !strings.Contains(chinese, command) {
			t.Errorf("the page in Chinese does not have %s", command)
		}
	}
}
