package segments

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Detail is a segment with the athlete's efforts, newest first.
type Detail struct {
	answers.Heading
	Head
	MinAltitudeM *float64        `json:"min_altitude_m,omitempty"`
	MaxAltitudeM *float64        `json:"max_altitude_m,omitempty"`
	Athletes     *float64        `json:"athletes,omitempty"`
	Efforts      *float64        `json:"efforts,omitempty"`
	Place        string          `json:"place,omitempty"`
	Own          []Effort        `json:"own_efforts,omitempty"`
	Best         *Effort         `json:"own_best,omitempty"`
	Fastest      []Rank          `json:"fastest,omitempty"`
	Trend        *Trend          `json:"trend,omitempty"`
	Truncated    bool            `json:"truncated,omitempty"`
	Missing      answers.Missing `json:"missing,omitempty"`
}

// Effort is one of the athlete's times: from gate to gate, including stops, on one
// of the athlete's own segments, or without pauses on a climb that is not saved.
type Effort struct {
	ActivityID    string             `json:"activity_id,omitempty"`
	EffortID      string             `json:"effort_id,omitempty"` // id of an effort on a service, to pass to get_segment
	Name          string             `json:"name,omitempty"`
	Start         training.LocalTime `json:"start_local,omitempty"`
	Date          training.Day       `json:"local_date,omitzero"`
	Sport         training.Sport     `json:"sport,omitempty"` // only if the segment is for any sport
	SubSport      string             `json:"sub_sport,omitempty"`
	Indoor        bool               `json:"indoor,omitempty"`
	Rank          int                `json:"rank,omitempty"` // among all efforts; 1 is the fastest
	OffsetS       *float64           `json:"start_offset_s,omitempty"`
	TimeS         float64            `json:"time_s"`
	TimerS        *float64           `json:"timer_s,omitempty"` // only if there were pauses
	SpeedKmh      *float64           `json:"avg_speed_kmh,omitempty"`
	AvgPowerW     *float64           `json:"avg_power_w,omitempty"`
	AvgHRBpm      *float64           `json:"avg_hr_bpm,omitempty"`
	AvgCadenceRPM *float64           `json:"avg_cadence_rpm,omitempty"`
	VAM           *float64           `json:"vam_m_per_h,omitempty"`
	Gear          string             `json:"gear,omitempty"`
	WeatherTempC  *float64           `json:"weather_temp_c,omitempty"`
	WindSpeedKmh  *float64           `json:"wind_speed_kmh,omitempty"`
	// Approximate gives the reasons why a time is not exact to half a second.
	Approximate []string `json:"approximate,omitempty"`
}

// Rank is a row of a ranking. You marks the athlete's own row.
type Rank struct {
	Rank       int           `json:"rank,omitempty"`
	You        bool          `json:"you,omitempty"`
	Name       string        `json:"name,omitempty"`
	TimeS      float64       `json:"time_s"`
	SpeedKmh   *float64      `json:"avg_speed_kmh,omitempty"`
	Date       *training.Day `json:"date,omitempty"`
	Gender     string        `json:"gender,omitempty"`
	ActivityID string        `json:"activity_id,omitempty"` // only in a ranking of the athlete's own times
}

const (
	mostEfforts = 50
	mostFastest = 5

	hiddenNames   = "other athletes' names are hidden from assistants; lapkeep call shows them to the athlete"
	hiddenEfforts = "an activity with an effort is hidden from assistants"
)

// Detail returns one segment: the athlete's own by its id or name, a proposed
// one, or a service's.
func (d Catalog) Detail(ctx context.Context, s training.Scope, f answers.Frame, id string) (*Detail, error) {
	out := &Detail{Heading: f.Heading()}
	own, found, err := d.Find(ctx, s, id)
	if err != nil {
		return nil, err
	}
	if found {
		return out, d.ownDetail(ctx, s, &own, out)
	}
	if p, ok := ParseID(id); ok {
		return out, d.proposal(ctx, s, p, out)
	}
	name, there, ok := cut(id)
	if !ok {
		return nil, none(id)
	}
	return out, d.servedDetail(ctx, s, name, there, out)
}

