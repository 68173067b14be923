package document

import (
	"encoding/json"
	"fmt"

	"lapkeep/internal/training"
)

// VersionsWriter is what is written to.
type VersionsWriter interface {
	Layers(a training.AthleteID, c Collection, id string) (Layers, error)
	PutOwn(a training.AthleteID, c Collection, id string, own Own) (former Own, err error)
}

// Prefix begins the names of all versions of a text.
func Prefix(c Collection, id string) string { return string(c) + "/" + id + "/" }

// ID names a version so that names are in the order of numbers.
func ID(c Collection, id string, n int) string {
	return fmt.Sprintf("%s%06d", Prefix(c, id), n)
}

// AddVersions keeps a version under the next number after its own that is free, and
// gives its fields as the text itself has them.
func AddVersions(
	w VersionsWriter, a training.AthleteID, c Collection, id string, v training.TextVersion,
) (training.TextVersion, json.RawMessage, error) {
	for taken := true; taken; { // by a version that was taken back
		v.Version++
		l, err := w.Layers(a, TextVersions, ID(c, id, v.Version))
		if err != nil {
			return v, nil, err
		}
		taken = !l.Own.Silent()
	}
	fields, err := json.Marshal(v)
	if err != nil {
		return v, nil, err
	}
	_, err = w.PutOwn(a, TextVersions, ID(c, id, v.Version), Own{Fields: fields})
	return v, fields, err
}

// FindVersions is the number of a version that says what body does, 0 for none, and
// the highest number that there is.
func FindVersions(w VersionsWriter, a training.AthleteID, c Collection, id, body string) (found, last int, err error) {
	for {
		l, err := w.Layers(a, TextVersions, ID(c, id, last+1))
		if err != nil || l.Own.Silent() {
			return found, last, err
		}
		var v training.TextVersion
		if err := json.Unmarshal(l.Own.Fields, &v); err != nil {
			return 0, last, training.Errorf(training.KindCorrupt, "A version of %s cannot be read: %w.", id, err)
		}
		if last++; v.Body == body {
			found = last
		}
	}
}
