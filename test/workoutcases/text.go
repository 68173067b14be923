package workoutcases

import (
	"fmt"

	"lapkeep/internal/training"
)

// Example is a text in the grammar of Intervals.icu and the document that the
// service makes from it, for an athlete with a threshold pace of 4:30/km in
// runs and 1:30/100m in swims.
type Example struct {
	Text  string
	Sport training.Sport
	// Doc is the document as JSON: the total duration and distance, including
	// the approximate duration of distances, and the steps. It is empty if
	// there are none.
	Doc string
	// Avoid is the reason why a text should not be written like this, although
	// it can be read.
	Avoid string
	// Unproven is the part of Doc that was neither seen nor documented.
	Unproven string
}

// Examples returns all forms of the grammar.
func Examples() []Example {
	var out []Example
	for _, rows := range [][]row{lengths(), powers(), hearts(), paces(), manners(), texts(), blocks()} {
		for _, r := range rows {
			out = append(out, r.example())
		}
	}
	return out
}

// row is an example whose document is given in parts.
type row struct {
	text             string
	duration, metres float64
	steps            string
	sport            training.Sport // cycling if empty
	avoid, unproven  string
}

func (r row) example() Example {
	e := Example{Text: r.text, Sport: r.sport, Doc: "{}", Avoid: r.avoid, Unproven: r.unproven}
	if e.Sport == "" {
		e.Sport = training.Cycling
	}
	if r.steps != "" {
		e.Doc = fmt.Sprintf(`{"distance":%v,"duration":%v,"steps":[%s]}`, r.metres, r.duration, r.steps)
	}
	return e
}

const (
	noClock   = "clients tell of clock times as lengths, the guide of the service does not"
	noBeats   = "clients write bpm, the guide of the service does not have it"
	noCount   = "a count within a step is text"
	noLetters = "minutes, for whoever meant metres"
	lost      = "the service loses it without a word"
	early     = "a zone before the length is taken for a target, and from the text"
	indented  = "the service takes indented steps out of their repeat and puts them behind all others"
	nameless  = "how the document has it"
	unshown   = "that the rest is in the duration of the whole, and not in that of the step"
	written   = "that the document has the text as it is written"
)

func lengths() []row {
	return []row{
		{text: "- 1h 60%", duration: 3600, steps: `{"duration":3600,"power":{"units":"%ftp","value":60}}`},
		{text: "- 10m 60%", duration: 600, steps: `{"duration":600,"power":{"units":"%ftp","value":60}}`},
		{text: "- 90s 60%", duration: 90, steps: `{"duration":90,"power":{"units":"%ftp","value":60}}`},
		{text: "- 1h2m30s 60%", duration: 3750, steps: `{"duration":3750,"power":{"units":"%ftp","value":60}}`},
		{text: "- 1m30 60%", duration: 90, steps: `{"duration":90,"power":{"units":"%ftp","value":60}}`},
		{text: "- 5' 60%", duration: 300, steps: `{"duration":300,"power":{"units":"%ftp","value":60}}`},
		{text: `- 30" 60%`, duration: 30, steps: `{"duration":30,"power":{"units":"%ftp","value":60}}`},
		{text: `- 1'30" 60%`, duration: 90, steps: `{"duration":90,"power":{"units":"%ftp","value":60}}`},
		{text: "- 5:00 60%", duration: 300, steps: `{"duration":300,"power":{"units":"%ftp","value":60}}`, avoid: noClock},
		{text: "- 1:30:00 60%", duration: 5400, steps: `{"duration":5400,"power":{"units":"%ftp","value":60}}`, avoid: noClock},
		{text: "- 400m 60%", duration: 24000, steps: `{"duration":24000,"power":{"units":"%ftp","value":60}}`, avoid: noLetters},
		{text: "- 10m", duration: 600, steps: `{"duration":600}`},
		{text: "- 500mtr 60%", metres: 500, steps: `{"distance":500,"power":{"units":"%ftp","value":60}}`},
		{text: "- 2km 60%", metres: 2000, steps: `{"distance":2000,"power":{"units":"%ftp","value":60}}`},
		{text: "- 0.4km 60%", metres: 400, steps: `{"distance":400,"power":{"units":"%ftp","value":60}}`},
		{text: "- 1mi 60%", metres: 1609.344, steps: `{"distance":1609.344,"power":{"units":"%ftp","value":60}}`},
		{text: "- 4.5mi 60%", metres: 7242.048, steps: `{"distance":7242.048,"power":{"units":"%ftp","value":60}}`},
		{text: "- 100yrd 60%", metres: 91.44, steps: `{"distance":91.44,"power":{"units":"%ftp","value":60}}`},
		// The duration of a distance is that at its pace, or else at the
		// threshold.
		{text: "- 400mtr 220w", sport: training.Running, metres: 400, duration: 108, steps: `{"distance":400,"duration":108,"power":{"units":"w","value":220}}`},
		{text: "- 800mtr", sport: training.Swimming, metres: 800, duration: 720, steps: `{"distance":800,"duration":720}`},
		{text: "- 10m 20m 60%", duration: 1200, steps: `{"duration":1200,"power":{"units":"%ftp","value":60}}`},
	}
}

