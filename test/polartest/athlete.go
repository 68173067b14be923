package polartest

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"time"

	archive "lapkeep/test/archivetest/polartest"
	"lapkeep/test/emulator"
)

// wall is local time without a zone.
const wall = "2006-01-02T15:04:05"

// Athlete holds the data of the athlete, in the order in which it comes.
type Athlete struct {
	Sessions  []*Session
	Nights    []*Night
	Recharges []*Recharge
}

// Session is a training session. File is its form in the archive, which has
// each field of the heads and of the features samples and routes.
type Session struct {
	Start time.Time // local time, said to be UTC
	Truth archive.Session
	File  []byte
}

// Night is a night's sleep, of the day on which the athlete woke. Durations are
// nil if the night was not evaluated.
type Night struct {
	Day                              string
	Start, End                       string // of the hypnogram
	Asleep, Span                     string
	Wake, REM, Light, Deep, NotKnown string
	Score, Efficiency, Interruptions float64
	Evaluated, Scored                bool
}

// Recharge is a night's recovery, of the day on which the athlete woke.
type Recharge struct {
	Day                   string
	Indicator             int
	RRI, RMSSD, Breathing int // 0 is none
}

// row is a line of an answer.
type row struct {
	at   time.Time
	text func() string
}

// OffsetS is the athlete's local time minus UTC.
const OffsetS = 2 * 3600

func (s *Server) seed() *Athlete {
	a, o := &Athlete{}, s.options
	if o.Empty {
		return a
	}
	o.Sessions, o.Nights = cmp.Or(o.Sessions, 6), cmp.Or(o.Nights, 40)
	from := s.Now().Add(-time.Duration(o.Sessions+2) * 36 * time.Hour).Truncate(24 * time.Hour).Add(5*time.Hour + 30*time.Minute)
	made := archive.Build(archive.Options{Sessions: o.Sessions, Seconds: o.Seconds, From: from, OffsetS: OffsetS})
	for n, truth := range append(slices.Clone(made.Truth.Sessions), made.Truth.Multi[0]) {
		file := made.Data(truth.File)
		if n%3 == 2 { // the watch does not know its offset
			file = bytes.ReplaceAll(file, fmt.Appendf(nil, `"timezoneOffsetMinutes":%d,`, OffsetS/60), nil)
		}
		file = bytes.ReplaceAll(file, []byte("NaN"), []byte("null")) // the archive's word is not JSON
		a.Sessions = append(a.Sessions, &Session{truth.Start.Add(OffsetS * time.Second), truth, file})
	}
	today := s.Now().Add(OffsetS * time.Second).Truncate(24 * time.Hour)
	for n := range o.Nights {
		a.addNight(today.AddDate(0, 0, -n), n)
	}
	slices.Reverse(a.Nights)
	slices.Reverse(a.Recharges)
	return a
}

// addNight adds the night before a day. The forms of its times and durations
// differ from night to night.
func (a *Athlete) addNight(day time.Time, n int) {
	end := day.Add(7 * time.Hour)
	seconds := func(s int) string { return fmt.Sprintf("%ds", s) }
	night := &Night{
		Day: day.Format(time.DateOnly), Start: end.Add(-8 * time.Hour).Format(wall), End: end.Format(wall), Span: seconds(8 * 3600),
		Wake: seconds(1800), REM: seconds(5400), Light: seconds(14400 + 60*n), Deep: seconds(7200 - 60*n), NotKnown: seconds(0),
		Asleep: seconds(27000), Score: 60 + float64(n%35) + .5, Efficiency: 93.75, Interruptions: 12, Evaluated: n%7 != 5, Scored: n%7 != 6,
	}
	if n%2 == 1 {
		night.Start, night.End = night.Start+"+02:00", night.End+"+02:00"
		night.Asleep, night.Wake = "26999.999999999s", "1800.000000001s"
	}
	a.Nights = append(a.Nights, night)
	r := &Recharge{Day: night.Day, Indicator: n%6 + 1, RRI: 1100 + n, RMSSD: 40 + n%30, Breathing: 4000 + 10*n}
	if n%4 == 3 {
		r.Breathing = 0
	}
	a.Recharges = append(a.Recharges, r)
}

func sessionRows(a *Athlete, features []string) []row {
	out := []row{}
	for _, s := range a.Sessions {
		out = append(out, row{s.Start, func() string { return s.text(features) }})
	}
	return out
}

// text returns a session with some features. Without any, it has no exercises.
func (s *Session) text(features []string) string {
	doc := emulator.Plain(s.File).(Doc)
	exercises, _ := doc["exercises"].([]any)
	if len(features) == 0 {
		delete(doc, "exercises")
	}
	for _, e := range exercises {
		for key, feature := range map[string]string{"samples": "samples", "routes": "routes", "laps": "laps", "pauseTimes": "pause-times"} {
			if !slices.Contains(features, feature) {
				delete(e.(Doc), key)
			}
		}
	}
	return string(emulator.JSON(0, doc).Body)
}

func sleepRows(a *Athlete, features []string) []row {
	out := []row{}
	for _, n := range a.Nights {
		doc := Doc{"sleepDate": n.Day}
		if slices.Contains(features, "sleep-result") {
			doc["sleepResult"] = Doc{"hypnogram": Doc{"sleepStart": n.Start, "sleepEnd": n.End}}
		}
		if slices.Contains(features, "sleep-evaluation") && n.Evaluated {
			doc["sleepEvaluation"] = Doc{
				"asleepDuration": n.Asleep, "sleepSpan": n.Span,
				"phaseDurations": Doc{"wake": n.Wake, "rem": n.REM, "light": n.Light, "deep": n.Deep, "unknown": n.NotKnown},
				"analysis":       Doc{"efficiencyPercent": n.Efficiency, "continuityIndex": 3.1, "continuityClass": 3},
				"interruptions":  n.Interruptions,
			}
		}
		if slices.Contains(features, "sleep-score") && n.Scored {
			doc["sleepScore"] = Doc{"sleepScore": n.Score}
		}
		out = append(out, dated(n.Day, doc))
	}
	return out
}

func rechargeRows(a *Athlete, _ []string) []row {
	out := []row{}
	for _, r := range a.Recharges {
		out = append(out, dated(r.Day, Doc{
			"sleepResultDate": r.Day, "recoveryIndicator": r.Indicator, "ansStatus": 1.25, "ansRate": 3, "meanNightlyRecoveryRri": r.RRI,
			"meanNightlyRecoveryRmssd": r.RMSSD, "meanNightlyRecoveryRespirationInterval": r.Breathing,
		}))
	}
	return out
}

func dated(day string, doc Doc) row {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err) // it was made here
	}
	return row{at, func() string { return string(emulator.JSON(0, doc).Body) }}
}
