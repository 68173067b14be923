package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lapkeep/internal/derive"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const who training.AthleteID = "ada"

// home is a store of rides that begin and end at one place.
type home struct {
	*testing.T
	db      *store.DB
	journal *journal.Journal
	n       int
}

func newHome(t *testing.T) *home {
	t.Helper()
	h := &home{T: t, db: storetest.Open(t)}
	h.journal = journal.New(h.db, h.id)
	storetest.Athlete(t, h.db, who)
	return h
}

func (h *home) id() string { h.n++; return fmt.Sprint("id", h.n) }

func (h *home) rides(n int) {
	h.Helper()
	sketch := route.Sketch{Line: []route.Point{{Lat: 4_737_000, Lon: 854_000}, {Lat: 4_750_000, Lon: 860_000}, {Lat: 4_737_000, Lon: 854_000}}}
	storetest.Write(h.T, h.db, func(tx *store.Tx) error {
		for i := range n {
			act := storetest.Activity(training.ActivityID(fmt.Sprint("ride", i)), storetest.Noon().AddDate(0, 0, i))
			act.Name = "To the lake"
			if err := tx.PutActivity(who, act); err != nil {
				return err
			}
			if err := tx.PutPrimitive(who, store.Primitive{
				Activity: act.ID, Kind: derive.Route, Version: 1,
				Data: derive.EncodeRoute(&sketch),
			}); err != nil {
				return err
			}
		}
		return nil
	})
}

// run runs the command; typed is what a person types, "" for no person.
func (h *home) run(typed string, args ...string) (string, error) {
	h.Helper()
	var out bytes.Buffer
	c := cli.NewRoot(cli.Deps{
		Streams: cli.Streams{In: strings.NewReader(typed), Out: &out, Err: &out, InTTY: typed != ""}, Now: storetest.Clock,
		Places: settings.Input{UserHome: h.TempDir()},
		Table:  func(settings.Settings) *tools.Table { return tools.NewTable() },
		Open: func(context.Context, settings.Settings, cli.OpenOptions) (*cli.Workbench, error) {
			return &cli.Workbench{DB: h.db, Athlete: who, Journal: h.journal, NewID: h.id, Close: func() error { return nil }}, nil
		},
	})
	c.SetArgs(append([]string{"privacy"}, args...))
	err := c.ExecuteContext(h.Context())
	return out.String(), err
}

func (h *home) must(typed string, args ...string) string {
	h.Helper()
	out, err := h.run(typed, args...)
	if err != nil {
		h.Fatalf("privacy %q: %v\n%s", args, err, out)
	}
	return out
}

func (h *home) zones() (out []training.PrivacyZone) {
	h.Helper()
	docs, err := h.db.Documents(h.Context(), storetest.Export(who), document.PrivacyZones, document.Filter{})
	if err != nil {
		h.Fatal(err)
	}
	for _, d := range docs {
		z, err := document.Show[training.PrivacyZone](d)
		if err != nil {
			h.Fatal(err)
		}
		out = append(out, z)
	}
	return out
}

func TestProposedZonesAreKeptOnlyOnceAgreed(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	if out := h.must("", "propose"); !strings.Contains(out, "have no common start or end") {
		t.Errorf("without rides: %s", out)
	}
	h.rides(6)
	out := h.must("", "propose")
	if !strings.Contains(out, "6 of 6 activities") || !strings.Contains(out, "Nothing was changed") ||
		strings.Contains(out, "47.") || len(h.zones()) != 0 {
		t.Errorf("by a program: %s", out)
	}
	if out := h.must("n\n", "propose"); !strings.Contains(out, "47.37") || len(h.zones()) != 0 {
		t.Errorf("a person says no: %s", out)
	}
	out = h.must("y\n\u202eCastle\n", "propose")
	all := h.zones()
	if len(all) != 1 || all[0].Name != "Castle" || all[0].RadiusM != 600 || !strings.Contains(out, "Undo with") {
		t.Fatalf("%s\n%+v", out, all)
	}
	if d := math.Hypot(all[0].LatDeg-47.37, all[0].LonDeg-8.54); d == 0 || d > 0.003 {
		t.Errorf("its middle is %+v", all[0])
	}
	if out := h.must("y\n", "propose"); !strings.Contains(out, "outside your existing zones") || len(h.zones()) != 1 {
		t.Errorf("again: %s", out)
	}
	if _, err := h.journal.Undo(t.Context(), storetest.Export(who), "", storetest.Noon()); err != nil || len(h.zones()) != 0 {
		t.Errorf("undone: %v, %v", h.zones(), err)
	}
	h.must("y\n\n", "propose")
	if all := h.zones(); len(all) != 1 || all[0].Name != "home" {
		t.Errorf("without a name: %+v", all)
	}
}

