package store

import (
	"context"

	"lapkeep/internal/training"
)

// Audiences says which audiences a recording may be shown to, one bit each.
type Audiences uint8

// May reports whether a may see it.
func (s Audiences) May(a training.Audience) bool { return s>>a&1 != 0 }

// EveryAudience is the policy of the athlete's own files.
const EveryAudience Audiences = 1<<training.AudienceModel | 1<<training.AudiencePage | 1<<training.AudienceExport

// audiences is how many there are; bits of deleted rows lie above deletedShift.
const (
	audiences    = 3
	deletedShift = 4
)

// view is a scope with what it may see.
type view struct {
	athlete  training.AthleteID
	audience training.Audience
	// bit selects rows by their seen mask; withDeleted selects deleted ones too.
	bit, withDeleted int64
	sharing          training.Sharing
}

// look resolves a scope. Only models are held to the athlete's sharing.
func (db *DB) look(ctx context.Context, s training.Scope) (view, error) {
	if s.Athlete == "" || s.Audience > training.AudienceExport {
		return view{}, training.Errorf(training.KindInternal, "A read without a scope.")
	}
	bit := int64(1) << s.Audience
	v := view{s.Athlete, s.Audience, bit, bit | bit<<deletedShift, training.Sharing{Position: true, Weight: true, Notes: true}}
	if s.Audience != training.AudienceModel {
		return v, nil
	}
	v.sharing = training.Sharing{}
	a, err := db.athlete(ctx, s.Athlete)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return v, err
	}
	v.sharing = a.Sharing
	return v, nil
}

func (v view) isModel() bool { return v.audience == training.AudienceModel }
