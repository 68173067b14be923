package plan

import (
	"math"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/metrics/efforts"
)

// counter adds up sessions and what was done beside them.
type counter struct {
	Tally
	due, credit       float64
	planned, recorded calendar.Tally
}

// session counts one session. Of a week that runs, only what is due counts: it
// is behind once a day is over, and not before.
func (c *counter) session(s *AdherenceSession) {
	switch s.Status {
	case calendar.Rest:
		return
	case calendar.Upcoming:
		c.Upcoming++
		return
	case calendar.Done:
		c.Done++
		c.credit++
	case calendar.Moved:
		c.Moved++
		c.credit++
	case calendar.Partly:
		c.Partly++
		c.credit += partOf(s)
	case calendar.Missed:
		c.Missed++
	}
	c.due++
	if s.Planned != nil {
		c.planned.Add(*s.Planned)
	} else {
		c.planned.Add(calendar.Amounts{})
	}
}

// partOf is how much of a session that was partly done was done.
func partOf(s *AdherenceSession) float64 {
	part := 1.0
	if c := s.Compliance; c != nil {
		part = min(part, c.Percent[c.By]/100)
	}
	if r := s.Repeats; r != nil {
		part = min(part, float64(r.Done)/float64(r.Asked))
	}
	return part
}

// add adds what another counted.
func (c *counter) add(o *counter) {
	c.Done, c.Partly, c.Moved, c.Missed = c.Done+o.Done, c.Partly+o.Partly, c.Moved+o.Moved, c.Missed+o.Missed
	c.Extra, c.Upcoming = c.Extra+o.Extra, c.Upcoming+o.Upcoming
	c.due, c.credit = c.due+o.due, c.credit+o.credit
	c.planned.Merge(&o.planned)
	c.recorded.Merge(&o.recorded)
}

// tally is what was counted, as it is shown.
func (c *counter) tally() Tally {
	t := c.Tally
	if c.due > 0 {
		pct := math.Round(100 * c.credit / c.due)
		t.Adherence = &pct
		t.Percent = calendar.Share(c.planned, c.recorded)
		for _, by := range []string{"duration", "distance", "load"} {
			if pct, ok := t.Percent[by]; ok {
				t.Band = efforts.BandOf(pct)
				break
			}
		}
	}
	t.Planned, t.Recorded = c.planned.Shown(), c.recorded.Shown()
	return t
}

// one is a number as it is shown.
func one(v float64) *float64 {
	v = answers.Round(v, 1)
	return &v
}
