package document

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Collection groups documents of one kind.
type Collection string

// The collections, with the types of their bodies.
const (
	Wellness     Collection = "wellness"      // training.WellnessDay; the id is the day
	Events       Collection = "event"         // training.CalendarEvent
	Workouts     Collection = "workout"       // training.LibraryWorkout
	Folders      Collection = "folder"        // training.WorkoutFolder, without its workouts
	CustomItems  Collection = "custom_item"   // training.CustomItem
	Reminders    Collection = "gear_reminder" // training.GearReminder
	Routes       Collection = "route"         // training.Route
	Goals        Collection = "goal"          // training.Goal
	Segments     Collection = "segment"       // training.Segment, of the athlete's own
	Digests      Collection = "digest"        // training.Digest; the id is the activity's
	PrivacyZones Collection = "privacy_zone"  // training.PrivacyZone; never shown to an assistant
	Records      Collection = "record"        // training.PersonalRecord, of a service
	// SportSettings are those of a service, training.SportSettings.
	SportSettings Collection = "sport_settings"
	// Profiles hold the services' words on the athlete, training.Profile, by
	// the athlete's reference there.
	Profiles Collection = "profile"
	// What services compute by rules of their own, each by its reference or day:
	// training.Rated, training.FitnessDay, and what they only say that there is,
	// training.Withheld.
	Rated    Collection = "rated"
	Fitness  Collection = "fitness"
	Withheld Collection = "withheld"
	// Drawn are the intervals of an activity as the athlete drew them at a
	// service, training.Drawn, by the activity's reference there.
	Drawn Collection = "drawn_intervals"
	// OwnStreams are those of an activity that the athlete defined at a service,
	// training.OwnStreams, by the activity's reference there.
	OwnStreams Collection = "own_streams"
	// GearTotals holds a service's counts of gear, training.GearTotals, by the id of the gear here.
	GearTotals Collection = "gear_totals"
	// DatedThresholds holds thresholds taken over from activities,
	// training.DatedThresholds; the id is the service.
	DatedThresholds Collection = "dated_thresholds"
	// Pairs hold decisions about two recordings; package importing/match has their bodies.
	Pairs Collection = "pair"
	// The texts of the coach, each training.TextVersion; a log's id is its day.
	// TextVersions holds all that they ever were, by package coach/memory.
	TrainingPlans Collection = "training_plan"
	Memory        Collection = "coach_memory"
	SessionLogs   Collection = "session_log"
	TextVersions  Collection = "text_version"
	Personas      Collection = "persona"
	CoachPages    Collection = "coach_page"
	// BodyMarks are how regions of the body were, training.BodyMark, by day.
	BodyMarks Collection = "body_mark"
)

// Document is one thing with its layers.
type Document struct {
	ID   string
	Days training.DayRange // the zero range if it is about no days
	Said []Said            // by the name of the source
	// Own is the athlete's layer, nil for none.
	Own json.RawMessage
}

// OfFiles is the source of what files of the athlete's say, which is no service.
const OfFiles = "file"

// Said is the layer of one source.
type Said struct {
	Source string
	AsOf   time.Time
	Body   json.RawMessage
}

// Show lays the layers of a document over each other: sources that are not
// named in best first, then those of best from its last to its first, and
// the athlete's own words on top. A field, or a key of a map, that a layer
// does not have shows through from below.
func Show[T any](d Document, best ...string) (T, error) {
	var v T
	if err := show(d.Bodies(best...), &v); err != nil {
		return v, sqlitedb.Damaged(err)
	}
	return v, nil
}

// ShowSaid shows the layer of one source alone, without those over and under it.
func ShowSaid[T any](s Said) (T, error) { return Show[T](Document{Said: []Said{s}}) }

// Bodies are the layers of a document as [Show] lays them over each other, the
// lowest first.
func (d Document) Bodies(best ...string) []json.RawMessage {
	if len(d.Said) == 1 && d.Own == nil { // as most are
		return []json.RawMessage{d.Said[0].Body}
	}
	said := slices.Clone(d.Said)
	rank := func(s Said) int {
		if i := slices.Index(best, s.Source); i >= 0 {
			return i
		}
		return len(best)
	}
	slices.SortStableFunc(said, func(a, b Said) int { return rank(b) - rank(a) })
	var out []json.RawMessage
	for _, s := range said {
		out = append(out, s.Body)
	}
	if d.Own != nil {
		out = append(out, d.Own)
	}
	return out
}

// Own is the athlete's layer of a document: an empty one says nothing.
type Own struct {
	Fields  json.RawMessage   `json:"fields,omitempty"`
	Days    training.DayRange `json:"days,omitzero"` // in place of those of the sources
	Deleted bool              `json:"deleted,omitempty"`
}

// check refuses what could not be read again.
func (o Own) check() error {
	if len(o.Fields) == 0 {
		return checkDays(o.Days)
	}
	if !isObject(o.Fields) {
		return training.Errorf(training.KindInternal, "The fields of a document are a JSON object.")
	}
	return checkDays(o.Days)
}

func isObject(b []byte) bool {
	return json.Valid(b) && bytes.HasPrefix(bytes.TrimLeft(b, " \t\r\n"), []byte("{"))
}

func checkDays(r training.DayRange) error {
	if r.To < r.From {
		return training.Errorf(training.KindInvalid, "%s is before %s.", r.To, r.From).
			WithFix("Give an end on or after the start.")
	}
	return nil
}
