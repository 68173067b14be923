package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// calls is how often each tool is called.
const calls = 120

// warmUp is how often a tool is called before that.
const warmUp = 5

// reading measures every read tool in one long session, and the program's
// memory before the first question about curves.
func (b *run) reading(ctx context.Context) error {
	var out outcome
	if b.Only == "" {
		if err := b.usualMemory(ctx, &out); err != nil {
			return err
		}
	}
	b.Report("read tools in one session")
	s, err := b.serve(ctx, false, "all")
	if err != nil {
		return err
	}
	err = s.hello()
	if err == nil {
		err = b.readAll(s, &out)
	}
	return errors.Join(err, s.close())
}

func (b *run) readAll(s *session, out *outcome) error {
	tools, err := s.tools()
	if err != nil {
		return err
	}
	pid, curves := s.cmd.Process.Pid, false
	out.withList, _ = resident(pid, residentNow)
	out.atStart, out.known = b.residentAfter(untilStarted, pid)
	questions := b.chosen()
	if len(questions) == 0 {
		return b.noQuestion()
	}
	for _, q := range questions {
		if !curves && q.ofCurves {
			curves = true
			out.beforeCurves, _ = resident(pid, residentNow)
		}
		b.Report("read tools: " + q.name)
		if err := b.readOne(s, q, out); err != nil {
			return err
		}
	}
	if b.Only != "" {
		b.add(out.readRows(b)...)
		return nil
	}
	out.atEnd, _ = resident(pid, residentNow)
	b.Report("memory of a server at rest")
	out.atRest = b.atRest(pid)
	for _, t := range tools {
		if t.Annotations.ReadOnlyHint &&
			!slices.ContainsFunc(b.asked(), func(q question) bool { return q.tool == t.Name }) {
			out.unasked = append(out.unasked, t.Name)
		}
	}
	b.add(out.rows(b)...)
	return nil
}

// readOne asks one question again and again with different arguments.
func (b *run) readOne(s *session, q question, out *outcome) error {
	t := toolTimes{name: q.name}
	var before time.Duration
	for i := range warmUp + b.times(calls) {
		if i == warmUp {
			before, t.counted = processorOf(s.cmd.Process.Pid)
		}
		begin := b.Now()
		err := s.call(q.tool, q.ask(i))
		if d := b.Now().Sub(begin); i >= warmUp {
			t.took = append(t.took, d)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
	}
	if after, _ := processorOf(s.cmd.Process.Pid); t.counted {
		t.cpu = (after - before) / time.Duration(len(t.took))
	}
	out.tools = append(out.tools, t)
	return nil
}

// toolTimes holds the times of one tool's calls.
type toolTimes struct {
	name    string
	took    series
	used    series        // processor time, if measured for each call
	cpu     time.Duration // of one call, on average
	counted bool
}

// text returns p95 and, if the system reports it, the processor time of a call.
func (t toolTimes) text() string {
	s := t.name + " " + text(t.took.quantile(0.95))
	if t.counted {
		s += " (" + text(t.cpu) + ")"
	}
	return s
}

// outcome holds the measurements of one session.
type outcome struct {
	tools   []toolTimes
	unasked []string // read tools without a question
	// In MB: of a server that answers all questions, and of one that answers
	// the usual questions once.
	withList, atStart, beforeCurves, atEnd, atRest float64
	answering, resting                             float64
	known                                          bool
}

func (o *outcome) rows(b *run) []measurement {
	return append(o.readRows(b), o.memoryRows(b.Activities, warmUp+len(o.tools[0].took))...)
}

// readRows returns the p95 of all calls, and of the calls with the slowest
// question.
func (o *outcome) readRows(b *run) []measurement {
	const most, goal = 10 * time.Millisecond, "p95 < 10 ms"
	slices.SortFunc(o.tools, func(x, y toolTimes) int { return cmp.Compare(y.took.quantile(0.95), x.took.quantile(0.95)) })
	var all series
	var each []string
	for _, t := range o.tools {
		all = append(all, t.took...)
		each = append(each, t.text())
	}
	overall, worst := all.quantile(0.95), o.tools[0].took.quantile(0.95)
	asked := fmt.Sprintf("of %d calls that ask %d questions alike often", len(all), len(o.tools))
	if len(o.unasked) > 0 {
		asked += "; not asked: " + strings.Join(o.unasked, ", ")
	}
	what := fmt.Sprintf("later read tools, %d activities, ", b.Activities)
	return []measurement{
		{What: what + "p95 of all calls", Goal: goal, Result: text(overall), Met: overall < most && len(o.unasked) == 0, Note: asked},
		{
			What: what + "p95 of the slowest question", Goal: goal, Result: text(worst), Met: worst < most,
			Note: "p95 by question, with CPU a call on average: " + strings.Join(each, ", "),
		},
	}
}

// The lines of /proc/PID/status.
const (
	residentNow  = "VmRSS"
	residentPeak = "VmHWM"
)

const bytesPerKiB, bytesPerMB = 1024, 1e6

// resident returns a process's memory in MB, or false if the system does not
// report it.
func resident(pid int, which string) (float64, bool) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(status)) {
		var kib float64
		if n, _ := fmt.Sscanf(line, which+": %f kB", &kib); n == 1 {
			return kib * bytesPerKiB / bytesPerMB, true
		}
	}
	return 0, false
}

