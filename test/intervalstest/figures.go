package intervalstest

import (
	"net/http"

	"lapkeep/test/intervalstest/signaltest"
)

// figureHandlers answer with the service's computed values of one activity and of many.
func figureHandlers() map[string]Handler {
	power := func(l []*Activity) Doc { return powerCurve(l, "fixed_watts") }
	one := map[string]Handler{
		"findBestEfforts":            bestEfforts,
		"getPowerHistogram":          histogram("fixed_watts", 25),
		"getHRHistogram":             histogram("heartrate", 5),
		"getPaceHistogram":           histogram("velocity_smooth", 0.25),
		"getGapHistogram":            histogram("velocity_smooth", 0.25),
		"getActivityPowerCurve":      oneCurve("secs", power),
		"getActivityHRCurve":         oneCurve("secs", heartCurve),
		"getActivityPaceCurve":       oneCurve("distance", paceCurve),
		"listActivityPowerCurves_1":  streamCurves,
		"getPowerVsHR":               powerVsHeart,
		"getTimeAtHR":                timeAtHeart,
		"getHRTrainingLoadModel":     answer(Doc{"type": "HRSS", "trainingDataCount": 42, "icu_training_load": 40}),
		"getActivityPowerSpikeModel": answer(Doc{"type": "MS_2P", "criticalPower": 238, "wPrime": 15800, "pMax": 0, "ftp": 236}),
		"getActivityMap":             getMap,
		"getActivitySegments": answer([]Doc{{
			"id": 7, "segment_id": 70, "name": "Bridge to church",
			"start_index": 100, "end_index": 220, "starred": false,
		}}),
		"getActivityWeatherSummary": getWeatherSummary,
	}
	for id, h := range one {
		one[id] = unlessStub(h)
	}
	for id, h := range map[string]Handler{
		"listAthletePowerCurves":  athleteCurves(power),
		"listAthleteHRCurves":     athleteCurves(heartCurve),
		"listAthletePaceCurves":   athleteCurves(paceCurve),
		"listActivityPowerCurves": manyCurves("watts", "fixed_watts"),
		"listActivityHRCurves":    manyCurves("bpm", "heartrate"),
		"listActivityPaceCurves":  manyPaces,
		"getAthleteMMPModel":      answer(Doc{"type": "FFT_CURVES", "criticalPower": 238, "wPrime": 15800, "pMax": 850, "ftp": 236}),
		"getPowerHRCurve":         powerHeartCurve,
		"searchForIntervals":      searchIntervals,
	} {
		one[id] = h
	}
	return one
}

func answer(v any) Handler { return func(*Call) (any, error) { return v, nil } }

// bestEfforts needs to know how long or how far.
func bestEfforts(c *Call) (any, error) {
	secs, metres := c.Integer("duration", 0), c.Decimal("distance")
	if secs == 0 && metres == 0 {
		return nil, Invalid("One of duration or distance is required")
	}
	all := c.Activity.Channels()
	stream := c.Query.Get("stream")
	if stream == "watts" {
		stream = "fixed_watts"
	}
	if all[stream].Data == nil {
		return Doc{"efforts": []any{}}, nil
	}
	found := signaltest.Several(c.Integer("count", 8), func(taken func(int) bool) (signaltest.Effort, bool) {
		if secs > 0 {
			return signaltest.Best(all[stream].Data, secs, taken)
		}
		return all.Fastest(metres, taken)
	})
	efforts := []Doc{}
	for _, e := range found {
		if e.Average < c.Decimal("minValue") {
			continue
		}
		part := all.Slice(e.Start, e.End)
		efforts = append(efforts, Doc{
			"start_index": e.Start, "end_index": e.End, "average": Round(e.Average, 3),
			"duration": e.Seconds, "distance": part["distance"],
		})
	}
	return Doc{"efforts": efforts}, nil
}

// histogram is a bare list of bins, in the words that the service really uses.
func histogram(stream string, width float64) Handler {
	return func(c *Call) (any, error) {
		if n := c.Integer("bucketSize", 0); n > 0 {
			width := float64(n)
			return binsOf(c, stream, width), nil
		}
		return binsOf(c, stream, width), nil
	}
}

func binsOf(c *Call, stream string, width float64) []Doc {
	out := []Doc{}
	for _, b := range signaltest.Histogram(c.Activity.Channels()[stream].Data, width) {
		out = append(out, Doc{"min": b.Min, "max": b.Max, "secs": b.Secs})
	}
	return out
}

// streamCurves has the curve of each power stream asked for. For streams that
// are not there the answer is a 422 without a word.
func streamCurves(c *Call) (any, error) {
	types := c.List("types")
	if types == nil {
		types = []string{"watts"}
	}
	out := []Doc{}
	for _, name := range types {
		if c.Activity.Channels()[name].Data == nil {
			return nil, Refuse(http.StatusUnprocessableEntity, "")
		}
		d := powerCurve([]*Activity{c.Activity}, name)
		d["id"], d["stream_type"], d["stream_name"] = IDOf(c.Activity.Doc), name, name
		out = append(out, d)
	}
	return out, nil
}

