package export_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing/export"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

const events = `{"format":"lapkeep-documents","version":1,"collection":"event","documents":2}
{"id":"e1","said":[{"source":"service","as_of":"2026-05-01T06:00:00Z","days":{"from":"2024-10-04","to":"2024-10-04"},"body":{"name":"Race"}}]}
{"id":"e2","own":{"fields":{"name":"Mine"},"deleted":true}}
`

func TestACollectionIsOneFileOfLines(t *testing.T) {
	t.Parallel()
	dest := filepath.Join(t.TempDir(), "out")
	if _, err := export.Write(t.Context(), list{}, "me", dest); err != nil {
		t.Fatal(err)
	}
	all, err := os.ReadDir(filepath.Join(dest, "documents"))
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	data, err := os.ReadFile(filepath.Join(dest, "documents", "event.jsonl")) //nolint:gosec // a test's own folder
	if err != nil || string(data) != events {
		t.Fatalf("%s %v", data, err)
	}
	if !export.IsCollection(data) || export.Is(data) || export.IsCollection([]byte(`{"format":"lapkeep-export"`)) {
		t.Error("a collection is not told from the document")
	}
	c, err := export.ParseCollection(data)
	if err != nil || c.Of != document.Events || len(c.Kept) != 2 || c.Kept[0].Said[0].Days.Range().From != 20_000 ||
		!c.Kept[1].Own.Layer().Deleted {
		t.Errorf("%+v %v", c, err)
	}
}

func TestADamagedCollectionSaysWhere(t *testing.T) {
	t.Parallel()
	head, rest, _ := strings.Cut(events, "\n")
	second := rest[:strings.Index(rest, "\n")+1]
	line := func(text string) string { return head + "\n" + second + text + "\n" }
	for name, tt := range map[string]struct {
		data, says string
		kind       training.Kind
	}{
		"cut within a line":    {events[:len(events)-9], "cut off within line 3", training.KindCorrupt},
		"cut between lines":    {head + "\n" + second, "contains 1 documents but states that it has 2", training.KindCorrupt},
		"too many":             {events + second, "contains 3 documents", training.KindCorrupt},
		"no count":             {head[:40], "first line", training.KindCorrupt},
		"less than none":       {strings.Replace(events, `"documents":2`, `"documents":-1`, 1), "first line", training.KindCorrupt},
		"newer":                {strings.Replace(events, `"version":1`, `"version":2`, 1), "newer", training.KindUnsupported},
		"unknown collection":   {strings.Replace(events, `"event"`, `"spaceship"`, 1), "newer", training.KindUnsupported},
		"garbage":              {line("\x00\x01"), "Line 3", training.KindCorrupt},
		"no id":                {line(`{"own":{"deleted":true}}`), "Line 3", training.KindCorrupt},
		"nothing said":         {line(`{"id":"x"}`), "Line 3", training.KindCorrupt},
		"silent":               {line(`{"id":"x","own":{}}`), "Line 3", training.KindCorrupt},
		"no source":            {line(`{"id":"x","said":[{"body":{}}]}`), "Line 3", training.KindCorrupt},
		"no body":              {line(`{"id":"x","said":[{"source":"s"}]}`), "Line 3", training.KindCorrupt},
		"a body of other type": {line(`{"id":"x","said":[{"source":"s","body":{"name":7}}]}`), "Line 3", training.KindCorrupt},
		"fields no object":     {line(`{"id":"x","own":{"fields":[1]}}`), "Line 3", training.KindCorrupt},
		"days reversed":        {line(`{"id":"x","own":{"days":{"from":"2024-10-04","to":"2024-10-01"}}}`), "Line 3", training.KindCorrupt},
	} {
		if _, err := export.ParseCollection([]byte(tt.data)); training.KindOf(err) != tt.kind || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestGearThatCannotBeKeptIsRefused(t *testing.T) {
	t.Parallel()
	for fields, ok := range map[string]bool{
		`"gear":[{"id":"g","kind":"bike","name":"A"}],"own_gear":{"g":{"deleted":true}}`: true,
		`"own_gear":{"g":{"fields":{"kind":"bike","name":"A"}}}`:                         true,
		`"gear":[{"id":"g","kind":"bike"}]`:                                              false,
		`"own_gear":{"g":{"fields":{"name":"A"}}}`:                                       false,
		`"own_gear":{"g":{"fields":7}}`:                                                  false,
		`"own_gear":{"":{"fields":{"kind":"bike","name":"A"}}}`:                          false,
	} {
		_, err := export.Parse([]byte(`{"format":"lapkeep-export","version":1,` + fields + `}`))
		if ok != (err == nil) || !ok && training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%s: %v", fields, err)
		}
	}
}

// FuzzParseCollection: whatever is taken can be kept.
func FuzzParseCollection(f *testing.F) {
	f.Add([]byte(events))
	f.Add([]byte(events[:200]))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := export.ParseCollection(data)
		if err != nil {
			return
		}
		for _, k := range c.Kept {
			if k.ID == "" || len(k.Said) == 0 && k.Own.Layer().Silent() {
				t.Errorf("%+v says nothing", k)
			}
		}
	})
}

