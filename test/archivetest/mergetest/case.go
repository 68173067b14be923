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

// Activity lists the sessions that must come out as one.
type Activity struct {
	Sessions []Session
	// Richest is the one with the most channels; its streams are the
	// activity's where others have the same.
	Richest Session
}

// Case is a set of files and what must become of them, in whatever order they
// are imported.
type Case struct {
	Name string
	Why  string // what an importer may get wrong
	packtest.Files
	Activities []Activity
	// Doubtful are pairs of sessions that must stay apart until the athlete was
	// asked. Of other pairs that stay apart nothing need be asked.
	Doubtful [][2]Session
}

// Together says whether two sessions must be in one activity.
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

// Asked says whether two sessions are a pair that the athlete must be asked about.
func (c Case) Asked(a, b Session) bool {
	for _, pair := range c.Doubtful {
		if pair == [2]Session{a, b} || pair == [2]Session{b, a} {
			return true
		}
	}
	return false
}

// one makes an activity of files of one session each; the first is the richest.
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

// maker makes bodies, each case's from seeds of its own.
type maker struct{ seed uint64 }

// The devices of the athletes.
const (
	watchSerial = 3_900_000_001 + iota
	unitSerial
	friendSerial
)

// ride is one hour on a May morning, seen by the head unit of a bike.
func (m *maker) ride() bodytest.Body {
	m.seed++
	return bodytest.Body{
		Start: time.Date(2024, 5, 11, 6, 30, 0, 0, time.UTC), Seed: m.seed, Seconds: 3600,
		Sport: "cycling", Serial: unitSerial, OffsetS: 7200,
	}
}

// run is three quarters of an hour, seen by a watch.
func (m *maker) run() bodytest.Body {
	b := m.ride()
	b.Sport, b.Seconds, b.Serial = "running", 2700, watchSerial
	return b
}

// onWatch is the same outing as the athlete's watch saw it.
func onWatch(b bodytest.Body) bodytest.Body {
	b.Serial, b.Noise, b.NoPower = watchSerial, b.Seed+1, true
	return b
}

// Cases are all sets. The same seed gives the same bytes.
func Cases(seed uint64) []Case {
	m := &maker{seed: seed * 1000}
	var out []Case
	for _, group := range []func(*maker) []Case{copies, devices, neighbours, siblings, clocks} {
		out = append(out, group(m)...)
	}
	return out
}