func powers() []row {
	return []row{
		{text: "- 10m 75%", duration: 600, steps: `{"duration":600,"power":{"units":"%ftp","value":75}}`},
		{text: "- 10m 62.5%", duration: 600, steps: `{"duration":600,"power":{"units":"%ftp","value":62.5}}`},
		{text: "- 10m 95-105%", duration: 600, steps: `{"duration":600,"power":{"end":105,"start":95,"units":"%ftp"}}`},
		{text: "- 10m 50%-75%", duration: 600, steps: `{"duration":600,"power":{"end":75,"start":50,"units":"%ftp"}}`},
		{text: "- 10m 90% power", duration: 600, steps: `{"duration":600,"power":{"units":"%ftp","value":90}}`},
		{text: "- 10m 220w", duration: 600, steps: `{"duration":600,"power":{"units":"w","value":220}}`},
		{text: "- 10m 200-240w", duration: 600, steps: `{"duration":600,"power":{"end":240,"start":200,"units":"w"}}`},
		{text: "- 10m 160w-256w", duration: 600, steps: `{"duration":600,"power":{"end":256,"start":160,"units":"w"}}`},
		{text: "- 10m Z2", duration: 600, steps: `{"duration":600,"power":{"units":"power_zone","value":2}}`},
		{text: "- 10m Z3-Z4", duration: 600, steps: `{"duration":600,"power":{"end":4,"start":3,"units":"power_zone"}}`},
		{text: "- 10m Z2 Power", duration: 600, steps: `{"duration":600,"power":{"units":"power_zone","value":2}}`},
		{text: "- 10m Z2", sport: training.Running, duration: 600, steps: `{"duration":600,"power":{"units":"power_zone","value":2}}`},
		{text: "- 10m 60% MMP 5m", duration: 600, steps: `{"duration":600,"power":{"secs":300,"units":"%mmp","value":60}}`, unproven: nameless},
		{text: "- 10m 50-60% MMP 3m", duration: 600, steps: `{"duration":600,"power":{"end":60,"secs":180,"start":50,"units":"%mmp"}}`, unproven: nameless},
		{text: "- 10m CZ1", duration: 600, steps: `{"duration":600,"power":{"units":"custom_zone","value":1}}`, unproven: nameless},
		{text: "- 10m CZ2-CZ3", duration: 600, steps: `{"duration":600,"power":{"end":3,"start":2,"units":"custom_zone"}}`, unproven: nameless},
		{text: "- 10m 75% 80%", duration: 600, steps: `{"duration":600,"power":{"units":"%ftp","value":80}}`},
		{text: "- 10m 75% 220w", duration: 600, steps: `{"duration":600,"power":{"units":"w","value":220}}`},
	}
}