func powerVsHeart(c *Call) (any, error) {
	all := c.Activity.Channels()
	series, n := []Doc{}, len(all["time"].Data)
	for at := 0; at < n; at += 60 {
		part := all.Slice(at, min(at+60, n))
		series = append(series, Doc{
			"start": at, "secs": min(60, n-at), "movingSecs": min(60, n-at),
			"watts": part["average_watts"], "hr": part["average_heartrate"], "cadence": part["average_cadence"],
		})
	}
	return Doc{
		"bucketSize": 60, "warmup": 0, "cooldown": 0, "elapsedTime": n, "hrLag": 20, "powerHr": 1.52, "powerHrFirst": 1.55, "powerHrSecond": 1.49,
		"decoupling": 3.9, "start": 0, "mid": n / 2, "end": n, "series": series,
	}, nil
}

func timeAtHeart(c *Call) (any, error) {
	bins := signaltest.Histogram(c.Activity.Channels()["heartrate"].Data, 1)
	if len(bins) == 0 {
		return Doc{"min_bpm": 0, "max_bpm": 0, "secs": []int{}, "cumulative_secs": []int{}}, nil
	}
	low, high := int(bins[0].Min), int(bins[len(bins)-1].Min)
	secs, total := make([]int, high-low+1), make([]int, high-low+1)
	for _, b := range bins {
		secs[int(b.Min)-low] = b.Secs
	}
	for i := len(secs) - 1; i >= 0; i-- {
		total[i] = secs[i]
		if i+1 < len(total) {
			total[i] += total[i+1]
		}
	}
	return Doc{"min_bpm": low, "max_bpm": high, "secs": secs, "cumulative_secs": total}, nil
}

func getMap(c *Call) (any, error) {
	way := c.Activity.Channels()["latlng"]
	path := [][]float64{}
	south, west, north, east := 90.0, 180.0, -90.0, -180.0
	for i := range way.Data {
		lat, ok1 := way.Data[i].(float64)
		lon, ok2 := way.Data2[i].(float64)
		if ok1 && ok2 {
			path = append(path, []float64{lat, lon})
			south, west, north, east = min(south, lat), min(west, lon), max(north, lat), max(east, lon)
		}
	}
	if len(path) == 0 {
		return Doc{"bounds": nil, "latlngs": nil, "route": nil, "weather": nil}, nil
	}
	d := Doc{"bounds": [][]float64{{south, west}, {north, east}}, "latlngs": path, "route": nil, "weather": nil}
	if c.Flag("boundsOnly", false) {
		d["latlngs"] = nil
	}
	return d, nil
}

func getWeatherSummary(c *Call) (any, error) {
	return Doc{
		"start_index": c.Integer("start_index", 0), "end_index": c.Integer("end_index", 0), "whole_activity": true, "average_weather_temp": 17.5,
		"min_weather_temp": 16.0, "max_weather_temp": 19.0, "average_feels_like": 16.8, "average_wind_speed": 3.4, "prevailing_wind_deg": 240,
		"headwind_percent": 48.0, "tailwind_percent": 37.0, "average_clouds": 40, "description": "Light wind",
	}, nil
}

func powerHeartCurve(c *Call) (any, error) {
	start, end := c.Query.Get("start"), c.Query.Get("end")
	return Doc{
		"athleteId": c.Athlete.ID, "start": start, "end": end, "minWatts": 100, "maxWatts": 300, "bucketSize": 50,
		"bpm":     []int{110, 128, 142, 156},
		"cadence": []int{84, 86, 88, 90}, "minutes": []int{40, 90, 60, 15}, "lthr": 168, "max_hr": 190, "ftp": 250,
	}, nil
}

// searchIntervals finds activities whose work intervals fit.
func searchIntervals(c *Call) (any, error) {
	least, most := float64(c.Integer("minSecs", 0)), float64(c.Integer("maxSecs", 0))
	out := []Doc{}
	for _, a := range c.Athlete.NewestFirst() {
		if a.Stub {
			continue
		}
		reps := 0
		for _, d := range intervalsOf(a) {
			secs, percent := Number(d, "elapsed_time"), Number(d, "average_watts")/2.5
			if d["type"] == "WORK" && secs >= least && secs <= most && percent >= float64(c.Integer("minIntensity", 0)) &&
				percent <= float64(c.Integer("maxIntensity", 0)) {
				reps++
			}
		}
		if reps >= c.Integer("minReps", 1) && reps <= c.Integer("maxReps", 999999) && len(out) < c.AtMost(30) {
			out = append(out, c.Shown(a))
		}
	}
	return out, nil
}
