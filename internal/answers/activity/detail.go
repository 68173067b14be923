package activity

import (
	"context"
	"errors"
	"slices"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/digest"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/answers/strength"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Section is a part of the answer about one activity.
type Section string

// These are the sections of an answer.
const (
	// SectionDigest is a summary of the activity in one line.
	SectionDigest      Section = "digest"
	SectionSummary     Section = "summary"
	SectionDevice      Section = "device"
	SectionLaps        Section = "laps"
	SectionSplits      Section = "splits"
	SectionZones       Section = "zones"
	SectionHistograms  Section = "histograms"
	SectionBestEfforts Section = "best_efforts"
	SectionClimbs      Section = "climbs"
	SectionSegments    Section = "segments"
	SectionIntervals   Section = "intervals"
	// SectionMore contains the intervals with all values that services have for them.
	SectionMore     Section = "interval_values"
	SectionSimilar  Section = "similar"
	SectionLoad     Section = "load"
	SectionVariants Section = "variants"
	SectionHRV      Section = "hrv"
	SectionLengths  Section = "lengths"
	// SectionSets contains the sets of strength training.
	SectionSets Section = "sets"
	// SectionFuel is the section on food and drink.
	SectionFuel    Section = "fuel"
	SectionWeather Section = "weather"
	SectionNotes   Section = "notes"
)

// Sections returns all sections in the order of an answer.
func Sections() []Section {
	return []Section{
		SectionDigest, SectionSummary, SectionDevice, SectionLaps, SectionSplits, SectionZones, SectionHistograms,
		SectionBestEfforts, SectionClimbs, SectionSegments, SectionIntervals, SectionMore, SectionSimilar, SectionLoad, SectionVariants,
		SectionHRV, SectionLengths, SectionSets,
		SectionFuel, SectionWeather, SectionNotes,
	}
}

// DetailQuery asks about one activity.
type DetailQuery struct {
	ID       string
	Sections []Section // if empty: digest, summary, device, laps and sets, where they exist
	// SplitM is the length of splits in metres; 0 means 1 km.
	SplitM float64
	// FromRow is the first row of laps, splits and lengths, counted from 1.
	FromRow int
	// Similar finds similar activities; it may be nil.
	Similar Likener
	// Timed recognises segments and climbs; it may be nil.
	Timed Timekeeper
	// Plans finds the planned workout of the activity; it may be nil.
	Plans Planner
	// Services gives access to intervals that are not stored here. The zero value asks no service.
	Services servicevalues.Remote
}

// Detail is one activity: the fields that identify it, and the requested sections.
type Detail struct {
	ID          string   `json:"id"`
	LocalDate   string   `json:"local_date"`
	StartLocal  string   `json:"start_local"`
	TimeZone    string   `json:"time_zone"`
	Sport       string   `json:"sport"`
	SubSport    string   `json:"sub_sport,omitempty"`
	Name        string   `json:"name,omitempty"`
	Description string   `json:"description,omitempty"`
	Tags        []string `json:"tags,omitempty"`
	Race        bool     `json:"race,omitempty"`
	Commute     bool     `json:"commute,omitempty"`
	Indoor      bool     `json:"indoor,omitempty"`
	GearID      string   `json:"gear_id,omitempty"`
	Gear        string   `json:"gear,omitempty"` // name of the gear
	// MoreGear lists the ids of other gear that was used.
	MoreGear []string `json:"more_gear,omitempty"`
	// ManualLoad and HiddenFromModels are only in the athlete's own answers.
	ManualLoad       float64 `json:"manual_load,omitempty"`
	HiddenFromModels bool    `json:"hidden_from_models,omitempty"`
	// Edited lists the fields that the athlete set; the others come from the recording.
	Edited      []string `json:"edited,omitempty"`
	ExternalIDs []string `json:"external_ids,omitempty"`
	// Siblings lists the other legs of the same multisport recording.
	ParentID string  `json:"parent_id,omitempty"`
	Siblings []Facts `json:"siblings,omitempty"`

	// Digest is a summary in one line. It is computed, unless the model in DigestBy has
	// written one. ComputedDigest is then the computed summary that it replaces.
	Digest         i18n.Sentence `json:"digest,omitempty"`
	DigestBy       string        `json:"digest_by,omitempty"`
	ComputedDigest i18n.Sentence `json:"computed_digest,omitempty"`

	Summary     Facts           `json:"summary,omitempty"`
	PowerSource string          `json:"power_source,omitempty"`
	Thresholds  Facts           `json:"thresholds,omitempty"`
	Device      training.Values `json:"device,omitempty"`
	DeviceCheck *DeviceCheck    `json:"device_check,omitempty"`
	// DataQuality describes data that was left out, estimated or unusual.
	DataQuality []i18n.Sentence       `json:"data_quality,omitempty"`
	Laps        []Facts               `json:"laps,omitempty"`
	Splits      *Splits               `json:"splits,omitempty"`
	Zones       map[string]*ZoneTable `json:"zones,omitempty"`
	Histograms  map[string]*Histogram `json:"histograms,omitempty"`
	BestEfforts map[string][]Facts    `json:"best_efforts,omitempty"`
	Climbs      []Facts               `json:"climbs,omitempty"`
	Segments    []Facts               `json:"segments,omitempty"`
	// DeviceSegments are the segment times that the device measured.
	DeviceSegments []Facts         `json:"device_segments,omitempty"`
	Intervals      *structure.View `json:"intervals,omitempty"`
	// Drawn holds the intervals that the athlete marked here or drew on services, and those
	// that services found.
	Drawn      []structure.Drawn `json:"drawn_intervals,omitempty"`
	Similar    *Similar          `json:"similar,omitempty"`
	Load       Facts             `json:"load,omitempty"`
	Variants   Facts             `json:"variants,omitempty"`
	HRV        *HeartbeatsView   `json:"hrv,omitempty"`
	Lengths    *Lengths          `json:"lengths,omitempty"`
	Sets       *strength.Sets    `json:"sets,omitempty"`
	Fuel       Facts             `json:"fuel,omitempty"`
	Weather    Facts             `json:"weather,omitempty"`
	Notes      []Facts           `json:"notes,omitempty"`
	Recordings []Facts           `json:"recordings,omitempty"`
	// OwnStreams lists the streams that the athlete defined on services.
	OwnStreams []string `json:"own_streams,omitempty"`

	Missing   answers.Missing `json:"missing,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	Narrow    i18n.Sentence   `json:"narrow,omitempty"`
}

// Describe returns the sections of an activity that q asks for.
func Describe(ctx context.Context, r store.Reader, s training.Scope, q DetailQuery) (*Detail, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	sub, err := read(ctx, r, s, q.ID)
	if err != nil {
		return nil, err
	}
	if len(q.Sections) == 0 {
		q.Sections = sub.usualSections()
	}
	d := head(sub)
	if d.Siblings, err = siblings(ctx, r, s, sub); err != nil {
		return nil, err
	}
	for _, section := range Sections() {
		if !q.wants(section) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := d.section(ctx, section, sub, q); err != nil {
			return nil, err
		}
	}
	d.cap(q.FromRow)
	return d, nil
}

func (d *Detail) section(ctx context.Context, section Section, sub *subject, q DetailQuery) error {
	if sub.row.AsSaid != nil {
		d.asSaid(section, sub)
		return nil
	}
	if sub.manual() && !slices.Contains(ofTyped, section) {
		d.Missing = d.Missing.Add(string(section), answers.NoStreams)
		return nil
	}
	switch section {
	case SectionFuel, SectionWeather, SectionNotes:
		return d.besides(ctx, section, sub, q)
	case SectionDigest, SectionSummary:
		return d.inShort(ctx, section, sub)
	case SectionDevice:
		return errors.Join(d.recorded(ctx, sub), d.ownStreams(ctx, sub), d.device(ctx, sub))
	case SectionLaps:
		return d.laps(ctx, sub, q.FromRow)
	case SectionSplits:
		return d.splits(ctx, sub, q.SplitM, q.FromRow)
	case SectionZones:
		return d.zones(ctx, sub)
	case SectionHistograms:
		return d.histograms(ctx, sub)
	case SectionBestEfforts:
		return d.efforts(ctx, sub)
	case SectionClimbs, SectionSegments:
		return d.overWays(ctx, section, sub, q.Timed)
	case SectionIntervals:
		return d.intervals(ctx, sub, &q)
	case SectionMore:
		return d.intervalValues(ctx, sub, &q)
	case SectionSimilar:
		return d.similar(ctx, sub, q.Similar)
	case SectionLoad:
		return d.loads(ctx, sub)
	case SectionVariants:
		return d.variants(ctx, sub)
	case SectionHRV:
		return d.heartbeats(ctx, sub)
	case SectionLengths, SectionSets:
		return d.repeated(ctx, section, sub, &q)
	}
	return nil
}

// repeated fills in the lengths of a swim or the sets of strength training.
func (d *Detail) repeated(ctx context.Context, section Section, sub *subject, q *DetailQuery) error {
	if section == SectionSets {
		return d.sets(ctx, sub, q.Plans, q.FromRow)
	}
	d.lengths(sub, q.FromRow)
	return nil
}

// inShort fills in the digest or the summary.
func (d *Detail) inShort(ctx context.Context, section Section, sub *subject) error {
	if section == SectionDigest {
		return d.digest(ctx, sub)
	}
	return d.summary(ctx, sub)
}

// besides fills in a section that does not come from recordings: fuel, weather or notes.
func (d *Detail) besides(ctx context.Context, section Section, sub *subject, q DetailQuery) error {
	switch section {
	case SectionFuel:
		return d.fuel(ctx, sub, q.Plans)
	case SectionWeather:
		return d.weather(ctx, sub)
	}
	return d.notes(ctx, sub)
}

// ofTyped lists the sections for an activity that was entered by hand.
var ofTyped = []Section{SectionDigest, SectionSummary, SectionLoad, SectionSets, SectionFuel, SectionNotes, SectionWeather}

func (q *DetailQuery) check() error {
	q.FromRow = max(q.FromRow, 1)
	for _, section := range q.Sections {
		if !slices.Contains(Sections(), section) {
			return training.Errorf(training.KindInvalid, "%q is not a section.", section).
				WithFix("The sections are %s.", joined(training.Texts(Sections())))
		}
	}
	return nil
}

func (q *DetailQuery) wants(s Section) bool { return slices.Contains(q.Sections, s) }

// Notes holds the notes on one activity.
type Notes struct {
	ID        string          `json:"id"`
	LocalDate string          `json:"local_date"`
	TimeZone  string          `json:"time_zone"`
	Notes     []Facts         `json:"notes"`
	Kudos     []Facts         `json:"kudos,omitempty"` // people who liked it on a service; only for a single activity
	Missing   answers.Missing `json:"missing,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	Narrow    i18n.Sentence   `json:"narrow,omitempty"`
}

// noteBytes is the maximum size of the notes in bytes in an answer. If there are more,
// the newest are shown.
const noteBytes = 16_000

// ReadNotes reads the notes on an activity, oldest first.
func ReadNotes(ctx context.Context, r store.Reader, s training.Scope, id string) (*Notes, error) {
	d, err := Describe(ctx, r, s, DetailQuery{ID: id, Sections: []Section{SectionNotes}})
	if err != nil {
		return nil, err
	}
	out := &Notes{
		ID: d.ID, LocalDate: d.LocalDate, TimeZone: d.TimeZone, Notes: d.Notes, Missing: d.Missing,
		Truncated: d.Truncated, Narrow: d.Narrow,
	}
	if out.Notes == nil {
		out.Notes = []Facts{}
	}
	return out, nil
}

func (d *Detail) notes(ctx context.Context, sub *subject) error {
	if !sub.shown().Notes {
		d.Missing = d.Missing.Add(string(SectionNotes), answers.HiddenNotes)
		return nil
	}
	all, err := sub.reader.Notes(ctx, sub.scope, sub.row.ID)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		d.Missing = d.Missing.Add(string(SectionNotes),
			"there are no notes; get_activity_notes can also fetch comments from services, add_activity_note writes one")
	}
	used := 0
	for i := len(all) - 1; i >= 0; i-- { // show the newest notes
		f := noteFacts(&all[i], sub.row.Location())
		if used += answers.Size(f); used > noteBytes {
			d.Truncated, d.Narrow = true, "Only the newest notes are shown; lapkeep export --all writes all of them."
			break
		}
		d.Notes = append([]Facts{f}, d.Notes...)
	}
	return nil
}