func hearts() []row {
	return []row{
		{text: "- 10m 70% HR", duration: 600, steps: `{"duration":600,"hr":{"units":"%hr","value":70}}`},
		{text: "- 10m 75-80% HR", duration: 600, steps: `{"duration":600,"hr":{"end":80,"start":75,"units":"%hr"}}`},
		{text: "- 10m 95% LTHR", duration: 600, steps: `{"duration":600,"hr":{"units":"%lthr","value":95}}`},
		{text: "- 10m 90-95% LTHR", duration: 600, steps: `{"duration":600,"hr":{"end":95,"start":90,"units":"%lthr"}}`},
		{text: "- 10m Z2 HR", duration: 600, steps: `{"duration":600,"hr":{"units":"hr_zone","value":2}}`},
		{text: "- 10m Z2-Z3 HR", duration: 600, steps: `{"duration":600,"hr":{"end":3,"start":2,"units":"hr_zone"}}`},
		{text: "- 10m 150bpm", duration: 600, steps: `{"duration":600,"hr":{"units":"bpm","value":150}}`, avoid: noBeats},
		{text: "- 10m 140-150bpm", duration: 600, steps: `{"duration":600,"hr":{"end":150,"start":140,"units":"bpm"}}`, avoid: noBeats},
		{text: "- 10m 75% 90% LTHR", duration: 600, steps: `{"duration":600,"hr":{"units":"%lthr","value":90},"power":{"units":"%ftp","value":75}}`},
	}
}

func paces() []row {
	run, swim := training.Running, training.Swimming
	return []row{
		{text: "- 10m 60% Pace", sport: run, duration: 600, steps: `{"duration":600,"pace":{"units":"%pace","value":60}}`},
		{text: "- 10m 78-82% Pace", sport: run, duration: 600, steps: `{"duration":600,"pace":{"end":82,"start":78,"units":"%pace"}}`},
		{text: "- 10m Z2 Pace", sport: run, duration: 600, steps: `{"duration":600,"pace":{"units":"pace_zone","value":2}}`},
		{text: "- 10m Z2-Z3 Pace", sport: run, duration: 600, steps: `{"duration":600,"pace":{"end":3,"start":2,"units":"pace_zone"}}`},
		{text: "- 10m 5:00 Pace", sport: run, duration: 600, steps: `{"duration":600,"pace":{"units":"secs/km","value":300}}`},
		{text: "- 10m 1:45 Pace", sport: swim, duration: 600, steps: `{"duration":600,"pace":{"units":"secs/100m","value":105}}`},
		{text: "- 10m 5:00/km Pace", sport: run, duration: 600, steps: `{"duration":600,"pace":{"units":"secs/km","value":300}}`},
		{text: "- 10m 5:00/km pace", sport: run, duration: 600, steps: `{"duration":600,"pace":{"units":"secs/km","value":300}}`},
		{text: "- 10m 8:00/mi Pace", sport: run, duration: 600, steps: `{"duration":600,"pace":{"units":"secs/mi","value":480}}`},
		{text: "- 10m 1:45/100m Pace", sport: swim, duration: 600, steps: `{"duration":600,"pace":{"units":"secs/100m","value":105}}`},
		{text: "- 10m 1:40/100y Pace", sport: swim, duration: 600, steps: `{"duration":600,"pace":{"units":"secs/100y","value":100}}`},
		{text: "- 10m 1:10/250m Pace", sport: run, duration: 600, steps: `{"duration":600,"pace":{"units":"secs/250m","value":70}}`},
		{text: "- 10m 1:50/400m Pace", sport: run, duration: 600, steps: `{"duration":600,"pace":{"units":"secs/400m","value":110}}`},
		{text: "- 10m 2:05/500m Pace", sport: run, duration: 600, steps: `{"duration":600,"pace":{"units":"secs/500m","value":125}}`},
		{text: "- 10m 3:00/100m-4:00/100m Pace", sport: swim, duration: 600, steps: `{"duration":600,"pace":{"end":240,"start":180,"units":"secs/100m"}}`},
		{text: "- 10m 7:15-7:00/km Pace", sport: run, duration: 600, steps: `{"duration":600,"pace":{"end":420,"start":435,"units":"secs/km"}}`},
		{text: "- 400mtr 5:00/km Pace", sport: run, metres: 400, duration: 120, steps: `{"distance":400,"duration":120,"pace":{"units":"secs/km","value":300}}`},
		{text: "- 0.8km 4:15-3:55/km Pace", sport: run, metres: 800, duration: 196, steps: `{"distance":800,"duration":196,"pace":{"end":235,"start":255,"units":"secs/km"}}`},
		{text: "- 2km 90% Pace", sport: run, metres: 2000, duration: 600, steps: `{"distance":2000,"duration":600,"pace":{"units":"%pace","value":90}}`},
		{text: "- 10m 5:00/km", sport: run, duration: 600, steps: `{"duration":600}`, avoid: lost},
		{text: "- 10m 5:00/400mtr Pace", sport: run, duration: 600, steps: `{"duration":600}`, avoid: lost},
		{text: "- 10m CSS", sport: swim, duration: 600, steps: `{"duration":600}`, avoid: lost},
		{text: "- 10m marathon pace", sport: run, duration: 600, steps: `{"duration":600}`, avoid: lost},
	}
}

