package connections_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/kinds"
	"lapkeep/internal/writes/outbox"
	"lapkeep/test/igpsporttest"
	"lapkeep/test/intervalstest"
	"lapkeep/test/stravatest"
)

// planner is an athlete whose new workouts go to a region of iGPSport.
type planner struct {
	*testing.T
	*home
	server  *igpsporttest.Server
	region  igpsporttest.Region
	set     *connections.Set
	box     *outbox.Box
	journal *journal.Journal
}

const sweetSpot = "- 10m 50-60%\n\n2x\n- 20m 88-94%\n- 5m 45-55%"

// atBothRegions runs a test against each region of a service of its own.
func atBothRegions(t *testing.T, o igpsporttest.Options, f func(l *planner)) {
	t.Helper()
	for _, region := range []igpsporttest.Region{igpsporttest.CN, igpsporttest.INTL} {
		t.Run(string(region), func(t *testing.T) {
			t.Parallel()
			l := &planner{T: t, home: newHome(t, intervalstest.Options{Empty: true}), region: region}
			o.Now, o.Activities = func() time.Time { return began }, 1
			l.server = igpsporttest.New(t, o)
			l.set = ofIGPSport(t, l.home, l.server, region)
			refs := kinds.Refs{Rows: l.db.Outbox}
			l.box = outbox.New(outbox.Options{
				Store: l.db, Services: func(training.AthleteID) outbox.Services { return l.set }, NewID: l.newID,
				Now:   l.Now,
				Kinds: []outbox.Kind{kinds.Folders(refs), kinds.Workouts(refs, l.db, l.Now)},
			})
			l.journal = journal.New(l.db, l.newID).WithOutbox(l.box)
			storetest.Write(t, l.db, func(tx *store.Tx) error {
				if err := tx.PutAthlete(training.Athlete{ID: ann, TimeZone: "Etc/UTC", HomeSource: "igpsport"}); err != nil {
					return err
				}
				return tx.PutThreshold(ann, training.ThresholdEntry{
					Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: training.DayOf(began) - 100, Values: []float64{250},
				})
			})
			l.sync()
			f(l)
		})
	}
}

func (l *planner) sync() {
	l.Helper()
	if _, err := l.set.Sync(l.Context(), "igpsport", false, nil); err != nil {
		l.Fatal(err)
	}
}

// put has the athlete say something of a document of the library, as the tools do.
func (l *planner) put(c document.Collection, id string, own document.Own) journal.Outcome {
	l.Helper()
	w := journal.Write{
		Athlete: ann, Face: "cli", Tool: "test", Summary: "A change", Now: l.Now(), Audience: training.AudienceExport,
		Targets: map[string]string{string(c) + ":" + id: ""},
	}
	out, err := l.journal.Do(l.Context(), w, func(tx *store.Tx) (journal.Effect, error) {
		former, err := tx.PutOwn(ann, c, id, own)
		return journal.Effect{Changed: []journal.Changed{journal.DocumentChanged{Collection: c, ID: id, Before: former}}}, err
	})
	if err != nil {
		l.Fatal(err)
	}
	return out
}

func (l *planner) say(name, text string) journal.Outcome {
	l.Helper()
	fields, err := json.Marshal(map[string]any{"name": name, "sport": "cycling", "description": text, "tags": []string{"sst"}})
	if err != nil {
		l.Fatal(err)
	}
	return l.put(document.Workouts, "mine", document.Own{Fields: fields})
}

// named returns the workouts of a name at the service.
func (l *planner) named(name string) (all []igpsporttest.Workout) {
	l.server.Do(l.region, func(m *igpsporttest.Member) {
		for _, w := range m.Workouts {
			if w.Doc["title"] == name {
				all = append(all, *w)
			}
		}
	})
	return all
}

