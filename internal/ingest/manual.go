package ingest

import (
	"context"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Manual is an activity that was typed in, without a recording. Zero fields
// are unknown; Values carries what is known of distance, power, heart rate …
type Manual struct {
	Sport    training.Sport
	SubSport string
	Start    time.Time // an instant; its location gives the local day unless Zone is set
	Zone     string    // IANA
	Name     string
	// Description is the athlete's own text.
	Description string
	TimerS      float64
	ElapsedS    float64 // 0: TimerS
	Values      training.Values
	Tags        []string
	Race        bool
	Commute     bool
	GearID      string
	RPE         float64
	ManualLoad  float64
	// ExternalID is "source:id" and makes a second call an update of the first.
	ExternalID string
}

// Create stores a manual activity in tx. With an external id that is known it
// updates that activity and says that it existed.
func (im *Importer) Create(ctx context.Context, tx *store.Tx, athlete training.AthleteID, m Manual) (id training.ActivityID, existed bool, err error) {
	panic("todo")
}
