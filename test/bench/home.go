package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"lapkeep/internal/coach/generate"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/derive"
	"lapkeep/internal/importing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// athleteID is the default athlete of commands.
const athleteID training.AthleteID = "me"

const (
	zoneName     = "Europe/Zurich"
	historyYears = 20
	daysPerYear  = 365
	// wholeColumns is how many of the latest activities have all their rows.
	// The others have only the first extractRows, so that the store is made
	// quickly but has a realistic number of rows.
	wholeColumns = 200
	extractRows  = 120
	groupSize    = 250
	// The activities of a day start within these hours.
	firstStart  = 5 * time.Hour
	dayOfStarts = 17 * time.Hour
)

// home is the generated store.
type home struct {
	path  string
	today training.Day
	rides []training.Day        // their days, in order
	ids   []training.ActivityID // the latest ones, with all their rows
}

// makeHome writes a store of activities over 20 years, as an import and derive
// would leave it, except for the original files.
func (b *run) makeHome(ctx context.Context) (err error) {
	if b.Home != "" {
		if _, err := os.Stat(filepath.Join(b.Home, store.FileName)); err == nil {
			b.home = home{path: b.Home, today: training.DayOf(b.Now().UTC())}
			for i := max(0, b.Activities-wholeColumns); i < b.Activities; i++ {
				b.home.ids = append(b.home.ids, activityID(i))
			}
			return nil
		}
	}
	b.Report(fmt.Sprintf("making a store of %d activities", b.Activities))
	b.home, err = b.build(ctx, cmp.Or(b.Home, b.path("home")), b.Activities, false)
	if err == nil && b.Real {
		err = b.seen(ctx, b.home)
	}
	return err
}

// build makes a store. A store of rides alone also has thresholds of one day
// only, so that a change of one affects every ride.
func (b *run) build(ctx context.Context, path string, activities int, rides bool) (home, error) {
	h := home{path: path, today: training.DayOf(b.Now().UTC())}
	db, err := store.Open(ctx, store.Options{Home: h.path, Now: b.Now})
	if err != nil {
		return h, err
	}
	zone, err := time.LoadLocation(zoneName)
	if err != nil {
		return h, errors.Join(err, db.Close())
	}
	m := &maker{
		zone: zone, home: &h, varier: varier{derive.NewCurves()}, templates: templates(h.today), total: activities, ofRides: rides, real: b.Real,
		withheld: cmp.Or(b.Withheld, activities/withheldShare), rng: rand.New(rand.NewPCG(1, 3)),
	} //nolint:gosec // generated data
	if rides {
		m.templates = slices.DeleteFunc(m.templates, func(t template) bool { return t.recording.Sport != training.Cycling })
	}
	err = m.write(ctx, db)
	if err == nil {
		err = importing.New(db, importing.Options{Now: b.Now}).Follow(ctx, db)
	}
	if err == nil {
		_, err = derive.Follow(ctx, db, nil) // what Follow joined of two devices
	}
	return h, errors.Join(err, db.Close())
}

// maker makes activities and remembers values for later questions.
type maker struct {
	*home
	varier
	templates []template
	total     int
	withheld  int
	ofRides   bool
	real      bool
	zone      *time.Location
	rng       *rand.Rand
}

