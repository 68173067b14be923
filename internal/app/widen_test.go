package app

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

// listed returns the names of the tools that a client is shown.
func listed(t *testing.T, s *mcp.ClientSession) []string {
	t.Helper()
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, tool := range list.Tools {
		out = append(out, tool.Name)
	}
	return out
}

// said calls a tool and returns its text and whether it is an error.
func said(t *testing.T, s *mcp.ClientSession, tool, args string) (string, bool) {
	t.Helper()
	res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		t.Fatalf("%s %s: %v", tool, args, err)
	}
	return res.Content[0].(*mcp.TextContent).Text, res.IsError
}

// offered connects a client to a server of its own, in one version of the protocol.
func (a *subject) offered(t *testing.T, w *cli.Workbench, version string, o *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	server, err := a.program(io.Discard, io.Discard).server(t.Context(), w, w.Settings.List(settings.Toolsets), nil)
	if err != nil {
		t.Fatal(err)
	}
	in, send := io.Pipe()
	receive, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- server.ServeStdio(t.Context(), in, out)
		out.Close()
	}()
	s, err := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, o).
		Connect(t.Context(), &mcp.IOTransport{Reader: receive, Writer: send}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Close() // the server's end says whether it went well
		send.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s
}

// reopened returns the athlete's home as the config file has it now.
func (a *subject) reopened(t *testing.T) *cli.Workbench {
	t.Helper()
	w, _ := opened(t, a.program(io.Discard, io.Discard), cli.OpenOptions{})
	return w
}

// usual returns the home without a word in the config file.
func (a *subject) usual(t *testing.T) *cli.Workbench {
	t.Helper()
	writeText(t, filepath.Join(a.user, ".lapkeep", settings.ConfigName), "")
	return a.reopened(t)
}

const newGear = `{"name":"Gravel bike","kind":"bike","dry_run":true}`

// TestUseToolsetWidensASession: a tool that is not offered says how to get it,
// and after that it is listed and answers; the client is notified.
func TestUseToolsetWidensASession(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	changed := make(chan bool, 4)
	s := a.offered(t, a.usual(t), "2025-11-25", &mcp.ClientOptions{
		ToolListChangedHandler: func(_ context.Context, _ *mcp.ToolListChangedRequest) { changed <- true },
	})
	about := s.InitializeResult()
	if !about.Capabilities.Tools.ListChanged || len(about.Instructions) > 2048 {
		t.Errorf("tools %+v, %d bytes of instructions", about.Capabilities.Tools, len(about.Instructions))
	}
	status, _ := said(t, s, "get_status", `{}`)
	for _, set := range a.table.Toolsets() {
		const more = true // no toolset is in the default set as a whole
		if strings.Contains(about.Instructions, "\n"+set+": ") != more || strings.Contains(status, `"`+set+": ") != more {
			t.Errorf("%s is told otherwise than %v", set, more)
		}
	}
	if text, failed := said(t, s, "save_gear", newGear); !failed ||
		!strings.Contains(text, "use_toolset with toolset gear offers save_gear.") {
		t.Errorf("%v %s", failed, text)
	}
	if _, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "saveGear"}); err == nil ||
		!strings.Contains(err.Error(), "Did you mean save_gear? use_toolset with toolset gear offers save_gear.") {
		t.Errorf("a name that is near: %v", err)
	}
	before := listed(t, s)
	if text, failed := said(t, s, "use_toolset", `{"toolset":"gear"}`); failed ||
		!strings.Contains(text, `"save_gear"`) || !strings.Contains(text, `"listed":true`) {
		t.Errorf("%v %s", failed, text)
	}
	select {
	case <-changed:
	case <-time.After(10 * time.Second):
		t.Error("the client was not told")
	}
	after := listed(t, s)
	if len(before) != tooltest.MaxTools || !slices.Contains(after, "save_gear") || len(after) <= len(before) {
		t.Errorf("before %v, after %v", before, after)
	}
	if text, failed := said(t, s, "save_gear", newGear); failed {
		t.Error(text)
	}
	if text, failed := said(t, s, "use_toolset", `{"toolset":"activities"}`); failed || !strings.Contains(text, "Not offered: delete_activity.") ||
		!strings.Contains(text, `"not_offered":{"delete_activity":`) || !strings.Contains(text, "writes full in the config file") {
		t.Errorf("%v %s", failed, text)
	}
	if text, failed := said(t, s, "use_toolset", `{"toolset":"geer"}`); !failed || !strings.Contains(text, "Did you mean gear?") {
		t.Errorf("%v %s", failed, text)
	}
}

