package account

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// home plans a change of the services to which new items are sent. The argument is one service for
// everything, or one for each of the listed kinds, such as "calendar=intervals, workouts=local".
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
			p.note(i18n.Sentencef("%s is not connected: until it is, new items stay here. Run: %s", v.Name, v.HowTo))
		}
		p.after.SetHome(v.Source, s.kinds...)
	}
	return nil
}

// note adds a sentence, unless it is already there.
func (p *plan) note(text i18n.Sentence) {
	if !slices.Contains(p.Notes, text) {
		p.Notes = append(p.Notes, text)
	}
}

// may returns an error if a service does not accept the kinds for which it should
// be the home source. A home source for everything must accept at least one kind.
func (p *plan) may(ctx context.Context, links func(training.AthleteID) Connections, v *servicevalues.ConnectedView,
	kinds []training.ThingKind,
) error {
	if len(kinds) == 0 {
		if len(v.Takes) == 0 {
			return training.Errorf(training.KindInvalid, "%s does not accept changes over this connection, so it cannot be a home "+
				"source.", v.Name).
				WithFix("Name another service, or local; a person can connect it again and allow changes.")
		}
		if len(v.Takes) < len(training.ThingKinds()) {
			p.note(i18n.Sentencef("%s accepts only %s; other new items are kept in Lapkeep only.", v.Name, strings.Join(v.Takes, ", ")))
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
		return training.Errorf(training.KindInvalid, "%s does not accept %s, so it cannot be their home source.", v.Name, k).
			WithFix("The home source for %s can be: %s.", k, strings.Join(can, ", "))
	}
	return nil
}

// homeOf is the home source of some kinds. If kinds is empty, it is the home source of everything.
type homeOf struct {
	home  string
	kinds []training.ThingKind
}

var betweenHomes = regexp.MustCompile(`\s*[,;\n]\s*`)

// readHomes parses the argument. The home source of everything comes first,
// because it also becomes the home source of each kind.
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
			return nil, wrongHome("%q does not name a home source.", part)
		}
		if kind == everyKind {
			if everything = append(everything, homeOf{home: home}); len(everything) > 1 {
				return nil, wrongHome("Two home sources are given for everything.")
			}
			continue
		}
		k, ok := kindNamed(kind)
		if !ok {
			return nil, wrongHome("%q is not a kind of data that services accept.", i18n.Clip(kind, longestKind))
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
			strings.Join(training.Texts(training.ThingKinds()), ", "))
}

// kindNamed returns the kind with the given name, in the singular or plural and
// with any separator between words.
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

// entries returns the dated settings in the arguments.
func (in *settingsIn) entries(from training.Day) ([]training.ThresholdEntry, error) {
	var out []training.ThresholdEntry
	one := func(name string, v *float64) {
		if v == nil {
			return
		}
		k, sport := tools.Named(name, in.Sport)
		value := *v
		if k == training.KeyThresholdPace {
			value = athlete.Pace(sport.Sport, value)
		}
		out = append(out, training.ThresholdEntry{Key: k, Sport: sport, From: from, Values: []float64{value}})
	}
	one("ftp_w", in.FTP)
	one("lthr_bpm", in.LTHR)
	one("max_hr_bpm", in.MaxHR)
	one("resting_hr_bpm", in.RestHR)
	one(athlete.ThresholdPace, in.Pace)
	one(athlete.CSSPace, in.CSS)
	one("critical_power_w", in.CP)
	one("w_prime_j", in.WPrime)
	one("weight_kg", in.Weight)
	one(string(training.KeyFitness), in.CTL)
	for _, z := range []struct {
		name   string
		values []float64
		pace   bool
	}{{"power_zones_w", in.PowerZones, false}, {"hr_zones_bpm", in.HRZones, false}, {tools.PaceZones, in.PaceZones, true}} {
		if len(z.values) == 0 {
			continue
		}
		k, sport := tools.Named(z.name, in.Sport)
		bounds, err := tools.DatedBounds(z.name, z.values, z.pace)
		if err != nil {
			return nil, err
		}
		out = append(out, training.ThresholdEntry{Key: k, Sport: sport, From: from, Values: bounds})
	}
	if len(in.Lactate) > 0 {
		k, sport := tools.Named(tools.LactateTest, in.Sport)
		if err := tools.CheckLactate(in.Lactate); err != nil {
			return nil, err
		}
		out = append(out, training.ThresholdEntry{Key: k, Sport: sport, From: from, Values: in.Lactate})
	}
	return out, nil
}

