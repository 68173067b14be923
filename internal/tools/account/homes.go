package account

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// home plans which services new things go to: one for everything, or one for
// each kind that is named, "calendar=intervals, workouts=local".
func (p *plan) home(ctx context.Context, links func(training.AthleteID) Connections) error {
	if strings.TrimSpace(p.in.Home) == "" {
		return nil
	}
	set, err := readHomes(p.in.Home)
	if err != nil {
		return err
	}
	for _, s := range set {
		if s.home == training.HomeLocal {
			p.after.SetHome(s.home, s.kinds...)
			continue
		}
		v, err := links(p.call.Scope.Athlete).View(ctx, s.home, p.call.Now)
		if err != nil {
			return err
		}
		if err := p.may(ctx, links, &v, s.kinds); err != nil {
			return err
		}
		if !v.Connected {
			p.note(i18n.Sentencef("%s is not connected: until it is, new things stay here. Run: %s", v.Name, v.HowTo))
		}
		p.after.SetHome(v.Source, s.kinds...)
	}
	return nil
}

// note adds a sentence once.
func (p *plan) note(text i18n.Sentence) {
	if !slices.Contains(p.Notes, text) {
		p.Notes = append(p.Notes, text)
	}
}

// may refuses a service as the home of a kind that it does not take. One for
// everything takes at least some of it.
func (p *plan) may(ctx context.Context, links func(training.AthleteID) Connections, v *serviced.ConnectedView,
	kinds []training.ThingKind) error {
	if len(kinds) == 0 {
		if len(v.Takes) == 0 {
			return training.Errorf(training.KindInvalid, "%s takes no changes as it is connected, so it cannot be a home.", v.Name).
				WithFix("Name another service, or local; a person can connect it again and allow changes.")
		}
		if len(v.Takes) < len(training.ThingKinds()) {
			p.note(i18n.Sentencef("%s takes only %s: what else is new stays here.", v.Name, strings.Join(v.Takes, ", ")))
		}
		return nil
	}
	for _, k := range kinds {
		if slices.Contains(v.Takes, string(k)) {
			continue
		}
		all, err := links(p.call.Scope.Athlete).Views(ctx, p.call.Now)
		if err != nil {
			return err
		}
		can := []string{training.HomeLocal}
		for i := range all {
			if slices.Contains(all[i].Takes, string(k)) {
				can = append(can, all[i].Source)
			}
		}
		return training.Errorf(training.KindInvalid, "%s does not take %s, so it cannot be their home.", v.Name, k).
			WithFix("The home source of %s can be: %s.", k, strings.Join(can, ", "))
	}
	return nil
}

// homeOf is a home of some kinds; without kinds it is that of everything.
type homeOf struct {
	home  string
	kinds []training.ThingKind
}

var betweenHomes = regexp.MustCompile(`\s*[,;\n]\s*`)

// readHomes reads the argument. The home of everything comes first, since it
// is also that of each kind that is not named.
func readHomes(text string) ([]homeOf, error) {
	var everything, single []homeOf
	named := map[training.ThingKind]bool{}
	for _, part := range betweenHomes.Split(strings.ToLower(strings.TrimSpace(text)), -1) {
		if part == "" {
			continue
		}
		kind, home, some := strings.Cut(strings.ReplaceAll(part, ":", "="), "=")
		if kind = strings.TrimSpace(kind); !some {
			kind, home = everyKind, kind
		}
		home = strings.TrimSpace(home)
		if home == "" {
			return nil, wrongHome("%q names no home source.", part)
		}
		if kind == everyKind {
			if everything = append(everything, homeOf{home: home}); len(everything) > 1 {
				return nil, wrongHome("Two home sources are given for everything.")
			}
			continue
		}
		k, ok := kindNamed(kind)
		if !ok {
			return nil, wrongHome("%q is not a kind of things that services take.", i18n.Clip(kind, longestKind))
		}
		if named[k] {
			return nil, wrongHome("Two home sources are given for %s.", k)
		}
		named[k] = true
		single = append(single, homeOf{home, []training.ThingKind{k}})
	}
	return append(everything, single...), nil
}

const (
	everyKind   = "everything"
	longestKind = 40
)

func wrongHome(what string, args ...any) error {
	return training.Errorf(training.KindInvalid, what, args...).
		WithFix(`Give one for everything, such as "intervals" or "local", or one by kind: "calendar=intervals, workouts=local". The kinds are %s.`,
			strings.Join(words(training.ThingKinds()), ", "))
}

// kindNamed is a kind by its name in the singular or plural, with any mark
// between words.
func kindNamed(name string) (training.ThingKind, bool) {
	name = strings.NewReplacer("_", " ", "-", " ").Replace(name)
	if name == "event" || name == "events" {
		return training.ThingCalendar, true
	}
	for _, k := range training.ThingKinds() {
		if singular, ok := strings.CutSuffix(string(k), "s"); name == string(k) || ok && name == singular {
			return k, true
		}
	}
	return training.ThingActivities, name == "activity"
}

func words(kinds []training.ThingKind) []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = string(k)
	}
	return out
}
