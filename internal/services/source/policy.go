package source

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Policy describes what a service's terms allow us to do with its rows. Code must check the
// policy, never the service's name. The zero value allows nothing.
type Policy struct {
	// Retention is how long a row may be kept after it was fetched; Forever
	// means that the athlete decides.
	Retention time.Duration
	// Audiences lists the audiences that may see its rows.
	Audiences []training.Audience
	// Joined is set if rows may be merged with those of other sources, and used
	// in computations together with them.
	Joined bool
	// DeletedOnDisconnect is set if its rows must be deleted with the connection.
	DeletedOnDisconnect bool
	// Acknowledge is the text to which the athlete must agree before anything is
	// fetched; it is empty if there is none.
	Acknowledge string
	// AcknowledgeAssistants is the text to which the athlete must also agree before
	// an assistant sees the rows; it is empty if there is none.
	AcknowledgeAssistants string
	// TextVersion is the version of both texts. Athletes who agreed to a different
	// version are asked again.
	TextVersion string
	// Attribution is the text that must be shown together with its rows.
	Attribution i18n.Sentence
	// Source is the address of these terms, AsOf the date on which they were read.
	Source string
	AsOf   string
}

// Forever is the retention of rows that are kept until the athlete deletes them.
const Forever time.Duration = 1<<63 - 1

// MayShow reports whether an audience may see the service's rows.
func (p Policy) MayShow(a training.Audience) bool {
	for _, x := range p.Audiences {
		if x == a {
			return true
		}
	}
	return false
}

// Place is the place where the rows of a service may be stored.
type Place uint8

// The places: in the store with other data for as long as the athlete wants, or
// in a separate database for as long as the terms allow.
const (
	Nowhere Place = iota
	Limited
	Kept
)

// Place returns where the service's rows may be stored: with all data, in the
// limited store, or nowhere.
func (p Policy) Place() Place {
	switch {
	case p.Retention == Forever && p.Joined:
		return Kept
	case p.Retention > 0 && p.Retention < Forever:
		return Limited
	}
	return Nowhere
}

// MayStay returns an error if rows may not be in the store with other data for as
// long as the athlete wants. It must be called before anything is written there.
func (p Policy) MayStay(of Name) error {
	if p.Place() == Kept {
		return nil
	}
	return training.Errorf(training.KindForbidden, "The terms of %s do not allow its data to be kept with other data.", of)
}

// Open reports whether every audience may see the rows. Values that have no audience of
// their own, such as thresholds taken from a service, may only come from such rows.
func (p Policy) Open() bool { return len(p.HiddenFrom()) == 0 }

// HiddenFrom returns the audiences that may not see the rows.
func (p Policy) HiddenFrom() (all []training.Audience) {
	for _, a := range []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport} {
		if !p.MayShow(a) {
			all = append(all, a)
		}
	}
	return all
}

// Expired reports whether a fetched row must have been deleted by now. If fetched
// is after now, the clock was ahead and the row's age is unknown.
func (p Policy) Expired(fetched, now time.Time) bool {
	return p.Retention != Forever && (fetched.After(now) || !now.Before(fetched.Add(p.Retention)))
}

// Agreement records the terms of a service to which an athlete agreed by typing. It
// contains nothing from the service.
type Agreement struct {
	// Own makes the rows visible on the athlete's own page and command line, and
	// Assistants also to assistants.
	Own        Agreed `json:"own,omitzero"`
	Assistants Agreed `json:"assistants,omitzero"`
}

