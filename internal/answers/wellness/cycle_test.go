package wellness_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

const first training.Day = 20_000

// said parses days from the first letters of their phases; "." is a day without
// an entry.
func said(text string) map[training.Day]wellness.Phase {
	of := map[byte]wellness.Phase{}
	for _, p := range wellness.Phases() {
		of[p[0]] = p
	}
	out := map[training.Day]wellness.Phase{}
	for i := range len(text) {
		if p := of[text[i]]; p != "" {
			out[first+training.Day(i)] = p
		}
	}
	return out
}

// shown formats the cycles the same way, each after a bar, with "~" before
// estimated ones.
func shown(cycles []wellness.Cycle) string {
	var out strings.Builder
	for _, c := range cycles {
		out.WriteString("|")
		if c.Estimated {
			out.WriteString("~")
		}
		for _, p := range c.Phases {
			if p == "" {
				p = "."
			}
			out.WriteByte(p[0])
		}
	}
	return out.String()
}

func TestCycles(t *testing.T) {
	t.Parallel()
	r := strings.Repeat
	for name, tt := range map[string]struct{ said, want string }{
		"28 days":          {"ppppp" + r(".", 23) + "pp", "|~ppppp" + "ffffff" + "ooo" + r("l", 14)},
		"35 days":          {"pppp" + r(".", 31) + "p", "|~pppp" + r("f", 14) + "ooo" + r("l", 14)},
		"18 days":          {"pp" + r(".", 16) + "p", "|~pp" + "oo" + r("l", 14)},
		"17 days":          {"pp" + r(".", 15) + "p", ""},
		"50 days":          {"p" + r(".", 49) + "p", "|~p" + r("f", 32) + "ooo" + r("l", 14)},
		"51 days":          {"p" + r(".", 50) + "p", ""},
		"a day left out":   {"pp.pp" + r(".", 23) + "p", "|~ppfpp" + "ffffff" + "ooo" + r("l", 14)},
		"ten days apart":   {"p" + r(".", 9) + "p" + r(".", 20) + "p", "|~p" + r("f", 9) + "p" + "fff" + "ooo" + r("l", 14)},
		"as somebody said": {"pp" + r("f", 10) + "oo" + r(".", 4) + r("l", 8) + "p", "|pp" + r("f", 10) + "oo...." + r("l", 8)},
		"two": {
			"pp" + r(".", 20) + "pp" + r(".", 22) + "p",
			"|~pp" + "fff" + "ooo" + r("l", 14) + "|~pp" + "fffff" + "ooo" + r("l", 14),
		},
		"one that goes on":  {"ppp" + r(".", 40), ""},
		"no period":         {r("f", 60), ""},
		"nothing":           {"", ""},
		"two of one unsaid": {"p" + r(".", 55) + "p" + r(".", 27) + "p", "|~p" + r("f", 10) + "ooo" + r("l", 14)},
	} {
		if got := shown(wellness.CycleOf(said(tt.said))); got != tt.want {
			t.Errorf("%s:\n%s, want\n%s", name, got, tt.want)
		}
	}
}

// TestBookIsNeverBehind checks that a cache equals a new one, whatever is
// stated, entered, removed or hidden between questions.
func TestBookIsNeverBehind(t *testing.T) {
	t.Parallel()
	s := open(t)
	cache := wellness.NewCache(s.db)
	storetest.Write(t, s.db, func(tx *store.Tx) error {
		for i := range training.Day(150) {
			w := training.WellnessDay{Day: today - i}
			w.Put(training.WellnessSteps, float64(i), "garmin")
			w.Put(training.WellnessWeightKg, 70+float64(i%5), "garmin")
			if err := say(tx, "garmin", today-i, w); err != nil {
				return err
			}
		}
		return nil
	})
	for name, change := range map[string]func(tx *store.Tx) error{
		"nothing": func(*store.Tx) error { return nil },
		"a better source": func(tx *store.Tx) error {
			w := training.WellnessDay{Day: today - 3}
			w.Put(training.WellnessSteps, 12345, "garmin")
			return say(tx, "garmin", today-3, w)
		},
		"a former day": func(tx *store.Tx) error {
			w := training.WellnessDay{Day: today - 900}
			w.Put(training.WellnessSteps, 9, "apple")
			return say(tx, "apple", today-900, w)
		},
		"the athlete": func(tx *store.Tx) error {
			own := json.RawMessage(`{"local_date":"2024-10-01","numbers":{"steps":{"value":1,"source":"athlete"}},"words":{"comments":{"text":"sore","source":"athlete"}},"locked":true}`)
			_, err := tx.PutOwn("ann", document.Wellness, wellness.ID(today-10), document.Own{Fields: own})
			return err
		},
		"taken back": func(tx *store.Tx) error { return say(tx, "garmin", today-20, nil) },
		"not shared": func(tx *store.Tx) error {
			return tx.PutAthlete(training.Athlete{ID: "ann", Sharing: training.Sharing{Notes: true}})
		},
		"shared again": func(tx *store.Tx) error {
			return tx.PutAthlete(training.Athlete{ID: "ann", Sharing: training.Sharing{Weight: true}})
		},
		"many days": func(tx *store.Tx) error {
			for i := range training.Day(520) { // more than one batch of the log
				w := training.WellnessDay{Day: today - 2*i}
				w.Put(training.WellnessSleepS, float64(20_000+i), "polar")
				if err := say(tx, "polar", today-2*i, w); err != nil {
					return err
				}
			}
			return nil
		},
	} {
		storetest.Write(t, s.db, change)
		for _, scope := range []training.Scope{storetest.Export("ann"), storetest.Model("ann")} {
			for _, days := range []training.DayRange{
				{From: today - 27, To: today},
				{From: today - 1500, To: today - 5},
				{From: -50_000, To: 50_000},
			} {
				q := wellness.Query{Days: days}
				want, err := wellness.NewCache(s.db).Answer(t.Context(), scope, frame, q)
				if err != nil {
					t.Fatal(err)
				}
				got, err := cache.Answer(t.Context(), scope, frame, q)
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("after %s, %s, %s (-new cache +kept):\n%s", name, scope.Audience, days, d)
				}
			}
		}
	}
}

