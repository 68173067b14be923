package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"lapkeep/internal/derive"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/training"
)

// series holds repeated measurements.
type series []time.Duration

// quantile returns the value below which the share q of the series lies.
func (s series) quantile(q float64) time.Duration {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

func (s series) median() time.Duration { return s.quantile(0.5) }

func (s series) best() time.Duration { return s.quantile(0) }

// repeat measures f in batches long enough that the clock's resolution does not
// matter, after one batch that is not counted.
func (b *run) repeat(ctx context.Context, batches int, f func() error) (series, error) {
	const batch = 5 * time.Millisecond
	var s series
	for i := -1; i < batches; i++ {
		n, begin := 0, b.Now()
		for n == 0 || b.Now().Sub(begin) < batch {
			if err := f(); err != nil {
				return nil, err
			}
			n++
		}
		if i >= 0 {
			s = append(s, b.Now().Sub(begin)/time.Duration(n))
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// once measures one call of f.
func (b *run) once(f func() error) (time.Duration, error) {
	begin := b.Now()
	err := f()
	return b.Now().Sub(begin), err
}

// text formats a duration with three digits in a suitable unit.
func text(d time.Duration) string {
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{time.Second, "s"}, {time.Millisecond, "ms"}, {time.Microsecond, "µs"}} {
		if d >= u.unit {
			return digits(float64(d)/float64(u.unit)) + " " + u.name
		}
	}
	return fmt.Sprintf("%d ns", d.Nanoseconds())
}

// digits formats a number with three digits.
func digits(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0")
	}
	return fmt.Sprintf("%.2f", x)
}

// The load of many clients at once.
const (
	httpCalls   = 10000
	httpClients = 50
)

func (b *run) httpCalls() int {
	if b.Quick {
		return 4 * httpClients
	}
	return httpCalls
}

// overHTTP measures the program serving over HTTP to many clients at once:
// the default read tools, each in turn.
func (b *run) overHTTP(ctx context.Context) error {
	what := fmt.Sprintf("%d calls at %d concurrent over HTTP, %d activities", b.httpCalls(), httpClients, b.Activities)
	b.Report(what)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s, err := b.serveHTTP(ctx, "--home", b.home.path, "--athlete", string(athleteID))
	if err != nil {
		return err
	}
	l, err := b.load(ctx, s)
	stop()
	if err := errors.Join(err, s.wait()); err != nil {
		return err
	}
	used := s.cmd.ProcessState.UserTime() + s.cmd.ProcessState.SystemTime()
	const most = 25 * time.Millisecond
	p95 := l.took.quantile(0.95)
	b.add(measurement{
		What: what, Goal: "no error, p95 < 25 ms", Result: text(p95), Met: p95 < most && l.failed == 0,
		Note: fmt.Sprintf("median %s; %s calls a second, clients on the same machine; CPU %s a call; %d failed",
			text(l.took.median()), digits(float64(len(l.took))/l.wall.Seconds()), text(used/time.Duration(len(l.took))), l.failed),
	}, l.memoryRow())
	return nil
}

// httpServer is the program serving over HTTP.
type httpServer struct {
	cmd    *exec.Cmd
	url    string
	client *http.Client
	said   sync.WaitGroup
}

// benchKey is the key of a server that runs for seconds on a generated store.
const benchKey = "key-of-a-made-store"

// serveHTTP starts the program on the homes that flags name.
func (b *run) serveHTTP(ctx context.Context, flags ...string) (*httpServer, error) {
	s := &httpServer{client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: httpClients}}}
	s.cmd = exec.CommandContext(ctx, b.Program,
		append([]string{"serve", "--http", "127.0.0.1:0", "--toolsets", "default"}, flags...)...) //nolint:gosec // our own program
	s.cmd.Dir, s.cmd.Env = b.dir, bareEnvironment()
	if flags[0] != "--homes" { // these have keys of their own
		s.cmd.Env = append(s.cmd.Env, "LAPKEEP_API_KEY="+benchKey)
	}
	s.cmd.Cancel = func() error {
		if s.cmd.Process.Signal(os.Interrupt) == nil {
			return nil
		}
		return s.cmd.Process.Kill() // Windows sends no interrupts
	}
	s.cmd.WaitDelay = 10 * time.Second
	errs, err := s.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(errs)
	for s.url == "" {
		line, err := lines.ReadString('\n')
		if err != nil {
			return nil, errors.Join(fmt.Errorf("serve --http: %w: %s", err, line), s.cmd.Wait())
		}
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "http://") {
			s.url = line
		}
	}
	s.said.Go(func() { _, _ = io.Copy(io.Discard, lines) })
	return s, nil
}

