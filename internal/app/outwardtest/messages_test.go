package outwardtest_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"lapkeep/test/intervalstest"
)

// TestAMessageIsSentOnce, whatever happens on its way: others read it twice
// otherwise.
func TestAMessageIsSentOnce(t *testing.T) {
	t.Parallel()
	c := trial{
		tool: "add_activity_note", has: "Proof of heavy legs", args: `{"id":"{Long ride}","text":"Proof of heavy legs","target":"message"}`,
	}
	for name, m := range mishaps() {
		if os.Getenv("LAPKEEP_KILLS") == "" && !slices.Contains(worst, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newAthlete(t).meets(t, c, m)
		})
	}
}

// TestTheSameWordsAreSaidByAnother: a message that is there already is not taken
// for the one on its way.
func TestTheSameWordsAreSaidByAnother(t *testing.T) {
	t.Parallel()
	const words = "Proof of thanks"
	a := newAthlete(t)
	ride := a.fill(t, "{Long ride}")
	a.says(t, strings.TrimPrefix(ride, "intervals:"), words)
	args := `{"id":"` + ride + `","text":"` + words + `","target":"message"}`
	remove := a.inject(mishaps()["cut after"])
	own := a.call(t, "add_activity_note", args)
	remove()
	a.settled(t)
	if n := a.effects(t, trial{has: words}); n != 2 {
		t.Errorf("%s, %d times", own.states(), n)
	}
	if code, said := a.try(t, "add_activity_note", args); code == 0 || !strings.Contains(said.logged, "sent already") {
		t.Errorf("the same words again: exit %d %s", code, said.logged)
	}
	a.undo(t, own.JournalID)
	a.settled(t)
	if n := a.effects(t, trial{has: words}); n != 1 {
		t.Errorf("one undone, %d are left", n)
	}
}

// says has the athlete write a message at the service with another program.
func (a *athlete) says(t *testing.T, activity, words string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.server.URL+"/api/v1/activity/"+activity+"/messages",
		strings.NewReader(`{"content":"`+words+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth("API_KEY", intervalstest.DefaultKey)
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil || res.StatusCode != http.StatusOK {
		t.Fatal(res.Status, err)
	}
}

// TestWhatIsSaidIsRead with what others say, once, and by their names.
func TestWhatIsSaidIsRead(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	ride := a.fill(t, `{"id":"{Long ride}"`)
	a.call(t, "add_activity_note", ride+`,"text":"Proof of a note"}`)
	sent := a.call(t, "add_activity_note", ride+`,"text":"Proof of a message","target":"message"}`)
	remove := a.inject(mishaps()["cut before"])
	waits := a.call(t, "add_activity_note", ride+`,"text":"Proof of waiting","target":"message"}`)
	remove()
	read := a.ok(t, "call", "get_activity_notes", ride+"}")
	for text, n := range map[string]int{
		"Proof of a note": 1, "Proof of a message": 1, "Proof of waiting": 1,
		`"own":true`: 1, `"sent":"no`: 1, `"missing"`: 0,
	} {
		if got := strings.Count(read, text); got != n {
			t.Errorf("%q is there %d times: %s", text, got, read)
		}
	}
	remove = a.server.Inject(intervalstest.Fault{Operation: "listActivityMessages", Status: 503})
	offline := a.ok(t, "call", "get_activity_notes", ride+"}")
	remove()
	for _, text := range []string{"Proof of a note", "Proof of a message", `"messages":"Intervals.icu was not heard`} {
		if !strings.Contains(offline, text) {
			t.Errorf("without the service there is no %q: %s", text, offline)
		}
	}
	a.undo(t, waits.JournalID)
	a.undo(t, sent.JournalID)
	a.settled(t)
	if read := a.ok(t, "call", "get_activity_notes", ride+"}"); strings.Contains(read, "Proof of a message") ||
		strings.Contains(read, "Proof of waiting") {
		t.Errorf("undone, it is there: %s", read)
	}
}
