package mergetest

import "time"

// clocks are devices and nights whose time is not what it seems.
func clocks(m *maker) []Case {
	ahead := Case{Name: "a clock that is ahead", Why: "the watch's clock is twelve seconds ahead of the head unit's"}
	b := m.ride()
	ahead.Add("unit.fit", b.FIT())
	w := onWatch(b)
	w.ClockS = 12
	ahead.Add("watch.fit", w.FIT())
	ahead.one("unit.fit", "watch.fit")

	night := Case{
		Name: "the night the clocks go back",
		Why:  "two rides began at a quarter past two, an hour apart; of the first there is a copy without an offset",
	}
	first := m.ride()
	first.Start, first.Seconds, first.OffsetS = time.Date(2024, 10, 27, 0, 15, 0, 0, time.UTC), 2400, 7200
	night.Add("first.fit", first.FIT())
	night.Add("first.gpx", first.GPX("Night ride"))
	second := m.ride()
	second.Start, second.Seconds, second.OffsetS = first.Start.Add(time.Hour), 2400, 3600
	night.Add("second.fit", second.FIT())
	night.one("first.fit", "first.gpx")
	night.apart("second.fit")

	forward := Case{
		Name: "the night the clocks go forward",
		Why:  "one ride through the hour that is missing, by two devices of which one did not change over",
	}
	b = m.ride()
	b.Start, b.OffsetS = time.Date(2024, 3, 31, 0, 30, 0, 0, time.UTC), 7200
	forward.Add("unit.fit", b.FIT())
	w = onWatch(b)
	w.OffsetS = 3600
	forward.Add("watch.fit", w.FIT())
	forward.one("unit.fit", "watch.fit")
	return []Case{ahead, night, forward}
}
