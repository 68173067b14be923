package ingest

import (
	"context"
	"fmt"
	"slices"

	"lapkeep/internal/ingest/normalise"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// minOverlap is the share of the shorter recording that must be common.
const minOverlap = 0.8

// evidenceChannels is what a decision reads.
var evidenceChannels = store.Channels(training.Latitude, training.Longitude, training.HeartRate, training.Power)

// The least standard deviation with which a signal says something.
const (
	hrNoiseBpm  = 2
	powerNoiseW = 10
)

// relation is how two recordings of one athlete belong together.
type relation int

const (
	unrelated relation = iota
	aCopy              // one and the same recording, in another file
	doubtful           // may be one activity: to be asked
	sameActivity
)

// overlap is the common time as a share of the shorter of the two.
func overlap(a, b *training.Recording) float64 {
	shorter := min(a.ElapsedS, b.ElapsedS)
	if shorter <= 0 {
		return 0
	}
	offset := b.Start.Sub(a.Start).Seconds()
	return max(0, min(a.ElapsedS, offset+b.ElapsedS)-max(0, offset)) / shorter
}

// candidate says whether two recordings could be one activity, before their
// columns are looked at.
func candidate(a, b *training.Recording) bool {
	return overlap(a, b) >= minOverlap &&
		family(normalise.Sport(a.Sport)) == family(normalise.Sport(b.Sport)) && family(normalise.Sport(a.Sport)) != training.Other
}

// oneDevice says that both come from the same unit, which records one thing
// at a time.
func oneDevice(a, b training.Device) bool {
	return a.Serial != "" && a.Serial == b.Serial && a.Manufacturer == b.Manufacturer
}

// relate decides for two candidates from their columns.
func relate(a *training.Recording, ac *training.Columns, b *training.Recording, bc *training.Columns) relation {
	if oneDevice(a.Device, b.Device) {
		if sameRows(a, ac, b, bc) {
			return aCopy
		}
		return doubtful
	}
	ta, tb := timedOf(a, ac), timedOf(b, bc)
	evidence := []verdict{
		sameTrack(ta, tb),
		sameSignal(ta, tb, training.HeartRate, hrNoiseBpm),
		sameSignal(ta, tb, training.Power, powerNoiseW),
	}
	if slices.Contains(evidence, agrees) && !slices.Contains(evidence, against) {
		return sameActivity
	}
	return doubtful
}

// sameRows says that two recordings hold the same measurements: a file that a
// service handed out again differs from the device's in its bytes alone.
func sameRows(a *training.Recording, ac *training.Columns, b *training.Recording, bc *training.Columns) bool {
	if !a.Start.Equal(b.Start) || a.ElapsedS != b.ElapsedS || !slices.Equal(ac.TimeS, bc.TimeS) {
		return false
	}
	for _, ch := range []training.Channel{training.HeartRate, training.Power, training.Latitude, training.Longitude} {
		for i := range ac.TimeS {
			va, oka := ac.At(ch, i)
			vb, okb := bc.At(ch, i)
			if va != vb || oka != okb {
				return false
			}
		}
	}
	return true
}

// decision is where a recording belongs.
type decision struct {
	join     training.ActivityID // empty: an activity of its own
	copyOf   training.RecordingID
	question []string // one sentence for each activity that it may belong to
}

// decide looks for the activity that a recording belongs to, among what is
// stored and what this batch has placed so far.
func (b *batch) decide(ctx context.Context, s *session, original string) (decision, error) {
	var d decision
	near, err := b.candidates(ctx, s.rec)
	if err != nil {
		return d, err
	}
	best := 0.0
	for _, m := range near {
		if m.original == original || !candidate(s.rec, m.rec) {
			continue // siblings of one file are never one activity
		}
		cols, err := b.columns(ctx, m, evidenceChannels)
		if err != nil {
			return d, err
		}
		switch relate(s.rec, &s.rec.Columns, m.rec, cols) {
		case aCopy:
			return decision{join: m.activity, copyOf: m.id}, nil
		case doubtful:
			d.question = append(d.question, fmt.Sprintf(
				"It may be the same activity as %s, which overlaps it; they were kept apart because nothing recorded in both proves it.", m.activity))
		case sameActivity:
			if o := overlap(s.rec, m.rec); o > best {
				free, err := b.admits(ctx, m.activity, s.rec, original)
				if err != nil {
					return d, err
				}
				if free {
					d.join, best = m.activity, o
				}
			}
		}
	}
	if d.join != "" {
		d.question = nil
	}
	return d, nil
}

// admits says whether an activity has neither a sibling of the recording nor
// another recording of its device.
func (b *batch) admits(ctx context.Context, id training.ActivityID, rec *training.Recording, original string) (bool, error) {
	members, err := b.members(ctx, id)
	if err != nil {
		return false, err
	}
	for _, m := range members {
		if m.original == original || oneDevice(m.rec.Device, rec.Device) {
			return false, nil
		}
	}
	return true, nil
}
