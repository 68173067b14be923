package routes

import (
	"bytes"
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/analysis/routes"
	"lapkeep/internal/recording/course"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/exportfile"
	"lapkeep/internal/training"
)

const toolset = "routes"

// Deps holds what the rows work on.
type Deps struct {
	Store routes.Reader
	Ways  routes.Ways
	// ExportDir is the folder that export_route writes to, in a folder for each athlete.
	ExportDir string
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row { return []tools.Row{listRow(d), getRow(d), exportRow(d)} }

type listIn struct {
	Text string  `json:"text,omitempty" jsonschema:"in the name or description"`
	From float64 `json:"min_distance_km,omitempty"`
	To   float64 `json:"max_distance_km,omitempty"`
}

func listRow(d Deps) tools.Row {
	var lister routes.Lister
	return tools.New(tools.Spec{
		Name: "list_routes", Title: "Routes", Toolset: toolset, Idempotent: true,
		Description: "Routes to follow that the athlete drew or collected, also GPX, TCX and FIT courses: name, sport, distance. get_route " +
			"has the activities on one.",
		Input: func(s *jsonschema.Schema) {
			tools.Bounds(s, "min_distance_km", 0, 1e5)
			tools.Bounds(s, "max_distance_km", 0, 1e5)
		},
	}, func(ctx context.Context, c *tools.Call, in listIn) (*routes.List, error) {
		if in.To > 0 && in.To < in.From {
			return nil, training.Errorf(training.KindInvalid, "max_distance_km is below min_distance_km.").WithFix("Give them the other way round.")
		}
		return lister.Find(ctx, d.Store, c.Scope, c.Frame(), routes.Query{Text: in.Text, LeastKm: in.From, MostKm: in.To})
	})
}

type getIn struct {
	ID     string `json:"id"`
	Points int    `json:"points,omitempty" jsonschema:"points of the way; 0 is none"`
}

func getRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_route", Title: "One route", Toolset: toolset, Idempotent: true,
		Description: "One route with the activities that followed it, either way round or as part of a longer way, newest first; " +
			"points shows some of the way, if the athlete shares positions.",
		Input: func(s *jsonschema.Schema) { tools.Bounds(s, "points", 0, 200) },
	}, func(ctx context.Context, c *tools.Call, in getIn) (*routes.Detail, error) {
		return routes.Read(ctx, d.Store, d.Ways, c.Scope, c.Frame(), in.ID, in.Points)
	})
}

type exportIn struct {
	ID     string `json:"id"`
	Format string `json:"format,omitempty"`
}

// exportRow changes nothing that Lapkeep keeps, but fills the disk. The file
// is the athlete's own and complete; nothing of its content is answered.
func exportRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "export_route", Title: "Export a route", Toolset: toolset, Safety: tools.WriteFile, Idempotent: true,
		Description: "Writes one route as GPX track, TCX or FIT course to Lapkeep's export folder on the athlete's machine and " +
			"gives its path. Nothing is sent.",
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "format", training.FormatGPX, training.FormatTCX, training.FormatFIT)
			tools.Default(s, "format", training.FormatGPX)
		},
	}, func(ctx context.Context, c *tools.Call, in exportIn) (*exportfile.Export, error) {
		whole, err := routes.Whole(ctx, d.Store, c.Scope.Athlete, in.ID)
		if err != nil {
			return nil, err
		}
		if in.Format == "" {
			in.Format = string(training.FormatGPX)
		}
		var data bytes.Buffer
		if err := course.Write(&data, training.Format(in.Format), &whole); err != nil {
			return nil, err
		}
		file := exportfile.File{Athlete: c.Scope.Athlete, Name: "route-" + in.ID, Ext: "." + in.Format, Data: data.Bytes()}
		return file.Export(d.ExportDir, exportfile.Export{
			ID: in.ID, LocalDate: c.Today, TimeZone: c.Location.String(), Format: in.Format, DryRun: c.DryRun,
		})
	})
}
