package cli

import (
	"context"
	"encoding/json"
	"path/filepath"

	"github.com/spf13/cobra"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// planFollowing are the commands about a plan that there is.
func (a *app) planFollowing() []*cobra.Command {
	return []*cobra.Command{a.newPlanCheck(), a.newPlanAnalyze(), a.newPlanPublish()}
}

func (a *app) newPlanCheck() *cobra.Command {
	return &cobra.Command{
		Use:   "check [PLAN|FILE]",
		Short: "Say what is wrong with the text of a training plan, line by line",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := ""
			if len(args) > 0 {
				name = args[0]
			}
			return a.checkPlan(cmd.Context(), name)
		},
	}
}

// checkPlan reads a file, or a plan that is kept.
func (a *app) checkPlan(ctx context.Context, name string) error {
	if filepath.Ext(name) != "" || name != "" && isFile(a.here(name)) {
		b, err := disk.ReadRegular(a.here(name), memory.MaxBytes)
		if err != nil {
			return training.Errorf(training.KindInvalid, "The file %s cannot be read: %w.", name, reason(err)).WithFix("Check its name.")
		}
		p, problems := plan.Parse(string(b))
		return a.tellPlan(name, &p, problems)
	}
	return a.open(ctx, OpenOptions{OrReadOnly: true}, func(w *Workbench) error {
		if err := a.catchUp(ctx, w); err != nil {
			return err
		}
		call, err := w.NewCall(ctx)
		if err != nil {
			return err
		}
		p, err := plan.Find(ctx, w.DB, w.Scope(), name, call.Today)
		if err != nil {
			return err
		}
		return a.tellPlan(p.ID, &p.Plan, p.Problems)
	})
}

// tellPlan prints what is wrong, and fails if the plan cannot be used.
func (a *app) tellPlan(name string, p *plan.Plan, problems []plan.Problem) error {
	for _, problem := range problems {
		a.say(a.Streams.Err, "%s: %s\n", name, problem.Sentence())
	}
	if !plan.Sound(problems) {
		return errSaid
	}
	sessions := 0
	for s := range p.Sessions {
		if s.Type != plan.Rest {
			sessions++
		}
	}
	days := p.Days()
	a.say(a.Streams.Out, "%s: %s, %s, from %s to %s.\n", name, i18n.Numbered(len(p.Weeks), "week", "weeks"),
		i18n.Numbered(sessions, "session", "sessions"), days.From, days.To)
	return nil
}

func (a *app) newPlanPublish() *cobra.Command {
	var dry, asJSON bool
	var to, start string
	c := &cobra.Command{
		Use:   "publish [PLAN|FOLDER]",
		Short: "Put a training plan into the calendar from today on; again sends the difference",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.open(cmd.Context(), OpenOptions{}, func(w *Workbench) error {
				id, err := a.planID(cmd.Context(), w, args)
				if err != nil {
					return err
				}
				in := map[string]any{"plan_id": id, "dry_run": dry}
				for key, v := range map[string]string{"to": to, "start_date": start} {
					if v != "" {
						in[key] = v
					}
				}
				arguments, err := json.Marshal(in)
				if err != nil {
					return err
				}
				return a.runCall(cmd.Context(), w, "apply_training_plan", arguments, a.printer(!asJSON))
			})
		},
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "show what would be done, and do nothing")
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	c.Flags().StringVar(&to, "to", "", "library: keep the plan as a folder of workouts; training_plan: make one of a folder")
	c.Flags().StringVar(&start, "start", "", "first day of a folder, such as 2026-03-02 or monday")
	return c
}

// planID is the plan that is named, or the active one.
func (a *app) planID(ctx context.Context, w *Workbench, args []string) (string, error) {
	if len(args) > 0 {
		return args[0], nil
	}
	if err := a.catchUp(ctx, w); err != nil {
		return "", err
	}
	call, err := w.NewCall(ctx)
	if err != nil {
		return "", err
	}
	p, err := plan.Find(ctx, w.DB, w.Scope(), "", call.Today)
	return p.ID, err
}
