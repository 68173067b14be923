package connections

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Needs returns what a person has to enter to connect a service, and what is
// already known: the key in the settings or, for a coached athlete, the
// coach's.
func (s *Set) Needs(name, account string) (connect.Need, error) {
	k, err := s.kind(name)
	if err != nil {
		return connect.Need{}, err
	}
	g, p := s.o.Given[k.Name], policy(k)
	n := connect.Need{
		Agree:      connect.Terms{Text: p.Acknowledge, Version: p.TextVersion, Word: string(k.Name)},
		Assistants: connect.Terms{Text: p.AcknowledgeAssistants, Version: p.TextVersion, Word: string(k.Name) + " assistants"},
		Title:      k.Title, Asks: k.SignIn.Asks, Way: k.SignIn.way(), From: g.From, AddressFrom: g.URLFrom, FTPW: g.FTPW, LTHRBpm: g.LTHRBpm,
		Given: connect.Answers{Key: g.Key, Credentials: g.Credentials},
	}
	s.ofApp(k, &n)
	if k.SignIn.Account != nil {
		n.Regions = k.SignIn.Account.Regions
	}
	for _, d := range k.Settings {
		if d.Use == settings.ForPassword {
			n.PasswordIn = d.Env
		}
	}
	s.former(k, &n)
	n.Address, err = s.address(k)
	if err != nil || n.Way != connect.ByKey || !g.Key.Empty() || account == "" || s.o.Coach == nil {
		return n, err
	}
	if by := s.o.Coach(); by.Vault != nil {
		if t, err := by.Vault.Load(k.Name); err == nil && t.Scheme == k.SignIn.Key && t.Address == n.Address {
			n.Given.Key, n.From = t.Access, "the athlete "+string(by.Athlete)
		}
	}
	return n, nil
}

// Connect signs in with a person's answers and keeps the credentials that the
// service returns.
func (s *Set) Connect(ctx context.Context, name string, a connect.Answers, now time.Time) (source.Account, error) {
	k, err := s.kind(name)
	if err != nil {
		return source.Account{}, err
	}
	return s.enter(ctx, k, entry{a, func(ctx context.Context, app *token.OAuth) (source.Token, error) {
		return app.Authorise(ctx, a.Browse)
	}}, now)
}

// enter signs in to a service, in the way to which the athlete agreed.
func (s *Set) enter(ctx context.Context, k Kind, a entry, now time.Time) (source.Account, error) {
	address, err := s.address(k)
	if err != nil {
		return source.Account{}, err
	}
	terms := policy(k)
	if terms.Acknowledge != "" && a.Agreed != terms.TextVersion {
		if err := s.ask(ctx, k, terms); err != nil {
			return source.Account{}, err
		}
	}
	a.Account = cmp.Or(a.Account, s.o.Given[k.Name].Account)
	t, who, service, err := s.try(ctx, k, a, address)
	if err != nil {
		return source.Account{}, err
	}
	if len(who.Scopes) == 0 {
		who.Scopes = t.Scopes
	}
	who.Missing = k.SignIn.missing(t.Scopes, a.Write)
	here := s.here(ctx, k)
	who.Others = marked(who.Others, here)
	if before, err := s.o.Vault.Load(k.Name); err == nil && before.Account != "" && before.Account != who.ID {
		return source.Account{}, training.Errorf(training.KindConflict, "Athlete %q is already connected to account %s on %s.", s.o.Athlete,
			before.Account, k.Title).
			WithFix("Give %s a name of their own with --as NAME, or disconnect first.", who.ID)
	}
	if err := s.o.Meet(ctx); err != nil {
		return source.Account{}, err
	}
	if err := s.agree(ctx, k, terms, a.Agreed); err != nil {
		return source.Account{}, err
	}
	t.Account, t.Scopes = who.ID, who.Scopes
	if err := errors.Join(s.o.Vault.Save(k.Name, t), s.ofSettings().Delete(k.Name), s.o.Vault.StopWaiting(k.Name)); err != nil {
		return source.Account{}, err
	}
	s.forget(k.Name)
	if s.o.Outbox != nil {
		if err := s.o.Outbox.Rejoin(ctx, s.o.Athlete, k.Name, who.ID); err != nil {
			return who, err
		}
	}
	if err := s.keepRoster(ctx, k, service, here); err != nil {
		return who, err
	}
	if terms.Place() == source.Limited { // then the athlete's identity on the service is not kept
		return who, nil
	}
	if err := s.introduce(ctx, k, who, now); err != nil {
		return who, err
	}
	return who, s.heed(ctx, k.Name, true)
}

// try signs in and asks the service whose account it is. If the athlete does not exist here
// yet, it does not even store the number of requests, because the key may be wrong.
func (s *Set) try(
	ctx context.Context, k Kind, a entry, address string,
) (t source.Token, who source.Account, service source.Service, err error) {
	var b source.Budget
	switch _, err := s.o.Store.Athlete(ctx, s.scope()); {
	case err == nil:
		b = s.budget(k)
		if k.SignIn.OAuth != nil {
			b = s.budgetBy(k, a.User)
		}
	case training.KindOf(err) != training.KindNotFound:
		return t, who, nil, err
	}
	if t, err = s.begin(ctx, k, a, address, b); err != nil {
		return t, who, nil, err
	}
	if service, err = k.Open(s.options(k, a.Account, t.Region, token.Static(k.Name, t), b)); err != nil {
		return t, who, nil, err
	}
	who, err = service.Check(ctx)
	return t, who, service, err
}

