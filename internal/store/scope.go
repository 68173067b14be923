package store

import (
	"context"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
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
	if err := ledger.CheckScope(s); err != nil {
		return view{}, err
	}
	bit := int64(1) << s.Audience
	everything := training.Sharing{Position: true, Weight: true, Notes: true, Cycle: true}
	v := view{s.Athlete, s.Audience, bit, bit | bit<<ledger.DeletedShift, everything}
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

func (v view) list() activityindex.ListingView {
	return activityindex.ListingView{
		Scope: training.Scope{Athlete: v.athlete, Audience: v.audience}, Bit: v.bit, WithDeleted: v.withDeleted, Notes: v.sharing.Notes,
	}
}
