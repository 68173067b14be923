package app

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store/ledger"
	"lapkeep/test/igpsporttest"
	"lapkeep/test/intervalstest"
	"lapkeep/test/rawfit"
)

// planning returns an athlete whose plans go to Intervals.icu, where the FTP is
// 250 W.
func planning(t *testing.T) *linked {
	t.Helper()
	l := newLinked(t, intervalstest.Options{})
	l.hurry = 50
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"})
	l.ok(t, "", []string{"sync"})
	l.ok(t, "", []string{"call", "update_athlete_settings", `{"home_source":"intervals"}`})
	return l
}

// sentWorkout is a workout as get_event shows it.
type sentWorkout struct {
	ID      string
	Name    string
	Sources []string
	Planned struct {
		DurationS float64 `json:"duration_s"`
		Load      float64
		LoadRule  string `json:"load_rule"`
	}
	Steps struct {
		Target   []string
		OnDay    []string `json:"target_on_day"`
		TargetBy []string `json:"target_by"`
	}
	ReadOtherwise []string `json:"read_otherwise"`
}

func (l *linked) sentWorkout(t *testing.T, id string) sentWorkout {
	t.Helper()
	var out struct{ Event sentWorkout }
	l.ask(t, &out, "get_event", map[string]any{"id": id})
	return out.Event
}

// ask calls a tool and reads its answer.
func (l *linked) ask(t *testing.T, to any, tool string, args map[string]any) {
	t.Helper()
	b, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(l.ok(t, "", []string{"call", tool, string(b)})), to); err != nil {
		t.Fatal(err)
	}
}

// atService is what a write says of a service.
type atService struct {
	AtService []struct {
		State, Note string
		Differences []ledger.Difference
	} `json:"at_service"`
	Notes []string
}

const (
	sweetSpotText = "- 10m 55%\n\n2x\n- 20m 88-94%\n- 5m 50%\n\n- 10m 45%"
	wattsText     = "- 10m 140w\n\n2x\n- 20m 220-235w\n- 5m 125w"
)

