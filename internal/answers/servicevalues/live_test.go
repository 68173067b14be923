package servicevalues_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// service is a service with intervals of one activity.
type service struct {
	listed source.Activity
	fails  error
	silent bool
	asked  []string
	stays  time.Duration // how long its rows may be kept
}

func (*service) Name() source.Name { return "file" }
func (s *service) Policy() source.Policy {
	return source.Policy{Retention: s.stays, Audiences: []training.Audience{training.AudiencePage}}
}
func (*service) Check(context.Context) (source.Account, error) { return source.Account{}, nil }
func (s *service) Activities(ctx context.Context, ids ...string) ([]source.Activity, error) {
	s.asked = append(s.asked, "activity "+strings.Join(ids, ","))
	if s.silent {
		<-ctx.Done()
		return nil, fmt.Errorf("asking: %w", ctx.Err())
	}
	return []source.Activity{s.listed}, s.fails
}

func (s *service) Intervals(_ context.Context, id string) (training.Drawn, error) {
	s.asked = append(s.asked, "intervals "+id)
	return training.Drawn{Intervals: []training.DrawnInterval{{EndS: 60}}}, nil
}

func (*service) Connected() []source.Name                      { return []source.Name{"other", "file"} }
func (*service) Title(source.Name) string                      { return "File" }
func (s *service) Service(source.Name) (source.Service, error) { return s, nil }

func (s *service) MayShow(_ context.Context, name source.Name, who training.Audience) (bool, error) {
	x, err := s.Service(name)
	return err == nil && x.Policy().MayShow(who), nil
}

func read(
	ctx context.Context, s *service, who training.Audience, kept []training.Drawn, refs ...string,
) ([]training.Drawn, []i18n.Sentence, error) {
	d := servicevalues.Remote{Services: func(training.AthleteID) servicevalues.Services { return s }, Wait: 20 * time.Millisecond}
	return d.Intervals(ctx, training.Scope{Athlete: "ann", Audience: who}, &training.Activity{ExternalIDs: refs}, kept)
}

// TestIntervalsAreAskedForWhereNoneAreKept checks that intervals are only
// requested if none are stored, and only for activities of the service.
func TestIntervalsAreAskedForWhereNoneAreKept(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		listed source.Activity
		who    training.Audience
		kept   string
		ref    string
		asks   int
		found  bool
		has    int
	}{
		"found there":     {source.Activity{ID: "a0", Found: "v"}, training.AudiencePage, "", "file:a0", 2, true, 1},
		"drawn meanwhile": {source.Activity{ID: "a0", Drawn: "v"}, training.AudiencePage, "", "file:a0", 2, false, 1},
		"none there":      {source.Activity{ID: "a0"}, training.AudiencePage, "", "file:a0", 1, false, 0},
		"another's":       {source.Activity{ID: "a1", Found: "v"}, training.AudiencePage, "", "file:a0", 1, false, 0},
		"kept":            {source.Activity{ID: "a0", Found: "v"}, training.AudiencePage, "file", "file:a0", 0, false, 0},
		"kept of another": {source.Activity{ID: "a0", Found: "v"}, training.AudiencePage, "other", "file:a0", 2, true, 1},
		"not its own":     {source.Activity{ID: "a0", Found: "v"}, training.AudiencePage, "", "strava:7", 0, false, 0},
		"not to show":     {source.Activity{ID: "a0", Found: "v"}, training.AudienceModel, "", "file:a0", 0, false, 0},
	} {
		s := &service{listed: x.listed}
		var kept []training.Drawn
		if x.kept != "" {
			kept = []training.Drawn{{Source: x.kept}}
		}
		got, unheard, err := read(t.Context(), s, x.who, kept, x.ref)
		if err != nil || len(unheard) > 0 || len(got) != x.has || len(s.asked) != x.asks ||
			x.has > 0 && (got[0].Found != x.found || got[0].Ref != x.ref || got[0].Source != "file") {
			t.Errorf("%s: %+v %v %v, asked %v", name, got, unheard, err, s.asked)
		}
	}
	if all, unheard, err := (servicevalues.Remote{}).Intervals(t.Context(), training.Scope{},
		&training.Activity{ExternalIDs: []string{"file:a0"}}, nil); all != nil || unheard != nil || err != nil {
		t.Errorf("without services: %v %v %v", all, unheard, err)
	}
}

// TestWhatLiesApartIsNotAskedForBesideOthers checks that limited data is not
// requested for other answers, whoever may see it.
func TestWhatLiesApartIsNotAskedForBesideOthers(t *testing.T) {
	t.Parallel()
	s := &service{listed: source.Activity{ID: "a0", Found: "v"}, stays: time.Hour}
	got, unheard, err := read(t.Context(), s, training.AudiencePage, nil, "file:a0")
	if err != nil || len(got)+len(unheard)+len(s.asked) > 0 {
		t.Errorf("%+v %v %v, asked %v", got, unheard, err, s.asked)
	}
}

// TestAServiceThatIsNotHeard checks that a service that does not answer is
// named, and that only a cancelled context ends the requests.
func TestAServiceThatIsNotHeard(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]*service{
		"File could not be queried: Come later.": {fails: training.Errorf(training.KindUnavailable, "Come later.")},
		"took too long":                          {silent: true},
		"could not be processed":                 {fails: fmt.Errorf("key 123")},
	} {
		got, unheard, err := read(t.Context(), s, training.AudiencePage, nil, "file:a0")
		if err != nil || len(got) > 0 || len(unheard) != 1 || !strings.Contains(unheard[0].String(), want) {
			t.Errorf("%q: %v %q %v", want, got, unheard, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := read(ctx, &service{silent: true}, training.AudiencePage, nil, "file:a0"); err == nil {
		t.Error("a caller who has gone was answered")
	}
}