// These are the reasons why a segment has no efforts.
const (
	neverRidden = "none of the visible activities crosses it"
	unsaved     = "it is not saved: save it with save_segment and this id to time every effort on it"
)

func (d Catalog) ownDetail(ctx context.Context, s training.Scope, own *Own, out *Detail) error {
	out.Head = own.head()
	all, err := d.efforts(ctx, s, own.ID)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		out.Missing = out.Missing.Add("own_efforts", neverRidden)
	}
	if own.ElevationGainM == nil {
		out.Missing = out.Missing.Add("elevation_gain_m", "its altitude is not known")
	}
	return d.times(ctx, s, all, out)
}

// proposal fills in a segment that is not saved. It searches only proposals, so
// that nothing is revealed about hidden parts of an activity.
func (d Catalog) proposal(ctx context.Context, s training.Scope, id ID, out *Detail) error {
	hidden, err := d.Store.HiddenPlaces(ctx, s)
	if err != nil {
		return err
	}
	if id.Kind == StretchKind {
		all, err := d.Ridden.Stretches(ctx, s)
		if err != nil {
			return err
		}
		for i := range all {
			if x := &all[i]; x.ID == id && !touches(hidden, x.Line) {
				out.Head = stretchHead(x)
				out.Missing = out.Missing.Add("own_efforts", unsaved)
				return nil
			}
		}
		return none(id.String())
	}
	var efforts []training.SegmentEffort
	err = d.Ridden.Climbs(ctx, s, func(all *RiddenClimbs) {
		if c := all.At(id); c != nil && !touches(hidden, c.Way) {
			out.Head, efforts = climbHead(c), ascents(c)
		}
	})
	if err == nil && len(efforts) == 0 {
		err = none(id.String())
	}
	if err != nil {
		return err
	}
	return d.times(ctx, s, efforts, out)
}

// servedDetail fills in a segment from a service.
func (d Catalog) servedDetail(ctx context.Context, s training.Scope, name source.Name, there string, out *Detail) error {
	said, missing, err := ask(ctx, d, s, name, func(ctx context.Context, r source.SegmentReader) (source.SegmentDetail, error) {
		return r.Segment(ctx, there)
	})
	if err != nil {
		return err
	}
	out.Head = Head{ID: name.Ref(there), Service: string(name)}
	if missing != "" {
		out.Missing = out.Missing.Add("segment", missing)
		return nil
	}
	out.Head = head(name, &said.Segment)
	out.ElevationGainM = answers.RoundedIfKnown(said.ElevationGainM, 0)
	out.MinAltitudeM, out.MaxAltitudeM = answers.RoundedIfKnown(said.MinAltitudeM, 0), answers.RoundedIfKnown(said.MaxAltitudeM, 0)
	out.Athletes, out.Efforts = said.Athletes, said.Efforts
	if out.Place, out.Missing, err = d.place(ctx, s, said.Place, out.Missing); err != nil {
		return err
	}
	if err := d.servedEfforts(ctx, s, name, &said, out); err != nil {
		return err
	}
	out.Fastest, out.Missing = ranks(s, said.Fastest[:min(len(said.Fastest), mostFastest)], said.DistanceKm, out.Missing)
	return nil
}

// place returns the location of the segment, if the audience may know where the
// athlete rides.
func (d Catalog) place(ctx context.Context, s training.Scope, place string, missing answers.Missing) (string, answers.Missing, error) {
	if place == "" {
		return "", missing, nil
	}
	who, err := d.Store.Athlete(ctx, s)
	if err != nil {
		return "", missing, err
	}
	if !who.Shows(s.Audience).Position {
		return "", missing.Add("place", answers.HiddenGPS), nil
	}
	return textclean.Line(place, nameRunes), missing, nil
}

