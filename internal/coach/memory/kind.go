package memory

import (
	"path"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TextKind is what a text is. It has the name of its collection.
type TextKind document.Collection

// The kinds of texts.
const (
	TrainingPlan = TextKind(document.TrainingPlans)
	MemoryKind   = TextKind(document.Memory)
	SessionLog   = TextKind(document.SessionLogs) // the id is the day
	PersonaKind  = TextKind(document.Personas)    // the id is its name
	Page         = TextKind(document.CoachPages)  // what all personas share, in the place of ours
)

// The ids of the pages: the guidelines of every persona, and the questions to
// begin with.
const (
	Guidelines = "guidelines"
	Onboarding = "onboarding"
)

// MemoryID is the id of the one memory that an athlete has.
const MemoryID = "memory"

// MemoryFile is the file of the memory, below the folder of the coach.
const MemoryFile = "COACH_MEMORY.md"

// Kinds lists them all.
func Kinds() []TextKind { return []TextKind{TrainingPlan, MemoryKind, SessionLog, PersonaKind, Page} }

// Collection holds the current texts of the kind.
func (k TextKind) Collection() document.Collection { return document.Collection(k) }

// Words is the kind in a sentence.
func (k TextKind) Words() i18n.Sentence {
	switch k {
	case TrainingPlan:
		return "training plan"
	case SessionLog:
		return "session log"
	case PersonaKind:
		return "persona"
	case Page:
		return "page"
	}
	return "memory"
}

// folder holds the files of the kind, below the folder of the coach; their
// names end alike.
func (k TextKind) folder() (name, ending string) {
	switch k {
	case TrainingPlan:
		return "plans", ".yaml"
	case SessionLog:
		return "logs", ".md"
	case PersonaKind:
		return "personas", ".md"
	case Page:
		return ".", ".md"
	}
	return ".", ""
}

// File is the file of a text, below the folder of the coach.
func (k TextKind) File(id string) string {
	if k == MemoryKind {
		return MemoryFile
	}
	folder, ending := k.folder()
	return path.Join(folder, id+ending)
}

// named are the ids of a kind that has no others, nil for one that has any.
func (k TextKind) named() []string {
	switch k {
	case MemoryKind:
		return []string{MemoryID}
	case Page:
		return []string{Guidelines, Onboarding}
	}
	return nil
}

// has reports whether a file is one of the kind.
func (k TextKind) has(file string) bool {
	if ids := k.named(); ids != nil {
		return slices.ContainsFunc(ids, func(id string) bool { return k.File(id) == file })
	}
	folder, _ := k.folder()
	return path.Dir(file) == folder
}

// CheckID refuses an id that no file of the kind can have on every system.
func (k TextKind) CheckID(id string) error {
	switch k {
	case MemoryKind:
		if id != MemoryID {
			return training.Errorf(training.KindNotFound, "There is one memory, and it is called %s.", MemoryID)
		}
	case SessionLog:
		d, err := training.ParseDay(id)
		if err != nil {
			return err
		}
		if d.String() != id {
			return training.Errorf(training.KindInvalid, "%q is not a date.", id).WithFix("Write dates as YYYY-MM-DD.")
		}
	case TrainingPlan:
		if !training.PlainTextName(id) {
			return training.Errorf(training.KindInvalid, "%q cannot be the name of a training plan.", textclean.Line(id, training.MaxTextName)).
				WithFix("Use up to 64 lower-case letters, digits, - and _, such as spring-half.")
		}
	case PersonaKind:
		if !training.SafeTextName(id) {
			return training.Errorf(training.KindInvalid, "%q cannot be the name of a persona.", textclean.Line(id, training.MaxTextName)).
				WithFix("Use up to 64 letters, digits, spaces, - and _.")
		}
	case Page:
		if !slices.Contains(k.named(), id) {
			return training.Errorf(training.KindNotFound, "There is no page %q.", textclean.Line(id, training.MaxTextName)).
				WithFix("There are %s and %s.", Guidelines, Onboarding)
		}
	}
	return nil
}
