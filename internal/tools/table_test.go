package tools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

func named(name, set string, change func(*tools.Spec)) tools.Row {
	spec := rideSpec()
	spec.Name, spec.Toolset, spec.Default = name, set, false
	if change != nil {
		change(&spec)
	}
	return tools.New(spec, func(context.Context, *tools.Call, rideIn) (rideOut, error) { return rideOut{}, nil })
}

func garage() *tools.Table {
	return tools.NewTable(
		named("list_bikes", "garage", nil),
		named("delete_bike", "garage", func(s *tools.Spec) { s.Safety, s.Full = tools.Destructive, true }),
		named("save_bike", "garage", func(s *tools.Spec) { s.Safety = tools.Write }),
		named("draw_bike", "garage", func(s *tools.Spec) { s.PageOnly = true }),
		echo(),
	)
}

func TestSelect(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		s    tools.Selection
		want string
	}{
		{"default", tools.Selection{}, "list_rides"},
		{"a toolset", tools.Selection{Toolsets: []string{"garage"}}, "list_bikes save_bike"},
		{"both", tools.Selection{Toolsets: []string{"default", "garage"}, Writes: tools.WritesNone}, "list_bikes list_rides"},
		{"all", tools.Selection{Toolsets: []string{"all"}, Writes: tools.WritesFull}, "delete_bike list_bikes list_rides save_bike"},
		{"the page", tools.Selection{Toolsets: []string{"all"}, Writes: tools.WritesNone, PageOnly: true}, "draw_bike list_bikes list_rides"},
	} {
		got, err := garage().Select(c.s)
		if err != nil || strings.Join(got.Names(), " ") != c.want {
			t.Errorf("%s: %v, %v; want %s", c.name, got.Names(), err, c.want)
		}
	}
}

func TestSelectOnlyNarrows(t *testing.T) {
	t.Parallel()
	few, err := garage().Select(tools.Selection{Writes: tools.WritesNone})
	if err != nil {
		t.Fatal(err)
	}
	all, err := few.Select(tools.Selection{Toolsets: []string{"all"}, Writes: tools.WritesFull})
	if err != nil || len(all.Names()) != 1 {
		t.Errorf("a narrow table widened to %v, %v", all.Names(), err)
	}
}

func TestSelectRefuses(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]tools.Selection{
		"Did you mean garage? The choices are: garage, rides, default, all.": {Toolsets: []string{"garrage"}},
		"The choices are: garage, rides, default, all.":                      {Toolsets: []string{"x"}},
		"Use none, safe or full.":                                            {Writes: "some"},
	} {
		if _, err := garage().Select(s); tools.Describe(err).Fix != want {
			t.Errorf("%+v: %v, want fix %q", s, err, want)
		}
	}
}

