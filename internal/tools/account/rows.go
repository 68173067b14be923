package account

import (
	"cmp"
	"context"
	"strings"
	"time"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const toolset = "account"

// Deps holds the dependencies of the tools.
type Deps struct {
	Store        store.Reader
	Journal      *journal.Journal
	Installation athlete.Installation
	// Connections returns an athlete's services. It is nil if services are not supported.
	Connections func(training.AthleteID) Connections
	// Apart gives access to services whose rows are stored in a separate file.
	// The zero value supports none.
	Apart limitedrows.Remote
	// SyncTime is the maximum time for which one call to sync_now reads; 0 means 20 s.
	SyncTime time.Duration
}

// Connections reads and changes connections to services. No method accepts or returns a secret.
type Connections interface {
	Views(ctx context.Context, now time.Time) ([]servicevalues.ConnectedView, error)
	View(ctx context.Context, name string, now time.Time) (servicevalues.ConnectedView, error)
	// Ask returns the address at which the athlete authorises their app, or what must be
	// provided first. Answer connects with the address to which the browser was
	// redirected. If dry is set, no authorisation is started, and no code is used up.
	Ask(ctx context.Context, name string, now time.Time, dry bool) (servicevalues.Asked, error)
	Answer(ctx context.Context, name, text string, now time.Time, dry bool) (source.Account, error)
	Disconnect(ctx context.Context, name string, keep bool, w journal.Write) (journal.Outcome, error)
	Sync(ctx context.Context, name source.Name, full bool, progress func(connection.Result, training.Day)) (connection.Result, error)
}

// Rows returns the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{statusRow(d), profileRow(d), settingsRow(d), connectRow(d), disconnectRow(d), syncRow(d), undoRow(d), toolsetRow()}
}

type connectIn struct {
	Source string `json:"source,omitempty" jsonschema:"e.g. intervals"`
	Answer string `json:"answer,omitempty" jsonschema:"the address that the athlete's browser showed after agreeing"`
}

type connectOut struct {
	LocalDate training.Day                  `json:"local_date"`
	TimeZone  string                        `json:"time_zone"`
	AthleteID string                        `json:"athlete_id"`
	DryRun    bool                          `json:"dry_run,omitempty"`
	Sources   []servicevalues.ConnectedView `json:"sources"`
	// Ask describes how the athlete authorises their app on the given service.
	Ask   *servicevalues.Asked `json:"ask,omitempty"`
	Words []i18n.Sentence      `json:"words"`
}

// connectRow returns the tool that explains how to connect a service. It does not accept
// a key, because everything that an assistant receives is stored by others. The address
// to which a service redirects the browser is useless to others: it works only once, only
// here, and only together with the secret that a person typed.
func connectRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "connect_source", Title: "Connect a service", Toolset: toolset, Safety: tools.Write, Machine: true, Idempotent: true,
		OpenWorld: true,
		Aliases:   map[string]string{"code": "answer", "redirect_url": "answer", "url": "answer"},
		Description: "Lists the services (Intervals.icu, Strava …) and what is needed to connect one: a command that a person runs " +
			"at a terminal, or an address that they open. Accepts no key, token or password.",
	}, func(ctx context.Context, c *tools.Call, in connectIn) (*connectOut, error) {
		out := &connectOut{
			LocalDate: c.Today, TimeZone: c.Location.String(), AthleteID: string(c.Scope.Athlete), DryRun: c.DryRun, Words: []i18n.Sentence{},
		}
		if in.Answer != "" {
			if err := d.answer(ctx, c, in, out); err != nil || c.DryRun {
				return out, err
			}
		}
		var err error
		now := c.Now.In(c.Location)
		if in.Source == "" {
			out.Sources, err = d.services(c).Views(ctx, now)
		} else {
			out.Sources = make([]servicevalues.ConnectedView, 1)
			out.Sources[0], err = d.services(c).View(ctx, in.Source, now)
		}
		if err != nil {
			return nil, err
		}
		if v := out.Sources[0]; in.Source != "" && in.Answer == "" && (!v.Connected || v.State == connection.Failing) {
			ask, err := d.services(c).Ask(ctx, v.Source, now, c.DryRun)
			if err != nil {
				return nil, err
			}
			if ask.Prepare != "" {
				out.Ask = &ask
			}
		}
		for _, v := range out.Sources {
			out.Words = append(out.Words, howTo(v, out.Ask)...)
		}
		return out, ctx.Err()
	})
}