// openMeteo is the source whose licence asks for a credit beside its data.
const openMeteo = "openmeteo"

// weather fills in the weather from a service, or the reason why there is none.
func (d *Detail) weather(ctx context.Context, sub *subject) error {
	source, said, err := sub.reader.Weather(ctx, sub.scope, sub.row.ID)
	if len(said) == 0 {
		d.Missing = d.Missing.Add(string(SectionWeather), "no connected service reports the weather")
		return err
	}
	d.Weather = Facts{"source": source}
	if source == openMeteo {
		d.Weather["attribution"] = i18n.Sentence("Weather data by Open-Meteo.com, CC BY 4.0")
	}
	for m, v := range answers.Rounded(said) {
		d.Weather[string(m)] = v
	}
	return err
}

func noteFacts(n *store.Note, loc *time.Location) Facts {
	f := Facts{"note_id": n.ID, "at_local": n.At.In(loc).Format(time.RFC3339), "text": textclean.Text(n.Text, textclean.TextRunes)}
	f.Put("author", textclean.Line(n.Author, listNameRunes))
	f.Put("target", n.Target)
	return f
}

// digest fills in the digest of the activity. It is computed from the streams
// if no digest is stored.
func (d *Detail) digest(ctx context.Context, sub *subject) error {
	_, derived, err := sub.stored(ctx, derive.Report)
	if err != nil {
		return err
	}
	var view digest.View
	if derived && len(sub.row.Summary.Values) > 0 || sub.manual() {
		var views []digest.View
		if views, err = digest.Of(ctx, sub.reader, sub.scope, []store.ActivityRow{sub.row}); err == nil {
			view = views[0]
		}
	} else {
		view, err = sub.digest(ctx)
	}
	d.Digest, d.DigestBy, d.ComputedDigest = view.Line, view.By, view.Computed
	return err
}

// digest computes the digest from the streams.
func (sub *subject) digest(ctx context.Context) (v digest.View, err error) {
	if _, err := sub.findings(ctx); err != nil { // the digest needs the summary that this fills in
		return v, err
	}
	view, err := sub.open(ctx)
	if err != nil {
		return v, err
	}
	var from digest.Streams
	if s, why := efforts.Of(view); why == "" {
		from.Session = &s
	}
	if from.Laps, _, err = sub.deviceLaps(ctx); err != nil {
		return v, err
	}
	if sub.row.Sport == training.Running {
		from.Splits, _ = summary.Splits(view, route.KilometreM)
	}
	return digest.Computed(ctx, sub.reader, sub.scope, &sub.row, from)
}
