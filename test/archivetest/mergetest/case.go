// Package mergetest makes sets of recordings with known groupings: one outing
// recorded by several devices and services, and outings that merely look like
// one. It is for tests only, is made from a seed, and does not know how an
// importer decides.
//
// Where the answer is a matter of rule, the rule is that of the design: at
// least 80 % of the shorter recording in common, confirmed by track, heart rate
// or power if both have it; never two recordings with the same device serial
// number, never siblings of one multisport file. Without confirmation the
// athlete is asked. A copy whose clock differs by whole quarters of an hour
// also belongs to the activity if all common data agrees.
package mergetest

import (
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/packtest"
)

// Session is one session of one file.
type Session struct {
	File  string
	Index int // of a multisport file, from 0
}

// Activity lists the sessions that must become one activity.
type Activity struct {
	Sessions []Session
	// Richest is the session with the most channels. Its streams take
	// precedence if others have the same channels.
	Richest Session
}

// Case is a set of files and the activities that must result, in whatever order
// they are imported.
type Case struct {
	Name string
	Why  string // what an importer may get wrong
	packtest.Files
	Activities []Activity
	// Doubtful are pairs of sessions that must stay separate until the athlete
	// was asked. Other separate pairs need no question.
	Doubtful [][2]Session
	// Zone is the difference between the clocks of recordings that belong
	// together.
	Zone time.Duration
}

// Together reports whether two sessions must be in one activity.
func (c Case) Together(a, b Session) bool {
	for _, act := range c.Activities {
		in := 0
		for _, s := range act.Sessions {
			if s == a || s == b {
				in++
			}
		}
		if in == 2 {
			return true
		}
	}
	return false
}

// Asked reports whether two sessions are a pair that the athlete must be asked
// about.
func (c Case) Asked(a, b Session) bool {
	for _, pair := range c.Doubtful {
		if pair == [2]Session{a, b} || pair == [2]Session{b, a} {
			return true
		}
	}
	return false
}

// one makes an activity from files with one session each; the first is the
// richest.
func (c *Case) one(files ...string) {
	act := Activity{Richest: Session{File: files[0]}}
	for _, f := range files {
		act.Sessions = append(act.Sessions, Session{File: f})
	}
	c.Activities = append(c.Activities, act)
}

// apart makes an activity of each file.
func (c *Case) apart(files ...string) {
	for _, f := range files {
		c.one(f)
	}
}

func (c *Case) doubtful(a, b string) {
	c.Doubtful = append(c.Doubtful, [2]Session{{File: a}, {File: b}})
}

// maker makes bodies, with separate seeds for each case.
type maker struct{ seed uint64 }

// The devices of the athletes.
const (
	watchSerial = 3_900_000_001 + iota
	unitSerial
	friendSerial
)

// ride returns one hour on a May morning, as recorded by a bike's head unit.
func (m *maker) ride() bodytest.Body {
	m.seed++
	return bodytest.Body{
		Start: time.Date(2024, 5, 11, 6, 30, 0, 0, time.UTC), Seed: m.seed, Seconds: 3600,
		Sport: "cycling", Serial: unitSerial, OffsetS: 7200,
	}
}

// run returns three quarters of an hour, as recorded by a watch.
func (m *maker) run() bodytest.Body {
	b := m.ride()
	b.Sport, b.Seconds, b.Serial = "running", 2700, watchSerial
	return b
}

// onWatch returns the same outing as recorded by the athlete's watch.
func onWatch(b bodytest.Body) bodytest.Body {
	b.Serial, b.Noise, b.NoPower = watchSerial, b.Seed+1, true
	return b
}

// Cases returns all sets. The same seed gives the same bytes.
func Cases(seed uint64) []Case {
	m := &maker{seed: seed * 1000}
	var out []Case
	for _, group := range []func(*maker) []Case{copies, devices, neighbours, siblings, clocks, quarters} {
		out = append(out, group(m)...)
	}
	return out
}

// neighbours returns cases of outings that merely look like one.
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

// asFriend returns the same track at the same time by somebody else.
func asFriend(b bodytest.Body) bodytest.Body {
	b.Serial, b.Heart, b.Noise = friendSerial, b.Seed+200, b.Seed+2
	return b
}

