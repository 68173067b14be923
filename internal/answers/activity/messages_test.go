package activity_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

var noon = time.Date(2026, 5, 2, 10, 0, 0, 0, time.UTC)

// messagesService is a service called File, the prefix of the activities' ids.
type messagesService struct {
	says   []source.Message
	fails  error
	silent bool // it never answers
	only   []training.Audience
	asked  []string
}

func (*messagesService) Name() source.Name { return "file" }
func (s *messagesService) Policy() source.Policy {
	return source.Policy{Audiences: append(s.only, training.AudiencePage)}
}

func (*messagesService) Check(context.Context) (source.Account, error) { return source.Account{}, nil }

func (s *messagesService) Messages(ctx context.Context, id string) ([]source.Message, error) {
	s.asked = append(s.asked, id)
	if s.silent {
		<-ctx.Done()
		return nil, fmt.Errorf("asking: %w", ctx.Err())
	}
	return s.says, s.fails
}

// deaf is a service without messages.
type deaf struct{ *messagesService }

func (deaf) Messages() {}

type services struct {
	one    source.Service
	broken error
}

func (s services) Connected() []source.Name { return []source.Name{"other", "file"} }

func (s services) Title(n source.Name) string                   { return strings.ToUpper(string(n)) }
func (s services) Service(source.Name) (source.Service, error)  { return s.one, s.broken }
func (s services) of(training.AthleteID) servicevalues.Services { return s }

func (s services) MayShow(_ context.Context, name source.Name, who training.Audience) (bool, error) {
	x, err := s.Service(name)
	return err == nil && x.Policy().MayShow(who), nil
}

func (s services) remote(st *answerstest.ActivityStore, n sent) activity.RemoteMessages {
	return activity.RemoteMessages{Remote: servicevalues.Remote{Services: s.of}, Reader: st, Sent: n.get}
}
func (n sent) get() activity.Sent { return n }

// sent maps ids of messages to the notes that they were sent from.
type sent map[string]string

func (n sent) Here(_ context.Context, a training.AthleteID, name, kind, there string) (string, bool, error) {
	if a != answerstest.ActivityAthlete || name != "file" || kind != activity.Message {
		return "", false, fmt.Errorf("asked about a %s of %s at %s", kind, a, name)
	}
	here, ok := n[there]
	return here, ok, nil
}

// messagesOpen returns a store whose athlete shares notes.
func messagesOpen(notes ...store.Note) *answerstest.ActivityStore {
	s := answerstest.NewActivityStore()
	s.Who.Sharing.Notes = true
	for i := range notes {
		notes[i].Activity, notes[i].Author = answerstest.Ride, "assistant"
		if notes[i].Target == "" {
			notes[i].Target = "local"
		}
	}
	s.Remarks = notes
	return s
}

// texts returns the authors with their messages, in the order of the answer.
func texts(n *activity.Notes) (out []string) {
	for _, f := range n.Notes {
		word := fmt.Sprint(f["target"], ": ", f["text"])
		if f["own"] == true {
			word = "own " + word
		}
		if f["sent"] != nil {
			word += " (not sent)"
		}
		out = append(out, word)
	}
	return out
}

func TestBothSidesAreOneTalk(t *testing.T) {
	t.Parallel()
	st := messagesOpen(
		store.Note{ID: "n1", Text: "kept here", At: noon.Add(time.Hour)},
		store.Note{ID: "n2", Text: "sent from here", Target: activity.Message, At: noon},
		store.Note{ID: "n3", Text: "waits", Target: activity.Message, At: noon.Add(3 * time.Hour)},
	)
	s := &messagesService{only: []training.Audience{training.AudienceModel}, says: []source.Message{
		{ID: "1", Author: "Coach\u202e\nX", Text: "go\u200b on", At: noon.Add(2 * time.Hour)},
		{ID: "2", Author: "Ann", Text: "as changed there", At: noon, Mine: true},
		{ID: "3", Author: "Ann", Text: "typed there", At: noon.Add(-time.Hour), Mine: true},
		{ID: "4", Author: "Coach", At: noon},
		{ID: "5", Author: "Coach", At: noon.Add(150 * time.Minute), Attachment: true},
	}}
	n, err := services{one: s}.remote(st, sent{"a0/2": "n2"}).Read(t.Context(), answerstest.ActivityModel, "file:a0")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"own message: typed there", "own message: as changed there", "local: kept here", "message: go on",
		"message: ", "message: waits (not sent)",
	}
	if d := cmp.Diff(want, texts(n)); d != "" {
		t.Error(d)
	}
	f := n.Notes[3]
	if f["author"] != "Coach X" || f["service"] != "FILE" || f["note_id"] != "file:a0/1" ||
		f["at_local"] != "2026-05-02T14:00:00+02:00" || n.Missing != nil || n.Truncated || n.Notes[4]["attachment"] != true {
		t.Errorf("%+v %+v", f, n)
	}
	if d := cmp.Diff([]string{"a0"}, s.asked); d != "" {
		t.Error(d)
	}
}

