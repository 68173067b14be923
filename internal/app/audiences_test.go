//go:build e2e

package app

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// reader is somebody who asks the whole table: an audience, and what the
// athlete shares with it.
type reader struct {
	name     string
	audience training.Audience
	shared   training.Sharing
}

// readers returns all audiences; a model is one with and one without what is
// kept.
func readers() []reader {
	all := training.Sharing{Position: true, Weight: true, Notes: true, Cycle: true, Sets: true, Food: true, Glucose: true}
	return []reader{
		{"a model", training.AudienceModel, training.Sharing{}},
		{"the page", training.AudiencePage, training.Sharing{}},
		{"a model with everything", training.AudienceModel, all},
		{"an export", training.AudienceExport, training.Sharing{}},
	}
}

// readCalls returns calls of every read tool: its examples, and what comes near
// to what is kept from models.
func readCalls(t *testing.T, a *subject) (out [][2]string) {
	t.Helper()
	for _, r := range a.table.Rows() {
		if r.Safety == tools.Read {
			for _, call := range twinCalls(t, a, r, keptByTwins()[:1]) {
				out = append(out, [2]string{r.Name, call})
			}
		}
	}
	if len(out) < 150 {
		t.Fatalf("only %d calls", len(out))
	}
	return out
}

// share changes what models may see.
func (a *subject) share(t *testing.T, what training.Sharing) {
	t.Helper()
	err := a.DB.Write(t.Context(), func(tx *store.Tx) error {
		who, err := a.DB.Athlete(t.Context(), training.Scope{Athlete: a.Athlete, Audience: training.AudiencePage})
		if err != nil || who.Sharing == what {
			return err
		}
		who.Sharing = what
		return tx.PutAthlete(who)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// afresh opens the home as a program does that has just been started.
func (a *subject) afresh(t *testing.T) (w *cli.Workbench, end func()) {
	t.Helper()
	p := a.program(nil, nil)
	s, err := settings.Load(p.places())
	if err != nil {
		t.Fatal(err)
	}
	if w, err = p.open(t.Context(), s, cli.OpenOptions{}); err != nil {
		t.Fatal(err)
	}
	return w, func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}

// answer returns a reader's answer of a program.
func (a *subject) answer(t *testing.T, w *cli.Workbench, who reader, call [2]string) string {
	t.Helper()
	face := "mcp"
	if who.audience == training.AudiencePage {
		face = onPage
	}
	c, err := a.program(nil, nil).newCall(context.WithoutCancel(t.Context()), w.DB, w.Limited, w.Settings,
		training.Scope{Athlete: a.Athlete, Audience: who.audience}, face)
	if err != nil {
		t.Fatal(err)
	}
	res, err := w.Table.Call(t.Context(), call[0], c, json.RawMessage(call[1]))
	if err != nil {
		return tools.Describe(err).String()
	}
	return databaseBytes.ReplaceAllString(string(res.Structured), "")
}

// databaseBytes grow with whatever is written, such as what is shared.
var databaseBytes = regexp.MustCompile(`"database_bytes":\d+`)

// newPlanner returns a twin a home with what is kept from models, and with
// workouts of one sport that differ in their steps alone.
func newPlanner(t *testing.T) *subject {
	t.Helper()
	k := keptByTwins()[0]
	a := newTwin(t, k)
	c := a.call(t)
	c.Scope.Audience = training.AudiencePage
	args := `{"events":[`
	for i, text := range []string{"- 30m 60%", "- 3h 75%", "- 15m 60%\n\n5x\n- 5m 110%\n- 5m 50%\n\n- 10m 50%", "- 1h 60%"} {
		day := training.DayOf(noon) + training.Day(i/2) + 1
		b, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		args += strings.TrimPrefix(fmt.Sprintf(`,{"date":%q,"name":"Ride %d","category":"workout","sport":"ride","description":%s}`, day, i, b),
			map[bool]string{true: ","}[i == 0])
	}
	if _, err := a.table.Call(t.Context(), "create_events", c, json.RawMessage(args+"]}")); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestWhoAskedBeforeChangesNoAnswer: every read tool tells each audience what it
// tells it in a program that nobody else has asked, whoever asked before and
// whatever was shared then.
func TestWhoAskedBeforeChangesNoAnswer(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	a := newPlanner(t)
	calls, all := readCalls(t, a), readers()
	cold := make([][]string, len(all))
	for i, who := range all {
		a.share(t, who.shared)
		for _, call := range calls {
			w, end := a.afresh(t)
			cold[i] = append(cold[i], a.answer(t, w, who, call))
			end()
		}
	}
	for _, order := range [][]int{{0, 1, 2, 3, 0, 1}, {3, 2, 1, 0, 3, 2}} {
		w, end := a.afresh(t)
		for _, i := range order {
			a.share(t, all[i].shared)
			for n, call := range calls {
				if got := a.answer(t, w, all[i], call); got != cold[i][n] {
					t.Errorf("%s in the order %v: %s %.200s tells something else than in a fresh program:\n%s",
						all[i].name, order, call[0], call[1], differing(cold[i][n], got))
				}
			}
		}
		end()
	}
}

// TestAModelIsToldWhatThePageIsTold: what a model that may see no words is told
// of a home without hidden activities, the page is told too, to the number. What
// the model may not know is left out; nothing else stands in its place.
func TestAModelIsToldWhatThePageIsTold(t *testing.T) {
	t.Parallel()
	a := newPlanner(t)
	err := a.DB.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.SetOverride(a.Athlete, training.ActivityID(a.ids[6]), "hidden_from_models", []byte("false"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w, end := a.afresh(t)
	defer end()
	compared := 0
	for _, call := range readCalls(t, a) {
		model, page := a.answer(t, w, readers()[0], call), a.answer(t, w, readers()[1], call)
		var of, at any
		if json.Unmarshal([]byte(model), &of) != nil || json.Unmarshal([]byte(page), &at) != nil {
			continue // a refusal
		}
		if strings.Contains(call[1], `"text":`) {
			continue // a search finds only words that one may see
		}
		compared++
		for _, path := range other("", of, at) {
			t.Errorf("%s %.200s: %s", call[0], call[1], path)
		}
	}
	if compared < 100 {
		t.Errorf("only %d answers were compared", compared)
	}
}

// other lists where an answer says other numbers than another.
func other(path string, of, at any) (out []string) {
	switch x := of.(type) {
	case map[string]any:
		y, _ := at.(map[string]any)
		for k, v := range x {
			if k != "missing" && y[k] != nil {
				out = append(out, other(path+"."+k, v, y[k])...)
			}
		}
	case []any:
		y, _ := at.([]any)
		for i, v := range x {
			if len(x) == len(y) {
				out = append(out, other(fmt.Sprintf("%s[%d]", path, i), v, y[i])...)
			}
		}
	case float64:
		if y, ok := at.(float64); ok && x != y {
			out = append(out, fmt.Sprintf("%s is %v, and the page is told %v", path, x, y))
		}
	}
	return out
}
