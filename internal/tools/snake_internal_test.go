package tools

import "testing"

func TestSnake(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"activityId": "activity_id", "Activity-ID": "activity_id", "activity id": "activity_id", "limit": "limit", "minKM": "min_km",
	} {
		if got := snake(given); got != want {
			t.Errorf("snake(%q) = %q, want %q", given, got, want)
		}
	}
}
