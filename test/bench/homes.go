package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// bigHomes of the many homes have as many activities as the store that is asked otherwise.
	bigHomes = 10
	// smallFiles is the number of activities of each of the others.
	smallFiles = 30
	// thinking is the longest time between two questions of a client of many homes.
	thinking = 500 * time.Millisecond
	// untilFollowed is the time after which a server has done all work of a home.
	untilFollowed = 2 * time.Second
	// untilClosed is the time after which a server has closed the homes that nobody asks.
	untilClosed = 65 * time.Second
)

// homeKey returns the key of the ith home.
func homeKey(i int) string { return fmt.Sprintf("key-of-a-made-home-%06d", i) }

// manyHomes measures one server of many homes: b.Homes small ones and ten big ones.
func (b *run) manyHomes(ctx context.Context) error {
	b.Report(fmt.Sprintf("making %d homes", b.Homes+bigHomes))
	root := b.path("homes")
	if err := b.makeHomes(ctx, root); err != nil {
		return err
	}
	if err := b.startHomes(ctx, root); err != nil {
		return err
	}
	b.Report(fmt.Sprintf("reads of random homes by %d clients", httpClients))
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s, err := b.serveHTTP(ctx, "--homes", root)
	if err != nil {
		return err
	}
	rows, err := b.askHomes(ctx, s)
	b.add(rows...)
	stop()
	return errors.Join(err, s.wait())
}

// makeHomes writes the homes below root, each with a key. Homes of one size are copies.
func (b *run) makeHomes(ctx context.Context, root string) error {
	for i := range b.Homes + bigHomes {
		if err := ctx.Err(); err != nil {
			return err
		}
		from, made := 0, b.bigHome
		if i >= bigHomes {
			from, made = bigHomes, b.smallHome
		}
		dir := func(i int) string { return filepath.Join(root, fmt.Sprintf("h%06d", i)) }
		var err error
		if i == from {
			err = made(ctx, dir(i))
		} else {
			err = errors.Join(os.CopyFS(dir(i), os.DirFS(dir(from))), os.Chmod(dir(i), 0o700)) //nolint:gosec // a folder
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir(i), "http.key"), []byte(homeKey(i)), 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// smallHome imports a few files into a new home.
func (b *run) smallHome(ctx context.Context, path string) error {
	files := b.path("few")
	if err := b.makeFiles(ctx, files, smallFiles); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, b.Program, "import", "--home", path, files) //nolint:gosec // our own program
	cmd.Env = bareEnvironment()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("import: %w: %s", err, out)
	}
	return nil
}

// bigHome makes a home of many years that a server has served before.
func (b *run) bigHome(ctx context.Context, path string) error {
	if _, err := b.build(ctx, path, b.Activities, false); err != nil {
		return err
	}
	s, err := b.serveHome(ctx, path, false)
	if err != nil {
		return err
	}
	if err = s.hello(); err == nil {
		err = s.call("list_activities", map[string]any{})
	}
	time.Sleep(untilFollowed)
	return errors.Join(err, s.close())
}

// startHomes measures the time from the program's start to the tools, by the key of the last
// home.
func (b *run) startHomes(ctx context.Context, root string) error {
	const most = 20 * time.Millisecond
	what := fmt.Sprintf("start to answered tools/list over HTTP, %d homes", b.Homes+bigHomes)
	b.Report(what)
	var took series
	for range b.times(starts) {
		once, stop := context.WithCancel(ctx)
		begin := b.Now()
		s, err := b.serveHTTP(once, "--homes", root)
		if err == nil {
			_, err = s.sendTo(once, homeKey(b.Homes+bigHomes-1), "tools/list", map[string]any{})
			took = append(took, b.Now().Sub(begin))
		}
		stop()
		if s != nil {
			err = errors.Join(err, s.wait())
		}
		if err != nil {
			return err
		}
	}
	b.add(measurement{
		What: what, Goal: "≤ 20 ms", Result: text(took.median()), Met: took.median() <= most,
		Note: fmt.Sprintf("median of %d; best %s, p95 %s", len(took), text(took.best()), text(took.quantile(0.95))),
	})
	return nil
}

// askHomes asks random homes by many clients, who pause between their questions as people do.
func (b *run) askHomes(ctx context.Context, s *httpServer) ([]measurement, error) {
	const most, goalMB = 15 * time.Millisecond, 60.0
	mix := []string{"list_activities", "get_wellness", "list_events", "analyze_training_load"}
	var next, failed atomic.Int64
	var clients sync.WaitGroup
	took, pid, open := make(series, b.times(100)*httpClients), s.cmd.Process.Pid, 0
	before, _ := processorOf(pid)
	for range httpClients {
		clients.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(took); i = int(next.Add(1)) - 1 {
				time.Sleep(rand.N(thinking))                                       //nolint:gosec // not a secret
				key, tool := homeKey(rand.IntN(b.Homes+bigHomes)), mix[i%len(mix)] //nolint:gosec // not a secret
				start := b.Now()
				body, err := s.sendTo(ctx, key, "tools/call", map[string]any{"name": tool, "arguments": map[string]any{}})
				if took[i] = b.Now().Sub(start); (err != nil || !answered(body)) && failed.Add(1) == 1 {
					b.Report(fmt.Sprintf("the first failure: %s %v", body, err))
				}
				if i == len(took)/2 {
					open = openHomes(pid)
				}
			}
		})
	}
	clients.Wait()
	after, _ := processorOf(pid)
	busy, known := resident(pid, residentNow)
	if !b.Quick {
		b.Report("memory of a server of many homes at rest")
		time.Sleep(untilClosed)
	}
	rest, _ := resident(pid, residentNow)
	p95 := took.quantile(0.95)
	return []measurement{
		{
			What: fmt.Sprintf("reads of %d random homes, %d clients, p95", b.Homes+bigHomes, httpClients), Goal: "p95 < 15 ms",
			Result: text(p95), Met: p95 < most && failed.Load() == 0,
			Note: fmt.Sprintf("median %s of %d calls, each client up to %s apart; CPU %s a call; %d failed; %d homes open",
				text(took.median()), len(took), text(thinking), text((after-before)/time.Duration(len(took))), failed.Load(), open),
		},
		memoryRow("resident memory of a server of many homes at rest", "< 60 MB", rest, known, goalMB,
			fmt.Sprintf("%s MB right after the calls; %d homes open at rest", digits(busy), openHomes(pid))),
	}, ctx.Err()
}

// openHomes returns how many homes a process holds, if the system lists its files.
func openHomes(pid int) (n int) {
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	files, _ := os.ReadDir(dir) // elsewhere there is no such folder
	for _, f := range files {
		if to, err := os.Readlink(filepath.Join(dir, f.Name())); err == nil && strings.HasSuffix(to, "/home.lock") {
			n++
		}
	}
	return n
}
