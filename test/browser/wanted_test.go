package browser

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// rows are those of a table, each by the names of its columns.
type rows = []map[string]string

// wanted returns the tables of a panel, made of the tools' answers.
func wanted(name string, g *given) map[string]rows {
	switch name {
	case "fitness":
		return map[string]rows{"fitness": fitnessRows(g.answers["analyze_training_load"])}
	case "zones":
		return zoneTables(g.answers["get_training_summary"], g.from("analyze_training_load"))
	case "calendar", "week", "agenda":
		return map[string]rows{"calendar": eventRows(g.answers["list_events"])}
	case "activities":
		return map[string]rows{"activities": activityRows(g.from("list_activities")["activities"])}
	case "activity":
		out := activityTables(g.from("get_activity"))
		out["season"] = seasonRows(g.answers["get_activity"], g.from("get_curves"))
		return out
	case "curves":
		return curveTables(g.from("get_curves"))
	case "wellness":
		return wellnessTables(g.from("get_wellness"))
	case "plan":
		return map[string]rows{"weeks": weekRows(g.answers["list_events"])}
	case "sources":
		return map[string]rows{"imports": importRows(g.from("get_status"))}
	case "settings":
		return settingsTables(g.from("get_athlete_profile"))
	}
	return nil
}

// of takes fields of an object by name; "to=from" renames one.
func of(v any, fields ...string) map[string]string {
	out := map[string]string{}
	for _, f := range fields {
		to, from, ok := strings.Cut(f, "=")
		if !ok {
			from = to
		}
		out[to] = text(get(v, strings.Split(from, ".")...))
	}
	return out
}

func activityRows(all any) rows {
	out := rows{}
	for _, a := range list(all) {
		r := of(a, "local_date", "sport", "duration_s", "distance_km", "elevation_gain_m", "tss", "normalized_power_w", "avg_hr_bpm")
		if r["sport"] == "strength" || r["sport"] == "swimming" { // they climb nothing
			r["elevation_gain_m"] = ""
		}
		out = append(out, r)
	}
	return out
}

func eventRows(answers []map[string]any) rows {
	out := rows{}
	for _, a := range answers {
		if a["view"] == "annual" { // its races are in the other answers, too
			continue
		}
		for _, e := range list(a["events"]) {
			r := of(e, "local_date", "name", "sport", "status", "planned_duration_s=planned.duration_s", "done_duration_s=done.duration_s",
				"planned_load=planned.load", "done_load=done.load")
			r["compliance_pct"] = text(get(e, "compliance", "compliance_pct", text(get(e, "compliance", "by"))))
			out = append(out, r)
		}
	}
	return out
}

func weekRows(answers []map[string]any) rows {
	out := rows{}
	for _, w := range list(answers[0]["weeks"]) {
		r := of(w, "week_start", "planned_duration_s=planned.duration_s", "done_duration_s=done.duration_s",
			"planned_load=planned.load", "done_load=done.load", "planned_distance_km=planned.distance_km", "done_distance_km=done.distance_km",
			"sessions=planned.sessions", "completed")
		for i, sport := range weekSports() {
			for _, one := range list(answers[1+i]["weeks"]) {
				if text(get(one, "week_start")) == r["week_start"] {
					r[sport+"_duration_s"] = text(get(one, "done", "duration_s"))
				}
			}
		}
		out = append(out, r)
	}
	return out
}

func fitnessRows(answers []map[string]any) rows {
	out := rows{}
	whole := answers[0]
	actual, projected := whole["actual"], whole["projected"]
	for i := range list(get(actual, "dates")) {
		r := map[string]string{"date": at(get(actual, "dates"), i)}
		for _, k := range []string{"ctl", "atl", "tsb", "load"} {
			r[k] = at(get(actual, k), i)
		}
		r["without_load"] = at(get(actual, "without_load"), i)
		for j, sport := range []string{"cycling", "running", "swimming"} {
			r["load_"+sport] = at(get(answers[1+j], "actual", "load"), i)
		}
		out = append(out, r)
	}
	for i := range list(get(projected, "dates")) {
		r := map[string]string{"date": at(get(projected, "dates"), i)}
		for _, k := range []string{"projected_ctl", "projected_atl", "projected_tsb", "projected_load"} {
			r[k] = at(get(projected, k), i)
		}
		out = append(out, r)
	}
	return out
}

