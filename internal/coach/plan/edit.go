package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// These are the operations of an edit.
const (
	OpSet     = "set"
	OpAdd     = "add"
	OpRemove  = "remove"
	OpMove    = "move"
	OpWeek    = "week"
	OpComment = "comment"
)

// Ops returns all operations.
func Ops() []string { return []string{OpSet, OpAdd, OpRemove, OpMove, OpWeek, OpComment} }

// Edit is one change: to a session, to a week if no session is given, or to the
// plan itself if there is neither.
type Edit struct {
	Op      string
	Session string
	Week    int
	// Fields maps names to values: texts, numbers, booleans, lists and maps. nil removes the field.
	Fields map[string]any
	Day    string // target day of a move
	ToWeek int    // target week of a move; 0 means the session's own week
	Text   string // text of a comment
}

// Edited is the result of editing a plan.
type Edited struct {
	Text string
	Plan Plan
	// Sessions holds the ids of the changed sessions in order, and Weeks the numbers of their weeks.
	Sessions []string
	Weeks    []int
	Notes    []i18n.Sentence
	Problems []Problem // including warnings
}

// editor holds the text between two edits.
type editor struct {
	doc   *Doc
	plan  *Plan
	edits Edited
}

// Apply applies all edits in order, or none if one fails. Everything else in
// the text stays the same, including comments.
func Apply(text string, all []Edit) (*Edited, error) {
	doc, err := ReadYAML(text)
	if err != nil {
		return nil, refused(err)
	}
	e := &editor{}
	before := e.take(doc)
	for i := range all {
		if err := e.one(&all[i]); err != nil {
			return nil, inEdit(len(all), i, err)
		}
	}
	if err := e.totals(); err != nil {
		return nil, refused(err)
	}
	e.edits.Problems = e.take(e.doc)
	for _, p := range e.edits.Problems {
		known := func(q Problem) bool { return p.What == q.What && p.Session == q.Session }
		if slices.ContainsFunc(before, known) {
			continue
		}
		if !p.Warning {
			return nil, training.Errorf(training.KindInvalid, "The plan would no longer be valid: %s", p.Sentence()).
				WithFix("Change the edit. Nothing was changed.")
		}
		e.edits.Notes = append(e.edits.Notes, p.Sentence())
	}
	e.edits.Text, e.edits.Plan = e.doc.Text(), *e.plan
	return &e.edits, nil
}

func inEdit(n, i int, err error) error {
	var told *training.Error
	if n > 1 && errors.As(err, &told) {
		return training.Errorf(told.Kind, "Operation %d: %w Nothing was changed.", i+1, err)
	}
	return err
}

func refused(err error) error {
	var f *Fault
	if !errors.As(err, &f) {
		return err
	}
	if f.Line > 0 {
		return training.Errorf(training.KindInvalid, "Line %d: %s", f.Line, f.What).WithFix("%s", f.Fix)
	}
	return training.Errorf(training.KindInvalid, "%s", f.What).WithFix("%s", f.Fix)
}

// take makes doc the current text and returns its problems.
func (e *editor) take(doc *Doc) []Problem {
	var problems []Problem
	e.doc = doc
	e.plan, problems = read(doc)
	return problems
}

// then makes the result of a change the current text, unless the change failed.
func (e *editor) then(doc *Doc, err error) error {
	if err != nil {
		return refused(err)
	}
	e.take(doc)
	return nil
}

func (e *editor) one(in *Edit) error {
	switch in.Op {
	case OpSet:
		return e.set(in)
	case OpAdd:
		return e.add(in)
	case OpRemove:
		return e.remove(in)
	case OpMove:
		return e.move(in)
	case OpWeek:
		return e.week(in)
	case OpComment:
		return e.comment(in)
	}
	return training.Errorf(training.KindInvalid, "%q is not an operation.", in.Op).WithFix("The choices are: %s.", strings.Join(Ops(), ", "))
}

