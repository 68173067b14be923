package importing_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/derive"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// tokyo is where every position lies in these tests.
type tokyo struct{}

func (tokyo) Zone(float64, float64) (string, bool) { return "Asia/Tokyo", true }

// whereaboutsOf imports a trainer session, an entry of an archive and one by
// hand at 22:30 UTC, a ride with a position nine days later, and a trainer
// session the evening before it.
func whereaboutsOf(t *testing.T, b bench) {
	t.Helper()
	trainer := ingesttest.Device{Channels: []training.Channel{training.Power, training.HeartRate}}
	late := 16*time.Hour + 30*time.Minute // start is at 6:00
	travel := 9 * 24 * time.Hour
	b.items(t, "",
		ride("trainer.tcx", outing(training.Cycling, late, 1), trainer).item(),
		entered(late+24*time.Hour, 1800, func(s *training.Statement) { s.Name = "" }),
		ride("ride.fit", outing(training.Cycling, travel, 2), headUnit("1")).item(),
		ride("hotel.tcx", outing(training.Cycling, travel-8*time.Hour, 3), trainer).item(),
	)
	write(t, b, func(tx *store.Tx) error {
		_, _, err := b.im.Create(t.Context(), tx, me,
			importing.Manual{Sport: training.Yoga, Start: start.Add(late + 48*time.Hour), Zone: "UTC", TimerS: 600})
		return err
	})
	follow(t, b)
}

// clocks returns the day, the zone and the name of each activity.
func (b bench) clocks(t *testing.T) (out []string) {
	t.Helper()
	page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{Ascending: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range page.Rows {
		out = append(out, r.LocalDay.String()+" "+r.Zone+" "+r.Name)
	}
	return out
}

func (b bench) lives(t *testing.T, zone string) {
	t.Helper()
	write(t, b, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: me, TimeZone: zone}) })
	follow(t, b)
}

// TestDaysFollowTheAthletesZone, those of activities without a position alone:
// what the athlete entered by hand is on the day that they said, and near an
// activity with a position they were where that was.
func TestDaysFollowTheAthletesZone(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(o *importing.Options) { o.Zones = tokyo{} })
	b.lives(t, "UTC") // as the computer stood
	whereaboutsOf(t, b)
	atUTC := []string{
		"2026-05-01 UTC Night ride", "2026-05-02 UTC Night ride", "2026-05-03 UTC Night yoga",
		"2026-05-10 Asia/Tokyo Morning ride", "2026-05-10 Asia/Tokyo Afternoon ride",
	}
	if diff := cmp.Diff(atUTC, b.clocks(t)); diff != "" {
		t.Fatal(diff)
	}
	b.lives(t, "Pacific/Auckland")
	want := slices.Clone(atUTC)
	want[0], want[1] = "2026-05-02 Pacific/Auckland Morning ride", "2026-05-03 Pacific/Auckland Morning ride"
	if diff := cmp.Diff(want, b.clocks(t)); diff != "" {
		t.Errorf("after the zone was set: %s", diff)
	}
	day, err := training.ParseDay("2026-05-02")
	if err != nil {
		t.Fatal(err)
	}
	loads, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{Days: &training.DayRange{From: day, To: day}})
	if err != nil || len(loads.Rows) != 1 || loads.Rows[0].Summary.Values[training.MetricDurationS] == 0 {
		t.Errorf("what is derived is not on the day: %v %v", loads.Rows, err)
	}
	if n, err := derive.Follow(t.Context(), b.db, nil); err != nil || n != 0 {
		t.Errorf("%d were left to be derived, %v", n, err)
	}
	b.lives(t, "UTC")
	if diff := cmp.Diff(atUTC, b.clocks(t)); diff != "" {
		t.Errorf("and back: %s", diff)
	}
}

// TestTravelHangsOnWhatHasAPosition: it may come later, and go.
func TestTravelHangsOnWhatHasAPosition(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(o *importing.Options) { o.Zones = tokyo{} })
	trainer := ingesttest.Device{Channels: []training.Channel{training.Power}}
	hotel := ride("hotel.tcx", outing(training.Cycling, 12*time.Hour, 3), trainer)
	b.items(t, "one", hotel.item())
	home := b.clocks(t)
	b.items(t, "two", listing.Memory("ride.fit", ride("", outing(training.Cycling, 30*time.Hour, 2), headUnit("1")).data))
	if got := b.clocks(t); got[0] != "2026-05-02 Asia/Tokyo Night ride" {
		t.Errorf("%q, at home it was %q", got, home)
	}
	write(t, b, func(tx *store.Tx) error { return tx.RemoveRun(me, "two") })
	follow(t, b)
	if diff := cmp.Diff(home, b.clocks(t)); diff != "" {
		t.Error(diff)
	}
}

