package connections

import (
	"context"
	"errors"
	"slices"
	"time"

	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// agreementCursor is the key of the stored agreement. It is deleted with the
// connection, and undoing a write of settings does not restore it.
const agreementCursor = "agreement"

// agreement returns an athlete's agreement to the terms of a service.
func agreement(ctx context.Context, b ledger.Connections, k ledger.ConnectionKey) (g source.Agreement, err error) {
	_, err = b.Cursor(ctx, k, agreementCursor, &g)
	return g, err
}

// Limited returns the policies of the services with limited rows.
func Limited(kinds []Kind) map[source.Name]source.Policy {
	all := map[source.Name]source.Policy{}
	for _, k := range kinds {
		if p := policy(k); p.Place() == source.Limited {
			all[k.Name] = p
		}
	}
	return all
}

// Terms returns the terms of the services with these policies.
func Terms(policies map[source.Name]source.Policy, b ledger.Connections) map[string]limited.Terms {
	all := make(map[string]limited.Terms, len(policies))
	for name, p := range policies {
		all[string(name)] = limited.Terms{
			Retention: p.Retention,
			MayShow: func(ctx context.Context, a training.AthleteID, who training.Audience) (bool, error) {
				g, err := agreement(ctx, b, connection.Key(a, name))
				return p.Opens(g, who), err
			},
		}
	}
	return all
}

// MayShow reports whether the audience may see a service's data.
func (s *Set) MayShow(ctx context.Context, name source.Name, who training.Audience) (bool, error) {
	k, err := s.kind(string(name))
	if err != nil {
		return false, err
	}
	p := policy(k)
	if p.Acknowledge == "" {
		return p.Opens(source.Agreement{}, who), nil
	}
	g, err := agreement(ctx, s.o.State, s.key(k.Name))
	return p.Opens(g, who), err
}

// terms returns the terms with the athlete's agreement, or nil for a service
// without such terms.
func (s *Set) terms(ctx context.Context, k Kind, zone *time.Location) (*servicevalues.Terms, error) {
	p := policy(k)
	if p.Place() != source.Limited {
		return nil, nil
	}
	g, err := agreement(ctx, s.o.State, s.key(k.Name))
	out := &servicevalues.Terms{KeptDays: int(p.Retention / (24 * time.Hour)), Text: p.TextVersion}
	if p.MayFetch(g) && p.Acknowledge != "" {
		out.Agreed = g.Own.At.In(zone).Format(time.DateOnly)
	}
	if out.Agreed != "" && p.Opens(g, training.AudienceModel) && p.AcknowledgeAssistants != "" {
		out.Assistants = g.Assistants.At.In(zone).Format(time.DateOnly)
	}
	return out, err
}

// ask returns an error that asks for the athlete's agreement to the terms of a service,
// if they have not agreed.
func (s *Set) ask(ctx context.Context, k Kind, p source.Policy) error {
	g, err := agreement(ctx, s.o.State, s.key(k.Name))
	if err == nil && !p.MayFetch(g) {
		err = unagreed(k)
	}
	return err
}

func unagreed(k Kind) error {
	return training.Errorf(training.KindForbidden, "Nothing is requested from %s until you agree to its terms.", k.Title).
		WithFix("Run `%s` at a terminal.", command(k))
}

// gate is the request budget of a service to whose terms the athlete must agree. Every
// request passes through it.
type gate struct {
	source.Budget

	ask func(ctx context.Context) error
}

func (g gate) Take(ctx context.Context, u source.Urgency, buckets ...string) error {
	if err := g.ask(ctx); err != nil {
		return err
	}
	return g.Budget.Take(ctx, u, buckets...)
}

// agree stores that the athlete agreed to the displayed text, unless that is already
// stored.
func (s *Set) agree(ctx context.Context, k Kind, p source.Policy, text string) error {
	g, err := agreement(ctx, s.o.State, s.key(k.Name))
	if err != nil || p.Acknowledge == "" || p.MayFetch(g) {
		return err
	}
	return s.o.State.SetCursor(ctx, s.key(k.Name), agreementCursor, source.Agreement{Own: source.Agreed{At: s.o.Now(), Text: text}})
}

// Assistants lets assistants see the rows of a connected service if text is the
// version of its terms; if text is empty, it hides them again.
func (s *Set) Assistants(ctx context.Context, name, text string) error {
	k, err := s.kind(name)
	if err != nil {
		return err
	}
	p := policy(k)
	if begun, err := s.begun(ctx, k); err != nil {
		return err
	} else if _, where := s.account(k); where == "" && !begun {
		return notConnected(k)
	}
	if p.AcknowledgeAssistants == "" {
		return training.Errorf(training.KindInvalid, "The terms of %s do not restrict what assistants see.", k.Title).
			WithFix("Leave --assistants out.")
	}
	g, err := agreement(ctx, s.o.State, s.key(k.Name))
	switch {
	case err != nil:
		return err
	case !p.MayFetch(g):
		return unagreed(k)
	case text == "":
		g.Assistants = source.Agreed{}
	case text != p.TextVersion:
		return training.Errorf(training.KindConflict, "The terms of %s have changed.", k.Title).WithFix("Read it and agree again.")
	default:
		g.Assistants = source.Agreed{At: s.o.Now(), Text: text}
	}
	return s.o.State.SetCursor(ctx, s.key(k.Name), agreementCursor, g)
}

// entry is the input for signing in: a person's answers and, for an app, the
// function that obtains their consent.
type entry struct {
	connect.Answers

	agree func(ctx context.Context, app *token.OAuth) (source.Token, error)
}

// Prepare stores the answers that only a person at a terminal can give for a
// service that is connected through an app: consent to the service's terms, and the app's
// data. It sends no request to the service.
func (s *Set) Prepare(ctx context.Context, name string, a connect.Answers) error {
	k, err := s.kind(name)
	if err != nil {
		return err
	}
	if k.SignIn.OAuth == nil {
		return training.Errorf(training.KindInvalid, "There is nothing to prepare for %s.", k.Title).WithFix("Run `%s`.", command(k))
	}
	address, err := s.address(k)
	if err != nil {
		return err
	}
	if err := s.o.Meet(ctx); err != nil {
		return err
	}
	terms := policy(k)
	if terms.Acknowledge != "" && a.Agreed != terms.TextVersion {
		if err := s.ask(ctx, k, terms); err != nil {
			return err
		}
	}
	if err := s.agree(ctx, k, terms, a.Agreed); err != nil {
		return err
	}
	return s.o.Vault.Await(k.Name, token.Waiting{App: a.Credentials, Address: address, Rights: k.SignIn.OAuth.asked(a.Write)})
}

// prepared returns the app for which consent is requested, with its rights. The app
// is in the settings, or was prepared or connected earlier. If there is none, the result
// is empty.
func (s *Set) prepared(k Kind) (w token.Waiting, err error) {
	if w, err = s.o.Vault.Awaited(k.Name); err != nil && training.KindOf(err) != training.KindNotFound {
		return w, err
	}
	g := s.o.Given[k.Name].Credentials
	before, _ := s.o.Vault.Load(k.Name) // there is no connection if the service was only prepared
	switch {
	case g.User != "" && !g.Password.Empty():
		w.App = source.Credentials{User: g.User, Password: g.Password}
	case w.App.Password.Empty() && !before.Password.Empty():
		w.App = source.Credentials{User: before.User, Password: before.Password}
	}
	if len(w.Rights) == 0 {
		writes := slices.ContainsFunc(k.SignIn.OAuth.Writing, func(right string) bool { return slices.Contains(before.Scopes, right) })
		w.Rights = k.SignIn.OAuth.asked(writes)
	}
	return w, nil
}

// Ask returns the address at which the athlete gives their app access, or what is still
// missing. It is for conversations, which cannot wait for a browser. A service that is
// not connected through an app has no such address. If dry is set, no address is created.
func (s *Set) Ask(ctx context.Context, name string, now time.Time, dry bool) (out servicevalues.Asked, err error) {
	k, err := s.kind(name)
	if err != nil || k.SignIn.OAuth == nil {
		return out, err
	}
	w, err := s.prepared(k)
	if err != nil {
		return out, err
	}
	terms := policy(k)
	g, err := agreement(ctx, s.o.State, s.key(k.Name))
	if err != nil {
		return out, err
	}
	if !terms.MayFetch(g) {
		out.Lacks = append(out.Lacks, i18n.Sentencef("the athlete's agreement to the terms of %s, which they type", k.Title))
	}
	if w.App.Password.Empty() {
		out.Lacks = append(out.Lacks, i18n.Sentencef("the client ID and secret of the athlete's own application on %s", k.Title))
	}
	if out.Prepare = i18n.Name(command(k) + " --prepare"); len(out.Lacks) > 0 || dry {
		return out, nil
	}
	if w.Address, err = s.address(k); err != nil {
		return out, err
	}
	out.Address, w.Asked = s.oauth(k, w.App.User, w.App.Password, w.Rights).Ask()
	w.Until = s.o.Now().Add(token.AnswerTime)
	out.Until, out.Rights = w.Until.In(now.Location()).Format(time.RFC3339), w.Rights
	return out, s.o.Vault.Await(k.Name, w)
}

// begun reports whether a service that is not connected has a prepared app or an agreement.
func (s *Set) begun(ctx context.Context, k Kind) (bool, error) {
	if _, err := s.o.Vault.Awaited(k.Name); err == nil {
		return true, nil
	}
	g, err := agreement(ctx, s.o.State, s.key(k.Name))
	return g != source.Agreement{}, err
}

// longestAnswer is the maximum length of an address to which a browser is redirected; no
// real address is that long.
const longestAnswer = 4096

// Answer connects the service, given the address to which the athlete's browser was
// redirected after Ask. Each address from Ask works once. If dry is set, the answer
// is only checked.
func (s *Set) Answer(ctx context.Context, name, text string, now time.Time, dry bool) (who source.Account, err error) {
	k, err := s.kind(name)
	if err != nil {
		return who, err
	}
	if k.SignIn.OAuth == nil {
		return who, training.Errorf(training.KindInvalid, "%s cannot be connected by opening a link in a browser.", k.Title).
			WithFix("A person runs `%s` at a terminal.", command(k))
	}
	if len(text) > longestAnswer {
		return who, training.Errorf(training.KindInvalid, "That is too long to be the address where a browser ends up after agreeing.").
			WithFix("Give only the address.")
	}
	if dry {
		w, err := s.o.Vault.Awaited(k.Name)
		if err == nil {
			err = w.Answers(text)
		}
		return who, told(k, err)
	}
	w, err := s.o.Vault.Claim(ctx, k.Name, s.o.Now(), text)
	if err != nil {
		return who, told(k, err)
	}
	if address, err := s.address(k); err != nil || address != w.Address {
		if err == nil {
			err = training.Errorf(training.KindConflict, "The settings now name a different address for %s.", k.Title)
		}
		return who, told(k, err)
	}
	a := connect.Answers{Credentials: w.App}
	a.Write = len(w.Rights) > len(k.SignIn.OAuth.Scopes)
	who, err = s.enter(ctx, k, entry{a, func(ctx context.Context, app *token.OAuth) (source.Token, error) {
		return app.Answer(ctx, w.Asked, text)
	}}, now)
	return who, told(k, err)
}

// told adds advice for the conversation to the error for a rejected answer.
func told(k Kind, err error) error {
	e, ok := errors.AsType[*training.Error](err)
	if !ok {
		return err
	}
	f, failed := source.FailureOf(err)
	switch {
	case failed && f.Fault == source.ClientRefused:
		return e.WithFix("The athlete copies both from the application's settings on %s and types them at a terminal: %s --prepare. "+
			"Then call connect_source again.", k.Title, command(k))
	case failed && f.Fault == source.Unscoped:
		return e.WithFix("Call connect_source with source %s for a new address, and leave %s ticked there.", k.Name, f.Scope)
	case failed && f.Fault == source.Inactive:
		return e.WithFix("The athlete must open the application's settings on %s and do what the page asks. Then call connect_source "+
			"again.", k.Title)
	case failed && f.Fault.Waits() && !f.RetryAt.IsZero():
		return e.WithFix("After %s, call connect_source with source %s for a new address.", f.RetryAt.UTC().Format(time.RFC3339), k.Name)
	case failed && f.Fault == source.Crowded:
		return err
	case !failed && e.Kind == training.KindConflict && e.Fix != "":
		return e.WithFix("The athlete must log in there with the connected account, or disconnect it first with disconnect_source.")
	case !failed && e.Kind == training.KindInvalid, !failed && e.Kind == training.KindUnavailable:
		return err // the error already explains how to fix it
	}
	return e.WithFix("Call connect_source with source %s for a new address, have the athlete open it, and pass the browser's final "+
		"address as answer.", k.Name)
}

// Apart returns the services with limited rows.
func Apart(kinds []Kind) (all []limitedrows.Service) {
	for _, k := range kinds {
		if p := policy(k); p.Place() == source.Limited {
			all = append(all, limitedrows.Service{
				Name: k.Name, Title: k.Title, Days: int(p.Retention / (24 * time.Hour)), Attribution: p.Attribution,
			})
		}
	}
	return all
}

// Apart returns access to those limited rows of a service that are not stored here
// yet, or nil if none can be requested or kept.
func (s *Set) Apart(name source.Name) (*connection.Apart, error) {
	service, err := s.Service(name)
	switch {
	case s.o.ReadOnly || training.KindOf(err) == training.KindNotFound && err != nil:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &connection.Apart{Athlete: s.o.Athlete, Source: service, Title: s.Title(name), Rows: s.o.Limited}, nil
}

// apart counts the limited rows of a service by kind.
func (s *Set) apart(ctx context.Context, k Kind) (map[string]int, error) {
	if s.o.Limited == nil {
		return nil, nil
	}
	return s.o.Limited.Tally(ctx, s.o.Athlete, string(k.Name))
}

// revoke revokes the credential if the service supports it; otherwise, ok is false.
// If the service does not respond, the credential is deleted here anyway, and the
// result explains where to revoke it.
func (s *Set) revoke(ctx context.Context, k Kind) (told journal.AtService, ok bool) {
	service, err := s.Service(k.Name)
	if err != nil {
		return told, false // there is no credential any more
	}
	r, ok := service.(source.Revoker)
	if !ok {
		return told, false
	}
	told = journal.AtService{
		Service: k.Title, Action: "delete", State: journal.AtServiceDone, Note: i18n.Sentencef("The access was revoked on %s.", k.Title),
	}
	if err := r.Revoke(ctx); err != nil {
		told.State = journal.AtServiceFailed
		told.Note = i18n.Sentencef("The access is forgotten here, but %s did not revoke it (%s): revoke it in your settings there.",
			k.Title, i18n.Word(training.KindOf(err).String()))
	}
	return told, true
}
