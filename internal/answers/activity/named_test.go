package activity_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// service is a service called File, the prefix of the activities' ids.
type service struct {
	says  source.NamedStreams
	fails error
	asked [][]string
	page  bool // hides everything from assistants
}

func (*service) Name() source.Name { return "file" }
func (s *service) Policy() source.Policy {
	p := source.Policy{Audiences: []training.Audience{training.AudiencePage, training.AudienceExport, training.AudienceModel}}
	if s.page {
		p.Audiences = p.Audiences[:1]
	}
	return p
}
func (*service) Check(context.Context) (source.Account, error) { return source.Account{}, nil }
func (s *service) NamedStreams(_ context.Context, _ string, names []string) (source.NamedStreams, error) {
	s.asked = append(s.asked, names)
	return s.says, s.fails
}
func (s *service) Connected() []source.Name                    { return []source.Name{"file"} }
func (s *service) Title(source.Name) string                    { return "File" }
func (s *service) Service(source.Name) (source.Service, error) { return s, nil }

func (s *service) MayShow(_ context.Context, name source.Name, who training.Audience) (bool, error) {
	x, err := s.Service(name)
	return err == nil && x.Policy().MayShow(who), nil
}

func (s *service) remote() servicevalues.Remote {
	return servicevalues.Remote{Services: func(training.AthleteID) servicevalues.Services { return s }}
}

// everySecond returns a stream with its offsets as values.
func everySecond(units string, from, to int32, placed bool) source.NamedStream {
	x := source.NamedStream{Units: units, Placed: placed}
	for t := from; t < to; t++ {
		x.TimeS, x.Values = append(x.TimeS, t), append(x.Values, float64(t))
	}
	return x
}

func ask(st *answerstest.ActivityStore, s *service, scope training.Scope, id training.ActivityID,
	channels ...string,
) (*activity.Streams, error) {
	q := activity.Query{ID: string(id), Channels: channels, ResolutionS: 10, FromS: 60, ToS: 90, Services: s.remote()}
	return activity.ReadStream(context.Background(), st, scope, q)
}

// TestAStreamOfAService checks that a service's stream is shown next to the
// recording's under the service's name, as means over the same seconds, and is
// only requested if it is not stored here.
func TestAStreamOfAService(t *testing.T) {
	t.Parallel()
	s := &service{says: source.NamedStreams{All: []string{"time", "watts", "mpa", "x,y"}, Streams: map[string]source.NamedStream{
		"w_bal": everySecond("J", 0, 75, false), "mpa": {}, "odd": {Unread: true}, "late": everySecond("", 9000, 9010, false),
	}}}
	st := answerstest.NewActivityStore()
	st.PutStatement(document.OwnStreams, "file:"+string(answerstest.Ride), "tri", 0,
		training.OwnStreams{Ref: "tri:1", Streams: map[string]training.OwnStream{
			"Fan": {Name: "Fan power", TimeS: []int32{60}, Values: []float64{40}},
		}})
	got, err := ask(st, s, answerstest.ActivityPage, answerstest.Ride, "w_bal", "raw_watts", "Fan", "mpa", "odd", "late", "w_bal")
	if err != nil {
		t.Fatal(err)
	}
	if w := got.Channels["file:w_bal (J)"]; len(w) != 3 || *w[0] != 64.5 || *w[1] != 72 || w[2] != nil {
		t.Errorf("%+v", got.Channels)
	}
	if got.Channels["power_w"] == nil || *got.Channels["Fan power"][0] != 40 || len(got.Channels) != 3 {
		t.Errorf("%+v", got.Channels)
	}
	for name, why := range map[string]string{"mpa": "File has no such stream", "odd": "cannot be read", "late": "not in this stretch"} {
		if !strings.Contains(got.Missing[name].String(), why) {
			t.Errorf("%s: %v", name, got.Missing)
		}
	}
	if fmt.Sprint(s.asked) != "[[w_bal mpa odd late]]" {
		t.Errorf("asked for %v", s.asked)
	}
	s.says.Start = clockOf(t, st).Add(-20 * time.Second) // the service's recording began earlier
	if got, err := ask(st, s, answerstest.ActivityPage, answerstest.Ride, "w_bal"); err != nil || len(got.Channels) != 0 {
		t.Errorf("%+v %v", got, err)
	}
	s.says.Start = clockOf(t, st).Add(20 * time.Second)
	if got, err := ask(st, s, answerstest.ActivityPage, answerstest.Ride, "w_bal"); err != nil || *got.Channels["file:w_bal (J)"][0] != 44.5 {
		t.Errorf("%+v %v", got, err)
	}
}

