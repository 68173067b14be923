package app

import (
	"time"

	"lapkeep/internal/app/intake"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/kinds"
	"lapkeep/internal/writes/outbox"
)

// sent is what goes to services.
func sent(db *store.DB, rows *limited.DB, now func() time.Time) []outbox.Kind {
	refs := kinds.Refs{Rows: db.Outbox}
	recorded := kinds.Activities{
		Say: intake.SayActivity, Refs: refs, Files: db,
		Apart: func(a training.AthleteID, s source.Service) kinds.ApartRows {
			return &syncer.Apart{Athlete: a, Source: s, Rows: rows}
		},
	}
	return append([]outbox.Kind{
		kinds.Events{Say: intake.Say, Reader: db},
		kinds.Days{Say: intake.Say},
		kinds.Gear{Refs: refs},
		recorded,
		kinds.Recordings{Activities: recorded},
		kinds.Messages{Refs: refs},
		kinds.Reminders(intake.Say, refs), kinds.CustomItems(intake.Say, refs),
		kinds.Folders(intake.Say, refs), kinds.Workouts(intake.Say, refs, db, now), kinds.SportSettings(intake.Say, refs),
		kinds.Profiles(intake.Say, refs),
		kinds.OwnStreams{Say: intake.Say},
		kinds.AppliedSettings{},
		kinds.Stars{},
	}, kinds.Pairings(refs)...)
}
