package intervalsicu

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Edits holds an activity's fields on its intervals.
type Edits struct {
	Edited   bool     `json:"icu_intervals_edited"`
	Summary  []string `json:"interval_summary"`
	Analyzed string   `json:"analyzed"`
}

func editsFields() []string { return []string{"icu_intervals_edited", "interval_summary", "analyzed"} }

// drawn is the version of intervals that the athlete drew, or else of those
// that the service found, empty where it has analysed nothing. That an activity
// was analysed anew may mean that they are others; there is no field that says
// when they were drawn.
func (e *Edits) drawn() (drawn, found string) {
	if !e.Edited && e.Analyzed == "" {
		return "", ""
	}
	text, err := json.Marshal(e)
	if err != nil { // there is no such text
		return "", ""
	}
	sum := sha256.Sum256(text)
	version := hex.EncodeToString(sum[:8])
	if e.Edited {
		return version, ""
	}
	return "", version
}
