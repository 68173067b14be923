package replica

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"lapkeep/host/engine"
)

// ErrNoKey says that a home has no key: it was deleted, or its key was not imported into this engine.
var ErrNoKey = errors.New("the home has no key on this engine; import the key that was kept with its copies")

const keySize = 32

// Keys holds a key for each home. They are kept on the engine, sealed with a master key that is not: who has only
// the engine's disks reads nothing, and a home whose key is destroyed cannot be read by anybody.
type Keys struct {
	e      engine.Engine
	master cipher.AEAD
}

// NewKeys returns the keys on an engine; master is a secret of 32 bytes that all nodes know.
func NewKeys(e engine.Engine, master []byte) (*Keys, error) {
	if len(master) != keySize {
		return nil, fmt.Errorf("the master key has %d bytes; give %d random ones", len(master), keySize)
	}
	aead, err := newAEAD(master)
	return &Keys{e, aead}, err
}

// newAEAD returns AES-256-GCM with random nonces, which is good for 2^32 records of a key.
func newAEAD(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

func keyName(home string) string { return home + "/key" }

// Export returns a home's key, sealed with the master key, to be stored beside second copies. The copies cannot be
// read once it is removed there and the home is deleted here.
func (k *Keys) Export(ctx context.Context, home string) ([]byte, error) {
	sealed, err := k.e.Get(ctx, keyName(home))
	if errors.Is(err, engine.ErrMissing) {
		err = errors.Join(ErrNoKey, err)
	}
	return sealed, err
}

// Import stores a key that Export returned, so that copies of the home can be restored.
func (k *Keys) Import(ctx context.Context, home string, sealed []byte) error {
	if _, err := k.open(home, sealed); err != nil {
		return err
	}
	return k.e.Put(ctx, keyName(home), sealed)
}

// of returns what seals a home, with a new key if the home is new.
func (k *Keys) of(ctx context.Context, home string, isNew bool) (*sealer, error) {
	sealed, err := k.Export(ctx, home)
	if errors.Is(err, ErrNoKey) && isNew {
		key := make([]byte, keySize)
		if _, err := rand.Read(key); err != nil {
			return nil, err
		}
		err = k.e.Put(ctx, keyName(home), k.master.Seal(nil, nil, key, []byte(keyName(home)))) //nolint:gosec // it chooses the nonce
		if err != nil && !errors.Is(err, engine.ErrExists) {                                   // another node made it first
			return nil, err
		}
		sealed, err = k.Export(ctx, home)
	}
	if err != nil {
		return nil, err
	}
	return k.open(home, sealed)
}

func (k *Keys) open(home string, sealed []byte) (*sealer, error) {
	key, err := k.master.Open(nil, nil, sealed, []byte(keyName(home)))
	if err != nil {
		return nil, fmt.Errorf("the key of home %s was sealed with another master key; start with the one of this cluster: %w", home, err)
	}
	return newSealer(key)
}

// sealer seals what leaves the node, and names objects so that their names tell nothing.
type sealer struct {
	aead  cipher.AEAD
	names []byte
}

func newSealer(key []byte) (*sealer, error) {
	content, err := hkdf.Key(sha256.New, key, nil, "content", keySize)
	if err != nil {
		return nil, err
	}
	names, err := hkdf.Key(sha256.New, key, nil, "names", keySize)
	if err != nil {
		return nil, err
	}
	aead, err := newAEAD(content)
	return &sealer{aead, names}, err
}

// name returns a name that only who has the key can find.
func (s *sealer) name(of string) string {
	h := hmac.New(sha256.New, s.names)
	h.Write([]byte(of)) //nolint:errcheck // a hash takes every byte
	return hex.EncodeToString(h.Sum(nil))
}

// seal seals content for one place; it opens at no other.
func (s *sealer) seal(content []byte, place string) []byte {
	return s.aead.Seal(nil, nil, content, []byte(place)) //nolint:gosec // it chooses the nonce
}

func (s *sealer) open(sealed []byte, place string) ([]byte, error) {
	content, err := s.aead.Open(nil, nil, sealed, []byte(place))
	if err != nil {
		return nil, fmt.Errorf("%w: %s does not open: %w", ErrDamaged, place, err)
	}
	return content, nil
}
