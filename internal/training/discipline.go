package training

import (
	"slices"
	"strings"
)

// Discipline is a sport with an optional sub-sport: trail running, indoor cycling. A plain
// sport includes all its sub-sports, and the zero value includes every sport.
type Discipline struct {
	Sport Sport
	// SubSport is a kind of the sport, such as [SubTrail]. It is never [SubIndoor], which
	// Indoor replaces. [SubVirtual] also counts as indoors.
	SubSport string
	Indoor   bool
}

// DisciplineOf returns the discipline of an activity with the given sport and sub-sport.
func DisciplineOf(sport Sport, subSport string) Discipline {
	d := Discipline{Sport: sport, SubSport: subSport, Indoor: IndoorSub(subSport)}
	if subSport == SubIndoor {
		d.SubSport = ""
	}
	return d
}

// Plain returns the discipline of a sport without a sub-sport.
func (s Sport) Plain() Discipline { return Discipline{Sport: s} }

// In returns d, marked as indoors if indoor is set.
func (d Discipline) In(indoor bool) Discipline {
	d.Indoor = d.Indoor || indoor
	return d
}

// Has reports whether d includes the discipline that was done.
func (d Discipline) Has(done Discipline) bool {
	return (d.Sport == "" || d.Sport == done.Sport) && (d.SubSport == "" || d.SubSport == done.SubSport) && (!d.Indoor || done.Indoor)
}

// AnyHas reports whether any of the disciplines includes done. An empty list
// includes every sport.
func AnyHas(of []Discipline, done Discipline) bool {
	return len(of) == 0 || slices.ContainsFunc(of, func(d Discipline) bool { return d.Has(done) })
}

// Alone returns a list for [AnyHas] that contains only d, or an empty list if d includes
// every sport.
func (d Discipline) Alone() []Discipline {
	if d.IsZero() {
		return nil
	}
	return []Discipline{d}
}

// Refined reports whether d is narrower than a whole sport.
func (d Discipline) Refined() bool { return d.SubSport != "" || d.Indoor }

// IsZero reports whether d includes every sport.
func (d Discipline) IsZero() bool { return d == Discipline{} }

// depth returns a measure of how specific d is. Among the disciplines that include an
// activity, the most specific one is the nearest.
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

// Nearer reports whether d is more specific than other.
func (d Discipline) Nearer(other Discipline) bool { return d.depth() > other.depth() }

// Kept returns the sub-sport that is stored for an activity of discipline d.
func (d Discipline) Kept() string {
	if d.SubSport == "" && d.Indoor {
		return SubIndoor
	}
	return d.SubSport
}

// String returns the parts as one word: "running/trail", "cycling/indoor".
func (d Discipline) String() string {
	text := Refined(d.Sport, d.Kept())
	if d.Indoor && !IndoorSub(d.Kept()) {
		text += "/" + SubIndoor
	}
	return text
}

// ReadDiscipline parses the output of [Discipline.String], including unknown
// words.
func ReadDiscipline(text string) Discipline {
	sport, sub, _ := strings.Cut(text, "/")
	sub, place, _ := strings.Cut(sub, "/")
	return DisciplineOf(Sport(sport), sub).In(place == SubIndoor)
}

// MarshalText returns the same text as [Discipline.String].
func (d Discipline) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText parses text like [ReadDiscipline].
func (d *Discipline) UnmarshalText(b []byte) error {
	*d = ReadDiscipline(string(b))
	return nil
}

// Refinement is the part of a discipline that a row shows in addition to the sport.
type Refinement struct {
	SubSport string `json:"sub_sport,omitempty"`
	Indoor   bool   `json:"indoor,omitempty"`
}

// Refinement returns d without its sport.
func (d Discipline) Refinement() Refinement { return Refinement{d.SubSport, d.Indoor} }

// Discipline returns the discipline of the activity.
func (a *Activity) Discipline() Discipline { return DisciplineOf(a.Sport, a.SubSport) }

// Discipline returns the discipline of the event.
func (e *CalendarEvent) Discipline() Discipline {
	return DisciplineOf(e.Sport, e.SubSport).In(e.Indoor)
}

// Discipline returns the discipline of the workout.
func (w *LibraryWorkout) Discipline() Discipline {
	return DisciplineOf(w.Sport, w.SubSport).In(w.Indoor)
}
