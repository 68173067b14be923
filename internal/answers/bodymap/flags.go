package bodymap

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/symptom"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// These are the limits above which a mark is a red flag. They are not a diagnosis; they only show when a person should
// take a look.
const (
	flagPain    = 7  // out of 10
	flagDays    = 21 // days since the pain began
	lastingPain = 4
)

// RedFlag is a mark for which training has to wait until somebody has looked at it.
type RedFlag struct {
	Region Region
	What   i18n.Sentence
	// All means that there is no training at all, and Part none with this part of the body. Hard training always waits.
	All, Part bool
}

// RedFlag returns the red flag of a mark on a day, or nil if it is none.
func (k *Mark) RedFlag(today training.Day) *RedFlag {
	f := &RedFlag{Region: k.region}
	if s := Symptom(k.Region, k.Kind, k.Note, k.Pain); s != "" {
		f.What, f.All = i18n.Sentencef("%s", s.Words()), true
		return f
	}
	if k.flag != "" { // in words that only the writer may see
		f.What, f.All = i18n.Sentencef("%s", k.flag.Words()), true
		return f
	}
	switch pain := k.Pain; {
	case k.Kind == "numbness" || k.Kind == "weakness":
		f.What, f.Part = "numbness or weakness", true
	case pain != nil && *pain >= flagPain:
		f.What, f.Part = i18n.Sentencef("pain of %d out of 10", *pain), true
	case pain != nil && *pain >= lastingPain && k.Since != nil && today-*k.Since >= flagDays:
		f.What = i18n.Sentencef("pain of %d out of 10 that lasts for %d days", *pain, int(today-*k.Since))
	default:
		return nil
	}
	return f
}

// Symptom returns the symptom for which a mark needs a doctor, from its region, kind and note, or "".
func Symptom(region, kind, note string, pain *int) symptom.RedFlag {
	hurts := kind == "pain" || kind == "tightness" || kind == "" && pain != nil && *pain > 0
	switch part := strings.TrimPrefix(strings.TrimPrefix(region, left+"_"), right+"_"); {
	case hurts && (part == "chest" || part == breastbone):
		return symptom.Chest
	case strings.HasSuffix(part, "_calf") && (kind == "swelling" || symptom.Hot(note)):
		return symptom.Calf
	}
	return symptom.In(note)
}

// Do says what has to wait, without a full stop.
func (f *RedFlag) Do() i18n.Sentence {
	switch {
	case f.All:
		return "do not train until a doctor has examined it: see one today, or call the emergency number if it is happening now"
	case f.Part:
		return "do not train this part of the body, and do nothing hard, until a doctor or physiotherapist has examined it"
	}
	return "do nothing hard until a doctor or physiotherapist has examined it"
}

// Why returns the red flag in words.
func (f *RedFlag) Why() i18n.Sentence {
	return i18n.Sentencef("Red flag: %s (%s): %s.", f.What, f.Region.Label, f.Do())
}

// Stops reports whether a session has to wait.
func (f *RedFlag) Stops(sport training.Sport, hard bool) bool {
	if hard || f.All {
		return true
	}
	arms := []training.Sport{training.Swimming, training.Rowing, training.Paddling, training.CrossCountry, training.Strength}
	switch f.Region.Group {
	case "arm":
		return f.Part && slices.Contains(arms, sport)
	case "head", "trunk":
		return f.Part
	}
	return f.Part && sport != training.Swimming && sport != training.Paddling
}

// RedFlags returns the red flags of the marks that apply today, the worst first.
func RedFlags(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame) (out []RedFlag, err error) {
	body, err := Read(ctx, r, s, f, Asked{})
	if err != nil {
		return nil, err
	}
	for i := range body.Marks {
		if flag := body.Marks[i].RedFlag(f.Today); flag != nil {
			out = append(out, *flag)
		}
	}
	slices.SortStableFunc(out, func(a, b RedFlag) int { return a.rank() - b.rank() })
	return out, nil
}

func (f *RedFlag) rank() int {
	switch {
	case f.All:
		return 0
	case f.Part:
		return 1
	}
	return 2
}

// Flag returns the red flag of a new mark, or nil if it is none or cleared.
func Flag(m training.BodyMark) *RedFlag {
	if m.Cleared != nil {
		return nil
	}
	k := shown(Stored{BodyMark: m}, byID(), m.Date)
	return k.RedFlag(m.Date)
}
