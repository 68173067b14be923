package training

import "time"

// TextKind is what a text of the coach is. It has the name of its collection.
type TextKind string

// The kinds of texts.
const (
	TextTrainingPlan TextKind = "training_plan"
	TextMemory       TextKind = "coach_memory"
	TextSessionLog   TextKind = "session_log"
	TextPersona      TextKind = "persona"
	TextPage         TextKind = "coach_page"
)

// CoachText is a text that another program kept for the athlete.
type CoachText struct {
	Of   TextKind
	ID   string
	Body string
}

// Remark is what a coach said of one activity in another program.
type Remark struct {
	Ref      string    // "service:123"
	Start    time.Time // zero if it is not known
	ElapsedS float64   // 0 if it is not known
	Digest   string    // empty for none
	Notes    []string
}
