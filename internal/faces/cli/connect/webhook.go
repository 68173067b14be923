package connect

import (
	"context"

	"lapkeep/internal/training"
)

// runWebhook has a service call the HTTP server when something changes there, or
// ends that.
func (e *Env) runWebhook(ctx context.Context, name, base string) error {
	return e.With(ctx, Whose{}, func(d Desk) error {
		need, err := d.Needs(name, "")
		if err != nil {
			return err
		}
		if base == "" {
			return training.Errorf(training.KindInvalid, "The address at which %s reaches the server is missing.", need.Title).
				WithFix("Start `lapkeep serve --http ADDR --public-url https://NAME`, then give --webhook https://NAME; --webhook off ends it.")
		}
		if err := d.Webhook(ctx, name, base, base != off); err != nil {
			return err
		}
		if base == off {
			e.say(e.Out, "%s calls no more when something changes; it is asked from time to time.\n", need.Title)
			return nil
		}
		e.say(e.Out, "%s calls %s when something changes there: what is deleted goes here at once. It is heard while lapkeep serve --http runs. "+
			"To end it: lapkeep connect %s --webhook off\n", need.Title, base, name)
		return nil
	})
}

// off ends what a flag turned on.
const off = "off"
