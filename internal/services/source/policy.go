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

// Policy states what a service's terms allow us to do with its rows. Code asks
// it; nobody asks for the service's name. The zero value allows nothing.
type Policy struct {
	// Retention is how long a row may be kept after it was fetched; Forever if
	// the athlete decides.
	Retention time.Duration
	// Audiences may see its rows.
	Audiences []training.Audience
	// Joined says that rows may be merged with those of other sources and
	// computed together with them.
	Joined bool
	// DeletedOnDisconnect says that its rows go with the connection.
	DeletedOnDisconnect bool
	// Acknowledge is the text that the athlete must agree to before anything is fetched; empty for none.
	Acknowledge string
	// AcknowledgeAssistants is the text that they must agree to besides before an
	// assistant sees its rows; empty for none.
	AcknowledgeAssistants string
	// TextVersion is that of both texts: whoever agreed to another is asked again.
	TextVersion string
	// Attribution is the text that must be shown wherever its rows are.
	Attribution i18n.Sentence
	// Source is where these terms are published, AsOf when they were read.
	Source string
	AsOf   string
}

// Forever is the retention of rows that stay until the athlete deletes them.
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

// Place is where the rows of a service may be stored.
type Place uint8

// The places: in the store among those of others for as long as the athlete
// wants, or in a file of their own for as long as the terms say.
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

// MayStay fails where rows may not be in the store for as long as the athlete
// wants, among those of other sources. It is called before anything is written
// there.
func (p Policy) MayStay(of Name) error {
	if p.Place() == Kept {
		return nil
	}
	return training.Errorf(training.KindForbidden, "The terms of %s do not allow its data to be kept with that of others.", of)
}

// Open reports whether everybody may see the rows. What has no audience of its
// own, such as a threshold that is taken over, is made of such rows alone.
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

// Expired reports whether a row fetched then must be gone by now. Where the
// clock was ahead, since when it is kept is not known.
func (p Policy) Expired(fetched, now time.Time) bool {
	return p.Retention != Forever && (fetched.After(now) || !now.Before(fetched.Add(p.Retention)))
}

// Agreement is what an athlete agreed to of a service's terms, by typing it. It
// holds nothing from the service.
type Agreement struct {
	// Own opens the rows to the athlete's own page and command line, Assistants
	// to assistants too.
	Own        Agreed `json:"own,omitzero"`
	Assistants Agreed `json:"assistants,omitzero"`
}