// clearable returns the names of the settings that can be cleared.
func clearable() []string {
	return []string{
		"ftp_w", "lthr_bpm", "max_hr_bpm", "resting_hr_bpm", athlete.ThresholdPace, athlete.CSSPace,
		"critical_power_w", "w_prime_j", "weight_kg", "power_zones_w", "hr_zones_bpm", tools.PaceZones,
		tools.LactateTest,
	}
}

// inWattsDays is the number of days ahead that are searched for planned sessions that a new FTP
// does not change. mostInWatts is the maximum number of sessions that are listed, and
// inWattsRunes the maximum length of a name.
const (
	inWattsDays  = 365
	mostInWatts  = 5
	inWattsRunes = 60
)

// tellInWatts lists the sessions that are planned in W from the day on which a new FTP
// applies. These sessions stay unchanged, here and on services.
func (out *settingsOut) tellInWatts(ctx context.Context, d Deps, p *plan) error {
	ftp := string(training.KeyFTP)
	if !slices.ContainsFunc(p.Changes, func(ch journal.Change) bool { return ch.Field == ftp }) {
		return nil
	}
	_, sport := tools.Named(ftp, p.in.Sport)
	from := max(p.From, p.call.Today)
	all, err := calendar.InWatts(ctx, d.Store, p.call.Scope, sport, training.DayRange{From: from, To: from + inWattsDays})
	if err != nil || len(all) == 0 {
		return err
	}
	var names []string
	for i := range all[:min(len(all), mostInWatts)] {
		names = append(names, fmt.Sprintf("%s %s", all[i].Days.From, textclean.Line(all[i].Name, inWattsRunes)))
	}
	told := i18n.Name(strings.Join(names, "; "))
	if n := len(all) - len(names); n > 0 {
		told = i18n.Sentencef("%s and %d more", told, n)
	}
	out.Notes = append(out.Notes, i18n.Sentencef(
		"Planned in watts, so the new FTP does not change them here or on the services that have them: %s.", told))
	return nil
}

// notesField is the name of the field for notes in a profile.
const notesField = "notes"

// notes plans to change the notes. They are stored on the service that has notes. If several
// services do, they are stored at the athlete's home source.
func (p *plan) notes(ctx context.Context, r store.Reader, hidden bool) error {
	if p.in.Notes == nil {
		return nil
	}
	text := textclean.Text(*p.in.Notes, textclean.TextRunes+1)
	if utf8.RuneCountInString(text) > textclean.TextRunes {
		return training.Errorf(training.KindTooLarge, "The notes are longer than %d characters.", textclean.TextRunes).WithFix("Shorten them.")
	}
	all, err := servicevalues.Profiles(ctx, r, p.call.Whole())
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return training.Errorf(training.KindNotFound, "None of the connected services keeps notes on the athlete.").
			WithFix("Connect one and call sync_now; create_events puts a note on a day.")
	}
	at := max(0, slices.IndexFunc(all, func(x servicevalues.Profile) bool { return x.Source == p.before.HomeOf(training.ThingProfile) }))
	held := all[at]
	if held.Notes == text && !hidden {
		return nil
	}
	fields := map[string]json.RawMessage{}
	if held.Document.Own != nil {
		if err := json.Unmarshal(held.Document.Own, &fields); err != nil {
			return training.Errorf(training.KindCorrupt, "The athlete's profile cannot be read: %w.", err).WithFix("Run lapkeep verify.")
		}
	}
	if fields[notesField], err = json.Marshal(text); err != nil {
		return err
	}
	n := &tools.OwnWords{
		In: document.Profiles, ID: held.Document.ID, Had: held.Document.Own,
		Stale: training.Errorf(training.KindConflict, "The notes were changed in the meantime.").WithFix("Read them again, then call again."),
	}
	if n.Own.Fields, err = json.Marshal(fields); err != nil {
		return err
	}
	p.noted = n
	p.Changes = append(p.Changes, journal.Change{
		Of: store.ChangeKind(document.Profiles), Target: n.ID,
		Field: notesField, Before: i18n.Name(held.Notes), After: i18n.Name(text),
	})
	p.Target("notes:"+n.ID, string(n.Had))
	return nil
}
