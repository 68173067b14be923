package store_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// writeForever runs in the process that is killed: it stores rides with their
// originals and says of each that it was acknowledged.
func writeForever(home string) error {
	ctx := context.Background()
	db, err := store.Open(ctx, store.Options{Home: home, Now: storetest.Clock})
	if err != nil {
		return err
	}
	all, err := db.Activities(ctx, storetest.Export("ann"), store.ActivityFilter{})
	if err != nil {
		return err
	}
	for i := all.Total; ; i++ {
		hashes, err := db.KeepOriginals(ctx, "ann", [][]byte{fmt.Appendf(nil, "file %d", i), fmt.Appendf(nil, "other %d", i)})
		if err != nil {
			return err
		}
		err = db.Write(ctx, func(tx *store.Tx) error {
			id := fmt.Sprintf("a%04d", i)
			err := storetest.AddRide(tx, "ann", training.ActivityID(id), storetest.Noon().Add(time.Duration(i)*time.Hour), store.EveryAudience)
			if err != nil {
				return err
			}
			for j, h := range hashes {
				rec := store.NewRecording{
					ID: training.RecordingID(fmt.Sprintf("o%d-%s", j, id)), Original: h, Audience: store.EveryAudience,
					Recording: storetest.Recording(storetest.Noon(), 5),
				}
				if err := tx.PutRecording("ann", rec); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		fmt.Printf("kept a%04d\n", i)
	}
}

const writerHome = "LAPKEEP_TEST_WRITER_HOME"

// TestMain runs as the process that is killed, if it was started as that.
func TestMain(m *testing.M) {
	if home := os.Getenv(writerHome); home != "" {
		fmt.Fprintln(os.Stderr, writeForever(home))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestKilled kills a writing process at some moment, several times: the store
// opens again and everything that was acknowledged is there and whole.
func TestKilled(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	db, err := open(home, false)
	if err != nil {
		t.Fatal(err)
	}
	storetest.Athlete(t, db, "ann")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	var kept []training.ActivityID
	for round := range 4 {
		kept = append(kept, killedAfter(t, home, 1+3*round)...)
	}
	db = storetest.OpenHome(t, home)
	for _, id := range kept {
		if _, err := db.Activity(context.Background(), storetest.Export("ann"), id); err != nil {
			t.Errorf("%s was acknowledged: %v", id, err)
		}
		if _, err := db.Stream(context.Background(), storetest.Export("ann"), id, store.AllChannels); err != nil {
			t.Errorf("%s was acknowledged: %v", id, err)
		}
	}
	report, err := db.Verify(context.Background())
	if err != nil || !report.OK() || report.Originals < 2*len(kept) {
		t.Errorf("%+v, %v", report, err)
	}
}

// killedAfter starts a writer, kills it once it acknowledged n rides, and
// returns those that it acknowledged.
func killedAfter(t *testing.T, home string, n int) (kept []training.ActivityID) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), writerHome+"="+home)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if id, ok := strings.CutPrefix(lines.Text(), "kept "); ok {
			kept = append(kept, training.ActivityID(id))
		}
		if len(kept) == n {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil || len(kept) < n {
		t.Fatalf("the writer ended by itself after %d rides: %v", len(kept), err)
	}
	return kept
}
