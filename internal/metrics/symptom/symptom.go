// Package symptom recognizes symptoms in the notes that athletes write: fever, and those with which the health rules
// (coach/memory/texts/health.md) send an athlete to a doctor before more training. It knows English, German and Chinese,
// and fever in more languages. Words that deny a symptom do not count. None of this is a diagnosis.
package symptom

import (
	"regexp"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
)

// RedFlag names a symptom that needs a doctor before more training; "" means none.
type RedFlag string

// These are the red flags, most urgent first.
const (
	Chest     RedFlag = "chest"
	Fainting  RedFlag = "fainting"
	Heartbeat RedFlag = "heartbeat"
	Breath    RedFlag = "breath"
	Nerves    RedFlag = "nerves"
	Head      RedFlag = "head"
	Urine     RedFlag = "urine"
	Calf      RedFlag = "calf"
)

// Words returns the symptom in words.
func (f RedFlag) Words() i18n.Word {
	switch f {
	case Chest:
		return "pain or pressure in the chest"
	case Fainting:
		return "fainting"
	case Heartbeat:
		return "a racing or irregular heartbeat"
	case Breath:
		return "shortness of breath"
	case Nerves:
		return "sudden weakness, numbness or confusion"
	case Head:
		return "an injury of the head"
	case Urine:
		return "dark urine"
	}
	return "a hot or swollen calf"
}

// words holds the words for each red flag.
var words = []struct {
	flag RedFlag
	form textclean.Regexp
}{
	{Chest, textclean.LazyRegexp(`(?i)\b(chest[- ](pains?|pressure|tight\w*|ache)|tight chest|angina|` +
		`chest (is|was|feels|felt|gets?|got)( \w+)? (tight|heavy|pain\w*|sore)|chest (hurt\w*|ache[sd]?)|` +
		`(pain\w*|pressure|tight\w*|squeez\w*|ach\w+|heav\w+|burning) (in|on|across|over|behind) (the |my )?(left |right |middle of the )?` +
		`(chest|breastbone|sternum))\b|brustschmerz|schmerz\w* in der brust|druck (in|auf|über) der brust|engegefühl|brustenge|` +
		`胸口?(很|有点|有點)?(痛|疼|闷|悶|紧|緊)|胸部(疼|痛|闷|压)`)},
	{Fainting, textclean.LazyRegexp(`(?i)\b(faint(ed|ing)|pass(ed|ing) out|black(ed|ing)? ?out|collapsed)\b|ohnmächtig|ohnmacht|` +
		`bewusstlos|晕倒|昏倒|晕厥|昏迷`)},
	{Heartbeat, textclean.LazyRegexp(`(?i)\b((racing|irregular|fluttering|skipping) (heart\w*|pulse)|palpitations?|arrhythmia|` +
		`(heart|heartbeat|pulse) (is |was |keeps |kept )?(racing|irregular|fluttering|skipping)|atrial fib\w*)\b|herzrasen|herzstolpern|` +
		`心悸|心律不齐|心跳(不齐|不规则)|房颤`)},
	{Breath, textclean.LazyRegexp(`(?i)\b(short(ness)? of breath|breathless(ness)?|(can't|cannot|could not|couldn't) breathe)\b|atemnot|` +
		`kurzatmig|气短|氣短|呼吸困难|呼吸困難|喘不[过上]气`)},
	{Nerves, textclean.LazyRegexp(`(?i)\b(sudden(ly)? (weak\w*|numb\w*)|confusion|slurred speech|face (is |went )?numb)\b|` +
		`plötzlich\w* (schwäche|schwach|taub)|verwirrtheit|突然(麻木|无力|無力)|意识(模糊|不清)`)},
	{Head, textclean.LazyRegexp(`(?i)\b(concuss\w+|head injury|injury (of|to) (the|my) head|(hit|knocked|banged) (my|the|his|her) head)\b|gehirnerschütterung|脑震荡|撞到?了?头`)},
	{Urine, textclean.LazyRegexp(`(?i)\b((dark|brown|bloody|cola[- ]colou?red) urine|urine (is |was )?(very )?(dark|brown)|` +
		`blood in (the |my )?urine)\b|dunkler urin|酱油色?尿|血尿|尿.{0,2}[深褐黑]`)},
	{Calf, textclean.LazyRegexp(`(?i)\b(hot|swollen|swelling|swelled)\b.{0,20}\bcal(f|ves)\b|\bcal(f|ves)\b.{0,20}\b(hot|swollen|swelling|swelled)\b|` +
		`\b(dvt|thrombosis|blood clot)\b|geschwollene\w* wade|wade .{0,12}(heiß|geschwollen)|小腿.{0,4}(肿|腫|发烫)|血栓`)},
}

// A note is read clause by clause. A clause denies a symptom by one of these words a little before it.
var (
	clauses = textclean.LazyRegexp(`(?i)[.,;:!?。，；：！？\n]|\b(?:but|aber|and|und|with|mit|then)\b|但`)
	denial  = textclean.LazyRegexp(`(?i)(\b(no|not|without|never|denies|kein|keine|keinen|ohne)\b(.{0,12}|.* (or|nor|oder|noch) )|(没有?|沒有?|无|無|不|未|否认)(再|感到|出现)?)$`)
	hot     = textclean.LazyRegexp(`(?i)\b(hot|swollen|swelling|swelled|heiß|geschwollen)\b|肿|腫|发烫`)
)

// In returns the most urgent red flag that a note names without denying it, or "".
func In(note string) RedFlag {
	all := clauses.Get().Split(note, -1)
	for _, w := range words {
		if named(all, w.form.Get()) {
			return w.flag
		}
	}
	return ""
}

// Hot reports whether a note about a part of the body says that it is hot or swollen.
func Hot(note string) bool { return named(clauses.Get().Split(note, -1), hot.Get()) }

// named reports whether one of the clauses names what a form matches, without denying it.
func named(clauses []string, form *regexp.Regexp) bool {
	for _, c := range clauses {
		if at := form.FindStringIndex(c); at != nil && !denial.Get().MatchString(c[:at[0]]) {
			return true
		}
	}
	return false
}

// The words for fever in the languages in which athletes mostly write, and the words before or after them that
// deny it. A temperature counts from 38 °C on.
var (
	fever = textclean.LazyRegexp(`(?i)\b(fever(ish)?|fieber\w*|fi[eè]vre|fi[eé]vreu\w*|fiebre|febbre|febre|koorts\w*|feber)\b|` +
		`发烧|發燒|发热|發熱|高烧|低烧|発熱|高熱|(3[89]|4[0-2])([.,]\d)?\s?(°|º|degrees|grad|度)\s?c?|10[0-6]([.,]\d)?\s?°?\s?f\b`)
	noFever = textclean.LazyRegexp(`(?i)\b(no|not|without|kein(e|en)?|ohne|pas de|sans|sin|senza|sem|geen|ingen|never)( any| more| de)?\s+` +
		`(fever\w*|fieber\w*|fi[eè]vre|fiebre|febbre|febre|koorts|feber)\b|` +
		`\b(fever|fieber|fi[eè]vre|fiebre|febbre|koorts) (is |has |ist )?(gone|over|broke\w*|weg|vorbei|pasó)\b|fever[- ]?free|fieberfrei|` +
		`(没有?|沒有?|无|無|不|未)(再)?(发烧|發燒|发热|發熱|高烧|低烧)|(退烧|退燒)`)
)

// Fever reports whether a note speaks of fever, without denying it.
func Fever(note string) bool {
	return fever.Get().MatchString(noFever.Get().ReplaceAllString(note, " "))
}
