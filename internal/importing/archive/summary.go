package archive

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// row is one activity in a table of summaries.
type row struct {
	ActivityID      float64 `json:"activityId"`
	Name            string  `json:"name"`
	Description     string  `json:"description"`
	ActivityType    string  `json:"activityType"`
	SportType       string  `json:"sportType"`
	BeginTimestamp  millis  `json:"beginTimestamp"`
	StartTimeGMT    millis  `json:"startTimeGmt"`
	StartTimeLocal  millis  `json:"startTimeLocal"` // in ms, shifted to local time
	Duration        float64 `json:"duration"`       // ms
	ElapsedDuration float64 `json:"elapsedDuration"`
	MovingDuration  float64 `json:"movingDuration"`
	Distance        float64 `json:"distance"` // cm
	ElevationGain   float64 `json:"elevationGain"`
	ElevationLoss   float64 `json:"elevationLoss"`
	AvgHR           float64 `json:"avgHr"`
	MaxHR           float64 `json:"maxHr"`
	AvgPower        float64 `json:"avgPower"`
	MaxPower        float64 `json:"maxPower"`
	Parent          bool    `json:"parent"`
	WorkoutRPE      float64 `json:"workoutRpe"` // ten times the value
	EventTypeID     float64 `json:"eventTypeId"`
}

// summary describes one activity of the archive. Its Entry is always set.
type summary struct {
	start    time.Time
	elapsedS float64
	said     training.Statement
	sport    training.Sport // used for an activity without a recording
}

// summaries holds the summaries of an archive, sorted by start.
type summaries []summary

// page is one table of summaries, with the ids that no earlier table contains.
type page struct {
	entry listing.Entry
	ids   []string
	err   error
}

const raceEvent = 1

// summary converts a row. ok is false if the row is the total of other activities or has no start.
func (r *row) summary(gear map[string][]string) (s summary, ok bool) {
	s.start = r.StartTimeGMT.Time
	if s.start.IsZero() {
		s.start = r.BeginTimestamp.Time
	}
	const exact = 1 << 53
	if r.Parent || r.ActivityType == multisport || s.start.IsZero() || !(r.ActivityID >= 1 && r.ActivityID < exact) {
		return s, false
	}
	id := number(r.ActivityID)
	sport, sub := kindOf(r.ActivityType)
	s.said = training.Statement{
		Ref: GarminSource + ":" + id, Sport: sport, SubSport: sub,
		Name:        textclean.Line(r.Name, textclean.NameRunes),
		Description: textclean.Text(r.Description, textclean.TextRunes),
		Race:        r.EventTypeID == raceEvent,
		Entry:       r.entry(s.start),
	}
	if named := gear[id]; len(named) > 0 {
		s.said.GearID, s.said.MoreGear = named[0], named[1:]
	}
	if v := r.WorkoutRPE / 10; v >= 1 && v <= 10 {
		s.said.PerceivedExertion = v
	}
	s.elapsedS = s.said.Entry.ElapsedS
	s.sport = cmp.Or(sport, sportOfEntry(r.ActivityType, r.SportType))
	return s, true
}

// entry returns the values of a row for an activity without a recording.
func (r *row) entry(start time.Time) *training.Entry {
	const perKM, perM, perS = 1e5, 100, 1000
	e := training.Entry{Start: start, TimerS: positive(r.Duration) / perS, ElapsedS: positive(r.ElapsedDuration) / perS}
	if offset, ok := r.offset(); ok {
		e.Start = start.In(time.FixedZone("", offset))
	}
	if e.TimerS == 0 {
		e.TimerS = e.ElapsedS
	}
	e.ElapsedS = max(e.ElapsedS, e.TimerS)
	km, movingS := positive(r.Distance)/perKM, positive(r.MovingDuration)/perS
	speed := 0.0
	if t := cmp.Or(movingS, e.TimerS); t > 0 {
		speed = km / t * 3600
	}
	for _, f := range []struct {
		m training.Metric
		v float64
	}{
		{training.MetricDistanceKM, km},
		{training.MetricMovingTimeS, movingS},
		{training.MetricAvgSpeedKMH, speed},
		{training.MetricElevationGainM, positive(r.ElevationGain) / perM},
		{training.MetricElevationLossM, positive(r.ElevationLoss) / perM},
		{training.MetricAvgHRBpm, positive(r.AvgHR)},
		{training.MetricMaxHRBpm, positive(r.MaxHR)},
		{training.MetricAvgPowerW, positive(r.AvgPower)},
		{training.MetricMaxPowerW, positive(r.MaxPower)},
	} {
		if f.v > 0 {
			e.Values = e.Values.Put(f.m, f.v)
		}
	}
	return &e
}

