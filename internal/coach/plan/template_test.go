package plan_test

import (
	"strings"
	"testing"

	"lapkeep/internal/coach/plan"
	"lapkeep/internal/training"
)

const dated = `# Mine
plan_name: Block
plan_start_date: 2026-03-02
goal_race: {date: 2026-03-22, race_type: 10k}
weeks:
  - week_number: 1
    week_start_date: 2026-03-02
    sessions:
      - {day_of_week: Tuesday, id: a, type: intervals, sport: cycling, workout: "4x\n- 5m 250w\n- 3m 60%\n"}
  - week_number: 2 # the hard one
    sessions:
      - {date: 2026-03-11, type: tempo, sport: running, distance_km: 8, target_pace_min_per_km: "4:10"}
      - {day_of_week: Saturday, type: intervals, sport: running, workout: "- 20m 150-160bpm HR\n"}
  - week_number: 3
    sessions:
      - {day_of_week: Sunday, type: race, sport: running}
`

func on(s training.Sport, _ training.Day) training.Thresholds {
	return map[training.Sport]training.Thresholds{
		training.Cycling: {FTPW: 250}, training.Running: {ThresholdMPS: 1000.0 / 240, LTHRBpm: 160},
	}[s]
}

// TestATemplateIsRelative: its weeks count from 1, its targets are in per cent, and comments stay.
func TestATemplateIsRelative(t *testing.T) {
	t.Parallel()
	text, err := plan.AsTemplate(dated, 0, 0, on)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text, "2026") || strings.Contains(text, "250w") || strings.Contains(text, "4:10") || strings.Contains(text, "bpm") {
		t.Errorf("it has a date or an absolute target:\n%s", text)
	}
	for _, want := range []string{
		"# Mine", "# the hard one", "template: true", "5m 100%", "8km 96-96% Pace", "94-100% LTHR",
		"day_of_week: Wednesday",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	p, problems := plan.Parse(text)
	if !p.Template || !plan.Sound(problems) {
		t.Errorf("%v", problems)
	}
	// A block of it begins with week 1.
	text, err = plan.AsTemplate(dated, 2, 2, on)
	if p, _ := plan.Parse(text); err != nil || len(p.Weeks) != 1 || p.Weeks[0].Number != 1 || len(p.Weeks[0].Sessions) != 2 {
		t.Errorf("%v, %+v", err, p.Weeks)
	}
	for _, wrong := range [][2]int{{4, 5}, {3, 2}} {
		if _, err := plan.AsTemplate(dated, wrong[0], wrong[1], on); training.KindOf(err) != training.KindNotFound {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	for _, bad := range []string{"a: [", "plan_name: x\n", "weeks: 3"} {
		if _, err := plan.AsTemplate(bad, 0, 0, on); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestATemplateSaysNothingAboutTheAthlete: a verdict and the reason for an easier session stay out, and the
// comments of people and the rules stay.
func TestATemplateSaysNothingAboutTheAthlete(t *testing.T) {
	t.Parallel()
	text := strings.Replace(dated, "# Mine\n", "# Mine\n# Verdict: feasible.\n# For: 4 days, from a fitness (CTL) of 36.\n"+
		"# The rules, with their sources:\n# - A rule (Author 2020).\n", 1)
	text = strings.Replace(text, "      - {day_of_week: Tuesday",
		"      # eased after 2026-02-10 to 2026-02-14 (sick)\n      # on the track\n      - {day_of_week: Tuesday", 1)
	got, err := plan.AsTemplate(text, 0, 0, on)
	if err != nil {
		t.Fatal(err)
	}
	for _, said := range []string{"Verdict", "CTL", "sick", "eased"} {
		if strings.Contains(got, said) {
			t.Errorf("it says %q:\n%s", said, got)
		}
	}
	for _, kept := range []string{"# Mine\n", "# The rules, with their sources:\n# - A rule", "# on the track\n", "# the hard one"} {
		if !strings.Contains(got, kept) {
			t.Errorf("it lost %q:\n%s", kept, got)
		}
	}
}

// TestATemplateIsApplied to a start or to a race.
func TestATemplateIsApplied(t *testing.T) {
	t.Parallel()
	text, err := plan.AsTemplate(dated, 0, 0, on)
	if err != nil {
		t.Fatal(err)
	}
	sunday := training.NewDay(2027, 6, 20)
	for what, given := range map[string][2]training.Day{"start": {sunday - 18, 0}, "race": {0, sunday}} {
		made, err := plan.FromTemplate(text, "", given[0], given[1], on)
		if err != nil {
			t.Fatal(err)
		}
		p, problems := plan.Parse(made)
		if len(problems) > 0 || p.Race.Day != sunday || p.Start != sunday-20 || p.Weeks[1].Sessions[0].Day != sunday-11 {
			t.Errorf("by %s: %v %+v\n%s", what, problems, p.Race, made)
		}
	}
	if _, err := plan.FromTemplate(text, "", 0, sunday-1, on); training.KindOf(err) != training.KindInvalid ||
		!strings.Contains(err.Error(), "Sunday") {
		t.Errorf("a race on Saturday: %v", err)
	}
	block, _ := plan.AsTemplate(dated, 1, 2, on)
	if _, err := plan.FromTemplate(block, "", 0, sunday, on); training.KindOf(err) != training.KindInvalid {
		t.Errorf("a block without a race: %v", err)
	}
	made, err := plan.FromTemplate(block, "", sunday, 0, on)
	if p, problems := plan.Parse(made); err != nil || len(problems) > 0 || p.Race.Day != 0 {
		t.Errorf("%v %v", err, problems)
	}
}
