package stravatest

import (
	"slices"
	"time"
)

// Visibility is who may see an activity.
type Visibility string

// The visibilities, as the service's list has them.
const (
	Everyone  Visibility = "everyone"
	Followers Visibility = "followers_only"
	OnlyMe    Visibility = "only_me"
)

// Power is where an activity's watts come from.
type Power int

// The service estimates watts of outdoor rides without a meter.
const (
	NoPower Power = iota
	Estimated
	Metered // with nulls where the meter lost contact
)

// Activity is one activity of an athlete. What a recording holds follows from
// its fields, and is made when it is asked for.
type Activity struct {
	ID          int64
	Name        string
	Description string
	PrivateNote string
	SportType   string // type follows from it
	Start       time.Time
	Zone        string // IANA
	Seconds     int    // of its recording, pauses included
	Manual      bool   // somebody typed it in: there is no recording
	DistanceM   float64
	Indoor      bool // no GPS
	Pool        bool // no GPS, and no altitude
	Still       bool // no distance at all
	HeartRate   bool
	Power       Power
	Cadence     int // 0 is none; of one leg
	SpeedMps    float64
	LatDeg      float64
	LngDeg      float64
	Laps        int // 0 is one
	Trainer     bool
	Commute     bool
	Flagged     bool
	HideHome    bool
	Visibility  Visibility
	WorkoutType int // -1 is null
	GearID      string
	DeviceName  string
	ExternalID  string
	UploadID    int64
	Comments    []Comment
	Kudos       []string // "Kim L."
	Photos      int

	serial int // in order of making; what is random about it follows from it
	zone   *zoneInfo
	totals *totals
}

// Comment is what somebody wrote below an activity.
type Comment struct {
	ID   int64
	Text string
	By   string
	At   time.Time
}

// zoneInfo is a zone and how the service writes it.
type zoneInfo struct {
	at   *time.Location
	text string
}

// typeOf is the deprecated type of a sport, of which there are fewer.
func typeOf(sport string) string {
	switch sport {
	case "GravelRide", "MountainBikeRide":
		return "Ride"
	case "TrailRun":
		return "Run"
	case "EMountainBikeRide":
		return "EBikeRide"
	case "VirtualRow":
		return "Rowing"
	case "Badminton", "Basketball", "Cricket", "Dance", "HighIntensityIntervalTraining", "Padel", "PhysicalTherapy", "Pickleball",
		"Pilates", "Racquetball", "Squash", "TableTennis", "Tennis", "Volleyball":
		return "Workout"
	}
	if slices.Contains(knownSports(), sport) {
		return sport
	}
	return "Workout"
}

// AddActivity gives an athlete an activity, as a device or the website would:
// an old start is a late upload. It is listed by its start, and told to the
// webhook. Its id is given if it has none.
func (s *Server) AddActivity(athlete int64, a Activity) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.add(s.athletes[athlete], &a)
}

func (s *Server) add(m *Athlete, a *Activity) int64 {
	if a.ID == 0 {
		a.ID = s.activityID()
	}
	s.serials++
	a.serial = s.serials
	if a.Visibility == "" {
		a.Visibility = Everyone
	}
	if a.Zone == "" {
		a.Zone = m.Zone
	}
	a.Start = a.Start.UTC().Truncate(time.Second)
	m.insert(a)
	s.tellActivity(m, a, "create", nil)
	return a.ID
}

func (s *Server) activityID() int64 {
	if s.options.HugeIDs {
		return 1<<63 - 2_000_000 + s.next()
	}
	return 17_123_456_789 + s.next()
}

// EditActivity changes an activity as the website does.
func (s *Server) EditActivity(athlete, id int64, f func(*Activity)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.athletes[athlete]
	for _, a := range m.Activities {
		if a.ID == id {
			s.edit(m, a, f)
		}
	}
}

// edit tells the webhook what the service tells of: title, type and private.
func (s *Server) edit(m *Athlete, a *Activity, f func(*Activity)) {
	before := *a
	f(a)
	a.totals = nil
	changes := Doc{}
	if a.Name != before.Name {
		changes["title"] = a.Name
	}
	if typeOf(a.SportType) != typeOf(before.SportType) {
		changes["type"] = typeOf(a.SportType)
	}
	if (a.Visibility == OnlyMe) != (before.Visibility == OnlyMe) {
		changes["private"] = map[bool]string{true: "true", false: "false"}[a.Visibility == OnlyMe]
	}
	if len(changes) > 0 {
		s.tellActivity(m, a, "update", changes)
	}
}

// DeleteActivity is the athlete who deletes one; no client can.
func (s *Server) DeleteActivity(athlete, id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.athletes[athlete]
	for i, a := range m.Activities {
		if a.ID == id {
			m.Activities = append(m.Activities[:i:i], m.Activities[i+1:]...)
			s.tellActivity(m, a, "delete", nil)
			return
		}
	}
}
