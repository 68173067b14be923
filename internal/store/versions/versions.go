// Package versions keeps every version of a text that an athlete has with a
// coach: each is a document of its own, which no undo takes back.
package versions

import (
	"encoding/json"
	"fmt"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Writer is what is written to.
type Writer interface {
	Layers(a training.AthleteID, c document.Collection, id string) (document.Layers, error)
	PutOwn(a training.AthleteID, c document.Collection, id string, own document.Own) (former document.Own, err error)
}

// Prefix begins the names of all versions of a text.
func Prefix(c document.Collection, id string) string { return string(c) + "/" + id + "/" }

// ID names a version so that names are in the order of numbers.
func ID(c document.Collection, id string, n int) string {
	return fmt.Sprintf("%s%06d", Prefix(c, id), n)
}

// Add keeps a version under the next number after its own that is free, and
// gives its fields as the text itself has them.
func Add(
	w Writer, a training.AthleteID, c document.Collection, id string, v training.TextVersion,
) (training.TextVersion, json.RawMessage, error) {
	for taken := true; taken; { // by a version that was taken back
		v.Version++
		l, err := w.Layers(a, document.TextVersions, ID(c, id, v.Version))
		if err != nil {
			return v, nil, err
		}
		taken = !l.Own.Silent()
	}
	fields, err := json.Marshal(v)
	if err != nil {
		return v, nil, err
	}
	_, err = w.PutOwn(a, document.TextVersions, ID(c, id, v.Version), document.Own{Fields: fields})
	return v, fields, err
}

// Find is the number of a version that says what body does, 0 for none, and
// the highest number that there is.
func Find(w Writer, a training.AthleteID, c document.Collection, id, body string) (found, last int, err error) {
	for {
		l, err := w.Layers(a, document.TextVersions, ID(c, id, last+1))
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