func (s *Set) forget(n source.Name) {
	s.mu.Lock()
	delete(s.open, n)
	s.mu.Unlock()
}

// introduce sets the athlete's name and time zone if they are unknown.
func (s *Set) introduce(ctx context.Context, k Kind, who source.Account, now time.Time) error {
	if policy(k).MayStay(k.Name) != nil {
		return nil // the identity is also data from the service
	}
	before, err := s.o.Store.Athlete(ctx, s.scope())
	if err != nil {
		return err
	}
	after := before
	if who.Name = textclean.Line(who.Name, textclean.NameRunes); source.MaskedIn(who.Name) != who.Name {
		who.Name = "" // this is the account name, which nobody may see
	}
	var changes []journal.Change
	if after.Name == "" && who.Name != "" {
		after.Name = who.Name
		changes = append(changes, journal.Change{Of: store.ChangeSettings, Target: string(after.ID), Field: "name", After: i18n.Name(who.Name)})
	}
	if before.ZoneGuessed() && who.TimeZone != "" && who.TimeZone != after.TimeZone {
		after.TimeZone, after.SaidBy.TimeZone = who.TimeZone, string(k.Name)
		changes = append(changes, journal.Change{
			Of: store.ChangeSettings, Target: string(after.ID), Field: "time_zone",
			Before: i18n.Name(before.TimeZone), After: i18n.Name(who.TimeZone),
		})
	}
	if len(changes) == 0 {
		return nil
	}
	_, err = s.o.Journal.Do(ctx, journal.Write{
		Athlete: s.o.Athlete, Face: "cli", Tool: "connect", Summary: i18n.Sentencef("Added the athlete's profile from %s.", k.Title), Now: now,
		Targets: map[string]string{"athlete:" + string(s.o.Athlete): ""},
	}, func(tx *store.Tx) (journal.Effect, error) {
		return journal.Effect{Changes: changes, Changed: []journal.Changed{journal.PutAthlete(before, after)}}, tx.PutAthlete(after)
	})
	return err
}

// leaving describes a connection that is about to end.
type leaving struct {
	kind    Kind
	account string
	keep    bool
	stored  int            // downloaded activities
	apart   map[string]int // numbers of limited rows, by kind
	forGood bool           // the terms require that nothing is kept
}

// leaving determines what is removed together with a connection.
func (s *Set) leaving(ctx context.Context, name string, keep bool) (l leaving, err error) {
	k, err := s.kind(name)
	if err != nil {
		return l, err
	}
	if g := s.o.Given[k.Name]; k.suffices(g) {
		return l, training.Errorf(training.KindConflict, "The key for %s comes from %s.", k.Title, g.From).
			WithFix("Remove it there, then disconnect to delete the downloaded data.")
	}
	terms := policy(k)
	l = leaving{kind: k, keep: keep, forGood: terms.DeletedOnDisconnect || terms.Place() == source.Limited}
	if keep && l.forGood {
		return l, training.Errorf(training.KindForbidden,
			"The terms of %s require that everything read from it is deleted with the connection.", k.Title).WithFix("Disconnect without " +
			"keeping the data.")
	}
	if l.stored, err = s.stored(ctx, k.Name); err != nil {
		return l, err
	}
	if l.apart, err = s.apart(ctx, k); err != nil {
		return l, err
	}
	account, where := s.account(k)
	l.account = account
	if where != "" || !keep && (l.stored > 0 || len(l.apart) > 0) {
		return l, nil
	}
	if begun, err := s.begun(ctx, k); err != nil || begun {
		return l, err
	}
	return l, notConnected(k)
}

// Disconnect deletes the key of a service and, unless keep is set, what was read
// from it. This can be undone, unless the terms require that nothing is kept. w
// holds the author of the write; Disconnect fills in the rest.
func (s *Set) Disconnect(ctx context.Context, name string, keep bool, w journal.Write) (journal.Outcome, error) {
	l, err := s.leaving(ctx, name, keep)
	if err != nil {
		return journal.Outcome{}, err
	}
	k := l.kind
	w.Athlete, w.Destructive, w.Targets = s.o.Athlete, true, map[string]string{"source:" + string(k.Name): l.account}
	w.Summary = i18n.Sentencef("Disconnect %s and delete what was read from it.", k.Title)
	if keep {
		w.Summary = i18n.Sentencef("Disconnect %s and keep what was read from it.", k.Title)
	}
	release, err := s.alone(ctx, k, w.Now)
	if err != nil {
		return journal.Outcome{}, err
	}
	defer release()
	out, err := s.o.Journal.Do(ctx, w, func(tx *store.Tx) (journal.Effect, error) {
		if l.forGood {
			return s.purge(tx, l)
		}
		return s.parting(tx, l)
	})
	if err != nil || w.DryRun {
		return out, err
	}
	if l.forGood {
		out.Undo = ""
	}
	ctx = context.WithoutCancel(ctx)
	if told, ok := s.revoke(ctx, k); ok {
		out.AtService = append(out.AtService, told)
	}
	return out, s.part(ctx, k, l.account)
}

