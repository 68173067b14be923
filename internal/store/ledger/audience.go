package ledger

import (
	"strings"

	"lapkeep/internal/training"
)

// Audiences says which audiences a recording may be shown to, one bit each.
type Audiences uint8

// May reports whether a may see it.
func (s Audiences) May(a training.Audience) bool { return s>>a&1 != 0 }

// EveryAudience is the policy of the athlete's own files.
const EveryAudience Audiences = 1<<training.AudienceModel | 1<<training.AudiencePage | 1<<training.AudienceExport

// NumAudiences is how many there are; bits of deleted rows lie above DeletedShift.
const (
	NumAudiences = 3
	DeletedShift = 4
)

// CheckScope refuses a read that does not say whose data and for whom.
func CheckScope(s training.Scope) error {
	if s.Athlete == "" || s.Audience > training.AudienceExport {
		return training.Errorf(training.KindInternal, "A read without a scope.")
	}
	return nil
}

// maxAthleteID is the longest id of an athlete.
const maxAthleteID = 64

// CheckAthlete keeps ids that could not be a folder's name out.
func CheckAthlete(a training.AthleteID) error {
	plain := func(r rune) bool { return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' }
	odd := func(r rune) bool { return !plain(r) && r != '_' && r != '-' }
	if a != "" && len(a) <= maxAthleteID && plain(rune(a[0])) && !strings.ContainsFunc(string(a), odd) {
		return nil
	}
	return training.Errorf(training.KindInvalid, "%q is not an athlete's id.", a).
		WithFix("Use up to 64 lower-case letters, digits, - and _.")
}
