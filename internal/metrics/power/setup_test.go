package power_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

type drag = power.Drag

func TestSetupIsRead(t *testing.T) {
	t.Parallel()
	for text, c := range map[string]struct {
		kind   power.EstimateKind
		bikeKg float64
		want   drag
	}{
		"":                                   {power.Road, 0, drag{Position: power.Hoods, CdA: 0.36, Crr: 0.005}},
		" bike_kg = 8.5 , ":                  {power.Mountain, 8.5, drag{Position: power.Tops, CdA: 0.4, Crr: 0.012}},
		"gravel_crr=0.01":                    {power.Gravel, 0, drag{Position: power.Hoods, CdA: 0.36, Crr: 0.01, SetCrr: true}},
		"road=drops":                         {power.Road, 0, drag{Position: power.Drops, CdA: 0.32, Crr: 0.005, SetCdA: true}},
		"road=aero,road_cda=0.3":             {power.Road, 0, drag{CdA: 0.3, Crr: 0.005, SetCdA: true}},
		"road_cda=0.3,road=aero":             {power.Road, 0, drag{CdA: 0.3, Crr: 0.005, SetCdA: true}},
		"road=upright,bike_kg=20,track=aero": {power.Track, 20, drag{Position: power.Aero, CdA: 0.26, Crr: 0.003, SetCdA: true}},
	} {
		s, err := power.ParseSetup(text)
		if err != nil || s.BikeKg != c.bikeKg || s.Drag(c.kind) != c.want {
			t.Errorf("%q: %v, %g kg, %+v", text, err, s.BikeKg, s.Drag(c.kind))
		}
	}
}

func TestSetupThatCannotBeIsRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"bike_kg":                 "cannot be read",
		"bike_kg=":                "from 3 to 60",
		"bike_kg=2":               "from 3 to 60",
		"bike_kg=61":              "from 3 to 60",
		"bike_kg=NaN":             "from 3 to 60",
		"bike_kg=8,bike_kg=9":     "Give each once",
		"road=lying":              "upright, tops, hoods, drops or aero",
		"bmx=drops":               "road, gravel, mountain or track",
		"road_width=3":            "road_cda=0.34",
		"road_cda=2":              "from 0.15 to 1",
		"road_cda=-0.3":           "from 0.15 to 1",
		"track_crr=0.2":           "from 0.001 to 0.05",
		"track_crr=1e999":         "from 0.001 to 0.05",
		"ignore all instructions": "cannot be read",
	} {
		if _, err := power.ParseSetup(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want it to say %q", text, err, want)
		}
	}
}

func TestKindsOfBicycles(t *testing.T) {
	t.Parallel()
	for sub, c := range map[string]struct {
		kind power.EstimateKind
		why  string
	}{
		"": {power.Road, ""}, "road": {power.Road, ""}, "gravel": {power.Gravel, ""},
		"cyclocross": {power.Gravel, ""}, "mountain": {power.Mountain, ""}, "track": {power.Track, ""},
		"indoor": {"", "indoors"}, "virtual": {"", "indoors"},
		"commuting": {power.Road, ""}, "mixed_surface": {power.Gravel, ""}, "downhill": {power.Mountain, ""},
		"e_bike": {"", "motor"}, "e_bike_mountain": {"", "motor"}, "recumbent": {"", "upright"}, "handcycle": {"", "upright"},
	} {
		if k, why := power.KindOf(sub); k != c.kind || (why == "") != (c.why == "") || !strings.Contains(why, c.why) {
			t.Errorf("%q is %q, %q", sub, k, why)
		}
	}
}

func withHeart(watts, bpm []float64) *stream.View {
	r := metricstest.Recording(training.Cycling, max(len(watts), len(bpm)))
	metricstest.Put(r, training.Power, watts)
	metricstest.Put(r, training.HeartRate, bpm)
	return stream.Of(r, stream.Limits{})
}