// servedEfforts adds the efforts in activities that the audience may see, and the best
// effort. If it leaves out an effort, it also leaves out the service's best.
func (d Catalog) servedEfforts(ctx context.Context, s training.Scope, name source.Name, said *source.SegmentDetail, out *Detail) error {
	for _, e := range said.Own {
		one := Effort{
			Name: textclean.Line(e.Name, nameRunes), Start: e.Start, TimeS: answers.Round(e.TimeS, 1), SpeedKmh: speed(said.DistanceKm, e.TimeS),
		}
		if e.ID != "" {
			one.EffortID = name.Ref("effort/" + e.ID)
		}
		if e.ActivityID != "" {
			one.ActivityID = name.Ref(e.ActivityID)
			hidden, err := servicevalues.Hides(ctx, d.Store, s, one.ActivityID)
			if err != nil {
				return err
			}
			if hidden {
				out.OwnBestS, out.Missing = nil, out.Missing.Add("own_efforts", hiddenEfforts)
				continue
			}
		}
		out.Own = append(out.Own, one)
	}
	slices.SortStableFunc(out.Own, func(a, b Effort) int { return cmp.Compare(b.Start, a.Start) })
	for i := range out.Own {
		if out.Best == nil || out.Own[i].TimeS < out.Best.TimeS {
			best := out.Own[i]
			out.Best = &best
		}
	}
	if len(out.Own) > mostEfforts {
		out.Own, out.Truncated = out.Own[:mostEfforts], true
	}
	if len(out.Own) == 0 {
		out.Missing = out.Missing.Add("own_efforts", "the service has none")
	}
	return nil
}

// speed returns the speed in km/h from distance and time, or nil if one is
// unknown. Speeds of services are not used, since their units differ.
func speed(km *float64, timeS float64) *float64 {
	if km == nil || *km <= 0 || timeS <= 0 {
		return nil
	}
	v := *km * 3600 / timeS
	return answers.RoundedIfKnown(&v, 1)
}

// ranks returns the rows of a ranking that the audience may see.
func ranks(s training.Scope, rows []source.RankedEffort, km *float64, missing answers.Missing) ([]Rank, answers.Missing) {
	var out []Rank
	for i := range rows {
		r := &rows[i]
		one := Rank{Rank: r.Rank, You: r.Mine, TimeS: answers.Round(r.TimeS, 1), SpeedKmh: speed(km, r.TimeS), Date: r.Day, Gender: r.Gender}
		switch {
		case s.Audience != training.AudienceModel || r.Mine:
			one.Name = textclean.Line(r.Name, nameRunes)
		case r.Name != "":
			missing = missing.Add("name", hiddenNames)
		}
		out = append(out, one)
	}
	return out, missing
}

// ask asks one service. missing is the reason why it has no answer, if that is not the
// caller's fault.
func ask[A any](
	ctx context.Context, d Catalog, s training.Scope, name source.Name, f func(context.Context, source.SegmentReader) (A, error),
) (said A, missing i18n.Sentence, err error) {
	if d.Services.Services == nil {
		return said, noService, ctx.Err()
	}
	services := d.Services.Services(s.Athlete)
	service, err := services.Service(name)
	if err != nil {
		return said, servicevalues.Reason(err), ctx.Err()
	}
	r, ok := service.(source.SegmentReader)
	may, err := services.MayShow(ctx, name, s.Audience)
	if err != nil {
		return said, "", err
	}
	switch {
	case !ok:
		return said, i18n.Sentencef("%s does not provide segments", services.Title(name)), nil
	case !may:
		return said, i18n.Sentencef("%s does not allow this to be shown here", services.Title(name)), nil
	}
	asking, cancel := context.WithTimeout(ctx, cmp.Or(d.Services.Wait, servicevalues.Wait))
	defer cancel()
	said, err = f(asking, r)
	if err == nil || ctx.Err() != nil {
		return said, "", ctx.Err()
	}
	switch training.KindOf(err) {
	case training.KindNotFound, training.KindInvalid:
		return said, "", err
	}
	return said, servicevalues.Reason(err), nil
}

// cut splits the id of a service's segment, such as "igpsport:5100".
func cut(id string) (source.Name, string, bool) {
	name, there, ok := strings.Cut(strings.TrimSpace(id), ":")
	return source.Name(strings.ToLower(name)), there, ok && name != "" && there != ""
}
