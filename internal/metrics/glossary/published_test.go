package glossary_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lapkeep/internal/metrics/glossary"
)

// sameNumber returns names under which results publish a number that has its
// entry under another.
func sameNumber() map[string]string {
	return map[string]string{
		"projected_ctl": "ctl", "projected_atl": "atl", "projected_tsb": "tsb", "projected_load": "tss", "load": "tss",
		"target_ctl": "ctl", "daily_load": "tss", "daily_load_without_calendar": "tss", "pearson_95": "pearson_r",
		"ramp_per_week": "ramp", "power_w": "power_curve", "power_w_per_kg": "power_curve", "hr_bpm": "hr_curve",
		"distance_m": "distance_km", "time_s": "best_efforts", "quickest_s": "duration_s", "swolf": "avg_swolf",
		"lower_w": "power_zones", "lower_bpm": "hr_zones",
		"slowest_pace_s_per_km": "pace_zones", "slowest_pace_s_per_100m": "pace_zones", "share_pct": "power_zones",
		"coupled": "acute_chronic_ratio", "uncoupled": "acute_chronic_ratio", "ewma": "acute_chronic_ratio",
		"standard_error": "critical_power_w", "fresh_power_w": "power_curve",
		"critical_power_se_w": "critical_power_w", "w_prime_se_j": "w_prime_j",
		"estimate_w_per_kg": "ftp_w", "low": "vo2max_acsm", "high": "vo2max_acsm",
		"fastest_time_s": "race_range", "slowest_time_s": "race_range", "lowest_power_w": "race_range", "highest_power_w": "race_range",
		"gain_m": "climbs", "length_km": "climbs", "avg_grade_pct": "climbs", "max_grade_pct": "climbs", "start_km": "climbs", "top_m": "climbs",
		"from_w": "power_zones", "to_w": "power_zones", "from_bpm": "hr_zones", "to_bpm": "hr_zones",
		"from_pace_s_per_km": "pace_zones", "to_pace_s_per_km": "pace_zones",
		"from_pace_s_per_100m": "pace_zones", "to_pace_s_per_100m": "pace_zones",
		"critical_speed_mps": "critical_speed", "critical_speed_se_mps": "critical_speed", "d_prime_m": "critical_speed",
		"at_km": "distance_km", "power_zones_upper_pct": "power_zones", "hr_zones_upper_bpm": "hr_zones", "pace_zones_upper_pct": "pace_zones",
		"tss_before": "tss", "tss_after": "tss",
		"used_km": "gear_use", "used_pct_at_service": "used_pct", "used_hours": "gear_use", "used_activities": "gear_use",
		"used_km_at_service": "gear_use", "used_hours_at_service": "gear_use", "used_days": "used_pct",
		"usual_from": "hrv_band", "usual_to": "hrv_band", "cv_7d_pct": "hrv_band", "mean_7d": "wellness_means", "mean_28d": "wellness_means",
		"mean_7d_ms": "hrv_band", "usual_from_ms": "hrv_band", "usual_to_ms": "hrv_band",
		"change_28d_kg":  "weight_ema_kg",
		"hrv_mean_7d_ms": "hrv_band", "hrv_usual_from_ms": "hrv_band", "hrv_usual_to_ms": "hrv_band",
		"resting_hr_mean_7d_bpm": "hrv_band", "resting_hr_usual_from_bpm": "hrv_band", "resting_hr_usual_to_bpm": "hrv_band",
		"step_length_mm": "avg_step_length_cm", "ground_contact_ms": "avg_ground_contact_ms",
		"vertical_oscillation_mm":    "avg_vertical_oscillation_mm",
		"ground_contact_balance_pct": "avg_ground_contact_balance_pct", "max_power_w_per_kg": "max_power_w",
		"current_days": "streak", "current_weeks": "streak", "longest_days": "streak", "longest_weeks": "streak",
		"eddington_km": "eddington", "eddington_mi": "eddington", "km_days_to_next": "eddington", "mi_days_to_next": "eddington",
		"longest_day_km": "distance_km", "elevation_gain_m_per_km": "heat_and_wind", "duration_h": "duration_s",
		"pool_pace_s_per_100m": "pace_s_per_100m", "open_water_pace_s_per_100m": "pace_s_per_100m",
		"to_next": "milestones", "reached": "milestones",
		"tss_per_day": "tss", "hrv_rmssd_ms": "hrv_band",
		"total_trimp": "trimp", "mean_trimp": "trimp", "sd_trimp": "trimp_spread", "cv_trimp_pct": "trimp_spread", "deviation_sd": "trimp_spread",
		"form": "tsb", "gap": "gap_histogram", "exponent": "power_law", "standard_error_pct": "power_law",
	}
}

