package training

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// CalendarEvent is one entry of the athlete's calendar: something planned, a race,
// a note or time off. The marks that a device writes into a recording have the type
// [Event]. An empty field means unknown.
type CalendarEvent struct {
	// ID is the id of the event in its calendar.
	ID string `json:"id,omitempty"`
	// ExternalID is Lapkeep's own id for the event on a service. With it, duplicates of an
	// event can be recognised.
	ExternalID string        `json:"external_id,omitempty"`
	Category   EventCategory `json:"category"`
	Name       string        `json:"name"`
	// Description is the text of the event. For a workout, it is written in the service's
	// workout language.
	Description string `json:"description,omitempty"`

	// Start is the athlete's wall clock time without a zone, as in "2006-01-02T15:04:05". It is
	// midnight if only the day is known. End is exclusive, and empty for an event of one day.
	Start LocalTime `json:"start_local"`
	End   LocalTime `json:"end_local,omitempty"`

	Sport    Sport  `json:"sport,omitempty"`
	SubSport string `json:"sub_sport,omitempty"`
	Indoor   bool   `json:"indoor,omitempty"`

	// These are the planned amounts of a workout or a race.
	MovingTimeS float64 `json:"moving_time_s,omitempty"`
	DistanceKm  float64 `json:"distance_km,omitempty"`
	Load        float64 `json:"load,omitempty"`
	WorkKJ      float64 `json:"work_kj,omitempty"`
	AboveFTPKJ  float64 `json:"work_above_ftp_kj,omitempty"`
	Intensity   float64 `json:"intensity_factor,omitempty"`
	// These are the planned amounts of carbohydrate in g and fluid in ml, both per hour.
	CarbsGPerH  float64 `json:"carbs_g_per_h,omitempty"`
	FluidMLPerH float64 `json:"fluid_ml_per_h,omitempty"`
	// Target is the quantity to follow: power, hr or pace; empty means automatic.
	Target string `json:"target,omitempty"`
	// Structure is the workout as the service parsed it from Description; it is
	// only read, never written.
	Structure Structure `json:"structure,omitzero"`

	// These are the amounts of a weekly or daily target.
	LoadTarget       float64 `json:"load_target,omitempty"`
	TimeTargetS      float64 `json:"time_target_s,omitempty"`
	DistanceTargetKm float64 `json:"distance_target_km,omitempty"`
	ForWeek          bool    `json:"for_week,omitempty"`

	// Availability is the time that the athlete has for training, according to a note.
	Availability Availability `json:"training_availability,omitempty"`
	MaxTimeS     float64      `json:"max_training_time_s,omitempty"`

	// These are the values that an event in the category set_eftp, set_fitness or
	// fitness_days sets in the fitness model.
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

	// Plan identifies the training plan from which the event was created.
	Plan PlanRef `json:"plan,omitzero"`
	// DoneBy is the activity that the calendar itself pairs with the event.
	DoneBy string `json:"done_by,omitempty"`
	// PushErrors list the devices or services that rejected the workout.
	PushErrors []string  `json:"push_errors,omitempty"`
	CreatedBy  string    `json:"created_by,omitempty"`
	Updated    time.Time `json:"updated,omitzero"`
	// Rest holds the remaining fields that the event has in its calendar. They are
	// sent to the service if the event is created again, and are never shown.
	Rest json.RawMessage `json:"rest,omitempty"`
}

// SessionNote is a comment on a planned session.
type SessionNote struct {
	Event  string    `json:"event_id"`
	Author string    `json:"author"` // athlete, coach or assistant
	Text   string    `json:"text"`
	At     time.Time `json:"at"`
}

// PlanRef identifies the plan from which an event was created, and the workout in that plan.
type PlanRef struct {
	ID      string    `json:"id,omitempty"`
	Name    string    `json:"name,omitempty"`
	Workout string    `json:"workout_id,omitempty"`
	Applied time.Time `json:"applied,omitzero"`
	// Published is a fingerprint of the session at the time it was published. It
	// shows whether anyone has changed the event since.
	Published string `json:"published,omitempty"`
	// Asked is a fingerprint of the session's values at that time, without its texts.
	Asked string `json:"asks,omitempty"`
	// Words is a fingerprint of the session's texts at that time.
	Words string `json:"words,omitempty"`
}

// WordsMark returns a fingerprint of an event's texts, so that a reader who may not
// see the texts can detect a change. It ignores the amount of white space.
func WordsMark(text string) string {
	return Fingerprint([]byte(strings.Join(strings.Fields(text), " ")))
}

