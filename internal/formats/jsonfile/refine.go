package jsonfile

import (
	"slices"
	"strings"
	"unicode"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// app is a program for trainers.
type app struct {
	name   string
	course bool // it simulates a course, so that a distance is covered
	words  []string
}

// apps are told by words in what recorded, without spaces and in small letters.
// The names of makers are those of the FIT profile.
func apps() []app {
	return []app{
		{"Zwift", true, []string{"zwift"}},
		{"ROUVY", true, []string{"rouvy", "virtualtraining"}},
		{"MyWhoosh", true, []string{"mywhoosh", "mynewactivity"}}, // the latter is what its files are called
		{"BKOOL", true, []string{"bkool"}},
		{"TrainingPeaks Virtual", true, []string{"trainingpeaksvirtual", "indievelo", "tpv"}},
		{"RGT Cycling", true, []string{"rgtcycling", "wahoorgt", "roadgrandtours"}},
		{"FulGaz", true, []string{"fulgaz"}},
		{"Tacx", true, []string{"tacx"}},
		{"Kinomap", true, []string{"kinomap"}},
		{"OneLap", true, []string{"onelap"}},
		{"TrainerRoad", false, []string{"trainerroad"}},
		{"Wahoo SYSTM", false, []string{"wahoosystm", "systm", "sufferfest"}},
		{"icTrainer", false, []string{"ictrainer"}},
	}
}

// Refine says of a recording in a file of this name that it is virtual, or
// indoors, where an app for trainers made it and the file does not say so.
func Refine(r *training.Recording, file string) {
	if r.SubSport == training.SubVirtual || !onTrainer(r.Sport) {
		return
	}
	a, sure := appOf(r, file)
	if a == nil || !open(r.SubSport, sure) {
		return
	}
	placed := r.Columns.Has(training.Latitude)
	sub, what := training.SubVirtual, i18n.Sentencef("%s simulates its course: the activity counts as virtual.", a.name)
	switch {
	case !placed && (!a.course || r.SubSport == training.SubIndoor):
		sub, what = training.SubIndoor, i18n.Sentencef("%s recorded no position: the activity counts as indoor.", a.name)
	case !a.course:
		return // a workout that was ridden outside
	}
	if r.Sport == training.Other || r.Sport == training.Fitness {
		r.Sport = training.Cycling
	}
	if r.SubSport == sub {
		return
	}
	r.SubSport = sub
	r.Warnings = reading.AppendNew(r.Warnings, []string{string(what)})
}

func onTrainer(s training.Sport) bool {
	switch s {
	case training.Cycling, training.Running, training.Walking, training.Rowing, training.CrossCountry, training.Fitness, training.Other:
		return true
	}
	return false
}

// open says that a refinement leaves room for another. Apps write "road" for a
// course on roads; of a file that has but the name of an app it is believed.
func open(sub string, sure bool) bool {
	return sub == "" || sub == training.SubIndoor || sure && sub == training.SubRoad
}

// appOf is the app that made a recording, nil if none did. It is sure where the
// file itself says what recorded; an application that is named beside a device
// may have only shown or exported it.
func appOf(r *training.Recording, file string) (found *app, sure bool) {
	all := apps()
	maker := letters(r.Device.Manufacturer + r.Device.Product)
	for i := range all {
		for _, w := range all[i].words {
			if strings.Contains(maker, w) {
				return &all[i], true
			}
		}
	}
	named := letters(r.App)
	for i := range all {
		for _, w := range all[i].words {
			if strings.HasPrefix(named, w) {
				return &all[i], false
			}
		}
	}
	said := parts(file)
	if first, _, titled := strings.Cut(r.Name, " - "); titled { // "Zwift - Watopia"
		said = append(said, letters(first))
	}
	for i := range all {
		for _, w := range all[i].words {
			if slices.Contains(said, w) {
				return &all[i], false
			}
		}
	}
	return nil, false
}

// letters leaves the letters of a text, in small ones.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// parts are the words of a file's name without its folder.
func parts(file string) []string {
	file = file[strings.LastIndexAny(file, `/\`)+1:]
	return strings.FieldsFunc(strings.ToLower(file), func(r rune) bool { return !unicode.IsLetter(r) })
}
