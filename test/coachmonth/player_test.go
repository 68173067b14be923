//go:build e2e

package coachmonth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/test/coachtruth"
)

const planID = "march"

// player plays a script.
type player struct {
	*testing.T
	program, home string
	clients       [2]*client
	rand          *rand.Rand
	entries       map[string]string // the journal's, by step
	done, kills   int
	left          int // kills whose call left nothing
	over          int // calls over which a person saved a file
}

func newPlayer(t *testing.T, program string, seed uint64) *player {
	p := &player{
		T: t, program: program, home: filepath.Join(t.TempDir(), "home"), entries: map[string]string{},
		rand: rand.New(rand.NewPCG(seed, 77)), //nolint:gosec // not a secret
	}
	for i := range p.clients {
		p.clients[i] = &client{t: t, program: program, home: p.home}
		t.Cleanup(p.clients[i].end)
	}
	run(t, program, p.home, "call", "update_athlete_settings", `{"share": ["notes"], "time_zone": "America/Los_Angeles"}`)
	return p
}

func (p *player) coach(name string) string {
	return filepath.Join(p.home, "athletes", "me", "coach", name)
}

// play plays the steps of a day.
func (p *player) play(day coachtruth.Day) {
	p.Helper()
	for i := 0; i < len(day.Steps); i++ {
		s := day.Steps[i]
		switch {
		case s.Together != "" && i+1 < len(day.Steps) && day.Steps[i+1].ID == s.Together:
			p.both(s, day.Steps[i+1])
			i++
		case s.Again != "" && p.holds(s):
		case s.Again != "":
			p.left++
			p.step(s)
		default:
			p.step(s)
		}
	}
}

// both plays two steps at the same time.
func (p *player) both(one, other coachtruth.Step) {
	p.Helper()
	var all sync.WaitGroup
	all.Go(func() { p.step(one) })
	all.Go(func() { p.step(other) })
	all.Wait()
	// A person's file counts where they saved it while a call wrote: what the call
	// wrote is kept as a version, and who reads what holds now writes it again.
	if other.Kind == coachtruth.HandEdit && !p.holds(one) {
		p.over++
		p.step(one)
	}
}

func (p *player) step(s coachtruth.Step) {
	p.Helper()
	p.done++
	c := p.clients[s.Client]
	switch s.Kind {
	case coachtruth.ReadContext:
		p.reads(c)
		return
	case coachtruth.HandEdit:
		p.edit(*s.Edit)
		return
	case coachtruth.Undo:
		id := p.entries[s.Of]
		if id == "" {
			p.Fatalf("%s undoes %s, which wrote nothing", s.ID, s.Of)
		}
		run(p.T, p.program, p.home, "undo", id)
		return
	case coachtruth.SaveLog, coachtruth.UpdateSection, coachtruth.AddFact, coachtruth.ExpireFact, coachtruth.MarkBody,
		coachtruth.ClearBody, coachtruth.SavePlan, coachtruth.SetSession, coachtruth.AddSession, coachtruth.RemoveSession,
		coachtruth.MoveSession, coachtruth.CommentWeek:
	}
	tool, args := p.request(s)
	if s.Killed {
		p.kills++
		c.killed(time.Duration(p.rand.IntN(25_000))*time.Microsecond, tool, args)
		return
	}
	entry := c.write(tool, args)
	p.entries[s.ID] = entry
}

// edit replaces a text in a file, as an editor does: it reads, and saves the
// whole in place.
func (p *player) edit(e coachtruth.Edit) {
	p.Helper()
	name := p.coach("COACH_MEMORY.md")
	if e.File == "plan" {
		name = p.coach("plans/" + planID + ".yaml")
	}
	was, err := os.ReadFile(name) //nolint:gosec // the test's own home
	if err != nil {
		p.Fatal(err)
	}
	if n := strings.Count(string(was), e.Old); n < 1 {
		p.Fatalf("%q is not in %s:\n%s", e.Old, name, was)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(was), e.Old, e.New, 1)), 0o600); err != nil { //nolint:gosec // as above
		p.Fatal(err)
	}
}

