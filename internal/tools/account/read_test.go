package account_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

func TestStatusOfAnEmptyStoreHelps(t *testing.T) {
	t.Parallel()
	var v athlete.StatusView
	tooltest.Decode(t, open(t).table, model, "get_status", `{}`, &v)
	if v.Version != "1.2.3" || len(v.Athletes) != 1 || !v.Athletes[0].Default || v.Data.Activities != 0 || v.Data.First != nil {
		t.Errorf("status is %+v", v)
	}
	if len(v.Better) != 1 || !strings.Contains(v.Better[0].How.String(), "lapkeep import") || !strings.Contains(v.Words[0].String(), "empty") {
		t.Errorf("it advises %+v %q", v.Better, v.Words)
	}
}

func TestStatusSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	h := open(t)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		if err := tx.PutImportRun(store.ImportRun{
			ID: "run-1", Athlete: who, StartedAt: storetest.Noon(), FinishedAt: storetest.Noon(),
			Paths: []string{"/home/you/secret"}, Counts: map[string]int{"imported": 3},
		}); err != nil {
			return err
		}
		for i, id := range []training.ActivityID{"a", "b", "c"} {
			if err := storetest.AddRide(tx, who, id, storetest.Noon().Add(-time.Duration(i)*24*time.Hour), store.EveryAudience); err != nil {
				return err
			}
		}
		return nil
	})
	var v athlete.StatusView
	res := tooltest.Call(t, h.table, model, "get_status", `{}`)
	tooltest.Decode(t, h.table, model, "get_status", `{}`, &v)
	if v.Data.Activities != 3 || v.Data.BySport[training.Cycling] != 3 || *v.Data.Last != today || v.Imports[0].Counts["imported"] != 3 {
		t.Errorf("status is %+v", v)
	}
	if strings.Contains(string(res.Structured), "secret") {
		t.Error("the paths of imports were told")
	}
	named := func() string {
		var v athlete.StatusView
		tooltest.Decode(t, h.table, model, "get_status", `{}`, &v)
		var out []string
		for _, a := range v.Better {
			out = append(out, a.Missing)
		}
		return strings.Join(out, " ")
	}
	if got := named(); !strings.Contains(got, "ftp_w") || !strings.Contains(got, "lthr_bpm") || !strings.Contains(got, "sex") {
		t.Errorf("missing are %s", got)
	}
	h.update(t, model, `{"ftp_w":250,"lthr_bpm":165,"sex":"male"}`)
	if got := named(); strings.Contains(got, "ftp_w") || strings.Contains(got, "lthr_bpm") || strings.Contains(got, "sex") {
		t.Errorf("with settings still missing %s", got)
	}
}

func TestProfileShowsThresholdsAndTheirZones(t *testing.T) {
	t.Parallel()
	h := open(t)
	var empty athlete.ProfileView
	tooltest.Decode(t, h.table, model, "get_athlete_profile", `{}`, &empty)
	if len(empty.Thresholds) != 0 || empty.Missing["thresholds"] == "" || empty.Missing["sex"] == "" || empty.Units != training.MetricUnits {
		t.Errorf("a new athlete: %+v", empty)
	}
	h.update(t, model, `{"ftp_w":200,"lthr_bpm":170,"threshold_pace_s_per_km":250,"css_pace_s_per_100m":90,"effective_from":"2026-03-01"}`)
	h.update(t, model, `{"hr_zones_bpm":[120,150],"sport":"run"}`)
	var v athlete.ProfileView
	tooltest.Decode(t, h.table, model, "get_athlete_profile", `{}`, &v)
	if !v.Default || v.AthleteID != who || v.LocalDate != today || v.TimeZone != "Europe/Berlin" || v.WeekStart != "monday" {
		t.Errorf("profile is %+v", v)
	}
	sports := map[training.Sport]athlete.SportSettings{}
	for _, s := range v.Thresholds {
		sports[s.Sport] = s
	}
	if d := sports[training.Cycling].Settings["ftp_w"]; d.Value != 200 || d.Since.String() != "2026-03-01" {
		t.Errorf("FTP is %+v", d)
	}
	if run := sports[training.Running].Settings; run["threshold_pace_s_per_km"].Value != 250 ||
		sports[training.Swimming].Settings["css_pace_s_per_100m"].Value != 90 {
		t.Errorf("paces are %+v", run)
	}
	for sport, schemes := range map[training.Sport]string{
		training.Cycling: "coggan7 friel_cycling", training.Running: "custom friel_pace",
	} {
		var got []string
		for _, z := range sports[sport].Zones {
			got = append(got, z.Scheme)
			if n := len(z.LowerW) + len(z.LowerBpm) + len(z.SlowestKM) + len(z.Slowest100); n != len(z.Names) {
				t.Errorf("%s %s has %d names and %d bounds", sport, z.Kind, len(z.Names), n)
			}
		}
		if strings.Join(got, " ") != schemes {
			t.Errorf("%s has zones by %v, want %s", sport, got, schemes)
		}
	}
	if w := sports[training.Cycling].Zones[0].LowerW; w[0] != 0 || w[1] != 110 || w[4] != 210 {
		t.Errorf("power zones begin at %v", w)
	}
	h.update(t, model, `{"ftp_w":210,"effective_from":"2026-04-01"}`)
	tooltest.Decode(t, h.table, model, "get_athlete_profile", `{}`, &v)
	if at := slices.IndexFunc(v.Histories, func(c athlete.Course) bool { return c.Setting == "ftp_w" }); at < 0 ||
		!slices.Equal(v.Histories[at].Values, []float64{200, 210}) {
		t.Errorf("the FTP was %+v", v.Histories)
	}
}
