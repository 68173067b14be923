package importing

import (
	"context"
	"encoding/binary"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

var noon = time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)

func ride() ingesttest.Outing {
	return ingesttest.Outing{Sport: training.Cycling, Start: noon, Seconds: 1800, Seed: 1, LatDeg: 47, LonDeg: 8}
}

func TestChooseTakesTheBestOfEach(t *testing.T) {
	t.Parallel()
	make := func(id training.RecordingID, r *training.Recording) *member {
		m := &member{id: id, rec: r}
		m.count(&r.Columns)
		return m
	}
	watch := make("rwatch", ride().Record(ingesttest.Device{Channels: []training.Channel{
		training.HeartRate, training.Latitude, training.Longitude, training.Altitude, training.Speed, training.Distance, training.Temperature,
	}}))
	trainer := make("rtrainer",
		ride().Record(ingesttest.Device{Channels: []training.Channel{training.Power, training.Cadence, training.Distance, training.HeartRate}}))
	for i := range trainer.rows / 2 { // its strap fell off
		trainer.rec.Columns.Data[training.HeartRate].Valid.Clear(i)
	}
	trainer.count(&trainer.rec.Columns)
	for _, members := range [][]*member{{watch, trainer}, {trainer, watch}} {
		rank(members)
		if members[0] != trainer {
			t.Fatal("the recording with power is the primary")
		}
		got := choose(members)
		var names [][]string
		for _, set := range got {
			var in []string
			for ch := range training.NumChannels {
				if set.Has(ch) {
					in = append(in, ch.String())
				}
			}
			names = append(names, in)
		}
		want := [][]string{
			{"power", "cadence"}, // its distance would stand beside the watch's speed
			{"hr", "speed", "altitude", "distance", "temp", "latitude", "longitude"},
		}
		if diff := cmp.Diff(want, names); diff != "" {
			t.Error(diff)
		}
	}
}

// TestThePrimaryOfAnActivity: each rule decides where those before it do not,
// whatever those after it say.
func TestThePrimaryOfAnActivity(t *testing.T) {
	t.Parallel()
	own := training.Values{training.MetricNormalizedPowerW: 250}
	with := func(id training.RecordingID, rows int, device training.Values, channels ...training.Channel) *member {
		m := &member{id: id, rec: &training.Recording{DeviceValues: device}, rows: rows, channels: store.Channels(channels...)}
		for _, ch := range channels {
			m.filled[ch] = rows
		}
		return m
	}
	const hr, alt = training.HeartRate, training.Altitude
	for name, c := range map[string]struct{ first, second *member }{
		"power":                    {with("b", 10, nil, training.Power), with("a", 20, own, hr, alt)},
		"the device's own figures": {with("b", 10, own, training.Power), with("a", 20, nil, training.Power, hr, alt)},
		"more channels":            {with("b", 10, own, training.Power, hr), with("a", 20, own, training.Power)},
		"more rows":                {with("b", 20, own, training.Power), with("a", 10, own, training.Power)},
		"the id":                   {with("a", 10, own, training.Power), with("b", 10, own, training.Power)},
	} {
		for _, members := range [][]*member{{c.first, c.second}, {c.second, c.first}} {
			if rank(members); members[0] != c.first {
				t.Errorf("%s: %s is the primary", name, members[0].id)
			}
		}
	}
}

// TestColumnsThatCannotBeRead rank nothing.
func TestColumnsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	_, err := new(Importer).relink(nil, "me", "ride", []*member{{id: "a"}}, func(*member) (*training.Columns, error) { return nil, broken })
	if !errors.Is(err, broken) {
		t.Error(err)
	}
}

// TestALinkThatCannotBeWritten ends the merge.
func TestALinkThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	db := storetest.OpenHome(t, home)
	storetest.Athlete(t, db, "ann")
	storetest.Write(t, db, func(tx *store.Tx) error { return storetest.AddRide(tx, "ann", "ride", noon, store.EveryAudience) })
	storetest.Refuse(t, home, "INSERT ON links")
	err := db.Write(t.Context(), func(tx *store.Tx) error {
		rec := storetest.Recording(noon, 600)
		_, err := new(Importer).relink(tx, "ann", "ride", []*member{{id: "r-ride", rec: rec}},
			func(*member) (*training.Columns, error) { return &rec.Columns, nil })
		return err
	})
	if err == nil {
		t.Error("it is taken for written")
	}
}

