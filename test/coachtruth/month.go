package coachtruth

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Kind is the kind of a step of a script.
type Kind string

// The steps. All except ReadContext, HandEdit and Undo are calls that write.
const (
	ReadContext   Kind = "read context"   // it must change nothing
	SaveLog       Kind = "save log"       // Coach, Text: one more entry of the local day
	UpdateSection Kind = "update section" // Section, Text: the text replaces the section's
	AddFact       Kind = "add fact"       // Fact
	ExpireFact    Kind = "expire fact"    // Fact: it is no longer valid
	MarkBody      Kind = "mark body"      // Mark: it replaces the author's mark of that region
	ClearBody     Kind = "clear body"     // Mark: region and author
	SavePlan      Kind = "save plan"      // Sessions
	SetSession    Kind = "set session"    // Session: with another name and other sizes
	AddSession    Kind = "add session"    // Session
	RemoveSession Kind = "remove session" // Session: its key
	MoveSession   Kind = "move session"   // Session: its key and the new day
	CommentWeek   Kind = "comment week"   // Week, Text
	HandEdit      Kind = "hand edit"      // Edit: in a file, by a person, between or during calls
	Undo          Kind = "undo"           // Of
)

// Step is one action of somebody in the script.
type Step struct {
	ID     string
	At     string // "2006-01-02T15:04" by the athlete's clock
	Client int    // which of the two processes is asked, 0 or 1
	Kind   Kind

	Section, Coach, Text string
	Fact                 *Fact
	Mark                 *Mark
	Session              *PlanSession
	Sessions             []PlanSession // of SavePlan
	Week                 int           // of the plan, from 1
	Edit                 *Edit
	Of                   string // the step to undo

	// Killed is set if the client's process is killed during the call. The call
	// then took effect or not, but not partly. A later step names this one as
	// Again; the process is restarted before its next step.
	Killed bool
	// Again is the killed step that this one repeats: the client looks first,
	// and calls only if the killed step had no effect.
	Again string
	// Together is the step that runs at the same time in the other process,
	// both starting from the same state.
	Together string
}

// Fact is a typed fact in the memory. Expires is the last day on which it is
// valid, empty if it has no end.
type Fact struct{ Key, Type, Text, Expires string }

// Mark is one author's mark of a region of the body.
type Mark struct {
	Region string // "left calf"
	Author string // "athlete" or "coach"
	Pain   int    // 0 to 10
	Note   string
}

// PlanSession is a session of the plan. Its key belongs to the script; the
// player remembers the id that the program assigned.
type PlanSession struct {
	Key, Day, Sport, Name string
	DurationS             int
	DistanceKM            float64 // 0: not planned
}

// Edit replaces a text that occurs exactly once in a file.
type Edit struct {
	File     string // "memory" or "plan"
	Section  string // its section in the memory
	Session  string // or the key of its session in the plan
	Old, New string
}

// Entry is one entry of the session log of a local day.
type Entry struct{ Day, Coach, Text string }

// Snapshot is the state at the end of a day. The order of entries on one day,
// and of comments on one week, does not matter.
type Snapshot struct {
	Sections map[string]string
	Facts    []Fact // valid on the next morning
	Logs     []Entry
	Marks    []Mark
	Sessions []PlanSession
	Comments map[int][]string
}

// Kept is a text that a call acknowledged or a person wrote. It must be
// recoverable, exactly, at the end of every later day, whatever came after it.
type Kept struct {
	What string // "section", "log", "fact", "mark", "session", "comment"
	Name string // the section, day, key, region or week
	Text string
	Step string
}

// Day is one day of a script.
type Day struct {
	Day   string
	Steps []Step
	After Snapshot
	Kept  []Kept // of this day
}

// Script is a month of conversations. These must be true in addition to the
// snapshots and the kept texts:
//
//   - a step that reads changes nothing, in the store and in the files;
//   - each log entry exists once, even after a kill and a repeat;
//   - two simultaneous steps both take effect, or if they write the same
//     section, one takes effect and the other is kept and reported;
//   - a person's edit of a file is read at the next call, and no call
//     overwrites it unseen;
//   - the readable files agree with the answers;
//   - every change has its author: a client, or the person's hand;
//   - nothing of one athlete shows in another's.
type Script struct {
	Seed uint64
	Zone string // the clock goes forward on the eighth day
	Days []Day
}

// Sections returns the keys of the memory that a script writes.
func Sections() []string {
	return []string{"athlete", "prs", "goals", "active_flags", "training_context", "patterns"}
}