// Fingerprint returns 16 hexadecimal digits that depend on b: the first eight bytes of
// its SHA-256. It distinguishes versions; it does not protect secrets.
func Fingerprint(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// EventCategory is the category of a calendar entry.
type EventCategory string

// These are the categories of events.
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

// Away reports whether the event is time off: a holiday, an illness or an injury.
func (c EventCategory) Away() bool { return c == EventHoliday || c == EventSick || c == EventInjured }

// Availability is how much the athlete can train.
type Availability string

// These are the availabilities.
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

// In returns the instant at which a clock in loc shows t, or the zero time if t is empty.
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

// NewDay returns the day with the given date; values out of range are normalised as in
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

// Time returns the first instant of the day in loc, which is the first instant
// after midnight if the clock skips midnight on that day.
func (d Day) Time(loc *time.Location) time.Time {
	u := time.Unix(int64(d)*86400, 0).UTC()
	return time.Date(u.Year(), u.Month(), u.Day(), 0, 0, 0, 0, loc)
}

// Weekday returns the day of the week. Day 0 was a Thursday.
func (d Day) Weekday() time.Weekday { return time.Weekday(((int(d)+int(time.Thursday))%7 + 7) % 7) }

// WeekStart returns the last day on or before d that falls on the given weekday.
func (d Day) WeekStart(first time.Weekday) Day {
	return d - Day((int(d.Weekday())-int(first)+7)%7)
}

// MonthStart returns the first day of d's month.
func (d Day) MonthStart() Day {
	t := d.Time(time.UTC)
	return NewDay(t.Year(), t.Month(), 1)
}

// YearStart returns January 1 of d's year.
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

// DayRange is a span of days that includes both ends.
type DayRange struct{ From, To Day }

// Days returns the number of days in r, or 0 if it is empty.
func (r DayRange) Days() int { return max(0, int(r.To-r.From)+1) }

// Past returns r without the days after today. A range that has not begun yet is
// returned unchanged.
func (r DayRange) Past(today Day) DayRange {
	if r.From <= today {
		r.To = min(r.To, today)
	}
	return r
}

// Contains reports whether d is in r.
func (r DayRange) Contains(d Day) bool { return r.From <= d && d <= r.To }

func (r DayRange) String() string { return r.Say(fmt.Sprintf) }

// Say returns the range as a part of a sentence, in the form "FROM to TO", translated by
// say.
func (r DayRange) Say(say func(format string, args ...any) string) string {
	return say("%s to %s", r.From, r.To)
}

// BodyMark is a mark that the athlete or the coach put on a region of the body.
type BodyMark struct {
	Region string         `json:"region"` // an id of package answers/bodymap
	By     BodyMarkAuthor `json:"by"`
	Date   Day            `json:"date"`
	// PainLevel is between 0 (none) and 10 (the worst imaginable).
	PainLevel *int   `json:"pain,omitempty"`
	Kind      string `json:"kind,omitempty"` // pain, soreness, …
	Note      string `json:"note,omitempty"`
	// Flag is the symptom that an assistant named in its own note, one of package metrics/symptom. It applies where the
	// note is not shared.
	Flag string `json:"red_flag,omitempty"`
	// Cleared is the first day on which the mark no longer applies.
	Cleared *Day `json:"cleared,omitempty"`
}

// BodyMarkAuthor is the author of a mark.
type BodyMarkAuthor string

// These are the authors of body marks. A mark never replaces one of the other author.
const (
	MarkedByAthlete BodyMarkAuthor = "athlete" // the person who feels the pain
	MarkedByCoach   BodyMarkAuthor = "coach"   // the person who observes it
)

// OwnStreams holds the values of an activity in the custom streams that the athlete defined
// on a service.
type OwnStreams struct {
	Ref    string `json:"ref"`    // "intervals:i55"
	Source string `json:"source"` // "intervals"
	Day    Day    `json:"date"`
	// Version changes if the activity's streams change.
	Version string `json:"version,omitempty"`
	// Streams is keyed by the codes that the athlete chose.
	Streams map[string]OwnStream `json:"streams,omitempty"`
}

// OwnStream is one custom stream. Both lists have one element for each second that
// has a value.
type OwnStream struct {
	Name   string    `json:"name,omitempty"`
	TimeS  []int32   `json:"time_s"` // seconds on the activity's clock
	Values []float64 `json:"values"`
}

// TextKind is the kind of a coach's text, and the name of its collection.
type TextKind string

// These are the kinds of texts.
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

// Remark is a coach's remark on one activity from another program.
type Remark struct {
	Ref      string    // "service:123"
	Start    time.Time // zero if it is not known
	ElapsedS float64   // 0 if it is not known
	Digest   string    // empty if there is none
	Notes    []string
}
