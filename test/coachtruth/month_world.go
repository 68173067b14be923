package coachtruth

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// world is what a careful person with paper would hold after each step.
type world struct {
	sections map[string]string
	facts    []Fact
	logs     []Entry
	marks    []Mark
	plan     []PlanSession
	comments map[int][]string
	before   map[string]*world // by step: what was there before it
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

// apply makes the step true, and says which texts must never be lost from here.
// An undo follows what it undoes with nothing but reads between, so that the
// world before the step is what it leads to.
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

// snapshot is what holds on the morning of a day: facts whose last day was
// before it are over.
func (w *world) snapshot(morning string) Snapshot {
	w.facts = slices.DeleteFunc(w.facts, func(f Fact) bool { return f.Expires != "" && f.Expires < morning })
	c := w.copied()
	slices.SortStableFunc(c.plan, func(a, b PlanSession) int { return cmp.Compare(a.Day, b.Day) })
	return Snapshot{
		Sections: c.sections, Facts: c.facts, Logs: c.logs, Marks: c.marks, Sessions: c.plan, Comments: c.comments,
	}
}
