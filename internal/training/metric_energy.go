package training

// MetricEstimatedAvgPowerW is the mean power of a ride, or of a stretch of one,
// that no meter measured. It is never put in the place of a measured one.
const MetricEstimatedAvgPowerW Metric = "estimated_avg_power_w"

// MetricEstimatedCaloriesKcal is the energy burnt in an activity where no
// device gives it: estimated from work at the pedals, else from heart rate.
const MetricEstimatedCaloriesKcal Metric = "estimated_calories_kcal"
