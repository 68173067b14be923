package fit

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/muktihari/fit/profile/typedef"
)

// Exercise identifies an exercise in FIT.
type Exercise struct {
	Category typedef.ExerciseCategory
	Name     uint16
}

// UnknownExercise means an exercise that FIT does not have.
var UnknownExercise = Exercise{typedef.ExerciseCategoryUnknown, nameInvalid}

const nameInvalid = 0xFFFF

// FindExercise finds an exercise by its name, such as "Barbell back squat". If two
// categories have it, it returns the first.
func FindExercise(words string) (Exercise, bool) {
	e, ok := exercises().byWords[fold(words)]
	return e, ok
}

// NamedExercise returns the name of an exercise in words, and its category in FIT's
// spelling ("bench_press"), if the profile has it in that category or, with an empty
// category, in any; a category is the exercise without a name of its own.
func NamedExercise(words, category string) (name, of string) {
	own := Exercise{typedef.ExerciseCategoryFromString(fold(words)), nameInvalid}
	if category == "" { // "Deadlift" is that of a barbell, not the exercise with a band of the same name
		category = own.category()
	}
	e, ok := exercises().within[category+"/"+fold(words)]
	switch {
	case ok:
	case category == "":
		e, ok = FindExercise(words)
	case category == own.category():
		e, ok = own, true
	}
	if !ok {
		return "", ""
	}
	return e.Words(), e.category()
}

// ExerciseNames returns the names of all exercises of the profile, in no order.
func ExerciseNames() []string { return slices.Collect(maps.Values(exercises().words)) }

// Words returns the name of an exercise in words, or the name of its category
// if it has none. It returns "" for no exercise.
func (e Exercise) Words() string {
	if s := exercises().words[e]; s != "" {
		return s
	}
	if s := e.Category.String(); !strings.Contains(s, "Invalid") && e.Category != typedef.ExerciseCategoryUnknown {
		return unfold(s)
	}
	return ""
}

// fold converts words to the spelling of the profile: "barbell_back_squat".
func fold(words string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(words), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), "_")
}

func unfold(name string) string {
	s := strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(s[:1]) + s[1:]
}

type index struct {
	byWords map[string]Exercise
	within  map[string]Exercise // by category and words: "curl/barbell_biceps_curl"
	words   map[Exercise]string
}

// exercises is the index of all exercises, built on first use.
var exercises = sync.OnceValue(func() index {
	out := index{map[string]Exercise{}, map[string]Exercise{}, map[Exercise]string{}}
	for _, c := range categories() {
		kind := c.category.String() + "/"
		for code, name := range c.names {
			e := Exercise{c.category, code}
			out.words[e], out.within[kind+name] = unfold(name), e
			if _, taken := out.byWords[name]; !taken {
				out.byWords[name] = e
			}
		}
	}
	return out
})

type category struct {
	category typedef.ExerciseCategory
	names    map[uint16]string
}

func names[T interface {
	~uint16
	String() string
}](all []T) map[uint16]string {
	out := make(map[uint16]string, len(all))
	for _, n := range all {
		out[uint16(n)] = n.String()
	}
	return out
}

