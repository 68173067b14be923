package training

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// StepTarget is a range in which the athlete should stay. Low and High are the bounds,
// equal for a single value; 0 means no bound.
type StepTarget struct {
	Of   TargetOf   `json:"of"`
	Unit TargetUnit `json:"unit"`
	Low  float64    `json:"low,omitempty"`
	High float64    `json:"high,omitempty"`
	// Ramp is the direction of a ramp from one bound to the other.
	Ramp RampWay `json:"ramp,omitempty"`
	// Per is the distance for which a pace is given; empty means the usual one of
	// the sport.
	Per PaceDistance `json:"per,omitempty"`
	// OverS is the duration for [TargetBest] in seconds.
	OverS float64 `json:"over_s,omitempty"`
}

// TargetOf is the measure that a target limits.
type TargetOf string

// These are the quantities of targets. Pace is stored as speed, so that a higher value is
// always harder.
const (
	TargetPower   TargetOf = "power"
	TargetHR      TargetOf = "hr"
	TargetPace    TargetOf = "pace"
	TargetSpeed   TargetOf = "speed"
	TargetRPE     TargetOf = "rpe"
	TargetCadence TargetOf = "cadence"
)

// TargetUnit is the unit of a target.
type TargetUnit string

// These are the units of targets. A zone is one of the zones for the target's quantity.
const (
	TargetW       TargetUnit = "w"
	TargetFTP     TargetUnit = "pct_ftp"
	TargetBest    TargetUnit = "pct_best_power" // percent of the best power over OverS
	TargetBpm     TargetUnit = "bpm"
	TargetLTHR    TargetUnit = "pct_lthr"
	TargetMaxHR   TargetUnit = "pct_max_hr"
	TargetMPS     TargetUnit = "mps"
	TargetPacePct TargetUnit = "pct_threshold_pace"
	TargetZone    TargetUnit = "zone"
	TargetOwnZone TargetUnit = "own_zone" // one of the athlete's own zones on a service
	TargetOf10    TargetUnit = "of_10"
	TargetRPM     TargetUnit = "rpm"
)

// RampWay is the direction of a ramp.
type RampWay string

// These are the directions of ramps.
const (
	RampUp   RampWay = "up"
	RampDown RampWay = "down"
)

// PaceDistance is a distance for which paces are given.
type PaceDistance string

// These are the distances of paces.
const (
	PerKm   PaceDistance = "km"
	PerMile PaceDistance = "mi"
	Per100M PaceDistance = "100m"
	Per100Y PaceDistance = "100y"
	Per250M PaceDistance = "250m"
	Per400M PaceDistance = "400m"
	Per500M PaceDistance = "500m"
)

// Metres returns the length of the distance, or 0 for an unknown distance.
func (p PaceDistance) Metres() float64 {
	return map[PaceDistance]float64{
		PerKm: 1000, PerMile: 1609.344, Per100M: 100, Per100Y: 91.44, Per250M: 250, Per400M: 400, Per500M: 500,
	}[p]
}

// PaceOf returns the usual distance for the paces of a sport.
func PaceOf(s Sport) PaceDistance {
	switch s {
	case Swimming:
		return Per100M
	case Rowing:
		return Per500M
	}
	return PerKm
}

func targetUnits(of TargetOf) []TargetUnit {
	switch of {
	case TargetPower:
		return []TargetUnit{TargetW, TargetFTP, TargetBest, TargetZone, TargetOwnZone}
	case TargetHR:
		return []TargetUnit{TargetBpm, TargetLTHR, TargetMaxHR, TargetZone}
	case TargetPace:
		return []TargetUnit{TargetMPS, TargetPacePct, TargetZone}
	case TargetSpeed:
		return []TargetUnit{TargetMPS}
	case TargetRPE:
		return []TargetUnit{TargetOf10}
	case TargetCadence:
		return []TargetUnit{TargetRPM}
	}
	return nil
}

// Sound reports whether a target is valid: it has a unit that fits its quantity and at
// least one bound, and its bounds are in order.
func (t StepTarget) Sound() bool {
	return slices.Contains(targetUnits(t.Of), t.Unit) && amount(t.Low) && amount(t.High) && t.Low+t.High > 0 &&
		(t.High == 0 || t.Low <= t.High) && (t.Ramp == "" || t.Ramp == RampUp || t.Ramp == RampDown) &&
		(t.Per == "" || t.Of == TargetPace && t.Per.Metres() > 0) && amount(t.OverS) && (t.Unit == TargetBest) == (t.OverS > 0)
}

// amount reports whether a number is between 0 and more than any plan could need.
func amount(x float64) bool { return x >= 0 && x <= 1e6 }