func clockOf(t *testing.T, st *answerstest.ActivityStore) time.Time {
	t.Helper()
	row, err := st.Activity(t.Context(), answerstest.ActivityPage, answerstest.Ride)
	if err != nil {
		t.Fatal(err)
	}
	return row.Start
}

// TestANameThatNobodyKnows checks that the error for an unknown name lists the
// known ones, and that a service that does not answer is named.
func TestANameThatNobodyKnows(t *testing.T) {
	t.Parallel()
	s := &service{says: source.NamedStreams{All: []string{"time", "watts", "fixed_watts", "x,y"}}}
	for name, want := range map[string]string{"fixd_watts": "Did you mean fixed_watts", "a,b": "w_prime_balance", "": "", "time": "offset_s"} {
		_, err := ask(answerstest.NewActivityStore(), s, answerstest.ActivityPage, answerstest.Ride, name)
		e, _ := err.(*training.Error) //nolint:errorlint // the reader's own
		if training.KindOf(err) != training.KindInvalid || e == nil || !strings.Contains(e.What+e.Fix, want) ||
			strings.Contains(e.Fix, "x,y") || strings.Contains(e.Fix, " watts") {
			t.Errorf("%q: %v", name, err)
		}
	}
	if fmt.Sprint(s.asked) != "[[fixd_watts]]" {
		t.Errorf("asked for %q", s.asked)
	}
	many := make([]string, 13)
	for i := range many {
		many[i] = fmt.Sprint("s", i)
	}
	if _, err := ask(answerstest.NewActivityStore(), s, answerstest.ActivityPage, answerstest.Ride,
		many...); training.KindOf(err) != training.KindInvalid || len(s.asked) != 1 {
		t.Errorf("many: %v", err)
	}
	limited := &service{fails: training.Errorf(training.KindUnavailable, "File wants no more requests.")}
	got, err := ask(answerstest.NewActivityStore(), limited, answerstest.ActivityPage, answerstest.Ride, "power", "w_bal")
	if err != nil || got.Channels["power_w"] == nil || got.Missing["w_bal"].String() != "File could not be queried: File wants no "+
		"more requests." {
		t.Errorf("%+v %v", got, err)
	}
	for _, x := range []training.Scope{answerstest.ActivityModel} {
		shy := &service{page: true}
		if _, err := ask(answerstest.NewActivityStore(), shy, x, answerstest.Ride,
			"w_bal"); training.KindOf(err) != training.KindInvalid || len(shy.asked) > 0 {
			t.Errorf("%v, asked %v", err, shy.asked)
		}
		if _, err := ask(answerstest.NewActivityStore(), s, x, "a9", "w_bal"); training.KindOf(err) != training.KindNotFound ||
			len(s.asked) != 1 {
			t.Errorf("hidden: %v, asked %v", err, s.asked)
		}
	}
}

