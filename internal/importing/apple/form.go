package apple

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// Source is the prefix of references ("apple:…"), and a source of wellness values.
const Source = "apple"

// Form recognises and reads the archives that Apple Health exports.
type Form struct{}

// IsLarge marks the form as large, so that its exports are not read just to count their items.
func (Form) IsLarge() {}

// Top returns the folder that contains the file of records. The file's name
// depends on the phone's language.
func (Form) Top(e *listing.Entry) (string, bool) {
	base := path.Base(e.Rel)
	if otherKind[strings.ToLower(path.Ext(base))] {
		return "", false
	}
	head, err := e.File.Head(headBytes)
	return strings.TrimSuffix(e.Rel, base), err == nil && isHealth(head)
}

// headBytes is the number of bytes at the start of a file that identify it as a file of records.
const headBytes = 512

func isHealth(head []byte) bool {
	for _, mark := range []string{"<!DOCTYPE " + rootName, "<" + rootName} {
		if bytes.Contains(head, []byte(mark)) {
			return true
		}
	}
	return false
}

// otherKind lists the extensions of files that are not examined, because an
// export may contain very many of them.
var otherKind = map[string]bool{
	".fit": true, ".gpx": true, ".tcx": true, ".gz": true, ".zip": true, ".csv": true, ".json": true, ".zst": true,
	".jpg": true, ".jpeg": true, ".png": true, ".heic": true, ".pdf": true, ".mp4": true, ".mov": true,
}

// Emit yields the workouts, newest first, and then the days, newest first.
func (Form) Emit(x *listing.Export) { (&exported{Export: x}).emit() }

// exported is one export in a listing.
type exported struct {
	*listing.Export
	health *health
}

func (x *exported) emit() {
	err := x.read()
	x.Leave(func(name string) string { return asideReason(name, err == nil) })
	if x.health == nil {
		x.fail(err)
		return
	}
	if x.health.asOf.IsZero() {
		x.health.asOf = x.Mark.Mod
	}
	if !x.workouts() || !x.days() || !x.account() {
		return
	}
	if err != nil {
		x.fail(err)
		return
	}
	if words := x.health.leftOut(); words != "" {
		it := x.Mark.Item()
		it.Skip = words
		x.Yield(it)
	}
}

func (x *exported) read() error {
	r, err := x.Stream(&x.Mark)
	if err != nil {
		return err
	}
	defer r.Close()
	x.health, err = read(r)
	return err
}

func (x *exported) fail(err error) {
	it := x.Mark.Item()
	it.Err = err
	x.Yield(it)
}

// asideReason returns the reason why a part is not opened, or "" if the part
// does not belong to the export.
func asideReason(name string, whole bool) string {
	switch {
	case strings.HasPrefix(name, "electrocardiograms/"), strings.HasPrefix(name, "clinical-records/"),
		strings.HasPrefix(name, "clinical_records/"),
		strings.HasSuffix(name, "_cda.xml"):
		return "It is a medical record; it was not opened."
	case strings.HasPrefix(name, "workout-routes/") && !whole:
		return "The workout that it belongs to could not be read."
	}
	return ""
}

// item returns an item made from the records. word is added to the name of the file.
func (x *exported) item(word string, at time.Time) listing.Item {
	return listing.Item{Path: x.Mark.Shown + "#" + word, ModTime: at, AsOf: x.health.asOf}
}

func (x *exported) account() bool {
	if x.health.sex == "" {
		return true
	}
	it := x.item("me", x.health.asOf)
	it.Account = &listing.Account{Sex: x.health.sex}
	return x.Yield(it)
}

