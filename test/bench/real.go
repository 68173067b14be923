package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/derive"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// The amounts of data that a real home has and a plain one has not.
const (
	withheldShare   = 6 // one of so many activities is withheld by its service
	effortsARide    = 40
	secondDeviceOf  = 10 // one of so many activities with all rows has a second device's recording
	loggedDays      = 2000
	journalEntries  = 5000
	ratingService   = "intervals"
	withheldService = "strava"
)

// likeReal adds what years with services, a coach and segments leave in a home.
func (m *maker) likeReal(tx *store.Tx) error {
	return errors.Join(m.putWithheld(tx), m.newestEfforts(tx), m.logs(tx), m.journal(tx))
}

// putWithheld writes the activities about which a service says only that they exist.
func (m *maker) putWithheld(tx *store.Tx) error {
	for i := range m.withheld {
		day := m.today - training.Day(i*historyYears*daysPerYear/m.withheld)
		ref := fmt.Sprintf("%s:%d", withheldService, i)
		err := m.say(tx, document.Withheld, ref, training.DayRange{From: day, To: day}, training.Withheld{
			Ref: ref, Source: withheldService, Day: day, StartLocal: training.LocalTime(day.String() + "T06:30:00"),
			Reason: "The service provides this activity only to its own app.",
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// newestEfforts writes the efforts of rides over many segments.
func (m *maker) newestEfforts(tx *store.Tx) error {
	for n, id := range m.ids {
		var names []string
		var efforts []training.SegmentEffort
		for k := range effortsARide {
			i := (n + 5*k) % ownSegments
			from := float64(60 * k)
			names = append(names, segmentID(i))
			efforts = append(efforts, training.SegmentEffort{
				Segment: segmentID(i), Activity: id, FromS: from, ToS: from + 390 + float64((n*k)%97), TimerS: 390,
				Values: training.Values{training.MetricAvgPowerW: 240, training.MetricAvgHRBpm: 158, training.MetricAvgSpeedKMH: 17},
			})
		}
		if err := tx.PutSegmentEfforts(athleteID, id, names, efforts); err != nil {
			return err
		}
	}
	return nil
}

// logs writes a log for each of many days with a coach.
func (m *maker) logs(tx *store.Tx) error {
	for i := range loggedDays {
		day := m.today - training.Day(i)
		d := memory.Draft{
			Kind: memory.SessionLog, ID: day.String(), Author: training.ByAssistant, At: day.Time(time.UTC),
			Body: fmt.Sprintf("# %s\n\n## 18:00\n\nAgreed on day %d: two easy hours, then strength. Sleep was fine, the knee is quiet.\n", day, i),
		}
		if _, _, err := d.Put(tx, athleteID); err != nil {
			return err
		}
	}
	return nil
}

// journal writes the entries of thousands of writes of an assistant, oldest first.
func (m *maker) journal(tx *store.Tx) error {
	body := json.RawMessage(fmt.Sprintf(`{"targets":{"wellness:%s":"0"},"before":%q}`, m.today, fmt.Sprintf("%0600d", 0)))
	for i := range journalEntries {
		err := tx.PutJournal(store.JournalEntry{
			ID: fmt.Sprintf("j%06d", i), Athlete: athleteID, At: m.today.Time(time.UTC).Add(time.Duration(i-journalEntries) * 5 * time.Hour),
			Face: "mcp", Tool: "update_wellness", Summary: fmt.Sprintf("Write number %d changed a day.", i), Forward: body, Inverse: body,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// secondDevice adds a watch's recording of a ride, which gives nothing that the first lacks.
func (m *maker) secondDevice(tx *store.Tx, i int, act training.Activity, rec training.Recording) (derive.Link, error) {
	id := training.RecordingID(fmt.Sprintf("wb%09d", i))
	rec.Start = rec.Start.Add(time.Second)
	err := tx.PutRecording(athleteID, store.NewRecording{
		ID: id, Origin: store.Origin{Source: "file", FileName: string(act.ID) + "-watch.fit"}, Audience: store.EveryAudience,
		RunID: "bench", Recording: &rec,
	})
	return derive.Link{Recording: id}, errors.Join(err, tx.LinkRecording(athleteID, act.ID, id, 1, 0))
}

// rating writes what a service computed for an activity, under the activity's id there.
func (m *maker) rating(tx *store.Tx, i int, act training.Activity) error {
	ref := fmt.Sprintf("%s:i%d", ratingService, i)
	return errors.Join(tx.PutExternalID(athleteID, act.ID, ref),
		m.say(tx, document.Rated, ref, training.DayRange{From: act.LocalDay, To: act.LocalDay}, training.Rated{
			Ref: ref, Source: ratingService, Day: act.LocalDay, Sport: act.Sport, Load: math.Round(40 + float64(i%90)), Intensity: 0.7, FTPW: 240,
		}))
}

// seen writes what a service listed in the years, as syncs leave it.
func (b *run) seen(ctx context.Context, h home) error {
	return sqlitedb.Script(ctx, filepath.Join(h.path, store.FileName), fmt.Sprintf(`INSERT INTO remote_items
		(athlete, source, id, day, version, state, reason, tries, due_ms)
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i+1<%d)
		SELECT '%s', '%s', 'i'||i, %d-i/3, 'v1', iif(i%%%d=0, 'withheld', 'stored'), iif(i%%%d=0, 'The service withholds it.', ''), 0, 0 FROM n`,
		b.Activities, athleteID, ratingService, h.today, withheldShare, withheldShare))
}
