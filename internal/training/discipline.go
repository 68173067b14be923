package training

import (
	"slices"
	"strings"
)

// Discipline is a sport with what refines it: trail running, indoor cycling.
// Empty parts are not said: a plain sport stands for all that refines it, and
// the zero value for every sport.
type Discipline struct {
	Sport Sport
	// SubSport is a refinement such as [SubTrail]; that it was indoors is said
	// by Indoor, never here. [SubVirtual] is indoors too.
	SubSport string
	Indoor   bool
}

// DisciplineOf returns the discipline of a sport with its sub-sport, as an
// activity has them.
func DisciplineOf(sport Sport, subSport string) Discipline {
	d := Discipline{Sport: sport, SubSport: subSport, Indoor: IndoorSub(subSport)}
	if subSport == SubIndoor {
		d.SubSport = ""
	}
	return d
}

// Plain returns the discipline of a sport that nothing refines.
func (s Sport) Plain() Discipline { return Discipline{Sport: s} }

// In returns the discipline, indoors if indoor is set.
func (d Discipline) In(indoor bool) Discipline {
	d.Indoor = d.Indoor || indoor
	return d
}

// Has reports whether what was done in one discipline was done in d too.
func (d Discipline) Has(done Discipline) bool {
	return (d.Sport == "" || d.Sport == done.Sport) && (d.SubSport == "" || d.SubSport == done.SubSport) && (!d.Indoor || done.Indoor)
}

// AnyHas reports whether one of some disciplines has what was done; none of
// them stands for every sport.
func AnyHas(of []Discipline, done Discipline) bool {
	return len(of) == 0 || slices.ContainsFunc(of, func(d Discipline) bool { return d.Has(done) })
}

// Alone returns d as the one of which activities are asked for, none if d
// stands for every sport.
func (d Discipline) Alone() []Discipline {
	if d.IsZero() {
		return nil
	}
	return []Discipline{d}
}

// Refined reports whether d is less than a whole sport.
func (d Discipline) Refined() bool { return d.SubSport != "" || d.Indoor }

// IsZero reports whether d stands for every sport.
func (d Discipline) IsZero() bool { return d == Discipline{} }

// depth returns how much d says: the deepest of those that have what was done
// is the nearest.
func (d Discipline) depth() int {
	depth := 0
	if d.Sport != "" {
		depth += 4
	}
	if d.SubSport != "" {
		depth += 2
	}
	if d.Indoor {
		depth++
	}
	return depth
}

// Nearer reports whether d says more than other.
func (d Discipline) Nearer(other Discipline) bool { return d.depth() > other.depth() }

// Kept returns the sub-sport that an activity of d has.
func (d Discipline) Kept() string {
	if d.SubSport == "" && d.Indoor {
		return SubIndoor
	}
	return d.SubSport
}

// String returns the parts in one word: "running/trail", "cycling/indoor".
func (d Discipline) String() string {
	text := Refined(d.Sport, d.Kept())
	if d.Indoor && !IndoorSub(d.Kept()) {
		text += "/" + SubIndoor
	}
	return text
}

// ReadDiscipline reads what [Discipline.String] writes, also of words that
// nobody here knows.
func ReadDiscipline(text string) Discipline {
	sport, sub, _ := strings.Cut(text, "/")
	sub, place, _ := strings.Cut(sub, "/")
	return DisciplineOf(Sport(sport), sub).In(place == SubIndoor)
}

// MarshalText writes what [Discipline.String] returns.
func (d Discipline) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads as [ReadDiscipline] does.
func (d *Discipline) UnmarshalText(b []byte) error {
	*d = ReadDiscipline(string(b))
	return nil
}

// Refinement is what a row shows beside its sport.
type Refinement struct {
	SubSport string `json:"sub_sport,omitempty"`
	Indoor   bool   `json:"indoor,omitempty"`
}

// Refinement returns what d says beside its sport.
func (d Discipline) Refinement() Refinement { return Refinement{d.SubSport, d.Indoor} }

// Discipline returns what the activity was done in.
func (a *Activity) Discipline() Discipline { return DisciplineOf(a.Sport, a.SubSport) }

// Discipline returns what the event is in.
func (e *CalendarEvent) Discipline() Discipline {
	return DisciplineOf(e.Sport, e.SubSport).In(e.Indoor)
}

// Discipline returns what the workout is for.
func (w *LibraryWorkout) Discipline() Discipline {
	return DisciplineOf(w.Sport, w.SubSport).In(w.Indoor)
}
