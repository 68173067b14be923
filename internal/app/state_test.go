package app_test

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"lapkeep/internal/derive"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// everything returns the scope of the tests.
func everything() training.Scope {
	return training.Scope{Athlete: "me", Audience: training.AudienceExport}
}

func openStore(t *testing.T, home string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Home: home, Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// kept holds all that a store has of one activity, without what differs from
// one import to the next: the run's name and the change log.
type kept struct {
	Activity   training.Activity
	Summary    store.Summary
	Recordings []string          // id, original, rank, channels and chosen ones
	Primitives map[string]string // hash by kind
}

// stateOf reads all of a home, columns and originals included: what cannot
// be read fails the test.
func stateOf(t *testing.T, home string) map[training.ActivityID]kept {
	t.Helper()
	db := openStore(t, home)
	defer closeStore(t, db)
	state := map[training.ActivityID]kept{}
	filter := store.ActivityFilter{Limit: 100}
	for {
		page, err := db.Activities(t.Context(), everything(), filter)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range page.Rows {
			state[row.ID] = keptOf(t, db, row)
		}
		if page.Next == "" {
			return state
		}
		filter.After = page.Next
	}
}

func closeStore(t *testing.T, db *store.DB) {
	t.Helper()
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

func keptOf(t *testing.T, db *store.DB, row store.ActivityRow) kept {
	t.Helper()
	k := kept{Activity: row.Activity, Summary: row.Summary, Primitives: map[string]string{}}
	recs, err := db.Recordings(t.Context(), everything(), row.ID)
	if err != nil || len(recs) == 0 && len(row.ExternalIDs) == 0 { // what a service's archive holds may have been typed in
		t.Fatalf("activity %s has no recordings: %v", row.ID, err)
	}
	for _, r := range recs {
		k.Recordings = append(k.Recordings, fmt.Sprintf("%s %s %d %v %v", r.ID, r.Original, r.Rank, r.Channels.List(), r.Chosen.List()))
		cols, err := db.RecordingColumns(t.Context(), everything(), r.ID, store.AllChannels)
		if err != nil || cols.Len() != r.Rows {
			t.Fatalf("recording %s: %d rows of %d: %v", r.ID, cols.Len(), r.Rows, err)
		}
		original, err := db.Original(t.Context(), everything(), r.Original)
		if sum := sha256.Sum256(original); err != nil || hex.EncodeToString(sum[:]) != r.Original {
			t.Fatalf("original of %s: %v", r.ID, err)
		}
	}
	for _, kind := range derive.Kinds() {
		p, err := db.Primitive(t.Context(), everything(), row.ID, kind)
		if training.KindOf(err) == training.KindNotFound && err != nil {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		k.Primitives[kind] = fmt.Sprintf("%s %d %x", p.InputHash, p.Version, sha256.Sum256(p.Data))
	}
	return k
}

// lost names what was acknowledged and is not there: a file's bytes, or one
// of its activities.
func lost(t *testing.T, home string, acks map[string][]string) []string {
	t.Helper()
	db := openStore(t, home)
	defer closeStore(t, db)
	var missing []string
	for path, ids := range acks {
		if !strings.Contains(path, ".csv") && !recorded(t, db, path) { // a table's rows have no file
			missing = append(missing, path)
		}
		for _, id := range ids {
			if _, err := db.Resolve(t.Context(), everything(), id); err != nil {
				missing = append(missing, path+" "+id+": "+err.Error())
			}
		}
	}
	return missing
}

// recorded reports whether a file's bytes are those of an activity.
func recorded(t *testing.T, db *store.DB, path string) bool {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	rows, err := db.RecordingsByOriginal(t.Context(), everything(), hex.EncodeToString(sum[:]))
	if err != nil {
		t.Fatal(err)
	}
	return len(rows) > 0 && rows[0].Activity != ""
}

// sound asks SQLite itself.
func sound(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro") // another program that wrote would leave pages without sums
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Fatalf("integrity check: %s %v", verdict, err)
	}
}
