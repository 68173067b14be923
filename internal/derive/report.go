package derive

import (
	"maps"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Findings report what was noticed while an activity was derived.
type Findings struct {
	// Missing says for each metric that this sport could have why it is not there.
	Missing map[training.Metric]i18n.Sentence
	// Notes say what was masked, guessed or found odd, for people.
	Notes []i18n.Sentence
	// EnergyGapPct is how much more energy the power rows add up to than the
	// device's own total work; nil if either is missing.
	EnergyGapPct *float64
}

// EncodeReport writes the findings.
func EncodeReport(f Findings) []byte {
	w := newWriter(64)
	keys := slices.Sorted(maps.Keys(f.Missing))
	w.uint(uint64(len(keys)))
	for _, k := range keys {
		w.text(string(k))
		w.text(string(f.Missing[k]))
	}
	w.uint(uint64(len(f.Notes)))
	for _, n := range f.Notes {
		w.text(string(n))
	}
	if f.EnergyGapPct != nil && finite(*f.EnergyGapPct) {
		w.float(*f.EnergyGapPct)
	}
	return w.b
}

// DecodeReport reads what [EncodeReport] wrote.
func DecodeReport(b []byte) (Findings, error) {
	r := newReader(b)
	var f Findings
	if n := r.count(2); n > 0 {
		f.Missing = make(map[training.Metric]i18n.Sentence, n)
		for range n {
			k := r.text()
			f.Missing[training.Metric(k)] = i18n.Sentence(r.text())
		}
	}
	for range r.count(1) {
		f.Notes = append(f.Notes, i18n.Sentence(r.text()))
	}
	if len(r.b) > 0 {
		gap := r.float()
		f.EnergyGapPct = &gap
	}
	if !r.done() {
		return Findings{}, damaged("report")
	}
	return f, nil
}
