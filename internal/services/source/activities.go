package source

import (
	"context"
	"encoding/json"
	"time"

	"lapkeep/internal/training"
)

// ActivityLister lists what the athlete did.
type ActivityLister interface {
	// ListActivities returns one page, newest first, of the activities whose local
	// start lies in the query's days. Paging with Next visits each activity of an
	// unchanging service at least once and ends; an activity may come twice.
	ListActivities(ctx context.Context, q ActivityQuery) (ActivityPage, error)
}

// ActivityQuery asks for a page.
type ActivityQuery struct {
	Days  training.DayRange // of the athlete, both included
	Limit int               // the most to give; 0 leaves it to the service
	// After is the Next of the page before, empty for the first.
	After string
}

// ActivityPage holds one page of activities and where the next page begins.
type ActivityPage struct {
	Activities []Activity
	Next       string // empty after the last page
}

// Activity is an activity as the service lists it.
type Activity struct {
	ID string // the service's own
	// Version differs whenever anything of the activity that is kept here
	// does: its words, its times, its file.
	Version string
	Start   time.Time // UTC
	Day     training.Day
	// StartLocal is the start by a clock at its place, empty if unknown.
	StartLocal training.LocalTime
	// ExternalID is its name at whoever brought it.
	ExternalID string
	// Statement is the service's statement on it. Entry is set even where there is a
	// recording, so that one without can be kept by it.
	Statement training.Statement
	// HasFile says that FetchRecording will have something, HasStreams that
	// FetchStreams will.
	HasFile, HasStreams bool
	// Withheld, if not empty, says in a sentence why the service shows nothing
	// but the activity's existence. It is counted and explained, never stored.
	Withheld string
	// Replaces are the ids that it has at other services: "strava:123".
	Replaces []string
	Device   string
	// Kudos and Comments are how many others gave, nil where the service does not
	// say. They are no part of Version.
	Kudos, Comments *int
	// Rated holds the service's own ratings of it, nil if there are none. It is no part of Version.
	Rated *training.Rated
	// Drawn is the version of the intervals that the athlete drew there, empty
	// where the service found them by itself. It is no part of Version.
	Drawn string
	// OwnStreams is the version of the streams that the athlete defined there,
	// empty where it has none. It is no part of Version.
	OwnStreams string
	// Found is the version of those that the service found by itself, empty
	// where the athlete drew them or it has none.
	Found string
	// Edit holds the fields that can be set, with their present values.
	Edit ActivityEdit
}

// ActivityReader reads activities by id.
type ActivityReader interface {
	// Activities gives those of ids that there are, in any order.
	Activities(ctx context.Context, ids ...string) ([]Activity, error)
}

// IntervalReader reads the intervals that the athlete drew of an activity.
type IntervalReader interface {
	// Intervals returns the intervals and their groups, without who drew them.
	Intervals(ctx context.Context, id string) (training.Drawn, error)
}

// OwnStreamKeeper reads and changes the streams of an activity that the athlete
// defined, by their codes.
type OwnStreamKeeper interface {
	OwnStreams(ctx context.Context, id string) (map[string]training.OwnStream, error)
	// SaveOwnStreams puts streams in the place of those of their codes; one
	// without values is taken away.
	SaveOwnStreams(ctx context.Context, id string, set map[string]training.OwnStream) error
}

// NamedStreamReader reads streams of an activity by the service's own names,
// those too that the service computes.
type NamedStreamReader interface {
	// NamedStreams gives what the service has of names. A name that it does not
	// know is not among the answer's streams.
	NamedStreams(ctx context.Context, id string, names []string) (NamedStreams, error)
}

// NamedStreams are the streams of an activity as a service stores them.
type NamedStreams struct {
	// Start is when their clock begins, zero if it is not said.
	Start time.Time
	// All are the names that the activity is listed with; what the service
	// computes need not be among them.
	All []string
	// Streams are by the service's names; one that holds nothing here is empty.
	Streams map[string]NamedStream
}

