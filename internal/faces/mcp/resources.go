package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// The addresses of the resources.
const (
	profileURI     = "lapkeep://athlete/profile"
	activityPrefix = "lapkeep://activity/"
	metricsURI     = "lapkeep://metrics"
	metricPrefix   = metricsURI + "/"
)

// The tools that answer for resources and completions.
const (
	profileTool  = "get_athlete_profile"
	activityTool = "get_activity"
	listTool     = "list_activities"
	statusTool   = "get_status"
)

// MetricBook explains metrics one by one.
type MetricBook interface {
	// Keys are the metrics' names, in the order of the glossary.
	Keys() []string
	// Index lists them as Markdown, each with what it is called.
	Index() string
	// Explain describes one metric as Markdown.
	Explain(key string) (string, bool)
}

func (s *Server) hasResources() bool {
	return s.opts.Skills != nil || s.opts.Metrics != nil || s.offers(profileTool) || s.offers(activityTool) || s.offersHelp()
}

// addResources offers what clients attach to a conversation. Apart from the
// metrics they are answers of tools, with the same limits.
func (s *Server) addResources() {
	if s.offers(profileTool) {
		s.mcp.AddResource(&mcp.Resource{
			URI: profileURI, Name: "athlete_profile", Title: "Athlete profile", MIMEType: "application/json",
			Description: "Thresholds, zones, units and weight as they are today.",
		}, func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return s.readTool(ctx, req.Params.URI, profileTool, `{}`)
		})
	}
	if s.offers(activityTool) {
		s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
			URITemplate: activityPrefix + "{id}", Name: "activity", Title: "Activity", MIMEType: "application/json",
			Description: "The summary of one activity, by its id.",
		}, s.readActivity)
	}
	s.addHelp()
	if s.opts.Metrics != nil {
		s.mcp.AddResource(&mcp.Resource{
			URI: metricsURI, Name: "metrics", Title: "Metrics", MIMEType: "text/markdown",
			Description: "The names of all metrics; " + metricPrefix + "NAME says what one is.",
		}, func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return contents(req.Params.URI, "text/markdown", s.metricIndex()), nil
		})
		s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
			URITemplate: metricPrefix + "{metric}", Name: "metric", Title: "One metric", MIMEType: "text/markdown",
			Description: "What one metric is, by the name that results use (tss, normalized_power_w): formula, inputs, unit, source, limits.",
		}, s.readMetric)
	}
}

func (s *Server) readActivity(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	id, err := url.PathUnescape(strings.TrimPrefix(req.Params.URI, activityPrefix))
	if err != nil || id == "" {
		return nil, mcp.ResourceNotFoundError(req.Params.URI)
	}
	args, err := json.Marshal(map[string]string{"activity_id": id})
	if err != nil {
		return nil, err
	}
	return s.readTool(ctx, req.Params.URI, activityTool, string(args))
}

func (s *Server) metricIndex() string {
	return "# Metrics\n\nThe resource " + metricPrefix + "NAME says what one is.\n\n" + s.opts.Metrics.Index()
}

func (s *Server) readMetric(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	text, ok := s.opts.Metrics.Explain(strings.TrimPrefix(req.Params.URI, metricPrefix))
	if !ok {
		return nil, mcp.ResourceNotFoundError(req.Params.URI)
	}
	return contents(req.Params.URI, "text/markdown", text), nil
}

func (s *Server) readTool(ctx context.Context, uri, tool, args string) (*mcp.ReadResourceResult, error) {
	c, err := s.newCall(ctx)
	if err != nil {
		return nil, resourceError(uri, err)
	}
	res, err := s.opts.Table.Call(ctx, tool, c, json.RawMessage(args))
	if err != nil {
		return nil, resourceError(uri, err)
	}
	return contents(uri, "application/json", res.Text), nil
}

func contents(uri, mime, text string) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: mime, Text: text}}}
}

func resourceError(uri string, err error) error {
	if tools.Describe(err).Kind == training.KindNotFound {
		return mcp.ResourceNotFoundError(uri)
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: told(err)}
}

// nameMissing says which resource there is not. The SDK quotes the address as
// Go does; with a control character in it that is no JSON, and an answer that
// cannot be written ends the session.
func nameMissing(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		var missing *jsonrpc.Error
		read, ok := req.(*mcp.ReadResourceRequest)
		if !ok || !errors.As(err, &missing) || missing.Code != jsonrpc.CodeInvalidParams || json.Valid(missing.Data) {
			return res, err
		}
		data, err := json.Marshal(map[string]string{"uri": read.Params.URI})
		if err != nil {
			return nil, err
		}
		return nil, &jsonrpc.Error{Code: missing.Code, Message: missing.Message, Data: data}
	}
}
