package glossary

import "lapkeep/internal/metrics/power"

func estimatedEntries() []Entry {
	const needs = "a ride without a meter, with speed and altitude; the rider's weight and the bicycle's (weight_kg of its gear, " +
		"or bike_kg in power_estimate)"
	const inputs = "speed over 5 s, grade, altitude, temperature of the weather or the device, wind by heading where both are known, " +
		"weights, drag area and rolling resistance of power_estimate or by default"
	return []Entry{
		{
			Key: "estimated_avg_power_w", Title: "Average power, estimated", Inputs: inputs, Needs: needs, Unit: "W",
			Formula: "the mean over time of estimated_power_w: each second (½·ρ·(CdA + 0.0044)·va·|va|·v + Crr·m·g·cos·v + " +
				"(0.091 + 0.0087·v)·v + m·g·sin·v + (m + 1.45)·a·v) / 0.97698, v in m/s, va with the wind from ahead, the mean " +
				"over 11 s, none below 0; slopes below −3 % count as coasting. CdA by default hoods 0.36, tops 0.40, drops 0.32, " +
				"aero 0.26, upright 0.63 m²; Crr road 0.005, gravel 0.008, mountain 0.012, track 0.003",
			Source:  "Martin et al. 1998 (J Appl Biomech 14:276); the standard atmosphere; drag by Wilson, Bicycling Science",
			Version: power.PowerEstimateVersion,
			Limits: "An estimate, for rides without a meter alone, and in nothing else: no curve, record, load, sum or export. Missing " +
				"indoors, on e-bikes and recumbents, with the tag drafting, where over 30 % of the time goes down slopes below −3 %, " +
				"and where weight is kept from the reader, because a climb tells it. Who rides behind others without saying so, " +
				"brakes, or sits otherwise than set gets too much. Wind of a service is taken as of open country, 54 % of it at " +
				"the rider, and only where the track is known.",
			Differs: "Strava, Garmin and others estimate by rules that are not published, and some mix it with measured power.",
			Proof: vectorTested + "power.TestModelVectors; " + slowTested + "power.TestEstimateAgreesWithTheReference; " +
				"meters of real rides: oracle.TestEstimatedPowerIsAsFarOffAsItSays",
		},
		{
			Key: "estimated_power_error_pct", Title: "Error of the estimated power", Unit: "%", Needs: needs + "; a road and a barometer",
			Formula: "the middle of |estimated − measured| / measured over rides with a meter: 7 of a ride, 8 of five minutes, 6 of a " +
				"climb of 3 % and more; nine_of_ten_pct is what nine of ten are within: 21, 26 and 13",
			Inputs: "rides whose recording has a meter, a barometer and the rider's weight", Source: "measured, see docs/truth.md",
			Version: power.PowerEstimateVersion,
			Limits: "Of 13 rides of others, by the defaults, with 8.5 kg for every bicycle and without wind. It is not that of this rider, " +
				"and nothing was measured on gravel, trails, tracks, an altitude of GPS, under 20 minutes or under 100 W: there it is missing.",
			Proof: deviceChecked + "oracle.TestEstimatedPowerIsAsFarOffAsItSays",
		},
	}
}
