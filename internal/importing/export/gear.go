package export

import (
	"encoding/json"

	"lapkeep/internal/training"
)

// checkGear refuses gear that the store could not keep.
func (d *Document) checkGear() error {
	known := map[string]training.Gear{}
	sound := true
	for _, g := range d.Gear {
		sound = sound && g.ID != "" && g.Kind != "" && g.Name != ""
		known[g.ID] = g
	}
	for id, o := range d.OwnGear {
		g := known[id]
		if len(o.Fields) > 0 {
			sound = sound && json.Unmarshal(o.Fields, &g) == nil
		}
		sound = sound && id != "" && g.Kind != "" && g.Name != ""
	}
	if !sound {
		return training.Errorf(training.KindCorrupt, "The export holds gear without an id, a kind or a name.").WithFix("Export again.")
	}
	return nil
}
