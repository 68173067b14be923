package activity

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// othersName is the name that requests all streams other than channels: streams that an app
// or a sensor added to the file, and streams that the athlete defined on a service.
const othersName = "others"

// otherDecimals is the number of decimals for values with an unknown unit.
const otherDecimals = 3

// other is a stream with the name that its author gave it. It has one value for
// each of its seconds.
type other struct {
	name   string
	code   string // name without the unit, or the requested name
	timeS  []int32
	values []float64
}

// readOthers adds the developer fields of the recording and the streams of
// services.
func (f *streamsSource) readOthers(ctx context.Context, r store.Reader, s training.Scope, row *store.ActivityRow) error {
	for _, d := range f.columns.Developer {
		o := other{name: StreamName(d.Name, d.Units), code: d.Name}
		for i, v := range d.Values {
			if x := float64(v); i < f.columns.Len() && !math.IsNaN(x) && !math.IsInf(x, 0) {
				o.timeS, o.values = append(o.timeS, f.columns.TimeS[i]), append(o.values, x)
			}
		}
		f.others = append(f.others, o)
	}
	all, err := servicevalues.OwnStreams(ctx, r, s, row.ExternalIDs)
	if err != nil {
		return err
	}
	for _, own := range all {
		for _, code := range slices.Sorted(maps.Keys(own.Streams)) {
			x := own.Streams[code]
			if len(x.TimeS) == len(x.Values) {
				f.others = append(f.others, other{OwnStreamName(code, x), code, x.TimeS, x.Values})
			}
		}
	}
	return nil
}

// put adds the means of streams to the channels, each under its own name. It
// reports whether there are any. It does not replace a channel of the same
// name. Values at times without a bucket are left out.
func (o *Streams) put(bs []bucket, others ...other) (found bool) {
	at := make(map[int32]int, len(bs))
	for i, b := range bs {
		at[b.atS] = i
	}
	for _, x := range others {
		sums, counts := make([]float64, len(bs)), make([]int, len(bs))
		for i, t := range x.timeS {
			if b, ok := at[t-t%int32(o.ResolutionS)]; ok {
				sums[b], counts[b] = sums[b]+x.values[i], counts[b]+1
			}
		}
		cells, any := make([]*float64, len(bs)), false
		for i, n := range counts {
			if mean := sums[i] / float64(n); n > 0 && answers.Finite(mean) {
				mean = answers.Round(mean, otherDecimals)
				cells[i], any = &mean, true
			}
		}
		if !any || x.name == "" {
			continue
		}
		if _, taken := o.Channels[x.name]; !taken {
			o.Channels[x.name], found = cells, true
		}
	}
	return found
}

// StreamName returns the name of a stream that is not a channel. It consists of
// the name that its author gave it, and the unit.
func StreamName(name, units string) string {
	name, units = textclean.Line(name, textclean.NameRunes), textclean.Line(units, textclean.NameRunes)
	if name != "" && units != "" {
		name += " (" + units + ")"
	}
	return name
}

// OwnStreamName returns the name of a stream that the athlete defined.
func OwnStreamName(code string, s training.OwnStream) string {
	return StreamName(cmp.Or(s.Name, code), "")
}

// ownStreams lists the streams that the athlete defined on services.
func (d *Detail) ownStreams(ctx context.Context, sub *subject) error {
	all, err := servicevalues.OwnStreams(ctx, sub.reader, sub.scope, sub.row.ExternalIDs)
	if err != nil {
		return err
	}
	for _, own := range all {
		for _, code := range slices.Sorted(maps.Keys(own.Streams)) {
			if name := OwnStreamName(code, own.Streams[code]); !slices.Contains(d.OwnStreams, name) {
				d.OwnStreams = append(d.OwnStreams, name)
			}
		}
	}
	return nil
}

// Histogram holds the number of seconds at each value, in bins of equal width. Bin i
// contains values from From + i·Width up to, but not including, the start of the next bin.
type Histogram struct {
	Unit    string    `json:"unit"`
	From    float64   `json:"from"`
	Width   float64   `json:"width"`
	Seconds []float64 `json:"seconds"`
}

