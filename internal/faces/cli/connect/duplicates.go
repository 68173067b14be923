package connect

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

func (e *CollectEnv) newDuplicates() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "duplicates",
		Short: "List the activities that may be one, and decide by hand",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.With(cmd.Context(), Reading, func(d CollectDesk) error {
				return e.listDuplicates(cmd.Context(), d, asJSON)
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	c.AddCommand(
		e.newDecision("join A B", "Make B a part of A: both are one activity", cobra.ExactArgs(2), importing.Join),
		e.newDecision("apart A B", "Keep A and B as two activities, and do not ask again", cobra.ExactArgs(2), importing.Apart),
		e.newDecision("split A [PART]", "Take a recording (its file or its id) or an entry out of A", cobra.RangeArgs(1, 2), importing.Split),
	)
	for _, sub := range c.Commands() {
		sub.Args = e.Usage(sub.Args)
	}
	return c
}

// doubtful is one pair of duplicates --json.
type doubtful struct {
	A       doubtfulSide    `json:"a"`
	B       doubtfulSide    `json:"b"`
	Reasons []i18n.Sentence `json:"reasons"`
	Join    string          `json:"join"`
	Apart   string          `json:"apart"`
}

type doubtfulSide struct {
	ID        training.ActivityID `json:"id"`
	Name      string              `json:"name"`
	Sport     training.Sport      `json:"sport"`
	Start     time.Time           `json:"start"`
	DurationS float64             `json:"duration_s,omitempty"`
	Sources   []string            `json:"sources"`
}

func sideOf(r store.ActivityRow) doubtfulSide {
	s := doubtfulSide{
		ID: r.ID, Name: r.Name, Sport: r.Sport, Start: r.Start.In(r.Location()),
		DurationS: r.Summary.Values[training.MetricDurationS], Sources: r.Sources,
	}
	if len(s.Sources) == 0 {
		s.Sources = []string{"entered"}
	}
	return s
}

// line is the side for people.
func (e *CollectEnv) line(s doubtfulSide) string {
	return e.text("%s  %s  %s, %s, %s, from %s", s.ID, s.Start.Format("2006-01-02 15:04"), s.Name, s.Sport,
		time.Duration(s.DurationS*float64(time.Second)).Round(time.Second), strings.Join(s.Sources, e.text(" and ")))
}

func (e *CollectEnv) listDuplicates(ctx context.Context, d CollectDesk, asJSON bool) error {
	all, err := importing.FindDuplicates(ctx, d.DB, d.scope())
	if err != nil {
		return err
	}
	out := []doubtful{}
	for _, p := range all {
		ids := fmt.Sprintf(" %s %s", p.A.ID, p.B.ID)
		out = append(out, doubtful{
			A: sideOf(p.A), B: sideOf(p.B), Reasons: p.Reasons(),
			Join: "lapkeep duplicates join" + ids, Apart: "lapkeep duplicates apart" + ids,
		})
	}
	if asJSON {
		return e.writeJSON(struct {
			Pairs []doubtful `json:"pairs"`
		}{out})
	}
	for _, p := range out {
		fmt.Fprintf(e.Out, "%s\n%s\n", e.line(p.A), e.line(p.B))
		for _, r := range p.Reasons {
			e.say("    %s\n", r)
		}
		e.say("    If they are one: %s\n    If they are two: %s\n\n", p.Join, p.Apart)
	}
	e.say("%s in doubt.\n", i18n.Numbered(len(out), "pair is", "pairs are"))
	return nil
}

// planner plans a decision about an activity and, if there is one, another.
type planner func(ctx context.Context, db importing.DuplicatesStore, s training.Scope, one, other string) (importing.Plan, error)

func (e *CollectEnv) newDecision(use, short string, args cobra.PositionalArgs, plan planner) *cobra.Command {
	verb, _, _ := strings.Cut(use, " ")
	return &cobra.Command{
		Use: use, Short: short, Args: args,
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.With(cmd.Context(), Writing, func(d CollectDesk) error {
				other := ""
				if len(args) > 1 {
					other = args[1]
				}
				p, err := plan(cmd.Context(), d.DB, d.scope(), args[0], other)
				if err != nil {
					return err
				}
				return e.decide(cmd.Context(), d, verb, args, p)
			})
		},
	}
}

// decide writes the athlete's decision, follows it and says what came of it.
func (e *CollectEnv) decide(ctx context.Context, d CollectDesk, verb string, args []string, p importing.Plan) error {
	said, err := json.Marshal(append([]string{verb}, args...))
	if err != nil {
		return err
	}
	write := journal.Write{
		Athlete: d.Athlete, Audience: training.AudienceExport, Face: "cli", Tool: "duplicates", Args: said, Now: e.Now(),
		Targets: map[string]string{string(p.Kept): ""},
	}
	change := journal.Change{
		Of: store.ChangeActivity, Target: string(p.Other), Field: "activity", Before: "by itself",
		After: i18n.Sentencef("a part of %s", p.Kept),
	}
	switch {
	case p.Part != "":
		write.Summary = i18n.Sentencef("Take %s out of %s", p.Part, p.Kept)
		change = journal.Change{
			Of: store.ChangeActivity, Target: p.Part, Field: "activity",
			Before: i18n.Sentencef("a part of %s", p.Kept), After: "by itself",
		}
	case p.Verdict == match.Apart:
		write.Summary = i18n.Sentencef("Keep %s and %s apart", p.Kept, p.Other)
		change = journal.Change{
			Of: store.ChangeActivity, Target: string(p.Other), Field: "doubt",
			Before: i18n.Sentencef("may be %s", p.Kept), After: "another activity",
		}
	default:
		write.Summary = i18n.Sentencef("Make %s a part of %s", p.Other, p.Kept)
	}
	if p.Other != "" {
		write.Targets[string(p.Other)] = ""
	}
	out, err := d.Journal.Do(ctx, write, func(tx *store.Tx) (journal.Effect, error) {
		former, err := p.Write(tx, d.Athlete)
		effect := journal.Effect{Changes: []journal.Change{change}}
		for _, f := range former {
			effect.Changed = append(effect.Changed, journal.DocumentChanged{Collection: match.Collection, ID: f.ID, Before: f.Own})
		}
		return effect, err
	})
	if err != nil {
		return err
	}
	if err := d.CatchUp(ctx); err != nil {
		return err
	}
	became := ""
	switch {
	case p.Ref != "":
		id, err := d.DB.Resolve(ctx, d.scope(), p.Ref)
		if err != nil {
			return err
		}
		became = e.text("%s is now activity %s, separate from %s.", p.Part, id, p.Kept)
	case p.Verdict == match.Apart:
		became = e.text("%s and %s stay two activities.", p.Kept, p.Other)
	default:
		became = e.text("%s and %s are now one activity: %s.", p.Kept, p.Other, p.Kept)
	}
	e.say("%s\nTo take it back: %s\n", became, out.Undo)
	return nil
}