func manners() []row {
	return []row{
		{text: "- 10m 75% 90rpm", duration: 600, steps: `{"cadence":{"units":"rpm","value":90},"duration":600,"power":{"units":"%ftp","value":75}}`},
		{text: "- 10m 75% 90-100rpm", duration: 600, steps: `{"cadence":{"end":100,"start":90,"units":"rpm"},"duration":600,"power":{"units":"%ftp","value":75}}`},
		{text: "- 10m ramp 50%-75%", duration: 600, steps: `{"duration":600,"power":{"end":75,"start":50,"units":"%ftp"},"ramp":true}`},
		{text: "- 10m Ramp 100-200w", duration: 600, steps: `{"duration":600,"power":{"end":200,"start":100,"units":"w"},"ramp":true}`},
		{text: "- 10m ramp 75-50%", duration: 600, steps: `{"duration":600,"power":{"end":50,"start":75,"units":"%ftp"},"ramp":true}`},
		{text: "- 10m ramp 60-80% Pace", sport: training.Running, duration: 600, steps: `{"duration":600,"pace":{"end":80,"start":60,"units":"%pace"},"ramp":true}`},
		{text: "- 20m freeride", duration: 1200, steps: `{"duration":1200,"freeride":true}`},
		{text: "- 20m free", duration: 1200, steps: `{"duration":1200,"freeride":true}`},
		{text: "- 20s maxeffort", duration: 20, steps: `{"duration":20,"maxeffort":true}`},
		{text: "- 20m Press lap 60%", duration: 1200, steps: `{"duration":1200,"power":{"units":"%ftp","value":60},"until_lap_press":true}`},
		{text: "- 20m 60% lap press", duration: 1200, steps: `{"duration":1200,"power":{"units":"%ftp","value":60},"until_lap_press":true}`},
		{text: "- Press lap 2km", metres: 2000, steps: `{"distance":2000,"text":"Press lap","until_lap_press":true}`},
		{text: "- 10m 75% intensity=warmup", duration: 600, steps: `{"duration":600,"intensity":"warmup","power":{"units":"%ftp","value":75}}`},
		{text: "- 10m 75% intensity=active", duration: 600, steps: `{"duration":600,"intensity":"active","power":{"units":"%ftp","value":75}}`},
		{text: "- 10m 75% intensity=rest", duration: 600, steps: `{"duration":600,"intensity":"rest","power":{"units":"%ftp","value":75}}`},
		{text: "- 10m 75% intensity=cooldown", duration: 600, steps: `{"duration":600,"intensity":"cooldown","power":{"units":"%ftp","value":75}}`},
		{text: "- 90s intensity=recovery", duration: 90, steps: `{"duration":90,"intensity":"recovery"}`},
		{text: "- 10m 75% intensity=interval", duration: 600, steps: `{"duration":600,"intensity":"interval","power":{"units":"%ftp","value":75}}`},
		{text: "- 10m 75% intensity=other", duration: 600, steps: `{"duration":600,"intensity":"other","power":{"units":"%ftp","value":75}}`},
		{text: "- 200mtr 90% Pace 30s rest", sport: training.Swimming, metres: 200, duration: 230, steps: `{"distance":200,"duration":200,"pace":{"units":"%pace","value":90}}`, unproven: unshown},
		{text: "- 10m 75% hidepower", duration: 600, steps: `{"duration":600,"hidepower":true,"power":{"units":"%ftp","value":75}}`},
		{text: "- 10m 75% power=lap", duration: 600, steps: `{"duration":600,"power":{"target":"lap","units":"%ftp","value":75}}`},
		{text: "- 10m 75% power=1s", duration: 600, steps: `{"duration":600,"power":{"target":"1s","units":"%ftp","value":75}}`},
		{text: "- 10m 75% power=3s", duration: 600, steps: `{"duration":600,"power":{"target":"3s","units":"%ftp","value":75}}`},
		{text: "- 10m 75% power=10s", duration: 600, steps: `{"duration":600,"power":{"target":"10s","units":"%ftp","value":75}}`},
		{text: "- 10m 75% power=30s", duration: 600, steps: `{"duration":600,"power":{"target":"30s","units":"%ftp","value":75}}`},
		{text: "- 10m RPE 8", duration: 600, steps: `{"duration":600}`, avoid: lost},
	}
}