// TestAWorkoutArrivesInWatts: 2×20 minutes at 88–94 % of an FTP of 250 W are
// 220–235 W there, what it has no place for is told, and here the athlete's own
// words stay.
func TestAWorkoutArrivesInWatts(t *testing.T) {
	t.Parallel()
	atBothRegions(t, igpsporttest.Options{}, func(l *planner) {
		out := l.say("2x20", sweetSpot)
		if len(out.AtService) != 1 || out.AtService[0].State != "done" {
			l.Fatalf("%+v", out.AtService)
		}
		want := []ledger.Difference{{Field: "tags", Meant: `["sst"]`}}
		if d := cmp.Diff(want, out.AtService[0].Differences); d != "" {
			l.Error(d)
		}
		if n := out.AtService[0].Note; n.String() != "Percentages of FTP are written as watts at an FTP of 250 W: they do not change "+
			"with a new one." {
			l.Error(n)
		}
		there := l.named("2x20")
		text, err := json.Marshal(there)
		if err != nil || len(there) != 1 || !strings.Contains(string(text), `"maxValue":235,"minValue":220,"unit":"PowerCustom"`) {
			l.Fatalf("there: %s", text)
		}
		l.sync()
		w, err := workouts.FindWorkout(l.Context(), l.db, storetest.Export(ann), "mine")
		if err != nil || w.Description != sweetSpot || w.Name != "2x20" {
			l.Errorf("here: %+v %v", w.LibraryWorkout, err)
		}
		l.renamed()
		l.deletedInTheApp()
	})
}

// renamed: a new name leaves the steps that are there, and an undo brings the
// former back.
func (l *planner) renamed() {
	l.Helper()
	before := l.named("2x20")[0].Doc["structure"]
	out := l.say("Threshold", sweetSpot)
	now := l.named("Threshold")
	if out.AtService[0].State != "done" || len(now) != 1 || len(l.named("2x20")) != 0 || cmp.Diff(before, now[0].Doc["structure"]) != "" {
		l.Errorf("renamed: %+v, %d", out.AtService, len(now))
	}
	if _, err := l.journal.Undo(l.Context(), storetest.Export(ann), out.JournalID, l.Now()); err != nil || len(l.named("2x20")) != 1 {
		l.Errorf("undone: %v", err)
	}
}

// deletedInTheApp: it is not made again, neither by a sync nor by a change.
func (l *planner) deletedInTheApp() {
	l.Helper()
	l.server.Do(l.region, func(m *igpsporttest.Member) { m.Workouts = m.Workouts[:3] })
	out := l.say("Changed", sweetSpot)
	if at := out.AtService; len(at) != 1 || at[0].State != "failed" || !strings.Contains(at[0].Note.String(), "kept here only") {
		l.Errorf("%+v", at)
	}
	l.sync()
	l.sync()
	if len(l.named("Changed"))+len(l.named("2x20")) > 0 {
		l.Error("it was made again")
	}
	w, err := workouts.FindWorkout(l.Context(), l.db, storetest.Export(ann), "mine")
	if err != nil || w.Name != "Changed" || w.Description != sweetSpot {
		l.Errorf("here: %+v %v", w.LibraryWorkout, err)
	}
}

// TestALostAnswerMakesOneWorkout, found by its name among those that are new.
func TestALostAnswerMakesOneWorkout(t *testing.T) {
	t.Parallel()
	atBothRegions(t, igpsporttest.Options{NullCreated: true}, func(l *planner) {
		l.server.Inject(igpsporttest.Fault{Operation: "saveWorkout", Times: 1, Cut: true, Late: true})
		if out := l.say("Once", sweetSpot); out.AtService[0].State == "done" {
			l.Fatalf("%+v", out.AtService)
		}
		for range 3 {
			if err := l.Sleep(l.Context(), 10*time.Minute); err != nil {
				l.Fatal(err)
			}
			if err := l.box.Send(l.Context(), ann, "igpsport", true); err != nil {
				l.Fatal(err)
			}
		}
		if n := len(l.named("Once")); n != 1 {
			l.Errorf("%d of them", n)
		}
		out := l.put(document.Workouts, "mine", document.Own{Deleted: true})
		if out.AtService[0].State != "done" || len(l.named("Once")) != 0 {
			l.Errorf("%+v", out.AtService)
		}
	})
}

// TestAFolderStaysHere, for the service has none.
func TestAFolderStaysHere(t *testing.T) {
	t.Parallel()
	atBothRegions(t, igpsporttest.Options{}, func(l *planner) {
		out := l.put(document.Folders, "base", document.Own{Fields: []byte(`{"name":"Base"}`)})
		if at := out.AtService; len(at) != 1 || at[0].State != "not_for_service" || !strings.Contains(at[0].Note.String(), "kept here only") {
			l.Errorf("%+v", at)
		}
	})
}

