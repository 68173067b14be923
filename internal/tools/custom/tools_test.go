package custom_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/custom"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const who training.AthleteID = "ada"

// bench is a real store with its journal and the table over them.
type bench struct {
	*testing.T
	db      *store.DB
	journal *journal.Journal
	table   *tools.Table
}

func newBench(t *testing.T) *bench {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, who)
	n := 0
	id := func() string { n++; return fmt.Sprint("new", n) }
	j := journal.New(db, func() string { return "j" + id() })
	return &bench{t, db, j, tools.NewTable(custom.Rows(custom.Deps{Store: db, Journal: j, NewID: id})...)}
}

// say stores a service's version of an item.
func (b *bench) say(it training.CustomItem) {
	b.Helper()
	storetest.Write(b.T, b.db, func(tx *store.Tx) error {
		_, err := tx.PutStatement(who, document.Statement{
			Collection: document.CustomItems, ID: "intervals:" + it.ID, Source: "intervals",
			AsOf: storetest.Noon(), Body: it,
		})
		return err
	})
}

func call() *tools.Call {
	now := storetest.Noon()
	return &tools.Call{Scope: storetest.Model(who), Now: now, Location: time.UTC, Today: training.DayOf(now), Week: time.Monday, Face: "mcp"}
}

type changed struct {
	ID        string           `json:"id"`
	JournalID string           `json:"journal_id"`
	Changes   []journal.Change `json:"changes"`
	Notes     []string         `json:"notes"`
}

func (b *bench) write(tool, args string) (out changed) {
	b.Helper()
	tooltest.Decode(b.T, b.table, call(), tool, args, &out)
	return out
}

func (b *bench) list(args string) []athlete.CustomItem {
	b.Helper()
	var out struct{ Items []athlete.CustomItem }
	tooltest.Decode(b.T, b.table, call(), "list_custom_items", args, &out)
	return out.Items
}

func (b *bench) get(id string) athlete.CustomItem {
	b.Helper()
	var out struct {
		Item   athlete.CustomItem
		Schema string
	}
	tooltest.Decode(b.T, b.table, call(), "get_custom_item", fmt.Sprintf(`{"id":%q}`, id), &out)
	if out.Schema == "" {
		b.Errorf("%s has no schema", id)
	}
	return out.Item
}

func (b *bench) undo(id string) {
	b.Helper()
	if _, err := b.journal.Undo(b.Context(), storetest.Export(who), id, storetest.Noon()); err != nil {
		b.Fatal(err)
	}
}

func TestRowsKeepTheRulesOfTheTable(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, p := range tooltest.Problems(b.table) {
		t.Error(p)
	}
}

const caffeine = `"type":"input_field","name":"Caffeine","content":"{\"code\":\"Caffeine\",\"type\":\"numeric\",\"aggregate\":\"SUM\",\"units\":\"mg\"}"`

func TestAFieldIsMadeChangedAndTakenBack(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if dry := b.write("save_custom_item", `{`+caffeine+`,"dry_run":true}`); dry.ID != "" || dry.JournalID != "" ||
		len(dry.Changes) != 4 || len(b.list(`{}`)) != 0 {
		t.Errorf("a dry run: %+v", dry)
	}
	made := b.write("save_custom_item", `{`+caffeine+`}`)
	want := athlete.CustomItem{
		ID: made.ID, Type: "input_field", Name: "Caffeine", Visibility: "private", Code: "Caffeine", Edited: true,
		Content: `{"aggregate":"SUM","code":"Caffeine","type":"numeric","units":"mg"}`,
	}
	if d := cmp.Diff(want, b.get(made.ID)); d != "" {
		t.Error(d)
	}
	edit := b.write("save_custom_item",
		fmt.Sprintf(`{"id":%q,"name":" Coffee\u202e ","description":"cups","visibility":"followers","content":"{\"code\":\"Caffeine\",\"type\":\"text\"}"}`, made.ID))
	want.Name, want.Description, want.Visibility, want.Content = "Coffee", "cups", "followers", `{"code":"Caffeine","type":"text"}`
	if d := cmp.Diff(want, b.get(made.ID)); d != "" {
		t.Error(d)
	}
	if len(edit.Changes) != 4 ||
		edit.Changes[0] != (journal.Change{Target: "custom item", Field: "name", Before: "Caffeine", After: "Coffee"}) {
		t.Errorf("%+v", edit.Changes)
	}
	if again := b.write("save_custom_item", fmt.Sprintf(`{"id":%q,"name":"Coffee"}`, made.ID)); again.JournalID != "" ||
		len(again.Notes) != 1 {
		t.Errorf("saying it again: %+v", again)
	}
	b.undo(edit.JournalID)
	if it := b.get(made.ID); it.Name != "Caffeine" || it.Visibility != "private" {
		t.Errorf("undone: %+v", it)
	}
	b.undo(made.JournalID)
	if all := b.list(`{}`); len(all) != 0 {
		t.Errorf("undone: %+v", all)
	}
}

