package source_test

import (
	"testing"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

func TestPolicy(t *testing.T) {
	t.Parallel()
	fetched := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	week := source.Policy{Retention: 7 * 24 * time.Hour, Audiences: []training.Audience{training.AudiencePage}}
	open := source.Policy{Retention: source.Forever, Audiences: []training.Audience{training.AudienceModel, training.AudiencePage}}
	for name, tt := range map[string]struct {
		policy  source.Policy
		after   time.Duration
		expired bool
		model   bool
	}{
		"zero allows nothing": {source.Policy{}, 0, true, false},
		"within a week":       {week, 7*24*time.Hour - 1, false, false},
		"a week":              {week, 7 * 24 * time.Hour, true, false},
		"of a clock ahead":    {week, -time.Hour, true, false},
		"for ever":            {open, 1 << 62, false, true},
	} {
		if got := tt.policy.Expired(fetched, fetched.Add(tt.after)); got != tt.expired {
			t.Errorf("%s: expired %v", name, got)
		}
		if got := tt.policy.MayShow(training.AudienceModel); got != tt.model {
			t.Errorf("%s: shown to models %v", name, got)
		}
	}
	if got := source.Name("intervals").Ref("i55"); got != "intervals:i55" {
		t.Error(got)
	}
}
