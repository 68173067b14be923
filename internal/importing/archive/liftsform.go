package archive

import (
	"bytes"
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// LiftsForm recognises and reads the tables of sets of one strength training app. They have
// local times without a zone, so a session is at that time in the athlete's time zone.
type LiftsForm struct{ app *liftsApp }

// liftsApp describes the tables of one app.
type liftsApp struct {
	source, name string
	// marks are texts in the first row, of which a table has all of one group.
	marks [][]string
	need  []string          // columns that every table has
	names map[string]string // names of columns in other languages
	// row reads the set in a row into its session, and returns false for a row that has none.
	row func(t *lifts, r listing.Row) bool
}

// liftsForms returns the apps whose tables are read.
func liftsForms() []listing.Form {
	return []listing.Form{
		LiftsForm{&liftsApp{
			source: "hevy", name: "Hevy", marks: [][]string{{`"title"`, `"start_time"`, `"exercise_title"`}},
			need: []string{"title", "start_time", "end_time", "exercise_title", "set_type", "reps"}, row: hevyRow,
		}},
		LiftsForm{&liftsApp{
			source: "strong", name: "Strong",
			marks: [][]string{{"Date", "Workout Name", "Exercise Name", "Set Order"}, {"Datum", "Workout-Name", "Name der"}},
			need:  []string{"Date", "Workout Name", "Exercise Name", "Set Order", "Reps"}, names: strongNames, row: strongRow,
		}},
	}
}

// IsSingle reports that a table is a whole export by itself.
func (LiftsForm) IsSingle() {}

// Top returns the folder of a table.
func (f LiftsForm) Top(e *listing.Entry) (string, bool) {
	base := path.Base(e.Rel)
	if !strings.EqualFold(path.Ext(base), ".csv") {
		return "", false
	}
	head, err := e.File.Head(listing.HeadBytes)
	return e.Rel[:len(e.Rel)-len(base)], err == nil && slices.ContainsFunc(f.app.marks, func(all []string) bool {
		return !slices.ContainsFunc(all, func(word string) bool { return !bytes.Contains(head, []byte(word)) })
	})
}

// Emit yields the sessions of all tables in the folder after every file, so that a watch's
// recording of a session is already there. Other files are left to the walk.
func (f LiftsForm) Emit(x *listing.Export) {
	x.Return()
	var tables []listing.Entry
	for name, e := range x.Files(false, func(e *listing.Entry) bool { _, ok := f.Top(e); return ok }) {
		x.Use(name)
		tables = append(tables, e)
	}
	x.Last(func() {
		for i := range tables {
			if !x.Yield(f.item(x, &tables[i])) {
				return
			}
		}
	})
}

func (f LiftsForm) item(x *listing.Export, e *listing.Entry) listing.Item {
	it := listing.Item{Path: e.Shown, Size: e.Size, ModTime: e.Mod, Unrecorded: []training.Statement{}}
	data, err := x.Table(e)
	if err == nil {
		it.Unrecorded, it.Warning, err = f.read(data)
	}
	if err != nil {
		it.Unrecorded, it.Err = nil, err
		return it
	}
	for i := range it.Unrecorded {
		if at := it.Unrecorded[i].Entry.Start; at.After(it.AsOf) {
			it.AsOf = at
		}
	}
	return it
}

// read returns the sessions of a table, and a sentence about rows that were left out or values
// whose unit the table does not state.
func (f LiftsForm) read(data []byte) ([]training.Statement, string, error) {
	t := &lifts{app: f.app, at: map[string]int{}}
	err := listing.Rows(f.app.inEnglish(data), f.app.need, func(r listing.Row) {
		if !r.Whole() || !f.app.row(t, r) {
			t.odd++
		}
	})
	if err != nil {
		return nil, "", training.Errorf(training.KindCorrupt, "It is not a table of %s: %w.", f.app.name, err).
			WithFix("Export it again in the app.")
	}
	warning := t.settle()
	out := make([]training.Statement, 0, len(t.sessions))
	for i := range t.sessions {
		if s := &t.sessions[i]; len(s.Sets) > 0 {
			out = append(out, *s)
		}
	}
	return out, warning, nil
}

// inEnglish translates the names of the columns in the first row of a table.
func (a *liftsApp) inEnglish(data []byte) []byte {
	head, rest, _ := bytes.Cut(data, []byte("\n"))
	if len(a.names) == 0 || !bytes.Contains(head, []byte(";")) {
		return data
	}
	cells := strings.Split(strings.TrimPrefix(string(head), "\ufeff"), ";")
	for i, c := range cells {
		name := strings.Trim(c, "\" \r")
		cells[i] = cmp.Or(a.names[name], name)
	}
	return slices.Concat([]byte(strings.Join(cells, ";")+"\n"), rest)
}

// lifts collects the sessions of a table.
type lifts struct {
	app      *liftsApp
	sessions []training.Statement
	at       map[string]int // by start and name
	odd      int            // rows that could not be read
	// unitless is set if the table does not state a unit.
	unitless bool
}

// session returns the session of a row, or nil if its start cannot be read.
func (t *lifts) session(name, start string) *training.Statement {
	key := start + "\n" + name
	if i, ok := t.at[key]; ok {
		return &t.sessions[i]
	}
	local := parseDate(start).at(false)
	if local.IsZero() {
		return nil
	}
	ref := t.app.source + ":" + strings.ToLower(local.Format("20060102T1504"))
	for i := range t.sessions {
		if t.sessions[i].Ref == ref {
			ref += "-" + training.Fingerprint([]byte(name))[:6]
			break
		}
	}
	t.at[key] = len(t.sessions)
	t.sessions = append(t.sessions, training.Statement{
		Ref: ref, Sport: training.Strength, Name: textclean.Line(name, textclean.NameRunes), Entry: &training.Entry{Start: local, Local: true},
	})
	return &t.sessions[len(t.sessions)-1]
}

// settle converts loads whose unit the table does not state, and returns what to tell about the table.
func (t *lifts) settle() string {
	var warning i18n.Sentence
	if t.unitless {
		warning = "The table does not state the unit of its weights; they were read as kilograms."
		if t.inPounds() {
			warning = "The table does not state the unit of its weights; they were read as pounds, because they are what plates in pounds add up to."
			for i := range t.sessions {
				for k := range t.sessions[i].Sets {
					s := &t.sessions[i].Sets[k]
					s.LoadKg, s.DistanceM = math.Round(s.LoadKg*i18n.KgPerLb*1000)/1000, math.Round(s.DistanceM*mile*1000)/1000
				}
			}
		}
	}
	if t.odd > 0 {
		left := i18n.Sentencef("%d of its rows could not be read; they were left out.", t.odd)
		if warning != "" {
			left = i18n.InARow(warning, left)
		}
		warning = left
	}
	return string(warning)
}

// inPounds guesses the unit of loads. A bar and its plates weigh 45, 95, 135 … lb, or 20, 60,
// 100 … kg, and only kilograms have steps of 2.5.
func (t *lifts) inPounds() bool {
	pounds, kilograms := 0, 0
	for i := range t.sessions {
		for k := range t.sessions[i].Sets {
			switch kg := t.sessions[i].Sets[k].LoadKg; {
			case kg > 0 && math.Mod(kg, 5) != 0, slices.Contains([]float64{20, 60, 100, 140, 180}, kg):
				kilograms++
			case slices.Contains([]float64{45, 95, 135, 185, 225, 275, 315, 365, 405}, kg):
				pounds++
			}
		}
	}
	return pounds > kilograms
}

// hevyRow reads a row of Hevy's table. The unit is in the names of columns.
func hevyRow(t *lifts, r listing.Row) bool {
	s := t.session(r.Text("title"), r.Text("start_time"))
	if s == nil {
		return false
	}
	if e := s.Entry; e.ElapsedS == 0 {
		if end := parseDate(r.Text("end_time")).at(false); end.After(e.Start) {
			e.ElapsedS = end.Sub(e.Start).Seconds()
			e.TimerS = e.ElapsedS
		}
		s.Description = textclean.Text(r.Text("description"), textclean.TextRunes)
	}
	return s.AddSet(training.StrengthSet{
		Exercise: textclean.Line(r.Text("exercise_title"), textclean.NameRunes),
		Kind:     training.ParseSetKind(r.Text("set_type")), Reps: int(r.Positive("reps")),
		LoadKg:    cmp.Or(r.Positive("weight_kg"), r.Positive("weight_lbs")*i18n.KgPerLb),
		DistanceM: 1000 * cmp.Or(r.Positive("distance_km"), r.Positive("distance_miles")*mile),
		DurationS: r.Positive("duration_seconds"), RPE: r.Positive("rpe"),
	})
}
