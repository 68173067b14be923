package reading_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"lapkeep/internal/formats/reading"
)

// list collects the numbers of all members "n", wherever they stand.
func list(d *json.Decoder, out *[]string) error {
	return reading.Object(d, func(name string) error {
		switch name {
		case "n":
			return reading.Array(d, func() error {
				var v json.Number
				err := d.Decode(&v)
				*out = append(*out, v.String())
				return err
			})
		case "in":
			return list(d, out)
		}
		return reading.Skip(d)
	})
}

func TestValuesAreReadOrPassedOver(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"x":{"n":[1],"y":[[{}]]},"n":[2,3],"z":"n","in":{"n":[4]},"q":null}`: "[2 3 4] <nil>",
		`{"n":null,"in":null}`:             "[] <nil>",
		`{"n":{"n":[1]},"in":[[2]]}`:       "[] <nil>",
		`[1]`:                              "[] <nil>",
		`{"n":[1`:                          "[1] EOF",
		`{"x":[`:                           "[] EOF",
		``:                                 "[] EOF",
		`{"n":["x"]}`:                      `[] json: invalid number literal, trying to unmarshal "\"x\"" into Number`,
		`{"x":` + strings.Repeat("[", 9e3): "[] EOF",
	} {
		var got []string
		err := list(json.NewDecoder(strings.NewReader(text)), &got)
		if s := fmt.Sprint(got, " ", err); s != want {
			t.Errorf("%.40s gives %s, want %s", text, s, want)
		}
	}
}

func TestWhatHasAnotherFormIsNotSaid(t *testing.T) {
	t.Parallel()
	d := json.NewDecoder(strings.NewReader(`"x" 3 {"n":1} ]`))
	for _, want := range []string{"0 <nil>", "3 <nil>", "0 <nil>", "0 invalid character ']' looking for beginning of value"} {
		n := 0
		err := reading.DecodeJSON(d, &n)
		if got := fmt.Sprint(n, " ", err); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