// TestTheAddressOfAnAttachment checks that a plain address is shown. If it may
// hold a secret, or is no address, the page at the service is shown instead.
func TestTheAddressOfAnAttachment(t *testing.T) {
	t.Parallel()
	const page = "https://intervals.icu/activities/i1"
	long := "https://example.org/" + strings.Repeat("x", 300)
	plain := []string{"https://intervals.icu/chats/9/a%20b.png", "https://files.example.org:8443/x/y.jpg", "https://example.org"}
	other := []string{
		"https://example.org/a.png?X-Amz-Signature=canary-secret", "https://example.org/a.png#token=canary-secret",
		"https://u:canary-secret@example.org/a",
		"http://example.org/a.png", "javascript:alert(1)", "data:text/html,canary-secret", "//example.org/a.png", "https:///a.png", "https:a.png",
		"https://example.org/a)[x](https://evil.example", "https://example.org/\u202e/gnp.a", "https://example.org/<b>",
		"https://example.org/a b", "https://%zz/", long, "x",
	}
	var says []source.Message
	for i, address := range slices.Concat(plain, other) {
		says = append(says, source.Message{
			ID: fmt.Sprint(i), At: noon.Add(time.Duration(i) * time.Second),
			Attachment: true, AttachmentURL: address, Page: page,
		})
	}
	n, err := services{one: &messagesService{says: says}}.remote(messagesOpen(), sent{}).Read(t.Context(), answerstest.ActivityPage, "a0")
	if err != nil || len(n.Notes) != len(says) {
		t.Fatal(len(n.Notes), err)
	}
	for i, f := range n.Notes {
		want := activity.FactsRow{"attachment_page": page}
		if i < len(plain) {
			want = activity.FactsRow{"attachment_url": plain[i]}
		}
		for _, key := range []string{"attachment_url", "attachment_page"} {
			if f[key] != want[key] || f["attachment"] != true {
				t.Errorf("%q: %s is %v", says[i].AttachmentURL, key, f[key])
			}
		}
	}
	if text, err := json.Marshal(n); err != nil || strings.Contains(string(text), "canary") {
		t.Errorf("%s %v", text, err)
	}
}

// TestAServiceThatDoesNotAnswer checks that a service that does not answer is
// named, and that stored notes are still returned.
func TestAServiceThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	limited := source.Fail(source.Failure{Fault: source.RateLimited, Source: "file", RetryAt: noon}, "File wants no more requests.")
	for name, x := range map[string]struct {
		s    services
		says string
	}{
		"limited": {services{one: &messagesService{fails: limited}}, "FILE could not be queried: File wants no more requests."},
		"ours": {
			services{one: &messagesService{fails: training.Errorf(training.KindInternal, "key 123")}},
			"FILE could not be queried: its answer could not be processed",
		},
		"bare":   {services{one: &messagesService{fails: fmt.Errorf("key 123")}}, "could not be processed"},
		"silent": {services{one: &messagesService{silent: true}}, "took too long"},
		"no client": {
			services{one: &messagesService{}, broken: training.Errorf(training.KindNotFound, "It is not connected.")},
			"It is not connected.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := x.s.remote(messagesOpen(store.Note{ID: "n1", Text: "kept", Target: activity.Message, At: noon}), sent{})
			d.Wait = 20 * time.Millisecond
			n, err := d.Read(t.Context(), answerstest.ActivityPage, "a0")
			if err != nil {
				t.Fatal(err)
			}
			if got := texts(n); len(got) != 1 || got[0] != "message: kept" ||
				!strings.Contains(n.Missing["messages"].String(), x.says) || strings.Contains(n.Missing["messages"].String(), "123") {
				t.Errorf("%q, missing %q", got, n.Missing)
			}
		})
	}
}

