// Package routes contains the tools for routes, one per file. They only read
// data, and export files to the athlete's own machine.
package routes

import (
	"bytes"
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/routes"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

const toolset = "routes"

// Deps holds the dependencies of the tools.
type Deps struct {
	Store store.Reader
	Ways  routes.Ways
	// ExportDir is the folder to which export_route writes, with a subfolder for each athlete.
	ExportDir string
	// Apart gives access to services whose rows are stored in a separate file.
	// The zero value supports none.
	Apart limitedrows.Remote
}

// Rows returns the tools of the toolset.
func Rows(d Deps) []tools.Row {
	lister := routes.NewLister()
	return []tools.Row{listRow(d, lister), getRow(d, lister), exportRow(d)}
}

type listIn struct {
	Text string  `json:"text,omitempty"`
	From float64 `json:"min_distance_km,omitempty"`
	To   float64 `json:"max_distance_km,omitempty"`

	Source string `json:"source,omitempty" jsonschema:"e.g. strava"`
	Cursor string `json:"cursor,omitempty" jsonschema:"only with source"`
}

type listOut struct {
	*routes.List

	AtService *limitedrows.Shown `json:"at_service,omitempty"`
}

type getOut struct {
	*routes.Detail

	AtService *limitedrows.Shown `json:"at_service,omitempty"`
}

func listRow(d Deps, lister *routes.Lister) tools.Row {
	return tools.New(tools.Spec{
		Name: "list_routes", Title: "Routes", Toolset: toolset, Idempotent: true,
		Description: "Routes to follow that the athlete drew or collected, also GPX, TCX and FIT courses.",
		Output:      tools.OpenRows,
		Input: func(s *jsonschema.Schema) {
			tools.Bounds(s, "min_distance_km", 0, 1e5)
			tools.Bounds(s, "max_distance_km", 0, 1e5)
		},
	}, func(ctx context.Context, c *tools.Call, in listIn) (*listOut, error) {
		if in.Source != "" {
			shown, err := d.Apart.Facts(ctx, c.Scope, in.Source, source.FactsQuery{Kind: source.FactsRoutes, After: in.Cursor})
			return &listOut{&routes.List{Heading: c.Frame().Heading(), Routes: []routes.Head{}}, shown}, err
		}
		if in.To > 0 && in.To < in.From {
			return nil, training.Errorf(training.KindInvalid, "max_distance_km is below min_distance_km.").WithFix("Swap them.")
		}
		own, err := lister.Find(ctx, d.Store, c.Scope, c.Frame(), routes.Query{Text: in.Text, LeastKm: in.From, MostKm: in.To})
		return &listOut{List: own}, err
	})
}

type getIn struct {
	ID     string `json:"id"`
	Points int    `json:"points,omitempty" jsonschema:"track points to return"`
}

func getRow(d Deps, lister *routes.Lister) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_route", Title: "One route", Toolset: toolset, Idempotent: true,
		Description: "One route with the activities that followed it, in either direction or as part of a longer one, newest first.",
		Output:      tools.OpenRows,
		Input:       func(s *jsonschema.Schema) { tools.Bounds(s, "points", 0, 200) },
	}, func(ctx context.Context, c *tools.Call, in getIn) (*getOut, error) {
		own, err := lister.Read(ctx, d.Store, d.Ways, c.Scope, c.Frame(), in.ID, in.Points)
		if there, ok := d.Apart.Names(in.ID); ok && training.KindOf(err) == training.KindNotFound && err != nil {
			return d.at(ctx, c, in, there)
		}
		return &getOut{Detail: own}, err
	})
}

// at returns a route that only a service has.
func (d Deps) at(ctx context.Context, c *tools.Call, in getIn, there string) (*getOut, error) {
	questions := []source.FactsQuery{{Kind: source.FactsRoute, ID: there}}
	if in.Points > 0 {
		questions = append(questions, source.FactsQuery{Kind: source.FactsRouteWay, ID: there, Limit: in.Points})
	}
	shown, err := d.Apart.Facts(ctx, c.Scope, in.ID, questions...)
	if err != nil {
		return nil, err
	}
	return &getOut{&routes.Detail{
		Heading: c.Frame().Heading(), Head: routes.Head{ID: in.ID, Sources: []string{shown.Source}}, Activities: []routes.Following{},
	}, shown}, nil
}

// mostContent is the maximum number of bytes of a file in an answer, which is limited to 32 KB.
const mostContent = 30_000

// content returns the file of a route that only a service has. Lapkeep may not store the
// file, so the answer contains it.
func (d Deps) content(ctx context.Context, c *tools.Call, in exportIn) (*exportOut, error) {
	file, err := d.Apart.RouteFile(ctx, c.Scope, in.ID, in.Format)
	if err == nil && answers.Size(string(file.Body)) > mostContent {
		err = training.Errorf(training.KindTooLarge,
			"The terms of the service do not allow its route files to be kept, and this one is too long for an answer (%d "+
				"bytes).", len(file.Body)).
			WithFix("Download it from the route's page there.")
	}
	if err != nil {
		return nil, err
	}
	return &exportOut{tools.Export{
		ID: in.ID, LocalDate: c.Today, TimeZone: c.Location.String(), Format: in.Format, DryRun: c.DryRun,
	}, textclean.Text(string(file.Body), mostContent)}, nil
}

type exportOut struct {
	tools.Export

	Content string `json:"content,omitempty"`
}

type exportIn struct {
	ID     string `json:"id"`
	Format string `json:"format,omitempty"`
}

// exportRow returns a tool that writes a file. It changes no stored data, but uses disk space.
// The file is for the athlete and therefore complete. The answer contains none of its content.
func exportRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "export_route", Title: "Export a route", Toolset: toolset, Safety: tools.WriteFile, Idempotent: true,
		Description: "Exports one route to Lapkeep's export folder: GPX track, TCX or FIT course.",
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "format", training.FormatGPX, training.FormatTCX, training.FormatFIT)
			tools.Default(s, "format", training.FormatGPX)
		},
	}, func(ctx context.Context, c *tools.Call, in exportIn) (*exportOut, error) {
		if in.Format == "" {
			in.Format = string(training.FormatGPX)
		}
		whole, err := routes.Whole(ctx, d.Store, c.Scope.Athlete, in.ID)
		if err != nil {
			if _, ok := d.Apart.Names(in.ID); ok && training.KindOf(err) == training.KindNotFound {
				return d.content(ctx, c, in)
			}
			return nil, err
		}
		var data bytes.Buffer
		if err := recording.WriteCourse(&data, training.Format(in.Format), &whole); err != nil {
			return nil, err
		}
		file := tools.File{Athlete: c.Scope.Athlete, Name: "route-" + in.ID, Ext: "." + in.Format, Data: data.Bytes()}
		out, err := file.Export(d.ExportDir, tools.Export{
			ID: in.ID, LocalDate: c.Today, TimeZone: c.Location.String(), Format: in.Format, DryRun: c.DryRun,
		})
		if err != nil {
			return nil, err
		}
		return &exportOut{Export: *out}, nil
	})
}
