package archive

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// RunkeeperSource leads the references of activities.
const RunkeeperSource = "runkeeper"

// RunkeeperForm is how the archives that Runkeeper hands out look.
type RunkeeperForm struct{}

const runkeeperTableName = "cardioactivities.csv"

// Top is the folder of the table.
func (RunkeeperForm) Top(e *listing.Entry) (string, bool) {
	base := path.Base(e.Rel)
	if !strings.EqualFold(base, runkeeperTableName) {
		return "", false
	}
	head, err := e.File.Head(listing.HeadBytes)
	return e.Rel[:len(e.Rel)-len(base)], err == nil && bytes.Contains(head, []byte("Type,Route Name"))
}

// Emit has each track pass by with what the table says of it, and after them
// yields the activities that have none.
func (RunkeeperForm) Emit(x *listing.Export) {
	data, err := x.Table(&x.Mark)
	var t runkeeperTable
	if err == nil {
		t, err = runkeeperRead(data)
	}
	it := x.Mark.Item()
	if err != nil {
		it.Err = err
		x.Yield(it)
		return
	}
	files := map[string]*runkeeperRow{}
	for i := range t.rows {
		r := &t.rows[i]
		e, there := x.Part(r.file)
		if r.file == "" || !there {
			continue
		}
		r.found = true
		files[strings.ToLower(r.file)] = r
		t.learn(r, &e)
	}
	x.About(func(it listing.Item) listing.Item {
		if r := files[strings.ToLower(it.Name())]; r != nil && it.Skip == "" && it.Err == nil {
			said := r.said
			said.CaloriesKcal = r.entry.Values[training.MetricCaloriesKcal]
			it.Said, it.AsOf = &said, t.asOf
		}
		return it
	})
	x.Leave(func(name string) string {
		if path.Ext(name) == ".csv" && !strings.Contains(name, "/") {
			return "It is a table of Runkeeper that holds no activities; it was not opened."
		}
		return ""
	})
	x.Last(func() { t.unrecorded(x, it) })
}

// unrecorded yields the activities without a track.
func (t *runkeeperTable) unrecorded(x *listing.Export, mark listing.Item) {
	it := listing.Item{Path: mark.Path, Size: mark.Size, ModTime: mark.ModTime, AsOf: t.asOf, Unrecorded: []training.Statement{}}
	missing := 0
	for i := range t.rows {
		r := &t.rows[i]
		if r.found {
			continue
		}
		if r.file != "" {
			missing++
		}
		s := r.said
		entry := r.entry
		if offset, ok := t.offset(r.local); ok {
			entry.Start = r.local.Add(-offset).In(time.FixedZone("", int(offset.Seconds())))
		} else {
			entry.Start, entry.Local = r.local, true
		}
		s.Entry = &entry
		it.Unrecorded = append(it.Unrecorded, s)
	}
	if missing > 0 {
		it.Warning = fmt.Sprintf("%d of the tracks that the table names are missing; their activities were taken from the table.", missing)
	}
	x.Yield(it)
}

// trackHead is how far into a track its first time stands.
const trackHead = 2048

// learn takes the offset of the place from the first time of a row's track.
func (t *runkeeperTable) learn(r *runkeeperRow, e *listing.Entry) {
	if !e.Readable() {
		return
	}
	head, err := e.File.Head(trackHead)
	if err != nil {
		return
	}
	_, rest, ok := bytes.Cut(head, []byte("<time>"))
	text, _, closed := bytes.Cut(rest, []byte("<"))
	utc, _, _, isTime := reading.ParseTime(string(bytes.TrimSpace(text)))
	if !ok || !closed || !isTime {
		return
	}
	const quarter, slack, most = 15 * time.Minute, 2 * time.Minute, 14 * time.Hour
	d := r.local.Sub(utc)
	if offset := d.Round(quarter); (d-offset).Abs() < slack && offset.Abs() <= most {
		t.places = append(t.places, place{r.local, offset})
	}
}

// offset is that of the track nearest in time.
func (t *runkeeperTable) offset(local time.Time) (time.Duration, bool) {
	best := -1
	for i, p := range t.places {
		if best < 0 || p.local.Sub(local).Abs() < t.places[best].local.Sub(local).Abs() {
			best = i
		}
	}
	if best < 0 {
		return 0, false
	}
	return t.places[best].offset, true
}