func (m *maker) write(ctx context.Context, db *store.DB) error {
	if err := db.Write(ctx, m.athlete); err != nil {
		return err
	}
	for from := 0; from < m.total; from += groupSize {
		err := db.Write(ctx, func(tx *store.Tx) error {
			for i := from; i < min(from+groupSize, m.total); i++ {
				if err := m.activity(tx, i); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if err := db.Write(ctx, m.around); err != nil {
		return err
	}
	if m.real {
		if err := db.Write(ctx, m.likeReal); err != nil {
			return err
		}
	}
	last, err := db.LastChange(ctx)
	if err != nil {
		return err
	}
	return db.Write(ctx, func(tx *store.Tx) error {
		return errors.Join(tx.SetWatermark(derive.Consumer, last, derive.Version()), tx.SetWatermark(derive.SegmentsConsumer, last,
			derive.SegmentsVersion()))
	})
}

// athlete writes the athlete, with thresholds that change now and then.
func (m *maker) athlete(tx *store.Tx) error {
	err := tx.PutAthlete(training.Athlete{
		ID: athleteID, Name: "Bench", TimeZone: zoneName, WeekStart: time.Monday, Units: training.MetricUnits,
		Sharing: training.Sharing{Position: true, Weight: true, Notes: true},
	})
	years := historyYears
	if m.ofRides {
		years = 1
	}
	for year := range years {
		from := m.today - training.Day((historyYears-year)*daysPerYear)
		for _, e := range []training.ThresholdEntry{
			{Key: training.KeyFTP, Sport: training.Cycling.Plain(), Values: []float64{230 + float64(year)}},
			{Key: training.KeyLTHR, Values: []float64{170 - float64(year)/4}},
			{Key: training.KeyThresholdPace, Sport: training.Running.Plain(), Values: []float64{3.8}},
			{Key: training.KeyWeight, Values: []float64{70}},
		} {
			e.From = from
			err = errors.Join(err, tx.PutThreshold(athleteID, e))
		}
	}
	return err
}

func activityID(i int) training.ActivityID { return training.ActivityID(fmt.Sprintf("b%09d", i)) }

// activity writes the ith activity, oldest first.
func (m *maker) activity(tx *store.Tx, i int) error {
	t := &m.templates[m.rng.IntN(len(m.templates))]
	perDay := m.total/(historyYears*daysPerYear) + 1
	day := m.today - training.Day((m.total-1-i)/perDay)
	start := day.Time(time.UTC).Add(firstStart + time.Duration(i%perDay)*dayOfStarts/time.Duration(perDay))
	id := activityID(i)
	rid := training.RecordingID(fmt.Sprintf("rb%09d", i))
	rec := *t.recording
	rec.Start = start
	if i < m.total-wholeColumns {
		rec.Columns = extract(&t.recording.Columns)
	} else {
		m.ids = append(m.ids, id)
	}
	if rec.Sport == training.Cycling {
		m.rides = append(m.rides, day)
	}
	_, offset := start.In(m.zone).Zone()
	act := training.Activity{
		ID: id, Sport: rec.Sport, SubSport: rec.SubSport, Start: start, OffsetS: offset, Zone: zoneName,
		ZoneSource: training.ZoneFromGPS, LocalDay: day, Name: t.name, GearID: gearID(i),
	}
	channels := derive.Present(&rec.Columns)
	err := errors.Join(
		tx.PutActivity(athleteID, act),
		tx.PutRecording(athleteID, store.NewRecording{
			ID: rid, Origin: store.Origin{Source: "file", FileName: string(id) + ".fit"}, Audience: store.EveryAudience,
			RunID: "bench", Recording: &rec,
		}),
		tx.LinkRecording(athleteID, id, rid, 0, channels))
	links := []derive.Link{{Recording: rid, Chosen: channels}}
	if err == nil && m.real {
		err = m.rating(tx, i, act)
		if err == nil && i%secondDeviceOf == 0 && i >= m.total-wholeColumns {
			var second derive.Link
			second, err = m.secondDevice(tx, i, act, rec)
			links = append(links, second)
		}
	}
	if err != nil {
		return err
	}
	return m.derived(tx, act, t, derive.Hash(act, links))
}

// derived writes the template's derived values, for a better or a worse day.
func (m *maker) derived(tx *store.Tx, act training.Activity, t *template, hash string) error {
	times := 0.8 + 0.3*m.rng.Float64()
	if err := tx.PutSummary(athleteID, act.ID, m.summary(t.summary, times)); err != nil {
		return err
	}
	for _, p := range t.primitives {
		p, err := m.primitive(p, times)
		if err != nil {
			return err
		}
		p.Activity, p.Day, p.InputHash = act.ID, act.LocalDay, hash
		if err := tx.PutPrimitive(athleteID, p); err != nil {
			return err
		}
	}
	return nil
}

// extract returns the first rows of columns.
func extract(c *training.Columns) training.Columns {
	n := min(extractRows, c.Len())
	out := training.Columns{TimeS: c.TimeS[:n]}
	for ch := range c.Data {
		if col := c.Data[ch]; col.Present() {
			out.Data[ch] = training.Column{Values: col.Values[:n], Valid: slices.Clone(col.Valid[:(n+63)/64])}
			if spare := n % 64; spare > 0 {
				out.Data[ch].Valid[n/64] &= 1<<spare - 1
			}
		}
	}
	return out
}

// since returns the day of the first of the latest n rides.
func (h home) since(n int) training.Day { return h.rides[max(0, len(h.rides)-n)] }

// The amounts of data besides the activities.
const (
	plannedYears = 3
	plannedAhead = 12 * 7
	gearIDs      = 6
	routes       = 40
	routePoints  = 500
	saidBy       = "garmin"
)

// around writes the other data of years of training: a wellness entry for each
// day, a calendar with workouts and races, gear, routes, charts, and segments
// with their efforts.
func (m *maker) around(tx *store.Tx) error {
	return errors.Join(m.wellness(tx), m.calendar(tx), m.gear(tx), m.routes(tx), m.charts(tx), m.plan(tx), m.library(tx), m.segments(tx))
}

func (m *maker) say(tx *store.Tx, c document.Collection, id string, days training.DayRange, body any) error {
	_, err := tx.PutStatement(athleteID, document.Statement{
		Collection: c, ID: id, Days: days, Source: saidBy, AsOf: m.today.Time(time.UTC), Body: body,
	})
	return err
}

func (m *maker) wellness(tx *store.Tx) error {
	for day := m.today - historyYears*daysPerYear; day <= m.today; day++ {
		w := training.WellnessDay{Day: day}
		wave := math.Sin(float64(day)/20) + m.rng.NormFloat64()
		for f, v := range map[training.WellnessField]float64{
			training.WellnessSleepS: 27000 + 2000*wave, training.WellnessRestingHRBpm: math.Round(48 - 2*wave),
			training.WellnessHRVRmssdMs: 65 + 8*wave, training.WellnessWeightKg: 70 + wave/2, training.WellnessSteps: math.Round(9000 + 1500*wave),
			training.WellnessFatigue: math.Round(2 + m.rng.Float64()), training.WellnessSleepScore: math.Round(75 + 5*wave),
		} {
			w.Put(f, v, saidBy)
		}
		if err := m.say(tx, document.Wellness, day.String(), training.DayRange{From: day, To: day}, w); err != nil {
			return err
		}
	}
	return nil
}

func (m *maker) calendar(tx *store.Tx) error {
	for day := m.today - plannedYears*daysPerYear; day <= m.today+plannedAhead; day += 2 {
		e := training.CalendarEvent{
			Category: training.EventWorkout, Name: "4 x 8 min",
			Description: "- 15m 60%\n\n4x\n- 8m 95%\n- 3m 55%\n\n- 10m 50%", Sport: training.Cycling,
			Start: training.LocalTime(day.String() + "T00:00:00"), MovingTimeS: 4140, Load: 72,
		}
		if day%181 < 2 {
			e = training.CalendarEvent{
				Category: training.EventRaceA, Name: "Hill race", Sport: training.Cycling,
				Start: e.Start, MovingTimeS: 7200, Load: 140,
			}
		}
		if err := m.say(tx, document.Events, eventID(day), training.DayRange{From: day, To: day}, e); err != nil {
			return err
		}
	}
	return nil
}

func eventID(day training.Day) string { return fmt.Sprintf("event-%d", day) }

// nearEvent returns the id of an event near a day.
func (h home) nearEvent(day training.Day) string {
	first := h.today - plannedYears*daysPerYear
	return eventID(day - (day-first)%2)
}

func gearID(i int) string { return fmt.Sprintf("gear-%d", i%gearIDs) }

func (m *maker) gear(tx *store.Tx) error {
	for i := range gearIDs {
		kind := training.GearBike
		if i%2 == 1 {
			kind = training.GearShoes
		}
		_, err := tx.PutStatement(athleteID, document.GearStatement(training.Gear{ID: gearID(i), Kind: kind, Name: fmt.Sprintf("Number %d", i)}))
		if err == nil && kind == training.GearBike {
			_, err = tx.PutStatement(athleteID, document.GearStatement(training.Gear{
				ID: gearID(i) + "-chain", Kind: training.GearComponent, Name: "Chain", Part: "Chain", PartOf: gearID(i), Since: m.today - 400,
			}))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func routeID(i int) string { return fmt.Sprintf("route-%d", i%routes) }

func (m *maker) routes(tx *store.Tx) error {
	for i := range routes {
		r := training.Route{Name: fmt.Sprintf("Loop %d", i), Sport: training.Cycling, DistanceKm: 25 + float64(i)}
		for p := range routePoints {
			turn := 2 * math.Pi * float64(p) / (routePoints - 1)
			altitude := 450 + 80*math.Sin(3*turn)
			r.Points = append(r.Points, training.RoutePoint{
				LatDeg: 47.3 + 0.04*math.Sin(turn) + float64(i)/1000, LonDeg: 8.5 + 0.05*math.Cos(turn), AltitudeM: &altitude,
			})
		}
		if err := m.say(tx, document.Routes, routeID(i), training.DayRange{}, r); err != nil {
			return err
		}
	}
	return nil
}

const chartID = "chart"

func (m *maker) charts(tx *store.Tx) error {
	return m.say(tx, document.CustomItems, chartID, training.DayRange{}, training.CustomItem{
		Type: "FITNESS_CHART", Name: "Form", Visibility: "PRIVATE", Content: json.RawMessage(`{"plots":[]}`),
	})
}

// plan writes a training plan of 30 weeks, half of them done.
func (m *maker) plan(tx *store.Tx) error {
	made, err := generate.Make(generate.Wish{
		Sport: generate.Triathlon, Start: m.today - 15*7, Weeks: 30, Days: 6, Hours: 12, CTL: 60,
	})
	if err != nil {
		return err
	}
	d := memory.Draft{Kind: memory.TrainingPlan, ID: "season", Body: made.Text, Author: training.ByAssistant, At: m.today.Time(time.UTC)}
	_, _, err = d.Put(tx, athleteID)
	return err
}

const (
	workouts  = 100
	workoutID = "workout-0"
	folderID  = "folder"
)

// library writes a folder of workouts.
func (m *maker) library(tx *store.Tx) error {
	if err := m.say(tx, document.Folders, folderID, training.DayRange{}, training.WorkoutFolder{Name: "Threshold"}); err != nil {
		return err
	}
	for i := range workouts {
		w := training.LibraryWorkout{
			FolderID: folderID, Name: fmt.Sprintf("4 x %d min", 5+i%15), Sport: training.Cycling, MovingTimeS: 3600, Load: 70,
			Description: "- 15m 60%\n\n4x\n- 8m 95%\n- 3m 55%\n\n- 10m 50%",
		}
		if err := m.say(tx, document.Workouts, fmt.Sprintf("workout-%d", i), training.DayRange{}, w); err != nil {
			return err
		}
	}
	return nil
}