// wait waits for a stopped server to end.
func (s *httpServer) wait() error {
	s.client.CloseIdleConnections()
	s.said.Wait()
	err := s.cmd.Wait()
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// send sends one message as plain JSON and returns its answer.
func (s *httpServer) send(ctx context.Context, method string, params map[string]any) ([]byte, error) {
	return s.sendTo(ctx, benchKey, method, params)
}

// sendTo is like send to the home of a key.
func (s *httpServer) sendTo(ctx context.Context, key, method string, params map[string]any) ([]byte, error) {
	line, err := json.Marshal(request{"2.0", 1, method, params})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(line))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", "application/json")
	res, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s: %s", method, res.Status, body)
	}
	return body, err
}

// loaded holds the measurements under load.
type loaded struct {
	took   series
	wall   time.Duration
	failed int64
	memory []float64 // MB: after a quarter of the calls, and after all
	known  bool
}

// load calls the default read tools from many clients.
func (b *run) load(ctx context.Context, s *httpServer) (*loaded, error) {
	mix := slices.DeleteFunc(b.asked(), func(q question) bool { return !q.usual })
	l := &loaded{took: make(series, b.httpCalls())}
	for i := range warmUp * len(mix) {
		if err := b.callHTTP(ctx, s, mix, i); err != nil {
			return nil, err
		}
	}
	var next, failed atomic.Int64
	var clients sync.WaitGroup
	begin := b.Now()
	for range httpClients {
		clients.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(l.took); i = int(next.Add(1)) - 1 {
				if i == len(l.took)/4 {
					mb, _ := resident(s.cmd.Process.Pid, residentNow)
					l.memory = append(l.memory, mb)
				}
				start := b.Now()
				if err := b.callHTTP(ctx, s, mix, i); err != nil {
					failed.Add(1)
				}
				l.took[i] = b.Now().Sub(start)
			}
		})
	}
	clients.Wait()
	l.wall, l.failed = b.Now().Sub(begin), failed.Load()
	mb, known := resident(s.cmd.Process.Pid, residentNow)
	l.memory, l.known = append(l.memory, mb), known
	return l, ctx.Err()
}

// callHTTP makes the ith call under load.
func (b *run) callHTTP(ctx context.Context, s *httpServer, mix []question, i int) error {
	q := mix[i%len(mix)]
	body, err := s.send(ctx, "tools/call", map[string]any{"name": q.tool, "arguments": q.ask(i / len(mix))})
	if err == nil && !answered(body) {
		err = fmt.Errorf("%s: %s", q.name, body)
	}
	return err
}

// answered reports whether a call succeeded. The clients share the processors
// with the server, so they look at an answer without decoding it.
func answered(body []byte) bool {
	return bytes.HasPrefix(body, []byte(`{"jsonrpc":"2.0","id":1,"result":{"content":`)) && !bytes.HasSuffix(body, []byte(`"isError":true}}`))
}

// memoryRow returns the row that shows whether the calls leaked memory.
func (l *loaded) memoryRow() measurement {
	early, late := l.memory[0], l.memory[1]
	return memoryRow("resident memory over these calls", "flat: < 15 % more after all than after a quarter", late, l.known, early*1.15,
		fmt.Sprintf("%s MB after a quarter", digits(early)))
}

// hourFile returns the generated hour in a device's form.
func hourFile(start time.Time, seed uint64) ([]byte, error) {
	var buf bytes.Buffer
	if err := fit.Write(&buf, []*training.Recording{hour(start, seed)}); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// compute measures the CPU time from a file's bytes to columns and primitives.
func (b *run) compute(ctx context.Context) error {
	const what, most, files = "one-hour FIT (all sensors, 1 Hz) to columns and every primitive", 5 * time.Millisecond, 8
	b.Report(what)
	data, err := hourFile(b.Now(), 1)
	if err != nil {
		return err
	}
	one := func() error {
		res, err := recording.Read(ctx, "hour.fit", data, recording.Limits{})
		if err != nil {
			return err
		}
		act := training.Activity{ID: "a", Sport: training.Cycling, SubSport: training.SubRoad}
		if _, ps := derive.Single(act, "r", res.Recordings[0]); len(ps) == 0 {
			return errKernel
		}
		return nil
	}
	var wall, cpu series
	for i := range b.times(2 * batches) {
		runtime.GC() // garbage of others should not count for this file
		before, counted := cpuTime()
		took, err := b.once(func() error {
			for range files {
				if err := one(); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if after, _ := cpuTime(); i > 0 {
			wall = append(wall, took/files)
			if counted {
				cpu = append(cpu, (after-before)/files)
			}
		}
	}
	s, kind := cpu, "CPU with garbage collection"
	if len(s) == 0 {
		s, kind = wall, "elapsed, this system does not say CPU"
	}
	b.add(measurement{
		What: what, Goal: "< 5 ms CPU", Result: text(s.median()), Met: s.median() < most,
		Note: kind + "; best " + text(s.best()) + ", elapsed " + text(wall.median()),
	})
	return nil
}
