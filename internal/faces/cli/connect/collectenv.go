package connect

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// CollectEnv adds the additional dependencies of import, watch and duplicates to [Env].
type CollectEnv struct {
	*Env
	// Tick sends the times at which to look at folders, until stop is called.
	Tick func(every time.Duration) (at <-chan time.Time, stop func())
	// LimitMemory limits the process to an import's memory until undo is called.
	LimitMemory func() (undo func())
	// Store calls f with the athlete's store.
	Store func(ctx context.Context, use Use, f func(ImportBackend) error) error
	// Next explains to a person what to do with the imported data.
	Next func() error
	// Said is the error that a command returns after it has printed why it failed.
	Said error
	// Usage turns errors in arguments into usage errors.
	Usage func(cobra.PositionalArgs) cobra.PositionalArgs
	// Machine is where watch looks for recordings.
	Machine Machine
}

// Use is the way in which a command uses the store.
type Use uint8

// The uses.
const (
	Reading Use = iota
	Writing
	Creating // the store is created if there is none
)

// ImportBackend is an athlete's store and everything else an import needs.
type ImportBackend struct {
	DB       *store.DB
	Athlete  training.AthleteID
	Journal  *journal.Journal
	Importer *importing.Importer
	NewID    func() string
	// CatchUp brings derived data up to date, unless another process is doing so.
	CatchUp func(ctx context.Context) error
	// Offer offers a person the thresholds that are missing and that recordings suggest.
	Offer func(ctx context.Context) error
	// Texts syncs the files of the coach's texts with their stored versions, and
	// returns remarks on files that it could not read.
	Texts func(ctx context.Context) ([]i18n.Sentence, error)
}

func (d *ImportBackend) scope() training.Scope {
	return training.Everything(d.Athlete)
}

// CollectCommands returns the commands import, watch and duplicates.
func CollectCommands(e *CollectEnv) []*cobra.Command {
	return []*cobra.Command{e.newImport(), e.newWatch(), e.newDuplicates()}
}

func (e *CollectEnv) newDuplicates() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "duplicates",
		Short: "List possible duplicates; merge them or keep both",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.Store(cmd.Context(), Reading, func(d ImportBackend) error {
				return e.listDuplicates(cmd.Context(), d, asJSON)
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	c.AddCommand(
		e.newDecision("join A B", "Merge B into A as one activity", cobra.ExactArgs(2), importing.Join),
		e.newDecision("apart A B", "Keep A and B as two activities and do not ask again", cobra.ExactArgs(2), importing.Apart),
		e.newDecision("split A [PART]", "Split a recording (by file or id) or an entry from A", cobra.RangeArgs(1, 2), importing.Split),
	)
	for _, sub := range c.Commands() {
		sub.Args = e.Usage(sub.Args)
	}
	return c
}

// doubtful is one pair in the output of duplicates --json.
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

// line returns one side of a possible duplicate as a line.
func (e *CollectEnv) line(s doubtfulSide) string {
	return e.in().Sprintf("%s  %s  %s, %s, %s, from %s", s.ID, s.Start.Format("2006-01-02 15:04"), s.Name, s.Sport,
		i18n.Clock(s.DurationS), strings.Join(s.Sources, e.in().Sprintf(" and ")))
}

func (e *CollectEnv) listDuplicates(ctx context.Context, d ImportBackend, asJSON bool) error {
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
			e.say(e.Out, "    %s\n", r)
		}
		e.say(e.Out, "    Same activity: %s\n    Two activities: %s\n\n", p.Join, p.Apart)
	}
	if len(out) == 0 {
		e.say(e.Out, "No possible duplicates.\n")
		return nil
	}
	e.say(e.Out, "%s.\n", i18n.Numbered(len(out), "possible duplicate", "possible duplicates"))
	return nil
}

// planner plans a decision about one activity or about two.
type planner func(ctx context.Context, db store.Reader, s training.Scope, one, other string) (importing.Plan, error)

