package workout

import (
	"slices"

	"lapkeep/internal/training"
)

// Purpose says what a session trains or finds out.
type Purpose string

// The purposes, from easy to hard, with those of strength at the end.
const (
	Recovery        Purpose = "recovery"
	Endurance       Purpose = "endurance"
	Tempo           Purpose = "tempo"
	SweetSpot       Purpose = "sweet_spot"
	Threshold       Purpose = "threshold"
	OverUnders      Purpose = "over_unders"
	VO2max          Purpose = "vo2max"
	Anaerobic       Purpose = "anaerobic"
	Sprint          Purpose = "sprint"
	RaceSpecific    Purpose = "race_specific"
	Taper           Purpose = "taper"
	Test            Purpose = "test"
	Technique       Purpose = "technique"
	StrengthBase    Purpose = "strength_base"
	StrengthMaximal Purpose = "strength_maximal"
	StrengthPower   Purpose = "strength_power"
	Prehab          Purpose = "prehab"
)

// Purposes lists the purposes in the order in which they are shown.
func Purposes() []Purpose {
	return []Purpose{
		Recovery, Endurance, Tempo, SweetSpot, Threshold, OverUnders, VO2max, Anaerobic, Sprint,
		RaceSpecific, Taper, Test, Technique, StrengthBase, StrengthMaximal, StrengthPower, Prehab,
	}
}

// Session is one workout of the library.
type Session struct {
	ID      string // words with hyphens, unlike any other session's
	Name    string
	Sport   training.Sport
	Purpose Purpose
	About   string // a sentence on what it is for, and one on whom it suits when
	Source  string // authors, year, title, and journal or publisher
	Text    string // the steps
	Tags    []string
}

// AllSession lists the sessions: by sport, purpose and id.
func AllSession() []Session {
	all, err := library()
	if err != nil {
		panic("sessions: " + err.Error()) // the texts are ours, and built in
	}
	out := slices.Clone(all)
	for i := range out {
		out[i].Tags = slices.Clone(out[i].Tags)
	}
	return out
}
