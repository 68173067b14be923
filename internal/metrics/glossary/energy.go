package glossary

import "lapkeep/internal/metrics/load"

func energyEntries() []Entry {
	return []Entry{{
		Key: "estimated_calories_kcal", Title: "Calories, estimated",
		Formula: "cycling with power: work / 4.184 / 0.24; else per minute by heart rate: men (−55.0969 + 0.6309·HR + " +
			"0.1988·kg + 0.2017·years)/4.184, " +
			"women (−20.4022 + 0.4472·HR − 0.1263·kg + 0.074·years)/4.184",
		Inputs: "work; else average heart rate, time, weight of the day, age, sex",
		Needs: "a recording whose device gives no calories; power on the bike, or a heart rate sensor with weight, year " +
			"of birth and sex in the settings",
		Unit: "kcal", Source: "a gross efficiency of 24 %; Keytel et al. 2005", Version: load.EnergyVersion,
		Limits:  "An estimate: efficiency lies between 20 and 25 %, and heart rate misses by a fifth and more in one person.",
		Differs: "GoldenCheetah adds a woman's weight where Keytel takes it off; devices have formulas of their own.",
		Proof:   vectorTested + "load.TestKeytelVectors; an independent slow implementation on random people: load.TestKeytelIsTheReferences",
	}}
}