// Agreed is the time of an agreement and the version of its text; the zero
// value means never.
type Agreed struct {
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// to reports whether the athlete agreed to the current text.
func (a Agreed) to(p Policy) bool { return !a.At.IsZero() && a.Text == p.TextVersion }

// MayFetch reports whether anything may be requested from the service.
func (p Policy) MayFetch(g Agreement) bool { return p.Acknowledge == "" || g.Own.to(p) }

// Opens reports whether an audience may see the rows of an athlete who agreed to g.
// Exports never contain limited rows.
func (p Policy) Opens(g Agreement, a training.Audience) bool {
	switch {
	case !p.MayShow(a) || !p.MayFetch(g) || p.Place() != Kept && a == training.AudienceExport:
		return false
	case a == training.AudienceModel && p.AcknowledgeAssistants != "":
		return g.Assistants.to(p)
	}
	return true
}

// kinds maps words for sports to ours. If several have the same meaning here,
// we write the first.
var kinds = []struct {
	word  string
	sport training.Sport
	sub   string
}{
	{"Ride", training.Cycling, ""},
	{"VirtualRide", training.Cycling, training.SubVirtual},
	{"GravelRide", training.Cycling, training.SubGravel},
	{"MountainBikeRide", training.Cycling, training.SubMountain},
	{"TrackRide", training.Cycling, training.SubTrack},
	{"Ride", training.Cycling, training.SubRoad},
	{"Cyclocross", training.Cycling, "cyclocross"},
	{"EBikeRide", training.Cycling, "e_bike"},
	{"EMountainBikeRide", training.Cycling, "e_bike_mountain"},
	{"Handcycle", training.Cycling, "handcycle"},
	{"Velomobile", training.Cycling, "velomobile"},
	{"Run", training.Running, ""},
	{"TrailRun", training.Running, training.SubTrail},
	{"VirtualRun", training.Running, training.SubVirtual},
	{"Swim", training.Swimming, ""},
	{"Swim", training.Swimming, training.SubPool},
	{"OpenWaterSwim", training.Swimming, training.SubOpenWater},
	{"Walk", training.Walking, ""},
	{"Hike", training.Hiking, ""},
	{"Rowing", training.Rowing, ""},
	{"VirtualRow", training.Rowing, training.SubVirtual},
	{"Kayaking", training.Paddling, "kayaking"},
	{"Canoeing", training.Paddling, "canoeing"},
	{"StandUpPaddling", training.Paddling, "stand_up"},
	{"NordicSki", training.CrossCountry, ""},
	{"VirtualSki", training.CrossCountry, training.SubVirtual},
	{"RollerSki", training.CrossCountry, "roller_ski"},
	{"BackcountrySki", training.CrossCountry, "backcountry"},
	{"AlpineSki", training.AlpineSki, ""},
	{"Snowboard", training.AlpineSki, "snowboard"},
	{"InlineSkate", training.Skating, "inline"},
	{"IceSkate", training.Skating, "ice"},
	{"WeightTraining", training.Strength, ""},
	{"Yoga", training.Yoga, ""},
	{"Pilates", training.Yoga, "pilates"},
	{"Workout", training.Fitness, ""},
	{"Crossfit", training.Fitness, "crossfit"},
	{"HighIntensityIntervalTraining", training.Fitness, "hiit"},
	{"Elliptical", training.Fitness, "elliptical"},
	{"StairStepper", training.Fitness, "stair_stepper"},
	{"Transition", training.Transition, ""},
	{"Other", training.Other, ""},
}

// plain lists words that mean a sport as a whole and need no entry in kinds.
var plain = []string{
	"Badminton", "Basketball", "Cricket", "Dance", "Golf", "Hockey", "Kitesurf",
	"Padel", "PhysicalTherapy", "Pickleball", "Racquetball", "Rugby",
	"RockClimbing", "Sail", "Skateboard", "Snowshoe",
	"Soccer", "Squash", "Surfing", "TableTennis", "Tennis", "Volleyball", "WaterSport", "Wheelchair", "Windsurf",
}

// ReadSportWord converts a word to a sport and sub-sport. An unknown word
// becomes the sport.
func ReadSportWord(word string) (training.Sport, string) {
	for _, k := range kinds {
		if k.word == word {
			return k.sport, k.sub
		}
	}
	if word == "" {
		return "", ""
	}
	return training.Sport(snake(word)), ""
}

// WriteSportWord returns a service's word for a sport, or "" if there is none. not
// lists words that the service does not have.
func WriteSportWord(sport training.Sport, sub string, not ...string) string {
	for _, k := range kinds {
		if k.sport == sport && k.sub == sub && !slices.Contains(not, k.word) {
			return k.word
		}
	}
	for _, k := range kinds { // without the sub-sport, which has no word
		if k.sport == sport && !slices.Contains(not, k.word) {
			return k.word
		}
	}
	i := slices.IndexFunc(plain, func(w string) bool { return snake(w) == string(sport) && !slices.Contains(not, w) })
	if i < 0 {
		return ""
	}
	return plain[i]
}

// snake converts "RockClimbing" to "rock_climbing".
func snake(word string) string {
	var b strings.Builder
	for i, r := range word {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// StatisticsReader reads a service's own statistics about the athlete's training,
// to be shown next to ours.
type StatisticsReader interface {
	// Statistics returns the statistics for the period, as the service defines it,
	// that contains the given day.
	Statistics(ctx context.Context, day training.Day) (Statistics, error)
}

// Statistics holds the statistics that a service computes over all sports. Missing values
// are nil.
type Statistics struct {
	Period string // "2026"
	Totals StatisticsTotals
	Months []StatisticsMonth
	// Milestones counts the activities that reached certain distances.
	Milestones []Milestone
	Bests      []StatisticsBest
}

// StatisticsTotals holds sums over the period.
type StatisticsTotals struct {
	Activities, DistanceKm, DurationS, ElevationGainM, CaloriesKcal, AvgSpeedKmh, TSS *float64
}

// StatisticsMonth is a month of the period.
type StatisticsMonth struct {
	Month                             string // "2026-01"
	Activities, DistanceKm, DurationS *float64
}

// Milestone is a distance with the number of activities that reached it.
type Milestone struct {
	DistanceKm float64 `json:"distance_km"`
	Activities int     `json:"activities"`
}

// StatisticsBest is an all-time best.
type StatisticsBest struct {
	// Metric is one of our names, which include the unit, or the service's own
	// word, in which case the unit is unknown.
	Metric     string
	Value      float64
	ActivityID string // the service's own id, or empty if it gives none
	// Start is the time of the best, on the athlete's clock.
	Start training.LocalTime
}

// StreamRows returns the indices of the time stream whose time is not before
// the previous one. It returns an error for a time that is too large.
func StreamRows(times []*float64) (rows []int, err error) {
	last := 0.0
	for i, t := range times {
		switch {
		case t == nil || *t < last:
			continue
		case *t > math.MaxInt32/2:
			return nil, errTime
		}
		last = *t
		rows = append(rows, i)
	}
	return rows, nil
}

var errTime = training.Errorf(training.KindCorrupt, "The recording's times are not in seconds.")

// Numbers parses a stream; an empty string contains no numbers.
func Numbers(data json.RawMessage) ([]*float64, error) {
	if len(data) == 0 {
		return nil, nil
	}
	var list []*float64
	err := json.Unmarshal(data, &list)
	return list, err
}

// FillStream copies a stream to a channel. Rows beyond the stream's end, and
// impossible values, remain missing.
func FillStream(c *training.Columns, ch training.Channel, list []*float64, rows []int) {
	for row, i := range rows {
		if i >= len(list) || list[i] == nil {
			continue
		}
		x := math.Round(*list[i] * ch.Scale())
		if math.Abs(x) <= math.MaxInt32 && (ch != training.Latitude || math.Abs(*list[i]) <= 90) { // anything else is not a measurement
			c.Put(ch, row, int32(x))
		}
	}
}

// WebhookSubscriber is a service that calls one of our addresses when something changes.
type WebhookSubscriber interface {
	// Subscribe makes the service call an address. The service first verifies
	// it with a request that contains the word. It returns the subscription's
	// id.
	Subscribe(ctx context.Context, callback, word string) (id string, err error)
	// Unsubscribe ends a subscription. A subscription that does not exist counts as ended.
	Unsubscribe(ctx context.Context, id string) error
	// ReadEvent parses a service's message; ok is false if it is not an event.
	ReadEvent(body []byte) (e WebhookEvent, ok bool)
}

// EventKind is the kind of change on a service.
type EventKind int

// The kinds of events. Unknown kinds are ignored.
const (
	EventUnknown EventKind = iota
	EventActivityMade
	EventActivityChanged
	EventActivityDeleted
	EventAccessEnded // the athlete withdrew access on the service
)

// WebhookEvent is a change reported by a service. It may come late, twice, out
// of order, or never.
type WebhookEvent struct {
	Kind         EventKind
	Subscription string
	Owner        string // the service's id of the athlete
	ID           string // id of the thing
}
