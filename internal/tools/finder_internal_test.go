package tools

import "testing"

func TestFormsOfAWordAreOne(t *testing.T) {
	t.Parallel()
	for w, want := range map[string]string{
		"planned": "plan", "plans": "plan", "running": "run", "runs": "run", "activities": "activity", "activity": "activity",
		"rides": "rid", "riding": "rid", "compares": "compar", "compared": "compar", "weekly": "week", "weeks": "week",
		"wellness": "wellness", "hr": "hr", "gps": "gps", "speed": "speed", "sport": "sport", "miss": "miss",
		"passing": "pass", "calories": "calory",
	} {
		if got := stem(w); got != want {
			t.Errorf("%s is %s, not %s", w, got, want)
		}
	}
}

// TestTheFinderWeighsFields: a word of the name counts more than one of the
// arguments, and in a short text more than in a long one.
func TestTheFinderWeighsFields(t *testing.T) {
	t.Parallel()
	f := NewFinder([]SearchText{
		{Name: "sell_all", Description: "Sells what there is, among it any bike.", Arguments: "bike"},
		{Name: "list_bikes", Description: "What there is."},
		{Name: "clean_things", Description: "A bike."},
		{Name: "walk", Title: "Walk"},
	})
	if got := f.Rank("all biking"); got[0] != "list_bikes" || got[1] != "clean_things" || got[2] != "sell_all" || got[3] != "walk" {
		t.Error(got)
	}
}

// TestTheFinderCompletes: a beginning of a word finds all words that begin so, Chinese is found
// without spaces, and words that no tool has find nothing.
func TestTheFinderCompletes(t *testing.T) {
	t.Parallel()
	f := NewFinder([]SearchText{{Name: "list_bikes", Title: "Bikes 我的自行车"}, {Name: "get_zones", Title: "Thresholds 阈值和区间"}})
	for typed, want := range map[string]string{
		"thres": "get_zones", "my bik": "list_bikes", "自行车": "list_bikes", "显示阈值": "get_zones", "xyzzy": "", "": "", "the": "",
	} {
		if got := f.Find(typed); want == "" && len(got) > 0 || want != "" && (len(got) != 1 || got[0] != want) {
			t.Errorf("%q finds %v, not %q", typed, got, want)
		}
	}
}
