package rawxml

import "time"

// Scenario is a file and what a reader must find in it.
type Scenario struct {
	Name  string
	Bytes []byte
	Truth Truth
}

// Truth is what a file holds.
type Truth struct {
	// Kind is activity, course (nothing that somebody did), or hostile: such a
	// file may be refused, or read without what is hostile in it, but must
	// cost neither time nor memory.
	Kind string
	// Sessions are in order of time.
	Sessions []Session
	// Damaged says that a reader should warn.
	Damaged bool
}

// Session is one activity of a file.
type Session struct {
	// Sport is in Lapkeep's words.
	Sport            string
	Start            time.Time
	ElapsedS, TimerS float64
	Records          int
	// Channels has a sum for each of Lapkeep's channel names, in the integer
	// units of its columns.
	Channels map[string]Sum
	// Pauses span from the last point before one to the first after it.
	Pauses []Span
	// Laps are where they begin and end, in seconds since Start.
	Laps []Span
}

// Span is a stretch of seconds.
type Span struct{ FromS, ToS float64 }

// Sum is how many rows of a column are valid and what they add up to.
type Sum struct {
	Count int
	Sum   int64
}

// Scenarios is every file of both formats.
func Scenarios() []Scenario { return append(TCX(), GPX()...) }
