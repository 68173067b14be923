package dashboard

import "encoding/json"

// What the pages read of the tools' answers. A number stays the text that it
// came as: a page shows the tool's own digits.

type num = json.Number

// byAthlete is who wrote or marked what the athlete did themself.
const byAthlete = "athlete"

type dayRange struct {
	Start string `json:"start_date"`
	End   string `json:"end_date"`
	Days  int    `json:"days"`
}

type missing map[string]string

type loadDay struct {
	Date  string `json:"date"`
	Load  num    `json:"load"`
	CTL   num    `json:"ctl"`
	ATL   num    `json:"atl"`
	TSB   num    `json:"tsb"`
	Ramp  num    `json:"ramp_per_week"`
	Sport string `json:"sport"`
}

type band struct {
	Name    string `json:"name"`
	Range   string `json:"range"`
	Meaning string `json:"meaning"`
	Source  string `json:"source"`
}

type loadView struct {
	Today loadDay  `json:"today"`
	Words []string `json:"words"`
	Form  band     `json:"form_band"`
	Ramp  band     `json:"ramp_band"`
	Range dayRange `json:"range"`
	Model struct {
		CTLDays num `json:"ctl_days"`
		ATLDays num `json:"atl_days"`
	} `json:"model"`
	Actual struct {
		Resolution string   `json:"resolution"`
		Dates      []string `json:"dates"`
		Load       []num    `json:"load"`
		CTL        []num    `json:"ctl"`
		ATL        []num    `json:"atl"`
		TSB        []num    `json:"tsb"`
		Ramp       []num    `json:"ramp_per_week"`
	} `json:"actual"`
	Projected struct {
		Basis string   `json:"basis"`
		Dates []string `json:"dates"`
		Load  []num    `json:"projected_load"`
		CTL   []num    `json:"projected_ctl"`
		ATL   []num    `json:"projected_atl"`
		TSB   []num    `json:"projected_tsb"`
	} `json:"projected"`
	Weeks struct {
		Last struct {
			Load     num `json:"load"`
			Monotony num `json:"monotony"`
			Strain   num `json:"strain"`
		} `json:"last_7_days"`
	} `json:"weeks"`
	Ratio struct {
		EWMA    num    `json:"ewma"`
		Coupled num    `json:"coupled"`
		Meaning string `json:"meaning"`
	} `json:"acute_chronic_ratio"`
	Alerts []struct {
		Name  string `json:"name"`
		Value num    `json:"value"`
		Rule  string `json:"rule"`
	} `json:"alerts"`
	Coverage struct {
		Activities num            `json:"activities"`
		WithLoad   num            `json:"with_load"`
		ByMethod   map[string]num `json:"by_method"`
	} `json:"coverage"`
	Notes   []string `json:"notes"`
	Missing missing  `json:"missing"`
}

type hrvBand struct {
	Unit  string `json:"unit"`
	Mean  num    `json:"mean_7d"`
	From  num    `json:"usual_from"`
	To    num    `json:"usual_to"`
	State string `json:"state"`
	Days  num    `json:"days_of_7"`
}

type wellnessView struct {
	Range     dayRange `json:"range"`
	Readiness struct {
		State   string   `json:"state"`
		Meaning string   `json:"meaning"`
		Because []string `json:"because"`
		Rule    string   `json:"rule"`
	} `json:"readiness"`
	HRV    hrvBand `json:"hrv_band"`
	RHR    hrvBand `json:"resting_hr_band"`
	Weight struct {
		EMA      num    `json:"weight_ema_kg"`
		Kg       num    `json:"weight_kg"`
		Measured string `json:"measured_on"`
		Change   num    `json:"change_28d_kg"`
	} `json:"weight"`
	Trends struct {
		Field      []string `json:"field"`
		Mean7      []num    `json:"mean_7d"`
		Mean28     []num    `json:"mean_28d"`
		Latest     []num    `json:"latest"`
		LatestDate []string `json:"latest_date"`
	} `json:"trends"`
	Days struct {
		Resolution string              `json:"resolution"`
		Dates      []string            `json:"dates"`
		Values     map[string][]num    `json:"values"`
		Sources    map[string][]string `json:"sources"`
	} `json:"days"`
	Bands struct {
		HRVMean  []num `json:"hrv_mean_7d_ms"`
		HRVLow   []num `json:"hrv_usual_from_ms"`
		HRVHigh  []num `json:"hrv_usual_to_ms"`
		RestMean []num `json:"resting_hr_mean_7d_bpm"`
		RestLow  []num `json:"resting_hr_usual_from_bpm"`
		RestHigh []num `json:"resting_hr_usual_to_bpm"`
		Weight   []num `json:"weight_ema_kg"`
	} `json:"bands"`
	Scales  string  `json:"scales"`
	Missing missing `json:"missing"`
}