// noMetric returns numbers that measure nothing of training: counts, bytes,
// places in a series, settings, and values whose meaning the name beside them
// gives.
func noMetric() []string {
	return []string{
		// What was lifted, as counted and as entered.
		"done_load_kg", "done_reps", "done_sets", "load_kg", "more_exercises", "percent_1rm", "reps", "rpe", "set", "sets", "top_load_kg",
		"warm_up_sets",
		"athletes", "best_female_s", "best_male_s", "height_cm", "own_best_s", "rank", // of a service, in its words
		"active_days", "activities", "activities_without_distance", "asked", "athletes_not_connected", "atl_days", "beats",
		"birth_year", "by_indoor_ftp", "blocks", "by_method", "by_sport", "change",
		"change_pct", "channels", "climb", "cooldown_s", "core_temp_c", "completed", "count", "counts", "css_pace_s_per_100m", "ctl_days",
		"database_bytes", "days", "days_of_28",
		"days_of_60", "days_of_7", "derived_behind", "n", "least_days", "differences", "distance_target_km", "due", "earlier_km",
		"earlier_s", "efforts", "elapsed_s", "flat_equivalent_km", "estimate",
		"days_so_far", "from_c", "more_metrics", "next", "temperature_by_device", "temperature_by_service",
		"earlier", "extra_intervals", "failed", "interval",
		"every_activities", "every_days", "every_hours", "every_km", "fatigued_after_kj", "fatigued_after_kj_per_kg",
		"block", "column", "from", "from_row", "high_pct", "line",
		"high_w", "hour", "hrrc_min_pct", "hours_per_week_max", "hours_per_week_min", "in_days", "indoor_ftp_w", "kept_days", "lap", "latest",
		"left_balance_pct", "latitude_deg", "manual_load", "load_changes", "load_target", "longitude_deg", "low_pct", "low_w",
		"max_training_time_s", "metrics", "missed", "excused", "needed_days", "next_start_offset_s", "noisy_windows", "offset_s",
		"original_bytes", "original_files", "of_days", "of_unknown_sport", "pain", "parameters",
		"percent", "plan_day", "points", "races", "recordings", "resolution_s", "respiration_per_min", "resting_hr_bpm",
		"retired_left_out", "seconds", "sessions", "split", "sports", "end_offset_s", "start_offset_s",
		"sweet_spot_pct", "threshold_pace_s_per_km",
		"time_target_s", "times", "total", "unknown", "value", "values", "waiting", "warmup_s", "weeks", "width", "with_intervals",
		"with_load", "with_trimp", "withheld", "without_load", "without_distance",
		"by_intensity", "counted_s", "more_heart_rates",
		"done", "days_left", "due_by_yesterday", "needed_per_day", "remaining", "target", // of a goal, in the unit of its measure
		"estimated_cycles", "mean_length_days",
		"target_from_bpm", "target_from_kmh", "target_from_w", "target_to_bpm", "target_to_kmh", "target_to_w",
		"in_target_s", "above_target_s", "below_target_s", "on_target_pct", // of a planned step
		"behind_best_s", "best_s", "months", "s_per_month", "s_per_month_error", "timer_s", "times_ridden", // of a segment
	}
}