// session finds the session of an edit and records it as changed.
func (e *editor) session(id string) (*Session, error) {
	s := e.plan.Session(id)
	if s == nil {
		var ids []string
		for s := range e.plan.Sessions {
			ids = append(ids, s.ID)
		}
		err := training.Errorf(training.KindNotFound, "The plan has no session %q.", i18n.Clip(id, i18n.MostQuoted))
		if near := i18n.Nearest(id, ids); near != "" {
			return nil, err.WithFix("Did you mean %s? get_training_plan shows the ids.", near)
		}
		return nil, err.WithFix("get_training_plan shows the ids.")
	}
	e.touch(s.ID, s.Week)
	return s, nil
}

func (e *editor) touch(id string, week int) {
	if id != "" && !slices.Contains(e.edits.Sessions, id) {
		e.edits.Sessions = append(e.edits.Sessions, id)
	}
	if !slices.Contains(e.edits.Weeks, week) {
		e.edits.Weeks = append(e.edits.Weeks, week)
	}
}

func (e *editor) weekOf(number int) (*Week, error) {
	w := e.plan.Week(number)
	if w == nil {
		var all []string
		for _, w := range e.plan.Weeks {
			all = append(all, fmt.Sprint(w.Number))
		}
		return nil, training.Errorf(training.KindNotFound, "The plan has no week %d.", number).
			WithFix("There are %s; the operation week adds one.", strings.Join(all, ", "))
	}
	e.touch("", number)
	return w, nil
}

func (e *editor) set(in *Edit) error {
	switch {
	case len(in.Fields) == 0:
		return training.Errorf(training.KindInvalid, "There is nothing to set.").WithFix("Give fields with names and values.")
	case in.Session != "":
		return e.setSession(in)
	case in.Week != 0:
		w, err := e.weekOf(in.Week)
		if err != nil {
			return err
		}
		return e.fields(w.path, in.Fields, weekKeys(), w.listKey())
	}
	return e.fields(nil, in.Fields, planKeys(), keyWeeks)
}

func (e *editor) setSession(in *Edit) error {
	s, err := e.session(in.Session)
	if err != nil {
		return err
	}
	if day, moves := in.Fields[keyDay]; moves {
		if err := e.move(&Edit{Op: OpMove, Session: s.ID, Day: fmt.Sprint(day)}); err != nil {
			return err
		}
		delete(in.Fields, keyDay)
		s = e.plan.Session(s.ID)
	}
	if id, renamed := in.Fields[keyID].(string); renamed {
		e.touch(id, s.Week)
	}
	return e.fields(s.path(), in.Fields, sessionKeys(), "")
}

func (s *Session) path() Path { return slices.Concat(s.list, Path{s.at}) }

// listKey returns the key under which the week's sessions are listed.
func (w *Week) listKey() string {
	if len(w.Sessions) > 0 {
		return w.Sessions[0].list[len(w.Sessions[0].list)-1].(string)
	}
	return ""
}

// fields sets fields of the mapping at p. New fields are placed in the order that known lists.
func (e *editor) fields(p Path, fields map[string]any, known []string, before string) error {
	for key := range fields {
		if !slices.Contains(known, key) {
			return training.Errorf(training.KindInvalid, "%q is not a field that can be set.", i18n.Clip(key, i18n.MostQuoted)).
				WithFix("%s", nameTheKey(key, known))
		}
	}
	for _, key := range known {
		v, given := fields[key]
		if !given || key == keyWeeks || key == keyRuns || key == keySessions {
			if given {
				return training.Errorf(training.KindInvalid, "%s cannot be replaced as a whole.", key).WithFix("Use the operations add, " +
					"remove and move.")
			}
			continue
		}
		if err := e.field(p, key, v, before); err != nil {
			return err
		}
	}
	return nil
}

func (e *editor) field(p Path, key string, v any, before string) error {
	n := e.doc.At(p)
	if v == nil {
		if find(n, key) < 0 {
			return nil
		}
		return e.then(e.doc.Delete(p, key))
	}
	if inner, ok := v.(map[string]any); ok && of(n, key) != nil && key == keyRace {
		return e.fields(slices.Concat(p, Path{key}), inner, raceKeys(), "")
	}
	value, err := valueOf(key, v)
	if err != nil {
		return err
	}
	return e.then(e.doc.Set(p, key, value, before))
}

