package text

import (
	"path"
	"slices"
	"strings"

	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Kind is what a text is. It has the name of its collection.
type Kind document.Collection

// The kinds of texts.
const (
	TrainingPlan = Kind(document.TrainingPlans)
	Memory       = Kind(document.Memory)
	SessionLog   = Kind(document.SessionLogs) // the id is the day
)

// MemoryID is the id of the one memory that an athlete has.
const MemoryID = "memory"

// MemoryFile is the file of the memory, below the folder of the coach.
const MemoryFile = "COACH_MEMORY.md"

// Kinds lists them all.
func Kinds() []Kind { return []Kind{TrainingPlan, Memory, SessionLog} }

// Collection holds the current texts of the kind.
func (k Kind) Collection() document.Collection { return document.Collection(k) }

// Words is the kind in a sentence.
func (k Kind) Words() phrase.Sentence {
	switch k {
	case TrainingPlan:
		return "training plan"
	case SessionLog:
		return "session log"
	}
	return "memory"
}

// folder holds the files of the kind, below the folder of the coach; their
// names end alike.
func (k Kind) folder() (name, ending string) {
	switch k {
	case TrainingPlan:
		return "plans", ".yaml"
	case SessionLog:
		return "logs", ".md"
	}
	return ".", ""
}

// File is the file of a text, below the folder of the coach.
func (k Kind) File(id string) string {
	if k == Memory {
		return MemoryFile
	}
	folder, ending := k.folder()
	return path.Join(folder, id+ending)
}

// has reports whether a file is one of the kind.
func (k Kind) has(file string) bool {
	folder, _ := k.folder()
	return path.Dir(file) == folder
}

// maxID bounds the id of a training plan, which is a file's name.
const maxID = 64

// CheckID refuses an id that no file of the kind can have on every system.
func (k Kind) CheckID(id string) error {
	switch k {
	case Memory:
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
		if !plain(id) {
			return training.Errorf(training.KindInvalid, "%q cannot be the name of a training plan.", textclean.Line(id, maxID)).
				WithFix("Use up to 64 lower-case letters, digits, - and _, such as spring-half.")
		}
	}
	return nil
}

// plain reports whether a name is the same on systems that do not tell
// capitals apart, and nothing but a name on all of them.
func plain(id string) bool {
	simple := func(r rune) bool { return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' }
	odd := func(r rune) bool { return !simple(r) && r != '_' && r != '-' }
	return id != "" && len(id) <= maxID && simple(rune(id[0])) && !strings.ContainsFunc(id, odd) && !device(id)
}

// device reports whether a name is that of a device on Windows, whatever
// ending it has there.
func device(id string) bool {
	if slices.Contains([]string{"con", "prn", "aux", "nul"}, id) {
		return true
	}
	return len(id) == 4 && (strings.HasPrefix(id, "com") || strings.HasPrefix(id, "lpt")) && '0' <= id[3] && id[3] <= '9'
}
