package strava

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/services/source"
)

// spans are the windows of each bucket, in the order of the headers. Both begin
// at multiples of their length in UTC.
var spans = []time.Duration{15 * time.Minute, 24 * time.Hour}

// headers are those of each bucket.
var headers = []struct{ bucket, limit, usage string }{
	{"", "X-RateLimit-Limit", "X-RateLimit-Usage"},
	{source.Reads, "X-ReadRateLimit-Limit", "X-ReadRateLimit-Usage"},
}

// Windows are the limits of a new application, for all its athletes together;
// the headers say what holds.
func Windows() []source.Quota {
	var all []source.Quota
	for i, limit := range []int{200, 2000} {
		for _, bucket := range []struct {
			name  string
			limit int
		}{{"", limit}, {source.Reads, limit / 2}} {
			all = append(all, source.Quota{Name: bucket.name, Window: spans[i], Application: true, Aligned: true, Limit: bucket.limit})
		}
	}
	return all
}

// quotas reads what an answer says of the service's own count.
func quotas(h http.Header) (all []source.Quota) {
	for _, of := range headers {
		limits, used := numbers(h.Get(of.limit)), numbers(h.Get(of.usage))
		for i := range min(len(limits), len(used), len(spans)) {
			all = append(all, source.Quota{Name: of.bucket, Window: spans[i], Application: true, Aligned: true, Limit: limits[i], Used: used[i]})
		}
	}
	return all
}

// numbers reads "100,1000". What is none of that is nothing.
func numbers(text string) (all []int) {
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 0 {
			return nil
		}
		all = append(all, n)
	}
	return all
}
