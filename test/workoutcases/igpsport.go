// Package workoutcases has structured workouts in the forms of services, each
// with its meaning: tables against which both the emulators and the product are
// tested. They are based on publications and on observations of the services,
// not on either code.
package workoutcases

import "lapkeep/internal/training"

// IGPSport is a workout and its form at iGPSport.
type IGPSport struct {
	Name  string // of the case
	Title string
	Notes string
	Sport training.Sport
	FTPW  float64 // 0 is unknown
	Steps []training.WorkoutStep
	// Native is the object under "data" as JSON. Fields missing here may have
	// any value, such as the "uuid" of each step, which has 36 characters and
	// is never repeated. However, "length", targets and "note" must be absent
	// from a step that has none here.
	Native string
}

// IGPSports returns the workouts with a known form at iGPSport.
func IGPSports() []IGPSport {
	var out []IGPSport
	for _, cases := range [][]IGPSport{igpTimes(), igpTargets(), igpWhole()} {
		for _, c := range cases {
			if c.Title == "" {
				c.Title = "Case"
			}
			if c.Sport == "" {
				c.Sport = training.Cycling
			}
			out = append(out, c)
		}
	}
	return out
}

func igpStep(kind training.StepKind, text string, seconds float64, targets ...training.StepTarget) training.WorkoutStep {
	return training.WorkoutStep{Kind: kind, Text: text, DurationS: seconds, Targets: targets}
}

func igpRepeat(n int, steps ...training.WorkoutStep) training.WorkoutStep {
	return training.WorkoutStep{Kind: training.StepRepeat, Text: "Set", Count: n, Steps: steps}
}

// igpPlain returns a step's native form without a target.
func igpPlain(name, class, seconds string) string {
	return `{"type":"Step","name":"` + name + `","intensityClass":"` + class + `","openDuration":"false","length":{"unit":"Second","value":` +
		seconds + `}}`
}

func igpSet(n, steps string) string {
	return `{"type":"Repetition","name":"Set","intensityClass":"Active","openDuration":"false","length":{"unit":"Repetition","value":` + n +
		`},"steps":[` + steps + `]}`
}

func igpData(seconds, steps string) string {
	return `{"totalTime":` + seconds + `,"structure":[` + steps + `]}`
}

// igpTimes returns the cases of the total time: metres at 8 per second,
// kilocalories at 5 seconds each and at least a minute, and a minute for an
// open step. Other clients count nothing for these three.
func igpTimes() []IGPSport {
	warm, work, rest, cool := training.StepWarmup, training.StepWork, training.StepRest, training.StepCooldown
	sized := func(unit, value, seconds string) string {
		return igpData(seconds, `{"type":"Step","name":"Go","intensityClass":"Active","openDuration":"false","length":{"unit":"`+unit+
			`","value":`+value+`}}`)
	}
	metres := func(m float64) []training.WorkoutStep {
		return []training.WorkoutStep{{Kind: work, Text: "Go", DistanceM: m}}
	}
	kcal := func(n float64) []training.WorkoutStep {
		return []training.WorkoutStep{{Kind: work, Text: "Go", CaloriesKcal: n}}
	}
	return []IGPSport{
		{
			Name:   "times add up",
			Steps:  []training.WorkoutStep{igpStep(warm, "Warm", 600), igpStep(work, "Go", 1800), igpStep(cool, "Cool", 300)},
			Native: igpData("2700", igpPlain("Warm", "WarmUp", "600")+","+igpPlain("Go", "Active", "1800")+","+igpPlain("Cool", "CoolDown", "300")),
		},
		{
			Name:  "repeats are counted",
			Steps: []training.WorkoutStep{igpStep(warm, "Warm", 600), igpRepeat(4, igpStep(work, "On", 120), igpStep(rest, "Off", 60))},
			Native: igpData("1320", igpPlain("Warm", "WarmUp", "600")+","+
				igpSet("4", igpPlain("On", "Active", "120")+","+igpPlain("Off", "Rest", "60"))),
		},
		{
			Name: "four by four minutes",
			Steps: []training.WorkoutStep{
				igpStep(warm, "Warm", 600), igpRepeat(4, igpStep(work, "On", 240), igpStep(rest, "Off", 180)), igpStep(cool, "Cool", 600),
			},
			Native: igpData("2880", igpPlain("Warm", "WarmUp", "600")+","+
				igpSet("4", igpPlain("On", "Active", "240")+","+igpPlain("Off", "Rest", "180"))+","+igpPlain("Cool", "CoolDown", "600")),
		},
		{
			Name: "the total is of whole seconds", Steps: []training.WorkoutStep{igpStep(work, "Go", 90.7)},
			Native: igpData("90", igpPlain("Go", "Active", "90.7")),
		},
		{Name: "metres", Steps: metres(5000), Native: sized("Meter", "5000", "625")},
		{Name: "few metres", Steps: metres(100), Native: sized("Meter", "100", "60")},
		{Name: "kilocalories", Steps: kcal(300), Native: sized("Kcal", "300", "1500")},
		{Name: "few kilocalories", Steps: kcal(5), Native: sized("Kcal", "5", "60")},
		{
			Name: "until the athlete ends it", Steps: []training.WorkoutStep{{Kind: work, Text: "Go", Open: true}},
			Native: igpData("60", `{"type":"Step","name":"Go","intensityClass":"Active","openDuration":"true"}`),
		},
	}
}

