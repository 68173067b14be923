package intervalsicu

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

func TestMessagesAreOldestFirstMineKnownAndDeletedOnesLeftOut(t *testing.T) {
	t.Parallel()
	got := must[[]source.Message](t)(newDesk(t).client(t).Messages(t.Context(), "i501"))
	const page = "https://intervals.icu/activities/i501"
	want := []source.Message{
		{
			ID: "11", AuthorID: "i12345", Author: "A. Thlete", At: time.Date(2026, 9, 19, 7, 0, 0, 0, time.UTC), Kind: "note",
			Text: "hard", Mine: true, Seen: true, Page: page,
		},
		{
			ID: "12", AuthorID: "i999", Author: "Coach", At: time.Date(2026, 9, 19, 8, 0, 0, 0, time.UTC), Kind: "text",
			Text: "well done", Page: page,
			Attachment: true, AttachmentURL: "https://intervals.icu/a/1.png",
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestMoreMessagesThanOnePageAllCome(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.says("listActivityMessages", func(w http.ResponseWriter, r *http.Request) {
		since, _ := strconv.Atoi(r.URL.Query().Get("sinceId"))
		var rows []string
		for id := since; id <= 250 && len(rows) < messagePage; id++ { // its bound counted in, so that one comes twice
			rows = append(rows, fmt.Sprintf(`{"id":%d,"created":"2026-09-19T07:00:00.000+00:00","type":"TEXT","content":"m"}`, max(id, 1)))
		}
		text("["+strings.Join(rows, ",")+"]")(w, r)
	})
	if got := must[[]source.Message](t)(d.client(t).Messages(t.Context(), "i501")); len(got) != 250 {
		t.Errorf("%d", len(got))
	}
}

func TestAMessageIsSaidAndRead(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Seconds: 60})
	a := wholeOne(t, c, training.Cycling)
	p := must[source.Posted](t)(c.AddMessage(t.Context(), a.ID, "hello <b>you</b>"))
	got := must[[]source.Message](t)(c.Messages(t.Context(), a.ID))
	if last := got[len(got)-1]; last.ID != p.ID || !last.Mine || last.Text != "hello <b>you</b>" {
		t.Errorf("%+v", got)
	}
	if _, err := c.AddMessage(t.Context(), a.ID, " \n"); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
}

// TestWhatWasSaidIsDeleted by the chat that the first message on an activity
// begins, or by the one that is listed while it is new.
func TestWhatWasSaidIsDeleted(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 9, 20, 22, 30, 0, 0, time.UTC)
	s, c := emulated(t, intervalstest.Options{Seconds: 60, StubEvery: -1, Now: func() time.Time { return now }})
	ctx := t.Context()
	count := func(id string) int { return len(must[[]source.Message](t)(c.Messages(ctx, id))) }
	ride, run := wholeOne(t, c, training.Cycling).ID, wholeOne(t, c, training.Running).ID
	for _, id := range []string{ride, run} { // one is talked about already
		before := count(id)
		p, q := must[source.Posted](t)(c.AddMessage(ctx, id, "one")), must[source.Posted](t)(c.AddMessage(ctx, id, "one"))
		if p.Chat == "" || p.Chat != q.Chat || p.ID == q.ID {
			t.Errorf("%+v %+v", p, q)
		}
		q.Chat = ""
		for _, x := range []source.Posted{p, q, p} {
			if err := c.DeleteMessage(ctx, id, x); err != nil {
				t.Error(err)
			}
		}
		if n := count(id); n != before {
			t.Errorf("%d messages, %d before", n, before)
		}
	}
	p := must[source.Posted](t)(c.AddMessage(ctx, run, "two"))
	if err := c.DeleteMessage(ctx, run, source.Posted{ID: "99999", Chat: p.Chat}); fault(err) != "not found" {
		t.Errorf("one that is not there: %v", err)
	}
	now = now.AddDate(0, 1, 0)
	if err := c.DeleteMessage(ctx, run, source.Posted{ID: p.ID}); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("in a chat that is not listed any more: %v", err)
	}
	remove := s.Inject(intervalstest.Fault{Operation: "listChats", Status: 503})
	q, err := c.AddMessage(ctx, run, "three")
	if remove(); err != nil || q.ID == "" || q.Chat != "" {
		t.Errorf("where only the chat is not known: %+v %v", q, err)
	}
}

// TestACoachSpeaks: what a coach's key says is the coach's, and deleted by it.
func TestACoachSpeaks(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Seconds: 60, StubEvery: -1, Coached: []string{"i67890"}},
		func(o *client.Options) { o.Athlete = "i67890" })
	ctx, run := t.Context(), wholeOne(t, c, training.Running).ID
	before := len(must[[]source.Message](t)(c.Messages(ctx, run)))
	for range 2 { // the second stands in a chat that is there
		p := must[source.Posted](t)(c.AddMessage(ctx, run, "well done"))
		got := must[[]source.Message](t)(c.Messages(ctx, run))
		if last := got[len(got)-1]; last.ID != p.ID || last.Mine || p.Chat == "" {
			t.Errorf("%+v %+v", p, last)
		}
		if err := c.DeleteMessage(ctx, run, p); err != nil || len(must[[]source.Message](t)(c.Messages(ctx, run))) != before {
			t.Errorf("deleted: %v", err)
		}
	}
}
