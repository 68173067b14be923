package igpsport

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/training"
)

func jwt(payload string) string {
	return "e30." + base64.RawURLEncoding.EncodeToString([]byte(payload)) + ".c2ln"
}

func TestWhatATokenSaysOfItself(t *testing.T) {
	t.Parallel()
	end := time.Unix(605800, 0)
	for token, want := range map[string]Claims{
		jwt(`{"memberid":12345,"exp":605800}`): {"12345", end},
		jwt(`{"memberid":"abc123"}`):           {Member: "abc123"},
		jwt(`{"memberId":"7","exp":"605800"}`): {"7", end},
		jwt(`{"sub":"s5"}`):                    {},
		jwt(`{"memberid":9007199254740993}`):   {Member: "9007199254740993"},
		jwt(`{"exp":1e300}`):                   {},
		jwt(`[]`):                              {},
		"header.payload":                       {},
		"just-one-segment":                     {},
		"":                                     {},
		"e30.eyJtZW1iZXJpZCI6IDF9==.x":         {Member: "1"},
	} {
		if got := ClaimsOf(token); got.Member != want.Member || !got.Expiry.Equal(want.Expiry) {
			t.Errorf("%s: %+v", token, got)
		}
	}
	now := time.Unix(1000, 0)
	for _, x := range []struct {
		s    Session
		want time.Time
	}{
		{Session{"x", 604800}, end},
		{Session{jwt(`{"exp":5000}`), 604800}, time.Unix(5000, 0)},
		{Session{Access: "x"}, time.Time{}},
		{Session{"x", -5}, time.Time{}},
	} {
		if got := x.s.Expiry(now); !got.Equal(x.want) {
			t.Errorf("%+v ends %s", x.s, got)
		}
	}
}

func TestStartsInEachForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		at    training.LocalTime
		timed bool
	}{
		"2026.09.03": {"2026-09-03T00:00:00", false}, "2026-09-03": {"2026-09-03T00:00:00", false},
		"2026-09-03 06:30:00": {"2026-09-03T06:30:00", true}, "2026.09.03 06:30:00": {"2026-09-03T06:30:00", true},
		"2026-09-03T06:30:00": {"2026-09-03T06:30:00", true}, "2026-09-03 00:00:00": {"2026-09-03T00:00:00", true},
		"": {}, "03/09/2026": {}, "2026.13.03": {}, "0": {},
	} {
		if at, timed := local(text); at != want.at || timed != want.timed {
			t.Errorf("%q: %s %v", text, at, timed)
		}
	}
}

func TestAPageInEachForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		ids   []string
		pages int
	}{
		`{"rows":[{"rideId":5},{"activityId":"6"},{"id":"66f0"}],"totalPage":"3"}`: {[]string{"5", "6", ""}, 3},
		`{"list":[{"rideId":9007199254740993}]}`:                                   {[]string{"9007199254740993"}, 0},
		` [{"rideId":"7"}]`:                                                        {[]string{"7"}, 0},
		`{"rows":null}`:                                                            {nil, 0},
		`null`:                                                                     {nil, 0},
	} {
		var p Page
		if err := json.Unmarshal([]byte(text), &p); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		var ids []string
		for i := range p.Rows {
			ids = append(ids, p.Rows[i].ID())
		}
		if !slices.Equal(ids, want.ids) || p.Pages != want.pages {
			t.Errorf("%s: %v of %d pages", text, ids, p.Pages)
		}
	}
	var p Page
	if json.Unmarshal([]byte(`{"rows":[{"title":{}}]}`), &p) == nil {
		t.Error("a row that is none is read")
	}
}

func TestWhatIsMissingIsNotZero(t *testing.T) {
	t.Parallel()
	var a Activity
	if err := json.Unmarshal([]byte(`{"rideId":1,"startTime":"2026.09.03","rideDistance":"12000","totalAscent":0,"avgPower":null}`), &a); err != nil {
		t.Fatal(err)
	}
	v := a.Read(time.UTC, 0).Statement.Entry.Values
	if len(v) != 2 || v[training.MetricDistanceKM] != 12 || !slices.Contains(keys(v), training.MetricElevationGainM) {
		t.Errorf("%v", v)
	}
}

// TestARowInOurWords checks the row that igpsport-mcp's tests read.
func TestARowInOurWords(t *testing.T) {
	t.Parallel()
	const row = `{"rideId":12345,"title":"Ride","startTime":"2026.06.19","rideDistance":100067.09,"totalAscent":850,
		"totalMovingTime":12600,"exerciseType":0`
	for text, kmh := range map[string]float64{row + `}`: 0, row + `,"avgSpeed":7.5}`: 27} {
		var a Activity
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			t.Fatal(err)
		}
		got := a.Read(time.UTC, 0)
		e := got.Statement.Entry
		if got.ID != "12345" || got.Statement.Name != "Ride" || got.Day != training.NewDay(2026, 6, 19) ||
			got.Statement.Sport != training.Cycling ||
			e.TimerS != 12600 || e.Values[training.MetricDistanceKM] != 100.06709 || e.Values[training.MetricElevationGainM] != 850 {
			t.Errorf("%+v %+v", got, e)
		}
		if x, is := e.Values[training.MetricAvgSpeedKMH]; x != kmh || is != (kmh > 0) {
			t.Errorf("%g km/h", x)
		}
	}
}