// igpTargets returns the cases of the forms of targets. Half watts are rounded
// to even.
func igpTargets() []IGPSport {
	one := func(name string, ftp float64, native string, targets ...training.StepTarget) IGPSport {
		return IGPSport{
			Name: name, FTPW: ftp, Steps: []training.WorkoutStep{igpStep(training.StepWork, "Go", 600, targets...)},
			Native: igpData("600", `{"type":"Step","name":"Go","intensityClass":"Active","openDuration":"false",`+
				`"length":{"unit":"Second","value":600},`+native+`}`),
		}
	}
	aim := func(of training.TargetOf, unit training.TargetUnit, low, high float64) training.StepTarget {
		return training.StepTarget{Of: of, Unit: unit, Low: low, High: high}
	}
	share := func(low, high float64) training.StepTarget {
		return aim(training.TargetPower, training.TargetFTP, low, high)
	}
	kmh := func(low, high float64) training.StepTarget {
		return aim(training.TargetSpeed, training.TargetMPS, low/3.6, high/3.6)
	}
	return []IGPSport{
		one("percent of 250 W", 250, `"intensityTarget":{"unit":"PowerCustom","value":0,"minValue":238,"maxValue":262}`, share(95, 105)),
		one("percent of 233 W", 233, `"intensityTarget":{"unit":"PowerCustom","value":0,"minValue":221,"maxValue":245}`, share(95, 105)),
		one("half a watt", 250, `"intensityTarget":{"unit":"PowerCustom","value":0,"minValue":125,"maxValue":162}`, share(50, 65)),
		one("sweet spot", 250, `"intensityTarget":{"unit":"PowerCustom","value":0,"minValue":220,"maxValue":235}`, share(88, 94)),
		one("percent of nothing", 0, `"intensityTarget":{"unit":"PercentOfFTP","value":0,"minValue":88,"maxValue":94}`, share(88, 94)),
		one("watts", 0, `"intensityTarget":{"unit":"PowerCustom","value":0,"minValue":200,"maxValue":220}`,
			aim(training.TargetPower, training.TargetW, 200, 220)),
		one("a zone of power", 0, `"intensityTarget":{"unit":"Power","value":4}`, aim(training.TargetPower, training.TargetZone, 4, 4)),
		one("a zone of heart rate", 0, `"intensityTarget":{"unit":"HeartRate","value":3}`, aim(training.TargetHR, training.TargetZone, 3, 3)),
		one("beats", 0, `"intensityTarget":{"unit":"HeartRateCustom","value":0,"minValue":140,"maxValue":150}`,
			aim(training.TargetHR, training.TargetBpm, 140, 150)),
		one("30 to 36 km/h in mm/s", 0, `"intensityTarget":{"unit":"Speed","value":0,"minValue":8333,"maxValue":10000}`, kmh(30, 36)),
		one("25 to 30 km/h in mm/s", 0, `"intensityTarget":{"unit":"Speed","value":0,"minValue":6944,"maxValue":8333}`, kmh(25, 30)),
		one("a cadence beside", 250, `"intensityTarget":{"unit":"PowerCustom","value":0,"minValue":220,"maxValue":235},`+
			`"cadenceTarget":{"unit":"Cadence","minValue":85,"maxValue":95}`, share(88, 94), aim(training.TargetCadence, training.TargetRPM, 85, 95)),
	}
}

