package page

import (
	"strings"
)

// Weekdays are the days of a week, by the names that tools have for them.
func (p *Page) Weekdays() [][2]string {
	return [][2]string{
		{"monday", p.Say("Monday")},
		{"tuesday", p.Say("Tuesday")},
		{"wednesday", p.Say("Wednesday")},
		{"thursday", p.Say("Thursday")},
		{"friday", p.Say("Friday")},
		{"saturday", p.Say("Saturday")},
		{"sunday", p.Say("Sunday")},
	}
}

// Called is what one of several is called, else the name itself.
func Called(all [][2]string, name string) string {
	for _, x := range all {
		if x[0] == name {
			return x[1]
		}
	}
	return Clean(name)
}

// Phase is a part of a training plan in words; one of the coach's own stays.
func (p *Page) Phase(name string) string {
	return Called([][2]string{
		{"base", p.Say("Base")},
		{"build", p.Say("Build")},
		{"peak", p.Say("Peak")},
		{"taper", p.Say("Taper")},
		{"race", p.Say("Race")},
		{"recovery", p.Say("Recovery")},
		{"rest", p.Say("Rest")},
		{"transition", p.Say("Transition")},
		{"test", p.Say("Test")},
	}, name)
}

// Teller is who said a number or wrote a text: a service, a device's maker, or one
// of those who write here. What it had the number from may stand behind a slash.
func (p *Page) Teller(name string) string {
	first, rest, has := strings.Cut(name, "/")
	word := Called([][2]string{
		{ByAthlete, p.Say("you")},
		{"coach", p.Say("the coach")},
		{"assistant", p.Say("an assistant")},
		{"demo", p.Say("the demo")},
		{"device", p.Say("the device")},
		{"garmin", "Garmin"},
		{"apple", "Apple Health"},
		{"intervals", "Intervals.icu"},
		{"strava", "Strava"},
		{"igpsport", "iGPSPORT"},
		{"polar", "Polar"},
		{"fitbit", "Fitbit"},
		{"trainingpeaks", "TrainingPeaks"},
	}, first)
	if has {
		return p.Say("%s, by %s", word, Clean(rest))
	}
	return word
}
