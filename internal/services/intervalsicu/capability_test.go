package intervalsicu

import (
	"testing"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// What the client can do.
var (
	_ source.Service              = (*Client)(nil)
	_ source.ActivityLister       = (*Client)(nil)
	_ source.ActivityReader       = (*Client)(nil)
	_ source.RecordingFetcher     = (*Client)(nil)
	_ source.StreamFetcher        = (*Client)(nil)
	_ source.ActivityWriter       = (*Client)(nil)
	_ source.IntervalReader       = (*Client)(nil)
	_ source.ActivityUploader     = (*Client)(nil)
	_ source.ActivityRestorer     = (*Client)(nil)
	_ source.ManualActivityWriter = (*Client)(nil)
	_ source.WellnessReader       = (*Client)(nil)
	_ source.WellnessWriter       = (*Client)(nil)
	_ source.FitnessReader        = (*Client)(nil)
	_ source.StatisticsReader     = (*Client)(nil)
	_ source.EventReader          = (*Client)(nil)
	_ source.EventWriter          = (*Client)(nil)
	_ source.WorkoutReader        = (*Client)(nil)
	_ source.WorkoutWriter        = (*Client)(nil)
	_ source.GearReader           = (*Client)(nil)
	_ source.GearWriter           = (*Client)(nil)
	_ source.ProfileReader        = (*Client)(nil)
	_ source.ProfileWriter        = (*Client)(nil)
	_ source.OwnStreamReader      = (*Client)(nil)
	_ source.OwnStreamWriter      = (*Client)(nil)
	_ source.NamedStreamReader    = (*Client)(nil)
	_ source.SportSettingsReader  = (*Client)(nil)
	_ source.SportSettingsWriter  = (*Client)(nil)
	_ source.MessageReader        = (*Client)(nil)
	_ source.MessageWriter        = (*Client)(nil)
	_ source.CustomItemReader     = (*Client)(nil)
	_ source.CustomItemWriter     = (*Client)(nil)
	_ source.RouteReader          = (*Client)(nil)
)

func TestThePolicyLetsTheAthleteKeepAndUseTheData(t *testing.T) {
	t.Parallel()
	c := newDesk(t).client(t)
	p := c.Policy()
	if c.Name() != "intervals" || p.Retention != source.Forever || !p.Joined || p.Acknowledge != "" || len(p.Audiences) != 3 {
		t.Errorf("%+v", p)
	}
}

// What is no id never becomes part of an address.
func TestIDsThatAreNoneAreRefusedBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c, ctx := d.client(t), t.Context()
	for _, id := range []string{"", "x", "../1", "1/2", "1?a=b", "-1", "i 1"} {
		for name, err := range map[string]error{
			"event": second(c.Event(ctx, id)), "update event": second(c.UpdateEvent(ctx, training.CalendarEvent{ID: id})),
			"delete workout": c.DeleteWorkout(ctx, id), "delete folder": c.DeleteFolder(ctx, id), "delete settings": c.DeleteSportSettings(ctx, id),
			"delete item": c.DeleteCustomItem(ctx, id), "route": second(c.Route(ctx, id)),
			"delete reminder": c.DeleteReminder(ctx, "g9", id), "file": second(c.FetchRecording(ctx, id)),
			"streams": second(c.FetchStreams(ctx, id)), "delete": c.DeleteActivity(ctx, id), "messages": second(c.Messages(ctx, id)),
			"named streams": second(c.NamedStreams(ctx, id, []string{"w_bal"})),
			"intervals":     second(c.Intervals(ctx, id)), "message": second(c.AddMessage(ctx, id, "x")),
			"unsay":       c.DeleteMessage(ctx, "i501", source.Posted{ID: id}),
			"unsay there": c.DeleteMessage(ctx, id, source.Posted{ID: "1"}),
		} {
			if training.KindOf(err) != training.KindInvalid {
				t.Errorf("%s of %q: %v", name, id, err)
			}
		}
	}
	if len(d.log) > 0 {
		t.Errorf("%d requests", len(d.log))
	}
}
