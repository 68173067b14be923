package activity

import (
	"context"
	"maps"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// column is one published column: its name including the unit, its decimals,
// and the conversion of a row's value.
type column struct {
	key      string
	decimals int
	from     training.Channel
	value    func(x float64) (float64, bool) // converts from the channel's own unit
}

// channel describes the columns that belong to one name.
type channel struct {
	columns []column
	needs   store.ChannelSet
	instead store.ChannelSet // channels from which it is computed if it was not recorded
	absent  i18n.Sentence
	// first means that a bucket shows its first value, which is the value at the bucket's
	// offset. The mean of positions might not be on the track.
	first   bool
	grade   bool
	gap     bool // see [slope.gap]
	balance bool // see [streamsSource.balance]
	others  bool // see [streamsSource.readOthers]
	moving  bool // see [streamsSource.moving]
}

func as(x float64) (float64, bool)    { return x, true }
func toKMH(x float64) (float64, bool) { return x * 3.6, true }
func toKM(x float64) (float64, bool)  { return x / 1000, true }

// slowestPaceMPS is the speed in m/s below which a pace is meaningless: one hour per kilometre.
const slowestPaceMPS = 1000.0 / 3600

// of returns the channel with the given name for a sport. The pace of a swim is
// per 100 m.
func of(name string, sport training.Sport) channel {
	ch := channels[name]
	if name == "pace" && sport == training.Swimming {
		ch.columns = []column{{"pace_s_per_100m", 1, training.Speed, toPace100}}
	}
	return ch
}

func toPace100(mps float64) (float64, bool) {
	s, ok := toPace(mps)
	return s / 10, ok
}

func toPace(mps float64) (float64, bool) {
	if mps < slowestPaceMPS {
		return 0, false
	}
	return 1000 / mps, true
}

var channels = map[string]channel{
	"power":    plain("power_w", 0, training.Power, as, training.NoPower),
	"hr":       plain("hr_bpm", 0, training.HeartRate, as, training.NoHeartRate),
	"cadence":  plain("cadence_rpm", 0, training.Cadence, as, training.NoCadence),
	"speed":    ofWay(plain("speed_kmh", 1, training.Speed, toKMH, training.NoSpeed)),
	"pace":     ofWay(plain("pace_s_per_km", 0, training.Speed, toPace, training.NoSpeed)),
	"altitude": plain("altitude_m", 1, training.Altitude, as, training.NoAltitude),
	"distance": firstOf(plain("distance_km", 3, training.Distance, toKM, training.NoDistance)),
	"temp":     plain("temp_c", 1, training.Temperature, as, answers.NoTemp),

	"core_temp":       plain("core_temp_c", 2, training.CoreTemperature, as, notRecorded),
	"respiration":     plain("respiration_per_min", 1, training.RespirationRate, as, notRecorded),
	"left_balance":    plain("left_balance_pct", 1, training.LeftBalance, as, notRecorded),
	"step_length":     plain("step_length_mm", 0, training.StepLength, as, notRecorded),
	"oscillation":     plain("vertical_oscillation_mm", 1, training.VerticalOscillation, as, notRecorded),
	"contact_time":    plain("ground_contact_ms", 0, training.GroundContact, as, notRecorded),
	"contact_balance": plain("ground_contact_balance_pct", 1, training.GroundContactBalance, as, notRecorded),
	"grade": {
		columns: []column{{key: "grade_pct", decimals: 1}}, grade: true,
		needs: store.Channels(training.Altitude, training.Distance), absent: "altitude or distance was not recorded",
	},
	"gap": {
		columns: []column{{key: "gap_s_per_km", decimals: 0}}, gap: true,
		needs:  store.Channels(training.Altitude, training.Distance, training.Speed),
		absent: "speed or distance, or altitude, was not recorded",
	},
	balanceName: {
		columns: []column{{key: "w_prime_balance_j", decimals: 0}}, balance: true,
		needs: store.Channels(training.Power), absent: training.NoPower,
	},
	movingName: {
		columns: []column{{key: "moving_time_s", decimals: 0}}, moving: true, absent: "there are no stream records",
	},
	othersName: {others: true, absent: "no app, sensor or service recorded other streams for it"},
	positionName: {
		columns: []column{
			{"latitude_deg", 5, training.Latitude, as}, {"longitude_deg", 5, training.Longitude, as},
		},
		needs: store.Channels(training.Latitude, training.Longitude), absent: training.NoPosition, first: true,
	},
}

// positionName is the name of the channel with the athlete's position.
const positionName = "gps"

const notRecorded = "no sensor recorded it"

func plain(key string, decimals int, from training.Channel, value func(float64) (float64, bool), absent i18n.Sentence) channel {
	return channel{
		columns: []column{{key, decimals, from, value}}, needs: store.Channels(from), absent: absent,
	}
}

// ofWay returns c as a channel that, if it was not recorded, is computed from the
// distance or the positions, in the same way as the totals.
func ofWay(c channel) channel {
	c.instead = store.Channels(training.Distance, training.Latitude, training.Longitude)
	return c
}

func firstOf(c channel) channel {
	c.first = true
	return c
}

// StreamNames returns the names of all channels.
func StreamNames() []string { return slices.Sorted(maps.Keys(channels)) }

// Usual returns the channels for a [Query] that specifies none. Computed channels and the
// position are not among them and must be requested by name.
func Usual() []string { return []string{"power", "hr", "cadence", "speed", "altitude"} }

// Others returns all channels except the usual ones.
func Others() []string {
	return slices.DeleteFunc(StreamNames(), func(n string) bool { return slices.Contains(Usual(), n) })
}

// cells returns the values of one column in all buckets.
func (ch *channel) cells(from *streamsSource, bs []bucket, col column) []*float64 {
	out := make([]*float64, len(bs))
	c := from.columns
	if ch.balance {
		return from.lowest(bs, col.decimals)
	}
	if ch.moving {
		return from.movedAt(bs, col.decimals)
	}
	if ch.grade {
		return from.slope.grade(bs, col.decimals)
	}
	if ch.gap {
		return from.slope.gap(bs, col.decimals)
	}
	for i, b := range bs {
		if x, ok := ch.level(c, b, col.from); ok {
			if v, ok := col.value(x); ok {
				v = answers.Round(v, col.decimals)
				out[i] = &v
			}
		}
	}
	return out
}

// level returns the mean of a bucket, or its first value, in the unit that is shown.
func (ch *channel) level(c *training.Columns, b bucket, from training.Channel) (float64, bool) {
	sum, n := 0.0, 0
	for i := b.lo; i < b.hi; i++ {
		v, ok := c.At(from, i)
		if !ok {
			continue
		}
		sum += float64(v)
		n++
		if ch.first {
			break
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n) / from.Scale(), true
}

// OnlyRuns is the reason why grade-adjusted pace is missing in other sports.
const OnlyRuns = "grade-adjusted pace is computed for runs only"

// slope holds the grade of every row and, for a run, its grade-adjusted speed.
type slope struct {
	pct    []float32
	known  training.Bitmap
	graded *pace.Graded
	// noGAP is the reason why grade-adjusted pace is missing, if it is.
	noGAP i18n.Sentence
}

// readSlope computes the grade in the same way as the metrics, taking pauses into account.
func (f *streamsSource) readSlope(ctx context.Context, r store.Reader, s training.Scope, row *store.ActivityRow) error {
	v, err := f.view(ctx, r, s, row)
	if err != nil {
		return err
	}
	f.slope.pct, f.slope.known = route.Grade(v)
	if row.Sport != training.Running {
		f.slope.noGAP = OnlyRuns
		return nil
	}
	f.slope.graded, f.slope.noGAP = pace.Grade(v, pace.Canonical)
	return nil
}

// view returns the columns with the pauses of the recording that provides their clock.
func (f *streamsSource) view(ctx context.Context, r store.Reader, s training.Scope, row *store.ActivityRow) (*stream.View, error) {
	recordings, err := r.Recordings(ctx, s, row.ID)
	if err != nil {
		return nil, err
	}
	var rec training.Recording
	for i, first := 0, -1; i < len(recordings); i++ {
		if first < 0 || recordings[i].Rank < recordings[first].Rank {
			rec, first = recordings[i].Recording, i
		}
	}
	rec.Sport, rec.SubSport, rec.Columns = row.Sport, row.SubSport, *f.columns
	return stream.Of(&rec, stream.Limits{}), nil
}

// grade returns the mean grade of each bucket in percent.
func (s *slope) grade(bs []bucket, decimals int) []*float64 {
	return means(bs, decimals, func(i int) (float64, bool) { return float64(s.pct[i]), s.known.Get(i) }, as)
}

// gap returns the pace that corresponds to each bucket's mean grade-adjusted speed.
func (s *slope) gap(bs []bucket, decimals int) []*float64 {
	if s.graded == nil {
		return make([]*float64, len(bs))
	}
	return means(bs, decimals, s.graded.Speed, toPace)
}

// means returns, for each bucket, the mean over its rows with a value, converted by shown.
func means(bs []bucket, decimals int, row func(i int) (float64, bool), shown func(float64) (float64, bool)) []*float64 {
	out := make([]*float64, len(bs))
	for k, b := range bs {
		sum, n := 0.0, 0
		for i := b.lo; i < b.hi; i++ {
			if x, ok := row(i); ok {
				sum += x
				n++
			}
		}
		if n == 0 {
			continue
		}
		if v, ok := shown(sum / float64(n)); ok {
			v = answers.Round(v, decimals)
			out[k] = &v
		}
	}
	return out
}
