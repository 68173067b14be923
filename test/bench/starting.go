package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// starts is how often the program is started for one row.
const starts = 21

// starting measures the program from its start to an answer.
func (b *run) starting(ctx context.Context) error {
	const list, first = 13 * time.Millisecond, 60 * time.Millisecond
	for _, row := range []struct {
		what, goal string
		most       time.Duration
		stateless  bool
		ask        func(*session) error
	}{
		{"start to answered tools/list, " + handshakeVersion, "≤ 13 ms", list, false, listTools},
		{"start to answered tools/list, " + statelessVersion, "≤ 13 ms", list, true, listTools},
		{"start + first analyze_training_load", "< 60 ms", first, false, func(s *session) error {
			return s.call("analyze_training_load", map[string]any{})
		}},
		{"start + first get_curves", "< 60 ms", first, false, func(s *session) error {
			return s.call("get_curves", map[string]any{"kind": "power"})
		}},
	} {
		what := fmt.Sprintf("%s, %d activities", row.what, b.Activities)
		b.Report(what)
		var s series
		for range b.times(starts) {
			took, err := b.startAnd(ctx, row.stateless, row.ask)
			if err != nil {
				return err
			}
			s = append(s, took)
		}
		b.add(measurement{
			What: what, Goal: row.goal, Result: text(s.median()), Met: s.median() <= row.most,
			Note: fmt.Sprintf("median of %d; best %s, p95 %s", len(s), text(s.best()), text(s.quantile(0.95))),
		})
	}
	return nil
}

func listTools(s *session) error {
	_, err := s.tools()
	return err
}

// startAnd is the time from starting the program to the answer of ask.
func (b *run) startAnd(ctx context.Context, stateless bool, ask func(*session) error) (time.Duration, error) {
	begin := b.Now()
	s, err := b.serve(ctx, stateless, "default")
	if err != nil {
		return 0, err
	}
	err = s.hello()
	if err == nil {
		err = ask(s)
	}
	took := b.Now().Sub(begin)
	return took, errors.Join(err, s.close())
}