// world is the state that a careful person would write down after each step.
type world struct {
	sections map[string]string
	facts    []Fact
	logs     []Entry
	marks    []Mark
	plan     []PlanSession
	comments map[int][]string
	before   map[string]*world // by step: the state before it
}

func newWorld() *world {
	return &world{sections: map[string]string{}, comments: map[int][]string{}, before: map[string]*world{}}
}

func (w *world) copied() *world {
	c := &world{
		sections: maps.Clone(w.sections), facts: slices.Clone(w.facts), logs: slices.Clone(w.logs),
		marks: slices.Clone(w.marks), plan: slices.Clone(w.plan), comments: map[int][]string{},
	}
	for week, texts := range w.comments {
		c.comments[week] = slices.Clone(texts)
	}
	return c
}

// apply applies a step, and returns the texts that must never be lost from here
// on. Between a step and its undo there are only reads, so the undo leads to
// the world before the step.
func (w *world) apply(s Step) []Kept {
	if s.Kind == Undo {
		was := w.before[s.Of]
		was.before = w.before
		*w = *was
		return nil
	}
	w.before[s.ID] = w.copied()
	keep := func(what, name, text string) []Kept { return []Kept{{what, name, text, s.ID}} }
	switch s.Kind {
	case SaveLog:
		day := s.At[:len("2006-01-02")]
		w.logs = append(w.logs, Entry{day, s.Coach, s.Text})
		return keep("log", day, s.Text)
	case UpdateSection:
		w.sections[s.Section] = s.Text
		return keep("section", s.Section, s.Text)
	case AddFact:
		w.facts = append(w.facts, *s.Fact)
		return keep("fact", s.Fact.Key, s.Fact.Text)
	case ExpireFact:
		w.facts = slices.DeleteFunc(w.facts, func(f Fact) bool { return f.Key == s.Fact.Key })
	case MarkBody, ClearBody:
		w.marks = slices.DeleteFunc(w.marks, func(k Mark) bool { return k.Region == s.Mark.Region && k.Author == s.Mark.Author })
		if s.Kind == MarkBody {
			w.marks = append(w.marks, *s.Mark)
			return keep("mark", s.Mark.Region, s.Mark.Note)
		}
	case HandEdit:
		return w.edited(*s.Edit, keep)
	case CommentWeek:
		w.comments[s.Week] = append(w.comments[s.Week], s.Text)
		return keep("comment", strconv.Itoa(s.Week), s.Text)
	default:
		return w.planned(s)
	}
	return nil
}

func (w *world) edited(e Edit, keep func(what, name, text string) []Kept) []Kept {
	if e.File == "memory" {
		w.sections[e.Section] = strings.Replace(w.sections[e.Section], e.Old, e.New, 1)
		return keep("section", e.Section, w.sections[e.Section])
	}
	w.plan[w.indexOf(e.Session)].Name = e.New
	return keep("session", e.Session, e.New)
}

func (w *world) indexOf(key string) int {
	return slices.IndexFunc(w.plan, func(p PlanSession) bool { return p.Key == key })
}

func (w *world) planned(s Step) []Kept {
	var kept []Kept
	switch s.Kind {
	case SavePlan:
		w.plan = slices.Clone(s.Sessions)
		for _, p := range s.Sessions {
			kept = append(kept, Kept{"session", p.Key, p.Name, s.ID})
		}
	case AddSession:
		w.plan = append(w.plan, *s.Session)
		kept = []Kept{{"session", s.Session.Key, s.Session.Name, s.ID}}
	case SetSession:
		w.plan[w.indexOf(s.Session.Key)] = *s.Session
		kept = []Kept{{"session", s.Session.Key, s.Session.Name, s.ID}}
	case MoveSession:
		w.plan[w.indexOf(s.Session.Key)].Day = s.Session.Day
	case RemoveSession:
		w.plan = slices.Delete(w.plan, w.indexOf(s.Session.Key), w.indexOf(s.Session.Key)+1)
	case ReadContext, UpdateSection, SaveLog, AddFact, ExpireFact, MarkBody, ClearBody, CommentWeek, HandEdit, Undo:
		// not of the plan's sessions
	}
	return kept
}

// snapshot returns the state on the morning of a day: facts whose last day was
// before it are over.
func (w *world) snapshot(morning string) Snapshot {
	w.facts = slices.DeleteFunc(w.facts, func(f Fact) bool { return f.Expires != "" && f.Expires < morning })
	c := w.copied()
	slices.SortStableFunc(c.plan, func(a, b PlanSession) int { return cmp.Compare(a.Day, b.Day) })
	return Snapshot{
		Sections: c.sections, Facts: c.facts, Logs: c.logs, Marks: c.marks, Sessions: c.plan, Comments: c.comments,
	}
}
