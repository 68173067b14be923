package token

import (
	"context"
	"net/url"
	"strings"

	"golang.org/x/oauth2"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Asked is a consent that was asked for and is answered later, maybe to another
// process: by what nobody waits for at this machine. Both of it are secrets of
// the one whom the answer is for.
type Asked struct {
	State source.Secret
	// Verifier is what the exchange will need (PKCE); empty where the service
	// does not know that.
	Verifier source.Secret
}

// nobodyListens is where the browser is sent whose address a person copies:
// what it shows there is that nobody answers, with the answer in its address.
const nobodyListens = "http://localhost" + callbackPath

// Ask begins a consent: it gives the address at which the athlete says yes, and
// by what the answer will be known.
func (o *OAuth) Ask() (address string, a Asked) {
	state := oauth2.GenerateVerifier()
	o.Config.RedirectURL = nobodyListens
	address, verifier := o.Address(state)
	return address, Asked{source.NewSecret(state), verifier}
}

// Answer gets the first token for what a person copied.
func (o *OAuth) Answer(ctx context.Context, a Asked, text string) (source.Token, error) {
	given, err := a.read(text)
	if err != nil {
		return source.Token{}, err
	}
	o.Config.RedirectURL = nobodyListens
	return o.exchange(ctx, given, a.Verifier)
}

// Answers reports whether a text answers this and nothing else, whatever it says.
func (a Asked) Answers(text string) error {
	_, err := a.query(text)
	return err
}

func (a Asked) read(text string) (consented, error) {
	q, err := a.query(text)
	if err != nil {
		return consented{}, err
	}
	return read(q)
}

// query reads the address at which a browser ended, whole or from its question
// mark on. A code alone is taken where it is of no use without the verifier that
// went with our question (PKCE): elsewhere it could be anybody's, whom somebody
// else had agree to it, and what is written here would go to their account. At a
// terminal that is a person's own doing; in a conversation the words may come
// from a page that the assistant read.
func (a Asked) query(text string) (url.Values, error) {
	text = strings.Trim(text, " \t\r\n<>\"'`")
	if bareCode(text) && !strings.Contains(text, "=") {
		if !a.Verifier.Empty() {
			return url.Values{"code": {text}}, nil
		}
		return nil, training.Errorf(training.KindInvalid, "A code alone does not show that it answers the address that was given.").
			WithFix("Give the whole address at which the browser ended, with state and code in it.")
	}
	raw := text
	if _, after, ok := strings.Cut(text, "?"); ok {
		raw, _, _ = strings.Cut(after, "#")
	}
	q, err := url.ParseQuery(raw)
	if err != nil || !q.Has("state") {
		return nil, training.Errorf(training.KindInvalid, "That is no address at which a browser ends after agreeing.").
			WithFix("Give the whole address of the page at which the browser ended, with what stands behind the question mark.")
	}
	if a.State.Empty() || !knows(a.State.Reveal(), q) {
		return nil, training.Errorf(training.KindInvalid, "That answers another address than the one that was given last.").
			WithFix("Open the address that was given last, agree there, and give the address at which the browser then ends.")
	}
	return q, nil
}