// TestNewerClientsKeepTheirList: their version of the protocol does not let it
// vary; the tool is explained, and answered by name.
func TestNewerClientsKeepTheirList(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	s := a.offered(t, a.usual(t), "2026-07-28", nil)
	before := listed(t, s)
	text, failed := said(t, s, "use_toolset", `{"toolset":"gear"}`)
	if failed || !strings.Contains(text, `"input_schema"`) || !strings.Contains(text, `"listed":false`) {
		t.Errorf("%v %s", failed, text)
	}
	if after := listed(t, s); !slices.Equal(before, after) {
		t.Errorf("the list became %v", after)
	}
	if text, failed := said(t, s, "save_gear", newGear); failed {
		t.Error(text)
	}
}

// TestUseToolsetStaysWithinTheConfig: what the config file does not allow, no
// call widens, in either version.
func TestUseToolsetStaysWithinTheConfig(t *testing.T) {
	t.Parallel()
	for config, want := range map[string]struct {
		offers bool
		says   string
	}{
		"writes: none\n":         {true, "--writes safe"},
		"more_toolsets: none\n":  {false, "--toolsets default,gear"},
		"toolsets: fitness\n":    {false, "--toolsets default,gear"},
		"writes: safe\n":         {true, ""},
		"more_toolsets: \"all\"": {true, ""},
	} {
		t.Run(config, func(t *testing.T) {
			t.Parallel()
			a := newSubject(t)
			writeText(t, filepath.Join(a.user, ".lapkeep", settings.ConfigName), config)
			w := a.reopened(t)
			for _, version := range []string{"2025-11-25", "2026-07-28"} {
				s := a.offered(t, w, version, nil)
				if got := slices.Contains(listed(t, s), "use_toolset"); got != want.offers {
					t.Errorf("%s: use_toolset is offered: %v", version, got)
				}
				if want.offers {
					said(t, s, "use_toolset", `{"toolset":"all"}`)
				}
				text, failed := said(t, s, "save_gear", newGear)
				if failed != (want.says != "") || !strings.Contains(text, want.says) || failed && strings.Contains(text, "use_toolset") {
					t.Errorf("%s: %v %s", version, failed, text)
				}
			}
		})
	}
}

// TestAPlannedWorkoutIsComparedWithItsRide: the steps of a service's library
// come along with a plan that is put into the calendar, and the ride that was
// done by it is compared step by step.
func TestAPlannedWorkoutIsComparedWithItsRide(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{})
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"})
	l.ok(t, "", []string{"sync"})
	day := noon.AddDate(0, 0, -2)
	file := filepath.Join(l.user, "ride.fit")
	if err := os.WriteFile(file, threeOfFour(t, day), 0o600); err != nil {
		t.Fatal(err)
	}
	l.ok(t, "", []string{"import", file})

	var library struct {
		Folders  []struct{ ID, Name string }
		Workouts []struct{ ID, Name string }
	}
	read := func(to any, args ...string) {
		t.Helper()
		if err := json.Unmarshal([]byte(l.ok(t, "", args)), to); err != nil {
			t.Fatal(err)
		}
	}
	read(&library, "call", "list_workouts", `{"folder":"Base weeks"}`)
	if len(library.Folders) != 1 || len(library.Workouts) != 6 {
		t.Fatalf("%+v", library)
	}
	l.ok(t, "", []string{"call", "get_workout", `{"id":"` + library.Workouts[0].ID + `"}`}, `[1,4,4,1]`, `"105 % FTP"`)
	l.begun = l.begun.Add(72 * time.Hour) // it was planned before it was ridden
	l.ok(t, "", []string{
		"call", "apply_training_plan",
		`{"plan_id":"` + library.Folders[0].ID + `","start_date":"` + day.Format(time.DateOnly) + `"}`,
	})
	l.begun = l.begun.Add(-72 * time.Hour)

	var rides struct{ Activities []struct{ ID string } }
	read(&rides, "call", "list_activities", `{"limit":1,"range":"`+day.Format(time.DateOnly)+`","sport":"ride","sort":"duration"}`)
	var ride struct {
		Intervals struct {
			Planned struct {
				Name, Source, Words string
				EventID             string `json:"event_id"`
				Steps               struct {
					Step, Side []string
					Interval   []*int
				}
			}
		}
	}
	read(&ride, "call", "get_activity", `{"id":"`+rides.Activities[0].ID+`","sections":["intervals"]}`)
	p := ride.Intervals.Planned
	if p.Name != "Base weeks 1" || p.Source != "calendar" || !strings.HasPrefix(p.Words, "3 of 4 done, the last") ||
		slices.Compare(p.Steps.Side, []string{"on_target", "on_target", "below", "missed"}) != 0 || p.Steps.Interval[3] != nil {
		t.Errorf("%+v", p)
	}
	l.ok(t, "", []string{"call", "get_event", `{"id":"` + p.EventID + `"}`}, `"status":"partly"`, `"repeats":{"done":3,"asked":4}`, `[1,4,4,1]`)
}