// say stores a source's values for a day; nil removes them.
func say(tx *store.Tx, source string, day training.Day, body any) error {
	_, err := tx.PutStatement("ann", document.Statement{
		Collection: document.Wellness, ID: wellness.ID(day), Days: training.DayRange{From: day, To: day}, Source: source, Body: body,
	})
	return err
}

// TestBookShowsWhatTheDaysHave checks that columns, words and locks equal those
// of single days, whatever their sources contain, and in any form.
func TestBookShowsWhatTheDaysHave(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		var docs fixed
		first := today - training.Day(rapid.IntRange(0, 70).Draw(r, "days"))
		for d := first; d <= today; d++ {
			doc := document.Document{ID: wellness.ID(d), Days: training.DayRange{From: d, To: d}}
			for _, source := range []string{"apple", "garmin", "oura"} {
				if rapid.Bool().Draw(r, "speaks") {
					doc.Statements = append(doc.Statements, document.SourceLayer{Source: source, Body: body().Draw(r, "body")})
				}
			}
			if rapid.IntRange(0, 4).Draw(r, "own") == 0 {
				doc.Own = body().Draw(r, "own body")
			}
			docs.all = append(docs.all, doc)
		}
		days := training.DayRange{From: first, To: today}
		want, err := wellness.Days(t.Context(), docs, training.Scope{}, days)
		if err != nil {
			r.Fatal(err)
		}
		v, err := wellness.NewCache(docs).Answer(t.Context(), training.Scope{}, frame, wellness.Query{
			Days: days, Sections: []wellness.Section{wellness.SectionDays}, Resolution: wellness.ByDay,
		})
		if err != nil {
			r.Fatal(err)
		}
		checkDays(r, want, v)
	})
}

func checkDays(t *rapid.T, want []training.WellnessDay, v *wellness.View) {
	values, texts, locked := 0, 0, 0
	for _, w := range want {
		values, texts = values+len(w.Numbers), texts+len(w.Words)
		if w.Locked {
			locked++
		}
		for f, n := range w.Numbers {
			i := int(w.Day - v.Days.Dates[0])
			if got := v.Days.Values[string(f)][i]; got == nil || *got != n.Value {
				t.Errorf("%s on %s: %v, want %g", f, w.Day, got, n.Value)
			}
		}
	}
	if v.Days != nil {
		for _, column := range v.Days.Values {
			for _, x := range column {
				if x != nil {
					values--
				}
			}
		}
	}
	if values != 0 {
		t.Errorf("%d values too few", values)
	}
	if got := len(v.Words); got != min(texts, 20) {
		t.Errorf("%d texts of %d", got, texts)
	}
	if got := len(v.Locked); got != min(locked, 60) {
		t.Errorf("%d locked days of %d", got, locked)
	}
}

// body returns a day in the store's form, or in another one that a JSON decoder accepts.
func body() *rapid.Generator[json.RawMessage] {
	return rapid.Custom(func(t *rapid.T) json.RawMessage {
		w := training.WellnessDay{Day: today, Locked: rapid.Bool().Draw(t, "locked")}
		fields := []training.WellnessField{training.WellnessSteps, training.WellnessMood, training.WellnessWeightKg, "custom:A1", "surprise"}
		for _, f := range fields {
			if rapid.Bool().Draw(t, "has") {
				w.Put(f, float64(rapid.IntRange(-50, 99_000).Draw(t, "value")),
					rapid.SampledFrom([]string{"garmin", "apple/Oura", "äpple", "a\"b"}).Draw(t, "source"))
			}
		}
		if rapid.Bool().Draw(t, "comments") {
			w.Set(training.WellnessComments, rapid.SampledFrom([]string{"sore", "müde", "a \"b\"\n"}).Draw(t, "text"), "garmin")
		}
		b, err := json.Marshal(w)
		if err != nil {
			t.Fatal(err)
		}
		other := []string{
			`{}`, `{"locked":false}`, ` {"numbers" : {"steps":{"value":1e3,"source":"x"}}}`, `{"numbers":{"steps":{"source":"x","value":-0.5E+1}}}`,
			`{"numbers":null,"Locked":true}`, `{"more":[1],"words":{"comments":{"text":"","source":"garmin"}}}`,
		}
		return json.RawMessage(rapid.SampledFrom(append(other, string(b), string(b), string(b))).Draw(t, "form"))
	})
}

// fixed is a store with fixed documents.
type fixed struct {
	store.Reader
	all []document.Document
}

func (f fixed) Documents(_ context.Context, _ training.Scope, _ document.Collection, of document.Filter) ([]document.Document, error) {
	return slices.DeleteFunc(slices.Clone(f.all), func(d document.Document) bool { return !of.Days.Contains(d.Days.From) }), nil
}

func (fixed) Athlete(context.Context, training.Scope) (training.Athlete, error) {
	return training.Athlete{}, nil
}

func (fixed) LastChange(context.Context) (int64, error) { return 1, nil }