func keys(v training.Values) (all []training.Metric) {
	for m := range v {
		all = append(all, m)
	}
	return all
}

// The version changes with what is kept, and not with how it was read.
func TestVersions(t *testing.T) {
	t.Parallel()
	base := Activity{Ride: "1", Title: "a", Start: "2026.09.03", DistanceM: 1000.2, MovingS: 60}
	version := func(change func(*Activity)) string {
		a := base
		change(&a)
		return a.Read(time.UTC, 0).Version
	}
	same := version(func(*Activity) {})
	for name, f := range map[string]func(*Activity){
		"a time": func(a *Activity) { a.Start = "2026-09-03 06:30:00" }, "metres": func(a *Activity) { a.DistanceM = 1000 },
		"an address": func(a *Activity) { a.ListFile = "https://x/?Expires=1" }, "a mean": func(a *Activity) { a.PowerW = 200 },
	} {
		if version(f) != same {
			t.Errorf("%s makes another version", name)
		}
	}
	for name, f := range map[string]func(*Activity){
		"title": func(a *Activity) { a.Title = "b" }, "day": func(a *Activity) { a.Start = "2026.09.04" },
		"length": func(a *Activity) { a.DistanceM = 900 }, "time": func(a *Activity) { a.MovingS = 61 },
	} {
		if version(f) == same {
			t.Errorf("another %s makes no other version", name)
		}
	}
}

func TestAddressesOfFiles(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Address{`"https://a/b"`: "https://a/b", `{"url":"https://a/b"}`: "https://a/b", `null`: "", `{}`: ""} {
		var got Address
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
}

func TestZonesOfTheRuleThatWasChosen(t *testing.T) {
	t.Parallel()
	band := func(ends ...float64) (all []Band) {
		from := 0.0
		for _, e := range ends {
			all = append(all, Band{Start: client.Number(from), End: client.Number(e)})
			from = e + 1
		}
		return all
	}
	i := Intervals{Maximum: band(100, 120, 190), Reserve: band(110, 130, 190), LTHR: band(120, 140, 10), Power: band(100, 200, 2500)}
	i.Member.FTP, i.Member.MaxHR = 200, 190
	for mode, want := range map[float64][]float64{0: {100, 120, 190}, 1: {110, 130, 190}, 2: {120, 140, 190}, 3: nil} {
		i.Member.Mode = client.Number(mode)
		got := i.Settings(&User{})[0]
		if !slices.Equal(got.HRZonesBpm, want) || !slices.Equal(got.PowerZonesPct, []float64{50, 100, 999}) {
			t.Errorf("rule %g: %v, %v", mode, got.HRZonesBpm, got.PowerZonesPct)
		}
	}
	i.Power = band(200, 100, 300) // they do not rise
	if got := i.Settings(&User{FTP: 5})[0].PowerZonesPct; got != nil {
		t.Errorf("%v", got)
	}
}

func TestTheZoneThatAnOffsetSays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		china, elsewhere string
		hours            float64
	}{
		`{"timeZone":28800}`: {"Asia/Shanghai", "", 8}, `{"timeZone":"28800"}`: {"Asia/Shanghai", "", 8},
		`{"timeZone":7200}`: {"", "", 2}, `{"timeZone":-12600}`: {"", "", -3.5}, `{"timeZone":8}`: {}, `{"timeZone":99999999}`: {}, `{}`: {},
	} {
		var u User
		if err := json.Unmarshal([]byte(text), &u); err != nil {
			t.Fatal(err)
		}
		_, s := time.Unix(0, 0).In(u.Location()).Zone()
		if u.TimeZone(true) != want.china || u.TimeZone(false) != want.elsewhere || float64(s) != 3600*want.hours {
			t.Errorf("%s: %q %q %d", text, u.TimeZone(true), u.TimeZone(false), s)
		}
	}
}

func TestValuesThatNoAthleteHasAreSlips(t *testing.T) {
	t.Parallel()
	u := User{ID: "0", TextID: "42", Born: "1988-04-12 00:00:00", Weight: 1000, Height: 1.78}
	var i Intervals
	i.Member.RestHR = 500
	if p := u.Profile(&i, true); p.WeightKg != 0 || p.HeightCm != 0 || p.RestHRBpm != 0 || p.BirthYear() != 1988 || p.ID != "42" {
		t.Errorf("%+v", p)
	}
}
