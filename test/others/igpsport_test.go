//go:build e2e

package others

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/test/builttest"
	"lapkeep/test/igpsporttest"
)

// server is an MCP server that a client started.
type server struct {
	*mcp.ClientSession
	starting time.Duration // from the start of its process to its list of tools
	listed   int           // bytes of that list
}

func start(t *testing.T, cmd *exec.Cmd) *server {
	t.Helper()
	began := time.Now()
	cmd.Stderr = io.Discard // it logs each request
	session, err := mcp.NewClient(&mcp.Implementation{Name: "comparison", Version: "1"}, nil).
		Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	tools, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(tools)
	if err != nil {
		t.Fatal(err)
	}
	return &server{session, time.Since(began), len(text)}
}

// reply is what a call gave: its text, what that says, and how long it took.
type reply struct {
	text   string
	value  any
	failed bool
	took   time.Duration
}

func (s *server) call(t *testing.T, tool, args string) reply {
	t.Helper()
	began := time.Now()
	r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	out := reply{failed: r.IsError, took: time.Since(began)}
	for _, c := range r.Content {
		if c, ok := c.(*mcp.TextContent); ok {
			out.text += c.Text
		}
	}
	_ = json.Unmarshal([]byte(out.text), &out.value) // an error is a sentence
	return out
}

// side is one region of the service, with both servers over one athlete of it.
type side struct {
	region       igpsporttest.Region
	former, ours func() *server
}

func newSide(t *testing.T, python, program string, region igpsporttest.Region) *side {
	t.Helper()
	s := igpsporttest.New(t, igpsporttest.Options{Lenient: true, Live: true, Activities: 40, Signing: igpsporttest.SigningOff})
	user := map[igpsporttest.Region]string{
		igpsporttest.CN: igpsporttest.DefaultPhone, igpsporttest.INTL: igpsporttest.DefaultEmail,
	}[region]
	home := t.TempDir()
	env := append(os.Environ(), "HOME="+home, "IGPSPORT_REGION="+string(region), "IGPSPORT_LANG=en", "IGPSPORT_USERNAME="+user,
		"IGPSPORT_PASSWORD="+igpsporttest.DefaultPassword)
	command := func(name string, args ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Env = append(env, "EMULATED="+s.URL(region), "LAPKEEP_HOME="+filepath.Join(home, "lapkeep"))
		if name == program {
			cmd.Env = append(cmd.Env, "IGPSPORT_API_BASE="+s.URL(region))
		}
		return cmd
	}
	if out, err := command(program, "sync").CombinedOutput(); err != nil {
		t.Fatalf("sync: %v: %s", err, out)
	}
	return &side{
		region: region,
		former: func() *server { return start(t, command(python, "igpsport_server.py")) },
		ours:   func() *server { return start(t, command(program, "serve", "--toolsets", "all")) },
	}
}

// compared returns the calls of the 17 tools, and ours for them. RIDE and OTHER
// are two rides, WORKOUT a workout and SEGMENT a segment of the athlete.
func compared() [][4]string {
	return [][4]string{
		{"list_activities", `{"limit":20}`, "list_activities", `{"limit":20,"sport_type":"cycling"}`},
		{"get_activity_summary", `{"ride_id":"RIDE"}`, "get_activity", `{"ride_id":"RIDE","sections":["summary","zones"]}`},
		{
			"get_activity_streams", `{"ride_id":"RIDE","channels":["power","hr"],"resolution":"10s"}`,
			"get_activity_streams", `{"ride_id":"RIDE","channels":["power","hr"],"resolution":"10s"}`,
		},
		{"get_activity_laps", `{"ride_id":"RIDE"}`, "get_activity", `{"ride_id":"RIDE","sections":["laps"]}`},
		{"get_athlete_profile", `{}`, "get_athlete_profile", `{}`},
		{"get_athlete_stats", `{}`, "get_training_summary", `{"range":"last 30 days"}`},
		{"estimate_thresholds", `{}`, "estimate_thresholds", `{"window_days":42}`},
		{"compare_activities", `{"ride_ids":["RIDE","OTHER"]}`, "compare_activities", `{"ride_ids":["RIDE","OTHER"]}`},
		{"analyze_training_load", `{"days":90}`, "analyze_training_load", `{"days":90}`},
		{"list_segments_collected", `{}`, "list_segments", `{}`},
		{"get_segment_detail", `{"segments_id":"SEGMENT"}`, "get_segment", `{"id":"igpsport:SEGMENT"}`},
		{"get_segment_rank", `{"segments_id":"SEGMENT"}`, "get_segment_ranking", `{"id":"igpsport:SEGMENT"}`},
		{"get_member_statistics", `{}`, "get_training_summary", `{"period":"year"}`},
		{
			"create_workout", `{"workout_ir":` + oneStep + `,"dry_run":true}`,
			"create_workout", `{"workout_ir":` + oneStep + `,"dry_run":true}`,
		},
		{"list_workouts", `{}`, "list_workouts", `{}`},
		{"get_workout_detail", `{"workout_id":WORKOUT}`, "get_workout", `{"id":"igpsport:WORKOUT"}`},
		{"delete_workout", `{"workout_id":WORKOUT}`, "delete_workout", `{"id":"igpsport:WORKOUT","confirm":false}`},
	}
}

