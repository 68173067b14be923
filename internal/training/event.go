package training

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// CalendarEvent is one entry of the athlete's calendar: something planned, a
// race, a note, time off. Marks that a device sets in a recording are [Event]s.
// An empty field means unknown.
type CalendarEvent struct {
	// ID is the id of the event in its calendar.
	ID string `json:"id,omitempty"`
	// ExternalID is our own id of the event at a service. It identifies an
	// event that was created twice.
	ExternalID string        `json:"external_id,omitempty"`
	Category   EventCategory `json:"category"`
	Name       string        `json:"name"`
	// Description of a workout is its text in the service's workout language.
	Description string `json:"description,omitempty"`

	// Start is the athlete's wall clock time "2006-01-02T15:04:05" without a
	// zone, at midnight if only the day is meant; End is exclusive and empty
	// for an event of one day.
	Start LocalTime `json:"start_local"`
	End   LocalTime `json:"end_local,omitempty"`

	Sport    Sport  `json:"sport,omitempty"`
	SubSport string `json:"sub_sport,omitempty"`
	Indoor   bool   `json:"indoor,omitempty"`

	// The planned amounts of a workout or a race.
	MovingTimeS float64 `json:"moving_time_s,omitempty"`
	DistanceKm  float64 `json:"distance_km,omitempty"`
	Load        float64 `json:"load,omitempty"`
	WorkKJ      float64 `json:"work_kj,omitempty"`
	AboveFTPKJ  float64 `json:"work_above_ftp_kj,omitempty"`
	Intensity   float64 `json:"intensity_factor,omitempty"`
	// The planned intake: carbohydrate in g and fluid in ml, both per hour.
	CarbsGPerH  float64 `json:"carbs_g_per_h,omitempty"`
	FluidMLPerH float64 `json:"fluid_ml_per_h,omitempty"`
	// Target is the measure to follow: power, hr, pace or empty for automatic.
	Target string `json:"target,omitempty"`
	// Structure is the workout as the service understood Description; it is
	// read, never written.
	Structure Structure `json:"structure,omitzero"`

	// The amounts of a weekly or daily target.
	LoadTarget       float64 `json:"load_target,omitempty"`
	TimeTargetS      float64 `json:"time_target_s,omitempty"`
	DistanceTargetKm float64 `json:"distance_target_km,omitempty"`
	ForWeek          bool    `json:"for_week,omitempty"`

	// The athlete's time, according to a note.
	Availability Availability `json:"training_availability,omitempty"`
	MaxTimeS     float64      `json:"max_training_time_s,omitempty"`

	// The values of a setting of the fitness model (set_eftp, set_fitness,
	// fitness_days).
	FTPW    float64 `json:"ftp_w,omitempty"`
	CTL     float64 `json:"ctl,omitempty"`
	ATL     float64 `json:"atl,omitempty"`
	CTLDays float64 `json:"ctl_days,omitempty"`
	ATLDays float64 `json:"atl_days,omitempty"`

	Color             string   `json:"color,omitempty"`
	Tags              []string `json:"tags,omitempty"`
	ShowAsNote        bool     `json:"show_as_note,omitempty"`
	ShowOnFitnessLine bool     `json:"show_on_ctl_line,omitempty"`
	NotOnFitnessChart bool     `json:"not_on_fitness_chart,omitempty"`
	HideFromAthlete   bool     `json:"hide_from_athlete,omitempty"`
	CannotEdit        bool     `json:"athlete_cannot_edit,omitempty"`

	// Plan is the training plan that the event came from.
	Plan PlanRef `json:"plan,omitzero"`
	// DoneBy is the activity that the calendar itself pairs with the event.
	DoneBy string `json:"done_by,omitempty"`
	// PushErrors name the devices or services that rejected the workout.
	PushErrors []string  `json:"push_errors,omitempty"`
	CreatedBy  string    `json:"created_by,omitempty"`
	Updated    time.Time `json:"updated,omitzero"`
	// Rest holds further fields of the event in its calendar. It is sent back
	// if the event is created again, and is shown to nobody.
	Rest json.RawMessage `json:"rest,omitempty"`
}

// PlanRef says which workout of which plan an event came from.
type PlanRef struct {
	ID      string    `json:"id,omitempty"`
	Name    string    `json:"name,omitempty"`
	Workout string    `json:"workout_id,omitempty"`
	Applied time.Time `json:"applied,omitzero"`
	// Published is a fingerprint of the published session. It shows whether
	// anybody has changed the event.
	Published string `json:"published,omitempty"`
	// Asked is a fingerprint of the session's values then, without its words.
	Asked string `json:"asks,omitempty"`
	// Words is a fingerprint of its words then.
	Words string `json:"words,omitempty"`
}

