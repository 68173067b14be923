package workoutfile

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"path"
	"strings"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Form is one form of workouts.
type Form struct {
	// Name is the form's own and the ending of its files.
	Name string
	// Read gives a workout with what is wrong with it, and what it says beyond
	// a workout; nil for a form that is only written. The sport is that of
	// files that name none.
	Read func(data []byte, sport training.Sport) (workout.Workout, []workout.Fault, []workout.Loss, error)
	// Write gives a workout by the thresholds of a day, and what the form
	// cannot say of it; nil for a form that is only read.
	Write func(w *workout.Workout, day efforts.Day) ([]byte, []workout.Loss, error)
}

// AllForms lists the forms.
func AllForms() []Form {
	return []Form{
		{"txt", readText, writeText},
		{"json", readSteps, writeSteps},
		{"fit", formsFile(ReadFIT), WriteFIT},
		{"zwo", formsFile(ReadZWO), WriteZWO},
		{"erg", formsFile(ReadERG), WriteERG},
		{"mrc", formsFile(ReadERG), WriteMRC},
		{"igpsport", formsFile(ReadIGPSport), writeIGPSport},
		{"plain", nil, writePlain},
	}
}

// Named is the form of a name, or of a file's ending.
func Named(name string) (Form, error) {
	name = strings.ToLower(strings.TrimPrefix(cmp.Or(path.Ext(name), name), "."))
	var names []string
	for _, f := range AllForms() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Form{}, training.Errorf(training.KindInvalid, "%q is no form of workouts.", name).
		WithFix("Use one of %s.", strings.Join(names, ", "))
}

// formsFile reads a form whose files are whole or an error.
func formsFile(
	read func([]byte) (workout.Workout, []workout.Loss, error),
) func([]byte, training.Sport) (workout.Workout, []workout.Fault, []workout.Loss, error) {
	return func(data []byte, sport training.Sport) (workout.Workout, []workout.Fault, []workout.Loss, error) {
		w, losses, err := read(data)
		w.Sport = cmp.Or(w.Sport, sport)
		return w, nil, losses, err
	}
}

func readText(data []byte, sport training.Sport) (workout.Workout, []workout.Fault, []workout.Loss, error) {
	w, faults := steptext.Read(string(data), sport)
	return w, faults, nil, nil
}

func writeText(w *workout.Workout, _ efforts.Day) ([]byte, []workout.Loss, error) {
	text, losses := steptext.Write(w)
	return []byte(text + "\n"), losses, nil
}

// readSteps reads a list of steps, or the object of title and steps by which
// igpsport-mcp was asked for a workout.
func readSteps(data []byte, sport training.Sport) (workout.Workout, []workout.Fault, []workout.Loss, error) {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		w, faults := ReadIR(data)
		return w, faults, nil, nil
	}
	steps, _, faults := steptext.ReadForm(data, sport)
	return workout.Workout{Sport: sport, Steps: steps}, faults, nil, nil
}

func writeSteps(w *workout.Workout, _ efforts.Day) ([]byte, []workout.Loss, error) {
	return append(steptext.WriteForm(w.Steps, w.Sport), '\n'), nil, nil
}

// writeIGPSport names steps by what the workout is, so that one workout is
// written as the same bytes again.
func writeIGPSport(w *workout.Workout, day efforts.Day) ([]byte, []workout.Loss, error) {
	whole := sha256.Sum256(append(steptext.WriteForm(w.Steps, w.Sport), w.Name...))
	n := uint32(0)
	return WriteIGPSport(w, day, func() string {
		n++
		sum := sha256.Sum256(binary.BigEndian.AppendUint32(whole[:], n))
		id := strings.ToUpper(hex.EncodeToString(sum[:16]))
		return id[:8] + "-" + id[8:12] + "-" + id[12:16] + "-" + id[16:20] + "-" + id[20:]
	})
}

func writePlain(w *workout.Workout, day efforts.Day) ([]byte, []workout.Loss, error) {
	return []byte(workout.WritePlain(w, day)), nil, nil
}
