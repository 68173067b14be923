package web_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// heads are the columns of a table as the page shows it.
func heads(body, id string) (keys []string) {
	_, table, _ := strings.Cut(body, `<table id="`+id+`"`)
	table, _, _ = strings.Cut(table, "</thead>")
	for _, m := range regexp.MustCompile(`<th [^>]*data-key="([^"]*)"`).FindAllStringSubmatch(table, -1) {
		keys = append(keys, m[1])
	}
	return keys
}

// TestColumnsAreChosenByTheAddress: the page and the CSV have the columns that the
// address names, other tables stay as they are, and what leads somewhere stays.
func TestColumnsAreChosenByTheAddress(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, usual := s.ask(t, http.MethodGet, "/activities/ride", nil)
	if got := heads(usual, "laps"); slices.Contains(got, "max_power_w") || !slices.Contains(got, "avg_hr_bpm") {
		t.Errorf("the usual columns of laps are %v", got)
	}
	const chosen = "/activities/ride?cols=laps.max_power_w&cols=laps.avg_hr_bpm&cols=laps.soul&from=600"
	body := s.holds(t, chosen, `name="cols" value="laps.max_power_w" checked`, `name="cols" value="laps.duration_s"><`,
		`type="hidden" name="from" value="600"`, `type="hidden" name="cols" value="laps.avg_hr_bpm"`, "The usual columns")
	if got := heads(body, "laps"); !slices.Equal(got, []string{"lap", "avg_hr_bpm", "max_power_w"}) {
		t.Errorf("laps have %v", got)
	}
	for _, other := range []string{"splits", "intervals", "similar"} {
		if got, want := heads(body, other), heads(usual, other); !slices.Equal(got, want) || len(got) == 0 {
			t.Errorf("%s have %v, as usual they have %v", other, got, want)
		}
	}
	s.holds(t, chosen+"&as=csv&table=laps", "lap,avg_hr_bpm,max_power_w\n1,")
	if got := heads(s.holds(t, "/activities/ride?cols=laps.soul"), "laps"); !slices.Equal(got, heads(usual, "laps")) {
		t.Errorf("of columns that are not there it makes %v", got)
	}
}

// TestTheListAsksForWhatWasChosen: a column beyond the usual ones is asked of the tool
// then, and the filters keep the choice.
func TestTheListAsksForWhatWasChosen(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	usual := heads(s.holds(t, "/activities"), "activities")
	if asked := s.table.asked("list_activities"); len(usual) != 9 || strings.Contains(asked, "work_kj") {
		t.Errorf("as usual it has %v and asks %s", usual, asked)
	}
	body := s.holds(t, "/activities?q=ride&cols=activities.work_kj&cols=activities.soul", `type="hidden" name="q" value="ride"`)
	if got := heads(body, "activities"); !slices.Equal(got, []string{"name", "work_kj"}) {
		t.Errorf("it has %v", got)
	}
	if asked := s.table.asked("list_activities"); !strings.Contains(asked, `"work_kj"`) || strings.Contains(asked, "soul") {
		t.Errorf("asked %s", asked)
	}
	_, filters, _ := strings.Cut(body, `role="search"`)
	filters, _, _ = strings.Cut(filters, "</form>")
	if !strings.Contains(filters, `name="cols" value="activities.work_kj"`) {
		t.Errorf("the filters lose the columns: %s", filters)
	}
}
