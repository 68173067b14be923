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
const tableRuns = 5

// write is a change that an assistant makes to one thing. No question depends on all of them.
type write struct {
	name, tool string
	set        func(i int) args
}

func (b *run) writes() []write {
	day := func(i int) string { return b.back(1 + i%28) }
	return []write{
		{"wellness", "update_wellness", func(i int) args {
			return args{"date": day(i), "values": args{"comments": fmt.Sprintf("Slept well, %d", i)}}
		}},
		{"a note", "add_activity_note", func(i int) args { return args{"id": b.id(i % 90), "text": fmt.Sprintf("Heavy legs, %d", i)} }},
		{"an event", "create_events", func(i int) args {
			return args{"events": []args{{"date": (b.home.today + 2).String(), "name": fmt.Sprintf("Easy %d", i), "sport": "ride", "duration_s": 3600}}}
		}},
		{"a goal", "save_goal", func(i int) args { return args{"measure": "distance_km", "target": 200 + i, "period": "week"} }},
		{"a session log", "save_session_log", func(i int) args { return args{"summary": fmt.Sprintf("Agreed on %d easy hours.", i)} }},
		{"an activity", "update_activity", func(i int) args { return args{"id": b.id(i % 90), "perceived_exertion": 1 + i%10} }},
		{"FTP", "update_athlete_settings", func(i int) args { return args{"ftp_w": 250 + i%20, "sport": "ride"} }},
		{"a hidden activity", "update_activity", func(i int) args { return args{"id": b.id(100 + i/2%50), "hidden_from_models": i%2 == 0} }},
		{"gear", "save_gear", func(i int) args { return args{"id": gearID(0), "name": fmt.Sprintf("Bike %d", i)} }},
		{"a workout", "save_workout", func(i int) args { return args{"id": workoutID, "name": fmt.Sprintf("Session %d", i)} }},
		{"a digest", "save_digest", func(i int) args {
			return args{"id": b.id(i % 90), "digest": fmt.Sprintf("WU 15min | 3×8min | CD %dmin [workout]", i%10)}
		}},
		{"a segment", "star_segment", func(i int) args { return args{"id": segmentID(i), "starred": i%2 == 0} }},
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
		for _, w := range after {
			worst = max(worst, w.took.median())
			row.Note += ", after " + w.name + " " + text(w.took.median())
		}
		row.Note = strings.TrimPrefix(row.Note, ", ")
		row.Result = fmt.Sprintf("start + first %s, warm %s, after a write %s", text(first.median()), text(warm.median()), text(worst))
		row.Met = first.median() < mostFirst && max(warm.median(), worst) < mostLater
		b.add(row)
	}
	return nil
}

// chosen returns the questions whose name contains Only.
func (b *run) chosen() []question {
	return slices.DeleteFunc(b.asked(), func(q question) bool { return !strings.Contains(q.name, b.Only) })
}

func (b *run) noQuestion() error {
	return fmt.Errorf("no question has %q in its name; give a part of the name of a read tool, such as list_activities", b.Only)
}

// firstOf measures the time from the program's start to the answer.
func (b *run) firstOf(ctx context.Context, q question) (s series, err error) {
	for i := range b.times(tableRuns) {
		took, err := b.startAnd(ctx, false, "all", func(s *session) error { return s.call(q.tool, q.ask(i)) })
		if err != nil {
			return nil, err
		}
		s = append(s, took)
	}
	return s, nil
}

// warmAndAfter measures a question in one session: asked again and again, and after each write.
func (b *run) warmAndAfter(ctx context.Context, q question, nth int) (warm series, after []toolTimes, err error) {
	s, err := b.serve(ctx, false, "all")
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if err := s.hello(); err != nil {
		return nil, nil, err
	}
	ask := func(i int) func() error { return func() error { return s.call(q.tool, q.ask(i)) } }
	for i := range warmUp + b.times(calls/4) {
		took, err := b.once(ask(i))
		if err != nil {
			return nil, nil, err
		}
		if i >= warmUp {
			warm = append(warm, took)
		}
	}
	for k, w := range b.writes() {
		t := toolTimes{name: w.name}
		for round := range b.times(tableRuns) {
			if err := ask(0)(); err != nil {
				return nil, nil, err
			}
			if err := s.call(w.tool, w.set(tableRuns*(len(b.writes())*nth+k)+round)); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", w.tool, err)
			}
			took, err := b.once(ask(0))
			if err != nil {
				return nil, nil, err
			}
			t.took = append(t.took, took)
		}
		after = append(after, t)
	}
	return warm, after, nil
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