// inSource calls f for every file of product code under a directory.
func inSource(t *testing.T, root string, f func(path string, file *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasSuffix(filepath.Dir(path), "test") || filepath.Base(filepath.Dir(path)) == "naive" {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		f(path, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// numberFields returns the fields of results that hold numbers, by the name
// that they are published under, and where.
func numberFields(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	inSource(t, "../../answers", func(path string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.StructType)
			if !ok {
				return true
			}
			for _, field := range s.Fields.List {
				if name := published(field); name != "" && isNumber(field.Type) {
					out[name] = path
				}
			}
			return true
		})
	})
	return out
}

func published(field *ast.Field) string {
	if field.Tag == nil {
		return ""
	}
	tag, _, _ := strings.Cut(reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json"), ",")
	return strings.TrimPrefix(tag, "-")
}

// isNumber sees through pointers, slices and maps to what they hold.
func isNumber(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return slices.Contains([]string{
			"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
		}, e.Name)
	case *ast.StarExpr:
		return isNumber(e.X)
	case *ast.ArrayType:
		return isNumber(e.Elt)
	case *ast.MapType:
		return isNumber(e.Value)
	}
	return false
}

// TestEveryPublishedNumberHasAnEntry: a number in a result is a metric with
// an entry, the same number as one, or named here as none.
func TestEveryPublishedNumberHasAnEntry(t *testing.T) {
	t.Parallel()
	fields, same, none, facts := numberFields(t), sameNumber(), noMetric(), factNames(t)
	if len(fields) < 50 {
		t.Fatalf("only %d fields were found in the results", len(fields))
	}
	for name, path := range fields {
		key := name
		if as, ok := same[name]; ok {
			key = as
		}
		if _, ok := glossary.Find(key); !ok && !slices.Contains(none, name) {
			t.Errorf("%s publishes %s, which has no entry; if it is no metric, say so here", path, name)
		}
	}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(same)), none, words()) {
		_, field := fields[name]
		if _, fact := facts[name]; !field && !fact {
			t.Errorf("%s is published no longer", name)
		}
	}
}

// canonical returns the names of rules that are the entry itself.
func canonical() map[string]string {
	return map[string]string{
		"canonical": "normalized_power_w", "differential": "w_prime_balance_j", "minetti": "gap_s_per_km",
	}
}

// ruleNames returns the names by which results tell one rule from another: the
// constants of the types Method, Model and Variant, and those called Method….
func ruleNames(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	inSource(t, "..", func(path string, file *ast.File) {
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, s := range g.Specs {
				if name, ok := ruleName(s.(*ast.ValueSpec)); ok {
					out[name] = path
				}
			}
		}
	})
	return out
}

func ruleName(s *ast.ValueSpec) (string, bool) {
	named, _ := specType(s, true)
	rule := strings.HasPrefix(s.Names[0].Name, "Method") || slices.Contains([]string{"Method", "Model", "Variant"}, named)
	if !rule || len(s.Values) != 1 {
		return "", false
	}
	lit, ok := s.Values[0].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	name, err := strconv.Unquote(lit.Value)
	return name, err == nil
}

// TestEveryRuleHasAnEntry: where a number can be computed by several rules,
// each has an entry of its own.
func TestEveryRuleHasAnEntry(t *testing.T) {
	t.Parallel()
	rules := ruleNames(t)
	if len(rules) < 10 {
		t.Fatalf("only %d rules were found", len(rules))
	}
	all := glossary.Entries()
	for name, path := range rules {
		key := name
		if as, ok := canonical()[name]; ok {
			key = as
		}
		if !slices.ContainsFunc(all, func(e glossary.Entry) bool { return e.Key == key || strings.Contains(e.Key+"_", "_"+key+"_") }) {
			t.Errorf("%s names the rule %s, which has no entry", path, name)
		}
	}
}

// specType returns the name of the type that constants are declared with.
func specType(s *ast.ValueSpec, ok bool) (string, bool) {
	if !ok {
		return "", false
	}
	named, ok := s.Type.(*ast.Ident)
	if !ok {
		return "", false
	}
	return named.Name, true
}

// TestMetricsAreLiterals: the tests that read the vocabulary's source see
// names that are written out, and no others.
func TestMetricsAreLiterals(t *testing.T) {
	t.Parallel()
	inSource(t, "../../training", func(path string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.ValueSpec)
			if named, _ := specType(s, ok); named != "Metric" {
				return true
			}
			lit := false
			if len(s.Values) == 1 {
				_, lit = s.Values[0].(*ast.BasicLit)
			}
			if !lit || len(s.Names) != 1 || !strings.HasPrefix(s.Names[0].Name, "Metric") || !strings.HasPrefix(filepath.Base(path), "metric") {
				t.Errorf("%s: %s is not a name and its text, in a file of metrics", path, s.Names[0].Name)
			}
			return true
		})
	})
}
