package demo

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// MarkName is the file that says a home is the demo's.
const MarkName = "DEMO"

// Mark marks a home as a demo's.
type Mark struct {
	About string `json:"about"`
	// Born is the day for which the athlete was invented; 0 if an earlier
	// version made the home.
	Born training.Day `json:"born,omitempty"`
	// Until is up to when everything is there; zero while it is being made.
	Until time.Time `json:"until,omitzero"`
	// Story is the [Story] that was told.
	Story int `json:"story,omitempty"`
}

// Story is the number of what this version tells of the athlete. One that was
// told otherwise is not told on: its roads and things are others.
const Story = 3

// Earlier reports whether an earlier version made the home, or another story.
func (m Mark) Earlier() bool { return m.Born == 0 || m.Story != Story && !m.Until.IsZero() }

// ReadMark reads the mark of a home. It is an error that wraps
// [fs.ErrNotExist] if the home is not the demo's.
func ReadMark(home string) (Mark, error) {
	data, err := os.ReadFile(filepath.Join(home, MarkName))
	if err != nil {
		return Mark{}, err
	}
	var m Mark
	if json.Unmarshal(data, &m) != nil {
		m = Mark{} // a sentence, which earlier versions wrote
	}
	return m, nil
}

// IsHome reports whether a home is the demo's.
func IsHome(home string) (bool, error) {
	_, err := os.Stat(filepath.Join(home, MarkName))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Write puts the mark into a home.
func (m Mark) Write(home string) error {
	m.About = "This folder holds an invented athlete. It may be deleted."
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return disk.WriteAtomic(filepath.Join(home, MarkName), append(data, '\n'), 0o600)
}
