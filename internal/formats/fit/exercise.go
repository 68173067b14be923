package fit

import (
	"cmp"
	"strings"
	"sync"
	"unicode"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/mesgnum"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Exercise is how FIT names an exercise.
type Exercise struct {
	Category typedef.ExerciseCategory
	Name     uint16
}

// UnknownExercise is one that FIT has no name for.
var UnknownExercise = Exercise{typedef.ExerciseCategoryUnknown, nameInvalid}

const nameInvalid = 0xFFFF

// FindExercise finds an exercise by its words: "Barbell back squat". Where two
// categories have one, the first counts.
func FindExercise(words string) (Exercise, bool) {
	e, ok := exercises().byWords[fold(words)]
	return e, ok
}

// Words are those of an exercise, of its category where it has no name; empty
// for none.
func (e Exercise) Words() string {
	if s := exercises().words[e]; s != "" {
		return s
	}
	if s := e.Category.String(); !strings.Contains(s, "Invalid") && e.Category != typedef.ExerciseCategoryUnknown {
		return unfold(s)
	}
	return ""
}

// fold is how the profile writes words: "barbell_back_squat".
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
	words   map[Exercise]string
}

// exercises is the index of all, made when the first workout of strength comes.
var exercises = sync.OnceValue(func() index {
	out := index{map[string]Exercise{}, map[Exercise]string{}}
	for _, c := range categories() {
		for code, name := range c.names {
			e := Exercise{c.category, code}
			out.words[e] = unfold(name)
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

// categories are the names of each, in the order of the profile.
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

// kinds maps the type that a file gives itself.
var kinds = map[typedef.File]reading.Kind{
	typedef.FileDevice:           reading.Device,
	typedef.FileSettings:         reading.Settings,
	typedef.FileSport:            reading.Sport,
	typedef.FileActivity:         reading.Activity,
	typedef.FileWorkout:          reading.Workout,
	typedef.FileCourse:           reading.Course,
	typedef.FileSchedules:        reading.Schedule,
	typedef.FileWeight:           reading.Weight,
	typedef.FileTotals:           reading.Totals,
	typedef.FileGoals:            reading.Goals,
	typedef.FileBloodPressure:    reading.BloodPressure,
	typedef.FileMonitoringA:      reading.Monitoring,
	typedef.FileMonitoringDaily:  reading.Monitoring,
	typedef.FileMonitoringB:      reading.Monitoring,
	typedef.FileActivitySummary:  reading.Activity,
	typedef.FileSegment:          reading.Segment,
	typedef.FileSegmentList:      reading.Segment,
	typedef.FileExdConfiguration: reading.Settings,
}

// byContent are kinds told by a message, for files that do not say theirs.
var byContent = []struct {
	message typedef.MesgNum
	kind    reading.Kind
}{
	{mesgnum.Monitoring, reading.Monitoring},
	{mesgnum.WeightScale, reading.Weight},
	{mesgnum.BloodPressure, reading.BloodPressure},
	{mesgnum.Course, reading.Course},
	{mesgnum.WorkoutStep, reading.Workout},
	{mesgnum.Schedule, reading.Schedule},
	{mesgnum.Totals, reading.Totals},
	{mesgnum.Goal, reading.Goals},
	{mesgnum.SegmentId, reading.Segment},
	{mesgnum.Capabilities, reading.Device},
	{mesgnum.DeviceSettings, reading.Settings},
	{mesgnum.UserProfile, reading.Settings},
}

var reasons = map[reading.Kind]i18n.Sentence{
	reading.Device:        "The file describes a device; it holds no activity.",
	reading.Settings:      "The file holds device settings; it holds no activity.",
	reading.Sport:         "The file holds sport settings; it holds no activity.",
	reading.Workout:       "The file is a planned workout; it was not recorded.",
	reading.Course:        "The file is a course to follow; it was not recorded.",
	reading.Schedule:      "The file is a schedule of workouts; it holds no activity.",
	reading.Weight:        "The file holds weight measurements; it holds no activity.",
	reading.Totals:        "The file holds totals; it holds no activity.",
	reading.Goals:         "The file holds goals; it holds no activity.",
	reading.BloodPressure: "The file holds blood pressure measurements; it holds no activity.",
	reading.Monitoring:    "The file holds all-day monitoring; it holds no activity.",
	reading.Segment:       "The file holds segments; it holds no activity.",
	reading.Activity:      "The activity in the file is empty: it has no session, no laps and no records.",
	reading.Unknown:       "The file holds nothing that Lapkeep knows to be an activity.",
}

// classify says what a file is. The content counts more than what the file
// says of itself: only a course may have records and yet be no activity.
func (f *file) classify() reading.Kind {
	said, known := kinds[f.kind]
	hasRows, hasSession := len(f.rows.At) > 0, len(f.sessions) > 0
	if !hasSession && len(f.rows.At) == 1 && len(f.laps) == 0 {
		hasRows = false // one moment is no activity
	}
	isCourse := said == reading.Course || !known && f.messages[mesgnum.Course] > 0
	switch {
	case hasSession && (said == reading.Activity || hasRows || len(f.laps) > 0 || !known):
		return reading.Activity
	case hasRows && !isCourse:
		return reading.Activity
	case said == reading.Activity && (len(f.laps) > 0 || len(f.lengths) > 0):
		return reading.Activity
	case known && said != reading.Activity:
		return said
	}
	return f.told(said)
}

// told is the kind that a message of the file tells, else what it says of itself.
func (f *file) told(said reading.Kind) reading.Kind {
	for _, c := range byContent {
		if f.messages[c.message] > 0 {
			return c.kind
		}
	}
	return cmp.Or(said, reading.Unknown)
}

// onlyPulses says that a file holds what a strap stored and nothing else.
func (f *file) onlyPulses() bool {
	return len(f.pulses.all) > 0 && len(f.rows.At)+len(f.sessions)+len(f.laps)+len(f.lengths) == 0
}

// empty says that nothing at all was decoded.
func (f *file) empty() bool {
	return !f.hasID && len(f.messages) == 0 && len(f.rows.At) == 0
}

// collect makes the result of all files of one input.
func collect(out reading.Result, files []*file) (reading.Result, error) {
	ignored := i18n.Sentence("")
	allEmpty := true
	for _, f := range files {
		allEmpty = allEmpty && f.empty()
		odd := f.settle()
		kind := f.classify()
		if kind == reading.Activity {
			f.notes = append(f.notes, odd...)
		}
		recs := f.recordings(kind)
		if len(recs) > 0 {
			out.Kind = reading.Activity
			out.Recordings = append(out.Recordings, recs...)
		} else {
			if out.Kind == reading.Unknown {
				out.Kind = kind
			}
			if ignored == "" {
				ignored = reasons[kind]
			}
		}
		out.Warnings = reading.AppendNew(out.Warnings, f.notes)
	}
	if allEmpty {
		return out, training.Errorf(training.KindCorrupt, "The FIT file is damaged: nothing in it can be read.").
			WithFix("Copy or export the file again.")
	}
	if len(out.Recordings) == 0 {
		out.Ignored = ignored
		return out, nil
	}
	for i, r := range out.Recordings {
		r.SessionIndex, r.Sessions = i, len(out.Recordings)
		out.Warnings = reading.AppendNew(out.Warnings, r.Warnings)
	}
	return out, nil
}
