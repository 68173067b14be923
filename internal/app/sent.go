package app

import (
	"time"

	"lapkeep/internal/app/intake"
	"lapkeep/internal/journal/outbox"
	"lapkeep/internal/journal/outbox/kinds"
	"lapkeep/internal/journal/outbox/kinds/activities"
	"lapkeep/internal/journal/outbox/kinds/gear"
	"lapkeep/internal/journal/outbox/kinds/planned"
	"lapkeep/internal/journal/outbox/kinds/segments"
	"lapkeep/internal/journal/outbox/kinds/settings"
	"lapkeep/internal/journal/outbox/kinds/wellness"
	"lapkeep/internal/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/syncer"
	"lapkeep/internal/training"
)

// sent is what goes to services.
func sent(db *store.DB, rows *limited.DB, now func() time.Time) []outbox.Kind {
	refs := kinds.Refs{Rows: db.Outbox}
	recorded := activities.Activities{
		Say: intake.SayActivity, Refs: refs, Files: db,
		Apart: func(a training.AthleteID, s source.Service) activities.ApartRows {
			return &syncer.Apart{Athlete: a, Source: s, Rows: rows}
		},
	}
	return append([]outbox.Kind{
		planned.Events{Say: intake.Say, Reader: db},
		wellness.Days{Say: intake.Say},
		gear.Gear{Refs: refs},
		recorded,
		activities.Recordings{Activities: recorded},
		activities.Messages{Refs: refs},
		gear.Reminders(intake.Say, refs), settings.CustomItems(intake.Say, refs),
		planned.Folders(intake.Say, refs), planned.Workouts(intake.Say, refs, db, now), settings.SportSettings(intake.Say, refs),
		settings.Profiles(intake.Say, refs),
		activities.OwnStreams{Say: intake.Say},
		settings.AppliedSettings{},
		segments.Stars{},
	}, activities.Pairings(refs)...)
}
