package ingest

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"strconv"
	"strings"

	"lapkeep/internal/training"
)

// idLength is the length of an activity's id: 50 bits, with which a million
// activities meet by chance once in two thousand stores. Those that do get longer ids.
const idLength = 10

var base32Lower = base32.StdEncoding.WithPadding(base32.NoPadding)

// digest is the text that ids are cut from: a function of the recording's
// bytes and its place in the file alone, so that an import anywhere gives the
// same ids.
func digest(original string, session int) string {
	sum := sha256.Sum256([]byte(original + "#" + strconv.Itoa(session)))
	return strings.ToLower(base32Lower.EncodeToString(sum[:]))
}

func activityID(digest string, length int) training.ActivityID {
	return training.ActivityID(digest[:length])
}

// recordingID says by its first letter that it is none of an activity.
func recordingID(digest string) training.RecordingID {
	return training.RecordingID("r" + digest[:2*idLength])
}

// originalHash is the name under which the store keeps these bytes.
func originalHash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// fileRef is the external id of one session of a file.
func fileRef(original string, session int) string {
	if session == 0 {
		return "file:" + original
	}
	return "file:" + original + "#" + strconv.Itoa(session)
}
