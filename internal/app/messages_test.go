package app

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/app/injectiontest"
	"lapkeep/test/intervalstest"
)

// say writes a message on an activity at the service, as its pages do.
func (l *linked) say(t *testing.T, activity, text string) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"content": text})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
		l.server.BaseURL+"/activity/"+activity+"/messages", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth("API_KEY", intervalstest.DefaultKey)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%+v %v", answer, err)
	}
	_ = answer.Body.Close()
}

// TestHostileMessagesStayInTheirPlace: messages at a service come live, past
// all that reads and cleans when it is stored.
func TestHostileMessagesStayInTheirPlace(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{Activities: 6, Seconds: 60, StubEvery: -1})
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"})
	l.ok(t, "", []string{"sync"}, "6 stored")
	corpus := injectiontest.Corpus(injectiontest.Targets{
		Activities: []string{"i1005"}, Hidden: "i1006",
		Outside: filepath.Join(l.user, "outside"),
	})
	met := 0
	for i := 0; i < len(corpus); i += len(corpus)/60 + 1 {
		text := corpus[i]
		l.say(t, "i1005", text.Body)
		out := l.ok(t, "", []string{"call", "get_activity_notes", `{"id":"intervals:i1005"}`})
		err := injectiontest.Strings(json.RawMessage(out), func(path, said string) {
			if !strings.Contains(said, text.Mark) {
				return
			}
			met++
			if wrong := inItsPlace(path, said); wrong != "" {
				t.Errorf("%s, %s, %s: %s", text.Language, text.Disguise, path, wrong)
			}
		})
		if err != nil {
			t.Fatalf("%s: %v", out, err)
		}
	}
	if met < 30 {
		t.Errorf("only %d texts were met", met)
	}
}