func TestZonesByHand(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.must("", "add", "47.5, 8.25", "--name", "work", "--radius", "250")
	all := h.zones()
	if len(all) != 1 || all[0].Name != "work" || all[0].RadiusM != 350 {
		t.Fatalf("%+v", all)
	}
	list := h.must("")
	id := strings.TrimSuffix(strings.Fields(list[strings.Index(list, "zone "):])[1], ":")
	if strings.Contains(list, "47.") || !strings.Contains(h.must("\n"), "47.") {
		t.Errorf("a program is shown where: %s", list)
	}
	if _, err := h.run("", "remove", id); training.KindOf(err) != training.KindForbidden {
		t.Errorf("a program removes a zone: %v", err)
	}
	if out := h.must("no\n", "remove", id); !strings.Contains(out, "Nothing") || len(h.zones()) != 1 {
		t.Errorf("not agreed: %s", out)
	}
	if _, err := h.run("y\n", "remove", "none"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("a zone that is not there: %v", err)
	}
	h.must("y\n", "remove", id)
	if len(h.zones()) != 0 {
		t.Errorf("removed: %+v", h.zones())
	}
	for _, args := range [][]string{
		{"add", "47"},
		{"add", "91,0"},
		{"add", "NaN,0"},
		{"add", "x,y"},
		{"add", "1,2", "--radius", "50"},
		{"add", "1,2", "--radius", "NaN"},
	} {
		if _, err := h.run("", args...); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestHiddenAndShownAgain(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.rides(3)
	sees := func() int {
		t.Helper()
		page, err := h.db.Activities(t.Context(), storetest.Model(who), store.ActivityFilter{})
		if err != nil {
			t.Fatal(err)
		}
		return page.Total
	}
	h.must("", "hide", "ride0", "ride2")
	if sees() != 1 {
		t.Errorf("an assistant sees %d", sees())
	}
	out := h.must("")
	if !strings.Contains(out, "2 of 3 activities are hidden") || !strings.Contains(out, "hidden ride0") ||
		strings.Contains(out, "To the lake") {
		t.Errorf("a program is shown %s", out)
	}
	if out := h.must("\n"); !strings.Contains(out, "To the lake") {
		t.Errorf("a person is shown %s", out)
	}
	if out := h.must("", "hide", "ride0"); !strings.Contains(out, "Nothing changed") {
		t.Error(out)
	}
	if _, err := h.run("", "show", "ride0"); training.KindOf(err) != training.KindForbidden || sees() != 1 {
		t.Errorf("a program shows what is hidden: %v", err)
	}
	h.must("\n", "show", "ride0")
	if sees() != 2 {
		t.Errorf("an assistant sees %d", sees())
	}
	if _, err := h.run("", "hide", "none"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("%v", err)
	}
}

func tree() *cobra.Command {
	return cli.NewRoot(cli.Deps{Table: func(settings.Settings) *tools.Table { return tools.NewTable() }})
}

// TestHelpIsSaidInEachLanguage: of every command and flag. Flags that are
// arguments of a tool have its descriptions, which never change.
func TestHelpIsSaidInEachLanguage(t *testing.T) {
	t.Parallel()
	chinese, n := i18n.In(settings.Chinese), 0
	check := func(of, text string) {
		t.Helper()
		if n++; text != "" && chinese.Text(text) == text {
			t.Errorf("%s: no sentence for %q", of, text)
		}
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Name() == "connect" { // which names the services
			c.Short, c.Long = connect.About(nil, func(format string, _ ...any) string { return format })
			c.Long, _, _ = strings.Cut(c.Long, "\nA coach")
		}
		check(c.CommandPath(), c.Short)
		if !strings.Contains(c.Long, "See docs/tools.md") { // which is made of Short
			check(c.CommandPath(), c.Long)
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" {
				check(fmt.Sprint(c.CommandPath(), " --", f.Name), f.Usage)
			}
		})
		for _, sub := range c.Commands() {
			if sub.Name() != "completion" { // cobra's own, about shells
				walk(sub)
			}
		}
	}
	walk(tree())
	if n < 150 {
		t.Errorf("only %d texts were looked at", n)
	}
}