// answer connects a service with the address that a person pasted. It returns
// the name of the account.
func (d Deps) answer(ctx context.Context, c *tools.Call, in connectIn, out *connectOut) error {
	if in.Source == "" {
		return training.Errorf(training.KindInvalid, "An answer belongs to one service, but no service was "+
			"given.").WithFix("Give source together with answer.")
	}
	who, err := d.services(c).Answer(ctx, in.Source, in.Answer, c.Now.In(c.Location), c.DryRun)
	switch {
	case err != nil:
		return err
	case c.DryRun:
		out.Sources = []servicevalues.ConnectedView{}
		out.Words = append(out.Words, "The pasted address matches the sign-in that was started. Without dry_run it is used to sign in, "+
			"which works only once.")
	case len(who.Missing) > 0:
		out.Words = append(out.Words, i18n.Sentencef(
			"These permissions were requested but not granted, so the data that needs them is left out: %s.", strings.Join(who.Missing, ", ")))
	}
	return nil
}

// howTo explains how to connect a service, or states that it is already connected.
func howTo(v servicevalues.ConnectedView, ask *servicevalues.Asked) (words []i18n.Sentence) {
	if v.Connected {
		words = append(words, i18n.Sentencef("%s is connected; sync_now downloads its new data.", v.Name))
		if v.Terms != nil && v.Terms.Assistants == "" {
			words = append(words, i18n.Sentencef("Assistants see none of its data until the athlete agrees a second time at a terminal: "+
				"lapkeep connect %s --assistants", v.Source))
		}
	}
	switch {
	case ask == nil && !v.Connected:
		words = append(words, i18n.Sentencef("To connect %s, a person runs at a terminal: %s. It asks for the key there, and nowhere else.",
			v.Name, v.HowTo))
	case ask == nil:
	case len(ask.Lacks) > 0:
		words = append(words, i18n.Sentencef("%s cannot be connected yet. This is still needed, and an assistant cannot provide it: %s. A "+
			"person must run at a terminal: %s. Then call connect_source again. Or they can run %s, which does the whole setup.",
			v.Name, i18n.Joined("%s, %s", ask.Lacks...), ask.Prepare, i18n.Name("lapkeep connect "+v.Source)))
	case ask.Address != "":
		words = append(words, i18n.Sentencef("To connect %s, the athlete opens the address in a browser and agrees there. The browser "+
			"ends on a page that it cannot open: pass its full address to connect_source as answer, before %s.", v.Name, ask.Until))
	default:
		words = append(words, i18n.Sentencef("%s can be connected; without dry_run you get an address for the athlete to open.", v.Name))
	}
	return words
}

type disconnectIn struct {
	Source   string `json:"source" jsonschema:"service"`
	KeepData bool   `json:"keep_data,omitempty" jsonschema:"keep the service's data"`
}

type disconnectOut struct {
	LocalDate training.Day `json:"local_date"`
	TimeZone  string       `json:"time_zone"`
	AthleteID string       `json:"athlete_id"`
	journal.Outcome
}

func disconnectRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "disconnect_source", Title: "Disconnect a service", Toolset: toolset, Safety: tools.Destructive, Full: true,
		Description: "Forgets the key of a connected service and deletes its data, unless keep_data is true. Asks a person first. " +
			"Undo brings the data back, not the key; data with a time limit is deleted for good. On the service, only Lapkeep's access is " +
			"revoked.",
	}, func(ctx context.Context, c *tools.Call, in disconnectIn) (*disconnectOut, error) {
		outcome, err := d.Connections(c.Scope.Athlete).Disconnect(ctx, in.Source, in.KeepData, c.Write("", nil))
		if err != nil {
			return nil, err
		}
		return &disconnectOut{c.Today, c.Location.String(), string(c.Scope.Athlete), outcome}, nil
	})
}

