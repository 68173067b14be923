package authserver

import (
	"encoding/json"
	"net/http"
	"net/netip"
	"net/url"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	_ "embed"

	"lapkeep/internal/people"
	"lapkeep/internal/training"
)

// The addresses for passkeys.
const (
	passkeyPath       = "/login/passkey"
	passkeyAddPath    = "/login/passkey/add"    //nolint:gosec // an address, not a secret
	passkeyRemovePath = "/login/passkey/remove" //nolint:gosec // an address, not a secret
	scriptPath        = "/login/passkey.js"
)

// script asks the browser for a passkey. Without it, people sign in with a code.
//
//go:embed passkey.js
var script []byte

// newKeys returns what checks passkeys for a server, or nil if its address has no name, which
// browsers demand.
func newKeys(base string) *webauthn.WebAuthn {
	u, err := url.Parse(base)
	if err != nil {
		return nil
	}
	if _, err := netip.ParseAddr(u.Hostname()); err == nil {
		return nil
	}
	limit := webauthn.TimeoutConfig{Timeout: attemptLife / 2, TimeoutUVD: attemptLife / 2}
	w, err := webauthn.New(&webauthn.Config{
		RPID: u.Hostname(), RPDisplayName: "Lapkeep", RPOrigins: []string{base},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: limit, Registration: limit},
	})
	if err != nil {
		return nil
	}
	return w
}

// holder is a person as the library sees one.
type holder struct {
	id, name string
	all      []webauthn.Credential
}

func (h *holder) WebAuthnID() []byte                         { return []byte(h.id) }
func (h *holder) WebAuthnName() string                       { return h.name }
func (h *holder) WebAuthnDisplayName() string                { return h.name }
func (h *holder) WebAuthnCredentials() []webauthn.Credential { return h.all }

func holderOf(p training.PersonID, name string, keys []people.Passkey) *holder {
	h := &holder{id: string(p), name: name}
	for _, k := range keys {
		if k.Person == p {
			h.all = append(h.all, webauthn.Credential{
				ID: k.Credential, PublicKey: k.PublicKey, Flags: webauthn.CredentialFlags{BackupEligible: k.Eligible},
				Authenticator: webauthn.Authenticator{SignCount: k.Counter},
			})
		}
	}
	return h
}

// asked returns what the browser was asked, with the challenge of an attempt. A new passkey is
// also bound to the person's session.
func (s *Server) asked(challenge []byte) webauthn.SessionData {
	return webauthn.SessionData{
		Challenge:        protocol.URLEncodedBase64(challenge).String(),
		UserVerification: protocol.VerificationRequired, CredParams: webauthn.CredentialParametersDefault(),
	}
}

// askForPasskey returns what the browser asks its devices for when somebody signs in.
func (s *Server) askForPasskey(w http.ResponseWriter, r *http.Request, failed bool) (options string, err error) {
	a, err := s.begin(w, r, "", failed)
	if err != nil {
		return "", err
	}
	ask, _, err := s.keys.BeginDiscoverableLogin(webauthn.WithChallenge(s.derive(a, "sign in")),
		webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return "", err
	}
	return encoded(ask.Response)
}