func TestWhoMayNotSeeIsNotAnswered(t *testing.T) {
	t.Parallel()
	says := []source.Message{{ID: "1", Text: "hello", At: noon}}
	hidden := messagesOpen()
	hidden.Who.Sharing.Notes = false
	for name, x := range map[string]struct {
		st      *answerstest.ActivityStore
		one     source.Service
		asks    *messagesService
		missing string
	}{
		"notes are not shared": {
			hidden, nil, &messagesService{says: says, only: []training.Audience{training.AudienceModel}},
			answers.HiddenNotes,
		},
		"the service forbids it": {messagesOpen(), nil, &messagesService{says: says}, "there are no notes"},
		"it has no messages":     {messagesOpen(), deaf{&messagesService{}}, &messagesService{}, "there are no notes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := services{one: x.asks}
			if x.one != nil {
				s.one = x.one
			}
			n, err := s.remote(x.st, sent{}).Read(t.Context(), answerstest.ActivityModel, "a0")
			if err != nil || len(n.Notes) > 0 || len(x.asks.asked) > 0 || !strings.Contains(n.Missing["notes"].String(), x.missing) ||
				n.Missing["messages"] != "" {
				t.Errorf("%+v %v, asked %q", n, err, x.asks.asked)
			}
		})
	}
	s := services{one: &messagesService{}}
	if _, err := s.remote(messagesOpen(), nil).Read(t.Context(), answerstest.ActivityModel,
		"a9"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("of a hidden activity: %v", err)
	}
	if n, err := (activity.RemoteMessages{Reader: messagesOpen()}).Read(t.Context(), answerstest.ActivityModel, "a0"); err != nil ||
		len(n.Notes) > 0 {
		t.Errorf("without services: %v %v", n, err)
	}
}

func TestTheNewestAreShown(t *testing.T) {
	t.Parallel()
	s := &messagesService{}
	for i := range 40 {
		s.says = append(s.says, source.Message{ID: fmt.Sprint(i), Text: strings.Repeat("x", 900+i), At: noon.Add(time.Duration(i) * time.Minute)})
	}
	n, err := services{one: s}.remote(messagesOpen(), sent{}).Read(t.Context(), answerstest.ActivityPage, "a0")
	if err != nil || !n.Truncated || n.Narrow == "" || len(n.Notes) < 10 || len(n.Notes) > 17 ||
		len(n.Notes[len(n.Notes)-1]["text"].(string)) != 939 {
		t.Errorf("%d rows, %q, %v", len(n.Notes), n.Narrow, err)
	}
	if _, ok := n.Missing["notes"]; ok {
		t.Errorf("%v", n.Missing)
	}
}

func TestACallerWhoHasGone(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s := &messagesService{silent: true}
	time.AfterFunc(10*time.Millisecond, cancel)
	if n, err := (services{one: s}).remote(messagesOpen(), sent{}).Read(ctx, answerstest.ActivityPage,
		"a0"); training.KindOf(err) != training.KindCanceled || err == nil {
		t.Errorf("%+v %v", n, err)
	}
}

func anyRow() *rapid.Generator[activity.FactsRow] {
	numbers := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1e-6, 1e-6), rapid.Float64Range(1e20, 1e22), rapid.Just(math.Copysign(0, -1)),
		rapid.Map(rapid.IntRange(-1e12, 1e12), func(n int) float64 { return float64(n) / 1000 }))
	values := rapid.OneOf(rapid.String().AsAny(), numbers.AsAny(), rapid.Int().AsAny(), rapid.Bool().AsAny(),
		rapid.SliceOf(rapid.String()).AsAny(), rapid.Just[any](nil), rapid.Just[any](training.Day(20000)),
		rapid.SampledFrom([]any{
			"<b>&\u2028\"\\\x00\x7f\xff", activity.FactsRow(nil),
			activity.FactsRow{"b": 1, "a": "<"},
			[]activity.FactsRow{{"x": 1.5}, {}, nil},
		}))
	return rapid.Custom(func(t *rapid.T) activity.FactsRow {
		return rapid.MapOf(rapid.OneOf(rapid.String(), rapid.StringMatching("[a-z_<&]{1,9}")), values).Draw(t, "row")
	})
}

// TestNothingIsLongerThanItsBound checks the bound of a row, since rows with a
// short bound are not marshalled.
func TestNothingIsLongerThanItsBound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOf(anyRow()).Draw(t, "rows")
		for _, r := range rows {
			if n := answers.Size(r); r.Bound() < n+1 {
				t.Fatalf("%v takes %d bytes, bound %d", r, n, r.Bound())
			}
		}
		for _, most := range []int{0, 100, 1000} {
			if got := activity.Longer(rows, most); got != (len(rows) > 0 && answers.Size(rows) > most) {
				t.Fatalf("%v: longer than %d is %v", rows, most, got)
			}
		}
	})
}

func TestNothingIsPutForNothing(t *testing.T) {
	t.Parallel()
	r := activity.FactsRow{}
	for _, v := range []any{"", false, []string{}, []string(nil)} {
		r.Put("none", v)
	}
	r.Put("zero", 0.0)
	r.Put("tags", []string{"race"})
	if d := cmp.Diff(activity.FactsRow{"zero": 0.0, "tags": []string{"race"}}, r); d != "" {
		t.Error(d)
	}
}