// days yields the wellness days, grouped by year.
func (x *exported) days() bool {
	all := x.health.days()
	days := all.best
	order := slices.SortedFunc(maps.Keys(days), func(a, b training.Day) int { return cmp.Compare(b, a) })
	for len(order) > 0 {
		n := 1
		for n < len(order) && order[n].YearStart() == order[0].YearStart() {
			n++
		}
		it := x.item("wellness "+order[0].String()[:4], order[0].Time(time.UTC))
		it.Wellness = &listing.Wellness{Source: Source}
		it.Wellness.Days = pick(days, order[:n])
		for _, by := range slices.Sorted(maps.Keys(all.others)) {
			if of := pick(all.others[by], order[:n]); len(of) > 0 {
				it.Wellness.More = append(it.Wellness.More, listing.Wellness{Source: by, Days: of})
			}
		}
		if !x.Yield(it) {
			return false
		}
		order = order[n:]
	}
	return true
}

// pick returns some of the days.
func pick(days map[training.Day]*training.WellnessDay, order []training.Day) (out []training.WellnessDay) {
	for _, d := range order {
		if days[d] != nil {
			out = append(out, *days[d])
		}
	}
	return out
}

// workouts yields the workouts. Their recordings are created one by one during
// the import. Only the workout's own data is stored, because the whole file may
// be of any size, differs in every export, and consists mostly of other data.
func (x *exported) workouts() bool {
	list, files, err := x.outings(x.Context())
	if err != nil {
		x.fail(err)
		return false
	}
	for _, o := range list {
		if !x.Yield(x.workout(o, files[o.workout])) {
			return false
		}
	}
	return true
}

// outings returns the workouts with their route files, newest first.
func (x *exported) outings(ctx context.Context) ([]*outing, map[*workout][]listing.Entry, error) {
	recorded, err := x.health.recorded(ctx)
	if err != nil {
		return nil, nil, err
	}
	list := make([]*outing, 0, len(x.health.workouts))
	files := map[*workout][]listing.Entry{}
	for i, w := range x.health.workouts {
		for _, r := range w.routes {
			if e, ok := x.route(r); ok {
				files[w] = append(files[w], e)
			}
		}
		n := len(files[w])
		if n == 0 { // routes have their own durations
			x.health.measure(w)
		}
		list = append(list, &outing{workout: w, routes: n, streams: n > 0 || recorded[i], position: i})
	}
	if err := x.health.twins(ctx, list); err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(list, func(a, b *outing) int { return cmp.Compare(b.start.unix, a.start.unix) })
	return list, files, nil
}

