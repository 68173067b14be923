package rawxml

import "time"

// Scenario is a file and what a reader must find in it. It and the types in
// it are aliases that package rawfit repeats word for word: the files of both
// have one type although neither package imports the other.
type Scenario = struct {
	Name  string
	Bytes []byte
	Truth Truth
}

// Truth describes the content of a file.
type Truth = struct {
	// Kind is activity; or settings, monitoring, course, workout or empty, of
	// which nothing is taken; or hostile: such a file may be refused, or read
	// without what is hostile in it, but must cost neither time nor memory.
	Kind string
	// Sessions are in order of time.
	Sessions []Session
	// Damaged says that a reader should warn.
	Damaged bool
}

// Session describes one session of a file.
type Session = struct {
	// Sport and SubSport are in Lapkeep's words: cycling, indoor.
	Sport, SubSport  string
	Start            time.Time
	ElapsedS, TimerS float64
	Records          int
	// Channels has a sum for each of Lapkeep's channel names, in the integer
	// units of its columns (W, bpm, 0.1 rpm, mm/s, cm, 0.1 °C, semicircles).
	Channels map[string]Sum
	// Developer has a sum for each developer field by name, in its own units.
	Developer map[string]Sum
	// Pauses are seconds since Start. In TCX and GPX they span from the last
	// point before a pause to the first after it.
	Pauses []Span
	// Laps are where they begin and end, in seconds since Start.
	Laps []Span
	// Lengths counts all lengths of a pool, Active those that were swum.
	Lengths, Active, Drills, Strokes int
	RR                               []int // ms
	// Device holds the values of the session message, by FIT field name.
	Device map[string]float64
}

// Span is a stretch of seconds, its end not included.
type Span = struct{ FromS, ToS float64 }

// Sum is how many rows of a column are valid and what they add up to.
type Sum = struct {
	Count int
	Sum   int64
}

// Scenarios is every file of both formats.
func Scenarios() []Scenario { return append(TCX(), GPX()...) }