// Ends returns the values at the start and at the end of a step. For a ramp, these are
// its bounds. Otherwise both are the middle of the range, or its only bound.
func (t StepTarget) Ends() (start, end float64) {
	switch {
	case t.Ramp == RampUp && t.Low > 0 && t.High > 0:
		return t.Low, t.High
	case t.Ramp == RampDown && t.Low > 0 && t.High > 0:
		return t.High, t.Low
	case t.Low > 0 && t.High > 0:
		return (t.Low + t.High) / 2, (t.Low + t.High) / 2
	}
	return max(t.Low, t.High), max(t.Low, t.High)
}

// Target returns the first target for the given quantity.
func (s *WorkoutStep) Target(of TargetOf) (StepTarget, bool) {
	for _, t := range s.Targets {
		if t.Of == of {
			return t, true
		}
	}
	return StepTarget{}, false
}

// Leading returns the target that controls the step, which is the first one other
// than cadence; ok is false if there is none.
func (s *WorkoutStep) Leading() (StepTarget, bool) {
	for _, t := range s.Targets {
		if t.Of != TargetCadence {
			return t, true
		}
	}
	return StepTarget{}, false
}

// ParseSpokenSport reads a sport in a person's words: those of [ParseRefined],
// those in German, French, Spanish, Chinese or another language that [ParseKind]
// knows, or a refinement alone, as answers show it ("pool"). If a word can mean
// several sports, ok is false and meant lists them in English.
func ParseSpokenSport(s string) (sport Sport, subSport string, meant []string, ok bool) {
	if sport, subSport, ok = ParseRefined(s); ok {
		return sport, subSport, nil, true
	}
	if english := saidWords()[foldSport(s)]; english != "" {
		if meant = strings.Split(english, "|"); len(meant) > 1 {
			return "", "", meant, false
		}
		s = english
	}
	if sport, subSport, ok = ParseKind(s); ok {
		return sport, subSport, nil, true
	}
	for _, k := range sportKinds {
		if k.sub != "" && foldSport(k.sub) == foldSport(s) {
			meant = append(meant, Refined(k.sport, k.sub))
		}
	}
	if len(meant) == 1 {
		sport, subSport, ok = ParseRefined(meant[0])
		return sport, subSport, nil, ok
	}
	return "", "", meant, false
}

// saidWords are words that people use but files do not contain. They are not in the
// table of [ParseKind], because changing that table means reading all files again.
var saidWords = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for english, words := range map[string]string{
		"ride":              "Radeln,Radsport,rouler,pédaler,pedalear,montar en bici,骑车,骑自行车,单车,自行车骑行",
		"road ride":         "公路车,公路自行车",
		"mountain bike":     "山地车",
		"indoor ride":       "Rolle,骑行台,室内骑车",
		"run":               "laufe,courir,trote",
		"swim":              "nage",
		"walk":              "散步",
		"strength":          "Kraft,muscu,renforcement,健身",
		"run|ride":          "Course,Rennen,比赛",
		"trail run|hike":    "Trail",
		"alpine ski|xc ski": "Ski,Esquí,Esquiar,滑雪",
		"ride|skating":      "Roller",
	} {
		for w := range strings.SplitSeq(words, ",") {
			m[foldSport(w)] = english
		}
	}
	return m
})