func (e *CollectEnv) newDecision(use, short string, args cobra.PositionalArgs, plan planner) *cobra.Command {
	verb, _, _ := strings.Cut(use, " ")
	return &cobra.Command{
		Use: use, Short: short, Args: args,
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.Store(cmd.Context(), Writing, func(d ImportBackend) error {
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

// decide writes the athlete's decision, applies it and prints the result.
func (e *CollectEnv) decide(ctx context.Context, d ImportBackend, verb string, args []string, p importing.Plan) error {
	said, err := json.Marshal(append([]string{verb}, args...))
	if err != nil {
		return err
	}
	write := journal.Write{
		Athlete: d.Athlete, Audience: training.AudienceExport, Face: "cli", Tool: "duplicates", Args: said, Now: e.Now(),
		Targets: map[string]string{string(p.Kept): ""},
	}
	change := journal.Change{
		Of: store.ChangeActivity, Target: string(p.Other), Field: "activity", Before: "on its own",
		After: i18n.Sentencef("part of %s", p.Kept),
	}
	switch {
	case p.Part != "":
		write.Summary = i18n.Sentencef("Split %s from %s", p.Part, p.Kept)
		change = journal.Change{
			Of: store.ChangeActivity, Target: p.Part, Field: "activity",
			Before: i18n.Sentencef("part of %s", p.Kept), After: "on its own",
		}
	case p.Verdict == match.Apart:
		write.Summary = i18n.Sentencef("Keep %s and %s separate", p.Kept, p.Other)
		change = journal.Change{
			Of: store.ChangeActivity, Target: string(p.Other), Field: "doubt",
			Before: i18n.Sentencef("may be the same as %s", p.Kept), After: "another activity",
		}
	default:
		write.Summary = i18n.Sentencef("Merge %s into %s", p.Other, p.Kept)
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
		became = e.in().Sprintf("%s is now activity %s, separate from %s.", p.Part, id, p.Kept)
	case p.Verdict == match.Apart:
		became = e.in().Sprintf("%s and %s remain two activities.", p.Kept, p.Other)
	default:
		became = e.in().Sprintf("%s and %s are now one activity: %s.", p.Kept, p.Other, p.Kept)
	}
	e.say(e.Out, "%s\nUndo with: %s\n", became, out.Undo)
	return nil
}

func (e *Env) check() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "check [SERVICE]",
		Short: "Test each connection; show its account and permissions",
		Args:  cobra.MaximumNArgs(1),
		RunE:  func(cmd *cobra.Command, args []string) error { return e.runCheck(cmd.Context(), args, asJSON) },
	}
	c.Flags().BoolVar(&asJSON, "json", false, "one JSON object per service")
	return c
}

// checked is the output of check --json for one service.
type checked struct {
	servicevalues.ConnectedView
	OK      bool     `json:"ok"`
	User    string   `json:"signed_in_as,omitempty"` // the account, masked
	Athlete string   `json:"athlete,omitempty"`
	Scopes  []string `json:"scopes,omitempty"` // absent means everything
	Problem string   `json:"problem,omitempty"`
	Fix     string   `json:"fix,omitempty"`
	coached []source.Other
	Others  []other `json:"others,omitempty"` // athletes whom the key's owner coaches
}

// other is one of the athletes whom the key's owner coaches or follows.
type other struct {
	ID     string             `json:"id"`
	Name   string             `json:"name,omitempty"`
	Access string             `json:"access,omitempty"` // write, read or none
	Tags   []string           `json:"tags,omitempty"`
	Notes  string             `json:"notes,omitempty"`
	Here   training.AthleteID `json:"athlete_id,omitempty"` // absent if not connected here
}

func (e *Env) runCheck(ctx context.Context, args []string, asJSON bool) error {
	return e.With(ctx, Whose{}, func(d Backend) error {
		e.remark(d)
		if d.Language != "" {
			e.say(e.Err, "Language: %s.\n", d.Language)
		}
		views, err := d.chosen(ctx, e.Now(), args)
		if err != nil {
			return err
		}
		bad := 0
		var failed error
		for _, v := range views {
			c := e.ask(ctx, d, v, asJSON)
			if !c.OK {
				bad++
			}
			if asJSON {
				failed = errors.Join(failed, e.writeJSON(c))
			} else {
				e.print(c)
			}
		}
		if bad > 0 {
			failed = errors.Join(failed, training.Errorf(training.KindUnavailable, "%d of %d connections do not work.", bad, len(views)).
				WithFix("See above."))
		}
		return failed
	})
}

func (e *Env) ask(ctx context.Context, d Backend, v servicevalues.ConnectedView, asJSON bool) checked {
	c := checked{ConnectedView: v}
	who, err := d.Check(ctx, source.Name(v.Source))
	c.User = who.SignedInAs
	if err != nil {
		p := tools.Describe(err)
		if !asJSON {
			p = p.In(err, e.in())
		}
		c.Problem, c.Fix = p.Sentence, p.Fix
		return c
	}
	c.OK, c.Athlete, c.Scopes, c.AccountID = true, person(who), who.Scopes, who.ID
	for _, o := range who.Others {
		c.Others = append(c.Others, other{o.ID, o.Name, o.Access, o.Tags, o.Notes, o.Here})
		c.coached = append(c.coached, o)
	}
	return c
}

func (e *Env) print(c checked) {
	mark := "ok  "
	if !c.OK {
		mark = "FAIL"
	}
	who := cmp.Or(c.Athlete, c.AccountID)
	if c.User != "" {
		who = strings.TrimPrefix(who+", "+c.User, ", ")
	}
	e.say(e.Out, "%s  %s: %s, key in the %s, %s\n", mark, c.Name, who, e.place(c.KeyIn), c.State)
	if c.OK {
		fmt.Fprintf(e.Out, "      %s\n", e.may(c.Scopes, e.offer(c.Source)))
	} else {
		fmt.Fprintf(e.Out, "      %s\n", training.Sentences(c.Problem, c.Fix))
	}
	for _, o := range c.coached {
		if o.Here != "" {
			e.say(e.Out, "      here as %s: %s\n", o.Here, e.coached(o))
		} else {
			e.say(e.Out, "      not connected: %s\n", e.coached(o))
		}
	}
	if c.Terms != nil && c.LastSuccess != "" {
		e.say(e.Out, "      last sync %s; data is deleted after %d days\n", c.LastSuccess, c.Terms.KeptDays)
	} else if c.LastSuccess != "" {
		e.say(e.Out, "      last sync %s, %s stored\n", c.LastSuccess,
			i18n.Numbered(c.Activities["stored"], "activity", "activities"))
	}
	for _, r := range c.Reasons {
		e.say(e.Out, "      %d: %s\n", r.Activities, r.Reason)
	}
}