// NamedStream is one of them. Both lists have a place for each second that has
// a value.
type NamedStream struct {
	Units string // empty where nobody says them
	// Of says what a value is where the service has several of a second.
	Of     string
	TimeS  []int32 // seconds since the start
	Values []float64
	// Placed says that it may tell where the athlete was.
	Placed bool
	// Unread says that it came in a form that is not known here.
	Unread bool
}

// RecordingFetcher fetches recordings as files.
type RecordingFetcher interface {
	// FetchRecording gives the file the activity was made from. It fails with
	// training.KindNotFound where there is none.
	FetchRecording(ctx context.Context, id string) (File, error)
}

// File is a file with the name that the service gives it.
type File struct {
	Name string
	Body []byte
}

// StreamFetcher fetches recordings sample by sample, where there is no file.
type StreamFetcher interface {
	// FetchStreams gives what the service kept of the recording. It fails with
	// training.KindNotFound where there is nothing.
	FetchStreams(ctx context.Context, id string) (training.Recording, error)
}

// ActivityWriter changes activities at the service.
type ActivityWriter interface {
	// UpdateActivity sets the named fields to what edit holds, empty ones
	// included, and gives what the service then says.
	UpdateActivity(ctx context.Context, id string, edit ActivityEdit, fields ...ActivityField) (Activity, error)
	// DeleteActivity deletes it, recording and all.
	DeleteActivity(ctx context.Context, id string) error
}

// choosyActivityWriter is an [ActivityWriter] that does not take every change.
type choosyActivityWriter interface {
	// TakesField reports whether a field can be set.
	TakesField(f ActivityField) bool
	// DeletesActivities reports whether an activity can be deleted.
	DeletesActivities() bool
}

// TakesField reports whether a service lets a field of an activity be set.
func TakesField(s Service, f ActivityField) bool {
	c, ok := s.(choosyActivityWriter)
	return !ok || c.TakesField(f)
}

// DeletesActivities reports whether a service lets an activity be deleted.
func DeletesActivities(s Service) bool {
	c, ok := s.(choosyActivityWriter)
	return !ok || c.DeletesActivities()
}

// ActivityRestorer creates a deleted activity again.
type ActivityRestorer interface {
	// Settable gives all that can be set of an activity by the service's own
	// names, what is not set as null.
	Settable(ctx context.Context, id string) (map[string]json.RawMessage, error)
	// Set sets some of it; null empties.
	Set(ctx context.Context, id string, values map[string]json.RawMessage) error
	// Readmit lets the recording of a deleted activity be uploaded again, if
	// the service would not take it.
	Readmit(ctx context.Context, id string) error
}

// ActivityEdit holds the fields of an activity that can be set at a service.
type ActivityEdit struct {
	Name              string         `json:"name,omitempty"`
	Description       string         `json:"description,omitempty"`
	Sport             training.Sport `json:"sport,omitempty"`
	SubSport          string         `json:"sub_sport,omitempty"`
	Race              bool           `json:"race,omitempty"`
	Commute           bool           `json:"commute,omitempty"`
	Indoor            bool           `json:"indoor,omitempty"`
	Feel              int            `json:"feel,omitempty"`               // 1 strong to 5 weak, 0 not said
	PerceivedExertion float64        `json:"perceived_exertion,omitempty"` // 1 to 10, 0 not said
	Load              float64        `json:"load,omitempty"`
	CarbsG            float64        `json:"carbs_g,omitempty"`
	Tags              []string       `json:"tags,omitempty"`
	GearID            string         `json:"gear_id,omitempty"`
	PlannedEventID    string         `json:"planned_event_id,omitempty"` // the event that it is to be paired with
	IgnorePower       bool           `json:"ignore_power,omitempty"`
	IgnoreHR          bool           `json:"ignore_hr,omitempty"`
	HideFromHome      bool           `json:"hide_from_home,omitempty"` // out of the feeds of followers
}

// ActivityField names a field of [ActivityEdit].
type ActivityField string

