package source

import (
	"context"
	"encoding/json"
	"time"

	"lapkeep/internal/training"
)

// ActivityLister lists the athlete's activities.
type ActivityLister interface {
	// ListActivities returns one page, newest first, of the activities whose local start is
	// on the query's days. Following Next reaches an end and visits every activity at least
	// once if the service's data does not change; an activity may appear twice.
	ListActivities(ctx context.Context, q ActivityQuery) (ActivityPage, error)
}

// ActivityQuery selects a page.
type ActivityQuery struct {
	Days  training.DayRange // in the athlete's time, inclusive
	Limit int               // maximum number of activities; 0 leaves it to the service
	// After is the Next of the previous page, or empty for the first page.
	After string
}

// ActivityPage is a page of activities.
type ActivityPage struct {
	Activities []Activity
	Next       string // position of the next page; empty after the last page
}

// Activity is an activity as the service lists it.
type Activity struct {
	ID string // the service's own id
	// Version changes whenever any stored part of the activity changes: its
	// texts, its times, its file.
	Version string
	Start   time.Time // UTC
	Day     training.Day
	// StartLocal is the start in local time, empty if unknown.
	StartLocal training.LocalTime
	// ExternalID is the id given by the program that uploaded the activity.
	ExternalID string
	// Statement holds the service's values for the activity. Entry is set even if
	// there is a recording, so that the activity can be stored without it.
	Statement training.Statement
	// HasFile is set if FetchRecording will return a file, HasStreams if
	// FetchStreams will return something.
	HasFile, HasStreams bool
	// Withheld, if not empty, is a sentence that explains why the service shows only that
	// the activity exists. Such an activity is counted and explained, but never stored.
	Withheld string
	// Replaces lists the activity's references on other services: "strava:123".
	Replaces []string
	Device   string
	// Kudos and Comments count only those from other people. They are nil if the service
	// does not report them. They are not part of Version.
	Kudos, Comments *int
	// Rated holds the service's own ratings of the activity, or nil if there are
	// none. It is not part of Version.
	Rated *training.Rated
	// Drawn is the version of the intervals that the athlete drew on the service, or empty
	// if the service detected them. It is not part of Version.
	Drawn string
	// OwnStreams is the version of the streams that the athlete defined on the service,
	// empty if there are none. It is not part of Version.
	OwnStreams string
	// Found is the version of the intervals that the service detected, or empty if
	// the athlete drew them or there are none.
	Found string
	// Edit holds the fields that can be set, with their current values.
	Edit ActivityEdit
}

// ActivityReader reads activities by id.
type ActivityReader interface {
	// Activities returns the existing activities with the given ids, in any order.
	Activities(ctx context.Context, ids ...string) ([]Activity, error)
}

// IntervalReader reads the intervals of an activity.
type IntervalReader interface {
	// Intervals returns the intervals and their groups, but not whether the athlete
	// drew them.
	Intervals(ctx context.Context, id string) (training.Drawn, error)
}

// OwnStreamKeeper reads and changes the streams of an activity that the athlete
// defined, by their codes.
type OwnStreamKeeper interface {
	OwnStreams(ctx context.Context, id string) (map[string]training.OwnStream, error)
	// SaveOwnStreams replaces the streams with these codes; a stream without
	// values is deleted.
	SaveOwnStreams(ctx context.Context, id string, set map[string]training.OwnStream) error
}

// NamedStreamReader reads streams of an activity by the service's own names,
// including computed ones.
type NamedStreamReader interface {
	// NamedStreams returns the streams with the given names, without those that the
	// service does not know.
	NamedStreams(ctx context.Context, id string, names []string) (NamedStreams, error)
}

// NamedStreams holds the streams of an activity as a service stores them.
type NamedStreams struct {
	// Start is the start of their clock, or zero if the service does not give it.
	Start time.Time
	// All lists the names of the activity's streams, possibly without computed ones.
	All []string
	// Streams maps the service's names to streams; a stream without values is empty.
	Streams map[string]NamedStream
}

// NamedStream is one stream. Both lists have one element for each second that has a value.
type NamedStream struct {
	Units string // empty if unknown
	// Of describes which value is used if the service has several per second.
	Of     string
	TimeS  []int32 // seconds since the start
	Values []float64
	// Placed is set if the stream may reveal where the athlete was.
	Placed bool
	// Unread is set if the stream has an unknown form.
	Unread bool
}

// RecordingFetcher fetches recordings as files.
type RecordingFetcher interface {
	// FetchRecording returns the file from which the activity was made, or an error
	// of kind training.KindNotFound if there is none.
	FetchRecording(ctx context.Context, id string) (File, error)
}

// File is a file with the service's name for it.
type File struct {
	Name string
	Body []byte
}

// StreamFetcher fetches recordings as samples, for activities without a file.
type StreamFetcher interface {
	// FetchStreams returns the stored part of the recording, or an error of
	// kind training.KindNotFound if there is nothing.
	FetchStreams(ctx context.Context, id string) (training.Recording, error)
}

// ActivityWriter changes activities on the service.
type ActivityWriter interface {
	// UpdateActivity sets the named fields to their values in edit, including
	// empty ones, and returns the resulting activity.
	UpdateActivity(ctx context.Context, id string, edit ActivityEdit, fields ...ActivityField) (Activity, error)
	// DeleteActivity deletes an activity with its recording.
	DeleteActivity(ctx context.Context, id string) error
}

// choosyActivityWriter is an [ActivityWriter] that accepts only some changes.
type choosyActivityWriter interface {
	// TakesField reports whether a field can be set.
	TakesField(f ActivityField) bool
	// DeletesActivities reports whether an activity can be deleted.
	DeletesActivities() bool
}

