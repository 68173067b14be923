package replica

import "context"

// Seal seals what a home has beside its database, for one place; it opens at no other.
func (k *Keys) Seal(ctx context.Context, home, place string, content []byte) ([]byte, error) {
	s, err := k.of(ctx, home, false)
	if err != nil {
		return nil, err
	}
	return s.seal(content, place), nil
}

// Unseal opens what Seal returned. The error is ErrDamaged if it was changed.
func (k *Keys) Unseal(ctx context.Context, home, place string, sealed []byte) ([]byte, error) {
	s, err := k.of(ctx, home, false)
	if err != nil {
		return nil, err
	}
	return s.open(sealed, place)
}
