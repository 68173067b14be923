package node_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lapkeep/host/engine"
	"lapkeep/host/node"
)

// TestSecondCopies checks the day's copy of a home, that a cluster can be built from it, that a home leaves a cluster as a
// folder, and that a deleted one is nowhere.
func TestSecondCopies(t *testing.T) {
	ctx, copies := t.Context(), privateDir(t)
	e := &engine.Memory{Now: time.Now}
	key := addHome(t, e, "anna")
	// The clock goes on from midnight; the hour of the copies comes after the change.
	midnight, began := time.Now().UTC().Truncate(24*time.Hour), time.Now()
	var later atomic.Int64
	a := startNode(t, e, "a", func(o *node.Options) {
		o.Copies, o.Sweep = copies, time.Second
		o.Now = func() time.Time { return midnight.Add(time.Since(began) + time.Duration(later.Load())) }
	})
	if got, err := note(ctx, a.url, key, 1); err != nil || got.failed {
		t.Fatalf("%+v %v", got, err)
	}
	later.Store(int64(2 * time.Hour)) // the lease ends by this, too, so the node joins anew
	day := filepath.Join(copies, "anna", midnight.Format("2006-01-02")+".copy")
	for until := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(day); err == nil {
			break
		}
		if time.Now().After(until) {
			t.Fatal("there is no second copy")
		}
	}
	a.drained(t)
	sealed, err := os.ReadFile(day)
	must(t, err)
	if strings.Contains(string(sealed), "SQLite format") {
		t.Error("the second copy is not sealed")
	}

	other := &engine.Memory{Now: time.Now}
	did, err := node.RestoreAll(ctx, other, keysOn(t, other), copies, privateDir(t), newID)
	must(t, err)
	if did.Homes != 1 || len(did.Skipped) != 0 {
		t.Fatalf("%+v", did)
	}
	if did, err = node.RestoreAll(ctx, other, keysOn(t, other), copies, privateDir(t), newID); err != nil || len(did.Skipped) != 1 {
		t.Fatalf("again: %+v %v", did, err)
	}
	b := startNode(t, other, "b", nil)
	names, err := bikes(ctx, b.url, key)
	if must(t, err); len(names) != 1 {
		t.Fatalf("restored: %v", names)
	}

	// Out of one cluster, into another.
	folder := filepath.Join(privateDir(t), "out")
	must(t, node.Export(ctx, other, keysOn(t, other), "anna", folder, newID))
	third := &engine.Memory{Now: time.Now}
	must(t, node.Import(ctx, third, keysOn(t, third), "anna", folder, privateDir(t), newID))
	if err := node.Import(ctx, third, keysOn(t, third), "anna", folder, privateDir(t), newID); err == nil {
		t.Error("a home was taken in over another one of its name")
	}
	c := startNode(t, third, "c", nil)
	if names, err = bikes(ctx, c.url, key); err != nil || len(names) != 1 {
		t.Fatalf("taken in: %v %v", names, err)
	}
	// The home goes on where it was, once its node knows that it was taken for the export.
	got, err := note(ctx, b.url, key, 2)
	if must(t, err); got.failed {
		if !strings.Contains(got.text, "not known") {
			t.Fatalf("after the export: %+v", got)
		}
		got, err = note(ctx, b.url, key, 3)
	}
	if names, failed := bikes(ctx, b.url, key); err != nil || got.failed || failed != nil || len(names) != 2 {
		t.Fatalf("after the export: %+v %v; %v %v", got, err, names, failed)
	}

	must(t, node.Delete(ctx, other, keysOn(t, other), "anna", copies, newID))
	if homes, err := node.Homes(ctx, other); err != nil || len(homes) != 0 {
		t.Errorf("after the deletion: %v %v", homes, err)
	}
	if _, err := os.Stat(filepath.Join(copies, "anna")); err == nil {
		t.Error("the second copies of a deleted home are there")
	}
	for until := time.Now().Add(10 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		got, err := call(ctx, b.url, key, "list_gear", map[string]any{})
		if must(t, err); got.status == 404 {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("a deleted home answers: %+v", got)
		}
	}
}

// TestKeysOfAHome checks that a new key opens at once, and a replaced one no longer does, through the front of another node.
func TestKeysOfAHome(t *testing.T) {
	ctx := t.Context()
	e := &engine.Memory{Now: time.Now}
	key := addHome(t, e, "anna")
	a := startNode(t, e, "a", nil)
	b := startNode(t, e, "b", nil)
	for _, at := range []*machine{a, b} {
		if names, err := bikes(ctx, at.url, key); err != nil || len(names) != 0 {
			t.Fatalf("%v %v", names, err)
		}
		if got, err := call(ctx, at.url, key+"x", "list_gear", map[string]any{}); err != nil || got.status != 401 {
			t.Errorf("a wrong key: %+v %v", got, err)
		}
	}
	owner := a
	if _, err := os.Stat(filepath.Join(a.dir, "anna")); err != nil {
		owner = b
	}
	const other = "another-key-of-anna"
	must(t, os.WriteFile(filepath.Join(owner.dir, "anna", "http.key"), []byte(other+"\n"), 0o600))
	for _, at := range []*machine{a, b} {
		if got, err := call(ctx, at.url, key, "list_gear", map[string]any{}); err != nil || got.status != 401 {
			t.Errorf("a replaced key: %+v %v", got, err)
		}
	}
}
