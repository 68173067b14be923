package answers

import "encoding/json"

// Size is how many bytes v takes in an answer, 0 if it cannot be encoded.
func Size(v any) int {
	b, err := json.Marshal(v)
	if err != nil {
		return 0
	}
	return len(b)
}