// offset returns local time minus UTC in seconds, or false if it is not plausible.
func (r *row) offset() (int, bool) {
	if r.StartTimeLocal.IsZero() || r.StartTimeGMT.IsZero() {
		return 0, false
	}
	const quarter = 15 * time.Minute
	d := r.StartTimeLocal.Sub(r.StartTimeGMT.Time).Round(time.Second)
	return int(d.Seconds()), d%quarter == 0 && d.Abs() <= 14*time.Hour
}

func positive(v float64) float64 {
	if v > 0 && !math.IsInf(v, 0) {
		return v
	}
	return 0
}

func (s summaries) index() summaries {
	sorted := slices.Clone(s)
	slices.SortStableFunc(sorted, func(a, b summary) int { return cmp.Or(a.start.Compare(b.start), cmp.Compare(a.said.Ref, b.said.Ref)) })
	return sorted
}

// startTolerance is the maximum difference between the start times of a summary and its file.
const startTolerance = 5 * time.Second

// of returns the statement on the activity that began at the same time as a recording.
// If two devices recorded at that time, the similarity of the duration decides.
func (s summaries) of(r *training.Recording) *training.Statement {
	from := sort.Search(len(s), func(i int) bool { return !s[i].start.Before(r.Start.Add(-startTolerance)) })
	var best *summary
	least := math.Inf(1)
	for i := from; i < len(s) && !s[i].start.After(r.Start.Add(startTolerance)); i++ {
		if d := s[i].start.Sub(r.Start).Abs().Seconds() + math.Abs(s[i].elapsedS-r.ElapsedS); d < least {
			best, least = &s[i], d
		}
	}
	if best == nil {
		return nil
	}
	said := best.said
	said.Entry = nil // the recording has better values
	return &said
}

// offsetAt returns the athlete's UTC offset at a time, taken from the nearest
// activity. ok is false if there is none within three days.
func (s summaries) offsetAt(t time.Time) (loc *time.Location, ok bool) {
	const near = 72 * time.Hour
	i := sort.Search(len(s), func(i int) bool { return !s[i].start.Before(t) })
	least := near
	for _, j := range []int{i - 1, i} {
		if j < 0 || j >= len(s) {
			continue
		}
		if d := s[j].start.Sub(t).Abs(); d <= least && s[j].said.Entry.Start.Location() != time.UTC {
			loc, ok, least = s[j].said.Entry.Start.Location(), true, d
		}
	}
	return loc, ok
}

const multisport = "multi_sport"

// kindOf parses a type of activity. Some types have a suffix for a later version or for winter
// sports. For an unknown type it returns no sport, so that the recording's sport is kept.
func kindOf(word string) (training.Sport, string) {
	w := strings.ToLower(strings.TrimSpace(word))
	for _, ending := range []string{"_v2", "_v3", "_ws"} {
		w = strings.TrimSuffix(w, ending)
	}
	sport, sub, _ := training.ParseKind(w)
	return sport, sub
}

// sportOfEntry returns the sport of an activity that has no recording.
func sportOfEntry(words ...string) training.Sport {
	for _, w := range words {
		if sport, ok := training.ParseSport(w); ok {
			return sport
		}
	}
	for _, w := range words {
		if kept := wordOf(w); kept != training.Other {
			return kept
		}
	}
	return training.Other
}

// recordRow is a personal record. Its type determines the meaning of its value.
type recordRow struct {
	ActivityID float64 `json:"activityId"`
	Value      float64 `json:"value"`
	Start      string  `json:"prStartTimeGMT"`
	Type       string  `json:"personalRecordType"`
	Current    *bool   `json:"current"`
}

// recordNameRunes is the maximum length of a record's name in runes.
const recordNameRunes = 40

// record converts a row. ok is false if the record has been beaten, or if it is
// neither a time over a distance nor a distance.
func (r *recordRow) record() (p training.PersonalRecord, ok bool) {
	p.Name = textclean.Line(r.Type, recordNameRunes)
	at, err := time.Parse("Mon Jan 02 15:04:05 MST 2006", r.Start)
	if err != nil || r.Current != nil && !*r.Current {
		return p, false
	}
	p.At = at.UTC()
	if r.ActivityID >= 1 {
		p.Ref = GarminSource + ":" + number(r.ActivityID)
	}
	words := strings.Fields(strings.ToLower(p.Name))
	if len(words) < 2 {
		return p, false
	}
	switch last := words[len(words)-1]; {
	case last == "run", strings.HasSuffix(last, "marathon"): // such as "Half Marathon" or "Best Half-Marathon"
		p.Sport = training.Running
	case last == "ride", last == "cycle":
		p.Sport = training.Cycling
	case last == "swim":
		p.Sport = training.Swimming
	default:
		return p, false
	}
	switch words[0] {
	case "best", "fastest", "half":
		p.DurationS = positive(r.Value)
	case "farthest", "longest":
		p.DistanceM = positive(r.Value)
	}
	return p, p.DurationS > 0 || p.DistanceM > 0
}
