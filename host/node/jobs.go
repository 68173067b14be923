package node

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"lapkeep/host/engine"
)

const (
	// workers take jobs of one kind at the same time on one node.
	workers = 2
	// copyHour is the hour (UTC) after which the day's second copies are made.
	copyHour = 1
)

// counts are what the operator sees of the second copies.
type counts struct{ copied, notCopied, checked, notChecked atomic.Int64 }

// work does jobs and posts those that are due, until ctx ends. A job is only a reminder: the home's node does the work,
// and what was lost is due again at the next sweep.
func (n *Node) work(ctx context.Context, f *front) {
	var working sync.WaitGroup
	defer working.Wait()
	for _, kind := range []string{doWork, doCopy} {
		if kind == doCopy && n.o.Copies == "" {
			continue
		}
		for range workers {
			working.Go(func() { n.take(ctx, f, kind) })
		}
	}
	every := time.NewTicker(n.o.Sweep)
	defer every.Stop()
	for {
		if err := n.sweep(ctx); err != nil && ctx.Err() == nil {
			n.o.Log.Warn("the work that is due was not found", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
	}
}

// take passes jobs of a kind to the nodes of their homes.
func (n *Node) take(ctx context.Context, f *front, kind string) {
	for ctx.Err() == nil {
		err := n.o.Engine.Work(ctx, kind, func(ctx context.Context, job engine.Job) error {
			err := f.do(ctx, job.Home, kind)
			if errors.Is(err, errGone) {
				return nil
			}
			return err
		})
		if err == nil || ctx.Err() != nil {
			continue
		}
		n.o.Log.Warn("a job was not done and comes again", "kind", kind, "err", err)
		select {
		case <-ctx.Done():
		case <-time.After(longPause):
		}
	}
}

// errGone says that a job is about a home that no longer exists.
var errGone = errors.New("there is no such home")

// do asks the node of a home to do something.
func (f *front) do(ctx context.Context, home, what string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+innerName, http.NoBody)
	if err != nil {
		return err
	}
	r.Header.Set(homeHeader, home)
	r.Header.Set(doHeader, what)
	res, err := f.RoundTrip(r)
	if err != nil {
		return err
	}
	drain(res)
	switch res.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusNotFound:
		return errGone
	}
	return fmt.Errorf("the node of the home answered %s", res.Status)
}

// sweep posts a job for each home whose work is due, unless another node does.
func (n *Node) sweep(ctx context.Context) error {
	_, after, err := n.o.Engine.Owner(ctx, "S-sweep")
	if err == nil {
		return nil // somebody has swept a moment ago
	}
	if !errors.Is(err, engine.ErrMissing) {
		return err
	}
	_, err = n.o.Engine.Own(ctx, "S-sweep", n.members.me().id, after, max(time.Second, (n.o.Sweep/2).Truncate(time.Second)))
	if errors.Is(err, engine.ErrStale) {
		return nil
	}
	if err != nil {
		return err
	}
	homes, err := Homes(ctx, n.o.Engine)
	if err != nil {
		return err
	}
	now := n.o.Now().UTC()
	for _, home := range homes {
		due, _, err := n.o.Engine.Owner(ctx, dueName(home))
		if at, bad := strconv.ParseInt(due, 10, 64); err == nil && bad == nil && at <= now.Unix() {
			err = n.o.Engine.Post(ctx, engine.Job{Kind: doWork, Home: home, ID: due})
		}
		if err != nil && !errors.Is(err, engine.ErrMissing) {
			return err
		}
		if n.o.Copies == "" || now.Hour() < copyHour {
			continue
		}
		if due, err := n.copyDue(ctx, home); err != nil {
			return err
		} else if due != "" {
			if err := n.o.Engine.Post(ctx, engine.Job{Kind: doCopy, Home: home, ID: due}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Homes returns the names of all homes of a cluster, in order. Each has a log of its small files; the log of the home
// itself stays when it is deleted.
func Homes(ctx context.Context, e engine.Engine) (homes []string, err error) {
	logs, err := e.Logs(ctx)
	for _, name := range logs {
		if home, ok := strings.CutPrefix(name, filesLog("")); ok {
			homes = append(homes, home)
		}
	}
	return homes, err
}
