package app

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/faces/mcp/dialoguetest"
)

// changing matches the values that differ from one run to the next: ids of
// entries, codes, imports and recordings, and sizes. The first group stays.
func changing() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`(lapkeep (?:approve|undo) |as activity )[a-z0-9]{10}\b`),
		regexp.MustCompile(`((?:run_id|journal_id|recording_id)\\?": ?\\?")[a-z0-9]{10}\b`),
		regexp.MustCompile(`((?:last_imports\\?": ?\[\s*\{\s*\\?"id|activities)\\?": ?(?:\[\s*)?\\?")[a-z0-9]{10}\b`),
		regexp.MustCompile(`((?:original|database)_bytes\\?": ?)[0-9]+`),
	}
}

// TestDialogues replays the stories of testdata/dialogues over the real table
// and a real store. $ID1 is the id of the athlete's first activity, and so on.
func TestDialogues(t *testing.T) {
	t.Parallel()
	dialoguetest.Run(t, "testdata/dialogues", func(t *testing.T) dialoguetest.Story {
		a := newSubject(t)
		server, err := a.program(io.Discard, io.Discard).server(t.Context(), a.Workbench, []string{"all"})
		if err != nil {
			t.Fatal(err)
		}
		var say, show []string
		for i := len(a.ids) - 1; i >= 0; i-- { // $ID1 is how $ID10 begins
			id := fmt.Sprint("$ID", i+1)
			say, show = append(say, id, a.ids[i]), append(show, a.ids[i], id)
		}
		show = append(show, a.user, "$HOME")
		patterns := changing()
		return dialoguetest.Story{
			Serve: server.ServeStdio,
			Say:   strings.NewReplacer(say...).Replace,
			Show: func(text string) string {
				text = strings.NewReplacer(show...).Replace(text)
				for _, what := range patterns {
					text = what.ReplaceAllString(text, "${1}SOME")
				}
				return text
			},
		}
	})
}
