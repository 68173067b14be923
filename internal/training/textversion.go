package training

import "time"

// TextVersion is one version of a text that the athlete keeps with a coach: a
// training plan, the memory, the log of a day.
type TextVersion struct {
	Version int        `json:"version"` // from 1, never given twice
	Body    string     `json:"body"`    // exactly as it was written
	Author  TextAuthor `json:"author"`
	At      time.Time  `json:"at"`
	// Beside is the version that was stored while the text was edited in its
	// file: both were made from one before, and neither knows the other.
	Beside int `json:"beside,omitempty"`
}

// TextAuthor is who wrote a version.
type TextAuthor string

// The authors of texts.
const (
	ByAthlete   TextAuthor = "athlete"
	ByAssistant TextAuthor = "assistant"
	ByFile      TextAuthor = "file" // an editor changed the text's file
)
