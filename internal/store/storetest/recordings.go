package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

func put(id training.RecordingID, r *training.Recording) func(tx *store.Tx) error {
	return func(tx *store.Tx) error {
		return tx.PutRecording("ann", store.NewRecording{
			ID: id, Audience: store.EveryAudience,
			Origin: store.Origin{Source: "file"}, Recording: r,
		})
	}
}

func testRecording(t *testing.T, a *Ann) {
	offset := 7200
	rec := Recording(noon.Add(123*time.Millisecond), 100)
	rec.OffsetS, rec.Pauses = &offset, []training.Span{{FromS: 10, ToS: 20.5}}
	rec.Lengths = []training.Length{{StartS: 1, Strokes: 12, Stroke: "drill", Active: true, Lap: 1}}
	rec.Events = []training.Event{{AtS: 3, Kind: "gear_change", Data: "50x17"}}
	rec.DeviceZones = []training.ZoneTimes{{Kind: training.ZonesHR, HighBounds: []float64{120, 140}, Seconds: []float64{1, 2, 3}}}
	rec.Warnings = []string{"cut short"}
	rec.Columns.Developer[0].Values[3] = 1.5
	a.rides("a")
	a.put(put("r", rec))
	a.put(func(tx *store.Tx) error { return tx.LinkRecording("ann", "a", "r", 1, store.Channels(training.Power)) })

	rows := must(a.DB.Recordings(a.Ctx, a.Scope, "a"))(t)
	if len(rows) != 2 || rows[1].ID != "r" {
		t.Fatalf("recordings are %+v", rows)
	}
	want := *rec
	want.Columns, want.RR = training.Columns{}, nil
	same(t, want, rows[1].Recording)
	got := rows[1]
	got.Recording = training.Recording{}
	same(t, store.RecordingRow{
		ID: "r", Activity: "a", Origin: store.Origin{Source: "file"}, Rank: 1, Audience: store.EveryAudience, Rows: 100,
		Channels: store.Channels(training.Power, training.HeartRate, training.Latitude, training.Longitude),
		Chosen:   store.Channels(training.Power),
	}, got)
	columns := must(a.DB.RecordingColumns(a.Ctx, a.Scope, "r", store.AllChannels))(t)
	if d := cmp.Diff(&rec.Columns, columns, cmpopts.EquateNaNs()); d != "" {
		t.Error(d)
	}
	one := must(a.DB.RecordingColumns(a.Ctx, a.Scope, "r", store.Channels(training.HeartRate)))(t)
	if one.Has(training.Power) || !one.Has(training.HeartRate) || one.Len() != 100 || one.Developer != nil {
		t.Error("one channel was asked for")
	}
	same(t, rec.RR, must(a.DB.RR(a.Ctx, a.Scope, "r"))(t))
	_, err := a.DB.RR(a.Ctx, a.Scope, "none")
	wants(t, training.KindNotFound, err)
	_, err = a.DB.RecordingColumns(a.Ctx, a.Scope, "none", store.AllChannels)
	wants(t, training.KindNotFound, err)
	_, err = a.DB.Recordings(a.Ctx, a.Scope, "none")
	wants(t, training.KindNotFound, err)
}

func testRecordingConflict(t *testing.T, a *Ann) {
	hashes := must(a.DB.KeepOriginals(a.Ctx, "ann", [][]byte{[]byte("one"), []byte("two")}))(t)
	with := func(hash string, seconds int, id ...training.RecordingID) func(tx *store.Tx) error {
		return func(tx *store.Tx) error {
			return tx.PutRecording("ann", store.NewRecording{
				ID: append(id, "r")[0], Original: hash,
				Audience: store.EveryAudience, Recording: Recording(noon, seconds),
			})
		}
	}
	a.put(with(hashes[0], 10))
	a.put(with(hashes[0], 12)) // a newer reader reads more from the same bytes
	same(t, 12, must(a.DB.RecordingColumns(a.Ctx, a.Scope, "r", store.AllChannels))(t).Len())
	a.refused(training.KindConflict, with(hashes[1], 10))
	a.refused(training.KindInternal, with("0123456789012345678901234567890123456789012345678901234567890123", 10, "new"))
	a.refused(training.KindInvalid, with("../../etc", 10, "new"))
	a.refused(training.KindInvalid, put("", Recording(noon, 1)))
	a.refused(training.KindInvalid, put("x", &training.Recording{}))
	a.refused(training.KindInvalid, put("x", nil))
	a.refused(training.KindNotFound, func(tx *store.Tx) error {
		return tx.PutRecording("nobody", store.NewRecording{ID: "r", Recording: Recording(noon, 1)})
	})
}

func testRemoval(t *testing.T, a *Ann) {
	a.rides("a")
	before := a.activity("a")
	a.put(func(tx *store.Tx) error { return tx.RemoveRecording("ann", "r-a") })
	_, err := a.DB.Activity(a.Ctx, a.Scope, "a")
	wants(t, training.KindNotFound, err)
	same(t, 0, len(must(a.DB.LoadInputs(a.Ctx, a.Scope, everyDay))(t)))
	_, err = a.DB.RecordingColumns(a.Ctx, a.Scope, "r-a", store.AllChannels)
	wants(t, training.KindNotFound, err)
	a.put(func(tx *store.Tx) error { return tx.RestoreRecording("ann", "r-a") })
	same(t, before, a.activity("a"))
	a.refused(training.KindNotFound, func(tx *store.Tx) error { return tx.RemoveRecording("ann", "none") })

	// An activity whose last recording moved away is not a manual one.
	a.rides("a", "b")
	a.put(func(tx *store.Tx) error { return tx.LinkRecording("ann", "b", "r-a", 1, 0) })
	same(t, ids{"b"}, a.names(store.ActivityFilter{}))
}