// regions are those of the script as they are called here.
func region(name string) string {
	return map[string]string{
		"left calf": "left_inner_calf", "right calf": "right_inner_calf", "left knee": "left_kneecap", "right knee": "right_kneecap",
		"lower back": "lower_spine", "right foot": "right_top_of_foot",
	}[name]
}

type object = map[string]any

// request returns a step as a call.
func (p *player) request(s coachtruth.Step) (tool string, args object) {
	edit := func(op object) (string, object) {
		return "edit_training_plan", object{"id": planID, "operations": []object{op}}
	}
	day := s.At[:len(time.DateOnly)]
	switch s.Kind { //nolint:exhaustive // the others are no calls
	case coachtruth.SaveLog:
		return "save_session_log", object{"summary": s.Text, "coach": s.Coach, "date": day}
	case coachtruth.UpdateSection:
		return "update_coach_memory", object{"section": s.Section, "content": s.Text}
	case coachtruth.AddFact:
		fact := object{"kind": s.Fact.Type, "text": s.Fact.Text}
		if s.Fact.Expires != "" {
			fact["until"] = s.Fact.Expires
		}
		return "update_coach_memory", object{"fact": fact}
	case coachtruth.ExpireFact:
		return "update_coach_memory", object{"fact": object{"number": p.numberOf(s.Fact.Text), "forget": true}}
	case coachtruth.MarkBody:
		mark := object{"region": region(s.Mark.Region), "pain": s.Mark.Pain, "note": s.Mark.Note}
		return "mark_body_regions", object{"by": s.Mark.Author, "date": day, "marks": []object{mark}}
	case coachtruth.ClearBody:
		return "mark_body_regions", object{"by": s.Mark.Author, "date": day, "clear": []string{region(s.Mark.Region)}}
	case coachtruth.SavePlan:
		return "save_training_plan", object{"id": planID, "text": planText(s.Sessions)}
	case coachtruth.SetSession:
		return edit(object{"op": "set", "session": s.Session.Key, "fields": fields(*s.Session)})
	case coachtruth.AddSession:
		f := fields(*s.Session)
		f["id"], f["type"] = s.Session.Key, "easy"
		return edit(object{"op": "add", "week": weekOf(s.Session.Day), "day": weekday(s.Session.Day), "fields": f})
	case coachtruth.RemoveSession:
		return edit(object{"op": "remove", "session": s.Session.Key})
	case coachtruth.MoveSession:
		return edit(object{"op": "move", "session": s.Session.Key, "day": weekday(s.Session.Day)})
	case coachtruth.CommentWeek:
		return edit(object{"op": "comment", "week": s.Week, "text": s.Text})
	}
	p.Fatalf("%s is no call", s.Kind)
	return "", nil
}

func fields(s coachtruth.PlanSession) object {
	out := object{"name": s.Name, "sport": s.Sport, "duration_minutes": s.DurationS / 60}
	if s.DistanceKM > 0 {
		out["distance_km"] = s.DistanceKM
	}
	return out
}

func weekday(day string) string { return on(day).Weekday().String() }

func on(day string) time.Time {
	d, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return d
}

// firstMonday is that of the plan of every script.
var firstMonday = on("2026-03-02") //nolint:gochecknoglobals // a constant

func weekOf(day string) int { return int(on(day).Sub(firstMonday).Hours()/24)/7 + 1 }

func planText(all []coachtruth.PlanSession) string {
	var b strings.Builder
	b.WriteString("plan_name: March\nweeks:\n")
	for week := 1; week <= 4; week++ {
		monday := firstMonday.AddDate(0, 0, 7*(week-1)).Format(time.DateOnly)
		fmt.Fprintf(&b, "- week_number: %d\n  week_start_date: %s\n  sessions:\n", week, monday)
		for _, s := range all {
			if weekOf(s.Day) != week {
				continue
			}
			fmt.Fprintf(&b, "  - id: %s\n    day_of_week: %s\n    type: easy\n    sport: %s\n    name: %s\n    duration_minutes: %d\n",
				s.Key, weekday(s.Day), s.Sport, s.Name, s.DurationS/60)
			if s.DistanceKM > 0 {
				fmt.Fprintf(&b, "    distance_km: %g\n", s.DistanceKM)
			}
		}
	}
	return b.String()
}