func curveRows(a map[string]any) rows {
	year := map[string]string{}
	for i := range list(get(a, "compare", "duration_s")) {
		year[at(get(a, "compare", "duration_s"), i)] = at(get(a, "compare", "power_w"), i)
	}
	out := rows{}
	for i := range list(get(a, "curve", "duration_s")) {
		d := at(get(a, "curve", "duration_s"), i)
		out = append(out, map[string]string{
			"duration_s": d, "power_w": at(get(a, "curve", "power_w"), i), "best_of_365d_power_w": year[d], "local_date": at(get(a, "curve", "local_dates"), i),
		})
	}
	return out
}

// seasonRows returns an activity's best powers beside those of its season.
func seasonRows(answers []map[string]any, a map[string]any) rows {
	of := map[string]int{}
	for i := range list(get(a, "curve", "duration_s")) {
		of[at(get(a, "curve", "duration_s"), i)] = i
	}
	out := rows{}
	for _, answer := range answers {
		for _, e := range list(get(answer, "best_efforts", "power")) {
			d := text(get(e, "duration_s"))
			i := of[d]
			out = append(out, map[string]string{
				"duration_s": d, "avg_power_w": text(get(e, "avg_power_w")), "avg_power_w_per_kg": text(get(e, "avg_power_w_per_kg")),
				"season_power_w": at(get(a, "curve", "power_w"), i), "season_power_w_per_kg": at(get(a, "curve", "power_w_per_kg"), i),
				"local_date": at(get(a, "curve", "local_dates"), i),
			})
		}
	}
	return out
}

// curveTables returns the curve and its models; a season without maximal efforts
// has no model, and the page says why instead of showing tables.
func curveTables(a map[string]any) map[string]rows {
	fits := list(get(a, "models", "fits"))
	if len(fits) == 0 {
		return map[string]rows{"curve": curveRows(a)}
	}
	models, residuals := rows{}, rows{}
	for _, f := range fits {
		models = append(models, of(f, "model", "critical_power_w", "critical_power_se_w", "w_prime_j", "w_prime_se_j", "p_max_w", "rms_residual_w"))
	}
	for i := range list(get(a, "models", "duration_s")) {
		r := map[string]string{"duration_s": at(get(a, "models", "duration_s"), i), "power_w": at(get(a, "models", "power_w"), i)}
		for _, f := range fits {
			r["residual_"+text(get(f, "model"))+"_w"] = at(get(f, "residual_w"), i)
		}
		residuals = append(residuals, r)
	}
	return map[string]rows{"curve": curveRows(a), "models": models, "residuals": residuals}
}

// zoneTables returns the tables of the first scheme of all weeks, which come
// last.
func zoneTables(answers []map[string]any, intensity map[string]any) map[string]rows {
	whole := answers[len(answers)-1]
	scheme := list(whole["time_in_zones"])[0]
	weeks, sums, thirds := rows{}, rows{}, rows{}
	for _, a := range answers[:len(answers)-1] {
		r := map[string]string{"week_start": text(get(a, "period", "start_date"))}
		for _, z := range list(a["time_in_zones"]) {
			same := text(get(z, "kind")) == text(get(scheme, "kind")) && text(get(z, "scheme")) == text(get(scheme, "scheme"))
			if same && (text(get(z, "kind")) != "power" || reflect.DeepEqual(get(z, "sports"), get(scheme, "sports"))) {
				for i := range list(get(z, "seconds")) {
					r[fmt.Sprintf("zone_%d_s", i+1)] = at(get(z, "seconds"), i)
				}
			}
		}
		weeks = append(weeks, r)
	}
	for i := range list(get(scheme, "names")) {
		sums = append(sums, map[string]string{
			"zone": at(get(scheme, "names"), i), "duration_s": at(get(scheme, "seconds"), i), "share_pct": at(get(scheme, "share_pct"), i),
		})
	}
	for _, x := range append(list(get(intensity, "intensity", "by_time")), get(intensity, "intensity", "by_session")) {
		thirds = append(thirds, map[string]string{
			"easy_pct": at(get(x, "share_pct"), 0), "between_pct": at(get(x, "share_pct"), 1), "hard_pct": at(get(x, "share_pct"), 2),
			"polarization_index": text(get(x, "polarization_index")),
		})
	}
	return map[string]rows{"zone-weeks": weeks, "zones-sums": sums, "thirds": thirds}
}