func testRuns(t *testing.T, a *Ann) {
	a.rides("a", "b") // both from run-1
	a.put(func(tx *store.Tx) error { return tx.RemoveRecording("ann", "r-a") })
	a.put(func(tx *store.Tx) error { return tx.RemoveRun("ann", "run-1") })
	same(t, ids{}, a.names(store.ActivityFilter{}))
	a.put(func(tx *store.Tx) error { return tx.RestoreRun("ann", "run-1") })
	same(t, ids{"b"}, a.names(store.ActivityFilter{}))
	a.put(func(tx *store.Tx) error { return tx.RemoveRun("ann", "another") })
	same(t, ids{"b"}, a.names(store.ActivityFilter{}))
	a.refused(training.KindInvalid, func(tx *store.Tx) error { return tx.RemoveRun("ann", "") })
}

func testCandidates(t *testing.T, a *Ann) {
	tour := Recording(noon.AddDate(0, 0, -10), 10)
	tour.ElapsedS = 9.5 * 24 * 3600
	a.put(put("tour", tour))
	a.put(put("ride", Recording(noon, 600)))
	a.put(put("later", Recording(noon.Add(time.Hour), 600)))
	for _, tt := range []struct {
		from, to time.Duration
		want     []training.RecordingID
	}{
		{0, time.Minute, []training.RecordingID{"ride"}},
		{-time.Hour, 0, []training.RecordingID{"ride"}},
		{10 * time.Minute, 2 * time.Hour, []training.RecordingID{"ride", "later"}},
		{11 * time.Minute, 30 * time.Minute, nil},
		{-5 * 24 * time.Hour, -4 * 24 * time.Hour, []training.RecordingID{"tour"}},
		{-20 * 24 * time.Hour, 24 * time.Hour, []training.RecordingID{"tour", "ride", "later"}},
	} {
		var got []training.RecordingID
		for _, r := range must(a.DB.Candidates(a.Ctx, a.Scope, noon.Add(tt.from), noon.Add(tt.to)))(t) {
			got = append(got, r.ID)
		}
		same(t, tt.want, got)
	}
}

func testShifted(t *testing.T, a *Ann) {
	for id, after := range map[training.RecordingID]time.Duration{
		"same": time.Minute, "zone": 2 * time.Hour, "west": -9*time.Hour - 45*time.Minute, "far": 14*time.Hour + 30*time.Second,
		"other": 2*time.Hour + 5*time.Minute, "day": 24 * time.Hour,
	} {
		a.put(put(id, Recording(noon.Add(after), 600)))
	}
	a.put(put("longer", Recording(noon.Add(3*time.Hour), 700)))
	var got []training.RecordingID
	for _, r := range must(a.DB.Shifted(a.Ctx, a.Scope, Recording(noon, 600)))(t) {
		got = append(got, r.ID)
	}
	same(t, []training.RecordingID{"west", "zone", "far"}, got)
}

func testImportAgain(t *testing.T, a *Ann) {
	hash := must(a.DB.KeepOriginals(a.Ctx, "ann", [][]byte{[]byte("multisport")}))(t)[0]
	a.put(func(tx *store.Tx) error {
		for i, id := range []training.RecordingID{"z", "y"} {
			rec := Recording(noon.Add(time.Duration(i)*time.Hour), 10)
			rec.SessionIndex, rec.Sessions = i, 2
			err := tx.PutRecording("ann", store.NewRecording{
				ID: id, Original: hash, Audience: store.EveryAudience,
				Origin: store.Origin{Source: "strava", ExternalID: "1"}, Recording: rec,
			})
			if err == nil {
				err = tx.PutActivity("ann", Activity(training.ActivityID("a-"+id), rec.Start))
			}
			if err == nil {
				err = tx.LinkRecording("ann", training.ActivityID("a-"+id), id, 0, store.AllChannels)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	rows := must(a.DB.RecordingsByOriginal(a.Ctx, a.Scope, hash))(t)
	if len(rows) != 2 || rows[0].ID != "z" || rows[1].ID != "y" || rows[0].Deleted {
		t.Errorf("sessions of a file: %+v", rows)
	}
	same(t, 0, len(must(a.DB.RecordingsByOriginal(a.Ctx, a.Scope, ""))(t)))
	a.put(func(tx *store.Tx) error { return tx.DeleteActivity("ann", "a-z") })
	if rows = must(a.DB.RecordingsByOriginal(a.Ctx, a.Scope, hash))(t); len(rows) != 2 || !rows[0].Deleted {
		t.Errorf("a file that the athlete deleted is unknown: %+v", rows)
	}
	if got := must(a.DB.RecordingByExternal(a.Ctx, a.Scope, "strava", "1"))(t); got.ID != "y" {
		t.Errorf("by the service's id: %s", got.ID)
	}
	_, err := a.DB.RecordingByExternal(a.Ctx, a.Scope, "strava", "2")
	wants(t, training.KindNotFound, err)
	_, err = a.DB.RecordingByExternal(a.Ctx, a.Scope, "file", "")
	wants(t, training.KindNotFound, err)

	// Putting it again restores it after an undo removed it.
	a.put(func(tx *store.Tx) error { return tx.RemoveRecording("ann", "y") })
	same(t, 1, len(must(a.DB.RecordingsByOriginal(a.Ctx, a.Scope, hash))(t)))
	a.put(func(tx *store.Tx) error {
		return tx.PutRecording("ann", store.NewRecording{ID: "y", Original: hash, Audience: store.EveryAudience, Recording: Recording(noon, 10)})
	})
	same(t, ids{"a-y"}, a.names(store.ActivityFilter{}))
}
