package importing

import (
	"encoding/json"
	"maps"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// MostOfRun is how many workouts one run brings or changes.
const MostOfRun = 5000

// workoutsKept is what is kept of a file: the workout, and by what the file is known
// again.
type workoutsKept struct {
	training.LibraryWorkout
	File mark `json:"file"`
}

// mark is by what a file is known again.
type mark struct {
	Hash  string `json:"hash"`            // of its bytes
	Place string `json:"place,omitempty"` // see [File.place]
}

// former is what of it is read again: not the steps, which are most of it.
type former struct {
	FolderID string `json:"folder_id"`
	File     mark   `json:"file"`
}

// WorkoutsIndex is what a run knows of the workouts of the library that came from
// files.
type WorkoutsIndex struct {
	most int
	seen
}

// seen are workouts by what their files are known by.
type seen struct {
	hashes map[string]string // the id by the hash of the file
	places map[string]string // the id by the place
	ours   map[string]bool   // the workouts and folders that this run has said something of
	done   int               // how many workouts of them
}

// NewIndex is the index of a library. A run brings at most so many workouts.
func NewIndex(all []document.Layers, most int) (*WorkoutsIndex, error) {
	x := &WorkoutsIndex{most: most, seen: seen{hashes: map[string]string{}, places: map[string]string{}, ours: map[string]bool{}}}
	for i := range all {
		body, ok, err := fileOf(&all[i])
		if err != nil {
			return nil, err
		}
		if ok && !all[i].Own.Deleted {
			x.note(all[i].ID, body.File.Hash, body.File.Place)
		} else if ok {
			x.hashes[body.File.Hash] = all[i].ID
		}
	}
	return x, nil
}

// fileOf is what a file says of a workout, if one does.
func fileOf(l *document.Layers) (body former, ok bool, err error) {
	for _, s := range l.Said {
		if s.Source == document.OfFiles {
			if err := json.Unmarshal(s.Body, &body); err != nil {
				return body, false, training.Errorf(training.KindCorrupt, "What a file says of the workout %s cannot be read: %w.", l.ID, err).
					WithFix("Run lapkeep verify to see what is damaged.")
			}
			return body, true, nil
		}
	}
	return body, false, nil
}

func (s *seen) note(id, hash, place string) {
	s.hashes[hash] = id
	if place != "" {
		s.places[place] = id
	}
}

// Attempt is the index as one transaction sees it, which may be rolled back:
// what it learns counts once it is [Attempt.Keep].
type Attempt struct {
	of *WorkoutsIndex
	seen
}

// Try begins an attempt.
func (x *WorkoutsIndex) Try() *Attempt {
	return &Attempt{of: x, seen: seen{
		hashes: map[string]string{}, places: map[string]string{}, ours: map[string]bool{}, done: x.done,
	}}
}

// Keep takes over what was learnt.
func (a *Attempt) Keep() {
	maps.Copy(a.of.hashes, a.hashes)
	maps.Copy(a.of.places, a.places)
	maps.Copy(a.of.ours, a.ours)
	a.of.done = a.done
}

func (a *Attempt) hash(h string) string {
	if id, ok := a.hashes[h]; ok {
		return id
	}
	return a.of.hashes[h]
}

func (a *Attempt) at(place string) string {
	if id, ok := a.places[place]; ok {
		return id
	}
	return a.of.places[place]
}

func (a *Attempt) said(id string) bool { return a.ours[id] || a.of.ours[id] }

func (a *Attempt) full() bool { return a.done >= a.of.most }

// refused is the outcome of a file beyond what a run brings.
func (a *Attempt) refused() WorkoutsOutcome {
	const reason = "This import has brought %d workouts already. Import its folders one by one."
	return WorkoutsOutcome{News: Refused, Reason: i18n.Sentencef(reason, a.of.most)}
}
