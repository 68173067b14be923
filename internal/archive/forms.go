package archive

import (
	"lapkeep/internal/archive/apple"
	"lapkeep/internal/archive/fitbit"
	"lapkeep/internal/archive/garmin"
	"lapkeep/internal/archive/goldencheetah"
	"lapkeep/internal/archive/listing"
	"lapkeep/internal/archive/mcpacer"
	"lapkeep/internal/archive/polar"
	"lapkeep/internal/archive/runkeeper"
	"lapkeep/internal/archive/strava"
	"lapkeep/internal/archive/trainingpeaks"
	"lapkeep/internal/archive/unread"
)

// forms are the exports that a walk knows; package listing tells how to add one.
func forms() []listing.Form {
	return append([]listing.Form{
		strava.Form{},
		garmin.Form{},
		apple.Form{},
		goldencheetah.Form{},
		trainingpeaks.Form{},
		polar.Form{},
		runkeeper.Form{},
		fitbit.Form{},
		mcpacer.Form{},
	}, unread.Forms()...)
}