const oneStep = `{"title":"One","steps":[{"name":"Work","intensity":"active","duration":{"type":"time","value":1200},` +
	`"target":{"type":"power_custom","min":220,"max":235}}]}`

// TestBesideIGPSportMCP runs igpsport-mcp of the package registry and Lapkeep
// over one state of the service, in each region. Every field that it answers has
// its place in the list that docs/coming-from.md is checked by.
func TestBesideIGPSportMCP(t *testing.T) {
	t.Parallel()
	python := os.Getenv("LAPKEEP_OTHERS_PYTHON")
	if python == "" {
		t.Skip("LAPKEEP_OTHERS_PYTHON names no Python that has igpsport-mcp: make igpsport installs it")
	}
	program := builttest.Program(t)
	for _, region := range []igpsporttest.Region{igpsporttest.CN, igpsporttest.INTL} {
		t.Run(string(region), func(t *testing.T) { // by turns, since it is timed
			beside(t, newSide(t, python, program, region))
		})
	}
}

func beside(t *testing.T, s *side) {
	former, ours := s.former(), s.ours()
	list := former.call(t, "list_activities", `{"limit":20}`)
	ids := texts(list.value, "activities.ride_id")
	if len(ids) < 2 {
		t.Fatalf("igpsport-mcp lists %s", list.text)
	}
	here := ours.call(t, "list_workouts", `{}`)
	workouts, segments := texts(here.value, "workouts.id"), []string{"igpsport:0"}
	if found := ours.call(t, "list_segments", `{}`); !found.failed {
		segments = texts(found.value, "segments.id")
	}
	if len(workouts) == 0 || len(segments) == 0 {
		t.Fatalf("workouts: %s", here.text)
	}
	names := strings.NewReplacer("RIDE", ids[0], "OTHER", ids[1], "WORKOUT", bare(workouts[0]), "SEGMENT", bare(segments[0]))
	known, native := placed(t), nativeOf(t, ours, workouts[0])
	t.Logf("%s: start to tools/list %.0f ms there, %.0f ms here; list %d tokens there, %d here (all toolsets)",
		s.region, ms(median(starts(s.former))), ms(median(starts(s.ours))), former.listed/4, ours.listed/4)
	for _, c := range compared() {
		there, now := again(t, former, c[0], names.Replace(c[1])), again(t, ours, c[2], names.Replace(c[3]))
		if now.failed && !there.failed {
			t.Errorf("%s: %s", c[2], now.text)
		}
		said := ""
		if there.failed || now.failed {
			said = fmt.Sprintf(" (there: %.90q, here: %.90q)", failure(there), failure(now))
		}
		t.Logf("| %s | %.1f ms, %d tokens | %.1f ms, %d tokens |%s", c[0], ms(there.took), len(there.text)/4, ms(now.took), len(now.text)/4, said)
		for _, field := range slices.Sorted(maps.Keys(fieldsOf(there.value))) {
			if !known.has(c[0], field) && !native[strings.TrimPrefix(field, "compiled.")] {
				t.Errorf("%s answers %s, which has no place in the list", c[0], field)
			}
		}
	}
}