// processorOf sums the time of a process's threads on all cores, if the system
// reports it. Threads that ended are not included; the program has hardly any.
func processorOf(pid int) (used time.Duration, known bool) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil {
		return 0, false
	}
	for _, path := range threads {
		line, err := os.ReadFile(path)
		if err != nil {
			continue // it ended
		}
		running, _, _ := strings.Cut(string(line), " ")
		ns, err := strconv.ParseInt(running, 10, 64)
		if err != nil {
			return 0, false
		}
		used, known = used+time.Duration(ns), true
	}
	return used, known
}

// untilRest is the time without a call after which a server returns memory to
// the system.
const untilRest = 11 * time.Second

// untilStarted is the time after which a server has returned the memory that
// only its start and the list of tools needed.
const untilStarted = 250 * time.Millisecond

// usualMemory measures a separate server that answers each of the usual
// questions once, except those about curves: right afterwards, and at rest.
func (b *run) usualMemory(ctx context.Context, out *outcome) error {
	b.Report("memory of a server after the usual questions")
	s, err := b.serve(ctx, false, "all")
	if err != nil {
		return err
	}
	err = s.hello()
	if err == nil {
		_, err = s.tools()
	}
	pid := s.cmd.Process.Pid
	for _, q := range b.asked() {
		if err == nil && q.usual && !q.ofCurves {
			err = s.call(q.tool, q.ask(0))
		}
	}
	out.answering, out.known = resident(pid, residentNow)
	out.resting = b.atRest(pid)
	return errors.Join(err, s.close())
}

// atRest returns the memory of a server without requests for a while, in MB.
func (b *run) atRest(pid int) float64 {
	mb, _ := b.residentAfter(untilRest, pid)
	return mb
}

// residentAfter returns a server's memory after a while in MB, or false if the
// system does not report it.
func (b *run) residentAfter(d time.Duration, pid int) (mb float64, known bool) {
	if !b.Quick {
		time.Sleep(d)
	}
	return resident(pid, residentNow)
}

// memoryRows returns the rows for a server's memory at several moments.
func (o *outcome) memoryRows(activities int, most int) []measurement {
	const goal, goalMB = "< 30 MB", 30.0
	const goalAnswering, goalAnsweringMB = "< 40 MB", 40.0
	what := fmt.Sprintf("resident memory of serve, %d activities, ", activities)
	return []measurement{
		memoryRow(what+"after tools/list", goal, o.atStart, o.known, goalMB,
			fmt.Sprintf("with every toolset, a quarter of a second after the answer; %s MB with the answer", digits(o.withList))),
		memoryRow(what+"before the first curve question", goal, o.resting, o.known, goalMB,
			fmt.Sprintf("at rest, after each of the usual questions but those of curves; %s MB after every read tool but "+
				"those of curves, each %d times, "+
				"%s MB after these too, %s MB when that server rests", digits(o.beforeCurves), most, digits(o.atEnd), digits(o.atRest))),
		memoryRow(what+"while it answers these questions", goalAnswering, o.answering, o.known, goalAnsweringMB,
			"after the last of them, each asked once"),
	}
}
