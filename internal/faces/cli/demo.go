package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/demo"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/platform/progress"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// The demo is served where no other machine can reach it, on the next free
// port.
const (
	loopbackAddress = "127.0.0.1:8642"
	mcpPath         = "/mcp"
)

// demoFolder is the demo's own home, beside the athlete's.
const demoFolder = ".lapkeep-demo"

type demoOptions struct {
	stdio, onlyBuild, fresh bool
}

func (a *app) newDemo() *cobra.Command {
	var o demoOptions
	c := &cobra.Command{
		Use:   "demo",
		Short: "Make a demo athlete in a home of its own, show an answer, and serve it",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.runDemo(cmd.Context(), o) },
	}
	c.Flags().BoolVar(&o.stdio, "stdio", false, "serve MCP on standard input and output instead of HTTP")
	c.Flags().BoolVar(&o.onlyBuild, "only-build", false, "make the athlete and stop")
	c.Flags().BoolVar(&o.fresh, "fresh", false, "make the athlete anew, up to today")
	return c
}

// runDemo never touches the athlete's own home: unless one was named, the
// demo lives in a folder of its own.
func (a *app) runDemo(ctx context.Context, o demoOptions) (err error) {
	s, err := a.settings()
	if err != nil {
		return err
	}
	if s.Value(settings.Home).From == "default" {
		a.Places.Environ = append(a.Places.Environ, "LAPKEEP_HOME="+filepath.Join(a.Places.UserHome, demoFolder))
		if s, err = a.settings(); err != nil {
			return err
		}
	}
	home := s.Get(settings.Home)
	if err := a.checkDemoHome(home, o.fresh); err != nil {
		return err
	}
	w, err := a.Open(ctx, s, OpenOptions{Create: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	started := a.Now()
	if err := a.buildDemo(ctx, w); err != nil {
		return err
	}
	if mark, err := demo.ReadMark(home); err == nil && mark.Earlier() {
		a.say(a.Streams.Err, "An earlier version made this demo; it stays as it is. "+
			"`lapkeep demo --fresh` makes it anew, up to today.\n")
	}
	if o.onlyBuild {
		a.say(a.Streams.Err, "The demo athlete is in %s (%.1f s).\n", home, a.Now().Sub(started).Seconds())
		return a.printNext(a.Streams.Err, demoName)
	}
	if o.stdio {
		return a.ServeStdio(ctx, w, s.List(settings.Toolsets))
	}
	if err := a.showDemo(ctx, w, a.Now().Sub(started)); err != nil {
		return err
	}
	return a.ServeHTTP(ctx, w, HTTPOptions{Addr: loopbackAddress, NextFree: true, Path: mcpPath}, a.announce)
}

// checkDemoHome refuses a home that holds a real athlete, and empties the
// demo's own if it is to be made anew.
func (a *app) checkDemoHome(home string, fresh bool) error {
	entries, err := os.ReadDir(home)
	if os.IsNotExist(err) || err == nil && len(entries) == 0 {
		if err := settings.MakeHome(home); err != nil {
			return err
		}
		return demo.Mark{}.Write(home)
	}
	if err != nil {
		return training.Errorf(training.KindUnavailable, "The folder %s cannot be read: %w.", home, err)
	}
	if is, err := demo.IsHome(home); err != nil || !is {
		return training.Errorf(training.KindConflict, "%s holds data that is not the demo's.", home).
			WithFix("Choose an empty folder with --home.")
	}
	if !fresh {
		return nil
	}
	for _, e := range entries {
		if e.Name() != demo.MarkName {
			if err := os.RemoveAll(filepath.Join(home, e.Name())); err != nil {
				return err
			}
		}
	}
	return demo.Mark{}.Write(home)
}

func (a *app) buildDemo(ctx context.Context, w *Workbench) error {
	mode := progress.Plain
	if a.Streams.ErrTTY {
		mode = progress.Line
	}
	bar := progress.New(a.Streams.Err, mode, a.Now)
	defer bar.Done()
	if err := a.BuildDemo(ctx, w, func(done, total int) { bar.Step(done, total, a.text("activities")) }); err != nil {
		return err
	}
	return a.catchUp(ctx, w)
}

// demoQuestions are examples for a new user, each answered by the default set.
var demoQuestions = []string{
	"How is my form today, and how did I get here?",
	"Compare my last two threshold sessions.",
	"What were my best 20 minutes this season, and what does that say about my FTP?",
	"Show me the laps of my last triathlon.",
	"How did HRV and resting heart rate show my last illness?",
	"What was my best on Chapel Saddle, and when is my chain due?",
	"How much did I train last month against the month before?",
	"Did I do what was planned last week, and what is planned up to my next race?",
}

func (a *app) showDemo(ctx context.Context, w *Workbench, took time.Duration) error {
	out := a.Streams.Out
	a.say(out, "Demo athlete ready in %.1f s: two years of rides, runs and swims, all invented.\n\n", took.Seconds())
	a.say(out, "Ask your assistant, for example:\n")
	for _, q := range demoQuestions {
		fmt.Fprintf(out, "  %s\n", a.language().Text(q))
	}
	call, err := w.NewCall(ctx)
	if err != nil {
		return err
	}
	answer, err := a.demoAnswer(ctx, w, call)
	if err != nil {
		return err
	}
	a.say(out, "\nOne answer (analyze_training_load):\n%s\n", answer)
	return a.printNext(out, demoName)
}

const demoName = "lapkeep-demo"

// demoAnswer asks the first question and prints what matters of the answer.
func (a *app) demoAnswer(ctx context.Context, w *Workbench, call *tools.Call) (string, error) {
	res, err := w.Table.Call(ctx, "analyze_training_load", call, json.RawMessage(`{"range":"last 14 days"}`))
	if err != nil {
		return "", err
	}
	var v map[string]json.RawMessage
	if err := json.Unmarshal(res.Structured, &v); err != nil {
		return "", err
	}
	shown := map[string]json.RawMessage{}
	for _, k := range []string{"local_date", "today", "interpretation", "words", "coverage"} {
		if x, ok := v[k]; ok {
			shown[k] = x
		}
	}
	b, err := json.MarshalIndent(shown, "  ", "  ")
	return "  " + string(b), err
}

func (a *app) announce(e Endpoint) {
	out := a.Streams.Out
	a.say(out, "\nMCP server: %s\n", e.MCP())
	a.say(out, "Key:        %s\n", e.Key.Text)
	a.say(out, "Try it:     claude mcp add --transport http %s %s --header \"Authorization: Bearer %s\"\n",
		demoName, e.MCP(), e.Key.Text)
	a.say(out, "Stop with Ctrl-C. The demo stays in its own folder; delete it and it is gone.\n")
}
