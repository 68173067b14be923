//go:build e2e

package trial

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/app"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/importing/timezone"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// event is planned by the athlete.
type event struct {
	Date      string  `json:"date"`
	EndDate   string  `json:"end_date,omitempty"`
	Name      string  `json:"name"`
	Category  string  `json:"category,omitempty"`
	Sport     string  `json:"sport,omitempty"`
	DurationS float64 `json:"duration_s,omitempty"`
	Load      float64 `json:"load,omitempty"`
}

// entered returns the events that the trial enters beside the athlete's own
// calendar.
func entered() []event {
	return []event{
		{Date: "2026-08-28", Name: "Pool", Category: "workout", Sport: "swim", DurationS: 2700, Load: 30},
		{Date: "2026-09-06", Name: "Hill climb", Category: "race_b", Sport: "ride", DurationS: 2400, Load: 60},
		{Date: "2026-09-16", EndDate: "2026-09-19", Name: "Holiday in Italy", Category: "holiday"},
		{Date: "2026-10-04", Name: "City half marathon", Category: "race_a", Sport: "run", DurationS: 5700, Load: 120},
	}
}

// planned returns the events of some days: those of the athlete's own calendar,
// of which the load is that of their texts, and those that were entered.
func (b *book) planned(from, to training.Day) (out []event) {
	for _, e := range b.plan.Events() {
		if d := e.Start.Day(); d >= from && d <= to {
			out = append(out, event{Date: d.String(), Name: e.Name, Sport: string(e.Sport), Load: b.loadOfText(e)})
		}
	}
	for _, e := range entered() {
		if e.Date >= from.String() && e.Date <= to.String() {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b event) int { return cmp.Compare(a.Date, b.Date) })
	return out
}

func (b *book) calendar() {
	names := func(of []event) (out []string) {
		for _, e := range of {
			out = append(out, e.Name)
		}
		return out
	}
	next := b.planned(day(time.August, 24), day(time.August, 30))
	load := 0.0
	for _, e := range next {
		load += e.Load
	}
	b.put("next_week_names", names(next))
	b.put("next_week_load", load)
	b.put("saturday_event", names(b.planned(day(time.August, 22), day(time.August, 22))))
	b.put("tomorrow_event", names(b.planned(b.today+1, b.today+1)))
	b.put("weekend_names", names(b.planned(day(time.August, 22), day(time.August, 23))))
	done, moved, missed := b.doneOf(b.planned(lastWeek, sunday))
	b.put("done_last_week", names(done))
	b.put("moved_last_week", names(moved))
	b.put("missed_last_week", names(missed))
	b.put("holiday_days", []string{"2026-09-16", "2026-09-19"})
	b.put("next_race_name", "Hill climb")
	b.put("next_race_day", "2026-09-06")
	b.put("next_race_in_days", 17.0)
	b.put("a_race_name", "City half marathon")
	b.put("a_race_day", "2026-10-04")
}

// doneOf parts events that something of their sport was done of, on the day or
// on the next, from others.
func (b *book) doneOf(events []event) (done, moved, missed []event) {
	for _, e := range events {
		on, err := training.ParseDay(e.Date)
		if err != nil {
			panic(err)
		}
		switch sport := training.Sport(e.Sport); {
		case len(b.those(on, on, sport)) > 0:
			done = append(done, e)
		case len(b.those(on+1, on+1, sport)) > 0:
			moved = append(moved, e)
		default:
			missed = append(missed, e)
		}
	}
	return done, moved, missed
}

// writes put down the days that a dry run has to show. A day of the week that is
// planned for is one to come, and nobody who says Tuesday on a Thursday means the last.
func (b *book) writes() {
	b.put("write_tuesday", "2026-08-25")
	b.put("write_tomorrow", "2026-08-21")
	b.put("write_friday", "2026-08-21")
	b.put("write_sunday", "2026-08-23")
	b.put("write_in_three_days", "2026-08-23")
	b.put("write_race", "2026-09-26")
	b.put("moved_day", "2026-08-23")
	b.put("copied_day", "2026-09-01")
	b.put("deleted_name", "Pool")
	b.put("write_weight", "60.4")
	b.put("write_sleep", "27000")
	b.put("write_ftp", "250")
	b.put("sick_from", "2026-08-19")
	b.put("sick_to", "2026-08-23")
	b.put("plan_last_week", "2026-11-30") // the Monday before the race of 6 December
	b.put("base_first_week", "2026-08-24")
	b.put("base_last_week", "2026-10-12") // the eighth Monday
	b.put("write_max_hr", "188")
}

