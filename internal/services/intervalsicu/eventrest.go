package intervalsicu

import (
	"encoding/json"
	"slices"
)

// restFields are the fields of an event that can be set there and that
// [training.CalendarEvent] has no name for. They are kept as they stand, so
// that an event that is made anew has them again.
var restFields = []string{
	"sub_type", "attachments", "can_train_sports", "structure_read_only", "entered",
	"plan_athlete_id", "plan_folder_id", "plan_workout_id", "plan_applied",
}

// mostRest bounds what is kept of them: they are not ours to read.
const mostRest = 16 << 10

// UnmarshalJSON reads an event, with the rest of what it says.
func (e *Event) UnmarshalJSON(b []byte) error {
	type plain Event
	if err := json.Unmarshal(b, (*plain)(e)); err != nil {
		return err
	}
	kept, err := restOf(b, restFields)
	e.rest = kept
	return err
}

// restOf are some fields of an object as they stand; nothing if none says
// anything, or if they are too much to keep.
func restOf(b []byte, fields []string) (json.RawMessage, error) {
	var all, rest map[string]json.RawMessage
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, err
	}
	for _, name := range fields {
		if v := all[name]; len(v) > 0 && !slices.Contains([]string{"null", "false", `""`, "[]"}, string(v)) {
			if rest == nil {
				rest = map[string]json.RawMessage{}
			}
			rest[name] = v
		}
	}
	if rest == nil {
		return nil, nil
	}
	kept, err := json.Marshal(rest)
	if err != nil || len(kept) > mostRest {
		return nil, err
	}
	return kept, nil
}

// rest adds to a new thing what an earlier one said besides.
func (p Patch) rest(kept json.RawMessage, fields []string) {
	var all map[string]json.RawMessage
	if len(kept) > mostRest || json.Unmarshal(kept, &all) != nil {
		return // there is none, or it is not what was read there
	}
	for _, name := range fields {
		if v := all[name]; len(v) > 0 && string(v) != "null" {
			p[name] = v
		}
	}
}