type undoIn struct {
	JournalID string `json:"journal_id,omitempty" jsonschema:"default the last"`
}

func undoRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "undo", Title: "Undo a write", Toolset: toolset, Safety: tools.Write, Default: true, OpenWorld: true, Asks: true,
		Description: "Undoes an assistant's last write, or the one with this journal_id. Asks the athlete first if that removes " +
			"recordings, shows hidden ones or reaches a service. It can be undone.",
		Aliases: map[string]string{"id": "journal_id"},
	}, func(ctx context.Context, c *tools.Call, in undoIn) (tools.Written, error) {
		w := c.Write("", nil)
		w.MayUndo = c.MayUndo(ctx)
		out, err := d.Journal.UndoOwn(ctx, w, in.JournalID)
		return c.Written(out, out.NotShown...), err
	})
}

type syncIn struct {
	Source string `json:"source,omitempty" jsonschema:"default all"`
	Full   bool   `json:"full,omitempty" jsonschema:"check the whole history"`
}

type syncOut struct {
	LocalDate training.Day                 `json:"local_date"`
	TimeZone  string                       `json:"time_zone"`
	AthleteID string                       `json:"athlete_id"`
	DryRun    bool                         `json:"dry_run,omitempty"`
	Sources   []servicevalues.ConnectedRun `json:"sources"`
	Words     []i18n.Sentence              `json:"words"`
}

// syncTime is the maximum time for which one call reads. Reading a whole history takes longer.
// In that case, the answer states this, and the next call continues where this one stopped.
const syncTime = 20 * time.Second

func syncRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "sync_now", Title: "Sync connected services", Toolset: toolset, Safety: tools.Write, Default: true,
		Idempotent: true, OpenWorld: true,
		Timeout: time.Minute,
		Description: "Fetches new activities, wellness, calendar, gear and settings from connected services into the local store; a server " +
			"does this every 15 minutes. Call again while the answer has more.",
	}, func(ctx context.Context, c *tools.Call, in syncIn) (*syncOut, error) {
		return syncNow(ctx, d, c, in)
	})
}

func syncNow(ctx context.Context, d Deps, c *tools.Call, in syncIn) (*syncOut, error) {
	out := &syncOut{
		LocalDate: c.Today, TimeZone: c.Location.String(), AthleteID: string(c.Scope.Athlete), DryRun: c.DryRun,
		Sources: []servicevalues.ConnectedRun{}, Words: []i18n.Sentence{},
	}
	now := c.Now.In(c.Location)
	var views []servicevalues.ConnectedView
	var err error
	if in.Source == "" {
		views, err = d.services(c).Views(ctx, now)
	} else {
		views = make([]servicevalues.ConnectedView, 1)
		if views[0], err = d.services(c).View(ctx, in.Source, now); err == nil && !views[0].Connected {
			err = training.Errorf(training.KindNotFound, "%s is not connected.", views[0].Name).
				WithFix("A person runs `%s` at a terminal.", views[0].HowTo)
		}
	}
	if err != nil {
		return nil, err
	}
	for _, v := range views {
		switch {
		case !v.Connected:
		case c.DryRun:
			out.Sources = append(out.Sources, servicevalues.ConnectedRun{Source: v.Source, State: v.State, NextTry: v.NextTry})
		default:
			out.Sources = append(out.Sources, d.syncOne(ctx, c, v, in.Full))
		}
	}
	if len(out.Sources) == 0 {
		out.Words = append(out.Words, "No service is connected; connect_source connects one.")
	}
	for _, r := range out.Sources {
		if !c.DryRun {
			out.Words = append(out.Words, tell(r))
		}
	}
	return out, ctx.Err()
}

