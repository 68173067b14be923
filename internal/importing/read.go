package importing

import (
	"bytes"
	"context"
	"encoding/json"
	"path"
	"strings"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
)

// reader reads one form of workout files.
type reader func(data []byte) (workout.Workout, []workout.Loss, error)

// byName are the forms whose files are told by what they are called.
var byName = map[string]reader{".zwo": workoutfile.ReadZWO, ".erg": workoutfile.ReadERG, ".mrc": workoutfile.ReadERG}

// headBytes is how much of the beginning tells what a file is.
const headBytes = 4 << 10

// readerOf is how a file is read, nil for none that holds a workout. FIT files
// are told by those who read recordings, see [ReadFIT].
func readerOf(ext string, data []byte) reader {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	if read := byName[ext]; read != nil {
		return read
	}
	head := data[:min(len(data), headBytes)]
	switch text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n"); {
	case len(text) == 0:
	case text[0] == '<' && isZWO(head):
		return workoutfile.ReadZWO
	case text[0] == '[' && bytes.HasPrefix(bytes.ToUpper(text), []byte("[COURSE HEADER]")):
		return workoutfile.ReadERG
	case text[0] == '{' && isIGPSport(data):
		return workoutfile.ReadIGPSport
	}
	return nil
}

func isZWO(head []byte) bool {
	s := reading.NewXMLReader(context.Background(), head, reading.Limits{})
	return s.Next() && s.Start && s.Name == "workout_file"
}

// mostJSON is the largest JSON that is looked into: a workout has some hundred
// bytes a step.
const mostJSON = 1 << 20

// isIGPSport reports a workout as iGPSport's service gives it. Others have a
// structure too, so that all of it has to be as there.
func isIGPSport(data []byte) bool {
	if len(data) > mostJSON || !bytes.Contains(data, []byte(`"structure"`)) {
		return false
	}
	type native struct {
		Title     *string         `json:"title"`
		Sport     json.RawMessage `json:"sportBigType"`
		Kind      json.RawMessage `json:"workoutType"`
		Structure []struct {
			Type  string          `json:"type"`
			Class json.RawMessage `json:"intensityClass"`
			Steps json.RawMessage `json:"steps"`
		} `json:"structure"`
	}
	var v struct {
		native
		Data *native `json:"data"`
	}
	if json.Unmarshal(data, &v) != nil {
		return false
	}
	n := v.native
	if n.Structure == nil && v.Data != nil {
		n = *v.Data
	}
	if n.Title == nil || n.Sport == nil && n.Kind == nil || len(n.Structure) == 0 {
		return false
	}
	for _, s := range n.Structure {
		if (s.Type != "Step" || s.Class == nil) && (s.Type != "Repetition" || s.Steps == nil) {
			return false
		}
	}
	return true
}

// ReadWorkouts reads a file if it is one of a workout; nil if it is not. FIT files are
// left to [ReadFIT].
func ReadWorkouts(ctx context.Context, o Origin, data []byte, limits recording.Limits) (*File, error) {
	name := unpackedName(o.Name)
	ext := strings.ToLower(path.Ext(name))
	if recording.IsGzip(data) {
		if byName[ext] == nil {
			return nil, nil // to unpack each recording for a look costs too much
		}
		var err error
		if data, err = recording.Unpack(ctx, data, limits); err != nil {
			return nil, err
		}
	}
	read := readerOf(ext, data)
	if read == nil {
		return nil, nil
	}
	return newFile(o, read, data)
}

// ReadFIT reads a FIT file that holds a workout.
func ReadFIT(ctx context.Context, o Origin, data []byte, limits recording.Limits) (*File, error) {
	data, err := recording.Unpack(ctx, data, limits)
	if err != nil {
		return nil, err
	}
	return newFile(o, workoutfile.ReadFIT, data)
}

// unpackedName is the name of a file without what it is packed in.
func unpackedName(name string) string {
	for _, packed := range []string{".zst", ".gz"} {
		if strings.EqualFold(path.Ext(name), packed) {
			name = strings.TrimSuffix(name, path.Ext(name))
		}
	}
	return name
}
