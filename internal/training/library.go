package training

// LibraryWorkout is a workout that is kept to be planned, in the service's
// own workout language.
type LibraryWorkout struct {
	ID       string `json:"id,omitempty"`
	FolderID string `json:"folder_id,omitempty"`
	Name     string `json:"name"`
	// Description is its text in the service's workout language.
	Description string `json:"description,omitempty"`
	// Structure is how the service understood Description; it is read, never
	// written.
	Structure   Structure `json:"structure,omitzero"`
	Sport       Sport     `json:"sport"`
	SubSport    string    `json:"sub_sport,omitempty"`
	Indoor      bool      `json:"indoor,omitempty"`
	MovingTimeS float64   `json:"moving_time_s,omitempty"`
	DistanceKm  float64   `json:"distance_km,omitempty"`
	Load        float64   `json:"load,omitempty"`
	WorkKJ      float64   `json:"work_kj,omitempty"`
	AboveFTPKJ  float64   `json:"work_above_ftp_kj,omitempty"`
	Intensity   float64   `json:"intensity_factor,omitempty"`
	Target      string    `json:"target,omitempty"` // power, hr, pace or empty for automatic
	Color       string    `json:"color,omitempty"`
	Tags        []string  `json:"tags,omitempty"`
	// PlanDay counts days from the plan's first, from 0; absent outside plans.
	PlanDay *int `json:"plan_day,omitempty"`
}

// WorkoutFolder holds workouts, or the workouts of one training plan.
type WorkoutFolder struct {
	ID          string `json:"id,omitempty"`
	Plan        bool   `json:"plan,omitempty"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	StartDay    *Day   `json:"start_date,omitempty"`
	Weeks       int    `json:"weeks,omitempty"`
	// HoursMin and HoursMax are the hours a week that a plan asks for.
	HoursMin float64          `json:"hours_per_week_min,omitempty"`
	HoursMax float64          `json:"hours_per_week_max,omitempty"`
	Owner    string           `json:"owner,omitempty"`
	CanEdit  bool             `json:"can_edit,omitempty"`
	Workouts []LibraryWorkout `json:"workouts,omitempty"`
}
