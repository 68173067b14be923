package importing_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/liftstest"
	"lapkeep/test/rawfit"
)

// liftedAt is 18:05 in Berlin, where the athlete lives.
var liftedAt = time.Date(2026, 5, 3, 16, 5, 0, 0, time.UTC)

// watched is what a watch wrote of the session: heart rate, and three sets whose exercise
// it guesses.
func watched() []byte {
	f := rawfit.New().FileID(rawfit.Fields{"type": 4, "manufacturer": 1, "serial_number": 77, "time_created": liftedAt})
	f.TimerStart(liftedAt)
	for s := range 62 {
		f.Record(rawfit.Fields{"timestamp": liftedAt.Add(time.Duration(s) * time.Minute), "heart_rate": 100 + s%30})
	}
	u16 := func(num byte, v ...uint16) rawfit.RawField {
		field := rawfit.RawField{Num: num, Base: rawfit.Uint16}
		for _, x := range v {
			field.Data = binary.LittleEndian.AppendUint16(field.Data, x)
		}
		return field
	}
	u32 := func(num byte, v uint32) rawfit.RawField {
		return rawfit.RawField{Num: num, Base: rawfit.Uint32, Data: binary.LittleEndian.AppendUint32(nil, v)}
	}
	for i := range uint32(3) {
		at := rawfit.Stamp(liftedAt) + 300*i
		f.Raw(225, u32(254, at+30), u32(0, 30_000), u16(3, 11), u16(4, 0xFFFF), rawfit.RawField{Num: 5, Base: rawfit.Uint8, Data: []byte{1}},
			u32(6, at), u16(7, 65534, 7), u16(8, 0xFFFF, 3))
	}
	end := liftedAt.Add(62 * time.Minute)
	f.TimerStop(end)
	f.Session(rawfit.Fields{
		"timestamp": end, "start_time": liftedAt, "total_elapsed_time": 3720.0, "total_timer_time": 3720.0, "sport": 10, "sub_sport": 20,
	})
	return f.Activity(rawfit.Fields{"timestamp": end, "total_timer_time": 3720.0, "num_sessions": 1}).Bytes()
}

func logged() []liftstest.Session {
	return []liftstest.Session{
		{
			Start: time.Date(2026, 5, 3, 18, 5, 0, 0, time.UTC), Min: 65, Name: "Push", Note: "Good",
			Sets: []liftstest.Set{
				{Exercise: "Bench Press (Barbell)", Kg: 82.5, Reps: 8, RPE: 8.5}, {Exercise: "Bench Press (Barbell)", Kg: 80, Reps: 8},
			},
		},
		{
			Start: time.Date(2026, 5, 1, 7, 0, 0, 0, time.UTC), Min: 40, Name: "Legs",
			Sets: []liftstest.Set{{Exercise: "Squat (Barbell)", Kg: 100, Reps: 5}},
		},
	}
}

// TestOneSessionOfAWatchAndALog is one activity, whichever comes first and in whatever form
// the log is: with the heart rate of the watch, and with the sets of the log.
func TestOneSessionOfAWatchAndALog(t *testing.T) {
	t.Parallel()
	for name, table := range map[string][]byte{
		"hevy.csv":   liftstest.Hevy(logged(), liftstest.HevyDate, false),
		"strong.csv": liftstest.Strong(logged(), liftstest.StrongC),
	} {
		for _, order := range [][]string{{"watch.fit", name}, {name, "watch.fit"}, {""}} {
			t.Run(name+" "+order[0], func(t *testing.T) {
				t.Parallel()
				b := wayBench(t)
				dir := t.TempDir()
				for file, data := range map[string][]byte{name: table, "watch.fit": watched()} {
					if err := os.WriteFile(filepath.Join(dir, file), data, 0o600); err != nil {
						t.Fatal(err)
					}
				}
				for i, file := range order {
					b.take(t, "run"+string(rune('1'+i)), filepath.Join(dir, file))
					follow(t, b)
				}
				b.twice(t, dir)
				rows := b.rows(t)
				if len(rows) != 2 {
					t.Fatalf("%d activities, want 2", len(rows))
				}
				push := rows[0]
				if !push.Start.Equal(liftedAt) || push.Sport != training.Strength || push.Name != "Push" || push.Description != "Good" ||
					len(push.Sets) != 2 || push.Sets[0].LoadKg != 82.5 || push.Sets[0].RPE != 8.5 {
					t.Errorf("%+v", push.Activity)
				}
				if recs, err := b.db.Recordings(t.Context(), storetest.Export(me), push.ID); err != nil || len(recs) != 1 ||
					len(recs[0].Recording.Sets) != 3 {
					t.Error(recs, err)
				}
				if legs := rows[1]; len(legs.Sets) != 1 || legs.Sets[0].Exercise != "Squat (Barbell)" || legs.LocalDay.String() != "2026-05-01" {
					t.Errorf("%+v", legs.Activity)
				}
			})
		}
	}
}

// TestALogIsUndone leaves the watch's own sets.
func TestALogIsUndone(t *testing.T) {
	t.Parallel()
	b := wayBench(t)
	dir := t.TempDir()
	for file, data := range map[string][]byte{"hevy.csv": liftstest.Hevy(logged(), liftstest.HevyDate, false), "watch.fit": watched()} {
		if err := os.WriteFile(filepath.Join(dir, file), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b.take(t, "watch", filepath.Join(dir, "watch.fit"))
	b.take(t, "log", filepath.Join(dir, "hevy.csv"))
	if err := b.db.Write(t.Context(), func(tx *store.Tx) error { return tx.RemoveRun(me, "log") }); err != nil {
		t.Fatal(err)
	}
	follow(t, b)
	rows := b.rows(t)
	if len(rows) != 1 || len(rows[0].Sets) != 3 || rows[0].Sets[0].Exercise != "" || rows[0].Sets[0].Reps != 11 {
		t.Errorf("%+v", rows)
	}
}
