package match

import (
	"time"

	"lapkeep/internal/training"
)

// Move puts an activity into a zone that was found so: its offset, its day,
// and its name if that only says the hour.
func Move(act *training.Activity, zone *time.Location, source training.ZoneSource) {
	named := act.Name == training.DefaultName(act.Sport, act.SubSport, act.Start.In(act.Location()).Hour())
	local := act.Start.In(zone)
	act.Zone, act.ZoneSource = zone.String(), source
	_, act.OffsetS = local.Zone()
	act.LocalDay = training.DayOf(local)
	if named {
		act.Name = training.DefaultName(act.Sport, act.SubSport, local.Hour())
	}
}
