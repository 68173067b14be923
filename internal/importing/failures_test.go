package importing_test

import (
	"strings"
	"testing"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/training"
)

// TestAnImportRemembersWhyFilesFailed by their names, the first few of them.
func TestAnImportRemembersWhyFilesFailed(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var bad []file
	for _, name := range []string{"a/1.fit", "2.fit", "3.fit", "4.fit", "5.fit", "6.fit"} {
		bad = append(bad, file{name, []byte("no recording " + name)})
	}
	b.run(t, importing.RunOptions{RunID: "bad"}, bad...)
	runs, err := b.db.ImportRuns(t.Context(), training.Scope{Athlete: me, Audience: training.AudiencePage}, 1)
	if err != nil || len(runs) != 1 || len(runs[0].Failures) != 5 || runs[0].Counts["failed"] != 6 {
		t.Fatalf("%+v, %v", runs, err)
	}
	if got := i18n.Sentence(runs[0].Failures[0]).String(); strings.Count(got, "1.fit") != 1 || strings.Contains(got, "a/") {
		t.Errorf("%q", got)
	}
}
