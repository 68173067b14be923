package goldencheetah

import (
	"bytes"
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/archive/listing"
	"lapkeep/internal/training"
)

// Source leads the references of activities.
const Source = "goldencheetah"

// Form is how the folders of GoldenCheetah look.
type Form struct{}

const (
	activities = "activities/"
	planned    = "planned/"
	layout     = "2006_01_02_15_04_05" // the name of an activity: its local time
	ending     = ".json"
)

// Top is the athlete's folder, or that of the activities if it was taken out.
func (Form) Top(e *listing.Entry) (string, bool) {
	base := path.Base(e.Rel)
	folder := e.Rel[:len(e.Rel)-len(base)]
	if _, ok := named(base); !ok || strings.HasSuffix("/"+strings.ToLower(folder), "/"+planned) {
		return "", false
	}
	head, err := e.File.Head(listing.HeadBytes)
	if err != nil || !bytes.Contains(head, []byte(`"RIDE"`)) {
		return "", false
	}
	if strings.HasSuffix("/"+strings.ToLower(folder), "/"+activities) {
		folder = folder[:len(folder)-len(activities)]
	}
	return folder, true
}

// named reads the local time that names an activity's file.
func named(base string) (time.Time, bool) {
	stem := strings.TrimSuffix(strings.ToLower(base), ending)
	t, err := time.Parse(layout, stem)
	return t, err == nil && len(base) == len(layout)+len(ending)
}

// Emit yields the activities, the newest first. What else lies in the folder
// goes back to the walk: the devices' own files among it are recordings.
func (Form) Emit(x *listing.Export) {
	x.Return()
	var names []string
	for name := range x.Parts() {
		_, ok := named(path.Base(name))
		if dir := name[:len(name)-len(path.Base(name))]; ok && (dir == "" || dir == activities) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(path.Base(b), path.Base(a)) })
	x.Leave(asideReason)
	for _, name := range names {
		e, ok := x.Use(name)
		if ok && !x.Yield(activity(x, &e)) {
			return
		}
	}
}

// asideReason says why a part is not opened; empty for one that merely lies
// there too.
func asideReason(name string) string {
	dir, _, _ := strings.Cut(name, "/")
	switch dir + "/" {
	case planned:
		return "It is planned, not done."
	case "workouts/":
		return "It is a workout to be done, not a recording."
	case "cache/", "config/", "calendar/", "media/", "temp/", "snippets/", "equipment/":
		return "It holds nothing of training; it was not opened."
	}
	return ""
}

// activity is the item of one file. Only what stands before its samples is
// read until it is imported.
func activity(x *listing.Export, e *listing.Entry) listing.Item {
	it := e.Item()
	if !e.Readable() {
		return it
	}
	start, _ := named(path.Base(e.Rel))
	it.ModTime = start
	h, err := head(x, e)
	if err != nil {
		it.Err = err
		return it
	}
	said := h.said(strings.TrimSuffix(path.Base(e.Rel), ending))
	if !h.sampled {
		said.Entry = h.entry()
		it.Said, it.AsOf = &said, e.Mod
		return it
	}
	made := listing.Made(e.Shown, func(ctx context.Context) ([]byte, error) {
		data, err := e.File.Read(ctx)
		if err != nil {
			return nil, err
		}
		return fitFile(data, start)
	})
	made.Size, made.ModTime, made.Said, made.AsOf = e.Size, it.ModTime, &said, e.Mod
	return made
}

func head(x *listing.Export, e *listing.Entry) (*ride, error) {
	r, err := x.Stream(e)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return read(r, nil)
}

func damaged(err error) error {
	return training.Errorf(training.KindCorrupt, "It is no activity of GoldenCheetah, or a damaged one: %w.", err).WithFix("Open it in GoldenCheetah and save it again.")
}
