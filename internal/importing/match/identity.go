package match

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"iter"
	"strconv"
	"strings"

	"lapkeep/internal/training"
)

const length = training.ActivityIDLength

// Digest is the text that ids are cut from.
type Digest string

// IdentityOf is the digest of one session of a file: a function of the file's bytes
// and the place in it alone.
func IdentityOf(original string, session int) Digest {
	sum := sha256.Sum256([]byte(original + "#" + strconv.Itoa(session)))
	return Digest(strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:])))
}

// IdentityEntered is the digest of an activity that nothing recorded, which key
// tells from all others: a reference such as "strava:123", or what is known
// of it.
func IdentityEntered(key string) Digest { return IdentityOf("manual/"+key, 0) }

// Activity is the shortest id, which an activity has unless it is taken.
func (d Digest) Activity() training.ActivityID { return training.ActivityID(d[:length]) }

// Activities are the ids that an activity may have, the shortest first.
func (d Digest) Activities() iter.Seq[training.ActivityID] {
	return func(yield func(training.ActivityID) bool) {
		for n := length; n < len(d); n += 2 {
			if !yield(training.ActivityID(d[:n])) {
				return
			}
		}
	}
}

// Recording is the id of a recording; it says by its first letter that it is
// none of an activity.
func (d Digest) Recording() training.RecordingID { return training.RecordingID("r" + d[:2*length]) }

// Alone are the ids that the activity of a recording has if it has no other,
// the likeliest first.
func Alone(rec training.RecordingID) iter.Seq[training.ActivityID] {
	return Digest(strings.TrimPrefix(string(rec), "r")).Activities()
}

// Hash is the name under which the store keeps these bytes.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// FileRef is the external id of one session of a file.
func FileRef(original string, session int) string {
	if session == 0 {
		return "file:" + original
	}
	return "file:" + original + "#" + strconv.Itoa(session)
}
