package apple

import (
	"strings"

	"lapkeep/internal/training"
)

// The records that tell of the menstrual cycle.
const (
	flowName      = "MenstrualFlow"
	ovulationName = "OvulationTestResult"
)

// mostPeriodDays is longer than a period: a record over more is a slip.
const mostPeriodDays = 15

// cyclePhase is what records say of a day, and who.
type cyclePhase struct {
	phase string
	from  sourceID
}

// menstruated keeps a record of a period; it is false for one that is not usable.
func (h *health) menstruated(e *element) bool {
	word := string(e.raw("value"))
	if strings.HasSuffix(word, "None") {
		return true
	}
	return h.cycled(e, "period", mostPeriodDays)
}

// tested keeps a test that shows that ovulation is near.
func (h *health) tested(e *element) bool {
	word := string(e.raw("value"))
	if !strings.HasSuffix(word, "LuteinizingHormoneSurge") && !strings.HasSuffix(word, "Positive") {
		return true
	}
	return h.cycled(e, "ovulating", 1)
}

// cycled says a phase of the days of a record. A period counts over a test.
func (h *health) cycled(e *element, phase string, most int) bool {
	start, ok1 := h.clock.read(e.raw("startDate"))
	end, ok2 := h.clock.read(e.raw("endDate"))
	if !ok1 || !ok2 || end.unix < start.unix {
		return false
	}
	days := training.DayRange{From: dayOf(start.unix + int64(start.offset)), To: dayOf(end.unix + int64(end.offset))}
	if end.unix > start.unix && (end.unix+int64(end.offset))%daySeconds == 0 {
		days.To-- // it ends as the day begins
	}
	if days.Days() > most {
		return false
	}
	if h.phases == nil {
		h.phases = map[training.Day]cyclePhase{}
	}
	for d := days.From; d <= days.To; d++ {
		if h.phases[d].phase != "period" {
			h.phases[d] = cyclePhase{phase, h.sources.of(e)}
		}
	}
	return true
}