func wellnessTables(a map[string]any) map[string]rows {
	out := map[string]rows{"trends": {}, "wellness": {}}
	for i := range list(get(a, "trends", "field")) {
		r := map[string]string{}
		for _, k := range []string{"field", "latest", "mean_7d", "mean_28d"} {
			r[k] = at(get(a, "trends", k), i)
		}
		out["trends"] = append(out["trends"], r)
	}
	dates := list(get(a, "days", "dates"))
	values, _ := get(a, "days", "values").(map[string]any)
	lines := map[string][]string{ // what a chart has beside its first line
		"hrv_rmssd_ms":   {"hrv_mean_7d_ms", "hrv_usual_from_ms", "hrv_usual_to_ms"},
		"resting_hr_bpm": {"resting_hr_mean_7d_bpm", "resting_hr_usual_from_bpm", "resting_hr_usual_to_bpm"},
		"sleep_s":        {"sleep_deep_s", "sleep_rem_s", "sleep_light_s", "sleep_awake_s"},
		"weight_kg":      {"weight_ema_kg"}, "mood": {"fatigue", "soreness"},
	}
	for k := range lines {
		if values[k] != nil {
			out["days-"+k] = rows{}
		}
	}
	for i := range dates {
		all := map[string]string{"date": text(dates[i])}
		for k, column := range values {
			all[k] = at(column, i)
			if one := "days-" + k; out[one] != nil {
				r := map[string]string{"date": text(dates[i]), k: at(column, i)}
				for _, other := range lines[k] {
					if r[other] = at(get(a, "bands", other), i); values[other] != nil {
						r[other] = at(values[other], i)
					}
				}
				out[one] = append(out[one], r)
			}
		}
		out["wellness"] = append(out["wellness"], all)
	}
	slices.Reverse(out["wellness"])
	return out
}

func importRows(a map[string]any) rows {
	out := rows{}
	for _, run := range list(a["last_imports"]) {
		r := of(run, "imported=counts.imported", "updated=counts.updated", "duplicate=counts.duplicate", "ignored=counts.ignored", "failed=counts.failed")
		for k, v := range r {
			if v == "" { // a count that is not told is none
				r[k] = "0"
			}
		}
		out = append(out, r)
	}
	return out
}

func settingsTables(a map[string]any) map[string]rows {
	now, past := rows{}, rows{}
	if get(a, "weight_kg", "value") != nil {
		now = append(now, of(a, "value=weight_kg.value", "since=weight_kg.since"))
	}
	for _, s := range list(a["thresholds"]) {
		all, _ := get(s, "settings").(map[string]any)
		for _, k := range slices.Sorted(maps.Keys(all)) {
			now = append(now, of(all[k], "value", "since"))
		}
	}
	for _, h := range list(a["histories"]) {
		for i := range list(get(h, "since")) {
			past = append(past, map[string]string{"since": at(get(h, "since"), i), "value": at(get(h, "values"), i)})
		}
	}
	return map[string]rows{"thresholds": now, "histories": past}
}

func activityTables(a map[string]any) map[string]rows {
	out := map[string]rows{}
	if laps := list(a["laps"]); len(laps) > 0 {
		out["laps"] = rows{}
		for _, l := range laps {
			r := map[string]string{}
			for k, v := range l.(map[string]any) {
				if n, ok := v.(json.Number); ok {
					r[k] = n.String()
				}
			}
			out["laps"] = append(out["laps"], r)
		}
	}
	if splits := list(get(a, "splits", "split")); len(splits) > 0 {
		out["splits"] = rows{}
		values, _ := get(a, "splits", "values").(map[string]any)
		for i := range splits {
			r := map[string]string{"split": text(splits[i])}
			for k, column := range values {
				r[k] = at(column, i)
			}
			out["splits"] = append(out["splits"], r)
		}
	}
	if alike := list(get(a, "similar", "route", "activities")); len(alike) > 0 {
		out["similar"] = activityRows(alike)
	}
	for _, kind := range []string{"power", "hr", "pace"} {
		zones := list(get(a, "zones", kind, "zones"))
		if len(zones) == 0 {
			continue
		}
		unit := map[string]string{"power": "w", "hr": "bpm"}[kind]
		for _, z := range zones {
			out["zones-"+kind] = append(out["zones-"+kind], of(z, "zone=name", "from_"+unit, "to_"+unit, "duration_s=seconds", "share_pct=percent"))
		}
	}
	return out
}