// ending is how long a process has to end by itself.
const ending = 5 * time.Second

// client is one process of the program with who asks it.
type client struct {
	t       *testing.T
	program string
	home    string
	cmd     *exec.Cmd
	session *mcp.ClientSession
	log     bytes.Buffer
}

// begin starts the process, unless it runs.
func (c *client) begin() {
	c.t.Helper()
	if c.session != nil {
		return
	}
	c.cmd = exec.Command(c.program, "serve", "--home", c.home, "--toolsets", "all") //nolint:gosec // the test's own program
	c.cmd.Stderr = &c.log
	session, err := mcp.NewClient(&mcp.Implementation{Name: "month", Version: "1"}, nil).
		Connect(context.Background(), &mcp.CommandTransport{Command: c.cmd, TerminateDuration: ending}, nil)
	if err != nil {
		c.t.Fatalf("%v: %s", err, c.log.String())
	}
	c.session = session
}

func (c *client) end() {
	if c.session != nil {
		_ = c.session.Close() // it may have been killed
		c.session = nil
	}
}

// refusal is what a call was answered that did nothing.
type refusal struct{ said string }

func (r *refusal) Error() string { return r.said }

// call asks a tool.
func (c *client) call(tool string, args map[string]any) (json.RawMessage, error) {
	c.t.Helper()
	c.begin()
	res, err := c.session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	for _, part := range res.Content {
		if words, ok := part.(*mcp.TextContent); ok {
			text.WriteString(words.Text)
		}
	}
	if res.IsError {
		return nil, &refusal{text.String()}
	}
	return json.RawMessage(text.String()), nil
}

// tries bounds how often a client calls again that was told that somebody
// else wrote meanwhile.
const tries = 20

// write makes a write that has to succeed, and gives its entry in the journal.
// Who is told that somebody else wrote meanwhile calls again, as it is told.
func (c *client) write(tool string, args map[string]any) (journal string) {
	c.t.Helper()
	var refused *refusal
	for range tries {
		out, err := c.call(tool, args)
		if errors.As(err, &refused) && strings.Contains(refused.said, "changed in the meantime") {
			continue
		}
		if err != nil {
			c.t.Fatalf("%s %v: %v", tool, args, err)
		}
		var w struct {
			JournalID string `json:"journal_id"`
		}
		if err := json.Unmarshal(out, &w); err != nil {
			c.t.Fatal(err)
		}
		return w.JournalID
	}
	c.t.Fatalf("%s %v: it was always changed meanwhile", tool, args)
	return ""
}

// read asks a tool and reads its answer.
func (c *client) read(tool string, args map[string]any, to any) {
	c.t.Helper()
	out, err := c.call(tool, args)
	if err == nil {
		err = json.Unmarshal(out, to)
	}
	if err != nil {
		c.t.Fatalf("%s %v: %v", tool, args, err)
	}
}

// killed begins a call and kills the process after a while. The call happened
// or did not.
func (c *client) killed(after time.Duration, tool string, args map[string]any) {
	c.t.Helper()
	c.begin()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = c.session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: args}) // it is killed
	}()
	timer := time.NewTimer(after)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-done:
	}
	if err := c.cmd.Process.Kill(); err != nil {
		c.t.Log(err)
	}
	<-done
	c.end()
}

// run returns a command of the program.
func run(t *testing.T, program, home string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, append(args, "--home", home)...) //nolint:gosec // the test's own program
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatal(fmt.Errorf("lapkeep %q: %w\n%s%s", args, err, out.String(), errs.String()))
	}
	return out.String()
}
