package layer

import "lapkeep/internal/training"

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
