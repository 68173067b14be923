package connections

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/strava"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
)

// Progress is called with the result of a sync so far and the day that the sync has reached.
type Progress = func(connection.Result, training.Day)

// syncer returns a reader for a connection.
func (s *Set) syncer(ctx context.Context, name source.Name, full bool, progress Progress) (*intake.Syncer, error) {
	service, err := s.Service(name)
	if err != nil {
		return nil, err
	}
	k, err := s.kind(string(name))
	if err != nil {
		return nil, err
	}
	who, err := s.o.Store.Athlete(ctx, s.scope())
	if err != nil {
		return nil, err
	}
	g, err := agreement(ctx, s.o.State, s.key(name))
	if err != nil {
		return nil, err
	}
	return intake.New(intake.Options{
		Limited: s.o.Limited, Acknowledged: service.Policy().MayFetch(g),
		Location: who.Location(), Source: service, Title: k.Title, State: s.o.State, Sink: s.sink(service),
		NewID: s.o.NewID, Log: s.o.Log, Full: full, Progress: progress, Sleep: s.sleep, AtOnce: atOnce,
	}), nil
}

func (s *Set) sink(service source.Service) *intake.Sink {
	return &intake.Sink{
		Athlete: s.o.Athlete, Store: s.o.Store, Importer: s.o.Importer, Journal: s.o.Journal,
		Source: service.Name(), Policy: service.Policy(), Now: s.o.Now,
	}
}

// heed applies the thresholds in a service's settings before the service is read. They override
// the values of the service. They override the athlete's own values only if asked is set.
func (s *Set) heed(ctx context.Context, name source.Name, asked bool) error {
	service, err := s.Service(name)
	if err != nil || service.Policy().Place() == source.Limited { // the settings of such a service are not stored
		return err
	}
	var all []intake.Stated
	g := s.o.Given[name]
	for _, said := range []struct {
		connect.Threshold

		key training.ThresholdKey
	}{{g.FTPW, training.KeyFTP}, {g.LTHRBpm, training.KeyLTHR}} {
		if v, err := strconv.ParseFloat(said.Text, 64); err == nil {
			all = append(all, intake.Stated{Key: said.key, Value: v, Setting: said.Setting})
		}
	}
	return s.sink(service).Settle(ctx, all, asked)
}

// Sync reads a connected service now.
func (s *Set) Sync(ctx context.Context, name source.Name, full bool, progress Progress) (connection.Result, error) {
	reader, err := s.syncer(ctx, name, full, progress)
	if err != nil {
		return connection.Result{}, err
	}
	if err := s.send(ctx, name, true); err != nil {
		return connection.Result{}, err
	}
	herr := s.heed(ctx, name, false)
	r, err := reader.Run(ctx, true)
	if rerr := s.rosterOf(ctx, name); err == nil {
		err = cmp.Or(herr, rerr)
	}
	// Even if nothing is new, an interrupted sync may have left work to be done.
	if ferr := s.o.Follow(context.WithoutCancel(ctx)); err == nil {
		err = ferr
	}
	return r, err
}

// send sends the waiting changes to a service. It returns no error if another
// process is already doing so.
func (s *Set) send(ctx context.Context, name source.Name, now bool) error {
	if s.o.Outbox == nil {
		return nil
	}
	err := s.o.Outbox.Send(ctx, s.o.Athlete, name, now)
	if training.KindOf(err) == training.KindConflict {
		return nil
	}
	return err
}

const (
	// lookGap is the shortest time between two looks whether a sync is due or a change waits.
	lookGap = 30 * time.Second
	// clockEvery is how often a wait compares the clock, because timers stand still while a
	// machine sleeps.
	clockEvery = 5 * time.Minute
)

// atOnce is the number of recordings that a sync fetches at the same time.
const atOnce = 4

