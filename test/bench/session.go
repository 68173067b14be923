package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// The two eras of the protocol: with a handshake, and without one.
const (
	handshakeVersion = "2025-11-25"
	statelessVersion = "2026-07-28"
)

// session is the program serving on standard input and output, from a client's
// point of view.
type session struct {
	cmd       *exec.Cmd
	in        io.WriteCloser
	out       *bufio.Reader
	errs      complaints
	stateless bool
	next      int
}

// complaints collects the program's stderr; it is read while the program may still write.
type complaints struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (c *complaints) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(b)
}

func (c *complaints) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

// serve starts the program on the generated store. Nothing has been sent yet.
func (b *run) serve(ctx context.Context, stateless bool, toolsets string) (*session, error) {
	return b.serveHome(ctx, b.home.path, stateless, "--toolsets", toolsets)
}

func (b *run) serveHome(ctx context.Context, home string, stateless bool, flags ...string) (*session, error) {
	s := &session{stateless: stateless}
	s.cmd = exec.CommandContext(ctx, b.Program,
		append([]string{"serve", "--home", home, "--athlete", string(athleteID)}, flags...)...) //nolint:gosec // our own program
	s.cmd.Dir, s.cmd.Env, s.cmd.Stderr = b.dir, bareEnvironment(), &s.errs
	in, err := s.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.in, s.out = in, bufio.NewReaderSize(out, 1<<20)
	return s, s.cmd.Start()
}

// bareEnvironment returns the environment without the settings of Lapkeep.
func bareEnvironment() []string {
	var env []string
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "LAPKEEP_") {
			env = append(env, e)
		}
	}
	return env
}

// close ends the session as clients do and waits for the program.
func (s *session) close() error {
	if err := s.in.Close(); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, s.out) // unsolicited output
	if err := s.cmd.Wait(); err != nil {
		return fmt.Errorf("serve: %w: %s", err, s.errs.String())
	}
	return nil
}

