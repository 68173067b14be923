package workouts

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// StructuredSteps are those of a text: the ones that stand beside it, if they are the
// athlete's own or those of a file that the text was made of, else those that
// are read in it here, else those of a service. A text without any has none.
func StructuredSteps(d *document.Document, text string, s training.Structure, sport training.Sport) []training.WorkoutStep {
	if steps, stands := beside(d, text, s); stands {
		return steps
	}
	w := read(text, s, sport)
	return w.Steps
}

// beside are the steps that stand beside a text and come before what is read in
// it; false if there are none of these, and the text may have some.
func beside(d *document.Document, text string, s training.Structure) ([]training.WorkoutStep, bool) {
	kept := s.Of(text)
	if len(kept) > 0 && ownStructure(d) || !strings.Contains(text, "-") {
		return kept, true
	}
	steps := ofFile(d, text)
	return steps, len(steps) > 0
}

// read reads a text, whose steps are those of a service where it has faults.
func read(text string, s training.Structure, sport training.Sport) workout.Workout {
	w, faults := steptext.Read(text, sport)
	if len(w.Steps) == 0 || !workout.Sound(faults) {
		w.Steps = s.Of(text)
	}
	return w
}

// Structured is a text with its steps, and the words beside them, as a workout.
func Structured(d *document.Document, name, text string, s training.Structure, sport training.Sport) workout.Workout {
	w := read(text, s, sport)
	w.Name = name
	if steps, stands := beside(d, text, s); stands {
		w.Steps = steps
	}
	return w
}

// ownStructure reports steps that are kept in the athlete's own words.
func ownStructure(d *document.Document) bool {
	var own struct {
		Structure json.RawMessage `json:"structure"`
	}
	return len(d.Own) > 0 && json.Unmarshal(d.Own, &own) == nil && len(own.Structure) > 0
}

// ofFile are the steps of a file from which this text was written: the grammar
// may not have all that they say.
func ofFile(d *document.Document, text string) []training.WorkoutStep {
	at := slices.IndexFunc(d.Said, func(s document.Said) bool { return s.Source == document.OfFiles })
	if at < 0 {
		return nil
	}
	var body struct {
		Structure training.Structure `json:"structure"`
	}
	if json.Unmarshal(d.Said[at].Body, &body) != nil {
		return nil
	}
	return body.Structure.Of(text)
}

// Edited are the fields of own words, but for the steps: those stand beside the
// text, which says what is edited.
func Edited(own map[string]json.RawMessage) []string {
	out := slices.Sorted(maps.Keys(own))
	return slices.DeleteFunc(out, func(field string) bool { return field == "structure" })
}

// Differences says how services read a text otherwise than its steps are here,
// each with the service's name.
func Differences(d *document.Document, text string, steps []training.WorkoutStep) []i18n.Sentence {
	var out []i18n.Sentence
	for _, said := range d.Said {
		var body struct {
			Description string             `json:"description"`
			Structure   training.Structure `json:"structure"`
		}
		if said.Source == document.OfFiles || json.Unmarshal(said.Body, &body) != nil || body.Description != text {
			continue
		}
		if theirs := body.Structure.Of(text); len(theirs) > 0 {
			for _, diff := range workout.Differences(steps, theirs) {
				out = append(out, i18n.Sentencef("%s reads it otherwise: %s", said.Source, diff))
			}
		}
	}
	return out
}

// Elsewhere says where the targets of a text mean something else at a service
// that has it, since its thresholds are others than those of the day here.
func Elsewhere(
	ctx context.Context, r Documents, s training.Scope, d *document.Document, text string, steps []training.WorkoutStep,
	here efforts.Day, indoor bool,
) (out []i18n.Sentence, err error) {
	for i, said := range d.Said {
		one := *d
		one.Said = d.Said[i : i+1]
		if len(steps) == 0 || !speaks(&one, text) {
			continue
		}
		there, ok, err := There(ctx, r, s, said.Source, here.Sport, indoor)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		for _, diff := range Resolved(steps, here, there) {
			out = append(out, i18n.Sentencef("%s goes by another threshold: %s", said.Source, diff.Sentence()))
		}
	}
	return out, nil
}

// speaks reports a service whose own text this is, so that what it states is
// about these steps.
func speaks(d *document.Document, text string) bool {
	return slices.ContainsFunc(d.Said, func(said document.Said) bool {
		var body struct {
			Description string `json:"description"`
		}
		return json.Unmarshal(said.Body, &body) == nil && body.Description == text
	})
}