// Keep reads every connected service whenever it is due, until ctx is done. It looks again when
// data has changed, which closes the channel that changed returns, because a change may wait to
// be sent, or another service may have been connected.
func (s *Set) Keep(ctx context.Context, changed func() <-chan struct{}) {
	told := map[source.Name]string{}
	for ctx.Err() == nil && !s.o.ReadOnly {
		news := changed()
		next := s.lookOnce(ctx, func(name source.Name, err error) {
			if err == nil || ctx.Err() != nil {
				told[name] = ""
			} else if text := err.Error(); text != told[name] {
				told[name] = text // an error is logged once, not every time
				s.o.Log.Warn("a sync ended early", "source", name, "kind", training.KindOf(err).String(), "error", err)
			}
		})
		if s.sleep(ctx, lookGap) == nil {
			s.await(ctx, next, news)
		}
	}
}

// await returns when next has come, unless it is zero, when news is closed, or when ctx is done.
func (s *Set) await(ctx context.Context, next time.Time, news <-chan struct{}) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-news:
			cancel()
		case <-ctx.Done():
		}
	}()
	if next.IsZero() {
		<-ctx.Done()
	}
	for now := s.o.Now(); ctx.Err() == nil && now.Before(next); now = s.o.Now() {
		_ = s.sleep(ctx, min(next.Sub(now), clockEvery)) // the loop checks ctx
	}
}

// Look reads every connected service that is due, once, and returns when to look again. The
// time is zero if no service is connected.
func (s *Set) Look(ctx context.Context) (next time.Time, err error) {
	next = s.lookOnce(ctx, func(_ source.Name, failed error) { err = errors.Join(err, failed) })
	return next, err
}

// lookOnce is [Set.Look] that passes what became of each service to done.
func (s *Set) lookOnce(ctx context.Context, done func(name source.Name, err error)) (next time.Time) {
	for _, name := range s.Connected() {
		err := s.keepOne(ctx, name)
		due, failed := s.due(ctx, name)
		if next.IsZero() || due.Before(next) {
			next = due
		}
		done(name, errors.Join(err, failed))
	}
	return next
}

// due returns when a service is to be read, or when a change that waits is to be sent.
func (s *Set) due(ctx context.Context, name source.Name) (time.Time, error) {
	now := s.o.Now()
	next, err := intake.Due(ctx, s.o.State, s.key(name), now)
	waiting, failed := s.o.Store.Outbox().Open(ctx, s.o.Athlete, string(name))
	if len(waiting) > 0 && waiting[0].NextAt.Before(next) {
		next = waiting[0].NextAt
	}
	if soon := now.Add(lookGap); next.Before(soon) { // another process works on it, or it just failed
		next = soon
	}
	return next, errors.Join(err, failed)
}

// keepOne reads a service if it is due and no other process reads it.
func (s *Set) keepOne(ctx context.Context, name source.Name) error {
	reader, err := s.syncer(ctx, name, false, nil)
	if err != nil {
		return err
	}
	if err := s.send(source.WithUrgency(ctx, source.Background), name, false); err != nil {
		return err
	}
	herr := s.heed(ctx, name, false)
	if _, err = reader.Run(ctx, false); training.KindOf(err) == training.KindConflict {
		return nil
	}
	if rerr := s.rosterOf(ctx, name); err == nil {
		err = cmp.Or(herr, rerr)
	}
	return err
}

// rosterOf stores the athletes whom a service listed during a sync.
func (s *Set) rosterOf(ctx context.Context, name source.Name) error {
	k, err := s.kind(string(name))
	if err != nil {
		return err
	}
	service, err := s.Service(name)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	return s.keepRoster(ctx, k, service, s.here(ctx, k))
}

