package coachtruth

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

const monthDays = 30

// Month makes the script of a month: the same seed gives the same script.
// Every kind of step is in every script, kills, hand edits and steps at the
// same time among them.
func Month(seed uint64) Script {
	m := &maker{rand: rand.New(rand.NewPCG(seed, monthDays)), world: newWorld()}
	s := Script{Seed: seed, Zone: "America/Los_Angeles"}
	first := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for i := range monthDays {
		m.day, m.steps, m.kept, m.minute = first.AddDate(0, 0, i), nil, nil, 18*60
		m.oneDay(i)
		s.Days = append(s.Days, Day{
			Day: m.today(), Steps: m.steps, Kept: m.kept, After: m.world.snapshot(m.day.AddDate(0, 0, 1).Format(time.DateOnly)),
		})
	}
	return s
}

type maker struct {
	rand   *rand.Rand
	world  *world
	day    time.Time
	minute int // of the day
	steps  []Step
	kept   []Kept
	tags   int
	keys   int
}

func (m *maker) today() string { return m.day.Format(time.DateOnly) }

// tag is a word that is in one text only, so that a person can find it.
func (m *maker) tag() string { m.tags++; return fmt.Sprintf("n%03d", m.tags) }

func (m *maker) oneDay(i int) {
	m.add(Step{Kind: ReadContext})
	if i == 0 {
		m.begin()
	}
	for range 2 + m.rand.IntN(3) {
		m.add(m.someWrite())
	}
	if i%3 == 1 {
		m.handEdit(m.rand.IntN(2) == 0)
	}
	if i%3 == 2 {
		m.killed(m.someWrite())
	}
	if i%5 == 3 {
		m.undone(m.someWrite())
	}
	if i%4 == 0 {
		m.together(i / 4 % 4)
	}
	if i%7 == 6 {
		m.minute = 23*60 + 40 // in UTC it is tomorrow
	}
	if i%6 == 5 {
		m.killed(m.log())
	} else {
		m.add(m.log())
	}
	if i%2 == 1 {
		m.add(Step{Kind: ReadContext, Client: 1})
	}
}

// begin is the first talk: every section, and a plan of four weeks.
func (m *maker) begin() {
	for _, section := range Sections() {
		m.add(Step{Kind: UpdateSection, Section: section, Text: m.text()})
	}
	var plan []PlanSession
	for week := range 4 {
		for _, d := range []int{1, 2, 4, 6, 7} { // from the Monday after this Sunday
			plan = append(plan, m.session(m.day.AddDate(0, 0, week*7+d)))
		}
	}
	m.add(Step{Kind: SavePlan, Sessions: plan})
}

// add takes a step in at the next minutes: the world is what it makes of it.
func (m *maker) add(s Step) string {
	m.minute += 1 + m.rand.IntN(4)
	return m.at(s)
}

func (m *maker) at(s Step) string {
	s.ID = fmt.Sprintf("%s.%d", m.day.Format("0102"), len(m.steps)+1)
	s.At = fmt.Sprintf("%sT%02d:%02d", m.today(), m.minute/60, m.minute%60)
	m.steps = append(m.steps, s)
	if !s.Killed {
		m.kept = append(m.kept, m.world.apply(s)...)
	}
	return s.ID
}

func (m *maker) killed(s Step) {
	s.Killed = true
	id := m.add(s)
	s.Killed, s.Again, s.Client = false, id, 1-s.Client
	m.add(s)
}

func (m *maker) undone(s Step) {
	id := m.add(s)
	m.add(Step{Kind: ReadContext, Client: 1 - s.Client})
	m.add(Step{Kind: Undo, Of: id, Client: m.rand.IntN(2)})
}

// together makes two steps at once, one in each process, or one by hand.
func (m *maker) together(which int) {
	section := m.aSection()
	one := Step{Kind: UpdateSection, Section: section, Text: m.text()}
	var other Step
	switch which {
	case 0: // the same section: one of them holds, until somebody joins them
		other = Step{Kind: UpdateSection, Section: section, Text: m.text()}
	case 1:
		one, other = m.log(), m.log()
	case 2:
		one, other = m.setSession(), m.comment()
	default:
		i := slices.Index(Sections(), section)
		other = m.edited(Sections()[(i+1)%len(Sections())])
	}
	one.Client, other.Client = 0, 1
	other.Together = m.add(one)
	m.steps[len(m.steps)-1].Together = fmt.Sprintf("%s.%d", m.day.Format("0102"), len(m.steps)+1)
	m.at(other)
	if which == 0 {
		m.add(Step{Kind: UpdateSection, Section: section, Text: one.Text + "\n" + other.Text})
	}
}

func (m *maker) handEdit(plan bool) {
	if !plan {
		m.add(m.edited(m.aSection()))
		return
	}
	s := m.aSession()
	m.add(Step{Kind: HandEdit, Edit: &Edit{File: "plan", Session: s.Key, Old: s.Name, New: s.Name + " by hand"}})
}

// edited is a person's edit of the tag of a section, which is there once.
func (m *maker) edited(section string) Step {
	old := firstTag(m.world.sections[section])
	return Step{Kind: HandEdit, Edit: &Edit{File: "memory", Section: section, Old: old, New: m.tag() + ", by hand,"}}
}
