package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Edits is what an activity says of its intervals.
type Edits struct {
	Edited   bool     `json:"icu_intervals_edited"`
	Summary  []string `json:"interval_summary"`
	Analyzed string   `json:"analyzed"`
}

func editsFields() []string { return []string{"icu_intervals_edited", "interval_summary", "analyzed"} }

// drawn is the version of intervals that the athlete drew, empty for those
// that the service found. That an activity was analysed anew may mean that
// they were drawn anew; there is no field that says when they were.
func (e *Edits) drawn() string {
	if !e.Edited {
		return ""
	}
	text, err := json.Marshal(e)
	if err != nil { // there is no such text
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
