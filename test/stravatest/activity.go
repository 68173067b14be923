package stravatest

import (
	"fmt"
	"slices"
	"strconv"
	"time"
)

// Visibility is who may see an activity.
type Visibility string

// The visibilities, as listed by the service.
const (
	Everyone  Visibility = "everyone"
	Followers Visibility = "followers_only"
	OnlyMe    Visibility = "only_me"
)

// Power is the source of an activity's watts.
type Power int

// The service estimates watts for outdoor rides without a meter.
const (
	NoPower Power = iota
	Estimated
	Metered // with nulls while the meter lost contact
)

// Activity is one activity of an athlete. The contents of its recording depend
// on its fields, and are made on request.
type Activity struct {
	ID          int64
	Name        string
	Description string
	PrivateNote string
	SportType   string // type follows from it
	Start       time.Time
	Zone        string // IANA
	Seconds     int    // of its recording, pauses included
	Manual      bool   // entered by hand, without a recording
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

	serial int // in order of creation; random values depend on it
	zone   *zoneInfo
	totals *totals
}

// Comment is a comment on an activity.
type Comment struct {
	ID   int64
	Text string
	By   string
	At   time.Time
}

// zoneInfo is a zone and its form at the service.
type zoneInfo struct {
	at   *time.Location
	text string
}

// typeOf returns the deprecated type of a sport; there are fewer types than
// sports.
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

// AddActivity adds an activity, like a device or the website: an old start is a
// late upload. It is listed by its start, and sent to the webhook. It gets an
// id if it has none.
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

// EditActivity changes an activity, like the website.
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

// edit changes an activity and sends the webhook the changes that the service
// sends: title, type and private.
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

// DeleteActivity deletes an activity as the athlete, which no client can do.
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

// sampleKinds returns the kinds of an athlete's days, in turn.
func sampleKinds() []Activity {
	kudos := make([]string, 40)
	for i := range kudos {
		kudos[i] = fmt.Sprintf("Friend%d K.", i)
	}
	garmin := "Garmin Edge 1030"
	return []Activity{
		{ // watts with nulls, kudos and photos
			SportType: "Ride", Description: "Over the hills.\n2nd line", SpeedMps: 8.2, HeartRate: true, Power: Metered, Cadence: 88,
			WorkoutType: 10, GearID: "b12345678", DeviceName: garmin, Comments: []Comment{}, Kudos: kudos, Photos: 2,
		},
		{ // intervals on foot; the cadence is that of one leg
			SportType: "Run", SpeedMps: 3.3, HeartRate: true, Cadence: 86, WorkoutType: 3, Laps: 7, GearID: "g2345678",
			DeviceName: "Garmin Forerunner 965",
		},
		{ // indoors without GPS
			SportType: "Ride", Indoor: true, Trainer: true, SpeedMps: 9.1, HeartRate: true, Power: Metered, Cadence: 90, WorkoutType: 12,
			DeviceName: "KICKR",
		},
		{SportType: "Ride", Name: "Estimated watts", SpeedMps: 7.4, Power: Estimated, WorkoutType: -1, GearID: "b12345679", Commute: true},
		{SportType: "Swim", Pool: true, SpeedMps: 0.9, WorkoutType: -1, Laps: 12, DeviceName: "Garmin Swim 2"},
		{SportType: "GravelRide", SpeedMps: 6.1, HeartRate: true, WorkoutType: -1, Visibility: Followers, DeviceName: garmin},
		{SportType: "TrailRun", Name: "Race day", SpeedMps: 2.7, HeartRate: true, Cadence: 82, WorkoutType: 1, Visibility: Everyone},
		{SportType: "WeightTraining", Still: true, Pool: true, HeartRate: true, WorkoutType: -1, Trainer: true},
		{SportType: "Hike", Manual: true, DistanceM: 8000, WorkoutType: -1},
		{SportType: "Walk", SpeedMps: 1.4, WorkoutType: -1, HideHome: true, Visibility: Followers},
		{ // private
			SportType: "Run", Name: "Only me", SpeedMps: 3.0, HeartRate: true, WorkoutType: 0, Visibility: OnlyMe, PrivateNote: "Knee hurts",
		},
		{ // virtual, with a fictitious GPS track
			SportType: "VirtualRide", SpeedMps: 9.8, HeartRate: true, Power: Metered, Cadence: 92, WorkoutType: -1, DeviceName: "Zwift",
		},
		{SportType: "Canyoning", Name: "A sport that no document has", SpeedMps: 0.7, WorkoutType: -1, Flagged: true},
	}
}