func (e *editor) remove(in *Edit) error {
	if in.Session == "" {
		if in.Week == 0 {
			return training.Errorf(training.KindInvalid, "Nothing to remove was given.").WithFix("Give session, or week.")
		}
		w, err := e.weekOf(in.Week)
		if err != nil {
			return err
		}
		e.lost(w.Comments)
		return e.then(e.doc.Remove(Path{keyWeeks}, w.path[1].(int)))
	}
	s, err := e.session(in.Session)
	if err != nil {
		return err
	}
	if err := e.pin(s.Week, s.Day, s.ID); err != nil {
		return err
	}
	s = e.plan.Session(in.Session)
	e.lost(s.Comments)
	return e.then(e.doc.Remove(s.list, s.at))
}

// lost adds a note about comments that are deleted together with their session.
func (e *editor) lost(comments []string) {
	if len(comments) > 0 {
		e.edits.Notes = append(e.edits.Notes, i18n.Sentencef("The comments on it are deleted with it: %s. The previous version keeps them.",
			i18n.Name(i18n.Clip(strings.Join(comments, "; "), 200))))
	}
}

// pin writes the generated ids of a day's sessions into the text, except the id in but. A
// generated id depends on the number of sessions on the day, which is about to change.
func (e *editor) pin(week int, day training.Day, but string) error {
	var ids []string
	for s := range e.plan.Sessions {
		if s.Week == week && s.Day == day && !s.Written && s.ID != but {
			ids = append(ids, s.ID)
		}
	}
	for _, id := range ids {
		if err := e.keep(id); err != nil {
			return err
		}
	}
	return nil
}

// keep writes the generated id of a session into the text.
func (e *editor) keep(id string) error {
	s := e.plan.Session(id)
	if s == nil || s.Written {
		return nil
	}
	return e.then(e.doc.Set(s.path(), keyID, Literal(id), ""))
}

func (e *editor) comment(in *Edit) error {
	if strings.TrimSpace(in.Text) == "" {
		return training.Errorf(training.KindInvalid, "The comment is empty.").WithFix("Give text.")
	}
	switch {
	case in.Session != "":
		s, err := e.session(in.Session)
		if err != nil {
			return err
		}
		return e.then(e.doc.Comment(s.list, s.at, in.Text))
	case in.Week != 0:
		w, err := e.weekOf(in.Week)
		if err != nil {
			return err
		}
		return e.then(e.doc.Comment(Path{keyWeeks}, w.path[1].(int), in.Text))
	}
	return e.then(e.doc.Comment(nil, 0, in.Text))
}

// totals updates the stated totals of the changed weeks to the sums over their sessions.
func (e *editor) totals() error {
	for _, number := range e.edits.Weeks {
		w := e.plan.Week(number)
		if w == nil || len(w.Sessions) == 0 {
			continue
		}
		t, path := e.plan.Total(w), w.path
		for _, v := range []struct {
			key            string
			stated, really float64
			whole          bool
		}{
			{keyWeekKm, w.Stated.DistanceKm, t.DistanceKm, true},
			{keyWeekMinutes, w.Stated.DurationS / 60, t.DurationS / 60, complete(w, func(s *Session) float64 { return s.DurationS })},
			{keyWeekLoad, w.Stated.Load, t.Load, complete(w, func(s *Session) float64 { return s.Load })},
		} {
			if really := rounded(v.really); v.whole && v.stated != 0 && !near(v.stated, really) {
				if err := e.then(e.doc.Set(path, v.key, Literal(fmt.Sprint(really)), "")); err != nil {
					return err
				}
				e.edits.Notes = append(e.edits.Notes, i18n.Sentencef("%s of week %d is now %g; it was %g.", i18n.Name(v.key),
					number, really, v.stated))
			}
		}
	}
	return nil
}
