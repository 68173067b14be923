package app

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/app/limitedtest"
	"lapkeep/internal/store"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// passed is the subject with an account at a service whose rows stay for a week.
// What all of them say is planted; see [limitedtest.Planted].
type passed struct {
	*subject
	passing *limitedtest.Server
	said    strings.Builder // all that commands said since the connection was made
}

// The rides there: of this week, older, twice the subject's own, once what the
// subject hides from assistants.
const (
	young, older, twin, hiddenTwin = "101", "102", "103", "104"
)

func newPassed(t *testing.T) *passed {
	t.Helper()
	p := &passed{subject: &subject{person: newPerson(t)}, passing: limitedtest.New(t)}
	p.kinds = append(connections.Kinds(), p.passing.Kind())
	p.settle(t)
	ride := func(id string, begun time.Time, seconds int) limitedtest.Ride {
		bpm := map[string]float64{young: 143, twin: 150, hiddenTwin: 150}[id]
		return limitedtest.Ride{
			BPM: bpm,
			ID:  id, Name: limitedtest.Planted + " ride " + id, Notes: limitedtest.Planted + " notes", Device: limitedtest.Planted + " Edge",
			Begun: begun, Seconds: seconds, Meters: 12_345, Watts: 187,
		}
	}
	p.passing.Rode(ride(young, noon.Add(-30*time.Hour), 900), ride(older, noon.AddDate(0, -2, 0), 700),
		ride(twin, may.Add(20*time.Second), 1500), ride(hiddenTwin, may.AddDate(0, 0, 6).Add(time.Minute), 1500))
	err := p.DB.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.SetOverride(p.Athlete, training.ActivityID(p.ids[6]), "hidden_from_models", []byte("true"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// types runs a command of a person who types lines.
func (p *passed) types(t *testing.T, lines string, args ...string) string {
	t.Helper()
	p.in, p.inTTY, p.secret = strings.NewReader(lines), true, limitedtest.Key
	defer func() { p.in, p.inTTY = nil, false }()
	code, out, errs := p.run(t.Context(), args...)
	if code != 0 {
		t.Fatalf("lapkeep %q: exit %d\n%s%s", args, code, out, errs)
	}
	p.said.WriteString(out + errs)
	return out
}

func (p *passed) connectPassing(t *testing.T) {
	t.Helper()
	p.types(t, "passing\n", "connect", "passing")
	p.said.Reset() // it names the account to who connects it
	p.types(t, "", "sync", "passing")
}

// askingApart returns the calls that ask for rows of the service; all others
// get none.
func askingApart() map[string][]string {
	return map[string][]string{
		"list_activities":      {`{"source":"passing"}`, `{"source":"Passing","range":"2026-06","sport":"ride"}`, `{"source":"passing","text":"ride 101"}`},
		"get_activity":         {`{"id":"passing:101"}`, `{"id":"passing:102","sections":["summary","device","zones"]}`},
		"get_training_summary": {`{"source":"passing","range":"last 7 days","sections":["trimp"]}`},
		"get_activity_streams": {`{"id":"passing:101"}`, `{"id":"passing:102","channels":["hr"]}`},
	}
}

// callOf returns the context of a call by an audience.
func (p *passed) callOf(t *testing.T, who training.Audience) *tools.Call {
	t.Helper()
	scope := training.Scope{Athlete: p.Athlete, Audience: who}
	c, err := p.program(nil, nil).newCall(context.WithoutCancel(t.Context()), p.DB, p.Limited, p.Settings, scope, "mcp")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// told returns the answer or refusal of a call.
func (p *passed) told(t *testing.T, who training.Audience, tool, args string) string {
	t.Helper()
	res, err := p.table.Call(t.Context(), tool, p.callOf(t, who), json.RawMessage(args))
	if err != nil {
		problem := tools.Describe(err)
		return problem.Sentence + " " + problem.Fix
	}
	return res.Text + string(res.Structured)
}

// row reports whether a text has anything of a row.
func row(text string) bool {
	planted := []string{limitedtest.Planted, "12.345", fmt.Sprintf("%d,%[1]d", limitedtest.PlantedBpm), `"ids":["passing:`}
	return slices.ContainsFunc(planted, func(word string) bool { return strings.Contains(text, word) })
}

// TestRowsApartLeaveWhereTheSwitchesAllow: for every tool, audience and switch.
func TestRowsApartLeaveWhereTheSwitchesAllow(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	p.connectPassing(t)
	for _, state := range []struct {
		name  string
		turn  []string
		line  string
		model bool
	}{
		{name: "the first"},
		{name: "both", turn: []string{"connect", "passing", "--assistants"}, line: "passing assistants\n", model: true},
		{name: "the second closed", turn: []string{"connect", "passing", "--assistants=false"}},
	} {
		if state.turn != nil {
			p.types(t, state.line, state.turn...)
		}
		for who, open := range map[training.Audience]bool{
			training.AudienceModel: state.model, training.AudiencePage: true, training.AudienceExport: false,
		} {
			for tool, calls := range askingApart() {
				for _, call := range calls {
					if said := p.told(t, who, tool, call); row(said) != open {
						t.Errorf("%s: %s %s for %s shows rows %v, want %v: %.600s", state.name, tool, call, who, !open, open, said)
					}
				}
			}
			p.others(t, state.name, who)
		}
	}
	if row(p.said.String()) {
		t.Errorf("commands said %s", p.said.String())
	}
}

// others calls all tools as usual: none returns anything of a row, and every
// read returns how many there are, to an audience that may see them.
func (p *passed) others(t *testing.T, state string, who training.Audience) {
	t.Helper()
	for _, r := range p.table.Rows() {
		calls := []string{p.own(exampleOf(r.Name))}
		if r.Input().Properties["id"] != nil && askingApart()[r.Name] == nil {
			calls = append(calls, string(args(t, r, calls[0], "id", "passing:101")))
		}
		if r.Input().Properties["source"] != nil && askingApart()[r.Name] == nil {
			calls = append(calls, string(args(t, r, calls[0], "source", "passing")))
		}
		for _, call := range calls {
			if said := p.told(t, who, r.Name, call); row(strings.ReplaceAll(said, call, "")) {
				t.Errorf("%s: %s %s for %s has a row: %.600s", state, r.Name, call, who, said)
			}
		}
	}
}

// TestNoWordOfRowsApartIsInWhatLeavesTheHome: resources and prompts, exports,
// backups, checks, the journal and the log; and a week later in no file of the home.
func TestNoWordOfRowsApartIsInWhatLeavesTheHome(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	p.environ = append(p.environ, "LAPKEEP_LOG_LEVEL=debug")
	p.connectPassing(t)
	p.types(t, "passing assistants\n", "connect", "passing", "--assistants")
	p.offers(t)
	p.passing.Fail(func(string) int { return http.StatusBadRequest }) // it says why, in planted words
	_, said, log := p.run(t.Context(), "sync", "--full", "passing")
	p.passing.Fail(nil)
	if !strings.Contains(log, "rejected the request") {
		t.Errorf("the service refused, and it says %s%s", said, log)
	}
	p.said.WriteString(said + log)
	out := t.TempDir()
	for _, args := range [][]string{
		{"backup", filepath.Join(out, "b.tar")},
		{"backup", filepath.Join(out, "b.tar.zst")},
		{"export", "--all", filepath.Join(out, "open")},
		{"verify"},
		{"doctor"},
		{"check", "passing"},
		{"undo"},
		{"sync", "--full", "passing"},
	} {
		_, o, e := p.run(t.Context(), args...) // some have something to complain of
		if args[0] != "check" {                // it names the account to the athlete
			p.said.WriteString(o + e)
		}
	}
	if row(p.said.String()) {
		t.Errorf("commands said %s", p.said.String())
	}
	if in := traces(t, out); len(in) > 0 {
		t.Errorf("it is in %q", in)
	}
	names := inArchive(t, filepath.Join(out, "b.tar"))
	if slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, limited.FileName) }) || len(names) < 3 {
		t.Errorf("the backup has %q", names)
	}
	home := filepath.Join(p.user, ".lapkeep")
	for _, name := range traces(t, home) {
		if !strings.HasPrefix(name, limited.FileName) {
			t.Errorf("%s has words of it", name)
		}
	}
	if len(traces(t, home)) == 0 {
		t.Error("nothing was planted: the test shows nothing")
	}
	p.later = limitedtest.Week
	p.must(t, "call", "get_status")
	if in := traces(t, home); len(in) > 0 {
		t.Errorf("on day 8 it is in %q", in)
	}
}

// TestAServerWipesEveryHour what nobody looks for.
func TestAServerWipesEveryHour(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	p.connectPassing(t)
	at := make(chan time.Time)
	program := p.program(io.Discard, io.Discard)
	program.Tick = func(every time.Duration) (<-chan time.Time, func()) {
		if every != time.Hour {
			t.Errorf("it wipes every %s", every)
		}
		return at, func() {}
	}
	var passed atomic.Int64
	program.Now = func() time.Time { return noon.Add(time.Duration(passed.Load())) }
	rows := program.limited(p.DB, p.Settings)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		program.keepPurged(ctx, rows, slog.New(slog.DiscardHandler), func() {})
	}()
	file := filepath.Join(p.user, ".lapkeep", limited.FileName)
	at <- noon // each is taken once the wiping before it is over
	if !exists(file) {
		t.Error("it wiped what may stay")
	}
	passed.Store(int64(limitedtest.Week))
	at <- noon
	at <- noon
	if exists(file) {
		t.Error("a week later it is still there")
	}
	cancel()
	<-done
	if err := rows.Close(); err != nil {
		t.Error(err)
	}
}

