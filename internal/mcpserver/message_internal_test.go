package mcpserver

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// TestPlainRequestsAreWhatTheSDKReads, and all else is left to it.
func TestPlainRequestsAreWhatTheSDKReads(t *testing.T) {
	t.Parallel()
	for text, plain := range map[string]bool{
		`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{}}`:                                   true,
		`{"method":"tools/call","params":{"name":"a \" }","arguments":{}},"id":"x-1","jsonrpc":"2.0"}`: true,
		` { "jsonrpc" : "2.0" , "method" : "notifications/initialized" } `:                             true,
		`{"jsonrpc":"2.0","id":0,"method":""}`:                                                         true,
		`{"jsonrpc":"2.0","id":"7","method":"ping"}`:                                                   true,
		`{"jsonrpc":"2.0","id":7,"method":"tools\/list"}`:                                              false,
		`{"jsonrpc":"2.0","id":"\u0041","method":"ping"}`:                                              false,
		`{"jsonrpc":"2.0","id":7.5,"method":"ping"}`:                                                   false,
		`{"jsonrpc":"2.0","id":-7,"method":"ping"}`:                                                    false,
		`{"jsonrpc":"2.0","id":null,"method":"ping"}`:                                                  false,
		`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`:                                      false,
		`{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}`:                                        false,
		`{"jsonrpc":"2.0","id":7,"method":"ping","params":null}`:                                       false,
		`{"jsonrpc":"2.0","id":7,"method":"ping","more":1}`:                                            false,
		`{"jsonrpc":"2.0","id":7,"id":8,"method":"ping"}`:                                              false,
		`{"jsonrpc":"1.0","id":7,"method":"ping"}`:                                                     false,
		`{"jsonrpc":"2.0","id":7,"method":1}`:                                                          false,
		`{"jsonrpc":"2.0","id":7,"result":{}}`:                                                         false,
		`{"jsonrpc":"2.0","id":7}`:                                                                     false,
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\xff\"}":                                           false,
		`[]`: false,
		`1`:  false,
	} {
		got := plainRequest([]byte(text))
		if (got != nil) != plain {
			t.Errorf("%s: plain is %v", text, got != nil)
		}
		if got == nil {
			continue
		}
		want, err := jsonrpc.DecodeMessage([]byte(text))
		if err != nil || !reflect.DeepEqual(want, jsonrpc.Message(got)) {
			t.Errorf("%s: %#v, want %#v, %v", text, got, want, err)
		}
	}
}

func FuzzPlainRequest(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"a":[1,"}"]}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","method":"x"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if !json.Valid(text) {
			t.Skip()
		}
		got := plainRequest(text)
		if got == nil {
			return
		}
		want, err := jsonrpc.DecodeMessage(text)
		if err != nil || !reflect.DeepEqual(want, jsonrpc.Message(got)) {
			t.Errorf("%#v, want %#v, %v", got, want, err)
		}
	})
}
