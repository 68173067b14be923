package mergetest_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/derive"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/mergetest"
	"lapkeep/test/archivetest/packtest"
)

// recordings returns the files of a life that are recordings, each with the
// outing that it is of. A route of Apple's is none: its sport and heart stand
// elsewhere.
func recordings(t *testing.T, l mergetest.Life) (files packtest.Files, of map[string]int) {
	t.Helper()
	of = map[string]int{}
	put := func(outing int, name string, data []byte) {
		if data == nil {
			t.Fatalf("there is no %s", name)
		}
		files.Add(name, data)
		of[name] = outing
	}
	strava, uploads := map[string]string{}, map[int64]string{}
	for _, a := range l.Strava.Truth.Activities {
		strava[a.ID] = a.File
	}
	for _, a := range l.Garmin.Truth.Activities {
		uploads[a.ID] = a.File
	}
	parts := unzipped(t, l.Garmin.Files)
	for i, o := range l.Outings {
		if o.Loose != "" {
			put(i, o.Loose, l.Loose.Data(o.Loose))
		}
		if o.Strava != "" {
			put(i, strava[o.Strava], l.Strava.Data(strava[o.Strava]))
		}
		if o.Garmin != 0 {
			put(i, uploads[o.Garmin], parts[uploads[o.Garmin]])
		}
	}
	return files, of
}

func unzipped(t *testing.T, files packtest.Files) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, f := range files {
		if !strings.HasSuffix(f.Name, ".zip") {
			continue
		}
		z, err := zip.NewReader(bytes.NewReader(f.Data), int64(len(f.Data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range z.File {
			r, err := e.Open()
			if err != nil {
				t.Fatal(err)
			}
			if out[e.Name], err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out
}

// TestALifeIsFoundInEveryArchive checks that each outing is in some archive,
// most of them in several, and that the importer makes one activity of each.
func TestALifeIsFoundInEveryArchive(t *testing.T) {
	t.Parallel()
	l := mergetest.NewLife(2, 12)
	files, of := recordings(t, l)
	seen := map[string]bool{}
	for i, o := range l.Outings {
		if o.Strava == "" && o.Garmin == 0 {
			t.Errorf("%s is nowhere", o)
		}
		if seen[o.String()] {
			t.Errorf("%s is there twice", o)
		}
		seen[o.String()] = true
		if o.Apple >= 0 {
			if w := l.Apple.Truth().Workouts[o.Apple]; w.Start.Sub(o.Start) != 20*time.Second || w.Sport != o.Sport || w.Points == 0 {
				t.Errorf("%s is %+v", o, w)
			}
		}
		if o.Garmin != 0 && o.Loose != "" && !bytes.Equal(files.Data(o.Loose),
			unzipped(t, l.Garmin.Files)[l.Garmin.Truth.Activities[garminIndex(l, o)].File]) {
			t.Errorf("outing %d: the service has other bytes than the device", i)
		}
	}
	if len(files) < 3*len(l.Outings)/2 {
		t.Errorf("%d files of %d outings: too few are in several places", len(files), len(l.Outings))
	}
	became, said := imported(t, storetest.Open(t), "me", files)
	activity := map[int]training.ActivityID{}
	for s, id := range became {
		i := of[s.File]
		if activity[i] == "" {
			activity[i] = id
		}
		if activity[i] != id {
			t.Errorf("outing %d, %s: %s became %s and another %s (%s)", i, l.Outings[i], s.File, id, activity[i], said[s.File])
		}
	}
	ids := map[training.ActivityID]bool{}
	for _, id := range activity {
		ids[id] = true
	}
	if len(ids) != len(l.Outings) {
		t.Errorf("%d activities of %d outings", len(ids), len(l.Outings))
	}
}

func garminIndex(l mergetest.Life, o mergetest.Outing) int {
	for i, a := range l.Garmin.Truth.Activities {
		if a.ID == o.Garmin {
			return i
		}
	}
	return -1
}

// imported runs the real importer over files and says which activity each
// session became, and what was said of each file.
func imported(
	t *testing.T, db *store.DB, me training.AthleteID, files packtest.Files,
) (became map[mergetest.Session]training.ActivityID, said map[string]string) {
	t.Helper()
	if err := db.Write(t.Context(), func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: me, TimeZone: "Europe/Zurich"})
	}); err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC) }
	im := importing.New(db, importing.Options{Now: now, Read: recording.Read, Derive: derive.Single, Workers: 1, FileTime: time.Minute})
	became, said = map[mergetest.Session]training.ActivityID{}, map[string]string{}
	items := func(yield func(listing.Item) bool) {
		for _, f := range files {
			if !yield(listing.Memory(f.Name, f.Data)) {
				return
			}
		}
	}
	if _, err := im.Import(t.Context(), me, items, importing.RunOptions{}, func(r importing.FileResult) {
		for i, id := range r.Activities {
			became[mergetest.Session{File: r.Path, Index: i}] = id
		}
		said[r.Path] = strings.Join(phrasetest.Texts(r.Warnings), " ")
	}); err != nil {
		t.Fatal(err)
	}
	return became, said
}

// TestTheImporterDecidesSo imports every case, in both orders of its files.
func TestTheImporterDecidesSo(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	for n, c := range mergetest.Cases(3) {
		t.Run(c.Name, func(t *testing.T) {
			back := slices.Clone(c.Files)
			slices.Reverse(back)
			for order, files := range []packtest.Files{c.Files, back} {
				became, said := imported(t, db, training.AthleteID(fmt.Sprintf("athlete-%d-%d", n, order)), files)
				for a, ida := range became {
					for b, idb := range became {
						if a != b && (ida == idb) != c.Together(a, b) {
							t.Errorf("%v and %v became %s and %s, want together: %v", a, b, ida, idb, c.Together(a, b))
						}
						// The file that came second names the activity of the first.
						named := strings.Contains(said[a.File], string(idb)) || strings.Contains(said[b.File], string(ida))
						if c.Asked(a, b) && !named {
							t.Errorf("nothing is asked of %v and %v: %q, %q", a, b, said[a.File], said[b.File])
						}
					}
				}
			}
		})
	}
}

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

// overlapS returns the time two recordings share.
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
			share := 0.0
			for _, zone := range []time.Duration{0, c.Zone, -c.Zone} {
				set := *rb
				set.Start = rb.Start.Add(zone)
				share = max(share, overlapS(ra, &set)/min(ra.ElapsedS, rb.ElapsedS))
			}
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
