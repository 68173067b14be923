package mcp_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestProgressOfManySteps: a client does not get every file of thousands, and
// never fewer than before.
func TestProgressOfManySteps(t *testing.T) {
	everywhere(t, func(t *testing.T, _ *fake, connect func(*mcp.ClientOptions) *mcp.ClientSession) {
		var mu sync.Mutex
		var told []float64
		enough := make(chan struct{}) // what is told may come after the answer
		s := connect(&mcp.ClientOptions{
			ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
				mu.Lock()
				defer mu.Unlock()
				if told = append(told, req.Params.Progress); len(told) == 50 {
					close(enough)
				}
			},
		})
		params := &mcp.CallToolParams{Name: "sync_now", Arguments: map[string]any{"limit": 2}}
		params.SetProgressToken("p")
		if res, err := s.CallTool(t.Context(), params); err != nil || res.IsError {
			t.Fatalf("%v, %+v", err, res)
		}
		select {
		case <-enough:
		case <-time.After(20 * time.Second):
		}
		mu.Lock()
		defer mu.Unlock()
		if len(told) < 50 || len(told) > 400 {
			t.Errorf("told of %d steps of 3000", len(told))
		}
		for i := 1; i < len(told); i++ {
			if told[i] <= told[i-1] {
				t.Errorf("step %v after %v", told[i], told[i-1])
			}
		}
	})
}
