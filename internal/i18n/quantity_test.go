package i18n_test

import (
	"errors"
	"fmt"
	"testing"

	"lapkeep/internal/i18n"
)

func TestQuantities(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of           i18n.Quantity
		metric, mile string
	}{
		{i18n.Measured("%.1f ", 12.34, i18n.Kilometres()), "12.3 km", "7.67 mi"},
		{i18n.Measured("%v ", 3806.4, i18n.Kilometres()), "3806.4 km", "2365 mi"},
		{i18n.Measured("%.0f ", 1694, i18n.Metres()), "1694 m", "5558 ft"},
		{i18n.Measured("%+.0f", 27, i18n.Metres()), "+27m", "+88.6ft"},
		{i18n.Measured("%.0f ", 400, i18n.MetresOfWay()), "400 m", "437 yd"},
		{i18n.Measured("%g ", 60, i18n.Kilograms()), "60 kg", "132.3 lb"},
		{i18n.Measured("%g ", -5, i18n.Degrees()), "-5 °C", "23 °F"},
		{i18n.Measured("%.1f ", 30, i18n.KilometresPerHour()), "30.0 km/h", "18.6 mph"},
		{i18n.Pace(300), "5:00/km", "8:03/mi"},
		{i18n.Paces(300, 290), "5:00–4:50/km", "8:03–7:47/mi"},
		{i18n.Paces(300, 300.1), "5:00/km", "8:03/mi"},
		{i18n.Measured("%.0f ", 250, i18n.Unit{Shown: "W"}), "250 W", "250 W"},
	} {
		s := i18n.Sentencef("so %s: %s", i18n.Sentencef("%s (%d)", c.of, 3), errors.New("x"))
		if got, want := s.String(), fmt.Sprintf("so %s (3): x", c.metric); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got, want := s.Say(i18n.InMiles(nil)), fmt.Sprintf("so %s (3): x", c.mile); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got, want := i18n.Sentence(string(s)).Say(i18n.InMiles(loud)), fmt.Sprintf("SO %s (3): X", c.mile); got != want {
			t.Errorf("in another language %q, want %q", got, want)
		}
	}
}
