package connections_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
	"lapkeep/test/intervalstest"
)

// ofIGPSport are the connections of an athlete who signed in to a region.
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
			now := past.At(training.Cycling, today)
			if now.FTPW != 250 || now.LTHRBpm != 168 || now.MaxHRBpm != 188 || now.WeightKg != 71 || now.RestHRBpm != 48 ||
				past.At(training.Running, today).LTHRBpm != 168 || !slices.Equal(now.HRZones, []float64{137, 151, 159, 169}) ||
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
