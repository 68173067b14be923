package glossary

import "lapkeep/internal/metrics/heart"

func hrvEntries() []Entry {
	const (
		inputs = "intervals between heartbeats (RR), artefacts replaced"
		needs  = "a recording with RR intervals, of which at most 5 % are artefacts"
		// lineFound is of the rule; that it is a threshold is the literature's.
		lineFound = "independent: the line that windows were drawn from is found again; as a threshold not proven here: " +
			"heart.TestTheRateOfAValueIsFoundAgain"
		limit = "Of a workout it tells less than of a morning at rest; compare like with like."
	)
	entry := func(key, title, unit, formula string) Entry {
		return Entry{
			Key: key, Title: title, Unit: unit, Formula: formula, Inputs: inputs, Needs: needs, Limits: limit,
			Source: "Task Force of the ESC and NASPE 1996", Version: heart.MeasuresVersion,
			Proof: "published values and those of a slow implementation: heart.TestRunalyzeExample, heart.TestPNNVector",
		}
	}
	pnn := entry("pnn50_pct", "pNN50", "%", "neighbours that differ by more than 50 ms / (n − 1) · 100")
	pnn.Differs = "Runalyze divides by n."
	return []Entry{
		entry("avnn_ms", "Mean beat interval (AVNN)", "ms", "mean of RR"),
		entry("sdnn_ms", "SDNN", "ms", "standard deviation (n − 1) of RR"),
		entry("rmssd_ms", "rMSSD", "ms", "√(Σ (RR − RR before)² / (n − 1))"),
		entry("sdsd_ms", "SDSD", "ms", "standard deviation of the differences of neighbours"),
		pnn,
		{
			Key: "artefacts_pct", Title: "Artefacts among the beats", Unit: "%", Inputs: "RR intervals", Needs: "a recording with RR intervals",
			Formula: "intervals that differ by more than 25 % from the mean of the five on either side / n · 100; replaced by a straight line",
			Source:  "the usual correction before DFA (Altini; Rogers)", Version: heart.CorrectVersion,
			Limits: "Above 5 % nothing is computed.", Proof: slowTested + "heart.TestCorrectAgreesWithTheReference",
		},
		{
			Key: "alpha1", Title: "DFA α1", Unit: "1", Inputs: inputs, Needs: "RR intervals over two minutes with at most 5 % of artefacts",
			Formula: "slope of log F(n) on log n, boxes of 4 to 16 beats, in windows of 120 s every 20 s",
			Source:  "Peng et al. 1995; Rogers et al. 2021", Version: heart.AlphaVersion,
			Limits: "Straps' noise pulls it down; a wrist sensor cannot measure it.", Differs: "Tools differ in boxes, overlap and smoothing.",
			Proof: slowTested +
				"heart.TestAlphaAgreesWithTheReference; noise of known exponents 0.5, 1 and 1.5 (white, 1/f, brown): heart.TestAlphaOfKnownNoise",
		},
		{
			Key: "hr_at_alpha1_075_bpm", Title: "Heart rate at α1 0.75", Unit: "bpm",
			Inputs: "α1 and heart rate of each window", Version: heart.AlphaVersion,
			Formula: "straight line of α1 on heart rate through the windows between 1.0 and 0.4, at 0.75; at 0.5 for the second threshold",
			Needs: "eight windows in that range, on both sides of the value, falling with heart rate, among whose rates " +
				"it lies", Source: "Rogers et al. 2021: 0.75 about the first threshold, 0.5 the second",
			Limits: "An estimate; wants a steady ramp and a good strap.", Proof: lineFound,
		},
		{
			Key: "hr_at_alpha1_050_bpm", Title: "Heart rate at α1 0.5", Unit: "bpm",
			Inputs: "α1 and heart rate of each window", Version: heart.AlphaVersion,
			Formula: "as at 0.75", Needs: "as at 0.75", Source: "Rogers et al. 2021",
			Limits: "As at 0.75; further from what was validated.", Proof: lineFound,
		},
		{
			Key: "hrv_band", Title: "HRV readiness band", Unit: "ln ms", Inputs: "a morning's rMSSD", Version: heart.ReadinessVersion,
			Formula: "mean of ln rMSSD over 7 days against mean ± 0.5 standard deviations of the 60 days before: below, within, above",
			Needs:   "3 of the last 7 days and 25 of the 60 before", Source: "Plews et al. 2014; Kiviniemi et al. 2007",
			Limits: "A band of what is usual for one athlete; no medical statement.",
			Proof:  slowTested + "heart.TestReadinessAgreesWithTheSlowSums" + "; " + tableTested + "heart.TestReadinessBand",
		},
	}
}
