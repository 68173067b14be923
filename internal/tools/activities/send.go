package activities

import (
	"context"
	"reflect"
	"slices"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// send has a service get the recording of an activity. A person is asked:
// nothing takes it back there.
func (in *updateIn) send(ctx context.Context, d Deps, c *tools.Call, row *store.ActivityRow) (*tools.WrittenOne, error) {
	if !reflect.DeepEqual(*in, updateIn{ID: in.ID, SendTo: in.SendTo}) {
		return nil, training.Errorf(training.KindInvalid, "A recording is sent in a call of its own.").
			WithFix("Give nothing but id and send_to.")
	}
	to, title, has, err := d.receiver(c, row, source.Name(in.SendTo))
	if err != nil {
		return nil, err
	}
	if has != "" {
		out := &tools.WrittenOne{ID: string(row.ID), Written: c.Unchanged(i18n.Sentencef("%s has it already: %s.", title, to.Ref(has)))}
		out.LocalDate, out.TimeZone = row.LocalDay, activity.ZoneName(&row.Activity)
		return out, nil
	}
	recs, err := d.Store.Recordings(ctx, training.Scope{Athlete: c.Scope.Athlete, Audience: training.AudienceExport}, row.ID)
	if err != nil {
		return nil, err
	}
	first := primary(slices.DeleteFunc(recs, func(r store.RecordingRow) bool { return r.Original == "" || r.Recording.Format == "streams" }))
	if first == nil {
		return nil, training.Errorf(training.KindUnsupported, "The activity has no file of a recording that could be sent.").
			WithFix("get_activity shows what is known of it.")
	}
	w := c.Write(i18n.Sentencef("Send the recording of the %s to %s.", called(row), title), touched(row))
	w.Destructive = true
	return d.change(ctx, c, row, w, func(*store.Tx) (journal.Effect, error) {
		return journal.Effect{
			Changed: []journal.Changed{journal.RecordingSent{ID: row.ID, Original: first.Original, To: string(to)}},
		}, nil
	})
}

// receiver is a connected service that takes recordings, and its id of the
// activity, if it has it.
func (d Deps) receiver(c *tools.Call, row *store.ActivityRow, named source.Name) (to source.Name, title, id string, err error) {
	if d.Services == nil {
		return "", "", "", training.Errorf(training.KindUnsupported, "No service is connected.").WithFix("Run lapkeep connect.")
	}
	services := d.Services(c.Scope.Athlete)
	s, err := services.Service(named)
	if err != nil {
		return "", "", "", err
	}
	to, title = s.Name(), services.Title(named)
	if _, ok := s.(source.ActivityUploader); !ok {
		return "", "", "", training.Errorf(training.KindUnsupported, "%s takes no recordings.", title).
			WithFix("export_activity writes a file.")
	}
	return to, title, serviced.LiveAt(&row.Activity, services)[to], nil
}
