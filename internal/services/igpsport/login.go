package igpsport

import (
	"context"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Login signs in and gives the token of an account. It is sent once: each
// wrong password counts there.
func Login(ctx context.Context, o client.Options, c source.Credentials) (source.Token, error) {
	r, err := regionOf(c.Region)
	if err != nil {
		return source.Token{}, err
	}
	if c.User = strings.TrimSpace(c.User); c.User == "" || c.Password.Empty() {
		return source.Token{}, training.Errorf(training.KindInvalid, "Signing in to iGPSport takes an account name and a password.").
			WithFix("The name is the telephone number in China and the e-mail address elsewhere.")
	}
	o.Tokens = nil
	api, err := open(r, o, func(s *signer) explainer { return r.explainLogin(s, c) })
	if err != nil {
		return source.Token{}, err
	}
	session, err := client.Ask[Session](ctx, api, client.Request{
		Op: opLogin, Body: WireLogin{App: "igpsport-web", User: c.User, Password: c.Password.Reveal()},
	})
	if err == nil && session.Access == "" {
		err = api.NotAsDescribed(opLogin, nil)
	}
	if err != nil {
		return source.Token{}, err
	}
	return source.Token{
		Scheme: source.Bearer, Access: source.NewSecret(session.Access), Expiry: session.Expiry(o.Clock.Now()),
		Account: ClaimsOf(session.Access).Member, Region: r.name, User: c.User, Password: c.Password,
	}, nil
}

// passwordError is the code of a wrong password, which comes with HTTP 403.
const passwordError = 1002

// explainLogin tells what a refusal to sign in means. None is worth trying
// again as it is: the account might be locked for it.
func (r region) explainLogin(s *signer, c source.Credentials) explainer {
	return func(f source.Failure, said client.Said) error {
		switch unsigned := s == nil && r.name == China && f.Fault == source.Unauthorised; {
		case unsigned || r.wantsSignature(f, said): // nothing else is known to be refused so
			return r.signature(s, f)
		case f.Fault.Temporary() || f.Fault == source.NotFound || f.Fault == source.Changed:
			return nil
		}
		f.Fault = source.Unauthorised
		who := i18n.Clip(c.User, longestUser)
		if said.Code == passwordError {
			return fail(f, training.Errorf(training.KindForbidden, "iGPSport (%s) does not accept the password of %s.", r.title, who).
				WithFix("Type it again, or choose the other region: its accounts are others. Too many wrong passwords lock an account."))
		}
		if names(said.Reason, "lock", "锁定", "冻结", "too many") {
			f.Fault, f.Source = source.LockedOut, WireName
			return source.Fail(f, "")
		}
		reason := strings.ReplaceAll(said.Reason, c.Password.Reveal(), "(the password)")
		return fail(f, training.Errorf(training.KindForbidden, "iGPSport (%s) does not let %s sign in. It says: %s (code %d)", r.title, who,
			reason, said.Code).WithFix("Sign in at %s to see what it asks for, then run `lapkeep connect igpsport`.", r.web))
	}
}

const longestUser = 60
