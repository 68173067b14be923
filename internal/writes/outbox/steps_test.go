package outbox_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
)

// sweetSpot is a text that the service and we read alike.
const sweetSpot = "- 10m 55%\n\n2x\n- 20m 88-94%\n- 5m 50%\n\n- 10m 45%"

// session returns an event in three days with a text, and with further fields.
func session(text string, more map[string]any) string {
	fields := map[string]any{
		"category": "workout", "name": "Session", "start_local": "2026-09-23T00:00:00", "sport": "cycling", "description": text,
	}
	for n, v := range more {
		fields[n] = v
	}
	b, err := json.Marshal(fields)
	if err != nil {
		panic(err) // of the test's own values
	}
	return string(b)
}

// meant returns steps that stand beside a text.
func meant(text string, steps ...training.WorkoutStep) map[string]any {
	return map[string]any{"structure": training.StructureOf(text, steps)}
}

func atFTP(seconds, low, high float64) training.WorkoutStep {
	return training.WorkoutStep{DurationS: seconds, Targets: []training.StepTarget{
		{Of: training.TargetPower, Unit: training.TargetFTP, Low: low, High: high},
	}}
}

// plan makes or changes an event in three days, for one who may know its text.
func (h *home) plan(id, fields string) journal.Outcome {
	h.Helper()
	own := document.Own{Fields: []byte(fields), Days: on(today + 3)}
	return h.own(document.Events, id, own, journal.Write{Audience: training.AudienceExport})
}

// ftp sets the FTP here from a day on.
func (h *home) ftp(from training.Day, w float64) {
	h.Helper()
	h.write(func(tx *store.Tx) error {
		return tx.PutThreshold(ann, training.ThresholdEntry{
			Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: from,
			Values: []float64{w},
		})
	})
}

// TestStepsAreComparedAfterASend: what the service reads in the text with what
// was meant, and only where the write is about it.
func TestStepsAreComparedAfterASend(t *testing.T) {
	t.Parallel()
	two := "- 10m 55%\n- 20m 88%"
	for name, tt := range map[string]struct {
		text string
		more map[string]any
		want []ledger.Difference
	}{
		"alike":         {text: sweetSpot},
		"own and alike": {text: two, more: meant(two, atFTP(600, 55, 55), atFTP(1200, 88, 88))},
		"no steps":      {text: "Easy to hard"},
		"another target": {
			text: two, more: meant(two, atFTP(600, 55, 55), atFTP(1200, 88, 94)),
			want: []ledger.Difference{{Field: "steps", Meant: "step 2: 88–94 % FTP", Held: "step 2: 88 % FTP"}},
		},
		"another length": {
			text: two, more: meant(two, atFTP(540, 55, 55), training.WorkoutStep{DurationS: 1200}),
			want: []ledger.Difference{
				{Field: "steps", Meant: "step 1: 540 s", Held: "step 1: 600 s"},
				{Field: "steps", Meant: "step 2: no power target", Held: "step 2: 88 % FTP"},
			},
		},
		"one step less": {
			text: two, more: meant(two, atFTP(600, 55, 55)), want: []ledger.Difference{{Field: "steps", Meant: "1 step", Held: "2 steps"}},
		},
		"dropped there": { // a line without a length is no step to the service
			text: "- squats", more: meant("- squats", training.WorkoutStep{DurationS: 60}),
			want: []ledger.Difference{{Field: "steps", Meant: "1 step", Held: "0 steps"}},
		},
		"not a workout": {text: two, more: map[string]any{"category": "note", "structure": training.StructureOf(two, nil)}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t, intervalstest.Options{})
			at := h.at(h.plan("mine", session(tt.text, tt.more)), "create", "done")
			if d := cmp.Diff(tt.want, at.Differences); d != "" || at.Note != "" {
				t.Errorf("%s %q", d, at.Note)
			}
			renamed := maps.Clone(tt.more)
			if renamed == nil {
				renamed = map[string]any{}
			}
			renamed["name"] = "Renamed"
			again := h.at(h.plan("mine", session(tt.text, renamed)), "update", "done")
			if len(again.Differences) > 0 {
				t.Errorf("a new name is told of steps: %+v", again.Differences)
			}
		})
	}
}

// TestManyDifferencesAreNotTold one by one.
func TestManyDifferencesAreNotToldOneByOne(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	text := strings.Repeat("- 1m 50%\n", 20)
	var steps []training.WorkoutStep
	for range 20 {
		steps = append(steps, atFTP(60, 60, 60))
	}
	at := h.at(h.plan("mine", session(text, meant(text, steps...))), "create", "done")
	if n := len(at.Differences); n != 9 || !strings.Contains(at.Differences[8].Held, "further") {
		t.Errorf("%+v", at.Differences)
	}
}

