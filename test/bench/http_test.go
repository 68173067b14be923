package main

import "testing"

func TestWhatCountsAsAnswered(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"isError\":true}"}],"structuredContent":{"n":1}}}`: true,
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"There is no activity."}],"isError":true}}`:           false,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"There is no tool."}}`:                                          false,
		`{"error":"There are too many requests."}`:                                                                                false,
		``: false,
	} {
		if got := answered([]byte(body)); got != want {
			t.Errorf("%s: %v", body, got)
		}
	}
}
