package phrase_test

import (
	"errors"
	"fmt"
	"testing"

	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/quantity"
)

func TestQuantities(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of           phrase.Quantity
		metric, mile string
	}{
		{phrase.Measured("%.1f ", 12.34, quantity.Kilometres()), "12.3 km", "7.67 mi"},
		{phrase.Measured("%v ", 3806.4, quantity.Kilometres()), "3806.4 km", "2365 mi"},
		{phrase.Measured("%.0f ", 1694, quantity.Metres()), "1694 m", "5558 ft"},
		{phrase.Measured("%+.0f", 27, quantity.Metres()), "+27m", "+88.6ft"},
		{phrase.Measured("%.0f ", 400, quantity.MetresOfWay()), "400 m", "437 yd"},
		{phrase.Measured("%g ", 60, quantity.Kilograms()), "60 kg", "132.3 lb"},
		{phrase.Measured("%g ", -5, quantity.Degrees()), "-5 °C", "23 °F"},
		{phrase.Measured("%.1f ", 30, quantity.KilometresPerHour()), "30.0 km/h", "18.6 mph"},
		{phrase.Pace(300), "5:00/km", "8:03/mi"},
		{phrase.Paces(300, 290), "5:00–4:50/km", "8:03–7:47/mi"},
		{phrase.Paces(300, 300.1), "5:00/km", "8:03/mi"},
		{phrase.Measured("%.0f ", 250, quantity.Unit{Shown: "W"}), "250 W", "250 W"},
	} {
		s := phrase.Sentencef("so %s: %s", phrase.Sentencef("%s (%d)", c.of, 3), errors.New("x"))
		if got, want := s.String(), fmt.Sprintf("so %s (3): x", c.metric); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got, want := s.Say(phrase.InMiles(nil)), fmt.Sprintf("so %s (3): x", c.mile); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got, want := phrase.Sentence(string(s)).Say(phrase.InMiles(loud)), fmt.Sprintf("SO %s (3): X", c.mile); got != want {
			t.Errorf("in another language %q, want %q", got, want)
		}
	}
}
