package listing

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

// GearID is the id here of gear that a service tells from others by key.
func GearID(source, key string) string {
	sum := sha256.Sum256([]byte(source + "/" + key))
	return "g" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:9]
}
