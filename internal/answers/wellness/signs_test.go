package wellness_test

import (
	"strings"
	"testing"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// note adds a day with a comment.
func (s list) note(day training.Day, text string) {
	s.Helper()
	w := training.WellnessDay{Day: day, Words: map[training.WellnessField]training.WellnessWords{
		training.WellnessComments: {Text: text, Source: "me"},
	}}
	storetest.Write(s.TB, s.db, func(tx *store.Tx) error {
		_, err := tx.PutStatement("ann", document.Statement{
			Collection: document.Wellness, ID: wellness.ID(day), Days: training.DayRange{From: day, To: day}, Source: "me", Body: w,
		})
		return err
	})
}

func (s list) event(e training.CalendarEvent, days training.DayRange) {
	s.Helper()
	storetest.Write(s.TB, s.db, func(tx *store.Tx) error {
		_, err := tx.PutStatement("ann", document.Statement{Collection: document.Events, ID: e.ID, Days: days, Source: "intervals", Body: e})
		return err
	})
}

func TestFewDaysShowWhatIsFarOff(t *testing.T) {
	t.Parallel()
	rest := training.WellnessRestingHRBpm
	s := open(t)
	for i := training.Day(9); i > 0; i-- {
		s.say("watch", today-i, map[training.WellnessField]float64{rest: 50})
	}
	if v := s.answer(wellness.Query{}); v.Readiness != nil {
		t.Errorf("nothing is unusual, but readiness is %+v", v.Readiness)
	}
	s.say("watch", today, map[training.WellnessField]float64{rest: 64, training.WellnessFatigue: 4, training.WellnessSoreness: 3})
	r := s.answer(wellness.Query{}).Readiness
	if r == nil || r.State != "strained" || !r.Noticed {
		t.Fatalf("%+v", r)
	}
	for _, evidence := range []string{"64 bpm", "50 bpm", "Resting heart rate", "fatigue is rated 4 of 4"} {
		if !strings.Contains(r.Meaning.String(), evidence) {
			t.Errorf("%q does not name %q", r.Meaning, evidence)
		}
	}
	if strings.Contains(r.Meaning.String(), "soreness") {
		t.Errorf("3 of 4 is not the worst: %q", r.Meaning)
	}
}

func TestFeverInNotes(t *testing.T) {
	t.Parallel()
	for text, has := range map[string]bool{
		"Fever 39": true, "felt feverish at night": true, "Fieber und Husten": true, "38,7 °C heute": true, "发烧了": true, "fiebre alta": true,
		"temperature of 101.5 F": true, "no fever any more": false, "kein Fieber": false, "没有发烧": false, "fever is gone": false,
		"fieberfrei":              false,
		"race fever? ran 38.5 km": true, "avg 38.5 km/h": false, "": false, "legs fine": false, "sans fièvre": false,
	} {
		s := open(t)
		s.note(today, text)
		r := s.answer(wellness.Query{}).Readiness
		if got := r != nil && r.State == "strained" && strings.Contains(r.Meaning.String(), "fever") &&
			strings.Contains(r.Meaning.String(), "doctor"); got != has {
			t.Errorf("%q: %+v", text, r)
		}
	}
}

// TestAdviceNeverBecomesWeaker: a red flag comes before an illness in the calendar, which comes before the values, and what was
// noticed stays as a reason.
func TestAdviceNeverBecomesWeaker(t *testing.T) {
	t.Parallel()
	says := func(s list) string {
		r := s.answer(wellness.Query{}).Readiness
		if r == nil {
			return ""
		}
		out := r.State + ": " + r.Meaning.String()
		for _, b := range r.Because {
			out += " " + b.String()
		}
		return out
	}
	expect := func(s list, when string, want ...string) {
		t.Helper()
		got := says(s)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q does not have %q", when, got, w)
			}
		}
	}
	s := open(t)
	s.note(today, "38.9 °C")
	expect(s, "a note of fever", "strained: ", "no training until it has been gone for a day", "doctor")
	flu := training.CalendarEvent{
		ID: "flu", Category: training.EventSick, Name: "Flu with fever", Start: training.LocalTime((today - 2).String() + "T00:00:00"),
	}
	s.event(flu, training.DayRange{From: today - 2, To: today + 2})
	expect(s, "and an illness", "sick: ", "no training until it is over", "gone for a day", "chest pain", "doctor", "speaks of fever")
	s.note(today, "38.9 °C and a tight chest")
	expect(s, "and a tight chest", "red_flag: ",
		"pain or pressure in the chest", "do not train until a doctor", "An illness is in the calendar")
	storetest.Write(t, s.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn("ann", document.BodyMarks, "athlete/right_shin/x", document.Own{
			Fields: []byte(`{"region":"right_shin","by":"athlete","date":"` + (today - 1).String() + `","pain":8}`),
			Days:   training.DayRange{From: today - 1, To: today - 1},
		})
		return err
	})
	expect(s, "and a shin", "red_flag: ", "8 out of 10", "right shin", "pain or pressure in the chest")
	v := s.answer(wellness.Query{Days: training.DayRange{From: today - 8, To: today - 3}})
	if r := v.Readiness; r != nil {
		t.Errorf("before all that: %+v", r)
	}
	without := open(t)
	without.note(today, "no chest pain, no fever")
	expect(without, "denied", "")
	if got := says(without); got != "" {
		t.Errorf("a denied symptom counts: %s", got)
	}
}

// TestIllnessOutranksReadiness, even if all values are as usual or there are none.
func TestIllnessOutranksReadiness(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.event(
		training.CalendarEvent{
			ID:       "flu",
			Category: training.EventSick,
			Name:     "Flu",
			Start:    training.LocalTime((today - 1).String() + "T00:00:00"),
		},
		training.DayRange{From: today - 1, To: today},
	)
	if r := s.answer(wellness.Query{}).Readiness; r == nil || r.State != "sick" || !strings.Contains(r.Meaning.String(), today.String()) {
		t.Errorf("without values: %+v", r)
	}
	s.say("watch", today, map[training.WellnessField]float64{training.WellnessRestingHRBpm: 50})
	if r := s.answer(wellness.Query{}).Readiness; r == nil || r.State != "sick" {
		t.Errorf("with values: %+v", r)
	}
	week := wellness.Query{Days: training.DayRange{From: today - 8, To: today - 2}}
	if r := s.answer(week).Readiness; r != nil {
		t.Errorf("before the illness: %+v", r)
	}
}
