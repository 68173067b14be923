package generate_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/coach/generate"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/training"
)

var update = flag.Bool("update", false, "write docs/plans.md")

// printedPlan is a plan of docs/plans.md, and what a coach says about it.
type printedPlan struct {
	title   string
	wish    generate.Wish
	reading string
}

var start = training.NewDay(2026, 11, 30) // a Monday

func printedPlans() []printedPlan {
	weekend := []time.Weekday{time.Saturday, time.Sunday}
	long := func(run, ride, swim float64) map[training.Sport]float64 {
		return map[training.Sport]float64{training.Running: run, training.Cycling: ride, training.Swimming: swim}
	}
	return []printedPlan{
		{"5 km, a beginner from nothing", generate.Wish{Goal: "5k", Race: start + 83, Days: 3, Hours: 3, LongestMin: long(0, 0, 0)}, readings[0]},
		{
			"10 km, 4 days, race on a Saturday",
			generate.Wish{Goal: "10k", Race: start + 82, Days: 4, Hours: 4.5, CTL: 38, LongestMin: long(70, 0, 0)},
			readings[1],
		},
		{
			"Half marathon, 5 days, Sunday off",
			generate.Wish{
				Goal:       "half_marathon",
				Race:       start + 96,
				Days:       5,
				Hours:      6,
				CTL:        42,
				Off:        weekend[1:],
				LongestMin: long(80, 0, 0),
			},
			readings[2],
		},
		{
			"Marathon in 3:15, 5 days, race on a Monday",
			generate.Wish{
				Goal: "marathon", Race: start + 140, Days: 5, Hours: 8, CTL: 50, GoalTimeS: 11700, LongestMin: long(95, 0, 0),
				Speeds: map[training.Sport]float64{training.Running: 1000.0 / 258},
			},
			readings[3],
		},
		{
			"50 km trail, 4 days",
			generate.Wish{Goal: "trail", RaceKm: 50, Race: start + 118, Days: 4, Hours: 7, CTL: 45, LongestMin: long(100, 0, 0)},
			readings[4],
		},
		{
			"Sprint triathlon, 4 days and 5 hours",
			generate.Wish{Goal: "sprint_triathlon", Race: start + 69, Days: 4, Hours: 5, CTL: 30, LongestMin: long(45, 60, 30)},
			readings[5],
		},
		{
			"70.3, 6 days and 9 hours",
			generate.Wish{Goal: "half_distance_triathlon", Race: start + 125, Days: 6, Hours: 9, CTL: 55, LongestMin: long(75, 120, 45)},
			readings[6],
		},
		{
			"Ironman, 6 days and 12 hours",
			generate.Wish{Goal: "full_distance_triathlon", Race: start + 174, Days: 6, Hours: 12, CTL: 65, LongestMin: long(90, 180, 60)},
			readings[7],
		},
		{
			"Criterium, 4 days and 7 hours",
			generate.Wish{Goal: "criterium", Race: start + 76, Days: 4, Hours: 7, CTL: 50, LongestMin: long(0, 120, 0)},
			readings[8],
		},
		{
			"A century (100 miles), 4 days and 8 hours",
			generate.Wish{Goal: "gran_fondo", RaceKm: 160.9, Race: start + 118, Days: 4, Hours: 8, CTL: 45, LongestMin: long(0, 150, 0)},
			readings[9],
		},
		{
			"5 km open water, 4 days",
			generate.Wish{Goal: "open_water", RaceKm: 5, Race: start + 83, Days: 4, Hours: 5, CTL: 30, LongestMin: long(0, 0, 50)},
			readings[10],
		},
		{
			"A marathon in four weeks from nothing",
			generate.Wish{Goal: "marathon", Race: start + 27, Days: 3, Hours: 3, LongestMin: long(0, 0, 0)},
			readings[11],
		},
	}
}

// TestTwelvePlans compares docs/plans.md with the plans that are made today.
func TestTwelvePlans(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(planHead)
	for i, p := range printedPlans() {
		p.wish.Start, p.wish.Ramp = start, generate.DefaultRamp
		made, err := generate.Make(p.wish)
		if err != nil {
			t.Fatal(err)
		}
		for _, told := range broken(&p.wish, made) {
			t.Errorf("%s: %s", p.title, told)
		}
		fmt.Fprintf(&b, "\n## %d. %s\n\n", i+1, p.title)
		fmt.Fprintf(&b, "Verdict: **%s**. %s\n\n", strings.ReplaceAll(string(made.Verdict.Rating), "_", " "), made.Verdict.Words())
		b.WriteString("| week | phase | time | load | sessions |\n|---|---|---|---|---|\n")
		for j := range made.Plan.Weeks {
			b.WriteString(weekLine(made.Plan.Sport, &made.Plan.Weeks[j]))
		}
		fmt.Fprintf(&b, "\n**What a reader says.** %s\n", p.reading)
	}
	const file = "../../../docs/plans.md"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != b.String() {
		t.Errorf("docs/plans.md is out of date: run go test ./internal/coach/generate -run Twelve -update (%v)", err)
	}
}