// WordsMark returns a fingerprint of the words of an event, so that a reader
// who may not see the words can tell whether they changed. It ignores the
// amount of white space.
func WordsMark(text string) string {
	return Fingerprint([]byte(strings.Join(strings.Fields(text), " ")))
}

// Fingerprint returns 16 hexadecimal digits that change with b: the first eight
// bytes of its SHA-256. It tells versions apart and keeps no secret.
func Fingerprint(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// EventCategory is the category of a calendar entry.
type EventCategory string

// The categories of events.
const (
	EventWorkout     EventCategory = "workout"
	EventRaceA       EventCategory = "race_a"
	EventRaceB       EventCategory = "race_b"
	EventRaceC       EventCategory = "race_c"
	EventNote        EventCategory = "note"
	EventTarget      EventCategory = "target"
	EventPlan        EventCategory = "plan" // a phase of an annual plan
	EventHoliday     EventCategory = "holiday"
	EventSick        EventCategory = "sick"
	EventInjured     EventCategory = "injured"
	EventSetFTP      EventCategory = "set_eftp"
	EventFitnessDays EventCategory = "fitness_days"
	EventSeasonStart EventCategory = "season_start"
	EventSetFitness  EventCategory = "set_fitness"
)

// EventCategories lists the categories in the order in which they are shown.
func EventCategories() []EventCategory {
	return []EventCategory{
		EventWorkout, EventRaceA, EventRaceB, EventRaceC, EventNote, EventTarget, EventPlan,
		EventHoliday, EventSick, EventInjured, EventSetFTP, EventFitnessDays, EventSeasonStart, EventSetFitness,
	}
}

// Race reports whether the event is a race.
func (c EventCategory) Race() bool { return c == EventRaceA || c == EventRaceB || c == EventRaceC }

// Away reports whether the event is time off: a holiday, an illness, an injury.
func (c EventCategory) Away() bool { return c == EventHoliday || c == EventSick || c == EventInjured }

// Availability is how much the athlete can train.
type Availability string

// The availabilities.
const (
	AvailableAsUsual Availability = "normal"
	AvailableLimited Availability = "limited"
	Unavailable      Availability = "unavailable"
)

// LocalTime is a wall clock time without a zone, "2006-01-02T15:04:05".
type LocalTime string

const localLayout = "2006-01-02T15:04:05"

// LocalTimeOf returns the local time of t.
func LocalTimeOf(t time.Time) LocalTime { return LocalTime(t.Format(localLayout)) }

// ParseLocalTime reads a date, or a date with a time of day, without a zone.
func ParseLocalTime(s string) (LocalTime, error) {
	for _, layout := range []string{localLayout, "2006-01-02T15:04", dayLayout} {
		if t, err := time.Parse(layout, s); err == nil {
			return LocalTimeOf(t), nil
		}
	}
	return "", Errorf(KindInvalid, "%q is not a date or a local time.", s).
		WithFix("Write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS, without a zone: it is the athlete's own clock.")
}

// In returns the instant at which a clock in loc shows t; the zero time if t is
// empty.
func (t LocalTime) In(loc *time.Location) time.Time {
	at, err := time.ParseInLocation(localLayout, string(t), loc)
	if err != nil {
		return time.Time{}
	}
	return at
}

// Day returns the calendar day of t, which must not be empty.
func (t LocalTime) Day() Day { return DayOf(t.In(time.UTC)) }

// Day is a calendar day without a time zone, counted from 1970-01-01. It is
// the athlete's day, never the server's.
type Day int32

const dayLayout = "2006-01-02"

// DayOf returns the calendar day that t has in its own location.
func DayOf(t time.Time) Day {
	y, m, d := t.Date()
	return NewDay(y, m, d)
}

// NewDay returns the day with that date; out-of-range values normalise as in
// [time.Date].
func NewDay(y int, m time.Month, d int) Day {
	return Day(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// ParseDay reads YYYY-MM-DD.
func ParseDay(s string) (Day, error) {
	t, err := time.Parse(dayLayout, s)
	if err != nil {
		return 0, Errorf(KindInvalid, "%q is not a date.", s).WithFix("Write dates as YYYY-MM-DD.")
	}
	return DayOf(t), nil
}

func (d Day) String() string { return d.Time(time.UTC).Format(dayLayout) }

// Time returns the first instant of the day in loc, which on a day that skips
// midnight is the first instant after it.
func (d Day) Time(loc *time.Location) time.Time {
	u := time.Unix(int64(d)*86400, 0).UTC()
	return time.Date(u.Year(), u.Month(), u.Day(), 0, 0, 0, 0, loc)
}

// Weekday returns the day of the week. Day 0 was a Thursday.
func (d Day) Weekday() time.Weekday { return time.Weekday(((int(d)+int(time.Thursday))%7 + 7) % 7) }

// WeekStart returns the last day on or before d that falls on first.
func (d Day) WeekStart(first time.Weekday) Day {
	return d - Day((int(d.Weekday())-int(first)+7)%7)
}

// MonthStart returns the first day of d's month.
func (d Day) MonthStart() Day {
	t := d.Time(time.UTC)
	return NewDay(t.Year(), t.Month(), 1)
}

// YearStart returns the first of January of d's year.
func (d Day) YearStart() Day { return NewDay(d.Time(time.UTC).Year(), time.January, 1) }

// MarshalText writes YYYY-MM-DD.
func (d Day) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads YYYY-MM-DD.
func (d *Day) UnmarshalText(b []byte) error {
	v, err := ParseDay(string(b))
	if err != nil {
		return err
	}
	*d = v
	return nil
}

// DayRange is a span of days, both ends included.
type DayRange struct{ From, To Day }

// Days returns the number of days in r, 0 if it is empty.
func (r DayRange) Days() int { return max(0, int(r.To-r.From)+1) }

// Past returns r without the days after today. A range that has not begun yet
// stays as it is.
func (r DayRange) Past(today Day) DayRange {
	if r.From <= today {
		r.To = min(r.To, today)
	}
	return r
}

// Contains reports whether d is in r.
func (r DayRange) Contains(d Day) bool { return r.From <= d && d <= r.To }

func (r DayRange) String() string { return r.Say(fmt.Sprintf) }

// Say returns the range as a part of a sentence, "from to to", translated by
// say.
func (r DayRange) Say(say func(format string, args ...any) string) string {
	return say("%s to %s", r.From, r.To)
}

// BodyMark is the athlete's or the coach's mark of a region of the body.
type BodyMark struct {
	Region string         `json:"region"` // an id of package coach/bodymap
	By     BodyMarkAuthor `json:"by"`
	Date   Day            `json:"date"`
	// PainLevel goes from 0, none, to 10, the worst imaginable.
	PainLevel *int   `json:"pain,omitempty"`
	Kind      string `json:"kind,omitempty"` // pain, soreness, …
	Note      string `json:"note,omitempty"`
	// Cleared is the first day on which the mark no longer applies.
	Cleared *Day `json:"cleared,omitempty"`
}

// BodyMarkAuthor is the author of a mark.
type BodyMarkAuthor string

// The authors of body marks. The marks of one never replace those of the other.
const (
	MarkedByAthlete BodyMarkAuthor = "athlete" // who feels it
	MarkedByCoach   BodyMarkAuthor = "coach"   // who watches it
)

// OwnStreams holds the streams of an activity that the athlete defined at a
// service, by code.
type OwnStreams struct {
	Ref    string `json:"ref"`    // "intervals:i55"
	Source string `json:"source"` // "intervals"
	Day    Day    `json:"date"`
	// Version changes if the activity's streams change.
	Version string `json:"version,omitempty"`
	// Streams are by the code that the athlete gave them.
	Streams map[string]OwnStream `json:"streams,omitempty"`
}

// OwnStream is one such stream. Both lists have an element for each second with
// a value.
type OwnStream struct {
	Name   string    `json:"name,omitempty"`
	TimeS  []int32   `json:"time_s"` // seconds of the activity
	Values []float64 `json:"values"`
}

// TextKind is the kind of a coach's text, and the name of its collection.
type TextKind string

// The kinds of texts.
const (
	TextTrainingPlan TextKind = "training_plan"
	TextMemory       TextKind = "coach_memory"
	TextSessionLog   TextKind = "session_log"
	TextPersona      TextKind = "persona"
	TextPage         TextKind = "coach_page"
)

// CoachText is a text that another program kept for the athlete.
type CoachText struct {
	Of   TextKind
	ID   string
	Body string
}

// Remark is a coach's remark on one activity in another program.
type Remark struct {
	Ref      string    // "service:123"
	Start    time.Time // zero if it is not known
	ElapsedS float64   // 0 if it is not known
	Digest   string    // empty for none
	Notes    []string
}