// alone ensures that no other process reads the service in the meantime.
func (s *Set) alone(ctx context.Context, k Kind, now time.Time) (release func(), err error) {
	lease := ledger.Lease{Athlete: s.o.Athlete, Name: "sync:" + string(k.Name), Holder: s.o.NewID()}
	ok, until, err := s.o.State.Hold(ctx, lease, now, now.Add(time.Minute))
	if err == nil && !ok {
		err = training.Errorf(training.KindConflict, "%s is being read right now.", k.Title).
			WithFix("Stop the server or sync that reads it, or try again after %s.", until.UTC().Format(time.RFC3339))
	}
	return func() { _ = s.o.State.Release(context.WithoutCancel(ctx), lease) }, err // the lease also expires by itself
}

// stored counts the downloaded activities.
func (s *Set) stored(ctx context.Context, n source.Name) (int, error) {
	tallies, err := s.o.State.Tallies(ctx, s.key(n))
	all := 0
	for _, t := range tallies {
		if t.State == ledger.Stored {
			all += t.Items
		}
	}
	return all, err
}

const ofConnection store.ChangeKind = "connection"

// parting removes the service's data from the store, unless the athlete wants to keep it.
func (s *Set) parting(tx *store.Tx, l leaving) (journal.Effect, error) {
	k := l.kind
	e := journal.Effect{
		Changes:      []journal.Change{{Of: ofConnection, Target: k.Title, Field: "connection", Before: i18n.Name(l.account), After: "none"}},
		Irreversible: []i18n.Sentence{"The key is forgotten; connecting again asks for it."},
	}
	if l.keep {
		return e, nil
	}
	e.Changes = append(e.Changes, journal.Change{
		Of: ofConnection, Gravity: journal.Recorded, Target: k.Title, Field: "data",
		Before: i18n.Sentencef("%d activities, and everything else that was read from there", l.stored),
		After:  "none, except what was created here, activities that are also in other files, and gear",
	})
	e.Changed = []journal.Changed{journal.Op{Kind: journal.OpRestoreRun, ID: k.Name.Run()}}
	stay := func() ([]journal.Changed, error) { return nil, nil }
	if s.o.Outbox != nil {
		var err error
		if stay, err = s.o.Outbox.Leave(tx, s.o.Athlete, k.Name); err != nil {
			return e, err
		}
	}
	if err := tx.RemoveRun(s.o.Athlete, k.Name.Run()); err != nil {
		return e, err
	}
	stays, err := stay()
	e.Changed = append(e.Changed, stays...)
	return e, err
}

// purge permanently deletes the data of a service whose terms require it, including
// its texts in the outbox.
func (s *Set) purge(tx *store.Tx, l leaving) (journal.Effect, error) {
	k := l.kind
	e := journal.Effect{
		Changes: []journal.Change{
			{Of: ofConnection, Target: k.Title, Field: "connection", Before: i18n.Name(l.account), After: "none"},
			{Of: ofConnection, Gravity: journal.Recorded, Target: k.Title, Field: "data", Before: read(l.apart), After: "none"},
		},
		Irreversible: []i18n.Sentence{
			"The key is forgotten; connecting again asks for it.",
			i18n.Sentencef("The data is deleted for good, as the terms of %s require.", k.Title),
		},
	}
	if err := tx.PurgeRun(s.o.Athlete, k.Name.Run()); err != nil {
		return e, err
	}
	return e, tx.Outbox().Forget(s.o.Athlete, string(k.Name))
}

// read returns a sentence about what was read from a service, with the number of
// limited rows of each kind.
func read(apart map[string]int) i18n.Sentence {
	var parts []i18n.Sentence
	for _, kind := range slices.Sorted(maps.Keys(apart)) {
		parts = append(parts, i18n.Sentencef("%s: %d", i18n.Word(kind), apart[kind]))
	}
	return cmp.Or(i18n.Joined("%s, %s", parts...), "what was read from there")
}

// part deletes the key and the sync progress. If it is interrupted, disconnecting
// again completes the deletion.
func (s *Set) part(ctx context.Context, k Kind, account string) error {
	if s.o.Limited != nil {
		if err := s.o.Limited.Forget(ctx, s.o.Athlete, string(k.Name)); err != nil {
			return err
		}
	}
	if err := errors.Join(s.o.Vault.Delete(k.Name), s.ofSettings().Delete(k.Name), s.o.Vault.StopWaiting(k.Name)); err != nil {
		return err
	}
	s.forget(k.Name)
	if s.o.Outbox != nil {
		if err := s.o.Outbox.Part(ctx, s.o.Athlete, k.Name, account); err != nil {
			return err
		}
	}
	if err := s.o.State.Forget(ctx, s.key(k.Name)); err != nil {
		return err
	}
	return s.o.Follow(ctx)
}