func weekLine(of training.Sport, k *plan.Week) string {
	t := k.Training()
	phase := k.Phase
	if strings.HasPrefix(k.Focus, "Recovery") {
		phase += ", recovery"
	}
	var all []string
	for i := range k.Sessions {
		s := &k.Sessions[i]
		name := strings.ToLower(s.Name)
		if name == "" {
			name = strings.ReplaceAll(string(s.Type), "_", " ")
		}
		sport := map[training.Sport]string{training.Running: " run", training.Cycling: " ride", training.Swimming: " swim"}[s.Sport]
		if of == "" &&
			!strings.Contains(name, "run") &&
			!strings.Contains(name, "ride") {
			if name += sport; s.Name != "" {
				name = strings.TrimSuffix(name, sport) + " (" + sport[1:] + ")"
			}
		}
		if s.DurationS > 0 && s.Type != plan.RaceDay {
			name += fmt.Sprintf(" %.0f", s.DurationS/60)
		}
		all = append(all, s.Day.Weekday().String()[:3]+" "+name)
	}
	return fmt.Sprintf(
		"| %d | %s | %d:%02d | %.0f | %s |\n",
		k.Number,
		phase,
		int(t.DurationS)/3600,
		int(t.DurationS)/60%60,
		t.Load,
		strings.Join(all, " · "),
	)
}

const planHead = `# Twelve plans

These plans were made by ` + "`lapkeep plan new`" + `. A test writes this page and checks every rule on each of them. Times of sessions are
in minutes, those of weeks in hours, and load is TSS. Athletes see the verdict first; a plan that is not advisable is saved only
with ` + "`--anyway`" + `. Below each plan is what an independent reader said about it, who knew only the plan.
`

