package symptom_test

import (
	"os"
	"strings"
	"testing"

	"lapkeep/internal/metrics/symptom"
)

func TestRedFlagsInNotes(t *testing.T) {
	t.Parallel()
	for note, want := range map[string]symptom.RedFlag{
		"Pressure in the chest on the climb, short of breath": symptom.Chest, "tight chest at night": symptom.Chest,
		"Chest pain!": symptom.Chest, "my chest feels really tight": symptom.Chest, "Druck auf der Brust": symptom.Chest,
		"今天胸口闷": symptom.Chest, "胸痛": symptom.Chest, "legs fine, no fever, but pressure on my chest": symptom.Chest,
		"Fainted after the shower": symptom.Fainting, "晕倒了": symptom.Fainting, "heart was racing all night": symptom.Heartbeat,
		"palpitations": symptom.Heartbeat, "心悸": symptom.Heartbeat, "I cannot breathe properly": symptom.Breath, "Atemnot": symptom.Breath,
		"sudden weakness in one arm": symptom.Nerves, "hit my head in the crash": symptom.Head, "urine is very dark": symptom.Urine,
		"尿很深":                     symptom.Urine,
		"calf is hot and swollen": symptom.Calf, "swollen left calf": symptom.Calf, "小腿肿": symptom.Calf, "NO. CHEST PAIN": symptom.Chest,
		"no chest pain": "", "without any chest pain or palpitations": "", "keine Brustschmerzen": "", "没有胸痛": "", "never fainted": "",
		"chest press 3x8": "", "": "", "hot day, calves ok": "", "avg heart rate 150, racing tomorrow": "", "headwind": "",
		"painted the chest of drawers": "", "urine test ok": "", strings.Repeat("fine. ", 2000): "",
	} {
		if got := symptom.In(note); got != want {
			t.Errorf("%q: %q, not %q", note, got, want)
		}
	}
	if !symptom.Hot("hot and swollen") || symptom.Hot("not swollen") || symptom.Hot("a shot") {
		t.Error("a hot part is not recognized")
	}
}

// TestTheHealthRulesAreRecognized: each symptom for which the rules send an athlete to a doctor is a red flag in a note.
func TestTheHealthRulesAreRecognized(t *testing.T) {
	t.Parallel()
	rules, err := os.ReadFile("../../coach/memory/texts/health.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(strings.Join(strings.Fields(string(rules)), " "), "if it is happening now, for: ")
	list, _, ok := strings.Cut(list, ".")
	all := strings.Split(list, ", ")
	if !ok || len(all) < 8 {
		t.Fatalf("the rules are not read: %q", list)
	}
	for _, s := range all {
		if symptom.In(s) == "" {
			t.Errorf("%q is in the health rules, but is no red flag", s)
		}
	}
	for _, w := range []symptom.RedFlag{
		symptom.Chest, symptom.Fainting, symptom.Heartbeat, symptom.Breath, symptom.Nerves, symptom.Head, symptom.Urine, symptom.Calf,
	} {
		if got := symptom.In(string(w.Words())); got != w {
			t.Errorf("%q is read as %q", w.Words(), got)
		}
	}
}
