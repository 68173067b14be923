package intervals

import (
	"testing"

	"lapkeep/internal/source"
)

// What the client can do.
var (
	_ source.Service             = (*Client)(nil)
	_ source.Connections         = (*Client)(nil)
	_ source.ActivityLister      = (*Client)(nil)
	_ source.ActivityReader      = (*Client)(nil)
	_ source.ActivitySearcher    = (*Client)(nil)
	_ source.RecordingFetcher    = (*Client)(nil)
	_ source.StreamFetcher       = (*Client)(nil)
	_ source.StreamWriter        = (*Client)(nil)
	_ source.ActivityWriter      = (*Client)(nil)
	_ source.ActivityUploader    = (*Client)(nil)
	_ source.ActivityViews       = (*Client)(nil)
	_ source.CurveViews          = (*Client)(nil)
	_ source.WellnessReader      = (*Client)(nil)
	_ source.WellnessWriter      = (*Client)(nil)
	_ source.FitnessReader       = (*Client)(nil)
	_ source.EventReader         = (*Client)(nil)
	_ source.EventWriter         = (*Client)(nil)
	_ source.EventCopier         = (*Client)(nil)
	_ source.EventFinisher       = (*Client)(nil)
	_ source.EventExporter       = (*Client)(nil)
	_ source.PlanApplier         = (*Client)(nil)
	_ source.WorkoutReader       = (*Client)(nil)
	_ source.WorkoutWriter       = (*Client)(nil)
	_ source.GearReader          = (*Client)(nil)
	_ source.GearWriter          = (*Client)(nil)
	_ source.SportSettingsReader = (*Client)(nil)
	_ source.SportSettingsWriter = (*Client)(nil)
	_ source.MessageReader       = (*Client)(nil)
	_ source.MessageWriter       = (*Client)(nil)
	_ source.CustomItemReader    = (*Client)(nil)
	_ source.CustomItemWriter    = (*Client)(nil)
	_ source.RouteReader         = (*Client)(nil)
	_ source.WeatherReader       = (*Client)(nil)
)

func TestThePolicyLetsTheAthleteKeepAndUseTheData(t *testing.T) {
	t.Parallel()
	p := newDesk(t).client(t).Policy()
	if p.Retention != source.Forever || !p.Joined || p.Acknowledge != "" || len(p.Audiences) != 3 {
		t.Errorf("%+v", p)
	}
}
