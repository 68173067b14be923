package importing

import (
	"path"
	"strings"

	"lapkeep/internal/i18n"
)

// toldFailures is how many files that were not read an import remembers.
const toldFailures = 5

// count counts a result, and remembers why a file was not read.
func (r *run) count(res FileResult) {
	r.record.Counts[string(res.Status)]++
	if res.Status != Failed || len(r.record.Failures) == toldFailures {
		return
	}
	why, name := res.Reason, path.Base(res.Path)
	if !strings.Contains(why.String(), name) {
		why = i18n.Sentencef("%s: %s", i18n.Name(name), why)
	}
	r.record.Failures = append(r.record.Failures, string(why))
}