// route returns the part at a path that is relative to the export's folder.
func (x *exported) route(p string) (listing.Entry, bool) {
	p = strings.TrimLeft(strings.ReplaceAll(p, `\`, "/"), "/")
	e, ok := x.Use(p)
	return e, ok && e.Readable()
}

// workout returns the item of a workout, with or without a recording.
func (x *exported) workout(o *outing, routes []listing.Entry) listing.Item {
	w, h := o.workout, x.health
	at := time.Unix(w.start.unix, 0).In(time.FixedZone("", w.offset(w.start)))
	word := at.Format("2006-01-02 15.04.05 ") + strings.ReplaceAll(string(sportOf(w.word)), "/", "_")
	it := x.item(word, at)
	if o.sameAs != nil {
		it.Skip = fmt.Sprintf("%s wrote the same outing again; the one of %s holds more.", h.source(w.from).label(),
			h.source(o.sameAs.from).label())
		return it
	}
	said := h.statement(w)
	if !o.streams && !w.several() {
		said.Entry = w.entry()
		it.Statement = &said
		return it
	}
	made := listing.Recorded(it.Path, func(ctx context.Context) ([]*training.Recording, error) {
		tracks, err := tracks(ctx, routes)
		if err != nil {
			return nil, err
		}
		return h.recordings(ctx, w, tracks)
	})
	made.ModTime, made.AsOf, made.Statement = it.ModTime, it.AsOf, &said
	for _, r := range routes {
		made.Size += r.Size
	}
	return made
}

// tracks reads the routes of a workout.
func tracks(ctx context.Context, routes []listing.Entry) (out []*training.Recording, err error) {
	for i := range routes {
		data, err := routes[i].File.Read(ctx)
		if err != nil {
			return nil, err
		}
		res, err := xmlfile.ReadGPX(ctx, data, reading.Limits{})
		if err != nil {
			return nil, err
		}
		out = append(out, res.Recordings...)
	}
	return out, nil
}

// statement returns a statement with the data of a workout that is not in its stream.
func (h *health) statement(w *workout) training.Statement {
	s := training.Statement{Ref: fmt.Sprintf("%s:%d-%s", Source, w.start.unix, strings.ToLower(w.word)), Name: w.brand, Sport: sportOf(w.word)}
	s.SubSport = w.refined(s.Sport)
	if w.several() {
		s.Sport, s.SubSport = "", ""
	}
	s.PerceivedExertion = h.efforts[w.start.unix]
	return s
}

// entry returns the known data of a workout that has no stream.
func (w *workout) entry() *training.Entry {
	l := w.whole()
	e := &training.Entry{
		Start: time.Unix(w.start.unix, 0).In(time.FixedZone("", w.offset(w.start))), TimerS: w.durationS,
		ElapsedS: float64(w.end.unix - w.start.unix), Values: l.values,
	}
	if e.TimerS <= 0 || e.TimerS > e.ElapsedS {
		e.TimerS = e.ElapsedS
	}
	return e
}

// outing is a workout with the values that decide which one is kept if several
// sources recorded the same outing.
type outing struct {
	*workout
	routes   int  // number of route files in the export
	streams  bool // it has a route or a sample
	sameAs   *outing
	position int
}

// commonOf is the share of the shorter workout's duration that must overlap.
const commonOf = 0.8

// twins finds workouts in which several sources recorded the same outing. The
// richest is kept, and the others refer to it.
func (h *health) twins(ctx context.Context, list []*outing) error {
	order := slices.Clone(list)
	slices.SortStableFunc(order, func(a, b *outing) int { return h.richer(a, b) })
	// kept holds the kept workouts by the periods that they touch. No workout is longer
	// than a period, so each touches at most two. The richest workouts come first.
	kept := map[int64][]*outing{}
	for _, o := range order {
		if err := ctx.Err(); err != nil {
			return err
		}
		first, last := o.start.unix/longestS, o.end.unix/longestS
		for n := first; n <= last; n++ {
			near := kept[n]
			i := slices.IndexFunc(near, func(k *outing) bool { return k.from != o.from && oneOuting(k.workout, o.workout) })
			if i >= 0 && (o.sameAs == nil || h.richer(near[i], o.sameAs) < 0) {
				o.sameAs = near[i]
			}
		}
		for n := first; n <= last && o.sameAs == nil; n++ {
			kept[n] = append(kept[n], o)
		}
	}
	return nil
}

// richer orders two outings. The one with more data comes first.
func (h *health) richer(a, b *outing) int {
	truth := func(v bool) int {
		if v {
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(truth(b.several()), truth(a.several())),
		cmp.Compare(min(b.routes, 1), min(a.routes, 1)),
		cmp.Compare(truth(b.streams), truth(a.streams)),
		h.source(a.from).before(h.source(b.from)),
		cmp.Compare(b.end.unix-b.start.unix, a.end.unix-a.start.unix),
		cmp.Compare(a.position, b.position),
	)
}

func oneOuting(a, b *workout) bool {
	common := min(a.end.unix, b.end.unix) - max(a.start.unix, b.start.unix)
	shorter := min(a.end.unix-a.start.unix, b.end.unix-b.start.unix)
	if common <= 0 || float64(common) < commonOf*float64(shorter) {
		return false
	}
	return a.several() || b.several() || alike(sportOf(a.word), sportOf(b.word))
}

// alike reports whether two sports may be different names for the same activity.
func alike(a, b training.Sport) bool {
	return a == b || a == training.Other || b == training.Other || a.OnFoot() && b.OnFoot()
}