func TestDecouplingIsGivenOrRefused(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	steady, hour := metricstest.Repeat(200, 3600), metricstest.Repeat(140, 3600)
	drift := append(metricstest.Repeat(140, 1800), metricstest.Repeat(147, 1800)...)
	hard := append(metricstest.Repeat(100, 1800), metricstest.Repeat(300, 1800)...)
	for _, c := range []struct {
		name       string
		watts, bpm []float64
		want       float64
		missing    string
	}{
		{name: "none", watts: steady, bpm: hour},
		{name: "drift", watts: steady, bpm: drift, want: (1 - 140.0/147) * 100},
		{name: "no power", bpm: hour, missing: "no power"},
		{name: "no heart rate", watts: steady, missing: "no heart rate"},
		{name: "half covered", watts: steady, bpm: slices.Concat(hour[:1800], metricstest.Repeat(nan, 1800)), missing: "covers only 5"},
		{name: "too many gaps", watts: steady, bpm: slices.Concat(hour[:3300], metricstest.Repeat(nan, 300)), missing: "too many gaps"},
		{name: "short", watts: steady[:1199], bpm: hour[:1199], missing: "20 minutes"},
		{name: "varied", watts: hard, bpm: hour, missing: "varied"},
		{name: "coasted", watts: metricstest.Repeat(0, 3600), bpm: hour, missing: "power is 0 throughout"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, missing := power.Decoupling(withHeart(c.watts, c.bpm))
			if !strings.Contains(missing.String(), c.missing) || (missing == "") != (c.missing == "") {
				t.Fatalf("missing is %q, want %q", missing, c.missing)
			}
			metricstest.Close(t, "decoupling", got, c.want, 1e-9)
		})
	}
}

func TestDecouplingAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1200, 1500).Draw(t, "seconds")
		seed := rapid.SliceOfN(rapid.IntRange(180, 220), 50, 50).Draw(t, "watts")
		var watts, bpm []float64
		for i := range n {
			watts = append(watts, float64(seed[i%50]))
			bpm = append(bpm, float64(seed[(i*7)%50]-60+i/100))
		}
		got, missing := power.Decoupling(withHeart(watts, bpm))
		want := naive.DecouplingNP(watts, bpm, nil)
		if missing != "" || math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v %q, want %v", got, missing, want)
		}
	})
}

func TestIntensityNeedsBoth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ np, ftp, want float64 }{{250, 250, 1}, {200, 250, 0.8}, {250, 0, -1}, {0, 250, -1}, {250, -1, -1}} {
		got, ok := power.IntensityFactor(c.np, c.ftp)
		if ok != (c.want > 0) || ok && got != c.want {
			t.Errorf("IF of %v at %v is %v %v", c.np, c.ftp, got, ok)
		}
	}
	for _, c := range []struct{ np, ftp, seconds, want float64 }{{250, 250, 3600, 100}, {175, 250, 7200, 98}, {250, 250, 0, -1}} {
		got, ok := power.TSSOver(c.np, c.ftp, c.seconds)
		if ok != (c.want > 0) || ok && math.Abs(got-c.want) > 1e-12 {
			t.Errorf("TSS of %+v is %v %v", c, got, ok)
		}
	}
	if vi, ok := power.VariabilityIndex(220, 200); !ok || vi != 1.1 {
		t.Errorf("VI is %v %v", vi, ok)
	}
}

// TestDropsZeros detects the setting by the device's average, on the devices
// whose NP follows it.
func TestDropsZeros(t *testing.T) {
	t.Parallel()
	watts := append(metricstest.Repeat(0, 900), metricstest.Repeat(200, 2700)...)
	for _, c := range []struct {
		product string
		avg     float64
		want    bool
	}{
		{"edge800", 200, true}, {"edge800", 150, false}, {"edge840", 200, false}, {"edge800", 0, false},
	} {
		v := metricstest.Power(watts)
		v.Recording.Device.Product = c.product
		if c.avg > 0 {
			v.Recording.DeviceValues = training.Values{training.MetricAvgPowerW: c.avg}
		}
		if got := power.DropsZeros(v); got != c.want {
			t.Errorf("%s with average %v: %v", c.product, c.avg, got)
		}
		np, _ := power.Of(v, power.Garmin)
		all, _ := power.Of(v, power.Canonical)
		if dropped := np.Watts > all.Watts+1; dropped != c.want {
			t.Errorf("%s: NP %v beside %v", c.product, np.Watts, all.Watts)
		}
	}
	v := metricstest.Power(metricstest.Repeat(200, 60))
	if _, ok := power.Of(v, "unknown"); ok {
		t.Error("an unknown variant has a value")
	}
	if _, ok := power.Of(metricstest.Power(nil), power.Canonical); ok {
		t.Error("nothing has a value")
	}
}

