package metricstest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/testdata"
)

// Vector is one numeric case of the collection.
type Vector struct {
	ID     string          `json:"id"`
	Inputs json.RawMessage `json:"inputs"`
	Expect json.RawMessage `json:"expect"`
	Tol    float64         `json:"tol"`
}

// Vectors are the cases whose id begins with prefix. It skips the test
// without the collection and fails it without such a case.
func Vectors(t *testing.T, prefix string) []Vector {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(testdata.Dir(t), "vectors", "vectors.json"))
	if err != nil {
		t.Skipf("no vectors: %v", err)
	}
	var all, out []Vector
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for _, v := range all {
		if strings.HasPrefix(v.ID, prefix) {
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		t.Fatalf("no vector begins with %q", prefix)
	}
	return out
}

// Read decodes inputs and expectation.
func (v Vector) Read(t *testing.T, inputs, expect any) {
	t.Helper()
	if err := json.Unmarshal(v.Inputs, inputs); err != nil {
		t.Fatalf("%s: inputs: %v", v.ID, err)
	}
	if err := json.Unmarshal(v.Expect, expect); err != nil {
		t.Fatalf("%s: expect: %v", v.ID, err)
	}
}