// TestTheZoneOfAFile checks that the zone of a file ranks above that of the
// athlete, and one by position highest.
func TestTheZoneOfAFile(t *testing.T) {
	t.Parallel()
	gps, file, athlete := zoneRank(training.ZoneFromGPS), zoneRank(training.ZoneFromFile), zoneRank(training.ZoneFromAthlete)
	if gps >= file || file >= athlete {
		t.Error(gps, file, athlete)
	}
}

// TestRoomOf: a compressed file takes what it says, at least some times what it
// is, and no more than the largest recording.
func TestRoomOf(t *testing.T) {
	t.Parallel()
	const length = 1000
	file := func(head string, says uint32) []byte {
		return binary.LittleEndian.AppendUint32(append([]byte(head), make([]byte, length-4-len(head))...), says)
	}
	const gz = "\x1f\x8b\x08"
	for name, c := range map[string]struct {
		data []byte
		want int64
	}{
		"plain":           {file("\x0e\x10", 5000), length},
		"compressed":      {file(gz, 5000), 5000 + slack},
		"says too little": {file(gz, 7), 4*length + slack},
		"says very much":  {file(gz, 1<<32-1), mostRoom()},
		"has room for it": {[]byte(gz + "\x01\x00"), 0x1088b + slack},
		"has none":        {[]byte(gz + "\x00"), 4},
	} {
		if got := roomOf(c.data); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// asked is a store whose log fails, and counts what is asked of it.
type asked struct {
	*store.DB
	err       error
	seq       *int64 // how far it was followed, if not as the store says
	regrouped int
	reshown   int
}

func (a *asked) ReshowLed(ctx context.Context) error {
	a.reshown++
	return a.DB.ReshowLed(ctx)
}

func (a *asked) Watermark(ctx context.Context, consumer string) (int64, int, error) {
	seq, version, err := a.DB.Watermark(ctx, consumer)
	if a.seq != nil {
		seq, version = *a.seq, composeVersion
	}
	return seq, version, err
}

func (a *asked) LastChange(ctx context.Context) (int64, error) {
	if a.err != nil {
		return 0, a.err
	}
	return a.DB.LastChange(ctx)
}

func (a *asked) Regrouped(ctx context.Context, after, upTo int64) ([]ledger.ActivityRef, error) {
	a.regrouped++
	return a.DB.Regrouped(ctx, after, upTo)
}

// TestFollowingAsksOnlyWhatIsNew, and a log that cannot be read is no log
// without news.
func TestFollowingAsksOnlyWhatIsNew(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	im := New(db, Options{Now: time.Now, Read: ingesttest.Read})
	broken := &asked{DB: db, err: errors.New("no log")}
	if err := im.Follow(t.Context(), broken); !errors.Is(err, broken.err) {
		t.Errorf("a log that cannot be read: %v", err)
	}
	read := &asked{DB: db}
	last, err := db.LastChange(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	read.seq = &last
	if err := im.Follow(t.Context(), read); err != nil || read.regrouped > 0 {
		t.Errorf("all was followed: %v, asked %d times", err, read.regrouped)
	}
	last--
	if err := im.Follow(t.Context(), read); err != nil || read.regrouped != 1 {
		t.Errorf("something is new: %v, asked %d times", err, read.regrouped)
	}
}

// TestWhatOthersLeadToIsShownAnewOnce in a home of an earlier program, which
// showed other words of an entry.
func TestWhatOthersLeadToIsShownAnewOnce(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	err := db.Write(t.Context(), func(tx *store.Tx) error { return tx.SetWatermark(pairConsumer, 0, pairVersion-1) })
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: "me"}) })
	im, log := New(db, Options{Now: time.Now, Read: ingesttest.Read}), &asked{DB: db}
	for range 2 {
		if err := im.Follow(t.Context(), log); err != nil || log.reshown != 1 {
			t.Errorf("shown anew %d times, %v", log.reshown, err)
		}
	}
}
