package app

import (
	"crypto/rand"
	"encoding/base32"
	"io"
	"strings"
)

func randomSource() io.Reader { return rand.Reader }

// idBytes gives 50 bits in ten letters: enough that nobody guesses one in
// the 15 minutes that an approval lives, short enough to type.
const idBytes = 7

// newID makes an id that nobody can guess, of letters and digits that are
// not mistaken for each other.
func (p *Program) newID() string {
	b := make([]byte, idBytes)
	if _, err := io.ReadFull(p.Random, b); err != nil {
		panic("app: the system has no randomness: " + err.Error())
	}
	enc := base32.NewEncoding("abcdefghjkmnpqrstvwxyz0123456789")
	return strings.TrimRight(enc.WithPadding(base32.NoPadding).EncodeToString(b), "=")[:10]
}