// ofIGPSport returns the connections of an athlete who signed in to a region.
func ofIGPSport(t *testing.T, h *home, s *igpsporttest.Server, region igpsporttest.Region) *connections.Set {
	t.Helper()
	user := map[igpsporttest.Region]string{igpsporttest.CN: igpsporttest.DefaultPhone, igpsporttest.INTL: igpsporttest.DefaultEmail}[region]
	set := h.set(func(o *connections.Options) {
		o.Given = map[source.Name]connections.Given{"igpsport": {URL: s.URL(region)}}
	})
	if _, err := set.Connect(t.Context(), "igpsport", connect.Answers{Credentials: source.Credentials{
		Region: string(region), User: user, Password: source.NewSecret(igpsporttest.DefaultPassword),
	}}, h.Now()); err != nil {
		t.Fatal(err)
	}
	return set
}

// TestAnAthleteOfIGPSport: what both regions say comes in by the usual ways.
func TestAnAthleteOfIGPSport(t *testing.T) {
	t.Parallel()
	for _, region := range []igpsporttest.Region{igpsporttest.CN, igpsporttest.INTL} {
		t.Run(string(region), func(t *testing.T) {
			t.Parallel()
			h := newHome(t, intervalstest.Options{Empty: true})
			s := igpsporttest.New(t, igpsporttest.Options{Now: func() time.Time { return began }, Seconds: 120, NoStartEvery: 6})
			s.Inject(igpsporttest.Fault{Operation: "file", After: 3, Times: 1, Size: 40 << 20})
			set := ofIGPSport(t, h, s, region)
			r, err := set.Sync(t.Context(), "igpsport", false, nil)
			if err != nil || r.Stored != 25 || r.Failed != 1 {
				t.Fatalf("%+v, %v", r, err)
			}
			if err := h.Sleep(t.Context(), 2*time.Hour); err != nil {
				t.Fatal(err)
			}
			if r, err = set.Sync(t.Context(), "igpsport", false, nil); err != nil || r.Stored != 1 || r.Failed != 0 {
				t.Errorf("the one that was too long: %+v, %v", r, err)
			}
			h.ridesOf(t, s, region)
			today := training.DayOf(h.Now())
			past, err := h.db.History(t.Context(), storetest.Export(ann))
			if err != nil {
				t.Fatal(err)
			}
			now := past.At(training.Cycling.Plain(), today)
			if now.FTPW != 250 || now.LTHRBpm != 168 || now.MaxHRBpm != 188 || now.WeightKg != 71 || now.RestHRBpm != 48 ||
				past.At(training.Running.Plain(), today).LTHRBpm != 168 || !slices.Equal(now.HRZones, []float64{137, 151, 159, 169}) ||
				now.PowerZones != nil { // the usual ones follow from the FTP
				t.Errorf("%+v", now)
			}
		})
	}
}

// ridesOf checks that each activity of the service is here as its file has it.
func (h *home) ridesOf(t *testing.T, s *igpsporttest.Server, region igpsporttest.Region) {
	t.Helper()
	var rides []igpsporttest.Ride
	s.Do(region, func(m *igpsporttest.Member) {
		for _, r := range m.Rides {
			rides = append(rides, *r)
		}
	})
	for _, want := range rides {
		id, err := h.db.Resolve(t.Context(), storetest.Export(ann), "igpsport:"+strconv.FormatInt(want.ID, 10))
		if err != nil {
			t.Errorf("%d: %v", want.ID, err)
			continue
		}
		got, err := h.db.Activity(t.Context(), storetest.Export(ann), id)
		if err != nil || !got.Start.Equal(want.Start) || string(got.Sport) != want.Body.Sport || !strings.HasPrefix(got.Name, want.Title) {
			t.Errorf("%d: %s %q at %s, want %s %q at %s, %v", want.ID, got.Sport, got.Name, got.Start, want.Body.Sport, want.Title, want.Start, err)
		}
	}
	if n := h.count(t); n != len(rides) {
		t.Errorf("%d activities of %d", n, len(rides))
	}
}

