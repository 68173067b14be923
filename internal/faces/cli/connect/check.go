package connect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/services/source"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

func (e *Env) check() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "check [SERVICE]",
		Short: "Ask each connected service whose key it is and what it may do",
		Args:  cobra.MaximumNArgs(1),
		RunE:  func(cmd *cobra.Command, args []string) error { return e.runCheck(cmd.Context(), args, asJSON) },
	}
	c.Flags().BoolVar(&asJSON, "json", false, "one JSON object a service")
	return c
}

// checked is the output of check --json for a service.
type checked struct {
	serviced.ConnectedView
	OK      bool     `json:"ok"`
	User    string   `json:"signed_in_as,omitempty"` // the account, masked
	Athlete string   `json:"athlete,omitempty"`
	Scopes  []string `json:"scopes,omitempty"` // absent: everything
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
	Here   training.AthleteID `json:"athlete_id,omitempty"` // absent: not connected here
}

func (e *Env) runCheck(ctx context.Context, args []string, asJSON bool) error {
	return e.With(ctx, Whose{}, func(d Desk) error {
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

func (e *Env) ask(ctx context.Context, d Desk, v serviced.ConnectedView, asJSON bool) checked {
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
		e.say(e.Out, "      last sync %s; what was read stays for %d days\n", c.LastSuccess, c.Terms.KeptDays)
	} else if c.LastSuccess != "" {
		e.say(e.Out, "      last sync %s, %d activities stored\n", c.LastSuccess, c.Activities["stored"])
	}
	for _, r := range c.Reasons {
		e.say(e.Out, "      %d: %s\n", r.Activities, r.Reason)
	}
}