// threeOfFour returns a ride of 3 of the 4 intervals of 3 minutes at 105 % of
// an FTP of 250 W, the third of them weaker.
func threeOfFour(t *testing.T, day time.Time) []byte {
	t.Helper()
	var watts []int32
	flat := func(seconds int, level int32) {
		for i := range seconds {
			watts = append(watts, level+int32(i%7)-3)
		}
	}
	flat(600, 137)
	for _, level := range []int32{262, 264, 235} {
		flat(180, level)
		flat(180, 125)
	}
	flat(600, 125)
	n := len(watts)
	r := &training.Recording{
		Format: training.FormatFIT, Sport: training.Cycling, Start: day.UTC(), ElapsedS: float64(n), TimerS: float64(n),
		Columns: training.Columns{TimeS: make([]int32, n)},
	}
	for i := range n {
		r.Columns.TimeS[i] = int32(i)
	}
	valid := training.NewBitmap(n)
	for i := range n {
		valid.Set(i)
	}
	r.Columns.Data[training.Power] = training.Column{Values: watts, Valid: valid}
	var b bytes.Buffer
	if err := fit.Write(&b, []*training.Recording{r}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestImportedWorkoutsStayHere: a folder of files would be a flood of unasked
// writes at a service, also of what is changed of them afterwards; and what a
// service then lists is none of theirs.
func TestImportedWorkoutsStayHere(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{})
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"})
	l.ok(t, "", []string{"call", "update_athlete_settings", `{"home_source":"intervals"}`})
	l.ok(t, "", []string{"sync"})
	dir := filepath.Join(l.user, "plans", "Base")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	const ten = `<workout_file><name>Ten easy</name><workout><SteadyState Duration="600" Power="0.6"/></workout></workout_file>`
	if err := os.WriteFile(filepath.Join(dir, "ten.zwo"), []byte(ten), 0o600); err != nil {
		t.Fatal(err)
	}
	l.server.Forget()
	l.ok(t, "", []string{"import", filepath.Dir(dir)}, "1 new workout, 1 new folder")
	var list struct {
		Workouts []struct {
			ID string `json:"id"`
		} `json:"workouts"`
	}
	found := l.ok(t, "", []string{"call", "list_workouts", `{"folder":"Base"}`})
	if err := json.Unmarshal([]byte(found), &list); err != nil || len(list.Workouts) != 1 {
		t.Fatal(found, err)
	}
	saved := l.ok(t, "", []string{"call", "save_workout", `{"id":"` + list.Workouts[0].ID + `","name":"Ten very easy"}`}, "not_for_service")
	if strings.Contains(saved, "sent to file") {
		t.Error(saved)
	}
	l.ok(t, "", []string{"sync"})
	for _, r := range l.server.Requests() {
		if r.Method != "GET" {
			t.Errorf("the service got %s %s", r.Method, r.Path)
		}
	}
	l.ok(t, "", []string{"call", "list_workouts", `{"text":"Ten very easy"}`}, `"total":1`)
}

// TestAWorkoutKeepsTheKindOfSportThatIsSaid: one for trail runs is not one for
// any run.
func TestAWorkoutKeepsTheKindOfSportThatIsSaid(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	writeText(t, filepath.Join(p.work, "w.txt"), "- 10m 60%\n")
	p.must(t, "workout", "push", "w.txt", "--sport", "trail run", "--on", "tomorrow")
	if out := p.must(t, "call", "list_events", "{}"); !strings.Contains(out, `"sport":"running","sub_sport":"trail"`) {
		t.Error(out)
	}
}
