package intervalstest_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"lapkeep/test/intervalstest"
)

// TestManyAtOnce writes from several clients while the log and the state are
// read.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	end := c.s.Inject(intervalstest.Fault{Status: http.StatusServiceUnavailable, Every: 7})
	var all sync.WaitGroup
	for client := range 4 {
		all.Go(func() {
			for i := range 10 {
				body := fmt.Sprintf(`{"category":"NOTE","name":"%d-%d","start_date_local":"2026-09-22T00:00:00"}`, client, i)
				for status := 0; status != http.StatusOK; {
					r, err := http.NewRequest(http.MethodPost, c.s.BaseURL+"/athlete/0/events", strings.NewReader(body))
					if err != nil {
						t.Error(err)
						return
					}
					r.SetBasicAuth("API_KEY", intervalstest.DefaultKey)
					r.Header.Set("Content-Type", "application/json")
					answer, err := http.DefaultClient.Do(r)
					if err != nil {
						t.Error(err)
						return
					}
					_ = answer.Body.Close()
					status = answer.StatusCode
				}
				c.s.State()
				c.s.Requests()
			}
		})
	}
	all.Wait()
	end()
	if n := len(c.list("/athlete/0/events")); n != 40 {
		t.Errorf("%d events, want 40", n)
	}
}
