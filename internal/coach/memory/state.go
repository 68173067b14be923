package memory

import (
	"encoding/json"
	"errors"
	"io/fs"
	"time"

	"lapkeep/internal/platform/disk"
)

// stateName is the file that remembers what was last written to each file.
// Without it a file and a text that differ are both taken for changed.
const stateName = ".files.json"

// maxState bounds the file: some 200 bytes a text.
const maxState = 16 << 20

type state struct {
	Files map[string]kept `json:"files"`
}

// kept is a file as it held the text of the store.
type kept struct {
	SHA256     string `json:"sha256"`
	Size       int64  `json:"size"`
	ModifiedNS int64  `json:"modified_ns"`
	// Settled says that a later change must have another time.
	Settled bool `json:"settled,omitempty"`
}

// same reports whether a file is surely as it was.
func (k kept) same(info fs.FileInfo) bool {
	return k.Settled && info.Mode().IsRegular() && info.Size() == k.Size && info.ModTime().UnixNano() == k.ModifiedNS
}

func (s state) remember(name, hash string, info fs.FileInfo, now time.Time) {
	s.Files[name] = kept{
		SHA256: hash, Size: info.Size(), ModifiedNS: info.ModTime().UnixNano(), Settled: now.Sub(info.ModTime()) > coarse,
	}
}

// state reads what is remembered. What cannot be read is as if it were not there.
func (f *folder) state() (state, error) {
	s := state{Files: map[string]kept{}}
	data, err := disk.ReadIn(f.Root, stateName, maxState)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, disk.ErrNotRegular) || errors.Is(err, disk.ErrTooLarge) {
		return s, nil
	}
	if err != nil {
		return s, unavailable(stateName, err)
	}
	if json.Unmarshal(data, &s) != nil || s.Files == nil {
		s.Files = map[string]kept{}
	}
	return s, nil
}

func (f *folder) keep(s state) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := disk.WriteIn(f.Root, stateName, data, 0o600, func() error { return nil }); err != nil {
		return unavailable(stateName, err)
	}
	return nil
}
