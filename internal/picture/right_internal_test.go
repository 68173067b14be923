package picture

import "testing"

// TestRightToLeft: the order of letters, numbers and Latin words, the shapes of Arabic letters, and what is left out.
func TestRightToLeft(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Ride 12":           "Ride 12",
		"ריצה":              "הציר",
		"ריצה 10 (ארוכה)":   "(הכורא) 10 הציר",
		"ריצה Zone 2":       "Zone 2 הציר",
		"Ride ירושלים 5":    "Ride 5 םילשורי",
		"Ride ירושלים 5 km": "Ride םילשורי 5 km",
		"שָׁלוֹם":           "םולש",
		"2026-11-29 ריצה":   "2026-11-29 הציר",
		"سلام":              "\ufee1\ufefc\ufeb3",
		"باد":               "\ufea9\ufe8e\ufe91",
		"گپ":                "\ufb57\ufb94",
		"ركض a":             "a \ufebe\ufedb\ufead",
	} {
		if got := written(text); got != want {
			t.Errorf("%q is written %+q, not %+q", text, got, want)
		}
		if !Writes(text) {
			t.Errorf("%q cannot be written", text)
		}
	}
	if Writes("ޑިވެހި") {
		t.Error("a script without a font can be written")
	}
}
