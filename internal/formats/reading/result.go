package reading

import (
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Kind says what the content of a file is.
type Kind string

// The kinds of files. Only activities give recordings; the others are
// recognised and ignored with a reason.
const (
	Activity      Kind = "activity"
	Settings      Kind = "settings"
	Monitoring    Kind = "monitoring"
	Course        Kind = "course"
	Workout       Kind = "workout"
	Weight        Kind = "weight"
	BloodPressure Kind = "blood_pressure"
	Sport         Kind = "sport"
	Schedule      Kind = "schedule"
	Totals        Kind = "totals"
	Goals         Kind = "goals"
	Segment       Kind = "segment"
	Device        Kind = "device"
	Unknown       Kind = "unknown"
)

// Result holds the content of one file.
type Result struct {
	Format training.Format
	Kind   Kind
	// Recordings has one entry a session, in the order of the file. It is
	// empty if and only if Ignored says why.
	Recordings []*training.Recording
	// Routes are the ways to follow of a course, which holds no recording.
	Routes []training.Route
	// Ignored is one sentence on why nothing was taken from the file.
	Ignored i18n.Sentence
	// Warnings are all that was odd about the file. Each recording also
	// carries those that concern it.
	Warnings []string
	// Salvaged says that the file is damaged and that what could be decoded
	// was kept.
	Salvaged bool
}

// Take makes recordings the content of the result, in the order of the file. cut
// says that the file ends where it should not.
func (r *Result) Take(recs []*training.Recording, cut bool) {
	if r.Recordings, r.Salvaged = recs, cut; cut {
		r.Warnings = append(r.Warnings, string(i18n.Sentence("The file is cut or not well formed; what could be read was kept.")))
	}
	ofAll := slices.Clone(r.Warnings)
	for i, rec := range recs {
		rec.Format, rec.SessionIndex, rec.Sessions = r.Format, i, len(recs)
		rec.Warnings = slices.Concat(ofAll, rec.Warnings)
		r.Warnings = AppendNew(r.Warnings, rec.Warnings)
	}
}

// TooMany refuses a file of more points than the limit.
func TooMany(limit int) error {
	return training.Errorf(training.KindTooLarge, "The file holds more than %d points.", limit).
		WithFix("Split the recording and import its parts.")
}

// Damaged refuses a file from which nothing can be read.
func Damaged(form string) error {
	return training.Errorf(training.KindCorrupt, "The %s file is damaged: nothing in it can be read.", form).
		WithFix("Copy or export the file again.")
}
