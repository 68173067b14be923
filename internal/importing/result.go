package importing

import (
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Status is the outcome of one file.
type Status string

// The outcomes of a file.
const (
	Imported  Status = "imported"  // something new, such as an activity or a workout
	Updated   Status = "updated"   // joined activities that were there
	Duplicate Status = "duplicate" // its bytes were there already
	Ignored   Status = "ignored"   // understood, and not a recording of an activity
	Failed    Status = "failed"    // not readable; Reason says why
)

// FileResult is one line of an import's report. Activities and Warnings are
// never nil, so that they are arrays in JSON. Its words are clean: names of
// files and of members of archives are anybody's.
type FileResult struct {
	Path       string                `json:"path"`
	Status     Status                `json:"status"`
	Activities []training.ActivityID `json:"activities"` // in file order
	Warnings   []i18n.Sentence       `json:"warnings"`
	// Workouts are those of the library that the file is, and Folders those of
	// it that the file brought.
	Workouts []string      `json:"workouts,omitempty"`
	Folders  []string      `json:"folders,omitempty"`
	Reason   i18n.Sentence `json:"reason,omitempty"`
	// Aside is one of very many alike, which are counted and not named.
	Aside bool `json:"-"`
	// Item is the path as the walk gave it, for whoever looks it up.
	Item string `json:"-"`
}

// maxReason is how many runes of a reason are reported: it may quote a name.
const maxReason = 1000

// ResultOf begins the report of an item: of one that is not read it is whole.
func ResultOf(it archive.Item) FileResult {
	r := FileResult{
		Path: textclean.Line(it.Path, textclean.PathRunes), Item: it.Path, Aside: it.Aside,
		Activities: []training.ActivityID{}, Warnings: []i18n.Sentence{},
	}
	r.warn(i18n.Sentence(it.Warning))
	switch {
	case it.Err != nil:
		r.end(Failed, reasonOf(it.Err))
	case it.Skip != "":
		r.end(Ignored, i18n.Sentence(it.Skip))
	}
	return r
}

// end says what became of the file, and why.
func (r *FileResult) end(status Status, reason i18n.Sentence) {
	r.Status, r.Reason = status, reason.Cleaned(maxReason)
}

// reasonOf words an error for a report: our own errors as they are, never those of a defect.
func reasonOf(err error) i18n.Sentence {
	if training.KindOf(err) == training.KindInternal {
		return "It cannot be read."
	}
	return i18n.OfError(err)
}

// warn adds sentences that are not there yet.
func (r *FileResult) warn(sentences ...i18n.Sentence) {
	for _, s := range sentences {
		if s = s.Cleaned(maxReason); s != "" && !slices.Contains(r.Warnings, s) {
			r.Warnings = append(r.Warnings, s)
		}
	}
}