func texts() []row {
	return []row{
		{text: "- Recovery 30s 50%", duration: 30, steps: `{"duration":30,"power":{"units":"%ftp","value":50},"text":"Recovery"}`},
		{text: "- Spin easy 5m freeride", duration: 300, steps: `{"duration":300,"freeride":true,"text":"Spin easy"}`},
		{text: "- First 60^30 Second 120^30 Third 10m 65%", duration: 600, steps: `{"duration":600,"power":{"units":"%ftp","value":65},"text":"First 60^30 Second 120^30 Third"}`, unproven: written},
		{text: "- 20^ Go 5m 85%", duration: 300, steps: `{"duration":300,"power":{"units":"%ftp","value":85},"text":"20^ Go"}`, unproven: written},
		{text: "- en/Hello fr/Bonjour 30m Z2", duration: 1800, steps: `{"duration":1800,"power":{"units":"power_zone","value":2},"text":"en/Hello fr/Bonjour"}`, unproven: written},
		{text: "- Z3 2m 83-94% LTHR", duration: 120, steps: `{"duration":120,"hr":{"end":94,"start":83,"units":"%lthr"},"power":{"units":"power_zone","value":3}}`, avoid: early},
		{text: "- 4x 100mtr", sport: training.Swimming, metres: 100, duration: 90, steps: `{"distance":100,"duration":90,"text":"4x"}`, avoid: noCount},
		{text: "- hard", avoid: lost},
		{text: "- 75% 90rpm", avoid: lost},
		{text: "- 60% MMP 5m", avoid: lost}, // the time belongs to the best
		{text: "Just ride."},
	}
}

func blocks() []row {
	const hard, easy = `{"duration":180,"power":{"units":"%ftp","value":110}}`, `{"duration":120,"power":{"units":"%ftp","value":50}}`
	const warm, cool = `{"duration":300,"power":{"units":"%ftp","value":50},"warmup":true}`, `{"cooldown":true,"duration":300,"power":{"units":"%ftp","value":40}}`
	return []row{
		{text: "Warmup\n- 5m 50%\n\nCooldown\n- 5m 40%", duration: 600, steps: warm + "," + cool},
		{text: "Warm up\n- 5m 50%\n\nCool down\n- 5m 40%", duration: 600, steps: warm + "," + cool},
		{text: "Warmup\n- 5m 50%\n- 5m 50%\n\nMain Set\n- 3m 110%", duration: 780, steps: warm + "," + warm + "," + hard},
		{text: "2x\n- 3m 110%\n- 2m 50%\n\n- 2m 50%", duration: 720, steps: `{"reps":2,"steps":[` + hard + `,` + easy + `]},` + easy},
		{text: "Main Set 3x\n- 3m 110%\n- 2m 50%", duration: 900, steps: `{"reps":3,"steps":[` + hard + `,` + easy + `],"text":"Main Set"}`},
		{text: "2x\n- 3m 110%\n\n3x\n- 2m 50%", duration: 720, steps: `{"reps":2,"steps":[` + hard + `]},{"reps":3,"steps":[` + easy + `]}`},
		{text: "2x\n  - 3m 110%\n\n- 2m 50%", duration: 300, steps: easy + "," + hard, avoid: indented},
		{text: "Ride with care.\n\n- 3m 110%\nBreathe.\n- 2m 50%", duration: 300, steps: hard + "," + easy},
	}
}