// TestDisconnectingAtATerminal shows what goes, takes a code, and says what went.
func TestDisconnectingAtATerminal(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	p.connectPassing(t)
	_, _, asked := p.run(t.Context(), "disconnect", "passing")
	if !strings.Contains(asked, "activity: 4, detail: 1, streams: 1") {
		t.Errorf("it asks %s", asked)
	}
	code := regexp.MustCompile(`lapkeep approve (\S+)`).FindStringSubmatch(asked)
	if len(code) != 2 {
		t.Fatal(asked)
	}
	p.types(t, code[1]+"\n", "approve", code[1])
	out := p.must(t, "disconnect", "passing")
	for _, want := range []string{
		"permanently deleted", "Deleted: activity: 4, detail: 1, streams: 1.",
		"The access was revoked on Passing.",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q: %s", want, out)
		}
	}
	if in := traces(t, filepath.Join(p.user, ".lapkeep")); len(in) > 0 || !p.passing.Revoked() {
		t.Errorf("it is still in %q, revoked %v", in, p.passing.Revoked())
	}
	p.run(t.Context(), "undo")
	if said := p.told(t, training.AudiencePage, "list_activities", `{"source":"passing"}`); row(said) {
		t.Errorf("undone, it shows %.300s", said)
	}
}

// offers looks through all that a client is offered besides tools.
func (p *passed) offers(t *testing.T) {
	t.Helper()
	s, end := p.connect(t, p.Workbench, []string{tools.AllSets}, nil)
	defer end()
	all, err := s.ListResources(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	templates, err := s.ListResourceTemplates(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var uris []string
	for _, r := range all.Resources {
		uris = append(uris, r.URI)
	}
	for _, r := range templates.ResourceTemplates {
		before, _, _ := strings.Cut(r.URITemplate, "{")
		uris = append(uris, before+"passing:101", before+p.ids[0])
	}
	read := 0
	for _, uri := range uris {
		res, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if err != nil {
			continue // it names nothing
		}
		read++
		text, err := json.Marshal(res)
		if asks := strings.Contains(uri, "passing:"); err != nil || row(string(text)) && !asks {
			t.Errorf("%s has a row: %.400s %v", uri, text, err)
		}
	}
	prompts, err := s.ListPrompts(t.Context(), nil)
	if err != nil || read < 3 || len(prompts.Prompts) == 0 {
		t.Fatal(read, err)
	}
	for _, pr := range prompts.Prompts {
		args := map[string]string{}
		for _, a := range pr.Arguments {
			args[a.Name] = "passing:101"
		}
		res, err := s.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: pr.Name, Arguments: args})
		if err != nil {
			continue
		}
		if text, err := json.Marshal(res); err != nil || row(string(text)) {
			t.Errorf("the prompt %s has a row: %.400s %v", pr.Name, text, err)
		}
	}
}

// traces returns the files of a folder that hold a planted word.
func traces(t *testing.T, dir string) (in []string) { return tracesOf(t, dir, limitedtest.Planted) }

// tracesOf returns the files that contain a word.
func tracesOf(t *testing.T, dir, word string) (in []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if bytes.Contains(text, []byte(word)) {
			in = append(in, d.Name())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// inArchive returns the names in an archive.
func inArchive(t *testing.T, path string) (names []string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for r := tar.NewReader(f); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return names
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, h.Name)
	}
}