// The fields of an edit.
const (
	FieldName              ActivityField = "name"
	FieldDescription       ActivityField = "description"
	FieldSport             ActivityField = "sport" // and SubSport
	FieldRace              ActivityField = "race"
	FieldCommute           ActivityField = "commute"
	FieldIndoor            ActivityField = "indoor"
	FieldFeel              ActivityField = "feel"
	FieldPerceivedExertion ActivityField = "perceived_exertion"
	FieldLoad              ActivityField = "load"
	FieldCarbs             ActivityField = "carbs_g"
	FieldTags              ActivityField = "tags"
	FieldGear              ActivityField = "gear_id"
	FieldPlannedEvent      ActivityField = "planned_event_id"
	FieldIgnorePower       ActivityField = "ignore_power"
	FieldIgnoreHR          ActivityField = "ignore_hr"
	FieldHideFromHome      ActivityField = "hide_from_home"
)

// ActivityUploader brings recordings to the service.
type ActivityUploader interface {
	// Upload gives the ids that the file became, none where the service took it
	// and does not show it yet; fresh is false if the service had it already. The
	// same file is one activity however often it is sent.
	Upload(ctx context.Context, f File, said Upload) (ids []string, fresh bool, err error)
}

// ManualActivityWriter makes activities that nothing recorded.
type ManualActivityWriter interface {
	// CreateManual makes activities that nothing recorded, keyed by ExternalID.
	CreateManual(ctx context.Context, entries []ManualActivity) ([]Activity, error)
}

// Upload describes a file that is uploaded.
type Upload struct {
	// Start is when the recording begins, by which some services tell whether
	// they have it.
	Start                     time.Time
	Name, Description, Device string
	ExternalID                string
	PlannedEventID            string
}

// ManualActivity is an activity that nothing recorded.
type ManualActivity struct {
	ExternalID string
	Start      training.LocalTime
	Said       training.Statement
}

// Name names a kind of service: "intervals", "strava". With a colon and the
// service's own id it makes the ids that Lapkeep accepts: "intervals:i55".
type Name string

// Ref returns the id of a thing of the service that is used everywhere:
// "name:id".
func (n Name) Ref(id string) string { return string(n) + ":" + id }

// Run returns the id of the run under which everything from the service is
// stored, so that it can be undone and redone as one.
func (n Name) Run() string { return "sync:" + string(n) }

// Service is implemented by every connected service, whatever else it can do.
// It acts for one athlete with one credential and is safe for concurrent use.
type Service interface {
	Name() Name
	Policy() Policy
	// Check asks the service whose credential this is and what it may do.
	Check(ctx context.Context) (Account, error)
}

// Revoker is a service that can revoke a credential.
type Revoker interface {
	// Revoke ends the credential there. It does nothing where it has ended already.
	Revoke(ctx context.Context) error
}

// Account is who a service says the athlete is.
type Account struct {
	ID   string
	Name string
	// SignedInAs is the user of the account that signed in, masked; empty where
	// that is none.
	SignedInAs string
	// TimeZone is the IANA zone in which the service's local dates are meant.
	TimeZone string
	// Scopes lists the credential's rights in the service's words; nil if unknown.
	Scopes []string
	// Missing are rights that were asked for and not given.
	Missing []string
	// Others are athletes that this one coaches or follows.
	Others []Other
}

// Other is an athlete whom the owner of a credential coaches or follows. Name,
// tags and notes concern people outside this home: they are shown at the
// command line, never to an assistant.
type Other struct {
	ID    string
	Name  string
	Tags  []string
	Notes string
	// Access is the owner's right on their data: write, read or none; empty if unknown.
	Access string
	// Here is the athlete as whom this home is connected to them; empty if it is not.
	Here training.AthleteID
}

// RosterReader returns whom the service named last, without asking it.
type RosterReader interface {
	// Roster is nobody's, and not known, where the credential is another's.
	Roster() (others []Other, known bool)
}
