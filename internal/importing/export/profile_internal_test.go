package export

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
)

// TestEverythingOfTheAthleteTravels: a field that is new to the athlete goes
// with the export, or this fails.
func TestEverythingOfTheAthleteTravels(t *testing.T) {
	t.Parallel()
	var a training.Athlete
	fill(t, reflect.ValueOf(&a).Elem())
	p := profileOf(a)
	if d := cmp.Diff(a, p.Athlete(a.ID)); d != "" {
		t.Error(d)
	}
}

// fill gives every field a value.
func fill(t *testing.T, v reflect.Value) {
	t.Helper()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			f.SetString(v.Type().Field(i).Name)
		case reflect.Int:
			f.SetInt(3)
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Struct:
			fill(t, f)
		default:
			t.Fatalf("%s is of a kind that this test does not fill", v.Type().Field(i).Name)
		}
	}
}
