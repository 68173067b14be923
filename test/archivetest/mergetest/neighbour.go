package mergetest

import (
	"time"

	"lapkeep/test/archivetest/bodytest"
)

// neighbours are outings that merely look like one.
func neighbours(m *maker) []Case {
	runs := Case{Name: "two runs a day", Why: "the same round, morning and evening, equal to the last heartbeat"}
	b := m.run()
	runs.Add("morning.fit", b.FIT())
	b.Start = b.Start.Add(11 * time.Hour)
	runs.Add("evening.fit", b.FIT())
	runs.apart("morning.fit", "evening.fit")

	row := Case{Name: "one run after the other", Why: "the second began a minute after the first"}
	b = m.run()
	row.Add("first.fit", b.FIT())
	next := m.run()
	next.Start = b.At(b.Seconds + 60)
	row.Add("second.fit", next.FIT())
	row.apart("first.fit", "second.fit")

	friends := Case{Name: "two athletes side by side", Why: "one folder has a friend's file of the same ride: one track, two hearts"}
	b = m.ride()
	friends.Add("mine.fit", b.FIT())
	friends.Add("friend.fit", asFriend(b).FIT())
	friends.apart("mine.fit", "friend.fit")
	friends.doubtful("mine.fit", "friend.fit")

	elsewhere := Case{
		Name: "two athletes elsewhere",
		Why:  "one folder has another athlete's ride of the same hour: neither track nor heart agree",
	}
	b = m.ride()
	elsewhere.Add("mine.fit", b.FIT())
	other := m.ride()
	other.Serial = friendSerial
	elsewhere.Add("other.fit", other.FIT())
	elsewhere.apart("mine.fit", "other.fit")

	class := Case{Name: "two athletes on trainers", Why: "no track at all, and two hearts and powers at the same time"}
	b = m.ride()
	b.NoGPS = true
	class.Add("mine.fit", b.FIT())
	class.Add("friend.fit", asFriend(b).FIT())
	class.apart("mine.fit", "friend.fit")
	return []Case{runs, row, friends, elsewhere, class}
}

// asFriend is the same way at the same time by somebody else.
func asFriend(b bodytest.Body) bodytest.Body {
	b.Serial, b.Heart, b.Noise = friendSerial, b.Seed+200, b.Seed+2
	return b
}

// siblings are sessions of one file.
func siblings(m *maker) []Case {
	multi := Case{
		Name: "multisport siblings",
		Why:  "three sessions of one file are three activities; the bike's own unit recorded one of them too",
	}
	swim, bike, run := m.ride(), m.ride(), m.run()
	swim.Sport, swim.Seconds, swim.NoPower = "swimming", 1500, true
	bike.Start = swim.At(swim.Seconds + 90)
	run.Start = bike.At(bike.Seconds + 60)
	swim.Serial = watchSerial
	multi.Add("watch.fit", bodytest.Multisport(swim, onWatch(bike), run))
	multi.Add("unit.fit", bike.FIT())
	leg := func(n int) Session { return Session{File: "watch.fit", Index: n} }
	unit := Session{File: "unit.fit"}
	multi.Activities = []Activity{
		{Sessions: []Session{leg(0)}, Richest: leg(0)},
		{Sessions: []Session{leg(1), unit}, Richest: unit},
		{Sessions: []Session{leg(2)}, Richest: leg(2)},
	}

	brick := Case{Name: "a brick of two rides", Why: "two sessions of one sport in one file follow on each other and stay two"}
	one, two := m.ride(), m.ride()
	two.Start = one.At(one.Seconds + 5)
	brick.Add("unit.fit", bodytest.Multisport(one, two))
	for n := range 2 {
		s := Session{File: "unit.fit", Index: n}
		brick.Activities = append(brick.Activities, Activity{Sessions: []Session{s}, Richest: s})
	}
	return []Case{multi, brick}
}
