package outbox_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
)

// entered is what the athlete says of today.
func entered(fields map[training.WellnessField]float64, words map[training.WellnessField]string) string {
	w := training.WellnessDay{Day: today}
	for f, v := range fields {
		w.Put(f, v, "athlete")
	}
	for f, v := range words {
		w.Say(f, v, "athlete")
	}
	b, err := json.Marshal(w)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func (h *home) day() training.WellnessDay {
	h.Helper()
	all, err := wellness.Days(h.Context(), h.db, storetest.Export(ann), on(today))
	if err != nil {
		h.Fatal(err)
	}
	if len(all) == 0 {
		return training.WellnessDay{Day: today}
	}
	return all[0]
}

func TestADayOfWellnessGoesThereAndBack(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.sync()
	before, here := h.server.State(), h.day()
	out := h.put(document.Wellness, "2026-09-20", entered(
		map[training.WellnessField]float64{training.WellnessWeightKg: 70.3, training.WellnessSoreness: 2, training.WellnessLactateMmolL: 1.2},
		map[training.WellnessField]string{training.WellnessComments: "slept badly"},
	), on(today))
	if at := h.at(out, "update", "done"); len(at.Differences) > 0 {
		t.Errorf("%+v", at)
	}
	if w := h.day(); w.Numbers[training.WellnessWeightKg].Value != 70.3 || w.Words[training.WellnessComments].Text != "slept badly" {
		t.Errorf("%+v", w)
	}
	h.sync()
	if w := h.day(); w.Numbers[training.WellnessLactateMmolL].Value != 1.2 || w.Numbers[training.WellnessLactateMmolL].Source != "intervals" {
		t.Errorf("after a sync: %+v", w)
	}
	redo := h.undo(out)
	h.at(redo, "update", "done")
	h.want("undone there", before, h.server.State())
	h.want("undone here", here, h.day())
	again := h.undo(redo)
	h.at(again, "update", "done")
	if w := h.day(); w.Numbers[training.WellnessSoreness].Value != 2 {
		t.Errorf("done again: %+v", w)
	}
	h.undo(again)
	h.want("undone twice", before, h.server.State())
}

// TestUndoneWhileTheServiceIsAway shows the day as it was at once.
func TestUndoneWhileTheServiceIsAway(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.sync()
	before, here := h.server.State(), h.day()
	out := h.put(document.Wellness, "2026-09-20",
		entered(map[training.WellnessField]float64{training.WellnessWeightKg: 70.3, training.WellnessLactateMmolL: 1.2}, nil), on(today))
	mend := h.server.Inject(intervalstest.Fault{Status: http.StatusServiceUnavailable})
	h.at(h.undo(out), "update", "waiting")
	value := func(w training.WellnessDay, f training.WellnessField) training.WellnessNumber {
		n := w.Numbers[f]
		n.Source = ""
		return n
	}
	for _, f := range []training.WellnessField{training.WellnessWeightKg, training.WellnessLactateMmolL} {
		h.want("undone here "+string(f), value(here, f), value(h.day(), f))
	}
	mend()
	h.send()
	h.want("undone there", before, h.server.State())
	h.want("undone here", here, h.day())
}

func TestWhatTheServiceHasNoPlaceForStaysHere(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	out := h.put(document.Wellness, "2026-09-20", entered(map[training.WellnessField]float64{
		training.WellnessDeviceStress: 30, training.WellnessRestingHRBpm: 51.4,
	}, nil), on(today))
	at := h.at(out, "update", "done")
	if len(at.Differences) != 2 || at.Differences[0].Field != "device_stress" || at.Differences[0].Held != "" ||
		at.Differences[1].Held != "51" {
		t.Errorf("%+v", at)
	}
	if w := h.day(); w.Numbers[training.WellnessDeviceStress].Value != 30 || w.Numbers[training.WellnessRestingHRBpm].Value != 51.4 {
		t.Errorf("%+v", w)
	}
}

// TestDaysFollowTheHome: a day that a service speaks of is told to it in any
// case, another only if it is the home.
func TestDaysFollowTheHome(t *testing.T) {
	t.Parallel()
	for home, goes := range map[string]bool{"": false, training.HomeLocal: false, "intervals": true} {
		h := newHome(t, intervalstest.Options{Empty: true})
		h.write(func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: ann, HomeSource: home}) })
		say := func(kg float64) journal.Outcome {
			return h.put(document.Wellness, "2026-09-20", entered(map[training.WellnessField]float64{training.WellnessWeightKg: kg}, nil), on(today))
		}
		if out := say(70); stays(out) == goes {
			t.Errorf("home %q: %+v", home, out.AtService)
		}
		day := training.WellnessDay{Day: today}
		day.Put(training.WellnessSteps, 9000, "")
		if err := h.service.(source.WellnessWriter).PutWellness(t.Context(), day); err != nil {
			t.Fatal(err)
		}
		h.sync()
		if out := say(71); len(out.AtService) != 1 || out.AtService[0].State != "done" {
			t.Errorf("home %q, a day of the service: %+v", home, out.AtService)
		}
	}
}

// TestALockedDayIsToldInWords: the service took nothing.
func TestALockedDayIsToldInWords(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	day := training.WellnessDay{Day: today, Locked: true}
	day.Put(training.WellnessSteps, 9000, "")
	if err := h.service.(source.WellnessWriter).PutWellness(t.Context(), day); err != nil {
		t.Fatal(err)
	}
	out := h.put(document.Wellness, "2026-09-20", entered(map[training.WellnessField]float64{training.WellnessWeightKg: 70}, nil), on(today))
	if at := h.at(out, "update", "failed"); at.Note == "" {
		t.Errorf("%+v", at)
	}
	before := h.server.State()
	h.at(h.undo(out), "update", "cancelled")
	h.want("undone", before, h.server.State())
}