// nights returns the values of a field that the days from one on have, in
// order.
func (b *book) nights(from, to training.Day, field training.WellnessField) (out []float64) {
	for _, m := range b.plan.Until(asked).Mornings() {
		for _, w := range []training.WellnessDay{m.Watch, m.Own} {
			if v, ok := w.Numbers[field]; ok && w.Day >= from && w.Day <= to {
				out = append(out, v.Value)
			}
		}
	}
	return out
}

func (b *book) wellness() {
	const sleep, hrv, resting = training.WellnessSleepS, training.WellnessHRVRmssdMs, training.WellnessRestingHRBpm
	mean := func(from, to training.Day, field training.WellnessField) float64 {
		return naive.Mean(b.nights(from, to, field))
	}
	b.put("sleep_today_h", mean(b.today, b.today, sleep)/3600)
	b.put("sleep_7d_h", mean(b.today-6, b.today, sleep)/3600)
	b.put("sleep_week_h", mean(thisWeek, b.today, sleep)/3600)
	b.put("hrv_today", mean(b.today, b.today, hrv))
	b.put("hrv_7d", mean(b.today-6, b.today, hrv))
	b.put("hrv_week", mean(thisWeek, b.today, hrv))
	b.put("hrv_may", mean(day(time.May, 1), day(time.May, 31), hrv))
	b.put("rhr_week", mean(thisWeek, b.today, resting))
	b.put("rhr_yesterday", mean(yesterday, yesterday, resting))
	b.put("steps_yesterday", mean(yesterday, yesterday, training.WellnessSteps))
	weights := b.nights(year, b.today, training.WellnessWeightKg)
	b.put("weight_today", weights[len(weights)-1])
	b.put("cycle_days", b.cycleDays())
	sat := b.of(saturday, training.Cycling)
	b.put("saturday_wind_kmh", sat.Weather[training.MetricWindSpeedKMH])
	b.put("saturday_air_c", sat.Weather[training.MetricWeatherTempC])
	b.put("carbs_8_august_g", b.of(day(time.August, 8), training.Cycling).CarbsG)
}

// cycleDays returns the mean length of the whole cycles of a year: from the
// first day of a period to the day before that of the next.
func (b *book) cycleDays() float64 {
	var begun []training.Day
	var last training.Day
	for _, m := range b.plan.Until(asked).Mornings() {
		if m.Own.Words[training.WellnessMenstrualPhase].Text != "period" || m.Own.Day <= b.today-365 {
			continue
		}
		if m.Own.Day > last+10 {
			begun = append(begun, m.Own.Day)
		}
		last = m.Own.Day
	}
	return float64(begun[len(begun)-1]-begun[0]) / float64(len(begun)-1)
}

// gear adds up what was recorded with the things that are not retired.
func (b *book) gear() {
	used, chain := map[string]float64{}, 0.0
	things, reminders := b.plan.Gear()
	for _, o := range b.all {
		if o.leg < len(o.Gear) {
			for _, id := range o.Gear[o.leg] {
				used[id] += o.km
			}
		}
	}
	slices.SortFunc(things, func(a, b training.Gear) int { return cmp.Compare(a.Name, b.Name) })
	var names []string
	var shoes []float64
	for _, g := range things {
		if g.Retired {
			continue
		}
		names = append(names, g.Name)
		switch {
		case g.Kind == training.GearShoes:
			shoes = append(shoes, used[g.ID])
		case g.Part == "chain":
			for _, o := range b.ridden(g.Since) {
				chain += o.km
			}
		}
		if g.ID == raceBike {
			b.put("bike_km", g.EarlierKm+used[g.ID])
		}
	}
	every := 0.0
	for _, r := range reminders {
		if r.Text == "Replace the chain" {
			every = r.DistanceKm
		}
	}
	b.put("shoes_km", shoes)
	b.put("chain_left_km", every-chain)
	b.put("gear_names", names)
}