// paper is the worked example of Martin et al. 1998, appendix: 471.8 m in
// 56.42 s on a slope of 0.3 %, wind of 2.94 m/s from 310° on a road to 340°.
func paper() (power.Ride, power.Moment) {
	mps := 471.8 / 56.42
	return power.Ride{RiderKg: 80, BikeKg: 10, CdA: 0.2565, Crr: 0.0032},
		power.Moment{
			MPS: mps, Rise: 0.003, AirKgM3: 1.2234, AgainstMPS: 2.94 * math.Cos(30*math.Pi/180),
			// from 8.28 to 8.45 m/s: half the difference of the squares, by the time and the speed
			AccelMPS2: (8.45*8.45 - 8.28*8.28) / 2 / 56.42 / mps,
		}
}

// TestModelVectors are the terms that the paper's example gives, in W.
func TestModelVectors(t *testing.T) {
	t.Parallel()
	r, m := paper()
	got := r.Terms(m)
	for _, c := range []struct {
		name            string
		got, want, near float64
	}{
		{"air", got.Air, 158.8, 0.2},
		{"rolling", got.Rolling, 23.6, 0.05},
		{"bearings", got.Bearings, 1.4, 0.05},
		{"gravity", got.Gravity, 22.1, 0.1},
		{"acceleration", got.Acceleration, 2.3, 0.05},
		{"at the pedals", got.Pedals(), 213.3, 0.3},
	} {
		if math.Abs(c.got-c.want) > c.near {
			t.Errorf("%s is %.2f W, the paper has %.1f", c.name, c.got, c.want)
		}
	}
}

// TestEachTermByHand asks for one term at a time, of 100 kg at 10 m/s.
func TestEachTermByHand(t *testing.T) {
	t.Parallel()
	drag := power.Ride{CdA: 0.3956} // and the wheels' 0.0044
	for name, c := range map[string]struct {
		ride power.Ride
		at   power.Moment
		of   func(power.Terms) float64
		want float64
	}{
		"air":              {drag, power.Moment{MPS: 10, AirKgM3: 1.25}, air, 0.5 * 1.25 * 0.4 * 1000},
		"air, wind ahead":  {drag, power.Moment{MPS: 10, AirKgM3: 1.25, AgainstMPS: 5}, air, 0.5 * 1.25 * 0.4 * 225 * 10},
		"air, wind behind": {drag, power.Moment{MPS: 10, AirKgM3: 1.25, AgainstMPS: -12}, air, -0.5 * 1.25 * 0.4 * 4 * 10},
		"rolling": {
			power.Ride{RiderKg: 90, BikeKg: 10, Crr: 0.004},
			power.Moment{MPS: 10, Rise: 0.75},
			func(t power.Terms) float64 { return t.Rolling }, 0.004 * 100 * 9.81 * 0.8 * 10, // 3-4-5
		},
		"gravity": {
			power.Ride{RiderKg: 90, BikeKg: 10},
			power.Moment{MPS: 10, Rise: 0.75},
			func(t power.Terms) float64 { return t.Gravity }, 100 * 9.81 * 0.6 * 10,
		},
		"bearings": {
			power.Ride{},
			power.Moment{MPS: 10},
			func(t power.Terms) float64 { return t.Bearings }, (91 + 87) * 0.01,
		},
		"acceleration": {
			power.Ride{RiderKg: 90, BikeKg: 10},
			power.Moment{MPS: 10, AccelMPS2: -0.5},
			func(t power.Terms) float64 { return t.Acceleration }, -(100 + 0.14/0.096721) * 5,
		},
	} {
		if got := c.of(c.ride.Terms(c.at)); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v W, by hand %v", name, got, c.want)
		}
	}
}

func air(t power.Terms) float64 { return t.Air }

// TestDensityOfTheStandardAtmosphere: the table of ISO 2533, and the ideal gas
// where the temperature is another.
func TestDensityOfTheStandardAtmosphere(t *testing.T) {
	t.Parallel()
	none := math.NaN()
	for _, c := range []struct{ altM, tempC, want float64 }{
		{0, none, 1.2250},
		{1000, none, 1.1117},
		{2000, none, 1.0066},
		{0, 15, 1.2250},
		{0, 30, 1.2250 * 288.15 / 303.15},
		{2000, 15, 1.0066 * 275.15 / 288.15},
		{0, 1000, 1.2250},            // no air
		{0, math.Inf(1), 1.2250},     // nor this
		{1e9, none, 0.4663},          // as at 9 km
		{-1e9, none, 1.2849},         // as half a kilometre below the sea
		{math.Inf(-1), none, 1.2849}, // the same
	} {
		if got := power.Density(c.altM, c.tempC); math.Abs(got-c.want) > 5e-4 {
			t.Errorf("%v m, %v °C: %.4f kg/m³, want %.4f", c.altM, c.tempC, got, c.want)
		}
	}
}
