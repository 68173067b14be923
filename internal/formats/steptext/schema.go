package steptext

import "github.com/google/jsonschema-go/jsonschema"

// Schema describes the form as an argument of a tool, in few bytes: they are
// read by a model at every start. Fields that few workouts need are named and
// not typed, and those for the display of a device are found by whoever asks.
func Schema() *jsonschema.Schema {
	step := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	for _, p := range described {
		s := &jsonschema.Schema{Type: p.kind, Description: p.text}
		switch p.name {
		case "steps":
			s.Items = &jsonschema.Schema{Type: "object"}
		case "kind":
			s.Enum = []any{"warmup", "work", "rest", "cooldown"}
		}
		step.Properties[p.name] = s
		step.PropertyOrder = append(step.PropertyOrder, p.name)
	}
	return &jsonschema.Schema{
		Type: "array", Items: step,
		Description: "One length a step; first target leads. " +
			"Also calories_kcal, rest_s, free, max_effort, sets, reps, weight_kg, percent_1rm, cues [{at_s,text}]",
	}
}

var described = []struct{ name, kind, text string }{
	{"kind", "string", ""},
	{"duration_s", "number", ""},
	{"distance_m", "number", ""},
	{"until_lap", "boolean", "lap button"},
	{"power", "string", "220-240w, 88-94%, Z2, 60% of 5m best"},
	{"hr", "string", "140-150bpm, 90-95% LTHR, 70-80% max, Z2"},
	{"pace", "string", "5:00-5:10/km, 1:45/100m, 95-100%, Z3"},
	{"speed", "string", "30-32km/h"},
	{"rpe", "string", "6-7"},
	{"cadence", "string", "90-95rpm"},
	{"ramp", "boolean", "climbs"},
	{"text", "string", ""},
	{"repeat", "integer", "times"},
	{"steps", "array", "to repeat"},
}