// raceBike is the athlete's first bike, on which the chain is.
const raceBike = "demo-race-bike"

func (b *book) ridden(from training.Day) (out []*outing) {
	for _, o := range b.those(from, b.today, training.Cycling) {
		if o.leg < len(o.Gear) && slices.Contains(o.Gear[o.leg], raceBike) {
			out = append(out, o)
		}
	}
	return out
}

func (b *book) missing() {
	for _, name := range []string{
		"no_spo2", "no_swim_power", "no_track_hr", "no_hrv_2_august", "no_blood_pressure", "no_run_power_may_2025",
	} {
		b.put(name, absent{})
	}
	b.put("none_in_break", float64(len(b.those(training.NewDay(2025, time.November, 3), training.NewDay(2025, time.November, 16), ""))))
	b.put("none_in_2019", 0.0)
}

func (b *book) status() {
	b.put("activity_count", float64(len(b.all)))
	b.put("first_day", b.all[0].Day.String())
	b.put("last_day", b.today.String())
	b.put("version", version)
	for _, name := range []string{"strava_not_connected", "intervals_not_connected", "no_sources"} {
		b.put(name, 0.0)
	}
	b.put("sync_says_no_source", "connect") // how to get one
}

const version = "v0.0.0-trial"

// athlete is a user of the program in folders of their own.
type athlete struct {
	user, work, home string
	borders          *timezone.Finder
}

func newAthlete(t *testing.T) *athlete {
	t.Helper()
	base := t.TempDir()
	a := &athlete{user: filepath.Join(base, "user"), work: filepath.Join(base, "work"), borders: &timezone.Finder{}}
	a.home = filepath.Join(a.user, ".lapkeep-demo")
	for _, dir := range []string{a.user, a.work} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// make has the program make the demo athlete.
func (a *athlete) make(t *testing.T) {
	t.Helper()
	var said logged
	if code := a.program(eof{}, io.Discard, &said).Run(t.Context(), []string{"demo", "--only-build"}); code != 0 {
		t.Fatalf("demo: exit %d\n%s", code, said)
	}
}

func (a *athlete) program(in io.Reader, out, err io.Writer) *app.Program {
	return &app.Program{
		Borders: a.borders,
		Streams: cli.Streams{In: in, Out: out, Err: err},
		Places:  settings.Input{Environ: []string{"TZ=Europe/Zurich"}, WorkDir: a.work, UserHome: a.user},
		Now:     func() time.Time { return asked },
		Random:  rand.Reader,
		Version: version,
	}
}

type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }

type logged []byte

func (l *logged) Write(b []byte) (int, error) {
	*l = append(*l, b...)
	return len(b), nil
}

// serve starts the program as a client would, with its standard input and
// output, and connects to it.
func (a *athlete) serve(t *testing.T, flags ...string) *mcp.ClientSession {
	t.Helper()
	in, send := io.Pipe()
	receive, out := io.Pipe()
	args := append([]string{"serve", "--home", a.home}, flags...)
	done := make(chan int, 1)
	var said logged
	ctx := context.WithoutCancel(t.Context()) // closing its input ends it
	go func() {
		done <- a.program(in, out, &said).Run(ctx, args)
		out.Close()
	}()
	t.Cleanup(func() {
		send.Close()
		if code := <-done; code != 0 {
			t.Errorf("serve: exit %d\n%s", code, said)
		}
	})
	agrees := func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}, nil
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "trial", Version: version}, &mcp.ClientOptions{ElicitationHandler: agrees})
	session, err := client.Connect(ctx, &mcp.IOTransport{Reader: receive, Writer: send}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return session
}

// call calls a tool and gives its structured answer, or what it says is wrong.
func call(ctx context.Context, s *mcp.ClientSession, tool string, args any) (map[string]any, error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return nil, err
	}
	if res.IsError {
		text, _ := json.Marshal(res.Content)
		return map[string]any{"error": string(text)}, nil
	}
	b, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return nil, err
	}
	var out map[string]any
	return out, json.Unmarshal(b, &out)
}
