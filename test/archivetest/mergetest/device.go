package mergetest

// devices are one outing that several devices recorded.
func devices(m *maker) []Case {
	both := Case{Name: "watch and head unit", Why: "one was started later and stopped earlier; each has sensors of its own"}
	b := m.ride()
	both.Add("unit.fit", b.FIT())
	w := onWatch(b)
	w.FromS, w.UntilS = 25, 3590
	both.Add("watch.fit", w.FIT())
	both.one("unit.fit", "watch.fit")

	zwift := Case{
		Name: "Zwift and watch at once",
		Why:  "the one has a place that is not the athlete's, the other none: heart rate alone says that it is one ride",
	}
	b = m.ride()
	b.Maker, b.Product, b.SubSport, b.Serial = 260, 1, 58, 0
	zwift.Add("zwift.fit", b.FIT())
	w = onWatch(b)
	w.Maker, w.Product, w.SubSport, w.NoGPS = 0, 0, 6, true
	zwift.Add("watch.fit", w.FIT())
	zwift.one("zwift.fit", "watch.fit")

	pause := Case{Name: "auto-pause on one device", Why: "one device recorded nothing while the athlete stood for five minutes"}
	b = m.ride()
	b.StandFrom, b.StandTo = 1200, 1500
	pause.Add("watch.fit", onWatch(b).FIT())
	b.AutoPause = true
	pause.Add("unit.fit", b.FIT())
	pause.one("unit.fit", "watch.fit")

	battery := Case{Name: "a battery that died half-way", Why: "the shorter recording lies within the longer one and has what that lacks"}
	b = m.ride()
	battery.Add("watch.fit", onWatch(b).FIT())
	b.UntilS = 1700
	battery.Add("unit.fit", b.FIT())
	battery.one("unit.fit", "watch.fit")

	carried := Case{Name: "a telephone that carried on", Why: "started when the head unit's battery was empty: nothing overlaps"}
	b = m.ride()
	dead, rest := b, onWatch(b)
	dead.UntilS, rest.FromS = 1700, 1760
	carried.Add("unit.fit", dead.FIT())
	carried.Add("phone.gpx", rest.GPX("Rest of the ride"))
	carried.apart("unit.fit", "phone.gpx")

	nothing := Case{Name: "nothing in common", Why: "a trainer's power and a strap's heart rate at the same time: nothing can confirm it"}
	b = m.ride()
	b.NoGPS = true
	trainer, strap := b, onWatch(b)
	trainer.NoHR, trainer.Serial = true, 0
	nothing.Add("trainer.fit", trainer.FIT())
	nothing.Add("watch.fit", strap.FIT())
	nothing.apart("trainer.fit", "watch.fit")
	nothing.doubtful("trainer.fit", "watch.fit")

	twice := Case{
		Name: "one device, two recordings",
		Why:  "a unit cannot record twice at once: what it had written before a crash is the beginning of the whole",
	}
	b = m.ride()
	twice.Add("whole.fit", b.FIT())
	b.UntilS = 3000
	twice.Add("crashed.fit", b.FIT())
	twice.one("whole.fit", "crashed.fit")
	return []Case{both, zwift, pause, battery, carried, nothing, twice}
}
