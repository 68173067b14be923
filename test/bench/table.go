package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// These are the goals for one question on a home like a real one.
const (
	mostFirst = 60 * time.Millisecond
	mostLater = 10 * time.Millisecond
)

// tableRuns is how often a question is measured at its start and after each write.
const tableRuns = 3

// tableWrites is the number of writes after which a question is measured; answers are compared
// after all of them.
const tableWrites = 4

// write is a change that an assistant makes to one thing. No question depends on all of them.
type write struct {
	name, tool string
	set        func(i int) args
}

func (b *run) writes() []write {
	day := func(i int) string { return b.back(1 + i%28) }
	now := int(b.Now().Unix()) // a home may have had the same writes before
	return []write{
		{"wellness", "update_wellness", func(i int) args {
			return args{"date": day(i), "values": args{"comments": fmt.Sprintf("Slept well, %d", now+i)}}
		}},
		{"an activity", "update_activity", func(i int) args { return args{"id": b.id(i % 90), "name": fmt.Sprintf("Ride %d", now+i)} }},
		{"an event", "update_event", func(i int) args {
			return args{"id": b.home.nearEvent(b.home.today + 4), "name": fmt.Sprintf("Easy %d", now+i)}
		}},
		{"a session log", "save_session_log", func(i int) args {
			return args{"summary": fmt.Sprintf("Agreed on %d easy hours.", i), "date": day(i)}
		}},
		{"a note", "add_activity_note", func(i int) args { return args{"id": b.id(i % 90), "text": fmt.Sprintf("Heavy legs, %d", i)} }},
		{"a goal", "save_goal", func(i int) args { return args{"measure": "distance_km", "target": 200 + i, "period": "week"} }},
		{"FTP", "update_athlete_settings", func(i int) args { return args{"ftp_w": 200 + (now+i)%150, "sport": "ride"} }},
		{"gear", "save_gear", func(i int) args { return args{"id": gearID(0), "name": fmt.Sprintf("Bike %d", now+i)} }},
		{"a workout", "save_workout", func(i int) args { return args{"id": workoutID, "name": fmt.Sprintf("Session %d", now+i)} }},
		{"a digest", "save_digest", func(i int) args {
			return args{"id": b.id(i % 90), "digest": fmt.Sprintf("WU 15min | 3×8min | CD %ds [workout]", (now+i)%3600)}
		}},
		{"a segment", "save_segment", func(i int) args {
			return args{"id": segmentID(i), "name": fmt.Sprintf("%s, %d", segmentName(i), now+i)}
		}},
	}
}

// tableOf measures each question when it is the first after a start, when the same was asked
// before, and when it is the first after each write.
func (b *run) tableOf(ctx context.Context) error {
	questions := b.chosen()
	if len(questions) == 0 {
		return b.noQuestion()
	}
	for n, q := range questions {
		b.Report(fmt.Sprintf("%s, %d of %d", q.name, n+1, len(questions)))
		row := measurement{What: q.name, Goal: "start + first < 60 ms, warm and after a write p50 < 10 ms"}
		first, err := b.firstOf(ctx, q)
		if err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
		warm, after, err := b.warmAndAfter(ctx, q, n)
		if err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
		worst := time.Duration(0)
		row.Note = "medians, with CPU: start + first " + first.both() + ", warm " + warm.both()
		for _, w := range after {
			worst = max(worst, w.took.median())
			row.Note += ", after " + w.name + " " + w.both()
		}
		row.Result = fmt.Sprintf("start + first %s, warm %s, after a write %s", text(first.took.median()), text(warm.took.median()), text(worst))
		row.Met = first.took.median() < mostFirst && max(warm.took.median(), worst) < mostLater
		b.add(row)
	}
	return nil
}

// both returns the medians of elapsed time and of processor time.
func (t *toolTimes) both() string { return text(t.took.median()) + " (" + text(t.used.median()) + ")" }

// spend adds the time of one call of f to the times of a session's question.
func (b *run) spend(t *toolTimes, s *session, f func() error) error {
	before, _ := processorOf(s.cmd.Process.Pid)
	took, err := b.once(f)
	after, _ := processorOf(s.cmd.Process.Pid)
	t.took, t.used = append(t.took, took), append(t.used, after-before)
	return err
}

// chosen returns the questions whose name contains one of the parts in Only.
func (b *run) chosen() []question {
	return slices.DeleteFunc(b.asked(), func(q question) bool {
		return !slices.ContainsFunc(strings.Split(b.Only, "|"), func(part string) bool { return strings.Contains(q.name, part) })
	})
}

func (b *run) noQuestion() error {
	return fmt.Errorf("no question has %q in its name; give a part of the name of a read tool, such as list_activities", b.Only)
}