// categories returns the categories with the names of their exercises, in the
// order of the profile.
func categories() []category {
	return []category{
		{typedef.ExerciseCategoryBenchPress, names(typedef.ListBenchPressExerciseName())},
		{typedef.ExerciseCategoryCalfRaise, names(typedef.ListCalfRaiseExerciseName())},
		{typedef.ExerciseCategoryCardio, names(typedef.ListCardioExerciseName())},
		{typedef.ExerciseCategoryCarry, names(typedef.ListCarryExerciseName())},
		{typedef.ExerciseCategoryChop, names(typedef.ListChopExerciseName())},
		{typedef.ExerciseCategoryCore, names(typedef.ListCoreExerciseName())},
		{typedef.ExerciseCategoryCrunch, names(typedef.ListCrunchExerciseName())},
		{typedef.ExerciseCategoryCurl, names(typedef.ListCurlExerciseName())},
		{typedef.ExerciseCategoryDeadlift, names(typedef.ListDeadliftExerciseName())},
		{typedef.ExerciseCategoryFlye, names(typedef.ListFlyeExerciseName())},
		{typedef.ExerciseCategoryHipRaise, names(typedef.ListHipRaiseExerciseName())},
		{typedef.ExerciseCategoryHipStability, names(typedef.ListHipStabilityExerciseName())},
		{typedef.ExerciseCategoryHipSwing, names(typedef.ListHipSwingExerciseName())},
		{typedef.ExerciseCategoryHyperextension, names(typedef.ListHyperextensionExerciseName())},
		{typedef.ExerciseCategoryLateralRaise, names(typedef.ListLateralRaiseExerciseName())},
		{typedef.ExerciseCategoryLegCurl, names(typedef.ListLegCurlExerciseName())},
		{typedef.ExerciseCategoryLegRaise, names(typedef.ListLegRaiseExerciseName())},
		{typedef.ExerciseCategoryLunge, names(typedef.ListLungeExerciseName())},
		{typedef.ExerciseCategoryOlympicLift, names(typedef.ListOlympicLiftExerciseName())},
		{typedef.ExerciseCategoryPlank, names(typedef.ListPlankExerciseName())},
		{typedef.ExerciseCategoryPlyo, names(typedef.ListPlyoExerciseName())},
		{typedef.ExerciseCategoryPullUp, names(typedef.ListPullUpExerciseName())},
		{typedef.ExerciseCategoryPushUp, names(typedef.ListPushUpExerciseName())},
		{typedef.ExerciseCategoryRow, names(typedef.ListRowExerciseName())},
		{typedef.ExerciseCategoryShoulderPress, names(typedef.ListShoulderPressExerciseName())},
		{typedef.ExerciseCategoryShoulderStability, names(typedef.ListShoulderStabilityExerciseName())},
		{typedef.ExerciseCategoryShrug, names(typedef.ListShrugExerciseName())},
		{typedef.ExerciseCategorySitUp, names(typedef.ListSitUpExerciseName())},
		{typedef.ExerciseCategorySquat, names(typedef.ListSquatExerciseName())},
		{typedef.ExerciseCategoryTotalBody, names(typedef.ListTotalBodyExerciseName())},
		{typedef.ExerciseCategoryTricepsExtension, names(typedef.ListTricepsExtensionExerciseName())},
		{typedef.ExerciseCategoryWarmUp, names(typedef.ListWarmUpExerciseName())},
		{typedef.ExerciseCategoryRun, names(typedef.ListRunExerciseName())},
		{typedef.ExerciseCategoryBike, names(typedef.ListBikeExerciseName())},
		{typedef.ExerciseCategoryMove, names(typedef.ListMoveExerciseName())},
		{typedef.ExerciseCategoryPose, names(typedef.ListPoseExerciseName())},
		{typedef.ExerciseCategoryBandedExercises, names(typedef.ListBandedExercisesExerciseName())},
		{typedef.ExerciseCategoryBattleRope, names(typedef.ListBattleRopeExerciseName())},
		{typedef.ExerciseCategoryElliptical, names(typedef.ListEllipticalExerciseName())},
		{typedef.ExerciseCategoryFloorClimb, names(typedef.ListFloorClimbExerciseName())},
		{typedef.ExerciseCategoryIndoorBike, names(typedef.ListIndoorBikeExerciseName())},
		{typedef.ExerciseCategoryIndoorRow, names(typedef.ListIndoorRowExerciseName())},
		{typedef.ExerciseCategoryLadder, names(typedef.ListLadderExerciseName())},
		{typedef.ExerciseCategorySandbag, names(typedef.ListSandbagExerciseName())},
		{typedef.ExerciseCategorySled, names(typedef.ListSledExerciseName())},
		{typedef.ExerciseCategorySledgeHammer, names(typedef.ListSledgeHammerExerciseName())},
		{typedef.ExerciseCategoryStairStepper, names(typedef.ListStairStepperExerciseName())},
		{typedef.ExerciseCategorySuspension, names(typedef.ListSuspensionExerciseName())},
		{typedef.ExerciseCategoryTire, names(typedef.ListTireExerciseName())},
		{typedef.ExerciseCategoryRunIndoor, names(typedef.ListRunIndoorExerciseName())},
		{typedef.ExerciseCategoryBikeOutdoor, names(typedef.ListBikeOutdoorExerciseName())},
	}
}