// TestAWorkoutArrivesAsMeant checks 2×20 minutes at 88–94 % of an FTP of 250 W,
// written here, read back from the service, and exported to iGPSport.
func TestAWorkoutArrivesAsMeant(t *testing.T) {
	t.Parallel()
	l := planning(t)
	tomorrow := noon.AddDate(0, 0, 1).Format("2006-01-02")
	var out atService
	l.ask(t, &out, "create_events", map[string]any{"events": []any{map[string]any{
		"date": tomorrow, "name": "Sweet spot", "sport": "ride", "external_id": "ss", "description": sweetSpotText,
	}}})
	if at := out.AtService; len(at) != 1 || at[0].State != "done" || len(at[0].Differences) > 0 || at[0].Note != "" {
		t.Fatalf("%+v", at)
	}
	l.ok(t, "", []string{"sync"})
	e := l.sentWorkout(t, "ss")
	if len(e.ReadOtherwise) > 0 || cmp.Diff([]string{"intervals"}, e.Sources) != "" || e.Planned.DurationS != 4200 {
		t.Errorf("%+v", e)
	}
	if d := cmp.Diff([]string{"138 W", "220–235 W", "125 W", "113 W"}, e.Steps.OnDay); d != "" {
		t.Error(d)
	}
	l.server.Do(func(w *intervalstest.World) {
		for _, row := range w.Athletes[0].Events.Rows {
			if row["name"] == "Sweet spot" && !strings.Contains(string(mustJSON(t, row["workout_doc"])), `"end":94,"start":88,"units":"%ftp"`) {
				t.Errorf("there: %s", mustJSON(t, row["workout_doc"]))
			}
		}
	})
	file := filepath.Join(l.user, "ss.txt")
	if err := os.WriteFile(file, []byte(sweetSpotText), 0o600); err != nil {
		t.Fatal(err)
	}
	code, native, told := l.do(t.Context(), "", "workout", "convert", file, "--to", "igpsport")
	if code != 0 || !strings.Contains(native, `"unit":"PowerCustom","value":0,"minValue":220,"maxValue":235`) ||
		!strings.Contains(told, "percentages of FTP are written as watts at an FTP of 250 W: they do not change with a new one") {
		t.Errorf("native: %d %s\n%s", code, native, told)
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestANewFTPMovesThePlanAtOnce, and names what is planned in W.
func TestANewFTPMovesThePlanAtOnce(t *testing.T) {
	t.Parallel()
	l := planning(t)
	event := func(name, text string) map[string]any {
		return map[string]any{
			"date": noon.AddDate(0, 0, 2).Format("2006-01-02"), "name": name, "sport": "ride", "external_id": name, "description": text,
		}
	}
	var made atService
	l.ask(t, &made, "create_events", map[string]any{"events": []any{event("percent", sweetSpotText), event("watts", wattsText)}})
	const inWatts = "Sent in W, so it does not change with a new FTP: 140 W, 220–235 W, 125 W."
	if at := made.AtService; len(at) != 2 || at[0].Note != "" || at[1].Note != inWatts {
		t.Fatalf("%+v", at)
	}
	before := l.sentWorkout(t, "watts")
	var set atService
	l.ask(t, &set, "update_athlete_settings", map[string]any{"sport": "cycling", "ftp_w": 280})
	day := noon.AddDate(0, 0, 2).Format("2006-01-02")
	if len(set.Notes) != 1 || !strings.Contains(set.Notes[0], day+" watts.") || strings.Contains(set.Notes[0], "percent") {
		t.Errorf("%q", set.Notes)
	}
	after := l.sentWorkout(t, "watts")
	if share := after.Planned.Load / before.Planned.Load; share < 0.79 || share > 0.81 || after.Planned.LoadRule != "steps" { // (250/280)²
		t.Errorf("load %v, then %v", before.Planned, after.Planned)
	}
	percent := l.sentWorkout(t, "percent")
	if d := cmp.Diff([]string{"154 W", "246–263 W", "140 W", "126 W"}, percent.Steps.OnDay); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"an FTP of 280 W"}, percent.Steps.TargetBy); d != "" || len(percent.ReadOtherwise) > 0 {
		t.Errorf("%s %v", d, percent.ReadOtherwise)
	}
	// From a later day on it is known here only: there the same text asks for less.
	l.ask(t, &set, "update_athlete_settings", map[string]any{"sport": "cycling", "ftp_w": 300, "effective_from": day})
	l.ask(t, &made, "update_event", map[string]any{"id": "percent", "description": "- 20m 88-94%"})
	want := []ledger.Difference{{
		Field: "steps", Meant: "step 1: 88–94 % FTP, 264–282 W at an FTP of 300 W", Held: "step 1: 88–94 % FTP, 246–263 W at an FTP of 280 W",
	}}
	if d := cmp.Diff(want, made.AtService[0].Differences); d != "" {
		t.Error(d)
	}
	if other := l.sentWorkout(t, "percent").ReadOtherwise; len(other) != 1 || !strings.Contains(other[0], "246–263 W at an FTP of 280 W") {
		t.Errorf("%v", other)
	}
}

// TestAWorkoutThatWasDeletedThereIsNotMadeAnewUnasked.
func TestAWorkoutThatWasDeletedThereIsNotMadeAnewUnasked(t *testing.T) {
	t.Parallel()
	l := planning(t)
	event := map[string]any{
		"date": noon.AddDate(0, 0, 2).Format("2006-01-02"), "name": "Mine", "sport": "ride", "external_id": "mine", "description": sweetSpotText,
	}
	var out atService
	l.ask(t, &out, "create_events", map[string]any{"events": []any{event}})
	there := func() (n int) {
		l.server.Do(func(w *intervalstest.World) {
			for _, row := range w.Athletes[0].Events.Rows {
				if row["name"] == "Mine" || row["name"] == "Renamed" {
					n++
				}
			}
		})
		return n
	}
	l.server.Do(func(w *intervalstest.World) {
		w.Athletes[0].Events.Remove(func(row map[string]any) bool { return row["name"] == "Mine" })
	})
	l.ask(t, &out, "update_event", map[string]any{"id": "mine", "name": "Renamed"})
	if at := out.AtService; len(at) != 1 || at[0].State != "failed" || !strings.Contains(at[0].Note, "kept here only") {
		t.Errorf("%+v", at)
	}
	l.ok(t, "", []string{"sync"})
	if e := l.sentWorkout(t, "mine"); e.Name != "Renamed" || len(e.Sources) > 0 || len(e.Steps.Target) != 4 || there() != 0 {
		t.Errorf("%d there, here %+v", there(), e)
	}
	l.ok(t, "", []string{"call", "get_status"}, "no longer has it, so it is kept here only")
	l.ok(t, "", []string{"call", "delete_events", `{"ids":["mine"]}`})
	l.ask(t, &out, "create_events", map[string]any{"events": []any{event}})
	if at := out.AtService; len(at) != 1 || at[0].State != "done" || there() != 1 {
		t.Errorf("%d there, %+v", there(), at)
	}
}

