package mergetest_test

import (
	"bytes"
	"slices"
	"testing"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/mergetest"
)

func TestTheSameSeedGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	one, two, other := mergetest.Cases(1), mergetest.Cases(1), mergetest.Cases(2)
	for i, c := range one {
		if !bytes.Equal(c.Zip(), two[i].Zip()) || bytes.Equal(c.Zip(), other[i].Zip()) {
			t.Errorf("%s: the bytes do not follow the seed", c.Name)
		}
	}
}

// sessions reads a case's files.
func sessions(t *testing.T, c mergetest.Case) map[mergetest.Session]*training.Recording {
	t.Helper()
	out := map[mergetest.Session]*training.Recording{}
	for _, f := range c.Files {
		got, err := recording.Read(t.Context(), f.Name, f.Data, recording.Limits{})
		if err != nil {
			t.Fatalf("%s: %s: %v", c.Name, f.Name, err)
		}
		for i, rec := range got.Recordings {
			out[mergetest.Session{File: f.Name, Index: i}] = rec
		}
	}
	return out
}

// overlapS is the time two recordings share.
func overlapS(a, b *training.Recording) float64 {
	offset := b.Start.Sub(a.Start).Seconds()
	return min(a.ElapsedS, offset+b.ElapsedS) - max(0, offset)
}

// channels counts what a recording measured.
func channels(r *training.Recording) int {
	n := 0
	for _, ch := range []training.Channel{training.Latitude, training.HeartRate, training.Power, training.Cadence} {
		if r.Columns.Has(ch) {
			n++
		}
	}
	return n
}

// TestEverySessionHasItsPlace holds the partitions against the files: each
// session once, those together shared their time, those asked about could be one.
func TestEverySessionHasItsPlace(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, c := range mergetest.Cases(7) {
		if names[c.Name] || c.Why == "" {
			t.Errorf("%q is there twice, or says nothing", c.Name)
		}
		names[c.Name] = true
		recs, placed := sessions(t, c), map[mergetest.Session]bool{}
		for _, act := range c.Activities {
			if !slices.Contains(act.Sessions, act.Richest) {
				t.Errorf("%s: the richest %v is of no activity", c.Name, act.Richest)
			}
			for _, s := range act.Sessions {
				if placed[s] || recs[s] == nil {
					t.Fatalf("%s: %v is placed twice, or is no session", c.Name, s)
				}
				placed[s] = true
				if channels(recs[s]) > channels(recs[act.Richest]) {
					t.Errorf("%s: %v is richer than %v", c.Name, s, act.Richest)
				}
			}
		}
		if len(placed) != len(recs) {
			t.Errorf("%s: %d of %d sessions have a place", c.Name, len(placed), len(recs))
		}
		checkPairs(t, c, recs)
	}
	if len(names) < 20 {
		t.Errorf("%d cases", len(names))
	}
}

func checkPairs(t *testing.T, c mergetest.Case, recs map[mergetest.Session]*training.Recording) {
	t.Helper()
	asked := 0
	for a, ra := range recs {
		for b, rb := range recs {
			if a == b {
				continue
			}
			share := overlapS(ra, rb) / min(ra.ElapsedS, rb.ElapsedS)
			together := c.Together(a, b)
			if together != c.Together(b, a) || c.Asked(a, b) != c.Asked(b, a) || (together && c.Asked(a, b)) {
				t.Errorf("%s: %v and %v are not judged both ways alike", c.Name, a, b)
			}
			if (together || c.Asked(a, b)) && (share < 0.8 || ra.Sport != rb.Sport) {
				t.Errorf("%s: %v and %v share %.2f of their time", c.Name, a, b, share)
			}
			if together && a.File == b.File {
				t.Errorf("%s: %v and %v are siblings", c.Name, a, b)
			}
			if c.Asked(a, b) {
				asked++
			}
		}
	}
	if asked != 2*len(c.Doubtful) {
		t.Errorf("%s: %d of %d doubtful pairs are of its sessions", c.Name, asked, 2*len(c.Doubtful))
	}
}
