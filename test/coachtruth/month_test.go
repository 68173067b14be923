package coachtruth

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestMonthIsTheSameForASeed(t *testing.T) {
	t.Parallel()
	if !reflect.DeepEqual(Month(7), Month(7)) || reflect.DeepEqual(Month(7).Days, Month(8).Days) {
		t.Error("a seed is not its script")
	}
}

func TestMonthHasEverything(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		kinds, killed, together, late := map[Kind]int{}, 0, 0, 0
		for _, d := range Month(seed).Days {
			for _, s := range d.Steps {
				kinds[s.Kind]++
				if s.Killed {
					killed++
				}
				if s.Together != "" {
					together++
				}
				if s.Kind == SaveLog && strings.Contains(s.At, "T23:") {
					late++
				}
			}
		}
		if len(kinds) < 14 || killed < 10 || together != 16 || late < 3 || kinds[HandEdit] < 10 || kinds[Undo] < 5 {
			t.Errorf("seed %d: %v, %d killed, %d together, %d late", seed, kinds, killed, together, late)
		}
	}
}

// TestMonthCanBePlayed: each step speaks of what is there, in the order of time.
func TestMonthCanBePlayed(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		last, open := "", map[string]Step{}
		for _, d := range Month(seed).Days {
			ids := map[string]Step{}
			for i, s := range d.Steps {
				if s.At < last || !strings.HasPrefix(s.At, d.Day) {
					t.Fatalf("seed %d: %s is at %s after %s", seed, s.ID, s.At, last)
				}
				if _, err := time.Parse("2006-01-02T15:04", s.At); err != nil {
					t.Fatal(err)
				}
				last, ids[s.ID] = s.At, s
				if s.Killed {
					open[s.ID] = s
				}
				if s.Again != "" {
					k := open[s.Again]
					k.ID, k.At, k.Killed, k.Client, k.Again = s.ID, s.At, false, s.Client, s.Again
					if !reflect.DeepEqual(k, s) {
						t.Errorf("seed %d: %s does not repeat %s", seed, s.ID, s.Again)
					}
					delete(open, s.Again)
				}
				if s.Kind == Undo && (ids[s.Of].ID == "" || !isRead(d.Steps[i-1]) || d.Steps[i-2].ID != s.Of) {
					t.Errorf("seed %d: %s undoes %s, which is not the last write", seed, s.ID, s.Of)
				}
			}
			for _, s := range d.Steps {
				if s.Together != "" && (ids[s.Together].Together != s.ID || ids[s.Together].Client == s.Client) {
					t.Errorf("seed %d: %s is together with %s, and not the other way", seed, s.ID, s.Together)
				}
			}
			if len(open) > 0 {
				t.Errorf("seed %d: killed and never repeated: %v", seed, open)
			}
		}
	}
}

func isRead(s Step) bool { return s.Kind == ReadContext }

// TestSnapshotsFollowFromTheSteps checks in another way that a section and a
// log hold what the last step wrote that was not undone.
func TestSnapshotsFollowFromTheSteps(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		script := Month(seed)
		undone := map[string]bool{}
		for _, d := range script.Days {
			for _, s := range d.Steps {
				undone[s.Of] = true
			}
		}
		sections, logs := map[string]string{}, 0
		kept := map[string]bool{}
		for _, d := range script.Days {
			for _, s := range d.Steps {
				switch {
				case s.Killed || undone[s.ID]:
				case s.Kind == UpdateSection:
					sections[s.Section] = s.Text
				case s.Kind == SaveLog:
					logs++
				case s.Kind == HandEdit && s.Edit.File == "memory":
					if n := strings.Count(strings.Join(values(sections), "\n"), s.Edit.Old); n != 1 {
						t.Errorf("seed %d: %s edits %q, which is there %d times", seed, s.ID, s.Edit.Old, n)
					}
					sections[s.Edit.Section] = strings.Replace(sections[s.Edit.Section], s.Edit.Old, s.Edit.New, 1)
				}
			}
			for _, k := range d.Kept {
				kept[k.What+k.Name+k.Text] = true
			}
			if !reflect.DeepEqual(sections, d.After.Sections) || logs != len(d.After.Logs) {
				t.Fatalf("seed %d, %s: sections or logs differ", seed, d.Day)
			}
			for section, text := range d.After.Sections {
				if !kept["section"+section+text] || strings.Contains("\n"+text, "\n## ") {
					t.Errorf("seed %d, %s: %s holds what nobody keeps, or a heading", seed, d.Day, section)
				}
			}
			for _, p := range d.After.Sessions {
				if !kept["session"+p.Key+p.Name] {
					t.Errorf("seed %d, %s: session %s holds what nobody keeps", seed, d.Day, p.Key)
				}
			}
			keys := map[string]bool{}
			for _, p := range d.After.Sessions {
				if keys[p.Key] || p.Day < "2026-03-02" || p.Day > "2026-03-29" {
					t.Errorf("seed %d, %s: %+v is twice or outside the plan", seed, d.Day, p)
				}
				keys[p.Key] = true
			}
			for _, f := range d.After.Facts {
				if f.Expires != "" && f.Expires <= d.Day {
					t.Errorf("seed %d, %s: fact %+v is over", seed, d.Day, f)
				}
			}
		}
	}
}

func values(m map[string]string) []string {
	var all []string
	for _, v := range m {
		all = append(all, v)
	}
	slices.Sort(all)
	return all
}
