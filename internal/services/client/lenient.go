package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
)

// ID is an id, which services write as a number for some things and as text
// for others. Lapkeep has it as text.
type ID string

// UnmarshalJSON reads either form; null is no id.
func (i *ID) UnmarshalJSON(b []byte) error {
	if bytes.Equal(b, []byte("null")) {
		*i = ""
		return nil
	}
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, (*string)(i))
	}
	var n json.Number
	if err := json.Unmarshal(b, &n); err != nil {
		return err
	}
	*i = ID(n)
	return nil
}

// Number is a number, or text that holds one. Null, no text, and what is no
// finite number are 0.
type Number float64

var errNoNumber = errors.New("no number")

// UnmarshalJSON reads either form.
func (n *Number) UnmarshalJSON(b []byte) error {
	text := strings.TrimSpace(string(bytes.Trim(b, `"`)))
	if text == "" || text == "null" {
		*n = 0
		return nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return errNoNumber
	}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		x = 0
	}
	*n = Number(x)
	return nil
}
