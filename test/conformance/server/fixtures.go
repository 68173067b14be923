package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpserver "lapkeep/internal/faces/mcp"
)

// fixtures are expected by the suite on a server.
type fixtures struct {
	key     []byte // seals what clients carry between rounds
	picture []byte // a PNG
	sound   []byte // a WAV
	server  *mcp.Server
}

func newFixtures(random io.Reader) (*fixtures, error) {
	f := &fixtures{key: make([]byte, 32), sound: silence()}
	if _, err := io.ReadFull(random, f.key); err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	dot := image.NewRGBA(image.Rect(0, 0, 1, 1))
	dot.Set(0, 0, color.RGBA{R: 255, A: 255})
	var b bytes.Buffer
	if err := png.Encode(&b, dot); err != nil {
		return nil, fmt.Errorf("drawing a dot: %w", err)
	}
	f.picture = b.Bytes()
	return f, nil
}

// silence is one sample of a sound: PCM, mono, 16 bits, 8 kHz.
func silence() []byte {
	le := binary.LittleEndian
	b := append([]byte("RIFF"), le.AppendUint32(nil, 38)...)
	b = append(b, "WAVEfmt "...)
	b = le.AppendUint32(b, 16)
	b = le.AppendUint16(b, 1)
	b = le.AppendUint16(b, 1)
	b = le.AppendUint32(b, 8000)
	b = le.AppendUint32(b, 16000)
	b = le.AppendUint16(b, 2)
	b = le.AppendUint16(b, 16)
	b = append(b, "data"...)
	return append(le.AppendUint32(b, 2), 0, 0)
}

// seal makes a state that open knows again.
func (f *fixtures) seal(state string) string {
	mac := hmac.New(sha256.New, f.key)
	mac.Write([]byte(state))
	return state + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func (f *fixtures) open(sealed string) (state string, ok bool) {
	state, _, found := strings.Cut(sealed, ".")
	return state, found && hmac.Equal([]byte(f.seal(state)), []byte(sealed))
}

// announce adds what Lapkeep itself does not offer.
func announce(o *mcp.ServerOptions) {
	c := o.Capabilities
	c.Tools = &mcp.ToolCapabilities{ListChanged: true}
	c.Prompts = &mcp.PromptCapabilities{ListChanged: true}
	c.Resources = &mcp.ResourceCapabilities{Subscribe: true}
	c.Logging = &mcp.LoggingCapabilities{}
	o.SubscribeHandler = func(context.Context, *mcp.SubscribeRequest) error { return nil }
	o.UnsubscribeHandler = func(context.Context, *mcp.UnsubscribeRequest) error { return nil }
}

// anything is the schema of a tool that reads no arguments.
var anything = json.RawMessage(`{"type":"object"}`)

func tool(name, description string, handle mcp.ToolHandler) mcpserver.ExtraTool {
	return toolOf(name, description, anything, handle)
}

func toolOf(name, description string, schema json.RawMessage, handle mcp.ToolHandler) mcpserver.ExtraTool {
	return mcpserver.ExtraTool{Tool: &mcp.Tool{Name: name, Description: description, InputSchema: schema}, Handle: handle}
}

// says is a tool that always answers the same.
func says(content ...mcp.Content) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return result(content...), nil
	}
}

func result(content ...mcp.Content) *mcp.CallToolResult { return &mcp.CallToolResult{Content: content} }

func text(format string, args ...any) *mcp.TextContent {
	return &mcp.TextContent{Text: fmt.Sprintf(format, args...)}
}
