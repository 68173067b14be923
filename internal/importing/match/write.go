package match

import (
	"encoding/json"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// The sources of what is said of a pair, beside the athlete.
const (
	byRule = "rule" // the evidence
	noted  = "done" // what was changed for it
)

// Former is a pair's own word as it was before a choice.
type Former struct {
	ID  string
	Own document.Own
}

// Choose keeps the athlete's word on a pair, in place of any on the same two
// parts, and returns what it replaces.
func Choose(tx *store.Tx, athlete training.AthleteID, p Pair, v PairVerdict) ([]Former, error) {
	word, err := json.Marshal(state{Verdict: v})
	if err != nil {
		return nil, err
	}
	var out []Former
	for _, one := range []struct {
		id  string
		own document.Own
	}{{p.reversed().ID(), document.Own{}}, {p.ID(), document.Own{Fields: word}}} {
		was, err := tx.PutOwn(athlete, Collection, one.id, one.own)
		if err != nil {
			return nil, err
		}
		out = append(out, Former{one.id, was})
	}
	return out, nil
}

// Restore keeps the athlete's word on a pair as an export has it; what is no
// such word is left out.
func Restore(tx *store.Tx, athlete training.AthleteID, id string, word json.RawMessage) error {
	p, ok := parse(id)
	var s state
	if !ok || json.Unmarshal(word, &s) != nil || s.Verdict != PairSame && s.Verdict != Apart {
		return nil
	}
	_, err := Choose(tx, athlete, p, s.Verdict)
	return err
}

// Propose keeps that by the evidence a pair is one; it is taken back with the
// import run.
func Propose(tx *store.Tx, athlete training.AthleteID, p Pair, runID string) error {
	_, err := tx.Say(athlete, document.Statement{Collection: Collection, ID: p.ID(), Source: byRule, RunID: runID,
		Body: state{Verdict: PairSame}})
	return err
}

// Withdraw takes a proposal back.
func Withdraw(tx *store.Tx, athlete training.AthleteID, p Pair) error {
	_, err := tx.Say(athlete, document.Statement{Collection: Collection, ID: p.ID(), Source: byRule})
	return err
}

// Note keeps what was changed for a pair; nil is that nothing is any more.
func Note(tx *store.Tx, athlete training.AthleteID, p Pair, d *Done) error {
	s := document.Statement{Collection: Collection, ID: p.ID(), Source: noted}
	if d != nil {
		s.Body = state{Done: d}
	}
	_, err := tx.Say(athlete, s)
	return err
}