// SportSettings holds the thresholds and zones that a service uses to analyse the
// activities of some sports. Zero or empty means not set.
type SportSettings struct {
	ID string `json:"id,omitempty"`
	// Types are the sports of the settings, in the service's own words.
	Types  []string     `json:"types"`
	Sports []Discipline `json:"sports,omitempty"`
	// KindsOnly lists sports that appear without a sub-sport in Sports although the settings
	// apply only to some kinds of them. Only documents written before Sports had sub-sports
	// contain it.
	KindsOnly []Sport `json:"kinds_only,omitempty"`

	FTPW       float64 `json:"ftp_w,omitempty"`
	IndoorFTPW float64 `json:"indoor_ftp_w,omitempty"`
	WPrimeJ    float64 `json:"w_prime_j,omitempty"`
	MaxPowerW  float64 `json:"max_power_w,omitempty"` // p_max of the power model
	LTHRBpm    float64 `json:"lthr_bpm,omitempty"`
	MaxHRBpm   float64 `json:"max_hr_bpm,omitempty"`
	// ThresholdMPS is threshold speed in every sport, including swimming.
	ThresholdMPS float64 `json:"threshold_speed_mps,omitempty"`

	// These are the upper bounds of the zones: in percent of FTP, in bpm, and in percent
	// of threshold speed.
	PowerZonesPct  []float64 `json:"power_zones_pct,omitempty"`
	PowerZoneNames []string  `json:"power_zone_names,omitempty"`
	HRZonesBpm     []float64 `json:"hr_zones_bpm,omitempty"`
	HRZoneNames    []string  `json:"hr_zone_names,omitempty"`
	PaceZonesPct   []float64 `json:"pace_zones_pct,omitempty"`
	PaceZoneNames  []string  `json:"pace_zone_names,omitempty"`
	SweetSpotPct   []float64 `json:"sweet_spot_pct,omitempty"` // lowest and highest

	WarmupS   float64 `json:"warmup_s,omitempty"`
	CooldownS float64 `json:"cooldown_s,omitempty"`
	// LoadOrder lists the sources of a load, best first: "power,hr,pace".
	LoadOrder string `json:"load_order,omitempty"`
	// HRLoadType is the service's name for the rule for load by heart rate. HRRCMinPct is
	// the lowest percentage of heart rate reserve from which recovery counts.
	HRLoadType    string  `json:"hr_load_type,omitempty"`
	HRRCMinPct    float64 `json:"hrrc_min_pct,omitempty"`
	PaceUnits     string  `json:"pace_units,omitempty"` // how the service shows pace; does not affect the numbers here
	DefaultGearID string  `json:"default_gear_id,omitempty"`
	// Rest holds the remaining fields that can be set on the service. They are sent back if
	// the settings are created again, and are never shown.
	Rest json.RawMessage `json:"rest,omitempty"`
}

// HoldsFor returns the nearest discipline of the settings that includes d. ok is false if
// there is none.
func (s *SportSettings) HoldsFor(d Discipline) (nearest Discipline, ok bool) {
	for _, of := range s.Sports {
		whole := of == of.Sport.Plain() && slices.Contains(s.KindsOnly, of.Sport)
		if !whole && of.Has(d) && (!ok || of.Nearer(nearest)) {
			nearest, ok = of, true
		}
	}
	return nearest, ok
}

// These are dated settings of a sport that are not used to compute any metric.
const (
	KeyMaxPower  ThresholdKey = "max_power_w"    // maximum power in a sprint, p_max of the power model
	KeySweetSpot ThresholdKey = "sweet_spot_pct" // percent of FTP, lowest and highest
)

// MaxTextBytes is the maximum size of a text that is kept with a coach.
const MaxTextBytes = 1 << 20

// MaxTextName limits the length of a text's name, which is also a file name.
const MaxTextName = 64

// PlainTextName reports whether a name is a valid file name on every system, and is
// unambiguous on systems that ignore case.
func PlainTextName(id string) bool {
	simple := func(r rune) bool { return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' }
	odd := func(r rune) bool { return !simple(r) && r != '_' && r != '-' }
	return id != "" && len(id) <= MaxTextName && simple(rune(id[0])) && !strings.ContainsFunc(id, odd) && !device(id)
}

// SafeTextName reports whether a name in any script can be a file name on every
// system, and cannot lead to another folder.
func SafeTextName(id string) bool {
	odd := func(r rune) bool {
		return unicode.IsControl(r) || !unicode.IsPrint(r) || strings.ContainsRune(`/\:*?"<>|`, r)
	}
	return id != "" && len(id) <= MaxTextName && utf8.ValidString(id) && !strings.ContainsFunc(id, odd) &&
		strings.Trim(id, " .") == id && !device(strings.ToLower(id))
}

// device reports whether a name is a device on Windows, with or without an extension.
func device(id string) bool {
	id, _, _ = strings.Cut(id, ".")
	if slices.Contains([]string{"con", "prn", "aux", "nul"}, id) {
		return true
	}
	return len(id) == 4 && (strings.HasPrefix(id, "com") || strings.HasPrefix(id, "lpt")) && '0' <= id[3] && id[3] <= '9'
}

// TextVersion is one version of a text that the athlete keeps with a coach: a
// training plan, the memory, the log of a day.
type TextVersion struct {
	Version int        `json:"version"` // counted from 1, never reused
	Body    string     `json:"body"`    // exactly as it was written
	Author  TextAuthor `json:"author"`
	At      time.Time  `json:"at"`
	// Beside is the version that was stored while the text was being edited in its file.
	// Both are based on the same version, and neither includes the other's changes.
	Beside int `json:"beside,omitempty"`
}

// TextAuthor is the author of a version.
type TextAuthor string

// These are the authors of texts.
const (
	ByAthlete   TextAuthor = "athlete"
	ByAssistant TextAuthor = "assistant"
	ByFile      TextAuthor = "file" // the text's file was changed in an editor
)
