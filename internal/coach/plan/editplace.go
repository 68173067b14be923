package plan

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"lapkeep/internal/training"
)

// add adds a session to a week, after the other sessions of the same day.
func (e *editor) add(in *Edit) error {
	w, err := e.weekOf(in.Week)
	if err != nil {
		return err
	}
	fields := in.Fields
	if in.Day != "" {
		fields = map[string]any{keyDay: in.Day}
		maps.Copy(fields, in.Fields)
	}
	named := fmt.Sprint(cmp.Or[any](fields[keyDay], ""))
	day, ok := DayIn(named)
	if !ok {
		return training.Errorf(training.KindInvalid, "%q is not a day of the week.", named).WithFix("%s", nearestOf(named, weekdays()))
	}
	fields[keyDay] = weekdays()[day]
	value, err := mappingOf(fields, sessionKeys())
	if err != nil {
		return err
	}
	had := map[string]bool{}
	for s := range e.plan.Sessions {
		had[s.ID] = true
	}
	list, at, err := e.place(w.Number, day)
	if err != nil {
		return err
	}
	if err := e.then(e.doc.Insert(list, at, value)); err != nil {
		return err
	}
	for s := range e.plan.Sessions {
		if !had[s.ID] {
			e.touch(s.ID, s.Week)
			return e.keep(s.ID)
		}
	}
	return nil
}

// place returns the position for a session on the given day in the list of its week. It
// creates the list if there is none.
func (e *editor) place(week, day int) (list Path, at int, err error) {
	w := e.plan.Week(week)
	key := w.listKey()
	if key == "" {
		key = keySessions
		if n := e.doc.At(w.path); find(n, keyRuns) >= 0 || find(n, keySessions) < 0 && hasRuns(e.doc.Root) {
			key = keyRuns
		}
		if find(e.doc.At(w.path), key) < 0 {
			if err := e.then(e.doc.Set(w.path, key, ListYAML(), "")); err != nil {
				return nil, 0, err
			}
			w = e.plan.Week(week)
		}
	}
	list = slices.Concat(w.path, Path{key})
	n := e.doc.At(list)
	for i, it := range n.Content {
		if d := of(it, keyDay); d != nil {
			if in, ok := DayIn(d.Value); ok && in > day {
				return list, i, nil
			}
		}
	}
	return list, len(n.Content), nil
}

// move moves a session to another day or week. Its comments and id stay with it.
func (e *editor) move(in *Edit) error {
	s, err := e.session(in.Session)
	if err != nil {
		return err
	}
	to, day := cmp.Or(in.ToWeek, s.Week), dayOf(s)
	if in.Day != "" {
		var ok bool
		if day, ok = DayIn(in.Day); !ok {
			return training.Errorf(training.KindInvalid, "%q is not a day of the week.", in.Day).WithFix("%s", nearestOf(in.Day, weekdays()))
		}
	}
	if _, err := e.weekOf(to); err != nil {
		return err
	}
	if to == s.Week && day == dayOf(s) {
		return training.Errorf(training.KindInvalid, "The session %s is already on that day.", s.ID).WithFix("Give another day, or to_week.")
	}
	if err := e.pin(s.Week, s.Day, ""); err != nil {
		return err
	}
	list, at, err := e.place(to, day)
	if err != nil {
		return err
	}
	s = e.plan.Session(in.Session)
	if list[1] != s.list[1] || at != s.at && at != s.at+1 {
		if err := e.then(e.doc.Move(s.list, s.at, list, at)); err != nil {
			return err
		}
		s = e.plan.Session(in.Session)
	}
	return e.redate(s, day)
}

// dayOf returns the session's weekday as the number of days after Monday.
func dayOf(s *Session) int { return (int(s.Day.Weekday()) + 6) % 7 }

// redate writes a different weekday for a session. It deletes the session's date from the
// text, because week and weekday now determine the date.
func (e *editor) redate(s *Session, day int) error {
	path := s.path()
	if find(e.doc.At(path), keyDate) >= 0 {
		if err := e.then(e.doc.Delete(path, keyDate)); err != nil {
			return err
		}
		e.edits.Notes = append(e.edits.Notes, "The session's date now comes from its week and day.")
	}
	return e.then(e.doc.Set(path, keyDay, YAMLText(weekdays()[day]), ""))
}

// week sets fields of a week, or adds a week after all earlier weeks.
func (e *editor) week(in *Edit) error {
	if in.Week < 1 {
		return training.Errorf(training.KindInvalid, "No week was given.").WithFix("Give week, the number of a week.")
	}
	if e.plan.Week(in.Week) != nil {
		return e.set(&Edit{Op: OpSet, Week: in.Week, Fields: in.Fields})
	}
	fields := map[string]any{keyWeek: in.Week}
	at := 0
	for i := range e.plan.Weeks {
		if w := &e.plan.Weeks[i]; w.Number < in.Week {
			at = max(at, w.path[1].(int)+1)
			if w.Start != 0 {
				fields[keyWeekStart] = (w.Start + training.Day(7*(in.Week-w.Number))).String()
			}
		}
	}
	maps.Copy(fields, in.Fields)
	value, err := mappingOf(fields, weekKeys())
	if err != nil {
		return err
	}
	e.touch("", in.Week)
	return e.then(e.doc.Insert(Path{keyWeeks}, at, value))
}
