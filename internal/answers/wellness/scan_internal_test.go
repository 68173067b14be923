package wellness

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// FuzzScan: what the scanner reads without giving up is what a decoder of any
// JSON reads, and it reads what the store writes.
func FuzzScan(f *testing.F) {
	for _, s := range []string{
		`{"local_date":"2024-10-04","numbers":{"steps":{"value":8000,"source":"garmin"},"custom:x":{"value":-1.5e-3,"source":"apple/Oura"}},"words":{"comments":{"text":"sore","source":"athlete"}},"locked":true}`,
		`{}`, `{"locked":false}`, `{"numbers":{}}`, `{"numbers":{"steps":{"value":01,"source":""}}}`,
		`{"numbers":{"steps":{"value":1,"source":"a"},"steps":{"value":2}}}`,
		`{"words":{"comments":{"text":"\u00e4"}}}`, `{"local_date":"2024-13-04"}`, `{"locked":true}x`, `{"locked":true`,
		`{"locked":truer}`, `{,}`, `{"a":1,}`, `{"numbers":{"steps":{"value":1e999}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var got collected
		if !scan(b, &got) {
			return
		}
		var want training.WellnessDay
		if err := json.Unmarshal(b, &want); err != nil {
			t.Fatalf("%s is read, which is no day: %v", b, err)
		}
		want.Day = 0
		if d := cmp.Diff(want, got.WellnessDay, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s (-want +got):\n%s", b, d)
		}
	})
}

// collected puts together what a scanner reads.
type collected struct{ training.WellnessDay }

func (c *collected) number(field []byte, value float64, source []byte) {
	c.Put(training.WellnessField(field), value, string(source))
}

func (c *collected) word(field, text, source []byte) {
	if c.Words == nil {
		c.Words = map[training.WellnessField]training.WellnessWords{}
	}
	c.Words[training.WellnessField(field)] = training.WellnessWords{Text: string(text), Source: string(source)}
}

func (c *collected) lock(locked bool) { c.Locked = locked }

// TestScannerReadsWhatIsStored: the usual form never takes the long way.
func TestScannerReadsWhatIsStored(t *testing.T) {
	t.Parallel()
	w := training.WellnessDay{Day: 20_000, Locked: true}
	for i, f := range numberFields() {
		w.Put(f, float64(i)*1.25e-7, "apple/Oura")
	}
	w.Set(training.WellnessSleepStart, "2024-10-03T22:10:00+02:00", "garmin")
	b, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	var got collected
	if !scan(b, &got) {
		t.Fatalf("the scanner gave up on %s", b)
	}
	got.Day = w.Day
	if d := cmp.Diff(w, got.WellnessDay); d != "" {
		t.Error(d)
	}
}

// numberFields returns the fields that hold numbers.
func numberFields() (out []training.WellnessField) {
	for _, f := range training.WellnessFields() {
		if _, _, ok := f.Range(); ok {
			out = append(out, f)
		}
	}
	return out
}

func TestDamagedDaysAreTold(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"numbers":{"steps":{"value":"x"}}}`, `{`, `{"local_date":"tomorrow"}`} {
		w := writer{field: map[string]training.WellnessField{}}
		err := w.put(&block{}, document.Document{Statements: []document.SourceLayer{{Source: "garmin", Body: json.RawMessage(body)}}})
		if training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// TestSleepOfNoPlaceIsOnTheAthletesClock, whichever that is when it is asked for.
func TestSleepOfNoPlaceIsOnTheAthletesClock(t *testing.T) {
	t.Parallel()
	auckland := time.FixedZone("", 12*3600)
	for said, want := range map[string]string{
		"2024-10-03T22:10:00Z":      "2024-10-04T10:10:00+12:00",
		"2024-10-03T22:10:00+02:00": "2024-10-03T22:10:00+02:00",
		"tired, Z":                  "tired, Z",
	} {
		if got := (remark{field: training.WellnessSleepStart, text: said}).at(auckland); got != want {
			t.Errorf("%s is %s", said, got)
		}
	}
	if got := (remark{field: training.WellnessComments, text: "2024-10-03T22:10:00Z"}).at(auckland); got != "2024-10-03T22:10:00Z" {
		t.Errorf("a comment became %s", got)
	}
}
