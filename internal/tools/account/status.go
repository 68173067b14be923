package account

import (
	"context"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type noArguments struct{}

func statusRow(d Deps) tools.Row {
	var told activityindex.Cache[training.Scope, []i18n.Sentence] // of texts: there may be years of logs
	return tools.New(tools.Spec{
		Name: "get_status", Title: "Status", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Status of connected services and their sync, data coverage (sports, first and latest date), latest imports, " +
			"athletes, the server version and folder, and what is missing for better answers. A good first call.",
	}, func(ctx context.Context, c *tools.Call, _ noArguments) (*athlete.StatusView, error) {
		v, err := athlete.Status(ctx, d.Store, c.Scope, c.Frame(), d.Installation)
		if err != nil {
			return v, err
		}
		wanted, err := athlete.ReadGoal(ctx, d.Store, c.Scope, c.Frame())
		if err != nil {
			return v, err
		}
		v.Goals = wanted.Line()
		seq, err := d.Store.LastChange(ctx)
		if err != nil {
			return v, err
		}
		conflicts, err := told.Get(ctx, seq, c.Scope, func() ([]i18n.Sentence, error) { return memory.Conflicts(ctx, d.Store, c.Scope) })
		if err != nil {
			return v, err
		}
		v.Words = append(v.Words, conflicts...)
		for _, set := range c.Table.More() {
			v.MoreTools = append(v.MoreTools, set.Name+": "+set.About)
		}
		if d.Connections == nil {
			return v, nil
		}
		all, err := d.services(c).Views(ctx, c.Now.In(c.Location))
		if err != nil {
			return nil, err
		}
		v.Connect(all)
		for i := range all {
			if err := d.Apart.Tell(ctx, c.Scope, &all[i], v); err != nil {
				return nil, err
			}
		}
		return v, nil
	})
}