// together prints the store after recordings came, whatever the ids of
// activities: of each activity its row, its recordings with the channels taken
// from them, and whether all ids that they would have had alone lead to it.
func together(t *testing.T, db *store.DB, athlete training.AthleteID) (text string, activities int) {
	t.Helper()
	ctx, all := t.Context(), storetest.Export(athlete)
	page, err := db.Activities(ctx, all, store.ActivityFilter{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, row := range page.Rows {
		recs, err := db.Recordings(ctx, all, row.ID)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, r := range recs {
			fmt.Fprintf(&text, "%s %s rank %d chosen %x\n", r.Origin.FileName, r.ID, r.Rank, r.Chosen)
			alone := match.IdentityOf(r.Original, r.Recording.SessionIndex).Activity()
			for _, ref := range []string{string(alone), match.FileRef(r.Original, r.Recording.SessionIndex)} {
				if got, err := db.Resolve(ctx, all, ref); err != nil || got != row.ID {
					t.Errorf("%s of %s means %s, %v; it is in %s", ref, r.Origin.FileName, got, err, row.ID)
				}
			}
		}
		fmt.Fprintf(&text, "%s %s %s %s %s %d %q %q\n", row.Sport, row.SubSport, row.Start.Format(time.RFC3339),
			row.LocalDay, row.Zone, row.OffsetS, row.Name, row.Description)
		out = append(out, text.String())
	}
	slices.Sort(out)
	return strings.Join(out, "\n"), len(out)
}

// permutations calls f with every order of files.
func permutations(files []file, f func([]file)) {
	var place func(n int)
	order := slices.Clone(files)
	place = func(n int) {
		if n == len(order) {
			f(slices.Clone(order))
			return
		}
		for i := n; i < len(order); i++ {
			order[n], order[i] = order[i], order[n]
			place(n + 1)
			order[n], order[i] = order[i], order[n]
		}
	}
	place(0)
}

// oneRide returns sets of recordings that overlap, and how many activities they
// are.
func oneRide() map[string]struct {
	files []file
	count int
} {
	type set = struct {
		files []file
		count int
	}
	o := outing(training.Cycling, 0, 1)
	o.Seconds = 300
	only := func(name string, ch ...training.Channel) file {
		return ride(name, o, ingesttest.Device{Channels: ch})
	}
	place := []training.Channel{training.Latitude, training.Longitude}
	again := o.Record(headUnit("1"))
	east := 3600
	again.Name, again.OffsetS = "exported again", &east
	phone := o.Record(ingesttest.Device{Channels: place, EarlyS: 40, Name: "Out"})
	phone.Sport, phone.SportUnsaid = training.Other, true
	trimmed := headUnit("1")
	trimmed.LateS = 60
	legs := ingesttest.File(o.Record(watch("w")), o.Record(ingesttest.Device{Maker: "polar", Serial: "w", Channels: place, LateS: 30}))
	run := o
	run.Sport = training.Running
	return map[string]set{
		"the third joins two": {[]file{
			only("power", training.Power), only("heart", training.HeartRate), only("both", training.Power, training.HeartRate),
		}, 1},
		"a chain of four": {[]file{
			only("a", training.Power), only("b", training.Power, training.HeartRate),
			only("c", append(place, training.HeartRate)...), only("d", place...),
		}, 1},
		"copies in other bytes": {[]file{
			ride("unit", o, headUnit("1")), {"again", ingesttest.File(again)}, ride("watch", o, watch("2")), {"phone.gpx", ingesttest.File(phone)},
		}, 1},
		"one device twice": {[]file{
			ride("unit", o, headUnit("1")), ride("trimmed", o, trimmed), only("heart", training.HeartRate), only("place", place...),
		}, 2},
		"sessions of one file": {[]file{
			{"legs", legs}, ride("unit", o, headUnit("1")), ride("phone", o, ingesttest.Device{Channels: place, LateS: 5}),
		}, 2},
		"a phone over two sports": {[]file{
			ride("unit", o, headUnit("1")), ride("run", run, watch("2")), {"phone.gpx", ingesttest.File(phone)},
		}, 2},
	}
}

func single(files []file) (out [][]file) {
	for _, f := range files {
		out = append(out, []file{f})
	}
	return out
}

func names(files []file) (out []string) {
	for _, f := range files {
		out = append(out, f.name)
	}
	return out
}

// TestWhatAThirdJoinedComesApart when the import of the third is taken back,
// each with its own note, and is one again when it comes back.
func TestWhatAThirdJoinedComesApart(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	files := oneRide()["the third joins two"].files
	var ids []training.ActivityID
	for i, f := range files[:2] {
		id := b.run(t, importing.RunOptions{RunID: f.name}, f)[0].Activities[0]
		ids = append(ids, id)
		write(t, b, func(tx *store.Tx) error {
			return tx.PutNote(me, store.Note{ID: fmt.Sprint("note", i), Activity: id, Target: "local", Author: "me", Text: f.name, At: start})
		})
	}
	follow(t, b)
	notes := func() (out []string) {
		for _, id := range ids {
			all, err := b.db.Notes(t.Context(), storetest.Export(me), id)
			if err != nil && training.KindOf(err) != training.KindNotFound { // it leads to the other
				t.Fatal(err)
			}
			out = append(out, fmt.Sprint(len(all)))
		}
		return out
	}
	apart := b.dump(t)
	b.run(t, importing.RunOptions{RunID: "third"}, files[2])
	follow(t, b)
	joined := b.dump(t)
	if got := notes(); b.count(t) != 1 || !slices.Contains(got, "2") {
		t.Errorf("%d activities, notes %v", b.count(t), got)
	}
	for range 2 {
		write(t, b, func(tx *store.Tx) error { return tx.RemoveRun(me, "third") })
		follow(t, b)
		if diff := cmp.Diff(apart, b.dump(t)); diff != "" || !slices.Equal(notes(), []string{"1", "1"}) {
			t.Errorf("taken back, notes %v: %s", notes(), diff)
		}
		write(t, b, func(tx *store.Tx) error { return tx.RestoreRun(me, "third") })
		follow(t, b)
		if diff := cmp.Diff(joined, b.dump(t)); diff != "" {
			t.Errorf("brought back: %s", diff)
		}
	}
}

// TestSmallBombsUnpackOneAtATime: however many workers there are, files that
// unpack to far more than such files do take turns, and each has an end.
func TestSmallBombsUnpackOneAtATime(t *testing.T) {
	t.Parallel()
	db := storetest.OpenHome(t, t.TempDir())
	storetest.Athlete(t, db, "ann")
	dir := t.TempDir()
	files := 8
	if testing.Short() {
		files = 3 // packing them takes most of the time
	}
	for i := range files {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write([]byte{byte(i)})
		z.Write(make([]byte, 20<<20))
		z.Close()
		if err := os.WriteFile(filepath.Join(dir, string(rune('a'+i))+".fit.gz"), packed.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var inside, most atomic.Int64
	var mu sync.Mutex
	read := func(_ context.Context, _ string, data []byte, l recording.Limits) (recording.Result, error) {
		if l.MaxBytes == 0 || l.MaxBytes > 48<<20 {
			t.Errorf("%d bytes may unpack to %d", len(data), l.MaxBytes)
		}
		if l.MaxBytes < 20<<20 {
			return recording.Result{}, training.Errorf(training.KindTooLarge, "The file is larger.")
		}
		mu.Lock()
		most.Store(max(most.Load(), inside.Add(1)))
		mu.Unlock()
		defer inside.Add(-1)
		return recording.Result{}, training.Errorf(training.KindCorrupt, "There is nothing in it.")
	}
	im := importing.New(db, importing.Options{Read: read, Workers: 8})
	if _, err := im.Import(t.Context(), "ann", archive.Walk(t.Context(), []string{dir}, archive.Limits{}),
		importing.RunOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	if most.Load() != 1 {
		t.Errorf("%d were unpacked at once", most.Load())
	}
}

// TestAFileThatUnpacksToMoreThanItSays checks that a file is unpacked to at
// most the size that it states.
func TestAFileThatUnpacksToMoreThanItSays(t *testing.T) {
	t.Parallel()
	db := storetest.OpenHome(t, t.TempDir())
	storetest.Athlete(t, db, "ann")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(make([]byte, 20<<20))
	z.Close()
	lies := packed.Bytes()
	copy(lies[len(lies)-4:], []byte{1, 0, 0, 0})
	var said []importing.FileResult
	_, err := importing.New(db, importing.Options{}).Import(t.Context(), "ann",
		slices.Values([]listing.Item{listing.Memory("a.fit.gz", lies)}),
		importing.RunOptions{}, func(r importing.FileResult) { said = append(said, r) })
	if err != nil || len(said) != 1 || said[0].Status != importing.Failed ||
		!strings.Contains(said[0].Reason.String(), "more than its header states") {
		t.Errorf("%+v, %v", said, err)
	}
}
