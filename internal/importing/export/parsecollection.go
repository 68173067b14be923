package export

import (
	"bytes"
	"encoding/json"
	"slices"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Collection is the file of one collection, read.
type Collection struct {
	Of   document.Collection
	Kept []Kept
}

// IsCollection reports whether a file is one of a collection, from its
// beginning alone.
func IsCollection(data []byte) bool { return begins(data, DocumentsFormat) }

// ParseCollection reads a file of a collection. It is taken whole or not at
// all: the error names the line that cannot be read, or what is missing.
func ParseCollection(data []byte) (*Collection, error) {
	line, rest, _ := bytes.Cut(data, []byte("\n"))
	var h Head
	if err := reading.Unmarshal(line, &h, reading.MostValues); err != nil || h.Version < 1 || h.Documents < 0 {
		return nil, again("Its first line does not say what it holds.")
	}
	if h.Version > Version || !slices.Contains(Collections(), h.Collection) {
		return nil, training.Errorf(training.KindUnsupported, "The export was made by a newer Lapkeep.").WithFix("Update Lapkeep.")
	}
	c := &Collection{Of: h.Collection}
	for len(rest) > 0 {
		var whole bool
		line, rest, whole = bytes.Cut(rest, []byte("\n"))
		var k Kept
		err := reading.Unmarshal(line, &k, reading.MostValues)
		switch {
		case err != nil && !whole:
			return nil, again("It is cut off within line %d; it held %d documents.", len(c.Kept)+2, h.Documents)
		case err != nil || !k.sound(c.Of):
			return nil, again("Line %d is not a document of the collection %s.", len(c.Kept)+2, c.Of)
		}
		c.Kept = append(c.Kept, k)
	}
	if len(c.Kept) != h.Documents {
		return nil, again("It holds %d documents and says that it has %d.", len(c.Kept), h.Documents)
	}
	return c, nil
}

func again(what string, args ...any) error {
	return training.Errorf(training.KindCorrupt, what, args...).WithFix("Nothing of it was taken; export again.")
}

// sound reports whether the store could read the document again.
func (k *Kept) sound(c document.Collection) bool {
	if k.ID == "" || len(k.Said) == 0 && k.Own == nil {
		return false
	}
	for _, s := range k.Said {
		if s.Source == "" || !reads(c, s.Body) || !s.Days.sound() {
			return false
		}
	}
	return k.Own == nil || k.Own.Days.sound() && (len(k.Own.Fields) == 0 || reads(c, k.Own.Fields)) && !k.Own.Layer().Silent()
}

func (d *Days) sound() bool { return d == nil || d.From <= d.To && d.Range() != (training.DayRange{}) }

// reads reports whether a body is an object of the collection's type.
func reads(c document.Collection, body json.RawMessage) bool {
	if !bytes.HasPrefix(body, []byte("{")) {
		return false
	}
	v, ok := bodies()[c]
	return ok && json.Unmarshal(body, v) == nil
}

// bodies are a new body of each collection.
func bodies() map[document.Collection]any {
	return map[document.Collection]any{
		document.Wellness:        new(training.WellnessDay),
		document.Events:          new(training.CalendarEvent),
		document.Workouts:        new(training.LibraryWorkout),
		document.Folders:         new(training.WorkoutFolder),
		document.CustomItems:     new(training.CustomItem),
		document.Reminders:       new(training.GearReminder),
		document.Routes:          new(training.Route),
		document.Digests:         new(training.Digest),
		document.Goals:           new(training.Goal),
		document.Segments:        new(training.Segment),
		document.PrivacyZones:    new(training.PrivacyZone),
		document.Records:         new(training.PersonalRecord),
		document.SportSettings:   new(training.SportSettings),
		document.Rated:           new(training.Rated),
		document.Fitness:         new(training.FitnessDay),
		document.Withheld:        new(training.Withheld),
		document.Drawn:           new(training.Drawn),
		document.Profiles:        new(training.Profile),
		document.OwnStreams:      new(training.OwnStreams),
		document.GearTotals:      new(training.GearTotals),
		document.DatedThresholds: new(training.DatedThresholds),
		document.BodyMarks:       new(training.BodyMark),
		document.TrainingPlans:   new(training.TextVersion),
		document.Memory:          new(training.TextVersion),
		document.SessionLogs:     new(training.TextVersion),
		document.TextVersions:    new(training.TextVersion),
		document.Personas:        new(training.TextVersion),
		document.CoachPages:      new(training.TextVersion),
	}
}
