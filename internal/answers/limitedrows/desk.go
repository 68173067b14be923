package limitedrows

import (
	"context"
	"strings"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// Service is one whose rows lie apart.
type Service struct {
	Name  source.Name
	Title string
	// Days is how long a row may stay.
	Days int
	// Attribution must be shown wherever its rows are; empty for nothing.
	Attribution i18n.Sentence
}

// Store finds what the athlete has from files.
type Store interface {
	activity.Finder
	Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error)
	fitness.SettingsReader
}

// Desk is where rows are asked for that lie apart. The zero value has none.
type Desk struct {
	Services []Service
	Rows     *limited.DB
	Store    Store
	// Ask asks a service for what is not here and keeps it for as long as it may
	// stay; nil asks none.
	Ask func(a training.AthleteID, name source.Name) (*syncer.Apart, error)
}

// named is the service of a name in any letters.
func (d Desk) named(name string) (Service, bool) {
	for _, s := range d.Services {
		if strings.EqualFold(strings.TrimSpace(name), string(s.Name)) {
			return s, true
		}
	}
	return Service{}, false
}

func place(s training.Scope, of Service, kind string) limited.Place {
	return limited.Place{Scope: s, Source: string(of.Name), Kind: kind}
}

// closed refuses rows that the audience may not see.
func closed(of Service) error {
	return training.Errorf(training.KindForbidden, "What is read from %s is not open here.", of.Title).
		WithFix("The athlete decides at a terminal: lapkeep connect %s --assistants.", of.Name)
}

func opening(of Service) i18n.Sentence {
	return i18n.Sentencef("The athlete decides at a terminal: lapkeep connect %s --assistants.", of.Name)
}

// shut says that the audience may not see the rows, and who decides.
func shut(of Service) i18n.Sentence {
	return i18n.InARow(i18n.Sentencef("What is read from %s is not open here.", of.Title), opening(of))
}

// Line says, beside every other answer, how many activities of the scope's lie
// apart and how to ask for them; empty if there are none. What cannot be counted
// keeps no answer back.
func (d Desk) Line(ctx context.Context, s training.Scope) i18n.Sentence {
	var lines []i18n.Sentence
	for _, of := range d.Services {
		if !d.Rows.There() {
			break
		}
		n, err := d.Rows.Count(ctx, place(s, of, limited.Activity))
		if err != nil || n == 0 {
			continue
		}
		lines = append(lines, i18n.Sentencef("%s of %s not counted here (list_activities with source %s shows them)",
			i18n.Numbered(n, "activity", "activities"), of.Title, of.Name))
	}
	return i18n.Joined("%s, %s", lines...)
}

// Told is an answer that sentences are added to.
type Told interface {
	Tell(words ...i18n.Sentence)
}

// Tell says, in three lines, how it stands with a connected service whose rows lie
// apart: what there is, who may see it since when, and how it goes.
func (d Desk) Tell(ctx context.Context, s training.Scope, v *serviced.ConnectedView, to Told) error {
	of, ok := d.named(v.Source)
	if !ok || !v.Connected || v.Terms == nil {
		return nil
	}
	may, err := d.Rows.MayShow(ctx, place(s, of, limited.Activity))
	if err != nil {
		return err
	}
	first := shut(of)
	if may {
		n, err := d.Rows.Count(ctx, place(s, of, limited.Activity))
		if err != nil {
			return err
		}
		first = i18n.Sentencef("%s of %s are here for %d days each, and in no total, load, curve or record; "+
			"list_activities with source %s shows them.", i18n.Numbered(n, "activity", "activities"), of.Title, of.Days, of.Name)
	}
	to.Tell(first, agreed(of, v.Terms), i18n.Sentencef("What %s no longer has is gone here within a day; lapkeep disconnect %s "+
		"revokes the access and deletes all of it.", of.Title, of.Name))
	return nil
}

// agreed says who agreed to what.
func agreed(of Service, t *serviced.Terms) i18n.Sentence {
	switch {
	case t.Text == "":
		return i18n.Sentencef("The terms of %s ask for no agreement.", of.Title)
	case t.Agreed == "":
		return i18n.Sentencef("Nobody agreed to the terms of %s, so nothing is read: a person runs lapkeep connect %s.", of.Title, of.Name)
	case t.Assistants == "":
		return i18n.Sentencef("The athlete agreed to the terms of %s on %s, for their own page and command line alone.", of.Title, t.Agreed)
	}
	return i18n.Sentencef("The athlete agreed to the terms of %s on %s for their own page and command line, and on %s for assistants.",
		of.Title, t.Agreed, t.Assistants)
}

// activity is one as it is known here, alone where it was read so.
func (d Desk) activity(ctx context.Context, s training.Scope, of Service, id string) (act source.Activity, ok bool, err error) {
	for _, kind := range []string{limited.Detail, limited.Activity} {
		row, found, err := d.Rows.Row(ctx, place(s, of, kind), id)
		if err != nil {
			return act, false, err
		}
		if found && len(row.Body) > 0 {
			act, err = syncer.ReadActivity(row.Body)
			return act, kind == limited.Detail, err
		}
	}
	return act, false, nil
}

// within is as long as a service has to answer.
func within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, serviced.Wait)
}