// hello opens a session in the protocol era with a handshake; the other era has
// none.
func (s *session) hello() error {
	if s.stateless {
		return nil
	}
	_, err := s.ask("initialize", map[string]any{
		"protocolVersion": handshakeVersion, "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "bench", "version": "1"},
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(s.in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return err
}

// request is one line of the protocol.
type request struct {
	Version string         `json:"jsonrpc"`
	ID      int            `json:"id"`
	Method  string         `json:"method"`
	Params  map[string]any `json:"params"`
}

// ask sends one request and returns the result of its answer.
func (s *session) ask(method string, params map[string]any) (json.RawMessage, error) {
	s.next++
	if s.stateless {
		params["_meta"] = map[string]any{
			"io.modelcontextprotocol/protocolVersion":    statelessVersion,
			"io.modelcontextprotocol/clientInfo":         map[string]any{"name": "bench", "version": "1"},
			"io.modelcontextprotocol/clientCapabilities": map[string]any{},
		}
	}
	line, err := json.Marshal(request{"2.0", s.next, method, params})
	if err != nil {
		return nil, err
	}
	if _, err := s.in.Write(append(line, '\n')); err != nil {
		return nil, fmt.Errorf("serve: %w: %s", err, s.errs.String())
	}
	for {
		line, err := s.out.ReadBytes('\n')
		if err != nil {
			return nil, fmt.Errorf("serve: %w: %s", err, s.errs.String())
		}
		var answer struct {
			ID     int             `json:"id"`
			Result json.RawMessage `json:"result"`
			Error  json.RawMessage `json:"error"`
		}
		if err := json.Unmarshal(line, &answer); err != nil {
			return nil, fmt.Errorf("serve: %w: %s", err, line)
		}
		if answer.ID != s.next {
			continue // a notification
		}
		if answer.Error != nil {
			return nil, fmt.Errorf("serve: %s: %s", method, answer.Error)
		}
		return answer.Result, nil
	}
}

// call calls a tool. It also returns an error if the tool's answer is an error.
func (s *session) call(tool string, arguments map[string]any) error {
	result, err := s.ask("tools/call", map[string]any{"name": tool, "arguments": arguments})
	if err != nil {
		return err
	}
	var r struct {
		IsError bool            `json:"isError"`
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(result, &r); err != nil {
		return err
	}
	if r.IsError {
		return fmt.Errorf("%s: %s", tool, r.Content)
	}
	return nil
}

// listed is a tool in the list.
type listed struct {
	Name        string
	Annotations struct{ ReadOnlyHint bool }
}

// tools requests the list.
func (s *session) tools() ([]listed, error) {
	result, err := s.ask("tools/list", map[string]any{})
	if err != nil {
		return nil, err
	}
	var list struct{ Tools []listed }
	err = json.Unmarshal(result, &list)
	if err == nil && len(list.Tools) == 0 {
		err = errQuestion
	}
	return list.Tools, err
}

// starts is how often the program is started for one row.
const starts = 21

// starting measures the time from the program's start to an answer.
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
			took, err := b.startAnd(ctx, row.stateless, "default", row.ask)
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

// startAnd returns the time from starting the program to the answer of ask.
func (b *run) startAnd(ctx context.Context, stateless bool, toolsets string, ask func(*session) error) (time.Duration, error) {
	begin := b.Now()
	s, err := b.serve(ctx, stateless, toolsets)
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

var errQuestion = errors.New("a question of the made store has no answer")

// ridesRezoned is how many rides an FTP change is measured on.
const ridesRezoned = 5000

// questions measures repeated answers within one process.
func (b *run) questions(ctx context.Context) error {
	db, err := store.Open(ctx, store.Options{Home: b.home.path, Now: b.Now})
	if err != nil {
		return err
	}
	err = b.anyRange(ctx, db)
	if err == nil {
		err = b.rezone(ctx, db)
	}
	return errors.Join(err, db.Close())
}

func (b *run) frame() answers.Frame {
	return answers.Frame{Today: b.home.today, TimeZone: zoneName, Week: time.Monday}
}

func model() training.Scope {
	return training.Scope{Athlete: athleteID, Audience: training.AudienceModel}
}

// anyRange measures power curves of random ranges of days.
func (b *run) anyRange(ctx context.Context, db *store.DB) error {
	const what, ranges = "power curve over any date range of 20 years, warm", 500
	b.Report(what)
	x := curves.New(db)
	rng := rand.New(rand.NewPCG(1, 4)) //nolint:gosec // generated data
	var s series
	var fill time.Duration
	for i := range b.times(ranges) + 1 {
		from := rng.IntN(historyYears * daysPerYear)
		q := curves.Query{Kind: curves.Power, Days: training.DayRange{
			From: b.home.today - training.Day(from),
			To:   b.home.today - training.Day(rng.IntN(from+1)),
		}}
		if i == 0 {
			q.Days = training.DayRange{From: b.home.today - historyYears*daysPerYear, To: b.home.today}
		}
		took, err := b.once(func() error {
			v, err := x.Answer(ctx, model(), b.frame(), q)
			if err == nil && i == 0 && v.Curve == nil {
				err = errQuestion
			}
			return err
		})
		if err != nil {
			return err
		}
		if i == 0 {
			fill = took
			continue
		}
		s = append(s, took)
	}
	b.add(measurement{
		What: what, Goal: "< 1 ms", Result: text(s.median()), Met: s.median() < time.Millisecond,
		Note: fmt.Sprintf("median of %d ranges, p95 %s; the first question, which reads all curves, %s", len(s),
			text(s.quantile(0.95)), text(fill)),
	})
	return nil
}

// rezone changes the FTP and measures load and time in zones of many rides.
func (b *run) rezone(ctx context.Context, db *store.DB) error {
	n := min(ridesRezoned, len(b.home.rides))
	what := fmt.Sprintf("load, zones and IF of %d rides after an FTP change", n)
	b.Report(what)
	days := training.DayRange{From: b.home.since(n), To: b.home.today}
	q := fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: days, Sports: []training.Discipline{training.Cycling.Plain()}}
	histograms := fitness.NewHistograms(db)
	var s series
	var first time.Duration
	for i := range b.times(batches) + 1 {
		ftp := training.ThresholdEntry{
			Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: days.From,
			Values: []float64{240 + float64(i)},
		}
		if err := db.Write(ctx, func(tx *store.Tx) error { return tx.PutThreshold(athleteID, ftp) }); err != nil {
			return err
		}
		took, err := b.once(func() error {
			v, err := histograms.Summary(ctx, db, model(), b.frame(), q)
			if err == nil && (v.Totals.Activities < n || v.Totals.TSS == nil || len(v.Zones) == 0) {
				err = errQuestion
			}
			return err
		})
		if err != nil {
			return err
		}
		if i == 0 {
			first = took
			continue
		}
		s = append(s, took)
	}
	const most = 50 * time.Millisecond
	b.add(measurement{
		What: what, Goal: "< 50 ms", Result: text(s.median()), Met: s.median() < most,
		Note: "best " + text(s.best()) + "; the first question, which reads every histogram, " + text(first),
	})
	return nil
}
