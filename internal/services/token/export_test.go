package token

import (
	"context"

	"lapkeep/internal/services/source"
)

// Exchange gets a token for a code that came without a word on its rights.
func Exchange(ctx context.Context, o *OAuth, code string, verifier source.Secret) (source.Token, error) {
	return o.exchange(ctx, consented{code: source.NewSecret(code)}, verifier)
}
