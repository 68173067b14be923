package mcp

import (
	"context"
	_ "embed"
	"encoding/base64"
	"reflect"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The picture is in the binary and in the address itself: showing it asks no
// host for anything.
//
//go:embed icon.svg
var iconSVG string

func icon() string {
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(strings.TrimSpace(iconSVG)))
}

// identity is who the server says it is, once with its picture.
func (s *Server) identity(withIcon bool) *mcp.Implementation {
	i := &mcp.Implementation{Name: "lapkeep", Title: "Lapkeep", Version: s.opts.Version}
	if withIcon {
		i.Icons = []mcp.Icon{{Source: icon(), MIMEType: "image/svg+xml", Sizes: []string{"any"}}}
	}
	return i
}

// introduce says in the results of the newer protocol who answers, without
// the picture: the SDK would put it into every result.
func (s *Server) introduce(next mcp.MethodHandler) mcp.MethodHandler {
	brief := s.identity(false)
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if err != nil || res == nil || method == "server/discover" {
			return res, err
		}
		if metaOf(req)[mcp.MetaKeyProtocolVersion] == nil {
			return res, nil
		}
		meta := res.GetMeta()
		if meta == nil {
			meta = map[string]any{}
		}
		meta[mcp.MetaKeyServerInfo] = brief
		res.SetMeta(meta)
		return res, nil
	}
}

// metaOf gives a request's _meta, if it has any: the parameters of a ping are a
// nil pointer.
func metaOf(req mcp.Request) map[string]any {
	p := req.GetParams()
	if v := reflect.ValueOf(p); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil
	}
	return p.GetMeta()
}