var errCut = errors.New("cut")

// cutOff is a store that fails once it has written so often.
type cutOff struct {
	*store.DB
	left int
}

func (c *cutOff) Write(ctx context.Context, f func(tx *store.Tx) error) error {
	if c.left--; c.left < 0 {
		return errCut
	}
	return c.DB.Write(ctx, f)
}

// TestDocumentsThatAreCutOff, at any group, are complete after a second time;
// the run knows of the words that are kept, and of no others.
func TestDocumentsThatAreCutOff(t *testing.T) {
	t.Parallel()
	in := &export.Collection{Of: document.Events}
	for i := range 5 {
		in.Kept = append(in.Kept, export.Kept{
			ID: fmt.Sprint("e", i), Said: []export.Stated{{Source: "service", AsOf: storetest.Noon(), Body: json.RawMessage(`{"name":"Race"}`)}},
			Own: &export.Own{Fields: json.RawMessage(`{"name":"Mine"}`)},
		})
	}
	for groups := range 4 { // of two, and the last of one
		db := storetest.Open(t)
		storetest.Athlete(t, db, "ann")
		first, second := store.ImportRun{ID: "r1", Athlete: "ann"}, store.ImportRun{ID: "r2", Athlete: "ann"}
		n, err := export.Documents(t.Context(), &cutOff{db, groups}, in, &first, 2)
		if want := min(2*groups, 5); n.Added != want || len(first.Own) != want || groups < 3 != errors.Is(err, errCut) {
			t.Errorf("%d groups: %+v, %v, %v", groups, n, first.Own, err)
		}
		again, err := export.Documents(t.Context(), db, in, &second, 2)
		if err != nil || n.Added+again.Added != 5 || len(first.Own)+len(second.Own) != 5 {
			t.Errorf("again: %+v, %v, %v", again, second.Own, err)
		}
		all, err := db.DocumentLayers(t.Context(), storetest.Export("ann"), document.Events)
		if err != nil {
			t.Fatal(err)
		}
		var got []export.Kept
		for _, l := range all {
			k := export.Kept{ID: l.ID, Own: &export.Own{Fields: l.Own.Fields}}
			for _, s := range l.Statements {
				k.Said = append(k.Said, export.Stated{Source: s.Source, AsOf: s.AsOf, Body: s.Body})
			}
			got = append(got, k)
		}
		if diff := cmp.Diff(in.Kept, got); diff != "" {
			t.Errorf("%d groups, then again: %s", groups, diff)
		}
	}
}

func TestDocumentsStopWhenTheyAreTold(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in := &export.Collection{Of: document.Events, Kept: []export.Kept{{ID: "e", Own: &export.Own{Deleted: true}}}}
	run := store.ImportRun{ID: "r1", Athlete: "ann"}
	if n, err := export.Documents(ctx, db, in, &run, 2); err == nil || n.Added != 0 || len(run.Own) != 0 {
		t.Errorf("%+v, %v, %v", n, run.Own, err)
	}
}
