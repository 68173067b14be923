package training

// MetricEstimatedCaloriesKcal is what an activity burnt where no device says:
// estimated from work at the pedals, else from heart rate.
const MetricEstimatedCaloriesKcal Metric = "estimated_calories_kcal"
