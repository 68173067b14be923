package strava

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// activity is an activity, either from a list or, with more fields, requested individually.
// Numbers for which zero is a known value are pointers.
type activity struct {
	ID          id     `json:"id"`
	ExternalID  string `json:"external_id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	PrivateNote string `json:"private_note"`
	SportType   string `json:"sport_type"`
	Type        string `json:"type"` // older than sport_type
	Start       string `json:"start_date"`
	StartLocal  string `json:"start_date_local"` // local, with a meaningless Z
	Trainer     bool   `json:"trainer"`
	Commute     bool   `json:"commute"`
	Manual      bool   `json:"manual"`
	Hidden      bool   `json:"hide_from_home"`
	WorkoutType *int   `json:"workout_type"`
	GearID      string `json:"gear_id"`
	Device      string `json:"device_name"`

	MovingS    *float64 `json:"moving_time"`
	ElapsedS   *float64 `json:"elapsed_time"`
	Distance   *float64 `json:"distance"`
	GainM      *float64 `json:"total_elevation_gain"`
	HighM      *float64 `json:"elev_high"`
	LowM       *float64 `json:"elev_low"`
	AvgSpeed   *float64 `json:"average_speed"`
	MaxSpeed   *float64 `json:"max_speed"`
	AvgHR      *float64 `json:"average_heartrate"`
	MaxHR      *float64 `json:"max_heartrate"`
	AvgCadence *float64 `json:"average_cadence"` // of one leg
	AvgTemp    *float64 `json:"average_temp"`
	// Power is used only if a device measured it; otherwise it is an estimate.
	Measured *bool    `json:"device_watts"`
	AvgWatts *float64 `json:"average_watts"`
	MaxWatts *float64 `json:"max_watts"`
	WorkKJ   *float64 `json:"kilojoules"`
	Calories *float64 `json:"calories"`
	RPE      *float64 `json:"perceived_exertion"`

	Kudos    *int `json:"kudos_count"`
	Comments *int `json:"comment_count"`
}

// race reports whether the activity has one of the service's workout types for
// races, which are separate for runs and rides.
func (a *activity) race() bool {
	return a.WorkoutType != nil && (*a.WorkoutType == 1 || *a.WorkoutType == 11)
}

// sport returns the activity's sport, from the newer of the service's two fields if
// it is set.
func (a *activity) sport() (sport training.Sport, sub string) {
	word := a.SportType
	if word == "" {
		word = a.Type
	}
	if sport, sub = source.ReadSportWord(word); sub == "" && a.Trainer {
		sub = training.SubIndoor
	}
	return sport, sub
}

// clock returns the local start, or "" if there is none.
func (a *activity) clock() training.LocalTime {
	t, err := training.ParseLocalTime(strings.TrimSuffix(a.StartLocal, "Z"))
	if err != nil {
		return ""
	}
	return t
}

func (a *activity) start() time.Time {
	t, err := time.Parse(time.RFC3339, a.Start)
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}

// offsetS returns local time minus UTC at the start in seconds; it returns nil if
// one of the two is missing or they differ by more than 14 h.
func (a *activity) offsetS() *int {
	const widest = 14 * 3600
	start, clock := a.start(), a.clock()
	if start.IsZero() || clock == "" {
		return nil
	}
	s := int(clock.In(time.UTC).Sub(start) / time.Second)
	if s < -widest || s > widest {
		return nil
	}
	return &s
}

// read converts the activity.
func (a *activity) read() source.Activity {
	start, clock := a.start(), a.clock()
	out := source.Activity{
		ID: string(a.ID), Start: start, StartLocal: clock, Day: training.DayOf(start), ExternalID: a.ExternalID,
		HasStreams: !a.Manual, Device: a.Device, Kudos: a.Kudos, Comments: a.Comments,
	}
	if clock != "" {
		out.Day = clock.Day()
	}
	out.Statement = a.statement(start)
	out.Edit = source.ActivityEdit{
		Name: a.Name, Description: a.Description, Sport: out.Statement.Sport, SubSport: out.Statement.SubSport, Commute: a.Commute,
		Indoor: a.Trainer,
		GearID: a.GearID, HideFromHome: a.Hidden,
	}
	out.Version = version(&out)
	return out
}

func (a *activity) statement(start time.Time) training.Statement {
	s := training.Statement{
		Ref: Name.Ref(string(a.ID)), Name: a.Name, Description: a.Description, PrivateNote: a.PrivateNote, Race: a.race(), Commute: a.Commute,
		CaloriesKcal: max(or(a.Calories), 0),
		Entry:        &training.Entry{Start: start, ElapsedS: or(a.ElapsedS), TimerS: or(a.MovingS), Values: a.values()},
	}
	s.Sport, s.SubSport = a.sport()
	if rpe := or(a.RPE); rpe >= 1 && rpe <= 10 {
		s.PerceivedExertion = rpe
	}
	if a.GearID != "" {
		s.GearID = Name.Ref(a.GearID)
	}
	if s.Entry.ElapsedS == 0 {
		s.Entry.ElapsedS = s.Entry.TimerS
	}
	return s
}

// values returns the measured values, without those that the service weights or
// estimates by its own rules.
func (a *activity) values() training.Values {
	var v training.Values
	const milli, perHour = 1000, 1 / 3.6
	put := func(m training.Metric, x *float64, unit float64, zero bool) {
		if x != nil && (*x != 0 || zero) {
			v = v.Put(m, *x/unit)
		}
	}
	put(training.MetricMovingTimeS, a.MovingS, 1, false)
	put(training.MetricDistanceKM, a.Distance, milli, false)
	put(training.MetricElevationGainM, a.GainM, 1, a.HighM != nil)
	put(training.MetricAvgSpeedKMH, a.AvgSpeed, perHour, false)
	put(training.MetricMaxSpeedKMH, a.MaxSpeed, perHour, false)
	put(training.MetricAvgHRBpm, a.AvgHR, 1, false)
	put(training.MetricMaxHRBpm, a.MaxHR, 1, false)
	put(training.MetricAvgCadenceRPM, a.AvgCadence, 1, false)
	put(training.MetricAvgTempC, a.AvgTemp, 1, true)
	put(training.MetricCaloriesKcal, a.Calories, 1, false)
	if a.Measured != nil && *a.Measured {
		put(training.MetricAvgPowerW, a.AvgWatts, 1, true)
		put(training.MetricMaxPowerW, a.MaxWatts, 1, false)
		put(training.MetricWorkKJ, a.WorkKJ, 1, false)
	}
	return v
}

func or(x *float64) float64 {
	if x == nil {
		return 0
	}
	return *x
}

// version returns a hash of everything that is read from the service.
func version(a *source.Activity) string {
	text, err := json.Marshal(struct {
		Said   training.Statement
		Day    training.Day
		Device string
	}{a.Statement, a.Day, a.Device})
	if err != nil { // the numbers were decoded from JSON, so this cannot happen
		return ""
	}
	return training.Fingerprint(text)
}

const (
	// mostRows is the maximum number of rows on a page.
	mostRows = 200
	// farthest is the maximum difference between a local clock and UTC.
	farthest = 14 * time.Hour
)

// ListActivities returns a page, newest first. A short page need not be the last one: the
// list ends with an empty page, or with one that is older than the requested days.
func (c *Client) ListActivities(ctx context.Context, q source.ActivityQuery) (source.ActivityPage, error) {
	page, err := pageOf(q.After)
	if err != nil {
		return source.ActivityPage{}, err
	}
	before := (q.Days.To + 1).Time(time.UTC).Add(farthest)
	rows, err := client.Ask[[]activity](ctx, c.api, request{Op: opActivities, Query: url.Values{
		"before": {strconv.FormatInt(before.Unix(), 10)}, "page": {strconv.Itoa(page)}, "per_page": {strconv.Itoa(size(q.Limit))},
	}})
	if err != nil || len(rows) == 0 {
		return source.ActivityPage{}, err
	}
	var out source.ActivityPage
	oldest := time.Time{}
	for i := range rows {
		if start := rows[i].start(); oldest.IsZero() || start.Before(oldest) {
			oldest = start
		}
		if !isID(rows[i].ID) {
			return source.ActivityPage{}, c.api.NotAsDescribed(opActivities, nil)
		}
		if a := rows[i].read(); q.Days.Contains(a.Day) {
			out.Activities = append(out.Activities, a)
		}
	}
	slices.SortStableFunc(out.Activities, func(a, b source.Activity) int { return b.Start.Compare(a.Start) })
	if oldest.After(q.Days.From.Time(time.UTC).Add(-farthest)) {
		out.Next = strconv.Itoa(page + 1)
	}
	return out, nil
}

// size returns the number of rows to request, at most mostRows.
func size(limit int) int { return min(cmp.Or(max(limit, 0), mostRows), mostRows) }

// pageOf returns the page number of a cursor, or that of the first page if there is none.
func pageOf(after string) (int, error) {
	if after == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(after)
	if err != nil || n < 2 {
		return 0, training.Errorf(training.KindInvalid, "%q is not a page number of %s.", after, title).
			WithFix("Give the cursor from the end of the previous page, or none.")
	}
	return n, nil
}

// one returns one complete activity and remembers it.
func (c *Client) one(ctx context.Context, text string) (activity, error) {
	if err := ours(text); err != nil {
		return activity{}, err
	}
	a, err := client.Ask[activity](ctx, c.api, request{Op: opActivity, At: []string{text}})
	if err == nil && a.ID != id(text) {
		err = c.api.NotAsDescribed(opActivity, nil)
	}
	if err != nil {
		return activity{}, err
	}
	c.mu.Lock()
	c.last = &a
	c.mu.Unlock()
	return a, nil
}

// lately returns an activity, from memory if it was the last one requested.
func (c *Client) lately(ctx context.Context, text string) (activity, error) {
	c.mu.Lock()
	last := c.last
	c.mu.Unlock()
	if last != nil && last.ID == id(text) {
		return *last, nil
	}
	return c.one(ctx, text)
}

// Activities returns the existing activities with the given ids, using one request
// for each.
func (c *Client) Activities(ctx context.Context, ids ...string) ([]source.Activity, error) {
	var out []source.Activity
	for _, one := range ids {
		a, err := c.one(ctx, one)
		if f, failed := source.FailureOf(err); failed && f.Fault == source.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, a.read())
	}
	return out, nil
}
