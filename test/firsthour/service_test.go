//go:build e2e && unix

package firsthour

import (
	"context"
	"os/exec"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"lapkeep/test/intervalstest"
)

// serviceKey is where a script keeps its service.
const serviceKey = "service"

// startService N starts an Intervals.icu of n activities and puts its key into
// the file "key".
func startService(ts *testscript.TestScript, _ bool, args []string) {
	n := number(ts, args[0])
	server, err := intervalstest.Start(
		intervalstest.Options{Activities: n, Seconds: 60, StubEvery: -1, Wellness: 5, Live: true}, "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(server.Close)
	*ts.Value(serviceKey).(**intervalstest.Server) = server
	ts.Setenv("INTERVALS_API_BASE_URL", server.URL)
	ts.Setenv("ACTIVITIES", strconv.Itoa(n))
	write(ts, "key", []byte(intervalstest.DefaultKey+"\n"))
}

// interruptAt ends a command while the service holds its n-th request of an
// operation, so that it is always the same place.
func interruptAt(ts *testscript.TestScript, _ bool, args []string) {
	signal, n := signalOf(ts, args[0]), number(ts, args[2])
	server := *ts.Value(serviceKey).(**intervalstest.Server)
	gate, held := make(chan struct{}), make(chan struct{}, 1)
	remove := server.Inject(intervalstest.Fault{
		Operation: args[1], After: n - 1, Times: 1, Gate: gate, Held: func() { held <- struct{}{} },
	})
	defer remove()
	defer close(gate)
	ctx, done := context.WithTimeout(context.Background(), patience)
	defer done()
	cmd := program(ctx, ts, args[3:])
	cmd.Stdout, cmd.Stderr = ts.Stdout(), ts.Stderr()
	ts.Check(cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		ts.Fatalf("lapkeep %q ended before request %d of %s: %v", args[3:], n, args[1], err)
	case <-held:
	}
	ts.Check(cmd.Process.Signal(signal))
	endsSoon(ts, cmd, ended)
}

func endsSoon(ts *testscript.TestScript, cmd *exec.Cmd, ended <-chan error) {
	late := time.NewTimer(ending)
	defer late.Stop()
	select {
	case err := <-ended:
		if err == nil {
			ts.Fatalf("lapkeep %q ended by itself", cmd.Args[1:])
		}
	case <-late.C:
		ts.Fatalf("lapkeep %q goes on", cmd.Args[1:])
	}
}
