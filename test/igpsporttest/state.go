package igpsporttest

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// State is all that a client can change, by region, member and kind
// ("cn 1730042 workouts"), to be compared. Ids and stamps that the service gives
// are not in it, since nothing that was deleted comes back under its own.
type State map[string][]Doc

// State is a copy of the present state.
func (s *Server) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := State{}
	for region, w := range s.worlds {
		for id, m := range w.members {
			add := func(kind string, d Doc, without ...string) {
				key := string(region) + " " + id + " " + kind
				out[key] = append(out[key], copied(d, without...))
			}
			add("parameters", m.Interval)
			add("user", m.Info)
			for _, v := range m.Workouts {
				add("workouts", v.Doc, "createTime", "createTimestamp")
			}
			for _, v := range m.Segments {
				add("segments", v, "id")
			}
			for _, v := range m.Rides {
				add("activities", Doc{"title": v.Title, "start": v.Start.UTC().Format(dateTime)})
			}
		}
	}
	for _, rows := range out {
		slices.SortFunc(rows, func(x, y Doc) int {
			return strings.Compare(string(jsonResponse(0, x).body), string(jsonResponse(0, y).body))
		})
	}
	return out
}

// copied is a document through JSON, without some fields and the marks of steps.
func copied(d Doc, without ...string) Doc {
	d = maps.Clone(d)
	for _, name := range without {
		delete(d, name)
	}
	var out Doc
	if err := json.Unmarshal(jsonResponse(0, d).body, &out); err != nil {
		panic(err) // it was written in the same line
	}
	unmarked(out["structure"])
	return out
}

func unmarked(v any) {
	list, _ := v.([]any)
	for _, e := range list {
		if step, ok := e.(Doc); ok {
			delete(step, "uuid")
			unmarked(step["steps"])
		}
	}
}

// MemberID is the number of a region's athlete.
func (s *Server) MemberID(region Region) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strconv.FormatInt(s.worlds[region].logins[s.options.username(region)].member.ID, 10)
}
