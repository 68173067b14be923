package ingesttest

import (
	"bytes"
	"context"
	"encoding/json"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/training"
)

// The contents of files that are no recordings.
const (
	Garbage = "garbage"
	Ignored = "ignored"
	Panics  = "panics"
	Hangs   = "hangs"
)

// File is a file with these sessions.
func File(recs ...*training.Recording) []byte {
	for i, r := range recs {
		r.SessionIndex, r.Sessions = i, len(recs)
	}
	b, err := json.Marshal(recs)
	if err != nil {
		panic(err) // a recording that a test made itself
	}
	return b
}

// Read reads such files as [recording.Read] reads real ones.
func Read(ctx context.Context, name string, data []byte, _ recording.Limits) (recording.Result, error) {
	switch string(data) {
	case Ignored:
		return recording.Result{Kind: "settings", Ignored: "It holds settings, not an activity."}, nil
	case Panics:
		panic("a defect")
	case Hangs:
		<-ctx.Done()
		return recording.Result{}, ctx.Err()
	}
	if !bytes.HasPrefix(data, []byte("[")) {
		return recording.Result{}, training.Errorf(training.KindCorrupt, "%s is damaged.", name).WithFix("Copy it again.")
	}
	var recs []*training.Recording
	if err := json.Unmarshal(data, &recs); err != nil {
		return recording.Result{}, training.Errorf(training.KindCorrupt, "%s is damaged: %w.", name, err)
	}
	return recording.Result{Format: training.FormatFIT, Kind: "activity", Recordings: recs}, nil
}