// nativeOf returns the fields of a workout as the service writes it, which
// export_workout gives, and those by which the service's app keeps it.
func nativeOf(t *testing.T, ours *server, workout string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, field := range strings.Fields("allowDeletion createTime createTimestamp fromTP iconPath img isOfficial tips workoutDay") {
		out[field] = true
	}
	r := ours.call(t, "export_workout", fmt.Sprintf(`{"id":%q,"format":"igpsport","inline":true}`, workout))
	for _, text := range texts(r.value, "content") {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		for field := range fieldsOf(v) {
			out[strings.TrimPrefix(field, "data.")] = true
		}
	}
	if len(out) < 12 {
		t.Fatalf("export_workout gives %s", r.text)
	}
	return out
}

func failure(r reply) string {
	if r.failed {
		return r.text
	}
	return ""
}

// again calls five times, and gives the last answer with the median time; the
// first fetches what later ones have.
func again(t *testing.T, s *server, tool, args string) reply {
	t.Helper()
	var times []time.Duration
	var r reply
	for range 5 {
		r = s.call(t, tool, args)
		times = append(times, r.took)
	}
	r.took = median(times)
	return r
}

func starts(of func() *server) (times []time.Duration) {
	for range 5 {
		s := of()
		times = append(times, s.starting)
		_ = s.Close()
	}
	return times
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

func ms(d time.Duration) float64 { return math.Round(float64(d.Microseconds())/100) / 10 }

func bare(id string) string { return id[strings.LastIndexByte(id, ':')+1:] }

// fieldsOf returns the paths of an answer's fields that hold something; lists
// are passed through.
func fieldsOf(v any) map[string][]string {
	out := map[string][]string{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, x := range v {
				walk(strings.TrimPrefix(path+"."+k, "."), x)
			}
		case []any:
			for _, x := range v {
				walk(path, x)
			}
		case nil:
		default:
			out[path] = append(out[path], fmt.Sprint(v))
		}
	}
	walk("", v)
	return out
}

func texts(v any, path string) []string { return fieldsOf(v)[path] }

// places are the fields of each tool that have a place here.
type places map[string][]string

// placed reads the lists by which the page is checked, and adds what writes
// answer, which are run there without their fields.
func placed(t *testing.T) places {
	t.Helper()
	var text []byte
	for _, file := range []string{"igpsport.txt", "igpsportservice.txt"} {
		list, err := os.ReadFile(filepath.Join("../../internal/app/testdata/comingfrom", file))
		if err != nil {
			t.Fatal(err)
		}
		text = append(append(text, list...), "\n\n"...)
	}
	out := places{
		// An answer here is no failure, says what a dry run would change, and asks a
		// person by the client or the command line.
		"create_workout": {"success", "dry_run", "compiled.title", "compiled.totalTime"},
		"delete_workout": {"success", "requires_confirmation", "workout_id", "title", "message"},
		// "This note is about what the list lacks": here nothing of it is lacking.
		"get_athlete_stats": {"note"},
	}
	for block := range strings.SplitSeq(string(text), "\n\n") {
		var tools []string
		for line := range strings.SplitSeq(strings.TrimSpace(block), "\n") {
			switch field := strings.Fields(line); {
			case line == "", strings.HasPrefix(line, "#"), field[0] == "call":
			case tools == nil:
				tools = field
			default:
				for _, tool := range tools {
					out[tool] = append(out[tool], field[0])
				}
			}
		}
	}
	return out
}

// has reports whether a field is listed, by its whole path, without what wraps
// a list, or by what it is a part of.
func (p places) has(tool, field string) bool {
	parts := strings.Split(field, ".")
	for from := range parts {
		for to := len(parts); to > from; to-- {
			if slices.Contains(p[tool], strings.Join(parts[from:to], ".")) {
				return true
			}
		}
	}
	return cmp.Or(field, "") == ""
}