// TakesField reports whether a field of an activity can be set on a service.
func TakesField(s Service, f ActivityField) bool {
	c, ok := s.(choosyActivityWriter)
	return !ok || c.TakesField(f)
}

// DeletesActivities reports whether activities can be deleted on a service.
func DeletesActivities(s Service) bool {
	c, ok := s.(choosyActivityWriter)
	return !ok || c.DeletesActivities()
}

// ActivityRestorer creates a deleted activity again.
type ActivityRestorer interface {
	// Settable returns the settable values of an activity by the service's own
	// names, with null for unset ones.
	Settable(ctx context.Context, id string) (map[string]json.RawMessage, error)
	// Set sets some of these values; null clears one.
	Set(ctx context.Context, id string, values map[string]json.RawMessage) error
	// Readmit allows the recording of a deleted activity to be uploaded again,
	// if the service would not accept it.
	Readmit(ctx context.Context, id string) error
}

// ActivityEdit holds the fields of an activity that can be set on a service.
type ActivityEdit struct {
	Name              string         `json:"name,omitempty"`
	Description       string         `json:"description,omitempty"`
	Sport             training.Sport `json:"sport,omitempty"`
	SubSport          string         `json:"sub_sport,omitempty"`
	Race              bool           `json:"race,omitempty"`
	Commute           bool           `json:"commute,omitempty"`
	Indoor            bool           `json:"indoor,omitempty"`
	Feel              int            `json:"feel,omitempty"`               // 1 (strong) to 5 (weak), 0 unknown
	PerceivedExertion float64        `json:"perceived_exertion,omitempty"` // 1 to 10, 0 unknown
	Load              float64        `json:"load,omitempty"`
	CarbsG            float64        `json:"carbs_g,omitempty"`
	Tags              []string       `json:"tags,omitempty"`
	GearID            string         `json:"gear_id,omitempty"`
	PlannedEventID    string         `json:"planned_event_id,omitempty"` // the planned event to pair it with
	IgnorePower       bool           `json:"ignore_power,omitempty"`
	IgnoreHR          bool           `json:"ignore_hr,omitempty"`
	HideFromHome      bool           `json:"hide_from_home,omitempty"` // hides it from the feeds of followers
}

// ActivityField is the name of a field of [ActivityEdit].
type ActivityField string

// The fields of an edit.
const (
	FieldName              ActivityField = "name"
	FieldDescription       ActivityField = "description"
	FieldSport             ActivityField = "sport" // with SubSport
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

// ActivityUploader uploads recordings to the service.
type ActivityUploader interface {
	// Upload returns the ids of the activities from the file, or none if the service
	// accepted the file but does not show them yet. fresh is false if the service already
	// had the file. Sending the same file several times creates only one activity.
	Upload(ctx context.Context, f File, said Upload) (ids []string, fresh bool, err error)
}

// ManualActivityWriter creates activities without a recording.
type ManualActivityWriter interface {
	// CreateManual creates activities without recordings, identified by their ExternalID.
	CreateManual(ctx context.Context, entries []ManualActivity) ([]Activity, error)
}

// Upload describes an uploaded file.
type Upload struct {
	// Start is the start of the recording, by which some services recognise a
	// recording that they already have.
	Start                     time.Time
	Name, Description, Device string
	ExternalID                string
	PlannedEventID            string
}

// ManualActivity is an activity without a recording.
type ManualActivity struct {
	ExternalID string
	Start      training.LocalTime
	Said       training.Statement
}

// Name identifies a service: "intervals", "strava". Lapkeep's references consist of
// the name, a colon and the service's own id, as in "intervals:i55".
type Name string

// Ref returns the reference to a thing on the service: "name:id".
func (n Name) Ref(id string) string { return string(n) + ":" + id }

// Run returns the id of the run under which everything from the service is
// stored, so that it can be undone and redone as a whole.
func (n Name) Run() string { return "sync:" + string(n) }

// Service is the interface that every connected service implements, in addition to
// its other capabilities. A service acts for one athlete with one credential and is
// safe for concurrent use.
type Service interface {
	Name() Name
	Policy() Policy
	// Check asks the service for the credential's owner and rights.
	Check(ctx context.Context) (Account, error)
}

// Revoker is a service that can revoke a credential.
type Revoker interface {
	// Revoke ends the credential on the service, unless it has already ended.
	Revoke(ctx context.Context) error
}

// Account describes the athlete's account with a service.
type Account struct {
	ID   string
	Name string
	// SignedInAs is the user name of the account that signed in, masked; empty
	// if there is none.
	SignedInAs string
	// TimeZone is the IANA zone of the service's local dates.
	TimeZone string
	// Scopes lists the credential's rights in the service's words; nil if unknown.
	Scopes []string
	// Missing lists the rights that were requested but not granted.
	Missing []string
	// Others lists the athletes that the account's owner coaches or follows.
	Others []Other
}

// Other is an athlete whom the owner of a credential coaches or follows. Name,
// tags and notes concern people outside this home, so they are shown only on
// the command line, never to an assistant.
type Other struct {
	ID    string
	Name  string
	Tags  []string
	Notes string
	// Access is the owner's right to their data: write, read or none, if known.
	Access string
	// Here is the local athlete who is connected as this one, or empty if there is none.
	Here training.AthleteID
}

// RosterReader returns the athletes in the latest list, without a request.
type RosterReader interface {
	// Roster returns the athletes; known is false if the credential belongs to
	// someone else.
	Roster() (others []Other, known bool)
}
