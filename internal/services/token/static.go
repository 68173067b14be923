package token

import (
	"context"

	"lapkeep/internal/services/source"
)

// Static gives one token that nothing renews, such as a key from the
// environment.
func Static(n source.Name, t source.Token) source.Tokens { return static{n, t} }

type static struct {
	name  source.Name
	token source.Token
}

func (s static) Token(context.Context) (source.Token, error) { return s.token, nil }

func (s static) Renew(context.Context, source.Token) (source.Token, error) {
	return source.Token{}, source.Fail(source.Failure{Fault: source.Unauthorised, Source: s.name}, "")
}