// TestBadAnswersOfStrava meet a sync: each is told as what it is, with what mends
// it, nothing of it is kept, and the next sync brings the whole list.
func TestBadAnswersOfStrava(t *testing.T) {
	t.Parallel()
	said := func(status int, resource, field, code string) stravatest.Fault {
		return stravatest.Fault{Status: status, Says: resource + "/" + field + "/" + code}
	}
	for name, x := range map[string]struct {
		with  stravatest.Fault
		spent stravatest.Usage
		want  source.Fault
		mends string
	}{
		"401, dead":      {with: said(401, "Athlete", "access_token", "invalid"), want: source.Unauthorised, mends: "lapkeep connect strava"},
		"401, a right":   {with: said(401, "AccessToken", "activity:read_permission", "missing"), want: source.Unscoped, mends: "activity:read"},
		"402":            {with: said(402, "", "", ""), want: source.Unpaid, mends: "Subscribe"},
		"403, inactive":  {with: said(403, "Application", "Status", "Inactive"), want: source.Inactive, mends: "application's settings"},
		"403, crowded":   {with: said(403, "Application", "Athlete limit", "exceeded"), want: source.Crowded, mends: "the athlete's own"},
		"403, a right":   {with: said(403, "AccessToken", "activity:read_permission", "missing"), want: source.Unscoped, mends: "activity:read"},
		"404":            {with: said(404, "Activity", "id", "not found"), want: source.NotFound},
		"429, a quarter": {spent: stravatest.Usage{ReadQuarter: 100}, want: source.RateLimited, mends: "21:45:00Z"},
		"429, a day":     {spent: stravatest.Usage{Day: 2000}, want: source.RateLimited, mends: "2026-11-21T00:00:00Z"},
		"500":            {with: said(500, "", "", ""), want: source.Unavailable, mends: "Try again later"},
		"503":            {with: said(503, "", "", ""), want: source.Unavailable, mends: "Try again later"},
		"a page":         {with: stravatest.Fault{Status: 502, Body: stravatest.HTML}, want: source.Unavailable, mends: "Try again later"},
		"a page as 200":  {with: stravatest.Fault{Status: 200, Body: stravatest.HTML}, want: source.Unavailable},
		"an object":      {with: stravatest.Fault{Status: 200, Body: `{"message":"<script>alert(1)</script>"}`}, want: source.Changed},
		"half":           {with: stravatest.Fault{Truncate: true}, want: source.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRider(t, stravatest.Options{Activities: 8})
			r.connected()
			end := func() {}
			if r.at.Spend(x.spent); x.spent == (stravatest.Usage{}) {
				x.with.Operation = "getLoggedInAthleteActivities"
				end = r.at.Inject(x.with)
			}
			_, err := r.s.Sync(t.Context(), "strava", false, nil)
			if f, _ := source.FailureOf(err); err == nil || f.Fault != x.want || !strings.Contains(err.Error(), x.mends) ||
				strings.Contains(err.Error(), "<") {
				t.Errorf("%v: %v", f.Fault, err)
			}
			if n := r.apart(); n != 0 {
				t.Errorf("%d rows of it are kept", n)
			}
			end()
			r.at.Advance(24 * time.Hour)
			if _, err := r.again().Sync(t.Context(), "strava", false, nil); err != nil || r.apart() != 8 {
				t.Errorf("later: %v, %d rows", err, r.apart())
			}
		})
	}
}

// apart returns how many activities are kept apart.
func (r *rider) apart() int {
	r.t.Helper()
	n, err := r.rows.Count(r.t.Context(), r.place())
	if err != nil {
		r.t.Fatal(err)
	}
	return n
}

func (r *rider) place() limited.Place {
	return limited.Place{Scope: training.Scope{Athlete: ann, Audience: training.AudiencePage}, Source: "strava", Kind: limited.Activity}
}

// TestOddRowsOfStrava checks that odd rows of Strava are kept as far as
// possible: an id of 2^63 is text that loses nothing, and streams of unequal
// length share one index.
func TestOddRowsOfStrava(t *testing.T) {
	t.Parallel()
	const last = "9223372036854775808"
	r := newRider(t, stravatest.Options{Activities: 8, UnequalStreams: true})
	r.connected()
	r.at.Inject(stravatest.Fault{Operation: "getLoggedInAthleteActivities", Times: 1, Edit: func(v any) any {
		if all, ok := v.([]any); ok && len(all) > 0 {
			if row, ok := all[len(all)-1].(map[string]any); ok { // the oldest
				row["id"] = json.Number(last)
			}
		}
		return v
	}})
	if _, err := r.s.Sync(t.Context(), "strava", false, nil); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := r.rows.Row(t.Context(), r.place(), last); err != nil || !ok || r.apart() != 8 {
		t.Errorf("%d rows, the last %v %v", r.apart(), ok, err)
	}
	at := r.place()
	at.Kind = limited.Streams
	if n, err := r.rows.Count(t.Context(), at); err != nil || n == 0 {
		t.Errorf("%d streams, %v", n, err)
	}
}
