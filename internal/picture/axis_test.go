package picture

import (
	"math"
	"strings"
	"testing"
)

func texts(ticks []tick) string {
	var out []string
	for _, t := range ticks {
		out = append(out, t.text)
	}
	return strings.Join(out, " | ")
}

func TestTicksAcross(t *testing.T) {
	t.Parallel()
	for _, is := range []struct {
		axis  Axis
		total float64
		want  string
	}{
		{Axis{}, 45, "0:00 | 0:05 | 0:10 | 0:15 | 0:20 | 0:25 | 0:30 | 0:35 | 0:40 | 0:45 | 0:45 min"},
		{Axis{}, 150, "0:00 | 0:15 | 0:30 | 0:45 | 1:00 | 1:15 | 1:30 | 1:45 | 2:00 | 2:15 | 2:30 | 2:30 min"},
		{Axis{}, 1800, "0 | 5 | 10 | 15 | 20 | 25 | 30 | 30 min"},
		{Axis{}, 3601, "0 | 10 | 20 | 30 | 40 | 50 | 60 | 60:01 min"},
		{Axis{}, 5300, "0 | 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 88:20 min"},
		{Time("分钟", "小时"), 1800, "0 | 5 | 10 | 15 | 20 | 25 | 30 | 30 分钟"},
		{Time("分钟", "小时"), 18030, "0:00 | 0:30 | 1:00 | 1:30 | 2:00 | 2:30 | 3:00 | 3:30 | 4:00 | 4:30 | 5:00 | 5:00:30 小时"},
		{Axis{}, 8100, "0:00 | 0:15 | 0:30 | 0:45 | 1:00 | 1:15 | 1:30 | 1:45 | 2:00 | 2:15 | 2:15 h"},
		{Axis{}, 18030, "0:00 | 0:30 | 1:00 | 1:30 | 2:00 | 2:30 | 3:00 | 3:30 | 4:00 | 4:30 | 5:00 | 5:00:30 h"},
		{Axis{}, 10 * 86400, "0:00 | 24:00 | 48:00 | 72:00 | 96:00 | 120:00 | 144:00 | 168:00 | 192:00 | 216:00 | 240:00 | 240:00 h"},
		{Distance("km", 1000), 11900, "0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 11.9 km"},
		{Distance("km", 1000), 1500, "0 | 0.2 | 0.4 | 0.6 | 0.8 | 1 | 1.2 | 1.4 | 1.5 km"},
		{Distance("m", 1), 2500, "0 | 250 | 500 | 750 | 1000 | 1250 | 1500 | 1750 | 2000 | 2250 | 2500 | 2500 m"},
		{Distance("mi", 1609.344), 42195, "0 | 5 | 10 | 15 | 20 | 25 | 26.2 mi"},
		{Distance("km", -1), 100, "0 | 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100 | 100 m"},
	} {
		got := is.axis.ticks(is.total, is.total/12)
		if texts(got) != is.want {
			t.Errorf("%v of %g: %s\nnot %s", is.axis, is.total, texts(got), is.want)
		}
		for i, tick := range got[:len(got)-1] {
			if tick.at > is.total || i > 0 && tick.at-got[i-1].at < is.total/12 {
				t.Errorf("%v of %g: %q is at %g", is.axis, is.total, tick.text, tick.at)
			}
		}
		if last := got[len(got)-1]; last.at != is.total {
			t.Errorf("the total of %g is at %g", is.total, last.at)
		}
	}
}

func TestTicksUp(t *testing.T) {
	t.Parallel()
	for _, is := range []struct {
		scale Scale
		top   float64
		want  string
	}{
		{Scale{}, 1.2, "0 % | 25 % | 50 % | 75 % | 100 %"},
		{Scale{}, 2.5, "0 % | 50 % | 100 % | 150 % | 200 % | 250 %"},
		{ProfileValues(265, "W"), 1.5, "0 W | 100 W | 200 W | 300 W"},
		{ProfileValues(171, "bpm"), 1.05, "0 bpm | 50 bpm | 100 bpm | 150 bpm"},
		{ProfileValues(14.5, "km/h"), 1.2, "0 km/h | 5 km/h | 10 km/h | 15 km/h"},
		{ProfileValues(math.NaN(), "W"), 1, "0 % | 20 % | 40 % | 60 % | 80 % | 100 %"},
		{ProfileValues(1e-9, "W"), 1, "0 % | 20 % | 40 % | 60 % | 80 % | 100 %"},
		{Pace(245, "/km"), 1.1, "4:00 /km | 5:00 /km | 7:00 /km"},
		{Pace(95, "/100 m"), 1.1, "2:00 /100 m | 3:00 /100 m | 1:30 /100 m"},
		{Pace(0, "/km"), 1, "0 % | 20 % | 40 % | 60 % | 80 % | 100 %"},
	} {
		got := is.scale.ticks(is.top, is.top/5.5)
		if texts(got) != is.want {
			t.Errorf("%v up to %g: %s\nnot %s", is.scale, is.top, texts(got), is.want)
		}
		for i, a := range got {
			if a.at > is.top+1e-9 {
				t.Errorf("%q is at %g", a.text, a.at)
			}
			for _, b := range got[:i] {
				if math.Abs(a.at-b.at) < is.top/5.5-1e-9 {
					t.Errorf("%q is at %g, %q at %g", a.text, a.at, b.text, b.at)
				}
			}
		}
	}
}

func TestTicksStandForTheirValues(t *testing.T) {
	t.Parallel()
	for _, tick := range Pace(240, "/km").ticks(1.2, 0.2) {
		if tick.text == "6:00 /km" && math.Abs(tick.at-240.0/360) > 1e-12 || tick.text == "4:00 /km" && tick.at != 1 {
			t.Errorf("%s is at %g", tick.text, tick.at)
		}
	}
	for _, tick := range ProfileValues(250, "W").ticks(1.2, 0.2) {
		if tick.text == "100 W" && math.Abs(tick.at-0.4) > 1e-12 {
			t.Errorf("%s is at %g", tick.text, tick.at)
		}
	}
}
