package threshold

import "lapkeep/internal/metrics/stream"

// FindFieldTest looks for a hard half-hour in a recording; false if it has
// none.
func FindFieldTest(v *stream.View) (FieldTest, bool) { return FieldTest{}, false }