// askForNew returns what the browser asks a device for when a person adds a passkey.
func (s *Server) askForNew(w http.ResponseWriter, r *http.Request, v *view, own []people.Passkey) (options string, err error) {
	a, err := s.begin(w, r, "", false)
	if err != nil {
		return "", err
	}
	h := holderOf(v.person.ID, v.person.Name, own)
	ask, _, err := s.keys.BeginRegistration(h, func(o *protocol.PublicKeyCredentialCreationOptions) error {
		o.Challenge = s.derive(a, "add", v.session)
		for i := range h.all {
			o.CredentialExcludeList = append(o.CredentialExcludeList, h.all[i].Descriptor())
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	return encoded(ask.Response)
}

func encoded(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

// passkeyIn begins a session for somebody with a passkey.
func (s *Server) passkeyIn(w http.ResponseWriter, r *http.Request) {
	form, err := formOf(r)
	if err != nil {
		s.trouble(w, r, http.StatusBadRequest, err)
		return
	}
	session, err := s.withPasskey(r, form.Get("answer"))
	if err != nil {
		s.welcome(w, r, refusedStatus(err), s.plain(r), form.Get("query"), err)
		return
	}
	s.setCookie(w, s.tryCookie(), "", 0)
	s.enter(w, r, session, form.Get("query"))
}

// withPasskey checks what a device signed, and returns the secret of a new session.
func (s *Server) withPasskey(r *http.Request, answer string) (session string, err error) {
	a, ok := s.tried(r)
	if !ok {
		return "", people.Stale()
	}
	refused := training.Errorf(training.KindForbidden, "The passkey was not accepted.").
		WithFix("Try again, or get a code with lapkeep login code.")
	signed, err := protocol.ParseCredentialRequestResponseBytes([]byte(answer))
	if err != nil {
		return "", refused
	}
	k, ok, err := s.Book.Passkey(r.Context(), signed.RawID)
	if err != nil {
		return "", err
	}
	if !ok {
		return "", refused
	}
	find := func([]byte, []byte) (webauthn.User, error) { return holderOf(k.Person, "", []people.Passkey{k}), nil }
	c, err := s.keys.ValidateDiscoverableLogin(find, s.asked(s.derive(a, "sign in")), signed)
	if err != nil {
		s.Log.InfoContext(r.Context(), "a passkey was not accepted")
		return "", refused
	}
	if c.Authenticator.CloneWarning { // the store refuses it, with the reason
		c.Authenticator.SignCount = signed.Response.AuthenticatorData.Counter
	}
	return s.Book.EnterWithPasskey(r.Context(), a.Attempt, k, c.Authenticator.SignCount)
}

// addPasskey stores a passkey that a device of the signed-in person made.
func (s *Server) addPasskey(w http.ResponseWriter, r *http.Request) {
	v, form, ok := s.sent(w, r)
	if !ok {
		return
	}
	err := s.newPasskey(r, v, form.Get("answer"))
	s.setCookie(w, s.tryCookie(), "", 0)
	if err != nil {
		s.trouble(w, r, refusedStatus(err), err)
		return
	}
	s.backHome(w, r, nil)
}

func (s *Server) newPasskey(r *http.Request, v *view, answer string) error {
	a, ok := s.tried(r)
	if !ok {
		return people.Stale()
	}
	refused := training.Errorf(training.KindInvalid, "The passkey was not accepted.").WithFix("Reload the page and try again.")
	made, err := protocol.ParseCredentialCreationResponseBytes([]byte(answer))
	if err != nil {
		return refused
	}
	asked := s.asked(s.derive(a, "add", v.session))
	asked.UserID = []byte(v.person.ID)
	c, err := s.keys.CreateCredential(holderOf(v.person.ID, v.person.Name, nil), asked, made)
	if err != nil {
		return refused
	}
	return s.Book.AddPasskey(r.Context(), a.Attempt, people.Passkey{
		Credential: c.ID, Person: v.person.ID, PublicKey: c.PublicKey, Counter: c.Authenticator.SignCount, Eligible: c.Flags.BackupEligible,
	})
}

// removePasskey removes a passkey of the signed-in person.
func (s *Server) removePasskey(w http.ResponseWriter, r *http.Request) {
	v, form, ok := s.sent(w, r)
	if !ok {
		return
	}
	own, err := s.passkeysOf(r, v)
	id := form.Get("passkey")
	if err == nil && !slices.ContainsFunc(own, func(k people.Passkey) bool { return k.ID == id }) {
		err = training.Errorf(training.KindNotFound, "There is no passkey %q.", id).WithFix("Reload the page.")
	}
	if err == nil {
		err = s.Book.RemovePasskey(r.Context(), id)
	}
	s.backHome(w, r, err)
}

func (s *Server) passkeysOf(r *http.Request, v *view) ([]people.Passkey, error) {
	all, err := s.Book.Passkeys(r.Context())
	return slices.DeleteFunc(all, func(k people.Passkey) bool { return k.Person != v.person.ID }), err
}

func (*Server) script(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	_, _ = w.Write(script) // the browser may have disconnected
}

// hostOf returns the host in an address, for people to read.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.Host
}
