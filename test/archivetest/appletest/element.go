package appletest

import (
	"fmt"
	"math"
	"time"
)

const (
	metresPerMile = 1609.344
	metresPerYard = 0.9144
)

// distance is a distance in the unit that the telephone shows for the sport.
func (e *Export) distance(sport string, metres float64) (value float64, unit string) {
	switch {
	case sport == "swimming" && e.o.Imperial:
		value, unit = metres/metresPerYard, "yd"
	case sport == "swimming":
		value, unit = metres, "m"
	case e.o.Imperial:
		value, unit = metres/metresPerMile, "mi"
	default:
		value, unit = metres/1000, "km"
	}
	return math.Round(value*1e6) / 1e6, unit
}

var distanceTypes = map[string]string{
	"cycling": "DistanceCycling", "running": "DistanceWalkingRunning", "walking": "DistanceWalkingRunning", "swimming": "DistanceSwimming",
}

func (e *Export) workout(d *document, w workout) {
	totals := e.o.OldTotals || w.from != watch
	d.text(" <Workout").attr("workoutActivityType", "HKWorkoutActivityType"+w.Type).
		number("duration", math.Round(w.DurationS/60*1e9)/1e9).attr("durationUnit", "min")
	if totals && len(w.Legs) == 0 {
		v, unit := e.distance(w.Sport, w.DistanceM)
		d.number("totalDistance", v).attr("totalDistanceUnit", unit).number("totalEnergyBurned",
			w.EnergyKcal).attr("totalEnergyBurnedUnit", "kcal")
	}
	d.by(w.from).time("creationDate", w.End.Add(2*time.Second)).time("startDate", w.Start).time("endDate", w.End).text(">").flush()
	indoor := "0"
	if w.Indoor {
		indoor = "1"
	}
	d.metadata("  ", "HKIndoorWorkout", indoor)
	d.metadata("  ", "HKTimeZone", w.Zone)
	d.metadata("  ", "HKWeatherTemperature", "48.2 degF")
	e.events(d, w)
	for _, leg := range w.Legs {
		d.text("  <WorkoutActivity").attr("uuid", fmt.Sprintf("%08X-0000-4000-8000-000000000000", leg.Start.Unix())).
			time("startDate", leg.Start).time("endDate", leg.End).number("duration",
			leg.End.Sub(leg.Start).Minutes()).attr("durationUnit", "min").text(">").flush()
		e.total(d, "   ", leg.Sport, leg.DistanceM, leg.Start, leg.End)
		d.text("  </WorkoutActivity>").flush()
	}
	if !totals {
		e.statistics(d, w)
	}
	if w.Route != "" {
		d.text("  <WorkoutRoute").by(w.from).time("creationDate", w.End).time("startDate", w.Start).time("endDate", w.End).text(">").flush()
		d.metadata("   ", "HKMetadataKeySyncVersion", "2")
		d.text("   <FileReference").attr("path", w.Route[len(folder)-1:]).text("/>").flush()
		d.text("  </WorkoutRoute>").flush()
	}
	d.text(" </Workout>").flush()
}

func (e *Export) events(d *document, w workout) {
	event := func(kind string, second int) {
		d.text("  <WorkoutEvent").attr("type", "HKWorkoutEventType"+kind).time("date", w.body.At(second)).text("/>").flush()
	}
	if w.Pauses > 0 {
		event("Pause", w.body.StandFrom)
		event("Resume", w.body.StandTo)
	}
	begin := w.body.FromS
	for _, s := range w.lapsS {
		d.text("  <WorkoutEvent").attr("type", "HKWorkoutEventTypeLap").time("date", w.body.At(begin)).
			number("duration", float64(s-begin)/60).attr("durationUnit", "min").text("/>").flush()
		begin = s
	}
}

func (e *Export) total(d *document, indent, sport string, metres float64, start, end time.Time) {
	v, unit := e.distance(sport, metres)
	d.text(indent+"<WorkoutStatistics").attr("type", quantity+distanceTypes[sport]).
		time("startDate", start).time("endDate", end).number("sum", v).attr("unit", unit).text("/>").flush()
}

func (e *Export) statistics(d *document, w workout) {
	d.text("  <WorkoutStatistics").attr("type", quantity+"ActiveEnergyBurned").time("startDate", w.Start).time("endDate", w.End).
		number("sum", w.EnergyKcal).attr("unit", "kcal").text("/>").flush()
	if w.AvgHR > 0 {
		d.text("  <WorkoutStatistics").attr("type", quantity+"HeartRate").time("startDate", w.Start).time("endDate", w.End).
			number("average", w.AvgHR).number("minimum", 90).number("maximum", w.MaxHR).attr("unit", "count/min").text("/>").flush()
	}
	if len(w.Legs) > 0 {
		for _, leg := range w.Legs {
			e.total(d, "  ", leg.Sport, leg.DistanceM, w.Start, w.End)
		}
		return
	}
	e.total(d, "  ", w.Sport, w.DistanceM, w.Start, w.End)
}
