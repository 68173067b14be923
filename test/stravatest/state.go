package stravatest

import (
	"fmt"
	"strconv"
)

// State is all that a client can change, to be compared: a line for each thing,
// by what it is ("activity 17123456790"). Ids and stamps of the moment are not
// in the lines' texts.
type State map[string]string

// State is a copy of the present state.
func (s *Server) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := State{}
	for id, m := range s.athletes {
		out["athlete "+strconv.FormatInt(id, 10)] = fmt.Sprintf("%g kg", m.WeightKg)
		for _, a := range m.Activities {
			out["activity "+strconv.FormatInt(a.ID, 10)] = fmt.Sprintf("%q %q %q %s %s %d s %g m trainer %t commute %t hidden %t gear %q",
				a.Name, a.Description, a.PrivateNote, a.SportType, utc(a.Start), a.Seconds, a.DistanceM, a.Trainer, a.Commute, a.HideHome, a.GearID)
		}
		for segment, starred := range m.Starred {
			if starred {
				out[fmt.Sprintf("star %d %d", id, segment)] = ""
			}
		}
	}
	for id, a := range s.apps {
		if a.hook != nil {
			out["subscription "+strconv.FormatInt(id, 10)] = a.hook.callback
		}
		for athlete, g := range a.grants {
			out[fmt.Sprintf("grant %d %d", id, athlete)] = fmt.Sprint(g.scopes)
		}
	}
	return out
}
