package archive

import (
	"errors"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// polarDay is the file of a day's activity; a nil field was not measured.
type polarDay struct {
	date    string
	summary *struct {
		Steps *reading.JSONNumber `json:"stepCount"`
		Kcal  *reading.JSONNumber `json:"calories"`
	}
}

// polarDiary yields the days, and each file that cannot be read with its reason.
func polarDiary(x *listing.Export, files []listing.Entry) {
	var days []training.WellnessDay
	asOf := time.Time{}
	for i := range files {
		e := &files[i]
		d, err := polarRead(x, e)
		of, derr := training.ParseDay(d.date)
		switch {
		case err != nil && x.Context().Err() != nil:
			return
		case err != nil:
			it := e.Item()
			if it.Err = err; !x.Yield(it) {
				return
			}
			continue
		case derr != nil || d.summary == nil:
			continue // a device that was not worn has no summary
		}
		w := training.WellnessDay{Day: of}
		put(&w, training.WellnessSteps, d.summary.Steps)
		put(&w, training.WellnessTotalKcal, d.summary.Kcal)
		days = append(days, w)
		if at := of.Time(time.UTC); at.After(asOf) {
			asOf = at
		}
	}
	x.Days(PolarSource, asOf, days)
}

// put keeps a value that a living person can have. Zero is what stands where
// nothing was measured.
func put(w *training.WellnessDay, f training.WellnessField, v *reading.JSONNumber) {
	if v == nil {
		return
	}
	if low, high, ok := f.Range(); ok && *v > 0 && float64(*v) >= low && float64(*v) <= high {
		w.Put(f, float64(*v), PolarSource)
	}
}

var errKnown = errors.New("the rest holds nothing to keep")

// polarRead reads a file as far as it is of use: its minutes are not.
func polarRead(x *listing.Export, e *listing.Entry) (d polarDay, err error) {
	r, err := x.Stream(e)
	if err != nil {
		return d, err
	}
	defer r.Close()
	dec := reading.NewDecoder(r)
	err = reading.Object(dec, func(name string) error {
		var err error
		switch name {
		case "date":
			err = dec.Decode(&d.date)
		case "summary":
			err = dec.Decode(&d.summary)
		default:
			return reading.Skip(dec)
		}
		if err == nil && d.summary != nil && d.date != "" {
			return errKnown
		}
		return err
	})
	if err != nil && !errors.Is(err, errKnown) {
		return d, training.Errorf(training.KindCorrupt, "It is not a day of Polar Flow, or it is damaged: %w.", err).
			WithFix("Export the archive again.")
	}
	return d, nil
}
