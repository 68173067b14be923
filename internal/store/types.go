package store

import (
	"encoding/json"
	"time"

	"lapkeep/internal/training"
)

// ChannelSet is a set of channels, one bit each.
type ChannelSet uint32

// Channels makes a set.
func Channels(cs ...training.Channel) ChannelSet {
	var s ChannelSet
	for _, c := range cs {
		s |= 1 << c
	}
	return s
}

// AllChannels is every channel there is.
const AllChannels ChannelSet = 1<<training.NumChannels - 1

// Has reports whether c is in the set.
func (s ChannelSet) Has(c training.Channel) bool { return s>>c&1 != 0 }

// Audiences says which audiences a recording may be shown to, one bit each.
type Audiences uint8

// May reports whether a may see it.
func (s Audiences) May(a training.Audience) bool { return s>>a&1 != 0 }

// EveryAudience is the policy of the athlete's own files.
const EveryAudience Audiences = 1<<training.AudienceModel | 1<<training.AudiencePage | 1<<training.AudienceExport

// Origin says where a recording came from.
type Origin struct {
	// Source is file, archive, manual, demo or the name of a service.
	Source string `json:"source"`
	// ExternalID is the source's own id, empty if it has none.
	ExternalID string `json:"external_id,omitempty"`
	// FileName is the base name of the file, for people.
	FileName string `json:"file_name,omitempty"`
}

// RecordingRow is a stored recording without its columns.
type RecordingRow struct {
	ID       training.RecordingID
	Activity training.ActivityID
	Origin   Origin
	// Original is the hex SHA-256 of the file's bytes, empty for manual ones.
	Original string
	Channels ChannelSet // channels that it has
	Chosen   ChannelSet // channels that the activity takes from it
	Rank     int        // 0 is the activity's primary recording, whose clock is the activity's
	Audience Audiences
	RunID    string // the import run that brought it
	// Recording has everything but Columns and RR, which are read apart.
	Recording training.Recording
}

// NewRecording is a recording to be stored.
type NewRecording struct {
	ID        training.RecordingID
	Origin    Origin
	Original  string // hex SHA-256 of bytes already kept by [DB.KeepOriginals]
	Audience  Audiences
	RunID     string
	Recording *training.Recording
}

// Summary holds the threshold-free scalars of an activity that lists sort
// and filter by. Metrics that are missing are absent from Values.
type Summary struct {
	Values training.Values
	// NPWindows is how many 30 s windows NP has; TSS is counted over them.
	NPWindows int
	// HRSeconds is timer time with a valid heart rate.
	HRSeconds float64
	Channels  ChannelSet
	Version   int // rule version of derive that wrote it
}

// ActivityRow is an activity as lists show it.
type ActivityRow struct {
	training.Activity
	Summary Summary
	Sources []string // distinct sources of its recordings
	// Deleted is set for rows that were deleted and can still be restored;
	// reads leave them out unless the filter asks.
	Deleted bool
}

// LoadInput is what the load of one activity needs, without any map: the
// series of years is read from these.
type LoadInput struct {
	ID        training.ActivityID
	Sport     training.Sport
	Day       training.Day
	Hour      int // local hour of the start
	TimerS    float64
	MovingS   float64
	ElapsedS  float64
	DistanceM float64
	// NP is 0 where there is none; likewise AvgHR.
	NP         float64
	NPWindows  int
	AvgHR      float64
	HRSeconds  float64
	AvgSpeed   float64 // m/s over timer time, 0 if unknown
	GainM      float64
	WorkJ      float64
	ManualLoad float64
	RPE        float64
}

// ActivityFilter selects activities. Zero fields do not filter.
type ActivityFilter struct {
	IDs      []training.ActivityID
	Days     *training.DayRange
	Sports   []training.Sport
	Text     string // case-insensitive, in name, description and tags
	Tags     []string
	Race     *bool
	GearID   string
	Source   string
	HasPower *bool
	HasHR    *bool
	HasGPS   *bool
	// Min and Max bound metrics of the summary, ends included.
	Min, Max training.Values
	// Around selects the activities nearest in time to this one, itself included.
	Around  training.ActivityID
	Parent  training.ActivityID
	Deleted bool // include deleted ones
	// SortBy is a metric, or empty for the start time; Ascending turns it.
	SortBy    training.Metric
	Ascending bool
	Limit     int // 0 is no limit
	// After continues behind the row whose cursor it is.
	After string
}

// ActivityPage is a page of a list.
type ActivityPage struct {
	Rows  []ActivityRow
	Next  string // cursor for the following page, empty at the end
	Total int    // rows that match the filter without Limit and After
}

// Primitive is a derived value that no threshold enters, in the encoding of
// the rule that wrote it.
type Primitive struct {
	Activity  training.ActivityID
	Day       training.Day
	Sport     training.Sport
	Kind      string
	Version   int
	InputHash string
	Data      []byte
}

// Change is one row of the change log.
type Change struct {
	Seq     int64
	Athlete training.AthleteID
	Kind    ChangeKind
	ID      string
	At      time.Time
}

// ChangeKind is what changed.
type ChangeKind string

// The kinds of change.
const (
	ChangeRecording ChangeKind = "recording"
	ChangeActivity  ChangeKind = "activity" // links, words or deletion
	ChangeSettings  ChangeKind = "settings"
	ChangeNote      ChangeKind = "note"
	ChangeDerived   ChangeKind = "derived"
)

// Note is a remark on an activity.
type Note struct {
	ID       string
	Activity training.ActivityID
	Target   string // local, service message or description
	Author   string // athlete, coach, assistant, or another person's name
	Text     string
	At       time.Time
}

// JournalEntry is one write that was made, with what undoes it.
type JournalEntry struct {
	ID      string
	Athlete training.AthleteID
	At      time.Time
	Face    string // mcp, cli, dashboard, import
	Tool    string
	Summary string // one sentence for people
	// Forward and Inverse are operations in the journal's own form.
	Forward, Inverse json.RawMessage
	// Irreversible names what an undo cannot bring back.
	Irreversible []string
	UndoneAt     time.Time // zero while it stands
	Undoes       string    // id of the entry that this one undid
}

// Approval is a person's answer that is awaited or was given.
type Approval struct {
	ID        string
	Athlete   training.AthleteID
	Digest    string // of tool, arguments and the targets' versions
	Preview   json.RawMessage
	CreatedAt time.Time
	ExpiresAt time.Time
	// GrantedAt and UsedAt are zero until it happened.
	GrantedAt, UsedAt time.Time
}

// ImportRun is one import, undone as one.
type ImportRun struct {
	ID         string
	Athlete    training.AthleteID
	StartedAt  time.Time
	FinishedAt time.Time
	Paths      []string
	Counts     map[string]int // by status
}

// Counts is what get_status shows.
type Counts struct {
	Activities, Recordings, Originals int
	BySport                           map[training.Sport]int
	First, Last                       training.Day
	OriginalBytes, DatabaseBytes      int64
	DerivedBehind                     int // changes that derive has not followed yet
}