func TestUnknownToolsAreAnsweredWithWhatToDo(t *testing.T) {
	t.Parallel()
	table := garage().WithOldNames(map[string]string{"get_rides": "list_rides"})
	table, err := table.Select(tools.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]tools.Problem{
		"get_rides": {Kind: training.KindNotFound, Sentence: `There is no tool "get_rides".`, Fix: "Use list_rides."},
		"get-Rides": {Kind: training.KindNotFound, Sentence: `There is no tool "get-Rides".`, Fix: "Use list_rides."},
		"listRides": {Kind: training.KindNotFound, Sentence: `There is no tool "listRides".`, Fix: "Did you mean list_rides?"},
		"fly":       {Kind: training.KindNotFound, Sentence: `There is no tool "fly".`, Fix: "The tools are list_rides."},
		"delete_bike": {
			Kind: training.KindForbidden, Sentence: "delete_bike is not offered here.",
			Fix: "The person who runs Lapkeep can offer delete_bike with --toolsets default,garage and writes full in the config " +
				"file, which a flag can only narrow.",
		},
		"save_bike": {
			Kind: training.KindForbidden, Sentence: "save_bike is not offered here.",
			Fix: "The person who runs Lapkeep can offer save_bike with --toolsets default,garage --writes safe.",
		},
	} {
		if d := cmp.Diff(want, tooltest.Fails(t, table, call(), name, `{}`)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

func TestDefectsAreLoggedAndNotTold(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	table := tools.NewTable(
		answer("list_panics", func(context.Context, *tools.Call) (rideOut, error) { panic("secret /etc/passwd") }),
		answer("list_errors", func(context.Context, *tools.Call) (rideOut, error) { return rideOut{}, errors.New("secret disk") }),
		tools.New(tools.Spec{Name: "list_infinite"}, func(context.Context, *tools.Call, struct{}) (struct{ A float64 }, error) {
			zero := 0.0
			return struct{ A float64 }{1 / zero}, nil
		}),
	).WithLog(slog.New(slog.NewTextHandler(&log, nil)))
	for _, name := range table.Names() {
		p := tooltest.Fails(t, table, call(), name, `{}`)
		if p.Kind != training.KindInternal || strings.Contains(p.String(), "secret") || p.Fix == "" {
			t.Errorf("%s told %q", name, p)
		}
		if !strings.Contains(log.String(), name) {
			t.Errorf("%s is not in the log", name)
		}
	}
	for _, want := range []string{"secret /etc/passwd", "secret disk", "table_test.go"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q", want)
		}
	}
}

func TestErrorsOfHandlersAreToldAsTheyAre(t *testing.T) {
	t.Parallel()
	told := training.Errorf(training.KindNotFound, "No ride a1.").WithFix("Call list_rides.")
	consent := &journal.NeedsConsent{Preview: journal.Preview{Summary: "Delete a ride", Token: "K7", Approve: "lapkeep approve K7"}}
	for err, want := range map[error]string{
		told:             "not_found: No ride a1. Call list_rides.",
		consent:          "needs_consent: A person must agree to this first: Delete a ride Ask the athlete to run: lapkeep approve K7",
		context.Canceled: "canceled: The call was cancelled before it ended. Call again if the answer is still wanted.",
	} {
		table := tools.NewTable(answer("list_rides", func(context.Context, *tools.Call) (rideOut, error) { return rideOut{}, err }))
		p := tooltest.Fails(t, table, call(), "list_rides", `{}`)
		if got := p.Kind.String() + ": " + p.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if p := (tools.Problem{Sentence: "Alone."}); p.String() != "Alone." {
		t.Errorf("a problem without a fix: %q", p)
	}
}

func TestCallsEndWithTheirCallerOrTheirTime(t *testing.T) {
	t.Parallel()
	wait := func(ctx context.Context, _ *tools.Call) (rideOut, error) {
		<-ctx.Done()
		return rideOut{}, ctx.Err()
	}
	slow := answer("list_rides", wait)
	slow.Timeout = time.Millisecond
	p := tooltest.Fails(t, tools.NewTable(slow), call(), "list_rides", `{}`)
	if p.Kind != training.KindUnavailable || !strings.Contains(p.Sentence, "longer than 1ms") ||
		p.Fix != "Ask for less with limit, sections, range, from, to." {
		t.Errorf("out of time: %+v", p)
	}
	ctx, cancel := context.WithCancel(t.Context())
	started := answer("list_rides", func(ctx context.Context, c *tools.Call) (rideOut, error) {
		cancel()
		return wait(ctx, c)
	})
	for range 2 { // cancelled within the call, then before it
		_, err := tools.NewTable(started).Call(ctx, "list_rides", call(), nil)
		if tools.Describe(err).Kind != training.KindCanceled {
			t.Errorf("cancelled: %v", err)
		}
	}
}

func TestAnswersAreClean(t *testing.T) {
	t.Parallel()
	one := 1.5
	table := tools.NewTable(answer("list_rides", func(context.Context, *tools.Call) (rideOut, error) {
		return rideOut{Args: `a "null" & <b>`, Series: [][]*float64{{nil, &one}, {}}, Got: rideIn{Limit: 3}}, nil
	}))
	res := tooltest.Call(t, table, call(), "list_rides", `{"limit":"3"}`)
	want := `{"got":{"limit":3},"args":"a \"null\" & <b>","series":[[null,1.5],[]],"read_as":{"limit":"3"}}`
	if text := strings.ReplaceAll(want, "<b", `\u003cb`); string(res.Structured) != want || res.Text != text {
		t.Errorf("got %s and %s\nwant %s", res.Structured, res.Text, want)
	}
}

func TestAnswersHaveACap(t *testing.T) {
	t.Parallel()
	big := func(context.Context, *tools.Call) (rideOut, error) {
		return rideOut{Args: strings.Repeat("x", tools.MaxBytes)}, nil
	}
	p := tooltest.Fails(t, tools.NewTable(answer("list_rides", big)), call(), "list_rides", `{}`)
	if p.Kind != training.KindTooLarge || p.String() !=
		"The answer from list_rides would be 33 KB; at most 32 KB is allowed. Ask for less with limit, sections, range, from, to." {
		t.Errorf("too large: %s", p)
	}
	page := answer("draw_rides", big)
	page.PageOnly = true
	tooltest.Call(t, tools.NewTable(page), call(), "draw_rides", `{}`)
}

func TestCallsDoNotChangeWhatTheyAreGiven(t *testing.T) {
	t.Parallel()
	c := call()
	reported := 0
	c.Progress = func(done, total int, _ i18n.Sentence) { reported += 10*done + total }
	table := tools.NewTable(answer("list_rides", func(_ context.Context, c *tools.Call) (rideOut, error) {
		c.Report(1, 2, "rides")
		return rideOut{Args: c.Tool + string(c.Args)}, nil
	}))
	var got struct{ Args string }
	tooltest.Decode(t, table, c, "list_rides", `{}`, &got)
	if got.Args != `list_rides{"limit":20}` || c.Tool != "" || c.Args != nil || reported != 12 {
		t.Errorf("handler saw %s; caller has %q %s; progress %d", got.Args, c.Tool, c.Args, reported)
	}
	call().Report(1, 2, "nobody listens")
}

func TestListing(t *testing.T) {
	t.Parallel()
	rows := garage().List()
	if len(rows) != 5 || rows[0].Name != "delete_bike" {
		t.Fatalf("not by name: %v", rows)
	}
	want := tools.Annotations{Destructive: true}
	if rows[0].Annotations != want {
		t.Errorf("a destructive row: %+v", rows[0].Annotations)
	}
	want = tools.Annotations{ReadOnly: true, Idempotent: true}
	if rows[2].Annotations != want {
		t.Errorf("a read: %+v", rows[2].Annotations)
	}
	b, err := json.Marshal(rows[2].Annotations)
	if err != nil || strings.Count(string(b), "Hint") != 4 {
		t.Errorf("hints are not all said: %s, %v", b, err)
	}
}

func TestCost(t *testing.T) {
	t.Parallel()
	table := garage()
	cost, err := tooltest.CostOf(table)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, row := range table.Rows() {
		b, err := json.Marshal(row.Listing())
		if err != nil {
			t.Fatal(err)
		}
		if got := cost.Tools[row.Name]; got != tooltest.Tokens(b) {
			t.Errorf("%s costs %d, its listing %d", row.Name, got, tooltest.Tokens(b))
		}
		sum += cost.Tools[row.Name]
	}
	if cost.Total > sum || cost.Total < sum-5 || cost.Inputs+cost.Outputs >= cost.Total || cost.Inputs < cost.Outputs {
		t.Errorf("%+v do not add up to %d", cost, sum)
	}
	if tooltest.Tokens([]byte("12345")) != 2 || tooltest.Tokens(nil) != 0 {
		t.Error("a token is four bytes, rounded up")
	}
}

func TestExplains(t *testing.T) {
	t.Parallel()
	table, err := garage().WithOldNames(map[string]string{"get_rides": "list_rides"}).Select(tools.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"get_rides": true, "get-rides": true, "delete_bike": true,
		"list_rides": false, "fly": false, "": false,
	} {
		if got := table.Explains(name); got != want {
			t.Errorf("Explains(%q) = %v", name, got)
		}
	}
}

// TestWhatDoesNotFitIsSaidInOurWords: where a schema lets anything through,
// the decoder finds what does not fit.
func TestWhatDoesNotFitIsSaidInOurWords(t *testing.T) {
	t.Parallel()
	type lapsIn struct {
		Laps int8 `json:"laps,omitempty"`
	}
	spec := tools.Spec{Name: "count_laps", Title: "Laps", Description: "Counts.", Toolset: "garage"}
	spec.Input = func(s *jsonschema.Schema) { s.Properties["laps"] = &jsonschema.Schema{} }
	row := tools.New(spec, func(context.Context, *tools.Call, lapsIn) (rideOut, error) { return rideOut{}, nil })
	_, err := tools.NewTable(row).Call(t.Context(), "count_laps", &tools.Call{}, json.RawMessage(`{"laps":"many"}`))
	if p := tools.Describe(err); p.Sentence != "The value of laps for count_laps has the wrong type." ||
		p.Kind != training.KindInvalid || p.Fix == "" {
		t.Errorf("%+v", p)
	}
}

// BikeView is what a page of bikes reads.
type BikeView struct {
	Name  string          `json:"name"`
	Km    *float64        `json:"distance_km,omitempty"`
	Notes []i18n.Sentence `json:"notes"`
}

// shedView has something beside it.
type shedView struct {
	*BikeView
	Shed string `json:"shed"`
}

func (s *shedView) View() any { return s.BikeView }

// TestAPageReadsTheViewThatItsToolAnsweredWith: in the person's language, and without
// a change to what the row may keep.
func TestAPageReadsTheViewThatItsToolAnsweredWith(t *testing.T) {
	t.Parallel()
	kept := &BikeView{Name: "Gravel", Km: new(12.5), Notes: []i18n.Sentence{"Run lapkeep sync."}}
	table := tools.NewTable(
		tools.New(tools.Spec{Name: "show_bike"}, func(context.Context, *tools.Call, struct{}) (*BikeView, error) { return kept, nil }),
		tools.New(tools.Spec{Name: "show_shed"}, func(context.Context, *tools.Call, struct{}) (*shedView, error) {
			return &shedView{kept, "north"}, nil
		}),
	)
	c := call()
	c.Said = func(format string, args ...any) string { return "zh: " + i18n.InEnglish(format, args...) }
	want := &BikeView{Name: "Gravel", Km: kept.Km, Notes: []i18n.Sentence{"zh: Run lapkeep sync."}}
	for _, tool := range []string{"show_bike", "show_shed"} {
		res, err := table.Call(t.Context(), tool, c, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(any(want), res.Value); d != "" {
			t.Errorf("%s (-want +got):\n%s", tool, d)
		}
		// The JSON names the home in a command, and the view does not: the page reads the JSON.
		if res, err = table.WithHome(" --home X").Call(t.Context(), tool, c, nil); err != nil || res.Value != nil {
			t.Errorf("%s with a home: %v, %v", tool, res.Value, err)
		}
		if !strings.Contains(string(res.Structured), "lapkeep --home X sync") {
			t.Errorf("%s with a home: %s", tool, res.Structured)
		}
	}
	if kept.Notes[0] != "Run lapkeep sync." {
		t.Errorf("what the row keeps became %q", kept.Notes[0])
	}
}

// accessLog is an access log that fails when it is told to.
type accessLog struct {
	lines []string
	fails error
}

func (l *accessLog) Record(_ context.Context, _ *training.Access, of []training.AthleteID, tool string, refused bool) error {
	l.lines = append(l.lines, fmt.Sprint(tool, of, refused))
	return l.fails
}

// TestWhatIsNotRecordedIsNotDone: each call from elsewhere has its line before its effect, also
// one that is refused.
func TestWhatIsNotRecordedIsNotDone(t *testing.T) {
	t.Parallel()
	log, done := &accessLog{}, 0
	write := rideSpec()
	write.Name, write.Safety = "save_bike", tools.Write
	all := write
	all.Name, all.Safety, all.Everyone = "list_bikes", tools.Read, true
	do := func(context.Context, *tools.Call, rideIn) (rideOut, error) {
		if done++; len(log.lines) == 0 {
			t.Error("the effect comes before the line")
		}
		return rideOut{}, nil
	}
	table := tools.NewTable(tools.New(write, do), tools.New(all, do)).WithAccessLog(log)
	full := errors.New("the disk is full")
	for _, c := range []struct {
		tool  string
		may   []training.Permission
		of    []training.AthleteID
		fails error
		want  string
		done  int
	}{
		{"save_bike", training.Permissions(), []training.AthleteID{"me"}, nil, "save_bike[me] false", 1},
		{"save_bike", training.Permissions(), []training.AthleteID{"me"}, full, "save_bike[me] false", 0},
		{"save_bike", []training.Permission{training.MayRead}, []training.AthleteID{"me"}, nil, "save_bike[me] true", 0},
		{"save_bike", training.Permissions(), []training.AthleteID{"bea"}, nil, "save_bike[] true", 0},
		{"save_bike", training.Permissions(), nil, nil, "save_bike[] true", 0},
		{"list_bikes", training.Permissions(), []training.AthleteID{"me", "bea"}, nil, "list_bikes[me bea] false", 1},
		{"list_bikes", nil, []training.AthleteID{"me", "bea"}, nil, "list_bikes[me bea] true", 0},
	} {
		log.lines, log.fails, done = nil, c.fails, 0
		ctx := training.WithAccess(t.Context(), &training.Access{Role: training.RoleOwner, Permissions: c.may, Athletes: c.of})
		call := &tools.Call{Scope: training.Scope{Athlete: "me"}}
		_, err := table.Call(ctx, c.tool, call, json.RawMessage(`{"id":"a1"}`))
		if got := strings.Join(log.lines, " "); got != c.want || done != c.done || (err == nil) != (c.done == 1) {
			t.Errorf("%s with %v about %v: %q, done %d times, %v", c.tool, c.may, c.of, got, done, err)
		}
	}
}