type amounts struct {
	Sessions num     `json:"sessions"`
	Duration num     `json:"duration_s"`
	Distance num     `json:"distance_km"`
	Load     num     `json:"load"`
	Activity string  `json:"activity_id"`
	Date     string  `json:"local_date"`
	IF       num     `json:"intensity_factor"`
	Missing  missing `json:"missing"`
}

type eventView struct {
	ID         string   `json:"id"`
	Date       string   `json:"local_date"`
	End        string   `json:"end_date"`
	Start      string   `json:"start_time"`
	Category   string   `json:"category"`
	Name       string   `json:"name"`
	Sport      string   `json:"sport"`
	Status     string   `json:"status"`
	Planned    *amounts `json:"planned"`
	Done       *amounts `json:"done"`
	Compliance struct {
		Pct  map[string]num `json:"compliance_pct"`
		By   string         `json:"by"`
		Band string         `json:"band"`
	} `json:"compliance"`
	Description string `json:"description"`
	// plan is where a session of the plan stands that is not in the calendar.
	plan  string
	Steps struct {
		Block  []int    `json:"block"`
		Times  []int    `json:"times"`
		Kind   []string `json:"kind"`
		Length []string `json:"length"`
		Target []string `json:"target"`
		Text   []string `json:"text"`
	} `json:"steps"`
}

type weekView struct {
	Start      string         `json:"week_start"`
	DaysSoFar  num            `json:"days_so_far"`
	Planned    *amounts       `json:"planned"`
	Done       *amounts       `json:"done"`
	Completed  num            `json:"completed"`
	Compliance map[string]num `json:"compliance_pct"`
	Phase      string         `json:"phase"`
}

type raceView struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Sport  string `json:"sport"`
	Date   string `json:"local_date"`
	InDays num    `json:"in_days"`
	CTL    num    `json:"projected_ctl"`
	TSB    num    `json:"projected_tsb"`
	Basis  string `json:"projected_basis"`
}

type eventsView struct {
	Range     dayRange    `json:"range"`
	Events    []eventView `json:"events"`
	Weeks     []weekView  `json:"weeks"`
	Races     []raceView  `json:"races"`
	Missing   missing     `json:"missing"`
	Truncated bool        `json:"truncated"`
	Narrow    string      `json:"narrow"`
}

type activityRow struct {
	ID       string `json:"id"`
	Date     string `json:"local_date"`
	Start    string `json:"start_local"`
	Name     string `json:"name"`
	Sport    string `json:"sport"`
	Duration num    `json:"duration_s"`
	Distance num    `json:"distance_km"`
	Climb    num    `json:"elevation_gain_m"`
	TSS      num    `json:"tss"`
	Power    num    `json:"avg_power_w"`
	NP       num    `json:"normalized_power_w"`
	HR       num    `json:"avg_hr_bpm"`
	Speed    num    `json:"avg_speed_kmh"`
	Race     bool   `json:"race"`
	Method   string `json:"load_method"`
}

type activitiesView struct {
	Activities []activityRow `json:"activities"`
	Total      int           `json:"total"`
	Next       string        `json:"next_cursor"`
	Notes      []string      `json:"notes"`
	Withheld   []struct {
		Source string `json:"source"`
		Date   string `json:"date"`
		Reason string `json:"reason"`
	} `json:"withheld"`
}