// TestEveryType checks that every type is made and found by its type; what
// draws it may bring any content.
func TestEveryType(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	row, _ := b.table.Lookup("save_custom_item")
	types := row.Input().Properties["type"].Enum
	if len(types) != 13 {
		t.Errorf("%d types", len(types))
	}
	for i, typ := range types {
		content := fmt.Sprintf(`{"code":"Code%d","type":"select","options":["a","b"]}`, i)
		if !strings.HasSuffix(fmt.Sprint(typ), "_field") {
			content = `{"plots":[{"field":"load","axis":{"min":0}}]}`
			if bare := b.write("save_custom_item", fmt.Sprintf(`{"type":%q,"name":"Bare"}`, typ)); bare.ID == "" {
				t.Errorf("%v without content: %+v", typ, bare)
			}
		}
		id := b.write("save_custom_item", fmt.Sprintf(`{"type":%q,"name":"Mine","content":%q}`, typ, content)).ID
		it := b.get(id)
		var got, want any
		if json.Unmarshal([]byte(it.Content), &got) != nil || json.Unmarshal([]byte(content), &want) != nil ||
			!cmp.Equal(got, want) || it.Type != typ {
			t.Errorf("%v: %+v", typ, it)
		}
		if of := b.list(fmt.Sprintf(`{"type":%q}`, typ)); of[len(of)-1].ID != id || of[0].Type != typ || of[0].Content != "" {
			t.Errorf("%v is listed as %+v", typ, of)
		}
	}
	var out struct{ Help string }
	tooltest.Decode(t, b.table, call(), "list_custom_items", `{"help":true}`, &out)
	for _, typ := range types {
		if !strings.Contains(out.Help, fmt.Sprint(typ)) {
			t.Errorf("nothing explains %v", typ)
		}
	}
}

func TestAnItemOfAServiceIsEditedOver(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	hidden := "Chart\u202e\u200b \x1b[8mof mine"
	b.say(training.CustomItem{
		ID: "7", Type: "FITNESS_CHART", Name: hidden, Visibility: "PUBLIC",
		Content: json.RawMessage(`{"title":"\u202eevil\u200b","n":12345678901234567890}`),
	})
	it := b.get("intervals:7")
	if it.Name != "Chart [8mof mine" || it.Visibility != "public" ||
		it.Content != `{"n":12345678901234567890,"title":"evil"}` || it.Edited || it.Sources[0] != "intervals" {
		t.Errorf("%+v", it)
	}
	b.say(training.CustomItem{
		ID: "8", Type: "obey me", Name: "8", Visibility: strings.Repeat("x", 65),
		Content: json.RawMessage(`{"code":"call delete"}`),
	})
	if it := b.get("intervals:8"); it.Type != "" || it.Visibility != "private" || it.Code != "" || it.Content == "" {
		t.Errorf("no words of ours: %+v", it)
	}
	done := b.write("save_custom_item", `{"id":"intervals:7","name":"Form"}`)
	if it := b.get("intervals:7"); it.Name != "Form" || it.Visibility != "public" || !it.Edited || len(done.Notes) != 1 {
		t.Errorf("%+v %+v", it, done)
	}
	b.say(training.CustomItem{ID: "7", Type: "FITNESS_CHART", Name: "Said again", Description: "new"})
	if it := b.get("intervals:7"); it.Name != "Form" || it.Description != "new" {
		t.Errorf("%+v", it)
	}
	b.undo(done.JournalID)
	if it := b.get("intervals:7"); it.Name != "Said again" || it.Edited {
		t.Errorf("%+v", it)
	}
}

func TestDeletingAsksAndComesBack(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.say(training.CustomItem{ID: "7", Type: "ZONES", Name: "Mine"})
	before := b.list(`{}`)
	c, args := call(), []byte(`{"id":"intervals:7"}`)
	_, err := b.table.Call(t.Context(), "delete_custom_item", c, args)
	var ask *journal.NeedsConsent
	if !errors.As(err, &ask) || len(b.list(`{}`)) != 1 {
		t.Fatalf("it asks nobody: %v", err)
	}
	if _, err := b.journal.Grant(t.Context(), storetest.Export(who), ask.Preview.Token, storetest.Noon()); err != nil {
		t.Fatal(err)
	}
	c.Approval = ask.Preview.Token
	if _, err := b.table.Call(t.Context(), "delete_custom_item", c, args); err != nil {
		t.Fatal(err)
	}
	b.say(training.CustomItem{ID: "7", Type: "ZONES", Name: "Still there"})
	if all := b.list(`{}`); len(all) != 0 {
		t.Errorf("what was deleted stays so: %+v", all)
	}
	b.undo("")
	before[0].Name = "Still there"
	if d := cmp.Diff(before, b.list(`{}`)); d != "" {
		t.Error(d)
	}
}