// syncOne reads one service, for at most the time of one call.
func (d Deps) syncOne(ctx context.Context, c *tools.Call, v servicevalues.ConnectedView, full bool) servicevalues.ConnectedRun {
	within, cancel := context.WithTimeout(ctx, cmp.Or(d.SyncTime, syncTime))
	defer cancel()
	r, err := d.Connections(c.Scope.Athlete).Sync(within, source.Name(v.Source), full, func(r connection.Result, at training.Day) {
		c.Report(r.Stored+r.Withheld+r.Failed, 0, r.Progress(at))
	})
	run := servicevalues.ConnectedRun{Source: v.Source, Result: r}
	switch {
	case err == nil:
	case within.Err() != nil || training.KindOf(err) == training.KindCanceled:
		run.More = true
	default:
		p := tools.Describe(err)
		run.Problem, run.Fix = p.Told(err)
		if training.KindOf(err) == training.KindConflict {
			run.More = true // another process is syncing
		}
	}
	if after, err := d.services(c).View(ctx, v.Source, c.Now.In(c.Location)); err == nil {
		run.State = after.State
		if run.More = run.More || after.HistoryBackTo != nil; run.More || run.Problem != "" {
			run.NextTry = after.NextTry
		}
	}
	return run
}

// tell describes the result of a sync.
func tell(r servicevalues.ConnectedRun) i18n.Sentence {
	text := i18n.Sentencef("%s: %d activities stored", r.Source, r.Stored)
	for _, part := range []struct {
		n    int
		what string
	}{{r.Gone, "%d deleted there"}, {r.Withheld, "%d withheld by the service"}, {r.Failed, "%d failed"}} {
		if part.n > 0 {
			text = i18n.Joined("%s, %s", text, i18n.Sentencef(part.what, part.n))
		}
	}
	for i := range r.Changes {
		text = i18n.Joined("%s; %s", text, r.Changes[i].Counts())
	}
	if r.More {
		text = i18n.Joined("%s; %s", text, "there is more; a running server reads it automatically, or the next call does")
	}
	return i18n.Sentencef("%s.", text)
}

func profileRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_athlete_profile", Title: "Athlete profile, settings and history", Toolset: toolset, Default: true, Idempotent: true,
		Description: "The athlete's settings today: FTP and FTP history, threshold and max heart rate, threshold pace, CSS, weight, with the " +
			"date of each change; power, heart rate and pace zones; units, week start, what is shared, services' values, and athlete notes.",
		Output: tools.OpenRows,
	}, func(ctx context.Context, c *tools.Call, in profileIn) (*profileOut, error) {
		own, err := athlete.Profile(ctx, d.Store, c.Scope, c.Frame(), d.Installation.Default)
		if err != nil || in.Source == "" {
			return &profileOut{ProfileView: own}, err
		}
		questions := []source.FactsQuery{
			{Kind: source.FactsProfile}, {Kind: source.FactsZones}, {Kind: source.FactsTotals}, {Kind: source.FactsClubs},
		}
		if there, _ := d.Apart.Names(in.Source); strings.HasPrefix(there, ofClub) {
			questions = []source.FactsQuery{{Kind: source.FactsClub, ID: strings.TrimPrefix(there, ofClub)}}
		}
		shown, err := d.Apart.Facts(ctx, c.Scope, in.Source, questions...)
		if err != nil {
			return nil, err
		}
		return &profileOut{own, shown}, nil
	})
}

type profileIn struct {
	Source string `json:"source,omitempty" jsonschema:"adds e.g. strava, strava:club/1"`
}

type profileOut struct {
	*athlete.ProfileView

	AtService *limitedrows.Shown `json:"at_service,omitempty"`
}

// View returns only the profile to show.
func (out *profileOut) View() any { return out.ProfileView }

// ofClub is the prefix of clubs' ids.
const ofClub = "club/"
