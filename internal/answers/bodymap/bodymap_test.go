package bodymap_test

import (
	"strings"
	"testing"

	"lapkeep/internal/answers/bodymap"
	"lapkeep/internal/training"
)

// TestRegions: more than 63, each named once, and as many on the left as on
// the right, whichever way one looks.
func TestRegions(t *testing.T) {
	t.Parallel()
	all := bodymap.Regions()
	ids, labels, count := map[string]bool{}, map[string]bool{}, map[string]int{}
	for _, r := range all {
		if ids[r.ID] || labels[r.Label.String()] || r.Group == "" || r.View != bodymap.Front && r.View != bodymap.Back {
			t.Errorf("%+v", r)
		}
		ids[r.ID], labels[r.Label.String()] = true, true
		count[r.Side+string(r.View)]++
		if other := strings.Replace(r.ID, "left_", "right_", 1); r.Side == "left" && other == r.ID {
			t.Errorf("%s is left by its side alone", r.ID)
		}
	}
	if len(all) <= 63 || count["leftfront"] != count["rightfront"] || count["leftback"] != count["rightback"] ||
		count["front"] == 0 || count["back"] == 0 || count["leftfront"] < 20 || count["leftback"] < 20 {
		t.Errorf("%d: %v", len(all), count)
	}
}

// TestARegionIsFoundOrTold: by id, label or words in another order, and what is
// not there with what is near.
func TestARegionIsFoundOrTold(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"left_kneecap": "left_kneecap", "Left Kneecap": "left_kneecap", "kneecap left": "left_kneecap", "R Achilles": "right_achilles",
		"right achilles tendon": "right_achilles", "the lower spine": "lower_spine", "left tendon below the kneecap": "left_below_kneecap",
		"arch of the foot, left": "left_arch",
	} {
		if r, err := bodymap.Find(said); err != nil || r.ID != want {
			t.Errorf("%s: %+v %v", said, r, err)
		}
	}
	for said, near := range map[string]string{
		"left_knee": "left_kneecap, left_below_kneecap, left_inner_knee", "kneecap": "left_kneecap, right_kneecap", "left_kneecp": "left_kneecap",
		"left_forehead": "forehead", "wing": "get_body_map with regions", "": "get_body_map with regions", "../x": "get_body_map",
	} {
		_, err := bodymap.Find(said)
		if training.KindOf(err) != training.KindInvalid || !strings.Contains(err.Error(), near) {
			t.Errorf("%s: %v", said, err)
		}
	}
}
