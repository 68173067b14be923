package tools

import (
	"encoding/json"
	"slices"

	"lapkeep/internal/training"
)

// NotShared refuses to take back what the caller may not see: whether there is
// anything to take back would tell.
func NotShared(field string) error {
	return training.Errorf(training.KindForbidden, "%s is not shared with assistants, so an assistant cannot take it back.", field).
		WithFix("Give a new value, or have the athlete take it back with lapkeep call.")
}

// mayGive refuses an argument that says where something is to an assistant that
// may not see positions: whatever is compared with it tells where the athlete
// was. It is refused before the row reads anything, so that no answer, error or
// dry run can differ by what is stored.
func (r Row) mayGive(c *Call, args json.RawMessage) error {
	if len(r.Where) == 0 || c.Scope.Audience != training.AudienceModel || c.Sharing.Position {
		return nil
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(args, &given); err != nil {
		return err
	}
	i := slices.IndexFunc(r.Where, func(name string) bool { return !slices.Contains([]string{"", `""`, "[]"}, string(given[name])) })
	if i < 0 {
		return nil
	}
	return training.Errorf(training.KindForbidden,
		"%s of %s says where something is. Comparing it would tell where the athlete was, and positions are not shared with assistants.",
		r.Where[i], r.Name).
		WithFix(`Leave it out; or the athlete can run lapkeep call %s with it, or let assistants see positions: `+
			`lapkeep call update_athlete_settings '{"share": ["position"]}'`, r.Name)
}