// TestAStreamThatTellsAPlace checks that assistants see a stream that reveals a
// place only at the seconds whose position they may see, and that the position
// itself is never requested.
func TestAStreamThatTellsAPlace(t *testing.T) {
	t.Parallel()
	s := &service{says: source.NamedStreams{Streams: map[string]source.NamedStream{
		"bearing": everySecond("", 60, 90, true), "latlng": everySecond("", 60, 90, true), "w_bal": everySecond("J", 60, 90, false),
	}}}
	for name, x := range map[string]struct {
		shared bool
		scope  training.Scope
		shown  bool
	}{
		"kept from it":   {false, answerstest.ActivityModel, false},
		"shared":         {true, answerstest.ActivityModel, true},
		"their own page": {false, answerstest.ActivityPage, true},
	} {
		st := answerstest.NewActivityStore()
		st.Who.Sharing.Position = x.shared
		got, err := ask(st, s, x.scope, answerstest.Ride, "bearing", "w_bal", "latlng")
		if err != nil || got.Channels["file:w_bal (J)"] == nil {
			t.Fatalf("%s: %+v %v", name, got, err)
		}
		if shown := got.Channels["file:bearing"] != nil; shown != x.shown || !shown && got.Missing["bearing"] == "" ||
			got.Channels["file:latlng"] != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if fmt.Sprint(s.asked[0]) != "[bearing w_bal]" {
		t.Errorf("asked for %v", s.asked)
	}
}

// bare is a store whose activities have no rows.
type bare struct{ *answerstest.ActivityStore }

func (bare) Stream(context.Context, training.Scope, training.ActivityID, store.ChannelSet) (*training.Columns, error) {
	return &training.Columns{}, nil
}

// TestAStreamOfAnActivityWithoutSeconds checks that the service's seconds are
// used for an activity without rows.
func TestAStreamOfAnActivityWithoutSeconds(t *testing.T) {
	t.Parallel()
	s := &service{says: source.NamedStreams{Streams: map[string]source.NamedStream{
		"w_bal": everySecond("J", 60, 80, false), "bearing": everySecond("", 60, 80, true),
	}}}
	q := activity.Query{
		ID:       string(answerstest.Ride),
		Channels: []string{"w_bal", "bearing", "power", "gap", "w_prime_balance"}, ResolutionS: 10, Services: s.remote(),
	}
	got, err := activity.ReadStream(t.Context(), bare{answerstest.NewActivityStore()}, answerstest.ActivityModel, q)
	if err != nil || len(got.OffsetS) != 2 || *got.Channels["file:w_bal (J)"][1] != 74.5 || len(got.Channels) != 1 ||
		got.Missing["power"] != "there are no stream records" {
		t.Errorf("%+v %v", got, err)
	}
}

// album contains two activities, one of them hidden from assistants.
type album struct {
	broken bool
	*answerstest.ServicedStore
}

const (
	open   = "opensesame1"
	closed = "closedbook1"
)

func (a album) Resolve(context.Context, training.Scope, string) (training.ActivityID, error) {
	return "", training.Errorf(training.KindInternal, "Nobody asks for this.")
}

func (a album) Activity(_ context.Context, s training.Scope, id training.ActivityID) (store.ActivityRow, error) {
	switch {
	case a.broken:
		return store.ActivityRow{}, training.Errorf(training.KindUnavailable, "The disk is gone.")
	case id == open, id == closed && s.Audience != training.AudienceModel:
		return store.ActivityRow{}, nil
	}
	return store.ActivityRow{}, training.Errorf(training.KindNotFound, "There is no activity %q.", id)
}

func TestSentencesDoNotNameWhatIsHidden(t *testing.T) {
	t.Parallel()
	said := []i18n.Sentence{"It may be " + closed + ", or " + open + ".", "Distances overlapping elsewhere1 say nothing.", ""}
	for name, tt := range map[string]struct {
		who  training.Audience
		want []i18n.Sentence
	}{
		"an assistant": {training.AudienceModel, []i18n.Sentence{i18n.Sentence("It may be another, or " + open + "."), said[1], ""}},
		"the athlete":  {training.AudiencePage, said},
	} {
		s := training.Scope{Athlete: "ann", Audience: tt.who}
		got, err := activity.Unnamed(t.Context(), album{}, s, said)
		if d := cmp.Diff(tt.want, got); d != "" || err != nil {
			t.Errorf("%s: %s %v", name, d, err)
		}
	}
	s := training.Scope{Athlete: "ann", Audience: training.AudienceModel}
	if _, err := activity.Unnamed(t.Context(), album{broken: true}, s, said); err == nil {
		t.Error("what cannot be looked up is shown")
	}
}

// TestStreamsWithoutAChannel checks that such streams have their writer's name,
// are averaged over the buckets, and never replace a channel.
func TestStreamsWithoutAChannel(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.PutStatement(document.OwnStreams, "file:"+string(answerstest.Ride), "tri", 0,
		training.OwnStreams{Ref: "tri:1", Streams: map[string]training.OwnStream{
			"Lactate": {TimeS: []int32{61, 62, 200}, Values: []float64{2, 3, 4.5}},
			"Fan":     {Name: "Fan\npower", TimeS: []int32{60}, Values: []float64{40}},
			"Half":    {TimeS: []int32{60}},
			"Late":    {TimeS: []int32{90_000}, Values: []float64{1}},
			"Watts":   {Name: "power_w", TimeS: []int32{60}, Values: []float64{9999}},
		}})
	got := read(t, s, activity.Query{
		ID: string(answerstest.Ride), Channels: []string{"power", "others"},
		ResolutionS: 60, FromS: 60, ToS: 240,
	})
	if len(got.OffsetS) != 3 || len(got.Missing) != 0 || *got.Channels["power_w"][0] == 9999 {
		t.Fatalf("%+v", got)
	}
	want := map[string][]*float64{"Lactate": {new(2.5), nil, new(4.5)}, "Fan power": {new(40.), nil, nil}}
	delete(got.Channels, "power_w")
	if d := cmp.Diff(want, got.Channels); d != "" {
		t.Error(d)
	}
	none := read(t, answerstest.NewActivityStore(), activity.Query{ID: string(answerstest.ActivityRun), Channels: []string{"others"}})
	if none.Missing["others"] == "" || len(none.Channels) != 0 {
		t.Errorf("%+v", none)
	}
	for id, want := range map[training.ActivityID]string{answerstest.Ride: "not in this stretch", answerstest.ActivityRun: "no app"} {
		got := read(t, s, activity.Query{ID: string(id), Channels: []string{"others"}, FromS: 300, ToS: 400})
		if !strings.HasPrefix(got.Missing["others"].String(), want) {
			t.Errorf("%s: %v", id, got.Missing)
		}
	}
}

// TestPaceOfWhatHasNoSpeed checks that pace is computed from the distance, as
// in the totals, and equals that from the recorded speed.
func TestPaceOfWhatHasNoSpeed(t *testing.T) {
	t.Parallel()
	q := activity.Query{ID: string(answerstest.ActivityRun), Channels: []string{"pace"}, ResolutionS: 60}
	s := answerstest.NewActivityStore()
	recorded := values(read(t, s, q).Channels["pace_s_per_km"])
	s.Lose(answerstest.ActivityRun, training.Speed)
	got := read(t, s, q)
	derived := values(got.Channels["pace_s_per_km"])
	if len(recorded) == 0 || len(derived) != len(recorded) {
		t.Fatalf("%d paces of %d; %v", len(derived), len(recorded), got.Missing)
	}
	for i := range recorded {
		if math.Abs(recorded[i]-derived[i]) > 0.03*recorded[i] {
			t.Errorf("at %d: %v, recorded %v", i, derived[i], recorded[i])
		}
	}
	s.Lose(answerstest.ActivityRun, training.Distance, training.Latitude, training.Longitude)
	if got := read(t, s, q); len(got.Channels) != 0 || got.Missing["pace"] != training.NoSpeed {
		t.Errorf("of nothing: %v, %v", got.Channels, got.Missing)
	}
}

// TestPaceOfASwimIsOver100Metres checks that it is a tenth of a run's pace.
func TestPaceOfASwimIsOver100Metres(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	q := activity.Query{ID: string(answerstest.ActivityRun), Channels: []string{"pace"}, ResolutionS: 60}
	run := values(read(t, s, q).Channels["pace_s_per_km"])
	s.Becomes(answerstest.ActivityRun, training.Swimming)
	got := read(t, s, q)
	swim := values(got.Channels["pace_s_per_100m"])
	if len(got.Channels) != 1 || len(swim) != len(run) || math.Abs(10*swim[0]-run[0]) > 1 {
		t.Errorf("%v of a swim, %v of a run; %v", swim, run, got.Missing)
	}
}