type totals struct {
	Sport      string `json:"sport"`
	Activities num    `json:"activities"`
	Duration   num    `json:"duration_s"`
	Distance   num    `json:"distance_km"`
	Climb      num    `json:"elevation_gain_m"`
	TSS        num    `json:"tss"`
	Work       num    `json:"work_kj"`
}

type summaryView struct {
	Period struct {
		Start string `json:"start_date"`
		End   string `json:"end_date"`
	} `json:"period"`
	Totals   totals   `json:"totals"`
	BySport  []totals `json:"by_sport"`
	Previous struct {
		Totals totals `json:"totals"`
	} `json:"previous"`
	Change struct {
		Duration num            `json:"duration_s"`
		TSS      num            `json:"tss"`
		Percent  map[string]num `json:"percent"`
	} `json:"change"`
	ByWeek struct {
		From     []string `json:"from"`
		Count    []num    `json:"activities"`
		Duration []num    `json:"duration_s"`
		Distance []num    `json:"distance_km"`
		Climb    []num    `json:"elevation_gain_m"`
		TSS      []num    `json:"tss"`
	} `json:"by_week"`
	Words   []string `json:"words"`
	Missing missing  `json:"missing"`
}

type goalView struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Measure   string `json:"measure"`
	Target    num    `json:"target"`
	Period    string `json:"period"`
	State     string `json:"state"`
	Done      num    `json:"done"`
	DonePct   num    `json:"done_pct"`
	Remaining num    `json:"remaining"`
	DaysLeft  num    `json:"days_left"`
	PerDay    num    `json:"needed_per_day"`
}

type goalsView struct {
	Goals []goalView `json:"goals"`
	Rule  string     `json:"rule"`
	Words []string   `json:"words"`
}

type statusView struct {
	Version string `json:"version"`
	Data    struct {
		Activities int            `json:"activities"`
		BySport    map[string]num `json:"by_sport"`
		First      string         `json:"first_date"`
		Last       string         `json:"last_date"`
		Recordings num            `json:"recordings"`
		Files      num            `json:"original_files"`
		Behind     int            `json:"derived_behind"`
	} `json:"data"`
	Store struct {
		Home      string `json:"home"`
		Originals num    `json:"original_bytes"`
		Database  num    `json:"database_bytes"`
	} `json:"store"`
	Writes  string `json:"writes"`
	Imports []struct {
		ID       string         `json:"id"`
		Finished string         `json:"finished_at"`
		Counts   map[string]int `json:"counts"`
	} `json:"last_imports"`
	Sources []sourceView `json:"sources"`
	Better  []string     `json:"for_better_answers"`
	Words   []string     `json:"words"`
}

type sourceView struct {
	Source      string `json:"source"`
	Name        string `json:"name"`
	Connected   bool   `json:"connected"`
	State       string `json:"state"`
	LastSuccess string `json:"last_success"`
	NextTry     string `json:"next_try"`
	Error       string `json:"error"`
	HowTo       string `json:"how_to"`
	Terms       struct {
		Text string `json:"text"`
	} `json:"terms"`
	Quota []struct {
		Bucket  string `json:"bucket"`
		WindowS num    `json:"window_s"`
		Allowed num    `json:"allowed"`
		Left    num    `json:"left"`
	} `json:"quota"`
	Words   []string `json:"words"`
	Reasons []struct {
		Reason     string `json:"reason"`
		Activities num    `json:"activities"`
	} `json:"reasons"`
}

// weekShare is the share of a week by a metric.
func (w weekView) share(metric string) num {
	if metric == "" {
		metric = "duration"
	}
	return w.Compliance[metric]
}

// of is one of the amounts, by the name of its number.
func (a *amounts) of(key string) num {
	switch {
	case a == nil:
		return ""
	case key == "load":
		return a.Load
	case key == "distance_km":
		return a.Distance
	}
	return a.Duration
}
