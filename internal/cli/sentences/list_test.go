package sentences_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lapkeep/internal/cli/sentences"
)

func placeholder() *regexp.Regexp {
	return regexp.MustCompile(`%(?:\[(\d+)\])?([-+# 0]*[\d.*]*[a-zA-Z%])`)
}

func TestList(t *testing.T) {
	s := newScan(t, "../..")
	var all []string
	for f, at := range s.found {
		if sentences.Chinese()[f] == "" {
			all = append(all, at[0]+"\t"+strconv.Quote(f))
		}
	}
	slices.Sort(all)
	_ = os.WriteFile("/tmp/lang-list.txt", []byte(strings.Join(all, "\n")+"\n"), 0o644)
	slices.Sort(s.vague)
	_ = os.WriteFile("/tmp/lang-unknown.txt", []byte(strings.Join(s.vague, "\n")+"\n"), 0o644)
	t.Log(len(all), len(s.vague))
}
