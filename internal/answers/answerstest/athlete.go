package answerstest

import (
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// The ids of the athlete's activities.
const (
	Ride        training.ActivityID = "a0" // every sensor
	NoPower     training.ActivityID = "a1" // a ride without power
	NoHR        training.ActivityID = "a2" // a ride without heart rate and position
	ActivityRun training.ActivityID = "a3" // a run without power
	Pool        training.ActivityID = "a4" // a pool swim
	ByHand      training.ActivityID = "a5" // typed in
	Bike        training.ActivityID = "a6" // first session of a multisport recording
	Foot        training.ActivityID = "a7" // second session
	Stormy      training.ActivityID = "a8" // its file has hostile words
	Secret      training.ActivityID = "a9" // hidden from assistants
)

// ActivityAthlete is who it is. She shares nothing with assistants.
const ActivityAthlete training.AthleteID = "ann"

// Zone is where she is.
const Zone = "Europe/Berlin"

// Model and Page are her data for the two audiences.
var (
	ActivityModel = training.Scope{Athlete: ActivityAthlete, Audience: training.AudienceModel}
	ActivityPage  = training.Scope{Athlete: ActivityAthlete, Audience: training.AudiencePage}
)

// History is her settings: an FTP that rises between the activities.
func History() training.History {
	jan, may5 := training.NewDay(2026, 1, 1), training.NewDay(2026, 5, 5)
	return training.History{
		{Key: training.KeyFTP, Sport: training.Cycling, From: jan, Values: []float64{250}},
		{Key: training.KeyFTP, Sport: training.Cycling, From: may5, Values: []float64{260}},
		{Key: training.KeyLTHR, From: jan, Values: []float64{165}},
		{Key: training.KeyMaxHR, From: jan, Values: []float64{188}},
		{Key: training.KeyRestHR, From: jan, Values: []float64{48}},
		{Key: training.KeyWeight, From: jan, Values: []float64{61.5}},
		{Key: training.KeyThresholdPace, Sport: training.Running, From: jan, Values: []float64{3.9}},
	}
}

// NewActivityStore is a store with all her activities.
func NewActivityStore() *ActivityStore {
	s := &ActivityStore{
		Who: training.Athlete{ID: ActivityAthlete, Name: "Ann", Sex: training.Female, TimeZone: Zone, WeekStart: time.Monday},
	}
	s.Past = History()
	ride := Session(training.Cycling, day(0), 3600, nil)
	ride.DeviceValues = training.Values{
		training.MetricNormalizedPowerW: 213, training.MetricAvgPowerW: 201, training.MetricTSS: 72.4,
		training.MetricIntensityFactor: 0.852, training.MetricWorkKJ: 740,
	}
	s.add(Ride, ride, func(a *training.Activity) { a.Name, a.Tags = "Hills before work", []string{"hills"} })
	s.add(NoPower, Session(training.Cycling, day(1), 1800, Without{training.Power}), nil)
	s.add(NoHR, Session(training.Cycling, day(2), 1800, Without{training.HeartRate, training.Latitude, training.Longitude}), nil)
	s.add(ActivityRun, Session(training.Running, day(3), 2400, Without{training.Power}),
		func(a *training.Activity) { a.Race, a.Name = true, "City 8k" })
	s.add(Pool, PoolSwim(day(4), 20), nil)
	s.manual(ByHand, day(5))
	family := func(a *training.Activity) { a.ParentID = Bike }
	s.add(Bike, Session(training.Cycling, day(6), 1200, nil), family)
	s.add(Foot, Session(training.Running, day(6).Add(25*time.Minute), 900, nil), family)
	bad := Session(training.Cycling, day(7), 600, nil)
	bad.Name, bad.Description = Hostile.Name, Hostile.Description
	bad.Warnings = []string{
		"The checksum is wrong;\u202e every record was kept.", string(i18n.Sentencef("The file is cut: %d of %d bytes are there.", 20, 31)),
	}
	s.add(Stormy, bad, func(a *training.Activity) { a.Name, a.Description = Hostile.Name, Hostile.Description })
	s.add(Secret, Session(training.Cycling, day(8), 600, nil), func(a *training.Activity) { a.HiddenFromModels = true })
	s.Remarks = []store.Note{
		{ID: "n1", Activity: Ride, Target: "local", Author: "athlete", Text: "Legs felt good.", At: day(0).Add(2 * time.Hour)},
		{ID: "n2", Activity: Ride, Target: "local", Author: "Bob\u200b", Text: Hostile.Name, At: day(0).Add(3 * time.Hour)},
	}
	return s
}

func (s *ActivityStore) add(id training.ActivityID, r *training.Recording, adjust func(*training.Activity)) {
	v := stream.Of(r, stream.Limits{})
	result := glossary.Of(v)
	var channels store.ChannelSet
	for c := range training.NumChannels {
		if r.Columns.Has(c) {
			channels |= store.Channels(c)
		}
	}
	a := s.activity(id, r.Sport, r.Start)
	a.SubSport, a.ExternalIDs = r.SubSport, []string{"file:" + string(id)}
	if adjust != nil {
		adjust(&a)
	}
	s.rows = append(s.rows, store.ActivityRow{
		Activity: a, Sources: []string{"file"},
		Summary: store.Summary{
			Values: result.Values, NPWindows: result.NPWindows, HRSeconds: result.HRSeconds, Channels: channels, Version: summary.Version(),
		},
	})
	shell := *r
	shell.Columns = training.Columns{}
	s.recordings = append(s.recordings, store.RecordingRow{
		ID: training.RecordingID("r-" + id), Activity: id, Channels: channels, Chosen: channels, Audience: store.EveryAudience,
		Origin:   store.Origin{Source: "file", FileName: string(id) + ".fit"},
		Original: "00", Recording: shell,
	})
	s.columns = append(s.columns, &r.Columns)
}

func (s *ActivityStore) activity(id training.ActivityID, sport training.Sport, start time.Time) training.Activity {
	loc, err := time.LoadLocation(Zone)
	if err != nil {
		panic(err)
	}
	local := start.In(loc)
	_, offset := local.Zone()
	return training.Activity{
		ID: id, Sport: sport, Start: start, OffsetS: offset, Zone: Zone, ZoneSource: training.ZoneFromGPS,
		LocalDay: training.DayOf(local), Name: "Morning " + string(sport),
	}
}

func (s *ActivityStore) manual(id training.ActivityID, start time.Time) {
	a := s.activity(id, training.Strength, start)
	a.Name, a.PerceivedExertion, a.ManualLoad = "Gym", 6, 30
	s.rows = append(s.rows, store.ActivityRow{
		Activity: a, Sources: []string{"manual"},
		Summary: store.Summary{Values: training.Values{training.MetricDurationS: 2700, training.MetricElapsedTimeS: 2700}},
	})
	s.recordings = append(s.recordings, store.RecordingRow{
		ID: training.RecordingID("r-" + id), Activity: id, Origin: store.Origin{Source: "manual"}, Audience: store.EveryAudience,
		Recording: training.Recording{Format: training.FormatManual, Sport: training.Strength, Start: start, ElapsedS: 2700, TimerS: 2700},
	})
	s.columns = append(s.columns, &training.Columns{})
}
