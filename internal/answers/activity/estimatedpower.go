package activity

import (
	"context"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// drafting is the tag by which the athlete says that others broke the wind.
const drafting = "drafting"

// Why power is not estimated.
const (
	noBikeWeight = "no weight of the bicycle is known; set weight_kg of the gear with save_gear, " +
		"or bike_kg in power_estimate with update_athlete_settings"
	measured   = "a meter measured power, so nothing is estimated"
	onlyRides  = "power is estimated of rides on a bicycle only"
	inTheDraft = "the athlete's tag drafting says that others broke the wind, and by how much is not known"
	otherBikes = "it was compared with meters on roads only, on no other ground"
	otherMaps  = "it was compared with meters only where a barometer gave the altitude"
	otherRides = "the rides that it was compared on took 20 minutes and more, at 100 W and more"
	noWind     = "no service that was read says what the wind was, so none is in it"
	noHeading  = "the track is not known here, so the wind is left out"
)

// errorBasis is what the error of an estimate rests on.
const errorBasis = "Half of the road rides with a meter that it was compared with were nearer, nine of ten within nine_of_ten_pct; " +
	"of the mean, from speed alone, by the defaults, without wind; groups were not told apart."

// Estimated is the power of a ride that no meter measured, with what it rests
// on and why parts of that are missing.
type Estimated struct {
	*power.Estimate
	Basis   Facts
	Missing answers.Missing
	road    bool // what the error was measured on
}

// EstimatePower estimates the power of an activity from its view, or says why
// it does not. It is computed on reading, so that another weight rewrites nothing.
func EstimatePower(
	ctx context.Context, r store.Reader, s training.Scope, row *training.Activity, v *stream.View,
) (e *Estimated, why string, err error) {
	who, err := r.Athlete(ctx, s)
	if err != nil {
		return nil, "", err
	}
	history, err := r.History(ctx, s)
	if err != nil {
		return nil, "", err
	}
	kg := history.At(row.Sport, row.LocalDay).WeightKg
	kind, why := power.KindOf(row.SubSport)
	switch {
	case row.Sport != training.Cycling:
		return nil, onlyRides, nil
	case v.Has(training.Power):
		return nil, measured, nil
	case why != "":
		return nil, why, nil
	case slices.ContainsFunc(row.Tags, func(t string) bool { return strings.EqualFold(t, drafting) }):
		return nil, inTheDraft, nil
	case s.Audience == training.AudienceModel && !who.Sharing.Weight: // climbs would tell it
		return nil, answers.HiddenWeight, nil
	case kg <= 0:
		return nil, noWeight, nil
	}
	setup, err := power.ParseSetup(who.PowerEstimate)
	if err != nil {
		setup = power.Setup{} // of a later version
	}
	e = &Estimated{Basis: Facts{"model": "Martin et al. 1998", "bike": string(kind)}}
	if err := e.bike(ctx, r, s, row, &setup); err != nil || setup.BikeKg == 0 {
		return nil, noBikeWeight, err
	}
	air, err := e.sky(ctx, r, s, row, v)
	if err != nil {
		return nil, "", err
	}
	if e.Estimate, why = power.EstimateOf(v, setup.Ride(kind, kg), air); why != "" {
		if why == training.NoSpeed && s.Audience == training.AudienceModel && !who.Sharing.Position {
			why = answers.HiddenGPS // by which speed may be known
		}
		return nil, why, nil
	}
	e.rest(kg, setup.Drag(kind))
	e.blown(air, s.Audience == training.AudienceModel && !who.Sharing.Position)
	e.road = e.errors(kind)
	return e, "", nil
}

// bike finds the weight of the bicycle: of the gear, else of the setup.
func (e *Estimated) bike(
	ctx context.Context, r store.Reader, s training.Scope, row *training.Activity, setup *power.Setup,
) error {
	shed, err := r.Gear(ctx, s)
	from := "power_estimate"
	for _, g := range shed {
		if row.GearID != "" && g.ID == row.GearID && power.PossibleBike(g.WeightKg) {
			setup.BikeKg, from = g.WeightKg, "gear"
		}
	}
	e.Basis["bike_weight_kg"], e.Basis["bike_weight_from"] = answers.Round(setup.BikeKg, 1), from
	return err
}

// sky returns the state of the air: a service's weather, or else the device's
// temperature.
func (e *Estimated) sky(
	ctx context.Context, r store.Reader, s training.Scope, row *training.Activity, v *stream.View,
) (power.Air, error) {
	const kmhPerMPS = 3.6
	source, said, err := r.Weather(ctx, s, row.ID)
	air, from := power.Air{TempC: math.NaN()}, "standard"
	if c, ok := said[training.MetricWeatherTempC]; ok {
		air.TempC, from = c, source
	} else if c, _, ok := v.MeanOf(training.Temperature); ok {
		air.TempC, from = c/training.Temperature.Scale(), "device"
	}
	wind, blows := said[training.MetricWindSpeedKMH]
	if deg, ok := said[training.MetricWindFromDeg]; ok && blows {
		air.WindMPS, air.FromDeg = wind/kmhPerMPS, deg
		e.Basis["wind_from"] = source
	}
	e.Basis["temp_from"] = from
	if !math.IsNaN(air.TempC) {
		e.Basis["air_temp_c"] = answers.Round(air.TempC, 1)
	}
	return air, err
}

// rest adds the weights and drag that the estimate is based on.
func (e *Estimated) rest(kg float64, d power.Drag) {
	e.Basis[string(training.KeyWeight)] = answers.Round(kg, 1)
	e.Basis.Put("position", string(d.Position))
	e.Basis["cda_m2"], e.Basis["crr"] = answers.Round(d.CdA, 3), answers.Round(d.Crr, 4)
	var usual []string
	if !d.SetCdA {
		usual = append(usual, "cda_m2")
	}
	if !d.SetCrr {
		usual = append(usual, "crr")
	}
	e.Basis.Put("by_default", usual)
	e.Basis["air_density_kg_m3"] = answers.Round(e.AirKgM3, 3)
	e.Basis["known_pct"], e.Basis["descent_pct"] = answers.Round(e.KnownPct, 0), answers.Round(e.DescentPct, 0)
}

// blown adds the wind that the estimate includes.
func (e *Estimated) blown(air power.Air, hidden bool) {
	const kmhPerMPS = 3.6
	switch {
	case air.WindMPS == 0 && e.Basis["wind_from"] == nil:
		e.Missing = e.Missing.Add("headwind_kmh", noWind)
	case e.WindPct > 0 || air.WindMPS == 0:
		e.Basis["headwind_kmh"] = answers.Round(e.AgainstMPS*kmhPerMPS, 1)
		e.Basis["wind_known_pct"] = answers.Round(e.WindPct, 0)
	case hidden:
		e.Missing = e.Missing.Add("headwind_kmh", answers.HiddenGPS)
	default:
		e.Missing = e.Missing.Add("headwind_kmh", noHeading)
	}
}

// errors reports whether the error of this kind of estimate was measured;
// otherwise it adds why it is missing.
func (e *Estimated) errors(kind power.EstimateKind) bool {
	switch {
	case kind != power.Road:
		e.Missing = e.Missing.Add(powerError, otherBikes)
	case e.Altitude != route.Barometric:
		e.Missing = e.Missing.Add(powerError, otherMaps)
	default:
		return true
	}
	return false
}

// powerError names the error of an estimate, which stands beside it.
const powerError = "estimated_power_error_pct"

// put puts a mean power into a row, with its error beside it.
func (e *Estimated) put(f Facts, watts float64, of power.Error) {
	f[string(training.MetricEstimatedAvgPowerW)] = answers.Round(watts, 0)
	if e.road {
		f[powerError], f["nine_of_ten_pct"] = of.HalfPct, of.NinePct
	}
}

// Moments returns the basis with the error for five minutes, for answers with
// single rows.
func (e *Estimated) Moments() Facts {
	if e.road {
		of := power.OfFiveMinutes()
		e.Basis[powerError], e.Basis["nine_of_ten_pct"], e.Basis["error_of"] = of.HalfPct, of.NinePct, "5 min"
	}
	return e.Basis
}

// estimatedPower fills in the power that no meter measured.
func (d *Detail) estimatedPower(ctx context.Context, sub *subject) error {
	const section = string(SectionEstimatedPower)
	if _, ok := sub.row.Summary.Values[training.MetricAvgPowerW]; ok {
		d.Missing = d.Missing.Add(section, measured)
		return nil
	}
	v, err := sub.open(ctx)
	if err != nil {
		return err
	}
	e, why, err := EstimatePower(ctx, sub.reader, sub.scope, &sub.row.Activity, v)
	if why != "" || err != nil {
		d.Missing = d.Missing.Add(section, i18n.Sentence(why))
		return err
	}
	d.EstimatedPower = e.Basis
	compared := sub.row.Summary.Values[training.MetricDurationS] >= power.ComparedS && e.AvgW >= power.ComparedW
	switch {
	case e.NoAvg != "":
		e.Missing = e.Missing.Add(string(training.MetricEstimatedAvgPowerW), i18n.Sentence(e.NoAvg))
	case e.road && !compared:
		e.Missing = e.Missing.Add(powerError, otherRides)
		d.EstimatedPower[string(training.MetricEstimatedAvgPowerW)] = answers.Round(e.AvgW, 0)
	default:
		e.put(d.EstimatedPower, e.AvgW, power.OfRide())
	}
	for key, why := range e.Missing {
		d.Missing = d.Missing.Add(section+"."+key, why)
	}
	e.climbs(d.EstimatedPower)
	if e.road && (compared || d.EstimatedPower["climbs"] != nil) {
		d.EstimatedPower["error_basis"] = errorBasis
	}
	return nil
}

// climbs adds the climbs that are steep enough for the hill to count most.
func (e *Estimated) climbs(f Facts) {
	all, _ := e.Relief().Climbs()
	var out []Facts
	for i, c := range all {
		if w, ok := e.In(c.Span); ok && c.GradePct() >= power.HillPct && len(out) < mostClimbs {
			row := Facts{
				"climb": i + 1, "start_km": answers.Round(c.StartM/1000, 2), "length_km": answers.Round(c.LengthM/1000, 2),
				"avg_grade_pct": answers.Round(c.GradePct(), 1), "duration_s": answers.Round(c.TimerS, 0),
			}
			e.put(row, w, power.OfClimb())
			out = append(out, row)
		}
	}
	if len(out) > 0 {
		f["climbs"] = out
	}
}

// estimatedName is the channel of the power that no meter measured. It is never
// given for the channel power.
const estimatedName = "estimated_power"

// estimate reads it.
func (f *streamsSource) estimate(ctx context.Context, r store.Reader, s training.Scope, row *store.ActivityRow) error {
	if f.columns.Len() == 0 {
		return nil
	}
	v, err := f.view(ctx, r, s, row)
	if err != nil {
		return err
	}
	f.estimated, f.noEstimate, err = EstimatePower(ctx, r, s, &row.Activity, v)
	return err
}

// rests adds what the estimate is based on.
func (o *Streams) rests(e *Estimated) {
	o.EstimatedPower = e.Moments()
	for key, why := range e.Missing {
		o.Missing = o.Missing.Add(estimatedName+"."+key, why)
	}
}

// watts returns the mean estimated power of each bucket, over the rows that
// have one.
func (f *streamsSource) watts(bs []bucket, decimals int) []*float64 {
	if f.estimated == nil {
		return make([]*float64, len(bs))
	}
	return means(bs, decimals, func(i int) (float64, bool) {
		return float64(f.estimated.Watts[i]), f.estimated.Known.Get(i)
	}, as)
}
