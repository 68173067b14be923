package archive

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// TrainingPeaksForm is how the files that TrainingPeaks hands out look: a zip of recordings,
// and another with the table of workouts, packed or not.
type TrainingPeaksForm struct{}

const (
	tableName = "workouts.csv"
	tableZip  = "workoutexport-"
)

// Top is the folder of the table, or of the archive that holds it alone.
func (TrainingPeaksForm) Top(e *listing.Entry) (string, bool) {
	base := path.Base(e.Rel)
	folder := e.Rel[:len(e.Rel)-len(base)]
	low := strings.ToLower(base)
	if strings.HasPrefix(low, tableZip) && strings.HasSuffix(low, ".zip") {
		return folder, true
	}
	if low != tableName {
		return "", false
	}
	head, err := e.File.Head(listing.HeadBytes)
	return folder, err == nil && bytes.Contains(head, []byte("WorkoutType"))
}

// Emit has every recording of the folder pass by with what the table says of
// it, and after them yields what the table says of workouts without one.
func (TrainingPeaksForm) Emit(x *listing.Export) {
	data, err := x.Table(&x.Mark)
	if err == nil && !strings.EqualFold(path.Base(x.Mark.Rel), tableName) {
		data, err = unzip(data)
	}
	var t table
	if err == nil {
		t, err = workouts(data)
	}
	it := x.Mark.Item()
	switch {
	case err != nil && training.KindOf(err) == training.KindCorrupt && it.Err == nil:
		x.Return() // something else of that name; the walk says what
	case err != nil:
		it.Err = err
		x.Yield(it)
	case !hasFiles(x):
		// A workout's time of day is in its file alone.
		it.Skip = "It is a table of workouts without their recordings; import it together with the archive of files (put both into one folder)."
		x.Yield(it)
	default:
		t.emit(x, it)
	}
}

func (t *table) emit(x *listing.Export, it listing.Item) {
	asOf := it.ModTime
	for _, d := range t.done {
		if it.ModTime.Year() < 1990 && d.said.Entry.Start.After(asOf) {
			asOf = d.said.Entry.Start
		}
	}
	x.About(func(it listing.Item) listing.Item {
		if it.Skip == "" && it.Err == nil {
			it.SaidOf, it.AsOf = t.of, asOf
		}
		return it
	})
	x.Last(func() {
		it := listing.Item{Path: it.Path, Size: it.Size, ModTime: it.ModTime, AsOf: asOf, Unrecorded: make([]training.Statement, 0, len(t.done))}
		for _, d := range t.done {
			it.Unrecorded = append(it.Unrecorded, d.said)
		}
		if x.Yield(it) && t.planned+t.off > 0 {
			x.Yield(listing.Item{
				Path: it.Path,
				Skip: fmt.Sprintf("%d of its workouts were planned and not done, %d are days off.", t.planned, t.off),
			})
		}
	})
}

// hasFiles says that there may be recordings beside the table.
func hasFiles(x *listing.Export) bool {
	for name := range x.Parts() {
		switch path.Ext(name) {
		case ".zip", ".gz", ".fit", ".tcx", ".gpx", ".pwx":
			return true
		}
	}
	return false
}

// unzip takes the table out of its archive.
func unzip(data []byte) ([]byte, error) {
	const most = 64 << 20
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, notATable(err)
	}
	for _, m := range z.File {
		if !strings.EqualFold(path.Base(m.Name), tableName) {
			continue
		}
		r, err := m.Open()
		if err != nil {
			return nil, notATable(err)
		}
		defer r.Close()
		out, err := io.ReadAll(io.LimitReader(r, most+1))
		if err != nil {
			return nil, notATable(err)
		}
		if len(out) > most {
			return nil, listing.TooLarge(most)
		}
		return out, nil
	}
	return nil, notATable(fmt.Errorf("%s is missing", tableName))
}
