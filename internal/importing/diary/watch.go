package diary

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// WatchForm recognises and reads the files in which a Garmin watch keeps days and nights: its
// folders Monitor, Sleep, HRVStatus and Metrics, or the files of a day that Garmin Connect exports.
type WatchForm struct{}

// garminSource is the source of the values.
const garminSource = "garmin"

// IsSingle reports that a file can be read by itself.
func (WatchForm) IsSingle() {}

// sleepType is the type of a file with a night.
const sleepType = 49

// watchTypes lists the types of files that are read: three of monitoring, metrics, sleep, HRV.
var watchTypes = []byte{15, 28, 32, 44, sleepType, 68}

// Top returns the folder that contains the folders of the watch.
func (f WatchForm) Top(e *listing.Entry) (string, bool) {
	folder := folderOf(e)
	switch base := strings.ToLower(path.Base(folder)); base {
	case "monitor", "sleep", "hrvstatus", "metrics":
		folder = folder[:len(folder)-len(base)-1]
	}
	return folder, f.is(e)
}

func (f WatchForm) is(e *listing.Entry) bool { return slices.Contains(watchTypes, f.typeOf(e)) }

// typeOf returns the type of a FIT file, or 0.
func (WatchForm) typeOf(e *listing.Entry) byte {
	if e.Sift != nil || !strings.EqualFold(path.Ext(e.Rel), ".fit") {
		return 0
	}
	head, err := e.File.Head(listing.HeadBytes)
	if err != nil {
		return 0
	}
	typ, _ := fit.TypeOf(head)
	return typ
}

// Emit yields the days of all files. A file without values is left to the walk, which says what it is.
func (f WatchForm) Emit(x *listing.Export) {
	x.Return()
	w := &watch{g: newGroup(x, "Garmin"), worn: map[training.Day]worn{}}
	w.g.noZone = noZone
	var unplaced []*recorded
	for _, nights := range []bool{true, false} { // first the nights, because breaths count only during them
		for name, e := range x.Files(true, func(e *listing.Entry) bool { return f.is(e) && (f.typeOf(e) == sleepType) == nights }) {
			r := &recorded{file: len(w.g.items)}
			err := r.read(x, &e)
			if err == nil && r.empty() {
				continue
			}
			x.Use(name)
			if !w.g.file(&e, func() error { return err }) {
				return
			}
			if w.zones = append(w.zones, r.zones...); len(r.zones) > 0 {
				w.place(r, r.zones)
			} else {
				unplaced = append(unplaced, r)
			}
		}
	}
	for _, r := range unplaced { // the other files show where the athlete was
		w.place(r, w.zones)
	}
	w.finish()
	w.g.yield()
}

// watch collects what the files of a watch say.
type watch struct {
	g     *group
	zones zones
	worn  map[training.Day]worn
}

// worn is the time from the first level of stress of a day to the last.
type worn struct{ from, to time.Time }

// part returns the days of a part for a file.
func (w *watch) part(name string, file int) *days {
	d := w.g.part(garminSource, name)
	d.file = file
	return d
}

// noZone is the reason why a file is not read if no file near it gives the zone.
const noZone = "Its times have no zone. Import it together with the watch's folder Monitor, which gives the zone."

// place puts what a file says on local days.
func (w *watch) place(r *recorded, z zones) {
	lost := false
	for _, v := range r.values {
		at, from := v.at, ""
		if v.rule == running {
			at, from = at.Add(-time.Second), strconv.Itoa(int(v.kind)) // the last total of a day is at midnight
		}
		t, ok := z.local(at)
		if !ok {
			lost = true
			continue
		}
		day, part := training.DayOf(t), w.part(v.part, r.file)
		switch v.part {
		case "respiration":
			if day, ok = w.g.part(garminSource, "sleep").asleepAt(t); !ok {
				continue // all other sources give the rate of the night
			}
		case "stress":
			former, seen := w.worn[day]
			if !seen || t.Before(former.from) {
				former.from = t
			}
			if t.After(former.to) {
				former.to = t
			}
			w.worn[day] = former
		}
		part.put(day, v.field, from, v.rule, v.value, t)
	}
	w.night(r, z)
	if lost && r.file < len(w.g.items) {
		w.g.items[r.file].Skip = noZone
	}
}

// night adds the night of a file. Some watches write only the times awake, and none of the stages.
func (w *watch) night(r *recorded, z zones) {
	slices.SortStableFunc(r.levels, func(a, b level) int { return a.until.Compare(b.until) })
	if n := len(r.levels); n > 0 {
		r.from, r.to = cmp.Or(r.from, r.levels[0].until), cmp.Or(r.to, r.levels[n-1].until)
	}
	start, ok1 := z.local(r.from)
	end, ok2 := z.local(r.to)
	if !ok1 || !ok2 || !end.After(start) {
		return
	}
	n := night{start: start, end: end, numbers: map[training.WellnessField]float64{}}
	before := r.from
	for _, l := range r.levels {
		if l.until.After(before) {
			n.numbers[l.stage] += l.until.Sub(before).Seconds()
			before = l.until
		}
	}
	delete(n.numbers, "")
	if n.numbers[deepF]+n.numbers[lightF]+n.numbers[remF] == 0 {
		clear(n.numbers)
	}
	put(n.numbers, training.WellnessSleepScore, r.score)
	w.part("sleep", r.file).slept(&n)
}

// finish leaves out the stress and the energy of days of which the watch saw too little.
func (w *watch) finish() {
	const nearlyWhole = 16 * time.Hour
	d := w.g.part(garminSource, "stress")
	for s := range d.tallies {
		if of := w.worn[s.day]; of.to.Sub(of.from) < nearlyWhole {
			delete(d.tallies, s)
		}
	}
}