// readings has what an independent reader said about each plan, in their order.
var readings = [...]string{
	"The start is careful: week 1 has 71 minutes in three sessions, and weeks 4 and 8 give you real rest. The hard work then " +
		"grows too fast: Wednesday goes from 28 minutes of run and walk in week 6 to 46 minutes of cruise intervals in weeks 10 and " +
		"11. I would keep Wednesday of week 9 easy, because that week doubles the time of week 8, and cut it to 35 minutes in week " +
		"10 and 30 in week 11. No easy run without walks exceeds 23 minutes, so I would run the 26 of week 11's Sunday without " +
		"walks. With these changes you may follow the plan.",
	"This plan is sound: the time grows from 209 minutes in week 1 to 268 in week 10, and weeks 4 and 8 are about a third " +
		"lighter than the weeks before them. One hard Tuesday a week suits four days, and the 90-minute long run comes 13 days " +
		"before the race. Race speed is too rare, because kilometre repeats come only once, on Tuesday of week 10. I would replace " +
		"the 53 minutes of cruise intervals on Tuesday of week 11 with 40 minutes of kilometre repeats. You may follow this plan, " +
		"even without that change.",
	"The long run grows slowly, from 85 minutes in week 1 to 120 in week 11, and Sunday stays free every week. Weeks 9 to 12 " +
		"are too hard: each lasts about six hours, with two hard sessions and a long run of at least 110 minutes, and none is " +
		"lighter. Week 12 is the worst, with 73 minutes of pace blocks on Monday, 60 of cruise intervals on Thursday and 120 on " +
		"Saturday. I would make Thursday an easy 45 in weeks 10 and 12, and end the week 11 long run with 30 minutes at race pace. " +
		"With these changes you may follow the plan.",
	"The goal fits you, because your fitness today predicts 3:13:54, and the last 150-minute run comes 15 days before the " +
		"Monday race. The recovery weeks and the two-week taper are sound. Marathon pace comes too late: it first appears on Sunday " +
		"of week 15, and only weeks 15 and 17 put it into a long run. I would finish the 135-minute run of week 13 at marathon " +
		"pace, and I would make Friday of week 18 an easy 50, because its 67 minutes of cruise intervals lead into 75 on Saturday " +
		"and 150 on Sunday. You may follow the plan with these two changes.",
	"The verdict \"ambitious\" is honest: your longest run is 185 minutes, and the goal asks for 240. The hill work on Tuesdays " +
		"is right, and weeks 4, 8 and 12 let you recover. The long run stops growing in week 11 and repeats 185 minutes in weeks " +
		"13, 14 and 15, at close to half of each week. I would cut Friday of week 14 from 72 to 30 minutes and run 225 minutes on " +
		"Sunday, on trails and with race food, and replace the cruise intervals of weeks 13 and 15 with uphill threes. With these " +
		"changes you may follow the plan to finish, but not to race.",
	"The long ride and run grow sensibly, and runs off the bike in weeks 6, 7 and 9 prepare you well. The swim is weak: every " +
		"week has one swim, and only weeks 2, 5 and 8 make it hard. The biggest week has 260 of your 300 minutes, so I would add a " +
		"30-minute swim after the Wednesday run in weeks 2, 3, 5, 6, 7 and 9. The time also jumps, from 178 minutes in week 2 to " +
		"232 in week 3, so I would shorten the tempo ride of week 3 from 70 to 50. With a second swim you may follow the plan.",
	"The first twelve weeks are well built: the long ride grows from 140 to 190 minutes, and weeks 4, 8 and 12 are lighter. " +
		"Weeks 13 to 16 are four hard weeks in a row, of 512 to 539 minutes, and the heaviest ends 14 days before the race. Friday " +
		"of week 16 is too much, with a 105-minute sweet spot ride and a 72-minute hard swim, two days after a 105-minute run. I " +
		"would cut that Friday to 75 and 45, make week 14 a recovery week of about 350 minutes, and run 20 minutes after the week " +
		"16 long ride. With these changes you may follow it.",
	"The plan builds patiently: the long ride grows from 210 to 300 minutes, every fourth week is lighter, and race blocks " +
		"appear three times. The last peak week is the danger: week 23 asks for a 120-minute run on Wednesday, a 70-minute tempo " +
		"run on Friday, and 300 minutes of riding plus 45 of running on Sunday, 14 days before the race. I would replace that tempo " +
		"run with an easy 35 and cut the Sunday ride to 240. The longest swim lasts only 63 minutes, so I would swim 80 on Saturday " +
		"of weeks 19 and 21. You may follow the plan with these changes.",
	"The base is sensible, with ten-second sprints from week 2 and a long ride from 85 to 120 minutes. The hard part is uneven: " +
		"week 6 falls to 277 minutes, and week 7 then raises the load from 235 to 318, with 73 minutes of over-unders and 70 of " +
		"thirty-fifteens. Criterium bursts come only twice, on Friday of week 9 and Tuesday of week 10. I would ride bursts instead " +
		"of the thirty-fifteens on Friday of week 7, shorten its Tuesday to 55, and replace the long ride of week 9 with a fast " +
		"group ride to practise corners. You may follow the plan with these changes.",
	"Most of the plan is safe: each week stays within your 8 hours, weeks 4, 8 and 12 are lighter, and the taper is gentle. It " +
		"grows too little from week 3 on: the full weeks stay between 472 and 479 minutes, and the Sunday ride repeats 240 minutes " +
		"six times from week 9 on. The longest ride is 38 minutes short of the 278 that the goal asks for. I would drop Friday of " +
		"week 13 and ride 275 minutes that Sunday, with the food you will eat on the day. You may follow the plan with that change.",
	"The volume fits the race: the long swim grows from 60 to 110 minutes, and the longest one comes 14 days before the start. " +
		"The first weeks are too steep for the shoulders: the long swim goes from 60 to 84 minutes by week 3, so I would swim 75 " +
		"there. Hundreds at critical speed fill eight of the twelve Tuesdays, and open-water changes of pace come only in weeks 8 " +
		"and 11. I would use them on Tuesday of weeks 5 and 9 as well, and swim the Sundays of weeks 7, 9 and 10 in open water. You " +
		"may follow the plan with these changes.",
	"The verdict \"not advisable\" is right, and you should believe it. The longest run is 29 minutes, in week 2, and the goal " +
		"asks for 150; all four weeks together hold 232 minutes before the race. Week 3 even gets shorter, at 66 minutes, so " +
		"nothing in it prepares you for 42 km. I would keep weeks 1 and 2 as a safe first fortnight, strike the Sunday race of week " +
		"4, and choose a 5 km about ten weeks later. I would not let you start this marathon.",
}
