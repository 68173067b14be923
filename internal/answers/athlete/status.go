package athlete

import (
	"context"
	"strings"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Installation describes the running program.
type Installation struct {
	Version string
	Home    string // folder of the store
	Default training.AthleteID
	Writes  string // none, safe or full
}

// StatusView shows what the home contains, and what is missing for better answers.
type StatusView struct {
	LocalDate training.Day                  `json:"local_date"`
	TimeZone  string                        `json:"time_zone"`
	Version   string                        `json:"version"`
	AthleteID training.AthleteID            `json:"athlete_id"`
	Athletes  []Brief                       `json:"athletes"`
	Data      DataView                      `json:"data"`
	Store     StoreView                     `json:"store"`
	Writes    string                        `json:"writes,omitempty"`
	Imports   []ImportBrief                 `json:"last_imports"`
	Sources   []servicevalues.ConnectedView `json:"sources"`         // connected services
	Goals     i18n.Sentence                 `json:"goals,omitempty"` // progress in one line
	Better    []Advice                      `json:"for_better_answers"`
	Changed   *ChangedView                  `json:"changed_numbers,omitempty"` // changed by the last upgrade
	// MoreTools lists the toolsets that use_toolset can offer, with their purposes.
	MoreTools []string        `json:"more_tools,omitempty"`
	Words     []i18n.Sentence `json:"words"`
}

// Brief describes an athlete whom calls may ask about.
type Brief struct {
	ID      training.AthleteID `json:"id"`
	Name    string             `json:"name,omitempty"`
	Default bool               `json:"default,omitempty"`
	Demo    bool               `json:"demo,omitempty"`
	// Access describes a coach's rights to the athlete's account with a service. Tags are
	// the coach's tags, which are shown only if the athlete shares notes.
	Access string   `json:"access,omitempty"`
	Tags   []string `json:"tags,omitempty"`

	words bool // the audience may see texts about the athlete
}

// DataView shows how much of the athlete's data is stored.
type DataView struct {
	Activities    int                    `json:"activities"`
	BySport       map[training.Sport]int `json:"by_sport"`
	First         *training.Day          `json:"first_date,omitempty"`
	Last          *training.Day          `json:"last_date,omitempty"`
	Recordings    int                    `json:"recordings"`
	Originals     int                    `json:"original_files,omitempty"`
	DerivedBehind int                    `json:"derived_behind"`
}

// StoreView shows where the data is on the athlete's machine. Assistants do not
// see the store's size, because hidden data contributes to it.
type StoreView struct {
	Home          string `json:"home"`
	OriginalBytes int64  `json:"original_bytes,omitempty"`
	DatabaseBytes int64  `json:"database_bytes,omitempty"`
}

// ImportBrief summarises one import run.
type ImportBrief struct {
	ID         string         `json:"id"`
	FinishedAt string         `json:"finished_at,omitempty"`
	Counts     map[string]int `json:"counts"`
	// Failures gives reasons why the first few files could not be read. Models
	// do not see the names of files.
	Failures []i18n.Sentence `json:"failures,omitempty"`
}

// Advice is something that would improve answers.
type Advice struct {
	Missing string        `json:"missing"`
	Effect  i18n.Sentence `json:"effect"`
	How     i18n.Sentence `json:"how"`
}

const shownImports = 3

// Imports from services have their own rows.
const (
	syncRun     = "sync:"
	mostSources = 5
)

// Connect adds the connected services to the status.
func (v *StatusView) Connect(all []servicevalues.ConnectedView) {
	for _, c := range all {
		if !c.Connected {
			continue
		}
		v.Sources = append(v.Sources, c)
		v.relate(c)
		if n := c.Activities["withheld"]; n > 0 {
			v.Words = append(v.Words, i18n.Sentencef("%s withholds %d activities; its entry lists the reasons.", c.Name, n))
		}
		if c.Error != "" {
			v.Words = append(v.Words, i18n.Sentencef("The last sync with %s ended early: %s", c.Name, c.Error))
		}
	}
}

// Tell adds sentences to the status.
func (v *StatusView) Tell(words ...i18n.Sentence) { v.Words = append(v.Words, words...) }

// relate fills in the rights that a coach has to the data of each athlete.
func (v *StatusView) relate(c servicevalues.ConnectedView) {
	for i := range v.Athletes {
		b := &v.Athletes[i]
		r, ok := c.Here[b.ID]
		if !ok {
			continue
		}
		b.Access = textclean.Line(r.Access, textclean.NameRunes)
		for _, tag := range r.Tags[:min(len(r.Tags), mostTags)] {
			if b.words {
				b.Tags = append(b.Tags, textclean.Line(tag, textclean.NameRunes))
			}
		}
	}
	if c.NotHere > 0 {
		v.Words = append(v.Words, i18n.Sentencef("%s lists %s not connected to Lapkeep; a person can see them with lapkeep check %s.",
			c.Name, i18n.Numbered(c.NotHere, "athlete who is", "athletes who are"), c.Source))
	}
}

// Homes lists the homes that the caller may ask about as athletes, because that is how they are
// called. own is the one that the status is about.
func (v *StatusView) Homes(own training.AthleteID, all []training.AthleteID) {
	here := v.Athletes
	v.AthleteID, v.Athletes = own, make([]Brief, 0, len(all))
	for _, id := range all {
		b := Brief{ID: id, Default: id == own}
		if b.Default && len(here) > 0 {
			b = here[0]
			b.ID = own
		}
		v.Athletes = append(v.Athletes, b)
	}
}

// mostTags is the maximum number of tags shown per athlete.
const mostTags = 10

// Status shows what the home contains, and what is missing for better answers.
func Status(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, in Installation) (*StatusView, error) {
	a, err := r.Athlete(ctx, s)
	if err != nil {
		return nil, err
	}
	c, err := r.Counts(ctx, s)
	if err != nil {
		return nil, err
	}
	v := &StatusView{
		LocalDate: f.Today, TimeZone: f.TimeZone, Version: in.Version, AthleteID: s.Athlete, Writes: in.Writes,
		Athletes: []Brief{}, Imports: []ImportBrief{}, Sources: []servicevalues.ConnectedView{}, Better: []Advice{}, Words: []i18n.Sentence{},
		Data: dataView(c), Store: StoreView{Home: in.Home, OriginalBytes: c.OriginalBytes, DatabaseBytes: c.DatabaseBytes},
	}
	all, err := r.Athletes(ctx)
	if err != nil {
		return nil, err
	}
	for _, x := range all {
		v.Athletes = append(v.Athletes, Brief{
			ID: x.ID, Name: x.Name, Default: x.ID == in.Default, Demo: x.Demo,
			words: x.Shows(s.Audience).Notes,
		})
	}
	runs, err := r.ImportRuns(ctx, s, shownImports+mostSources)
	if err != nil {
		return nil, err
	}
	loc := a.Location()
	for _, run := range runs {
		if strings.HasPrefix(run.ID, syncRun) || len(v.Imports) == shownImports {
			continue
		}
		b := ImportBrief{ID: run.ID, Counts: run.Counts}
		if b.Counts == nil {
			b.Counts = map[string]int{}
		}
		if !run.FinishedAt.IsZero() {
			b.FinishedAt = run.FinishedAt.In(loc).Format(time.RFC3339)
		}
		for _, f := range run.Failures {
			b.Failures = append(b.Failures, i18n.Sentence(f))
		}
		v.Imports = append(v.Imports, b)
	}
	if v.Better, err = advise(ctx, r, s, f, &a, c); err != nil {
		return nil, err
	}
	v.tell(c)
	if err := v.changed(ctx, r, s); err != nil {
		return nil, err
	}
	return v, ctx.Err()
}

func dataView(c store.Counts) DataView {
	d := DataView{
		Activities: c.Activities, BySport: c.BySport, Recordings: c.Recordings, Originals: c.Originals, DerivedBehind: c.DerivedBehind,
	}
	if d.BySport == nil {
		d.BySport = map[training.Sport]int{}
	}
	if c.Activities > 0 {
		d.First, d.Last = &c.First, &c.Last
	}
	return d
}

const setHow = "update_athlete_settings; estimate_thresholds suggests values"

// advised is the number of recent days on which advice is based.
const advised = 365

// advise returns advice on the data that is missing for better answers, most important first.
func advise(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, a *training.Athlete, c store.Counts,
) ([]Advice, error) {
	out := []Advice{}
	if c.Activities == 0 {
		return append(out, Advice{"activities", "there is no data to answer from", "lapkeep import PATH, or import_files"}), nil
	}
	if c.DerivedBehind > 0 {
		out = append(out, Advice{"derived data", i18n.Sentencef("changes not computed yet: %d", c.DerivedBehind), "ask again in a moment"})
	}
	history, err := r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	inputs, err := r.LoadInputs(ctx, s, training.DayRange{From: f.Today - advised, To: f.Today})
	if err != nil {
		return nil, err
	}
	out = append(out, thresholdAdvice(inputs, fitness.NewLoads(a, history))...)
	if a.TimeZone == "" {
		out = append(out, Advice{"time_zone", i18n.Sentencef("days and \"today\" follow the time "+
			"zone %s", f.TimeZone), "update_athlete_settings"})
	}
	if a.Sex == "" {
		out = append(out, Advice{"sex", "TRIMP needs it to choose its constants", "update_athlete_settings"})
	}
	if f.Today-c.First < 42 {
		out = append(out, Advice{"history", "fitness (CTL) needs six weeks before it means much", "import older recordings"})
	}
	return out, nil
}

// thresholdAdvice counts the activities that have no load, or only a load from
// heart rate, because a threshold is missing.
func thresholdAdvice(inputs []store.LoadInput, l fitness.Loads) []Advice {
	var power, heart int
	for i := range inputs {
		in := &inputs[i]
		th := l.At(in)
		if in.NP > 0 && th.FTPW == 0 {
			power++
		}
		if in.AvgHR > 0 && th.LTHRBpm == 0 {
			if _, why := l.Of(in); why != "" {
				heart++
			}
		}
	}
	var out []Advice
	if power > 0 {
		out = append(out, Advice{
			string(training.KeyFTP),
			i18n.Sentencef("%d of the last year's activities with power have no FTP, so no load from power and no power zones", power),
			setHow,
		})
	}
	if heart > 0 {
		out = append(out, Advice{
			string(training.KeyLTHR),
			i18n.Sentencef("%d of the last year's activities with heart rate have no load and no zones", heart), setHow,
		})
	}
	return out
}

// tell adds sentences about the state of the data.
func (v *StatusView) tell(c store.Counts) {
	if c.Activities == 0 {
		v.Words = append(v.Words,
			"The store is empty: import a folder of recordings with lapkeep import PATH, or try the demo with lapkeep demo.")
		return
	}
	v.Words = append(v.Words, i18n.Sentencef("%d activities from %s to %s.", c.Activities, c.First, c.Last))
}
