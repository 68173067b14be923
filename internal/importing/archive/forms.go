package archive

import (
	"lapkeep/internal/importing/apple"
	"lapkeep/internal/importing/listing"
)

// forms are the exports that a walk knows; package listing tells how to add one.
func forms() []listing.Form {
	return append([]listing.Form{
		StravaForm{},
		GarminForm{},
		apple.Form{},
		GoldenCheetahForm{},
		TrainingPeaksForm{},
		PolarForm{},
		RunkeeperForm{},
		FitbitForm{},
		MCPacerForm{},
	}, Forms()...)
}