// Agreed is when a text was agreed to, and which version of it; the zero value
// is never.
type Agreed struct {
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// to reports whether this is the text that is to be agreed to now.
func (a Agreed) to(p Policy) bool { return !a.At.IsZero() && a.Text == p.TextVersion }

// MayFetch reports whether anything may be asked of the service.
func (p Policy) MayFetch(g Agreement) bool { return p.Acknowledge == "" || g.Own.to(p) }

// Opens reports whether an audience may see the rows of an athlete who agreed
// so far. No export has rows that may not stay.
func (p Policy) Opens(g Agreement, a training.Audience) bool {
	switch {
	case !p.MayShow(a) || !p.MayFetch(g) || p.Place() != Kept && a == training.AudienceExport:
		return false
	case a == training.AudienceModel && p.AcknowledgeAssistants != "":
		return g.Assistants.to(p)
	}
	return true
}

// kinds are words for sports, with ours.
// Where several share ours, the first is what we write.
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

// plain are words that are sports without rules of their own.
var plain = []string{
	"Badminton", "Basketball", "Cricket", "Dance", "Golf", "Hockey", "Kitesurf",
	"Padel", "PhysicalTherapy", "Pickleball", "Racquetball", "Rugby",
	"RockClimbing", "Sail", "Skateboard", "Snowshoe",
	"Soccer", "Squash", "Surfing", "TableTennis", "Tennis", "Volleyball", "WaterSport", "Wheelchair", "Windsurf",
}

// ReadSportWord converts a word for a sport to the sport and its kind. A word
// that is new to us becomes the sport.
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

// WriteSportWord returns the service's word for a sport, leaving out the words
// in not, which the service lacks; empty if there is none.
func WriteSportWord(sport training.Sport, sub string, not ...string) string {
	for _, k := range kinds {
		if k.sport == sport && k.sub == sub && !slices.Contains(not, k.word) {
			return k.word
		}
	}
	for _, k := range kinds { // a refinement that it does not know
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

// snake writes "RockClimbing" as "rock_climbing".
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

// StatisticsReader reads what a service itself counts of the athlete's
// training, to be shown beside ours.
type StatisticsReader interface {
	// Statistics gives those of the period of a day that the service counts by.
	Statistics(ctx context.Context, day training.Day) (Statistics, error)
}

// Statistics are the statistics that a service computes, over all sports.
// Missing values are nil.
type Statistics struct {
	Period string // "2026"
	Totals StatisticsTotals
	Months []StatisticsMonth
	// Milestones count the activities that were at least so long.
	Milestones []Milestone
	Bests      []StatisticsBest
}

// StatisticsTotals are sums over the period.
type StatisticsTotals struct {
	Activities, DistanceKm, DurationS, ElevationGainM, CaloriesKcal, AvgSpeedKmh, TSS *float64
}

// StatisticsMonth is a month of the period.
type StatisticsMonth struct {
	Month                             string // "2026-01"
	Activities, DistanceKm, DurationS *float64
}

// Milestone is a distance and how many activities reached it.
type Milestone struct {
	DistanceKm float64 `json:"distance_km"`
	Activities int     `json:"activities"`
}

// StatisticsBest is a best of all time.
type StatisticsBest struct {
	// Metric is one of our names, which has the unit, or the service's own
	// word, whose unit is not known.
	Metric     string
	Value      float64
	ActivityID string // the service's own, empty where it does not say
	// Start is when, by the clock of the athlete.
	Start training.LocalTime
}

// StreamRows returns the indices of the time stream whose time is not before
// the previous one. It fails for a time that is too large.
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

var errTime = training.Errorf(training.KindCorrupt, "The recording's times are not seconds.")

// Numbers reads a stream; of no text there are none.
func Numbers(data json.RawMessage) ([]*float64, error) {
	if len(data) == 0 {
		return nil, nil
	}
	var list []*float64
	err := json.Unmarshal(data, &list)
	return list, err
}

// FillStream copies a stream into a channel. Where it is shorter than the
// times, or has impossible values, the channel stays empty.
func FillStream(c *training.Columns, ch training.Channel, list []*float64, rows []int) {
	for row, i := range rows {
		if i >= len(list) || list[i] == nil {
			continue
		}
		x := math.Round(*list[i] * ch.Scale())
		if math.Abs(x) <= math.MaxInt32 && (ch != training.Latitude || math.Abs(*list[i]) <= 90) { // beyond, it is no measurement
			c.Put(ch, row, int32(x))
		}
	}
}

// WebhookSubscriber is a service that calls an address of ours when something
// changed there.
type WebhookSubscriber interface {
	// Subscribe has the service call an address; it asks there first, with the
	// word to prove itself. It gives the id of the subscription.
	Subscribe(ctx context.Context, callback, word string) (id string, err error)
	// Unsubscribe ends a subscription; one that is not there has ended.
	Unsubscribe(ctx context.Context, id string) error
	// ReadEvent reads what the service sends; ok is false for what is no event.
	ReadEvent(body []byte) (e WebhookEvent, ok bool)
}

// EventKind is what happened at a service.
type EventKind int

// The kinds. An unknown kind is ignored.
const (
	EventUnknown EventKind = iota
	EventActivityMade
	EventActivityChanged
	EventActivityDeleted
	EventAccessEnded // the athlete withdrew it there
)

// WebhookEvent is what a service says has happened. It may come late, twice,
// out of order, or never.
type WebhookEvent struct {
	Kind         EventKind
	Subscription string
	Owner        string // the service's id of the athlete
	ID           string // of the thing
}