const (
	paceBinS    = 10 // s/km; a multiple of this if there would be more than [maxPaceBins] bins
	maxPaceBins = 60
	slowPaceS   = 3600
	mmPerMetre  = 1000.0
)

// binned returns a histogram with bins of the given width.
func binned(h zones.Histogram, width int32, unit string) *Histogram {
	c := h.Coarse(width)
	out := &Histogram{Unit: unit, From: float64(c.First) * float64(width), Width: float64(width), Seconds: []float64{}}
	for _, s := range c.Seconds {
		out.Seconds = append(out.Seconds, float64(s))
	}
	return out
}

// paceBins converts a histogram of speed to a histogram of pace. It leaves out the time
// spent standing still.
func paceBins(h zones.Histogram) *Histogram {
	bins := map[int]float64{}
	lo, hi := slowPaceS/paceBinS, -1
	for i, s := range h.Seconds {
		mps := (float64(h.First) + float64(i) + 0.5) * float64(h.Width) / mmPerMetre
		if s == 0 || mps <= mmPerMetre/slowPaceS {
			continue
		}
		b := int(1000 / mps / paceBinS)
		bins[b] += float64(s)
		lo, hi = min(lo, b), max(hi, b)
	}
	if hi < lo {
		return nil
	}
	wider := 1
	for hi/wider-lo/wider >= maxPaceBins {
		wider++
	}
	width := float64(wider * paceBinS)
	out := &Histogram{Unit: "s_per_km", From: float64(lo/wider) * width, Width: width, Seconds: make([]float64, hi/wider-lo/wider+1)}
	for b, s := range bins {
		out.Seconds[b/wider-lo/wider] += s
	}
	return out
}

// These are the widths of the bins that are shown.
const (
	powerBinW = 10
	hrBinBpm  = 5
)

// histograms fills in the histograms of power, heart rate and, in sports with
// pace, pace. For runs it adds grade-adjusted pace.
func (d *Detail) histograms(ctx context.Context, sub *subject) error {
	d.Histograms = map[string]*Histogram{}
	for _, k := range []struct {
		key    string
		ch     training.Channel
		absent i18n.Sentence
		show   func(zones.Histogram) *Histogram
	}{
		{"power", training.Power, training.NoPower, func(h zones.Histogram) *Histogram { return binned(h, powerBinW, "W") }},
		{"hr", training.HeartRate, training.NoHeartRate, func(h zones.Histogram) *Histogram { return binned(h, hrBinBpm, "bpm") }},
		{"pace", training.Speed, training.NoSpeed, paceBins},
	} {
		if k.ch == training.Speed && !slices.Contains(paced, sub.row.Sport) {
			continue
		}
		h, why, err := sub.histogram(ctx, k.ch, k.absent)
		if err != nil {
			return err
		}
		if why != "" {
			d.Missing = d.Missing.Add("histograms."+k.key, why)
		} else if shown := k.show(h); shown != nil {
			d.Histograms[k.key] = shown
		}
	}
	return d.gradedHistogram(ctx, sub)
}

// gradedHistogram fills in the histogram of grade-adjusted pace. It reads the
// streams, because the stored histogram of speed does not contain grades.
func (d *Detail) gradedHistogram(ctx context.Context, sub *subject) error {
	if sub.row.Sport != training.Running {
		return nil
	}
	h, why := zones.Histogram{}, i18n.Sentence(training.NoAltitude)
	if !sub.lacks(training.Altitude) {
		v, err := sub.open(ctx)
		if err != nil {
			return err
		}
		h, why = pace.Histogram(v)
	}
	if why != "" {
		d.Missing = d.Missing.Add("histograms.gap", why)
	} else if shown := paceBins(h); shown != nil {
		d.Histograms["gap"] = shown
	}
	return nil
}

// ZoneTable is the time in zones of one kind, and the scheme that determines their bounds.
type ZoneTable struct {
	Scheme string  `json:"scheme"`
	Zones  []Facts `json:"zones"`
	// Device is the time in each zone as counted by the device, with the device's own bounds.
	Device []Facts `json:"device,omitempty"`
}