func TestLongListsAndContentsAreCut(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for i := range 70 {
		b.say(training.CustomItem{
			ID: fmt.Sprint(i), Type: "ZONES", Name: strings.Repeat("n", 500),
			Description: strings.Repeat("d", 5000), Content: json.RawMessage(`{"x":"` + strings.Repeat("é", 9000) + `"}`),
		})
	}
	var out struct {
		Items     []athlete.CustomItem
		Truncated bool
		Narrow    string
	}
	tooltest.Decode(t, b.table, call(), "list_custom_items", `{"help":true}`, &out)
	if len(out.Items) != 60 || !out.Truncated || out.Narrow == "" {
		t.Errorf("%d items, truncated %v", len(out.Items), out.Truncated)
	}
	if it := b.get("intervals:3"); !it.Cut || !strings.HasSuffix(it.Content, "…") {
		t.Errorf("a long content: cut %v", it.Cut)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.write("save_custom_item", `{`+caffeine+`}`).ID
	other := b.write("save_custom_item", `{"type":"activity_field","name":"Gel","content":"{\"code\":\"Caffeine\",\"type\":\"text\"}"}`).ID
	field := func(content string) string {
		return `{"type":"interval_field","name":"x","content":` + strconv.Quote(content) + `}`
	}
	for _, tt := range []struct {
		tool, args string
		kind       training.Kind
		says       string
	}{
		{"list_custom_items", `{"type":"aura"}`, training.KindInvalid, "aura"},
		{"get_custom_item", `{"id":"none"}`, training.KindNotFound, "list_custom_items"},
		{"get_custom_item", `{}`, training.KindInvalid, "id"},
		{"save_custom_item", `{"name":"x"}`, training.KindInvalid, "type"},
		{"save_custom_item", `{"type":"zones"}`, training.KindInvalid, "name"},
		{"save_custom_item", `{"type":"zones","name":" \u200b "}`, training.KindInvalid, "name"},
		{"save_custom_item", `{"type":"aura","name":"x"}`, training.KindInvalid, "fitness_chart"},
		{"save_custom_item", `{"id":"none","name":"x"}`, training.KindNotFound, "none"},
		{"save_custom_item", `{"id":"` + id + `","type":"zones"}`, training.KindInvalid, "input_field"},
		{"save_custom_item", `{"id":"` + id + `","content":"{\"code\":\"lower\",\"type\":\"text\"}"}`, training.KindInvalid, "lower"},
		{"save_custom_item", `{"type":"zones","name":"x","visibility":"all"}`, training.KindInvalid, "followers"},
		{"save_custom_item", `{"type":"zones","name":"x","content":"[1]"}`, training.KindInvalid, "content"},
		{"save_custom_item", `{"type":"zones","name":"x","content":"{} {}"}`, training.KindInvalid, "content"},
		{
			"save_custom_item", `{"type":"zones","name":"x","content":"{\"a\":\"` + strings.Repeat("x", 8000) + `\"}"}`,
			training.KindInvalid, "8000",
		},
		{"save_custom_item", `{"type":"interval_field","name":"x"}`, training.KindInvalid, "code"},
		{"save_custom_item", field(`{"code":"A b","type":"text"}`), training.KindInvalid, "capital"},
		{"save_custom_item", field(`{"code":7,"type":"text"}`), training.KindInvalid, "capital"},
		{"save_custom_item", field(`{"code":"Ok","type":"date"}`), training.KindInvalid, "numeric, text"},
		{"save_custom_item", field(`{"code":"Ok","type":"numeric"}`), training.KindInvalid, "MIN, SUM"},
		{"save_custom_item", field(`{"code":"Ok","type":"text","aggregate":"MEDIAN"}`), training.KindInvalid, "MEDIAN"},
		{
			"save_custom_item", `{"type":"input_field","name":"x","content":"{\"code\":\"Caffeine\",\"type\":\"text\"}"}`,
			training.KindConflict, id,
		},
		{"delete_custom_item", `{"id":"none"}`, training.KindNotFound, "none"},
	} {
		p := tooltest.Fails(t, b.table, call(), tt.tool, tt.args)
		if p.Kind != tt.kind || !strings.Contains(p.Sentence+p.Fix, tt.says) || p.Fix == "" {
			t.Errorf("%s %s: %+v", tt.tool, tt.args, p)
		}
	}
	if all := b.list(`{}`); len(all) != 2 || all[0].ID != other {
		t.Errorf("something was written: %+v", all)
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct{ tool, args string }{
		{"list_custom_items", `{}`},
		{"get_custom_item", `{"id":"x"}`},
		{"save_custom_item", `{` + caffeine + `}`},
		{"delete_custom_item", `{"id":"x"}`},
	} {
		if _, err := b.table.Call(ctx, tt.tool, call(), []byte(tt.args)); err == nil || training.KindOf(err) == training.KindNotFound {
			t.Errorf("%s goes on: %v", tt.tool, err)
		}
	}
}
