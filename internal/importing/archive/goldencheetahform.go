package archive

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/formats/jsonfile"
	"lapkeep/internal/importing/listing"
)

// GoldenCheetahSource leads the references of activities.
const GoldenCheetahSource = "goldencheetah"

// GoldenCheetahForm is how the folders of GoldenCheetah look.
type GoldenCheetahForm struct{}

const (
	activities          = "activities/"
	planned             = "planned/"
	goldencheetahEnding = ".json"
)

// Top is the athlete's folder, or that of the activities if it was taken out.
func (GoldenCheetahForm) Top(e *listing.Entry) (string, bool) {
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
	t, ok := jsonfile.LocalTime(base)
	return t, ok && len(base) == len("2006_01_02_15_04_05"+goldencheetahEnding)
}

// Emit yields the activities, the newest first. What else lies in the folder
// goes back to the walk: the devices' own files among it are recordings.
func (GoldenCheetahForm) Emit(x *listing.Export) {
	x.Return()
	var names []string
	for name := range x.Parts() {
		_, ok := named(path.Base(name))
		if dir := name[:len(name)-len(path.Base(name))]; ok && (dir == "" || dir == activities) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(path.Base(b), path.Base(a)) })
	x.Leave(goldencheetahAsideReason)
	for _, name := range names {
		e, ok := x.Use(name)
		if ok && !x.Yield(goldencheetahActivity(x, &e)) {
			return
		}
	}
}

// goldencheetahAsideReason says why a part is not opened; empty for one that merely lies
// there too.
func goldencheetahAsideReason(name string) string {
	dir, _, _ := strings.Cut(name, "/")
	switch dir + "/" {
	case planned:
		return "It is planned, not done."
	case "workouts/":
		return "It is a workout to be done, not a recording."
	case "cache/", "config/", "calendar/", "media/", "temp/", "snippets/", "equipment/":
		return "It holds no training data; it was not opened."
	}
	return ""
}

// goldencheetahActivity is the item of one file. Only what stands before its samples is
// read until it is imported.
func goldencheetahActivity(x *listing.Export, e *listing.Entry) listing.Item {
	it := e.Item()
	if !e.Readable() {
		return it
	}
	it.ModTime, _ = named(path.Base(e.Rel))
	h, err := head(x, e)
	if err != nil {
		it.Err = err
		return it
	}
	words := said(h, strings.TrimSuffix(path.Base(e.Rel), goldencheetahEnding))
	if it.Said, it.AsOf = &words, e.Mod; !h.Sampled {
		words.Entry = entry(h)
	}
	return it
}

func head(x *listing.Export, e *listing.Entry) (*jsonfile.Ride, error) {
	r, err := x.Stream(e)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return jsonfile.Head(r)
}