// zoneKinds defines how to read and show each kind of zone.
var zoneKinds = []struct {
	kind    training.ZoneKind
	channel training.Channel
	from    string
	to      string
	absent  i18n.Sentence
	show    func(x float64) float64
}{
	{training.ZonesPower, training.Power, "from_w", "to_w", training.NoPower, wholeUnits},
	{training.ZonesHR, training.HeartRate, "from_bpm", "to_bpm", training.NoHeartRate, wholeUnits},
	{training.ZonesPace, training.Speed, "from_pace_s_per_km", "to_pace_s_per_km", training.NoSpeed, paceOf},
	{training.ZonesPace, training.Speed, "from_pace_s_per_100m", "to_pace_s_per_100m", training.NoSpeed, pace100Of},
}

func wholeUnits(x float64) float64 { return answers.Round(x, 1) }
func paceOf(mps float64) float64   { return answers.Round(1000/mps, 1) }

// pace100Of returns a swim's pace in s/100 m.
func pace100Of(mps float64) float64 { return answers.Round(100/mps, 1) }

// paced lists the sports whose speed is shown as pace.
var paced = []training.Sport{
	training.Running, training.Walking, training.Hiking, training.Swimming, training.Rowing, training.Paddling,
}

// zones fills in the time in each kind of zone.
func (d *Detail) zones(ctx context.Context, sub *subject) error {
	d.Zones = map[string]*ZoneTable{}
	own, err := servicevalues.ZoneNames(ctx, sub.reader, sub.scope, sub.row.Discipline())
	if err != nil {
		return err
	}
	for _, k := range zoneKinds {
		swum := k.from == "from_pace_s_per_100m"
		if k.kind == training.ZonesPace && (!slices.Contains(paced, sub.row.Sport) || swum != (sub.row.Sport == training.Swimming)) {
			continue
		}
		key := "zones." + string(k.kind)
		histogram, why, err := sub.histogram(ctx, k.channel, k.absent)
		if err != nil {
			return err
		}
		var scheme zones.Scheme
		if why == "" {
			scheme, why = zones.For(k.kind, sub.row.Sport, sub.thresholds)
		}
		if why != "" {
			d.Missing = d.Missing.Add(key, why)
			continue
		}
		seconds := scheme.TimeIn(histogram)
		if names := own[k.kind]; len(names) == len(seconds) {
			scheme.Names = names
		}
		d.Zones[string(k.kind)] = &ZoneTable{
			Scheme: scheme.Method,
			Zones:  zoneRows(seconds, scheme.Lower, scheme.Names, k.from, k.to, k.show),
			Device: deviceZones(sub, k.kind, k.from, k.to, k.show),
		}
	}
	return nil
}

// zoneRows returns one row per zone. A zone includes its lower bound, but not its upper one.
func zoneRows(seconds, lower []float64, names []string, from, to string, show func(float64) float64) []Facts {
	total := 0.0
	for _, s := range seconds {
		total += s
	}
	out := make([]Facts, len(seconds))
	for i, s := range seconds {
		f := Facts{"zone": i + 1, "seconds": answers.Round(s, 1)}
		if i < len(names) {
			f.Put("name", names[i])
		}
		if i > 0 && i-1 < len(lower) {
			f[from] = show(lower[i-1])
		}
		if i < len(lower) {
			f[to] = show(lower[i])
		}
		if total > 0 {
			f["percent"] = answers.Round(s/total*100, 1)
		}
		out[i] = f
	}
	return out
}

func deviceZones(sub *subject, kind training.ZoneKind, from, to string, show func(float64) float64) []Facts {
	for _, z := range sub.primary().Recording.DeviceZones {
		if z.Kind == kind && len(z.Seconds) > 0 && positive(z.HighBounds) {
			return zoneRows(z.Seconds, z.HighBounds, nil, from, to, show)
		}
	}
	return nil
}

// positive reports whether all values are above zero. It prevents a division by
// zero if a device has left the bound of a pace zone empty.
func positive(xs []float64) bool {
	return !slices.ContainsFunc(xs, func(x float64) bool { return !(x > 0) })
}
