package connect

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Setup is what a command line says of what the wizard would ask.
type Setup struct {
	signIn

	ftp, lthr string
}

// Flags are its answers on a command line.
func (o *Setup) Flags(f *pflag.FlagSet) {
	o.flags(f)
	f.StringVar(&o.ftp, "ftp", "", "functional threshold power in watts, from today")
	f.StringVar(&o.lthr, "lthr", "", "heart rate at lactate threshold, from today")
}

// Setup asks for everything that a service needs, then signs in. Nothing is
// kept before that was right.
func (e *Env) Setup(ctx context.Context, name string, o Setup) error {
	return e.With(ctx, Whose{Unmet: true}, func(d Desk) error {
		need, err := d.Needs(name, "")
		if err != nil {
			return err
		}
		if need, err = e.takeOver(ctx, need, o.takeOver); err != nil {
			return err
		}
		a, err := e.answers(ctx, need, o.signIn)
		if err != nil {
			return err
		}
		t := thresholdsOf(need)
		for i, said := range []string{o.ftp, o.lthr} {
			if said != "" {
				t[i].Threshold = Threshold{Text: said}
			}
			if t[i].Text != "" || !e.InTTY {
				continue
			}
			if t[i].Text, err = e.prompt(ctx, e.in().Text(t[i].prompt)); err != nil {
				return err
			}
		}
		return e.connectWith(ctx, d, name, a, t)
	})
}

// takeOver takes over the account of another program's config file, if the
// athlete wants it. The file stays as it is.
func (e *Env) takeOver(ctx context.Context, n Need, wanted bool) (Need, error) {
	switch {
	case wanted && n.Former == "":
		return n, training.Errorf(training.KindNotFound,
			"There is no account of another program to take over, or %s is connected already.", n.Title).
			WithFix("Leave --take-over out.")
	case n.Former == "" || !wanted && !e.InTTY:
		return n, nil
	case !wanted:
		asked := e.in().Sprintf("%s has an account. Use it, with its password? [y/N] ", shown(n.Former))
		if n.Way == ByApp {
			asked = e.in().Sprintf("%s has a sign-in at %s. Use it? [y/N] ", shown(n.Former), n.Title)
		}
		if yes, err := e.yes(ctx, asked); err != nil || !yes {
			return n, err
		}
	}
	taken, err := n.TakeOver()
	switch {
	case err != nil:
	case n.Way == ByApp:
		e.say(e.Err, "%s stays as it is. Lapkeep renews the sign-in, and then the one in that file may no longer open anything: "+
			"delete it once you no longer need it.\n", shown(n.Former))
	default:
		e.say(e.Err, "%s stays as it is, with the password in it. Delete it once you no longer need it.\n", shown(n.Former))
	}
	return taken, err
}

// yes asks a person; anything but a yes is none.
func (e *Env) yes(ctx context.Context, asked string) (bool, error) {
	text, err := e.prompt(ctx, asked)
	return strings.EqualFold(text, "y") || strings.EqualFold(text, "yes"), err
}

func shown(path string) string { return textclean.Line(path, textclean.TextRunes) }

// Client asks which of the clients on this machine is to use Lapkeep; "" is none.
func (e *Env) Client(ctx context.Context, ids []string) (string, error) {
	i, err := e.choose(ctx, e.in().Sprintf("Which assistant is to use Lapkeep (1 to %d)? ", len(ids)+1), append(ids, e.in().Text("none")))
	if err != nil || i == len(ids) {
		return "", err
	}
	return ids[i], nil
}

// threshold is a number that holds from today.
type threshold struct {
	Threshold

	name, title, prompt string
	least, most         int
}

// thresholdsOf are the thresholds that are asked for, with what the settings say.
func thresholdsOf(n Need) []threshold {
	return []threshold{
		{n.FTPW, "ftp_w", "FTP", "FTP in watts (Enter leaves it out): ", 30, 700},
		{n.LTHRBpm, "lthr_bpm", "LTHR", "Heart rate at lactate threshold (Enter leaves it out): ", 80, 230},
	}
}

// fits refuses a number that no athlete has, before anything is kept.
func fits(all []threshold) error {
	for _, t := range all {
		if n, err := strconv.Atoi(t.Text); t.Text != "" && (err != nil || n < t.least || n > t.most) {
			return training.Errorf(training.KindInvalid, "%s is not a number from %d to %d.", t.title, t.least, t.most).
				WithFix("Give it in whole numbers, or leave it out.")
		}
	}
	return nil
}

// settle puts down the thresholds, but for those of settings, which hold already,
// and says where they are from.
func (e *Env) settle(ctx context.Context, d Desk, all []threshold) error {
	values := map[string]int{}
	for _, t := range all {
		if n, err := strconv.Atoi(t.Text); err == nil && t.Setting == "" {
			values[t.name] = n
		}
	}
	if len(values) > 0 {
		if err := d.Settle(ctx, values); err != nil {
			return err
		}
	}
	for _, t := range all {
		switch {
		case t.Text == "":
		case t.From == "":
			e.say(e.Out, "%s %s holds from today.\n", t.title, t.Text)
		default:
			e.say(e.Out, "%s %s holds from today, as %s says.\n", t.title, t.Text, t.From)
		}
	}
	return nil
}
