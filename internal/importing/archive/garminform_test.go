package archive

import (
	"bytes"
	"context"
	"io"
	"path"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/garmintest"
)

func TestWhereAnExportLies(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		top string
		ok  bool
	}{
		"DI_CONNECT/DI-Connect-User/user_settings.json":    {"", true},
		"a/b/DI_CONNECT/DI-Connect-Metrics/x.json":         {"a/b/", true},
		"b/di-connect-fitness/x_gear.json":                 {"b/", true},
		"b/me_0_summarizedActivities.json":                 {"b/", true},
		"DI_CONNECT/DI-Connect-Uploaded-Files/Part1.zip":   {"", false},
		"my_DI_CONNECT/x.json":                             {"", false},
		"notes/summarizedActivities.txt":                   {"", false},
		"DI_CONNECTED/DI-Connect.json":                     {"", false},
		"x/DI_CONNECT/y/DI_CONNECT/DI-Connect-User/z.json": {"x/", true},
	} {
		if top, ok := (GarminForm{}).Top(&listing.Entry{Rel: name}); top != tt.top || ok != tt.ok {
			t.Errorf("%s: %q %v", name, top, ok)
		}
	}
}

// noted is a content that tells whether it was opened.
type noted struct {
	data   []byte
	opened *bool
}

func (n noted) Head(int) ([]byte, error)             { return n.Read(context.Background()) }
func (n noted) Read(context.Context) ([]byte, error) { *n.opened = true; return n.data, nil }

func (n noted) Stream(ctx context.Context) (io.ReadCloser, error) {
	data, err := n.Read(ctx)
	return io.NopCloser(bytes.NewReader(data)), err
}

// emitted holds the items and the rest of an export.
type emitted struct {
	items  []listing.Item
	rest   []listing.Entry
	opened map[string]*bool
}

func garminEmit(t *testing.T, a garmintest.Archive, stopAt int) (e emitted) {
	t.Helper()
	var all []listing.Entry
	e.opened = map[string]*bool{}
	for _, f := range a.Files {
		e.opened[f.Name] = new(bool)
		entry := listing.Entry{Shown: "x.zip/" + f.Name, Rel: f.Name, Size: int64(len(f.Data)), File: noted{f.Data, e.opened[f.Name]}}
		if f.Data == nil {
			entry.Err = training.Errorf(training.KindUnsupported, "The member is encrypted.")
		}
		all = append(all, entry)
	}
	rest, last, ok := listing.Exports(t.Context(), []listing.Form{GarminForm{}}, all, func(it listing.Item) bool {
		e.items = append(e.items, it)
		return len(e.items) != stopAt
	}, nil)
	e.rest = rest
	if ok {
		ok = last()
	}
	if ok != (stopAt == 0) {
		t.Errorf("the walk goes on: %v", ok)
	}
	return e
}

// TestOnlyTablesOfTrainingAreOpened: all others go on unopened with a reason,
// and no name shows the account.
func TestOnlyTablesOfTrainingAreOpened(t *testing.T) {
	t.Parallel()
	a := garmintest.Build(garmintest.Options{Seconds: 30})
	e := garminEmit(t, a, 0)
	for _, r := range e.rest {
		if *e.opened[r.Rel] {
			t.Errorf("%s was opened", r.Rel)
		}
		it := r.Item()
		if path.Ext(r.Rel) == ".json" && (it.Skip == "" || !it.Aside) || path.Ext(r.Rel) == ".zip" && (it.Skip != "" || it.SaidOf == nil) {
			t.Errorf("%s goes on as %+v", r.Rel, it)
		}
		if strings.Contains(it.Path, garmintest.Account) {
			t.Errorf("%s shows the account", it.Path)
		}
		delete(e.opened, r.Rel)
	}
	for name, opened := range e.opened {
		if !*opened || slices.Contains(a.Truth.Private, name) {
			t.Errorf("%s: opened %v", name, *opened)
		}
	}
}

// TestAWalkThatEnds at any item.
func TestAWalkThatEnds(t *testing.T) {
	t.Parallel()
	a := garmintest.Build(garmintest.Options{Seconds: 30, Activities: 12, Days: 400, Page: 5})
	whole := len(garminEmit(t, a, 0).items)
	for at := 1; at <= whole; at++ {
		if n := len(garminEmit(t, a, at).items); n != at {
			t.Errorf("%d items, want %d", n, at)
		}
	}
}

// TestATableThatCannotBeOpened is named, and the others are read.
func TestATableThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	a := garmintest.Build(garmintest.Options{Seconds: 30, Activities: 2, Days: 20})
	locked := 0
	for i, f := range a.Files {
		if strings.Contains(f.Name, "sleepData") {
			a.Files[i].Data = nil
			locked++
		}
	}
	failed, days := 0, 0
	for _, it := range garminEmit(t, a, 0).items {
		if it.Err != nil {
			failed++
		}
		if it.Wellness != nil {
			days += len(it.Wellness.Days)
		}
	}
	if failed != locked || locked == 0 || days < 15 {
		t.Errorf("%d failed, %d days", failed, days)
	}
}

// TestDamagedTables are named with a reason, and what is in the others, and
// before the damage, is kept.
func TestDamagedTables(t *testing.T) {
	t.Parallel()
	a := garmintest.Build(garmintest.Options{Seconds: 30, Activities: 12, Days: 20})
	for i, f := range a.Files {
		if strings.HasSuffix(f.Name, ".json") {
			a.Files[i].Data = f.Data[:len(f.Data)*9/10]
		}
	}
	e := garminEmit(t, a, 0)
	failed, days, unrecorded := 0, 0, 0
	for _, it := range e.items {
		if it.Err != nil {
			failed++
		}
		if it.Wellness != nil {
			days += len(it.Wellness.Days)
		}
		unrecorded += len(it.Unrecorded)
	}
	tables := 0
	for _, opened := range e.opened {
		if *opened {
			tables++
		}
	}
	if failed != tables || days < 15 || unrecorded < 8 {
		t.Errorf("%d failed of %d, %d days, %d activities", failed, tables, days, unrecorded)
	}
}

func TestTheAccountIsHidden(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"e.zip/DI/first.last_x@example.org_0_summary.json": "e.zip/DI/0_summary.json",
		`e\me@example.org_12.fit`:                          `e\12.fit`,
		"e.zip/UploadedFiles_0-_Part1.zip/1.fit":           "e.zip/UploadedFiles_0-_Part1.zip/1.fit",
		"a@b/c_d":                                          "a@b/c_d",
	} {
		if got := hideAccount(name); got != want {
			t.Errorf("%s is shown as %s", name, got)
		}
	}
}

func TestUploadsAreOrderedByTheirNumbers(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int64{
		"me@example.org_200000000013.fit": 200000000013, "x/me_12.TCX": 12, "UploadedFiles_0-_Part1.zip": 0, "12.fit": 0,
		"me_99999999999999999999.fit": 0,
	} {
		if got := upload(name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
}