// recording is an athlete of one region of iGPSport, with a ride here that is
// not there.
type recording struct {
	*linked
	igp    *igpsporttest.Server
	region igpsporttest.Region
	send   []string // the call that sends the ride
}

func newRecording(t *testing.T, r igpsporttest.Region) *recording {
	t.Helper()
	s := igpsporttest.New(t, igpsporttest.Options{Activities: 3, Seconds: 60})
	user := map[igpsporttest.Region]string{igpsporttest.CN: igpsporttest.DefaultPhone, igpsporttest.INTL: igpsporttest.DefaultEmail}[r]
	l := &linked{person: newPerson(t), begun: time.Now(), hurry: 50}
	l.sleep = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	l.environ = append(l.environ, "IGPSPORT_REGION="+string(r), "IGPSPORT_API_BASE="+s.URL(r), "IGPSPORT_USERNAME="+user,
		"IGPSPORT_PASSWORD="+igpsporttest.DefaultPassword)
	file := filepath.Join(l.user, "ride.fit")
	if err := os.WriteFile(file, rawfit.SteadyRide().Bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	l.ok(t, "", []string{"import", file})
	l.ok(t, "", []string{"connect", "igpsport"})
	var all struct{ Activities []struct{ ID string } }
	l.ask(t, &all, "list_activities", map[string]any{"range": "2025"})
	if len(all.Activities) != 1 {
		t.Fatalf("%+v", all)
	}
	return &recording{l, s, r, []string{"call", "update_activity", `{"id":"` + all.Activities[0].ID + `","send_to":"igpsport"}`}}
}

// agreed sends the ride with a person's consent.
func (x *recording) agreed(t *testing.T, says ...string) {
	t.Helper()
	asked := x.fails(t, "", x.send, "Send the recording of the cycling of 2025-06-14 to iGPSport.", "cannot be undone", "everybody who")
	code := regexp.MustCompile(`lapkeep approve (\w+)`).FindStringSubmatch(asked)
	if code == nil {
		t.Fatalf("nobody is asked: %s", asked)
	}
	x.inTTY = true
	x.ok(t, code[1]+"\n", []string{"approve", code[1]})
	x.inTTY = false
	x.ok(t, "", x.send, says...)
}

// rides returns how many rides of 2025 the service has.
func (x *recording) rides() (n int) {
	x.igp.Do(x.region, func(m *igpsporttest.Member) {
		for _, r := range m.Rides {
			if r.Start.Equal(rawfit.Start()) {
				n++
			}
		}
	})
	return n
}

func (x *recording) asked(op string) (n int) {
	for _, q := range x.igp.Requests() {
		if q.Operation == op {
			n++
		}
	}
	return n
}

// eachRegion runs a test of a ride that is sent.
func eachRegion(t *testing.T, f func(t *testing.T, x *recording)) {
	t.Helper()
	for _, r := range []igpsporttest.Region{igpsporttest.CN, igpsporttest.INTL} {
		t.Run(string(r), func(t *testing.T) {
			t.Parallel()
			f(t, newRecording(t, r))
		})
	}
}

// TestARecordingIsSentWhenAsked, once: an import sends none, and an undo says
// that it stays there.
func TestARecordingIsSentWhenAsked(t *testing.T) {
	t.Parallel()
	eachRegion(t, func(t *testing.T, x *recording) {
		if n := x.asked("signedURL") + x.asked("putFile"); n > 0 {
			t.Errorf("it was sent by itself, in %d requests", n)
		}
		x.agreed(t, `"state":"done","id":"igpsport:3`, "Kept here only: name.")
		x.ok(t, "", x.send, "iGPSport has it already: igpsport:3")
		x.ok(t, "", []string{"sync"})
		var all struct{ Activities []struct{ ID string } }
		if x.ask(t, &all, "list_activities", map[string]any{"range": "2025"}); len(all.Activities) != 1 || x.rides() != 1 {
			t.Errorf("%d here, %d there", len(all.Activities), x.rides())
		}
		const stays = "Undo does not delete the activity on the service"
		if _, out, errs := x.do(t.Context(), "", "undo"); !strings.Contains(out+errs, stays) || x.rides() != 1 {
			t.Errorf("undo: %s%s", out, errs)
		}
	})
}

// TestARecordingWhoseAnswerIsLostIsSentOnce: what waits looks first.
func TestARecordingWhoseAnswerIsLostIsSentOnce(t *testing.T) {
	t.Parallel()
	eachRegion(t, func(t *testing.T, x *recording) {
		end := x.igp.Inject(igpsporttest.Fault{Operation: "uploaded", Late: true, Cut: true})
		x.agreed(t, `"state":"waiting"`)
		end()
		x.hurry = 5000
		for range 3 {
			x.ok(t, "", []string{"sync"})
		}
		if n := x.asked("uploaded"); n != 1 || x.rides() != 1 {
			t.Errorf("sent %d times, %d there", n, x.rides())
		}
		x.ok(t, "", x.send, "iGPSport has it already: igpsport:3")
	})
}

// TestARecordingThatDoesNotAppear checks that a recording that does not appear
// is told as taken, without an id.
func TestARecordingThatDoesNotAppear(t *testing.T) {
	t.Parallel()
	eachRegion(t, func(t *testing.T, x *recording) {
		x.igp.Inject(igpsporttest.Fault{Operation: "uploaded", Late: true, Body: `{"code":0,"message":"success","data":null}`})
		end := x.igp.Inject(igpsporttest.Fault{Operation: "listActivities", Body: `{"code":0,"data":{"rows":[]}}`})
		x.agreed(t, `"state":"done","note":"It has the file but does not show the activity yet; a later sync will find it.`)
		end()
		x.agreed(t, `"state":"done","id":"igpsport:3`, "It had the recording already, so nothing was sent.")
		if n := x.asked("uploaded"); n != 1 || x.rides() != 1 {
			t.Errorf("sent %d times, %d there", n, x.rides())
		}
	})
}

// TestARecordingIsSentAlone, and to a service that takes it.
func TestARecordingIsSentAlone(t *testing.T) {
	t.Parallel()
	x := newRecording(t, igpsporttest.INTL)
	x.fails(t, "", []string{x.send[0], x.send[1], strings.Replace(x.send[2], "}", `,"name":"x"}`, 1)}, "in a separate call")
	x.fails(t, "", []string{x.send[0], x.send[1], strings.Replace(x.send[2], "igpsport", "other", 1)}, `"other"`)
	if n := x.asked("signedURL"); n > 0 {
		t.Errorf("it was sent in %d requests", n)
	}
}

// TestPlannedDaysArePushed into a folder of the library at the service, once:
// by the command, and then by the tool, which finds nothing to do.
func TestPlannedDaysArePushed(t *testing.T) {
	t.Parallel()
	l := planning(t)
	l.ok(t, "", []string{"call", "create_workout", `{"workouts":[{"name":"Pushed","sport":"ride","description":"- 10m 60%","date":"today"}]}`})
	var list struct{ Folders []struct{ ID, Kind string } }
	l.ask(t, &list, "list_workouts", map[string]any{})
	folder := ""
	for _, f := range list.Folders {
		if f.Kind == "folder" {
			folder = f.ID
		}
	}
	l.fails(t, "", []string{"workout", "push", "today"}, "has a calendar")
	l.ok(t, "", []string{"workout", "push", "today", "--source", "intervals", "--folder", folder}, "created: ", "Pushed")
	l.server.Forget()
	again := l.ok(t, "", []string{
		"call", "create_workout", `{"workouts":[{"workout_id":"today","folder_id":"` + folder + `"}],"source":"intervals"}`,
	}, "unchanged")
	if strings.Contains(again, "journal_id") {
		t.Error(again)
	}
	for _, r := range l.server.Requests() {
		if r.Method != "GET" {
			t.Errorf("the service got %s %s", r.Method, r.Path)
		}
	}
}