// firstOf measures the time from the program's start to the answer.
func (b *run) firstOf(ctx context.Context, q question) (t toolTimes, err error) {
	for i := range b.times(tableRuns) {
		var used time.Duration
		took, err := b.startAnd(ctx, false, "all", func(s *session) error {
			err := s.call(q.tool, q.ask(i))
			used, _ = processorOf(s.cmd.Process.Pid)
			return err
		})
		if err != nil {
			return t, err
		}
		t.took, t.used = append(t.took, took), append(t.used, used)
	}
	return t, nil
}

// warmAndAfter measures a question in one session: asked again and again, and after each write.
func (b *run) warmAndAfter(ctx context.Context, q question, nth int) (warm toolTimes, after []toolTimes, err error) {
	err = b.inSession(ctx, func(s *session) error {
		ask := func(i int) func() error { return func() error { return s.call(q.tool, q.ask(i)) } }
		for i := range warmUp {
			if err := ask(i)(); err != nil {
				return err
			}
		}
		for i := range b.times(calls / 4) {
			if err := b.spend(&warm, s, ask(warmUp+i)); err != nil {
				return err
			}
		}
		for k, w := range b.writes()[:tableWrites] {
			t := toolTimes{name: w.name}
			for round := range b.times(tableRuns) {
				if err := ask(0)(); err != nil {
					return err
				}
				if err := s.call(w.tool, w.set(tableRuns*(tableWrites*nth+k)+round)); err != nil {
					return fmt.Errorf("%s: %w", w.tool, err)
				}
				if err := b.spend(&t, s, ask(0)); err != nil {
					return err
				}
			}
			after = append(after, t)
		}
		return nil
	})
	return warm, after, err
}

// answersEach is how many answers to each question are written.
const answersEach = 6

// writeAnswers writes the answer to each question into a file: as an assistant gets it that the
// athlete shares everything with, and one that gets only what is shared by default. After each
// write, a server that has answered before must say what a new one says.
func (b *run) writeAnswers(ctx context.Context) error {
	for _, as := range []struct {
		name    string
		sharing training.Sharing
	}{{"shared", training.Sharing{Position: true, Weight: true, Notes: true}}, {"default", training.Sharing{}}} {
		if err := b.share(ctx, as.sharing); err != nil {
			return err
		}
		b.Report("writing answers, " + as.name)
		if err := b.answersInto(ctx, filepath.Join(b.Answers, as.name)); err != nil {
			return err
		}
	}
	return b.compareAfterWrites(ctx)
}

// share changes what the athlete shares with assistants.
func (b *run) share(ctx context.Context, sharing training.Sharing) error {
	db, err := store.Open(ctx, store.Options{Home: b.home.path, Now: b.Now})
	if err != nil {
		return err
	}
	who, err := db.Athlete(ctx, training.Everything(athleteID))
	if err == nil {
		who.Sharing = sharing
		err = db.Write(ctx, func(tx *store.Tx) error { return tx.PutAthlete(who) })
	}
	return errors.Join(err, db.Close())
}

func (b *run) answersInto(ctx context.Context, folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return b.inSession(ctx, func(s *session) error {
		for _, q := range b.chosen() {
			for i := range answersEach {
				text, err := s.answer(q, i)
				if err != nil {
					return err
				}
				if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s %d.json", q.name, i)), text, 0o600); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// compareAfterWrites checks that no answer after a write is older than the write.
func (b *run) compareAfterWrites(ctx context.Context) error {
	all := b.chosen()
	return b.inSession(ctx, func(old *session) error {
		for k, w := range b.writes() {
			b.Report("comparing answers after a write: " + w.name)
			for _, q := range all {
				if _, err := old.answer(q, 0); err != nil {
					return err
				}
			}
			if err := old.call(w.tool, w.set(k)); err != nil {
				return fmt.Errorf("%s: %w", w.tool, err)
			}
			err := b.inSession(ctx, func(fresh *session) error {
				for _, q := range all {
					got, err := old.answer(q, 0)
					if err != nil {
						return err
					}
					want, err := fresh.answer(q, 0)
					if err != nil {
						return err
					}
					if !bytes.Equal(got, want) {
						return fmt.Errorf("%s after %s: a server that answered before says\n%s\nand a new one says\n%s", q.name, w.name, got, want)
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// inSession calls f with a session of the program.
func (b *run) inSession(ctx context.Context, f func(*session) error) error {
	s, err := b.serve(ctx, false, "all")
	if err != nil {
		return err
	}
	err = s.hello()
	if err == nil {
		err = f(s)
	}
	return errors.Join(err, s.close())
}

// answer returns the result of a question as indented JSON. Errors of tools are answers, too.
func (s *session) answer(q question, i int) ([]byte, error) {
	result, err := s.ask("tools/call", map[string]any{"name": q.tool, "arguments": q.ask(i)})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", q.name, err)
	}
	var out bytes.Buffer
	err = json.Indent(&out, result, "", " ")
	return out.Bytes(), err
}