func shown(t *testing.T, answer string, width int) string {
	t.Helper()
	return shownIn(t, answer, width, false)
}

func shownIn(t *testing.T, answer string, width int, miles bool) string {
	t.Helper()
	var b strings.Builder
	if err := cli.Answer(&b, []byte(answer), cli.Look{Width: width, Miles: miles}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestMiles: readers of miles get numbers and their units converted, alone and
// in tables.
func TestMiles(t *testing.T) {
	t.Parallel()
	got := shownIn(t, `{"distance_km":16.8,"pace_s_per_km":252.5,"css_pace_s_per_100m":81.3,"avg_temp_c":-5,"weight_kg":61.7,"pool_length_m":25,
		"elevation_gain_m":1000,"original_bytes":45641853,"avg_power_w":204,"laps":[{"lap":1,"distance_km":1,"avg_speed_kmh":30}]}`, 0, true)
	want := "Distance                    10.44 mi\nPace                        6:46 /mi\nCSS                         1:14 /100 yd\n" +
		"Temperature                 23 °F\nWeight                      136.0 lb\nPool length                 25 m\n" +
		"Climb                       3,281 ft\nSize of the original files  45.6 MB\nAverage power               204 W\n\n" +
		"Laps\n  Lap  Distance, mi  Avg speed, mph\n    1          0.62            18.6\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestAnswer: each shape that answers have.
func TestAnswer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ answer, want string }{
		"values with their units": {
			`{"local_date":"2026-11-17","start_local":"2026-11-17T17:46:20+01:00","duration_s":4485,"avg_power_w":176.83,"hr_recovery_60s_bpm":21.84,"pace_s_per_km":252.5,"avg_temp_c":20,"share_pct":3.3,"indoor":true,"original_bytes":45641853,"css_pace_s_per_100m":81.3,"power_w_per_kg":2.87,"rest_s":45}`,
			"Date                        2026-11-17\nStarted                     2026-11-17 17:46\nTime                        1:14:45\n" +
				"Average power               177 W\nHeart rate recovery         22 bpm\nPace                        4:13 /km\n" +
				"Temperature                 20 °C\nShare                       3.3 %\nIndoors                     yes\n" +
				"Size of the original files  45.6 MB\nCSS                         1:21 /100 m\nPower to weight             2.87 W/kg\n" +
				"Rest between intervals      0:45\n",
		},
		"words first, notes and what is missing last": {
			`{"missing":{"tss":"no threshold"},"notes":["Today counts what is recorded so far."],"load":98.5,"words":["Form is fresh."]}`,
			"Form is fresh.\n\nLoad  99\n\nToday counts what is recorded so far.\n\nMissing\n  Load  no threshold\n",
		},
		"small objects on a line, larger ones below": {
			`{"weight_kg":{"value":61.7,"since":"2026-11-09"},"range":{"start_date":"2026-11-09","end_date":"2026-11-22","days":14},"today":{"load":98.5,"ctl":48.8,"atl":46.8,"tsb":8.7}}`,
			"Weight  61.7 kg (since 2026-11-09)\nPeriod  2026-11-09 to 2026-11-22 (14 days)\n\nToday\n  Load     99\n  Fitness  " +
				"49\n  Fatigue  47\n  Form     9\n",
		},
		"a table, dates and names first, ids last, what is the same above": {
			`{"activities":[{"avg_hr_bpm":149.8,"duration_s":5305,"id":"e77","local_date":"2026-11-22","name":"Long run","time_zone":"Europe/Zurich","laps":[]},{"duration_s":4260,"id":"a7x","local_date":"2026-11-21","name":"Erg","time_zone":"Europe/Zurich"}]}`,
			"Activities (each: time zone Europe/Zurich)\n  Date        Name         Time  Avg HR, bpm  ID\n  2026-11-22  " +
				"Long run  1:28:25          150  e77\n  2026-11-21  Erg       1:11:00               a7x\n",
		},
		"columns": {
			`{"curve":{"activities":26,"duration_s":[1,60,3600],"power_w":[485,375.7,198.79]}}`,
			"Curve\n  Activities  26\n\n     Time  Power, W\n     0:01       485\n     1:00       376\n  1:00:00       199\n",
		},
		"a series of days": {
			`{"actual":{"dates":["2026-11-09","2026-11-10","2026-11-11","2026-11-12"],"ctl":[40,45,50,45],"atl":[null,38,40,39]}}`,
			"So far, 2026-11-09 to 2026-11-12\n  Fitness  ▁▄█▄  last 45, 40 to 50\n  Fatigue   ▁█▄  last 39, 38 to 40\n",
		},
		"parts with columns of their own": {
			`{"time_in_zones":[{"kind":"power","sports":["cycling","running"],"names":["Z1","Z2","Z3"],"seconds":[2379,4132,0]},{"kind":"hr","names":["Z1"],"seconds":[60]}]}`,
			"Time in zones: power\n  Kind    power\n  Sports  cycling, running\n\n  Name     Time\n  Z1      39:39\n  Z2    1:08:52\n" +
				"  Z3       0:00\n\nTime in zones: hr\n  Kind  hr\n  Name  Z1\n  Time  1:00\n",
		},
		"shares of what has another unit": {
			`{"change":{"tss":-7.1,"percent":{"distance_km":-63.3,"tss":-2,"x":1,"y":2}},"power_w":{"5":551,"60":433,"300":285,"1200":257}}`,
			"Change\n  Load  -7\n\n  Percent\n    Distance  -63.3 %\n    TSS       -2 %\n    X         1 %\n    Y         " +
				"2 %\n\nPower\n  5     551 W\n  60    433 W\n  300   285 W\n  1200  257 W\n",
		},
		"rows that hold more than a table can": {
			`{"periods":[{"period":"all","power":{"duration_s":[5,60],"power_w":[500,400]}},{"period":"season","power":{"duration_s":[5,60],"power_w":[450,390]}}],"laps":[{"lap":1,"a_s":1,"b_s":2,"device":{"a":1,"b":2,"c":3,"d":4}}]}`,
			"Periods: all\n  Period  all\n\n  Power\n    Time  Power, W\n    0:05       500\n    1:00       " +
				"400\n\nPeriods: season\n  Period  season\n\n  Power\n    Time  Power, W\n    0:05       450\n    " +
				"1:00       390\n\nLaps\n  Lap     A     B\n    1  0:01  0:02\n  No room for: device\n",
		},
		"nothing": {`{"events":[],"load":1}`, "Events  none\nLoad    1\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := shown(t, c.answer, 0); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestWidth: lines stay within the terminal; columns that find no room are
// named, ids keep theirs.
func TestWidth(t *testing.T) {
	t.Parallel()
	got := shown(t, `{"words":["One two three four five six seven eight nine ten."],"rows":[{"id":"abc","name":"A long name of a ride","duration_s":1,"distance_km":2,"avg_power_w":3},{"id":"abd","name":"B","duration_s":1,"distance_km":2,"avg_power_w":4}]}`, 40)
	for line := range strings.Lines(got) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 40 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
	if !strings.Contains(got, "No room for: distance, avg power") || !strings.Contains(got, "abd\n") ||
		!strings.Contains(got, "seven eight\nnine") {
		t.Errorf("%s", got)
	}
}

// TestAnythingIsShown: an answer of any shape is shown without a fault.
func TestAnythingIsShown(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{
		`{}`, `{"a":null}`, `{"a":[[1,2],[3,4]]}`, `{"a":[{"b":[{"c":1}]},2,"x"]}`,
		`{"a":{"b":{"c":{"d":[{"e":{"f":[1,null,"x"]}}]}}}}`, `{"a":[null,null,null],"b":[1,2,3]}`, `{"":""}`,
	} {
		for _, width := range []int{0, 1, 20} {
			_ = shown(t, answer, width)
		}
	}
	if err := cli.Answer(&strings.Builder{}, []byte(`{"a":`), cli.Look{}); err == nil {
		t.Error("half an answer was shown")
	}
}
