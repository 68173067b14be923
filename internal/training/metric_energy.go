package training

// MetricEstimatedCaloriesKcal is the energy burnt in an activity where no
// device gives it: estimated from work at the pedals, else from heart rate.
const MetricEstimatedCaloriesKcal Metric = "estimated_calories_kcal"