// whole reports whether a grant includes data within privacy zones.
func (g *grant) whole() bool {
	for _, scope := range g.scopes {
		if scope == "activity:read_all" {
			return true
		}
	}
	return false
}

// summary returns an activity as in lists, without description.
func (c *call) summary(a *Activity) Doc {
	t := c.server.totalsOf(a)
	line := t.trimmed
	if c.token.grant.whole() {
		line = t.whole
	}
	d := Doc{
		"resource_state": 2, "athlete": Doc{"id": c.athlete.ID, "resource_state": 1}, "name": a.Name, "distance": t.distance,
		"moving_time": t.moving, "elapsed_time": t.elapsed, "total_elevation_gain": t.gain, "type": typeOf(a.SportType),
		"sport_type": a.SportType, "workout_type": nil, "device_name": textOrNull(a.DeviceName), "id": a.ID,
		"start_date": utc(a.Start), "start_date_local": falseUTC(a.Start, a.zone.at),
		"timezone": a.zone.text, "utc_offset": float64(offset(a.Start, a.zone.at)), "location_city": nil, "location_state": nil,
		"location_country": nil, "achievement_count": 0, "kudos_count": len(a.Kudos), "comment_count": len(a.Comments),
		"athlete_count": 1, "photo_count": 0, "map": Doc{"id": fmt.Sprintf("a%d", a.ID), "summary_polyline": line.line, "resource_state": 2},
		"trainer": a.Trainer, "commute": a.Commute, "manual": a.Manual, "private": a.Visibility == OnlyMe,
		"visibility": string(a.Visibility), "flagged": a.Flagged, "gear_id": textOrNull(a.GearID), "start_latlng": []float64{},
		"end_latlng": []float64{}, "average_speed": t.speed, "max_speed": t.maxSpeed, "has_heartrate": a.HeartRate && !a.Manual,
		"heartrate_opt_out": false, "display_hide_heartrate_option": false, "upload_id": nil, "external_id": textOrNull(a.ExternalID),
		"from_accepted_tag": false, "pr_count": 0, "total_photo_count": a.Photos, "has_kudoed": false, "hide_from_home": a.HideHome,
	}
	if a.Manual {
		d["start_latlng"], d["end_latlng"] = nil, nil
	} else if line.line != "" {
		d["start_latlng"], d["end_latlng"] = line.start, line.end
	}
	if a.WorkoutType >= 0 {
		d["workout_type"] = a.WorkoutType
	}
	if a.UploadID != 0 {
		d["upload_id"], d["upload_id_str"] = a.UploadID, strconv.FormatInt(a.UploadID, 10)
	}
	if !a.Manual {
		a.sensors(t, d)
	}
	return d
}

func offset(at time.Time, zone *time.Location) int {
	_, seconds := at.In(zone).Zone()
	return seconds
}

// sensors adds the fields that exist only if something measured them. Estimated
// power has only a mean.
func (a *Activity) sensors(t *totals, d Doc) {
	if t.hasAltitude {
		d["elev_high"], d["elev_low"] = t.high, t.low
	}
	if a.HeartRate {
		d["average_heartrate"], d["max_heartrate"] = t.heart, float64(t.maxHeart)
		d["suffer_score"] = float64(t.moving / 40)
	}
	if a.Cadence > 0 {
		d["average_cadence"] = t.cadence
	}
	switch a.Power {
	case Metered:
		d["average_watts"], d["weighted_average_watts"], d["max_watts"] = t.watts, t.weighted, t.maxWtt
		d["kilojoules"], d["device_watts"], d["average_temp"] = t.kilojoules, true, int(t.temp)
	case Estimated:
		d["average_watts"], d["kilojoules"], d["device_watts"] = t.watts, t.kilojoules, false
	}
}
