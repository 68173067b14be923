package activity_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TestAListNamesWhatIsWithheld where it is about days alone, and only of the
// days that a page is about.
func TestAListNamesWhatIsWithheld(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	every := activity.ListQuery{Filter: store.ActivityFilter{Limit: 100}}
	out, err := activity.ListActivities(t.Context(), s, answerstest.ActivityModel, every)
	if err != nil {
		t.Fatal(err)
	}
	newest, err := s.Activity(t.Context(), answerstest.ActivityModel, training.ActivityID(out.Activities[0]["id"].(string)))
	if err != nil {
		t.Fatal(err)
	}
	for ref, day := range map[string]training.Day{"tri:1": newest.LocalDay, "tri:2": newest.LocalDay - 9000} {
		s.Say(document.Withheld, ref, "tri", day, training.Withheld{Ref: ref, Source: "tri", Day: day, Reason: "It is not passed on."})
	}
	of := func(q activity.ListQuery) (refs []string) {
		out, err := activity.ListActivities(t.Context(), s, answerstest.ActivityModel, q)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range out.Withheld {
			refs = append(refs, w.Ref)
		}
		return refs
	}
	one := every
	one.Filter.Limit = 1
	sport := every
	sport.Filter.Sports = []training.Sport{training.Cycling}
	for name, c := range map[string]struct {
		q    activity.ListQuery
		want int
	}{"all": {every, 2}, "the newest": {one, 1}, "of a sport": {sport, 0}, "by load": {activity.ListQuery{SortByLoad: true}, 0}} {
		if got := of(c.q); len(got) != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestZonesHaveTheAthletesNames: those given at a service, and before them
// those given here, where there are as many as zones.
func TestZonesHaveTheAthletesNames(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	name := func(d *activity.Detail) any { return d.Zones["power"].Zones[0]["name"] }
	seven := func(first string) []string { return []string{first, "b", "c", "d", "e", "f", "g"} }
	s.Say(document.SportSettings, "tri:9", "tri", 0,
		training.SportSettings{Sports: []training.Sport{training.Cycling}, PowerZoneNames: seven("Spazieren")})
	if got := name(describe(t, s, answerstest.Ride, activity.SectionZones)); got != "Spazieren" {
		t.Errorf("the service's are %v", got)
	}
	s.Say(document.SportSettings, "cycling", "own", 0, training.SportSettings{PowerZoneNames: seven("Bummeln")})
	if got := name(describe(t, s, answerstest.Ride, activity.SectionZones)); got != "Bummeln" {
		t.Errorf("the own are %v", got)
	}
	s = answerstest.NewActivityStore()
	s.Say(document.SportSettings, "cycling", "own", 0, training.SportSettings{PowerZoneNames: []string{"one", "two"}})
	if got := name(describe(t, s, answerstest.Ride, activity.SectionZones)); got != "Z1" {
		t.Errorf("two names of seven zones: %v", got)
	}
}

// TestAFilterSaysWhatItCannotLookAt: what is withheld has no sport, no name and
// no values, so a question about them says that it left some out.
func TestAFilterSaysWhatItCannotLookAt(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	for ref, day := range map[string]training.Day{"tri:1": 20_000, "tri:2": 20_001} {
		s.Say(document.Withheld, ref, "tri", day, training.Withheld{Ref: ref, Source: "tri", Day: day, Reason: "It is not passed on."})
	}
	days := &training.DayRange{From: 20_001, To: 20_009}
	for name, c := range map[string]struct {
		q    activity.ListQuery
		says string
	}{
		"days alone": {activity.ListQuery{Filter: store.ActivityFilter{Limit: 5}}, ""},
		"a sport": {activity.ListQuery{Filter: store.ActivityFilter{
			Limit:  5,
			Sports: []training.Sport{training.Cycling},
		}}, "2 activities of these days are withheld"},
		"of days": {activity.ListQuery{Filter: store.ActivityFilter{
			Limit: 5, Days: days,
			Sports: []training.Sport{training.Cycling},
		}}, "1 activity of these days is withheld"},
		"the hardest": {activity.ListQuery{SortByLoad: true, Filter: store.ActivityFilter{Limit: 5}}, "2 activities of these days are withheld"},
	} {
		out, err := activity.ListActivities(t.Context(), s, answerstest.ActivityModel, c.q)
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(phrasetest.Texts(out.Notes), " "); (text == "") != (c.says == "") || !strings.Contains(text, c.says) {
			t.Errorf("%s: %q", name, text)
		}
	}
}

// TestAnIDThatIsWithheld is told from one that is not there.
func TestAnIDThatIsWithheld(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Say(document.Withheld, "tri:1", "tri", 20_000,
		training.Withheld{Ref: "tri:1", Source: "tri", Day: 20_000, Reason: "It is not passed on."})
	if _, err := activity.Find(t.Context(), s, answerstest.ActivityModel,
		"tri:1"); training.KindOf(err) != training.KindForbidden || !strings.Contains(err.Error(), "It is not passed on.") {
		t.Error(err)
	}
	if _, err := activity.Find(t.Context(), s, answerstest.ActivityModel, "tri:2"); training.KindOf(err) != training.KindNotFound {
		t.Error(err)
	}
}

// TestTheServicesLoadStandsBesideOurs, under its name.
func TestTheServicesLoadStandsBesideOurs(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	row, err := s.Activity(t.Context(), answerstest.ActivityModel, answerstest.Ride)
	if err != nil || len(row.ExternalIDs) == 0 {
		t.Fatal(row.ExternalIDs, err)
	}
	want := training.Rated{Ref: row.ExternalIDs[0], Source: "tri", Day: row.LocalDay, Load: 187, OwnLoad: true, FTPW: 231}
	s.Say(document.Rated, want.Ref, "tri", row.LocalDay, want)
	d := describe(t, s, answerstest.Ride, activity.SectionLoad)
	if differs, _ := d.Load["differs"].([]string); len(differs) != 1 || differs[0] != "ftp_w: tri 231, Lapkeep 250" {
		t.Errorf("what differs: %v", d.Load["differs"])
	}
	if diff := cmp.Diff([]training.Rated{want}, d.Load["services"]); diff != "" || d.Load["tss"] == 187.0 {
		t.Errorf("%v %s", d.Load, diff)
	}
}