// siblings returns cases of sessions in one file.
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

// clocks returns cases of devices and nights with misleading times.
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

// devices returns cases of one outing recorded by several devices.
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

// copies returns cases of one recording that arrived in several ways.
func copies(m *maker) []Case {
	three := Case{Name: "watch, archive and service", Why: "a GPX and a TCX of a service are poorer copies of the watch's file"}
	b := m.ride()
	three.Add("watch.fit", b.FIT())
	three.Add("archive.gpx", b.GPX("Morning Ride"))
	three.Add("service.tcx", b.TCX())
	three.one("watch.fit", "archive.gpx", "service.tcx")

	again := Case{
		Name: "one recording in two files",
		Why:  "a service hands out the device's recording in other bytes, under the device's own serial number",
	}
	b = m.ride()
	again.Add("watch.fit", b.FIT())
	b.OffsetS = 0
	again.Add("service.fit", b.FIT())
	again.one("watch.fit", "service.fit")

	sparse := Case{Name: "smart recording", Why: "a service keeps every tenth point"}
	b = m.ride()
	sparse.Add("unit.fit", b.FIT())
	b.EveryS = 10
	sparse.Add("service.gpx", b.GPX("Ride"))
	sparse.one("unit.fit", "service.gpx")

	cropped := Case{Name: "a cropped copy", Why: "the athlete cut off the way from home at the service, so that the copy starts later"}
	b = m.ride()
	cropped.Add("unit.fit", b.FIT())
	b.FromS, b.UntilS = 240, 3480
	cropped.Add("service.tcx", b.TCX())
	cropped.one("unit.fit", "service.tcx")

	moved := Case{Name: "a moved start time", Why: "the athlete moved a copy's start by 25 minutes: most of it overlaps, nothing agrees"}
	b = m.ride()
	b.Seconds = 3 * 3600
	moved.Add("unit.fit", b.FIT())
	b.Start = b.Start.Add(25 * time.Minute)
	moved.Add("service.gpx", b.GPX("Long ride"))
	moved.apart("unit.fit", "service.gpx")
	moved.doubtful("unit.fit", "service.gpx")

	zone := Case{
		Name: "a copy in the wrong time zone", Zone: 2 * time.Hour,
		Why: "the same track and heart two hours later: nothing overlaps until the clock is set",
	}
	b = m.ride()
	zone.Add("unit.fit", b.FIT())
	b.Start = b.Start.Add(zone.Zone)
	zone.Add("service.gpx", b.GPX("Ride"))
	zone.one("unit.fit", "service.gpx")
	return []Case{three, again, sparse, cropped, moved, zone}
}

// quarters returns cases of recordings that begin and end whole quarters of an
// hour after another.
func quarters(m *maker) []Case {
	half := Case{Name: "a copy half an hour late", Zone: 30 * time.Minute, Why: "most of it overlaps, and the tracks agree once the clock is set"}
	b := m.ride()
	b.Seconds = 3 * 3600
	half.Add("unit.fit", b.FIT())
	b.Start = b.Start.Add(half.Zone)
	half.Add("service.gpx", b.GPX("Long ride"))
	half.one("unit.fit", "service.gpx")

	rounds := Case{Name: "the same round, two hours later", Why: "the track is the same to the second, the heart is not"}
	b = m.ride()
	b.Serial, b.NoPower = 0, true
	rounds.Add("first.fit", b.FIT())
	b.Start, b.Heart = b.Start.Add(2*time.Hour), b.Seed+200
	rounds.Add("second.fit", b.FIT())
	rounds.apart("first.fit", "second.fit")

	indoors := Case{Name: "two sessions on the trainer, hours apart", Why: "they begin and end at the same seconds of two time zones"}
	b = m.ride()
	b.Serial, b.NoGPS = 0, true
	indoors.Add("first.fit", b.FIT())
	b.Start, b.Heart = b.Start.Add(5*time.Hour+45*time.Minute), b.Seed+200
	indoors.Add("second.fit", b.FIT())
	indoors.apart("first.fit", "second.fit")
	return []Case{half, rounds, indoors}
}
