package settings

import (
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// The settings of the service that these tests know.
const (
	IntervalsKey     Key = "intervals_api_key"
	IntervalsAthlete Key = "intervals_athlete_id"
	diaryFTP         Key = "diary_ftp"
)

// services are declared as a service declares them.
func services() []Definition {
	return []Definition{
		{
			Key: IntervalsKey, Env: []string{"INTERVALS_ICU_API_KEY", "API_KEY"}, Secret: true,
			Anybodys: []string{"API_KEY"}, Beside: IntervalsAthlete,
		},
		{Key: IntervalsAthlete, Env: []string{"INTERVALS_ICU_ATHLETE_ID", "ATHLETE_ID"}},
		{Key: "intervals_url", Env: []string{"INTERVALS_API_BASE_URL"}},
		{Key: DeleteMode, Env: []string{"INTERVALS_ICU_DELETE_MODE"}},
		{Key: LogLevel, Env: []string{"DIARY_LOG_LEVEL"}},
		{Key: diaryFTP, Env: []string{"DIARY_FTP"}, Number: true},
		{Key: "diary_region", Env: []string{"DIARY_REGION"}, Allowed: []string{"north", "south"}},
		{Key: "diary_cache", Env: []string{"DIARY_CACHE_DIR"}, Instead: "Everything is in the home: use --home."},
		{Key: "strava_id", Env: []string{"STRAVA_CLIENT_ID"}},
	}
}

// TestWhatAServiceDeclares: a name of its own for a setting of Lapkeep's, a
// number, one that has no use here, and one that counts beside another alone.
func TestWhatAServiceDeclares(t *testing.T) {
	t.Parallel()
	load := func(environ ...string) (Settings, error) {
		in := place(t, nil)
		in.Environ = environ
		return Load(in)
	}
	s, err := load("DIARY_LOG_LEVEL=DEBUG", "DIARY_FTP=250", "DIARY_CACHE_DIR=/tmp/x", "INTERVALS_ICU_DELETE_MODE=safe", "API_KEY=k")
	if err != nil || s.Get(LogLevel) != "debug" || s.Get(diaryFTP) != "250" || s.Get(DeleteMode) != "safe" || s.Get(IntervalsKey) != "" {
		t.Errorf("%v, %v", s.values, err)
	}
	if len(s.Skipped) != 1 || s.Skipped[0].What != "environment DIARY_CACHE_DIR is not used." ||
		!strings.Contains(s.Skipped[0].Fix, "--home") {
		t.Errorf("%v", s.Skipped)
	}
	if s, err = load("API_KEY=k", "ATHLETE_ID=i7"); err != nil || s.Get(IntervalsKey) != "k" {
		t.Errorf("%v, %v", s.values, err)
	}
	for _, word := range []string{"much", "2.5", "-250", "0"} {
		if _, err := load("DIARY_FTP=" + word); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q: %v", word, err)
		}
	}
	if _, err := load("DIARY_REGION=east"); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
	all := Catalogue(nil)
	if slices.ContainsFunc(all, func(d Definition) bool { return d.Key == IntervalsKey }) {
		t.Error("a service is known that nobody declared")
	}
}

// TestAServiceThatIsDeclaredIsNoOther: its names in a folder are settings.
func TestAServiceThatIsDeclaredIsNoOther(t *testing.T) {
	t.Parallel()
	names, _, others := namesIn("STRAVA_CLIENT_ID=1\nSTRAVA_CLIENT_SECRET=x\n", services())
	if !slices.Equal(names, []string{"STRAVA_CLIENT_ID"}) || !slices.Equal(others, []string{"STRAVA_CLIENT_SECRET"}) {
		t.Errorf("%q, %q", names, others)
	}
}