// TestAnotherThresholdThereIsNamed with both numbers: by it the same text
// means something else there.
func TestAnotherThresholdThereIsNamed(t *testing.T) {
	t.Parallel()
	bpm := "- 10m 90% LTHR"
	for name, tt := range map[string]struct {
		text   string
		more   map[string]any
		ftp    float64
		want   []ledger.Difference
		unread bool // the service's thresholds were never read
	}{
		"the same": {text: sweetSpot, ftp: 250},
		"another": {text: sweetSpot, ftp: 280, want: []ledger.Difference{{
			Field: "steps", Meant: "step 2: 88–94 % FTP, 246–263 W at an FTP of 280 W", Held: "step 2: 88–94 % FTP, 220–235 W at an FTP of 250 W",
		}}},
		"indoors": {text: sweetSpot, more: map[string]any{"indoor": true}, ftp: 250, want: []ledger.Difference{{
			Field: "steps", Meant: "step 2: 88–94 % FTP, 220–235 W at an FTP of 250 W", Held: "step 2: 88–94 % FTP, 211–226 W at an FTP of 240 W",
		}}},
		"a zone": {text: "- 10m Z2", ftp: 280, want: []ledger.Difference{{
			Field: "steps", Meant: "step 1: zone 2 power at an FTP of 280 W", Held: "step 1: zone 2 power at an FTP of 250 W",
		}}},
		"not by FTP":     {text: bpm, ftp: 280},
		"not in percent": {text: "- 10m 200w", ftp: 280},
		"not known":      {text: sweetSpot, ftp: 280, unread: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t, intervalstest.Options{})
			if !tt.unread {
				h.takeSettings()
			}
			h.write(func(tx *store.Tx) error {
				return tx.PutThreshold(ann, training.ThresholdEntry{
					Key: training.KeyIndoorFTP, Sport: training.Cycling.Plain(), From: today, Values: []float64{tt.ftp},
				})
			})
			h.ftp(today+1, tt.ftp) // from before the day of the session on
			at := h.at(h.plan("mine", session(tt.text, tt.more)), "create", "done")
			if d := cmp.Diff(tt.want, at.Differences); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestWhatIsSentInWattsIsNamed, to those who may know the steps.
func TestWhatIsSentInWattsIsNamed(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	const text = "- 10m 140w\n\n2x\n- 20m 220-235w\n- 5m 50%"
	const says = "Sent in W, so it does not change with a new FTP: 140 W, 220–235 W."
	if at := h.at(h.plan("mine", session(text, nil)), "create", "done"); at.Note.String() != says {
		t.Errorf("%q", at.Note)
	}
	share := func(notes bool) {
		h.write(func(tx *store.Tx) error {
			return tx.PutAthlete(training.Athlete{
				ID: ann, TimeZone: "Europe/Berlin", HomeSource: "intervals", Sharing: training.Sharing{Notes: notes},
			})
		})
	}
	share(true)
	other := h.own(document.Events, "other", document.Own{Fields: []byte(session(text, nil)), Days: on(today + 3)},
		journal.Write{Audience: training.AudienceModel})
	if at := h.at(other, "create", "done"); at.Note.String() != says {
		t.Errorf("an assistant is told %q", at.Note)
	}
	share(false)
	steps := meant(text, training.WorkoutStep{DurationS: 60})
	hidden := h.own(document.Events, "hidden", document.Own{Fields: []byte(session(text, steps)), Days: on(today + 3)},
		journal.Write{Audience: training.AudienceModel})
	if at := h.at(hidden, "create", "done"); at.Note != "" || len(at.Differences) > 0 {
		t.Errorf("an assistant that may not read texts is told %q %+v", at.Note, at.Differences)
	}
	var many strings.Builder
	for w := range 9 {
		many.WriteString("- 1m " + string(rune('1'+w)) + "00w\n")
	}
	if at := h.at(h.plan("many", session(many.String(), nil)), "create", "done"); !strings.Contains(at.Note.String(), "600 W and others.") {
		t.Errorf("%q", at.Note)
	}
}

// TestAWorkoutOfTheLibraryIsComparedToo, by the thresholds of today.
func TestAWorkoutOfTheLibraryIsComparedToo(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.take()
	h.takeSettings()
	h.ftp(today, 200)
	const text = "- 10m 100w\n- 20m 90%"
	fields := map[string]any{"folder_id": h.called(document.Folders, "Favourites"), "name": "Mine", "sport": "cycling", "description": text}
	for n, v := range meant(text, atFTP(600, 40, 40), atFTP(1200, 90, 90)) {
		fields[n] = v
	}
	b, err := json.Marshal(fields)
	h.must(err)
	at := h.at(h.own(document.Workouts, "mine", document.Own{Fields: b}, journal.Write{Audience: training.AudienceExport}), "create", "done")
	want := []ledger.Difference{
		{Field: "steps", Meant: "step 1: 40 % FTP", Held: "step 1: 100 W"},
		{
			Field: "steps", Meant: "step 2: 90 % FTP, 180 W at an FTP of 200 W",
			Held: "step 2: 90 % FTP, 225 W at an FTP of 250 W",
		},
	}
	if d := cmp.Diff(want, at.Differences); d != "" || at.Note != "" {
		t.Errorf("%s %q", d, at.Note)
	}
	d, err := h.db.Document(t.Context(), storetest.Export(ann), document.Workouts, "mine")
	h.must(err)
	if !strings.Contains(string(d.Own), "structure") {
		t.Errorf("the athlete's own steps are gone: %s", d.Own)
	}
}

// entered returns what the athlete says of today.
func entered(fields map[training.WellnessField]float64, words map[training.WellnessField]string) string {
	w := training.WellnessDay{Day: today}
	for f, v := range fields {
		w.Put(f, v, "athlete")
	}
	for f, v := range words {
		w.Set(f, v, "athlete")
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
		if err := h.service.(source.WellnessKeeper).PutWellness(t.Context(), day); err != nil {
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
	if err := h.service.(source.WellnessKeeper).PutWellness(t.Context(), day); err != nil {
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
