package workout

import "lapkeep/internal/training"

// span is from least to most.
type span struct{ least, most float64 }

// limits are what targets can ask of a person: beyond every record, so that
// what lies outside is a number of something else, such as a share of FTP
// where percent are meant.
var limits = map[training.TargetUnit]span{
	training.TargetW:       {1, 2500},
	training.TargetFTP:     {3, 1000},
	training.TargetBest:    {3, 300},
	training.TargetBpm:     {30, 230},
	training.TargetLTHR:    {25, 150},
	training.TargetMaxHR:   {20, 110}, // of one that is set too low
	training.TargetPacePct: {10, 400},
	training.TargetZone:    {1, 7},
	training.TargetOwnZone: {1, 10},
	training.TargetOf10:    {1, 10},
	training.TargetRPM:     {10, 250},
}

// On foot and in water nobody holds 12.5 m/s; a rider downhill can hold 40.
var (
	paceLimits  = span{0.1, 12.5}
	speedLimits = span{0.1, 40}
)

// Limits are the least and the most that a bound of a target can mean in its
// unit. What a text asks for beyond them is a mistake.
func Limits(of training.TargetOf, unit training.TargetUnit) (least, most float64) {
	s := limits[unit]
	if unit == training.TargetMPS {
		s = paceLimits
		if of == training.TargetSpeed {
			s = speedLimits
		}
	}
	return s.least, s.most
}
