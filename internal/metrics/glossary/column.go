package glossary

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Column is a column of recordings that metrics are of.
type Column struct {
	Channel training.Channel
	Name    string        // an entry's inputs, where it names none
	Sensor  string        // and what it needs
	Absent  i18n.Sentence // why its metrics are missing where it was not recorded
}

var (
	powerColumn       = &Column{training.Power, "power", "a power meter", training.NoPower}
	heartColumn       = &Column{training.HeartRate, "heart rate", "a heart rate sensor", training.NoHeartRate}
	cadenceColumn     = &Column{training.Cadence, "cadence", "a cadence sensor", training.NoCadence}
	distanceColumn    = &Column{training.Distance, "distance", "distance", "no distance, position or speed was recorded"}
	altitudeColumn    = &Column{training.Altitude, "altitude", "altitude", training.NoAltitude}
	temperatureColumn = &Column{training.Temperature, "temperature", "a temperature sensor", "not recorded"}
)