// sleep returns after d, or when ctx is done.
func (s *Set) sleep(ctx context.Context, d time.Duration) error {
	if s.o.Sleep != nil {
		return s.o.Sleep(ctx, d)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// rosterCursor is the key of the stored ids of athletes whom a service listed.
const rosterCursor = "roster"

// listed is an athlete whom a service listed. If the athlete is not connected here, only
// their id is kept, so that such athletes can be counted.
type listed struct {
	ID     string   `json:"id"`
	Access string   `json:"access,omitempty"`
	Tags   []string `json:"tags,omitempty"`
}

func (l listed) same(o listed) bool {
	return l.ID == o.ID && l.Access == o.Access && slices.Equal(l.Tags, o.Tags)
}

// keepRoster stores the athletes whom the service last listed, if the service was asked
// for them and the credential is the coach's own.
func (s *Set) keepRoster(ctx context.Context, k Kind, service source.Service, here func() map[string]training.AthleteID) error {
	r, ok := service.(source.RosterReader)
	if !ok || service.Policy().MayStay(k.Name) != nil {
		return nil
	}
	all, known := r.Roster()
	if !known {
		return nil
	}
	kept := make([]listed, 0, len(all))
	for _, o := range all {
		l := listed{ID: o.ID}
		if here()[o.ID] != "" {
			l.Access, l.Tags = o.Access, o.Tags
		}
		kept = append(kept, l)
	}
	var before []listed
	found, err := s.o.State.Cursor(ctx, s.key(k.Name), rosterCursor, &before)
	if err != nil || found && slices.EqualFunc(before, kept, listed.same) || !found && len(kept) == 0 {
		return err
	}
	return s.o.State.SetCursor(ctx, s.key(k.Name), rosterCursor, kept)
}

// here returns a function that finds the athletes of this home who are connected to a
// service, by their ids on that service. The keys are read once, on the first call.
func (s *Set) here(ctx context.Context, k Kind) func() map[string]training.AthleteID {
	return sync.OnceValue(func() map[string]training.AthleteID {
		out := map[string]training.AthleteID{}
		if s.o.Others == nil {
			return out
		}
		for _, by := range s.o.Others(ctx) {
			if id := by.Vault.About(k.Name).Account; id != "" {
				out[id] = by.Athlete
			}
		}
		return out
	})
}

// marked returns the athletes whom a service listed, marking those who are connected
// here. It copies the list, because the service's client may keep it.
func marked(all []source.Other, here func() map[string]training.AthleteID) []source.Other {
	all = slices.Clone(all)
	for i := range all {
		all[i].Here = here()[all[i].ID]
	}
	return all
}

// relate fills in the stored data of the athletes whom the service listed.
func (s *Set) relate(ctx context.Context, k Kind, v *servicevalues.ConnectedView) error {
	var kept []listed
	if found, err := s.o.State.Cursor(ctx, s.key(k.Name), rosterCursor, &kept); err != nil || !found || len(kept) == 0 {
		return err
	}
	here := s.here(ctx, k)
	for _, l := range kept {
		id := here()[l.ID]
		if id == "" {
			v.NotHere++
			continue
		}
		if v.Here == nil {
			v.Here = map[training.AthleteID]servicevalues.Relation{}
		}
		v.Here[id] = servicevalues.Relation{Access: l.Access, Tags: l.Tags}
	}
	return nil
}

// ofStrava returns Strava, which is connected through an application of the
// athlete's own, with its settings, including their names in other programs.
func ofStrava() Kind {
	return Kind{
		API: strava.API(),
		SignIn: SignIn{
			Asks: "an application of your own there, with its client ID and secret, and a subscription for its owner",
			OAuth: &OAuth{
				Steps: []string{
					"Open https://www.strava.com/settings/api and log in.",
					"Application name: any name without the word Strava, such as \"Training at home\". Category: any.",
					"Website: any address of yours, or http://localhost.",
					"Authorization callback domain: localhost",
					"Create it and upload any picture. The page then shows the client ID and, behind \"Show\", the client secret.",
				},
				URL: strava.Website,
				Endpoint: func(base string) oauth2.Endpoint {
					return oauth2.Endpoint{
						AuthURL: base + "/oauth/authorize", TokenURL: base + "/oauth/token", AuthStyle: oauth2.AuthStyleInParams,
					}
				},
				Scopes:  []string{"read", "read_all", "profile:read_all", "activity:read", "activity:read_all"},
				Writing: []string{"activity:write", "profile:write"},
				Rights:  map[string]string{string(training.ThingActivities): "activity:write", string(document.Segments): "profile:write"},
				Least:   []string{"activity:read", "activity:read_all"},
				Comma:   true, Plain: true, Also: map[string]string{"approval_prompt": "force"},
			},
		},
		Windows:  strava.Windows(),
		Settings: stravaSettings(),
		Former: &Former{Path: "strava_mcp_tokens.json", Fields: map[string]settings.Use{
			"access_token": settings.ForKey, "refresh_token": settings.ForRefresh,
		}},
		Open: func(o client.Options) (source.Service, error) { return strava.New(o, stravaTerms()) },
	}
}

func stravaSettings() []settings.Definition {
	return []settings.Definition{
		{
			Key: "strava_client_id", Env: []string{"STRAVA_CLIENT_ID"}, Use: settings.ForUser,
			Help: "client ID of your application on Strava",
		},
		{
			Key: "strava_client_secret", Env: []string{"STRAVA_CLIENT_SECRET"}, Secret: true, Use: settings.ForPassword,
			Help: "client secret of your application; `lapkeep connect strava` stores it more safely",
		},
		{
			Key: "strava_access_token", Env: []string{"STRAVA_ACCESS_TOKEN"}, Secret: true, Use: settings.ForKey,
			Help: "existing access token; used only when Strava is connected, and never instead of a stored one",
		},
		{
			Key: "strava_refresh_token", Env: []string{"STRAVA_REFRESH_TOKEN"}, Secret: true, Use: settings.ForRefresh,
			Help: "existing refresh token; used like strava_access_token",
		},
		{
			Key: "strava_url", Env: []string{"STRAVA_API_URL"}, Use: settings.ForAddress,
			Help: "address of Strava's API, if not the default; from 2027 on it is also at https://api-v3.strava.com",
		},
		{
			Key: "strava_oauth_url", Env: []string{"STRAVA_OAUTH_URL"}, Use: settings.ForSignIn,
			Help: "Strava's authorization address, if not the default",
		},
	}
}

// stravaTerms returns what the API Agreement and the API Policy of 2026-06-01 allow, in
// our interpretation, to an athlete who acts as the developer of their own application.
func stravaTerms() source.Policy {
	return source.Policy{
		Retention: 7 * 24 * time.Hour, DeletedOnDisconnect: true,
		Audiences:   []training.Audience{training.AudienceModel, training.AudiencePage},
		Acknowledge: stravaAgree, AcknowledgeAssistants: stravaAssistants, TextVersion: "2026-11-29",
		Attribution: "From Strava, with the device that recorded it.",
		Source:      "https://www.strava.com/legal/api_policy", AsOf: "2026-06-01",
	}
}

// stravaAgree is shown before any request to the service.
const stravaAgree = `Before Lapkeep requests anything from Strava:

- You can avoid all of this: Lapkeep also imports the data archive that Strava creates for you on request, and the files of your
  devices. It keeps them as long as you want and computes everything from them: lapkeep import FOLDER
- Strava's API Policy of 2026-06-01 does not allow AI applications to use data from its API, or MCP servers to offer it, and makes no
  exception for personal use. For this purpose it allows Strava's own MCP server: https://mcp.strava.com/mcp
- You act as the developer of your own application, and its owner needs a Strava subscription. Strava can close the application;
  you then lose access to the API.
- Lapkeep requests your profile, your activities with their streams and comments, the segments you starred, your routes, gear and
  clubs. You give access through OAuth, and Lapkeep checks for new data from time to time. If you allow changes, Lapkeep also sends
  your edits. It uses the data only to show it to you on this machine.
- The data is kept here for at most 7 days, separate from all other data. Anything deleted on Strava is deleted here too. The data is
  never part of a backup or an export, and is never combined with other data in a total, curve or record.
- To end this, run lapkeep disconnect strava, or open https://www.strava.com/settings/apps. The data is then deleted, and Lapkeep
  tells you so.
- Data from Garmin devices is shown with the name of the device. Lapkeep is not made or endorsed by Strava, and Strava's names belong
  to Strava.
- If you have questions about this program, ask whoever gave it to you. SECURITY.md describes what it stores and sends.`

// stravaAssistants is shown before an assistant sees any of its data.
const stravaAssistants = `Before assistants can see data from Strava:

- Strava's API Policy of 2026-06-01 forbids giving data from its API to an AI model, even if it is your own data and you consent. If
  you allow it here, you break this policy, and Strava can close your application for it.
- Everything that an assistant reads is sent to the company whose model it uses.
- Your data archive and the files of your devices have no such limit: lapkeep import FOLDER`
