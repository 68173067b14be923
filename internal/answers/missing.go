package answers

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Missing names the fields that an answer leaves out, each with its reason.
// Its zero value is ready to use through [Missing.Add].
type Missing map[string]i18n.Sentence

// Add notes why a field is left out; the first reason is kept. It returns the
// map, making it if there was none.
func (m Missing) Add(field string, reason i18n.Sentence) Missing {
	if m == nil {
		m = Missing{}
	}
	if _, ok := m[field]; !ok {
		m[field] = reason
	}
	return m
}

// AddMetrics notes one reason for those metrics that values lacks.
func (m Missing) AddMetrics(values training.Values, reason i18n.Sentence, metrics ...training.Metric) Missing {
	for _, k := range metrics {
		if _, ok := values[k]; !ok {
			m = m.Add(string(k), reason)
		}
	}
	return m
}

// The reasons that recur, so that the same gap always reads the same.
const (
	NoTemp       = "not recorded"
	NoStreams    = "it was entered by hand and has no recording"
	NoFTP        = "no FTP is set for this sport; set ftp_w with update_athlete_settings"
	NoCP         = "critical power and W′ are not both set for this sport; set critical_power_w and w_prime_j with update_athlete_settings"
	NoLTHR       = "no threshold heart rate is set; set lthr_bpm with update_athlete_settings"
	NoThreshold  = "no threshold is set for this sport; set one with update_athlete_settings"
	NotDerived   = "it is not computed yet; ask again in a moment"
	HiddenGPS    = "position is kept from assistants; the athlete can allow it in the settings (sharing)"
	HiddenWeight = "weight is kept from assistants; the athlete can allow it in the settings (sharing)"
	HiddenCycle  = "the menstrual cycle is kept from assistants; the athlete can allow it in the settings (sharing)"
	HiddenNotes  = "notes are kept from assistants; the athlete can allow them in the settings (sharing)"
)