// igpWhole returns a whole workout, and the cases of its texts.
func igpWhole() []IGPSport {
	share := func(low, high float64) training.StepTarget {
		return training.StepTarget{Of: training.TargetPower, Unit: training.TargetFTP, Low: low, High: high}
	}
	spot := igpStep(training.StepWork, "SST", 1200, share(88, 94))
	spot.Cues = []training.StepCue{{Text: "steady, seated"}}
	noted := igpStep(training.StepWork, "Go", 600)
	noted.Cues = []training.StepCue{{Text: "abcdefghijklmnopqrstuvwxyzäöüßé"}}
	return []IGPSport{
		{
			Name: "twice sweet spot", Title: "2x20 SST", Notes: "Sweet spot", FTPW: 250,
			Steps: []training.WorkoutStep{
				igpStep(training.StepWarmup, "Warmup", 600, share(50, 65)),
				igpRepeat(2, spot, igpStep(training.StepRest, "Recover", 300,
					training.StepTarget{Of: training.TargetPower, Unit: training.TargetZone, Low: 1, High: 1})),
				igpStep(training.StepCooldown, "Cooldown", 600),
			},
			Native: `{"title":"2x20 SST","description":"Sweet spot","totalTime":4200,"workoutType":"bike","sportBigType":1,
 "allowDeletion":true,"fromTP":false,"structure":[
 {"type":"Step","name":"Warmup","intensityClass":"WarmUp","openDuration":"false","length":{"unit":"Second","value":600},
  "intensityTarget":{"unit":"PowerCustom","value":0,"minValue":125,"maxValue":162}},
 ` + igpSet("2", `{"type":"Step","name":"SST","intensityClass":"Active","openDuration":"false","length":{"unit":"Second","value":1200},
   "intensityTarget":{"unit":"PowerCustom","value":0,"minValue":220,"maxValue":235},"note":"steady, seated"},
  {"type":"Step","name":"Recover","intensityClass":"Rest","openDuration":"false","length":{"unit":"Second","value":300},
   "intensityTarget":{"unit":"Power","value":1}}`) + `,
 ` + igpPlain("Cooldown", "CoolDown", "600") + `]}`,
		},
		{
			Name: "running", Sport: training.Running, Title: "Run", Steps: []training.WorkoutStep{igpStep(training.StepWork, "Go", 600)},
			Native: `{"title":"Run","totalTime":600,"workoutType":"run","sportBigType":2,"structure":[` + igpPlain("Go", "Active", "600") + `]}`,
		},
		{
			Name: "a note of more than 30 letters is cut", Steps: []training.WorkoutStep{noted},
			Native: igpData("600", `{"type":"Step","name":"Go","intensityClass":"Active","openDuration":"false",`+
				`"length":{"unit":"Second","value":600},"note":"abcdefghijklmnopqrstuvwxyzäöüß"}`),
		},
	}
}
