package activities

import (
	"bytes"
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type exportIn struct {
	ID     string `json:"id" jsonschema:"activity id"`
	Format string `json:"format,omitempty" jsonschema:"original is the file as it was imported"`
}

const formatOriginal = "original"

// exportRow changes nothing that Lapkeep keeps, so that there is nothing to
// journal or undo; but it fills the disk.
func exportRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "export_activity", Title: "Export an activity", Toolset: toolset, Safety: tools.WriteFile, Idempotent: true,
		Description: "Writes one activity to a file in Lapkeep's export folder on the athlete's machine and gives its path: the " +
			"original, or FIT, TCX, GPX. Nothing is sent.",
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "format", formatOriginal, "fit", "tcx", "gpx")
			tools.Default(s, "format", formatOriginal)
		},
	}, func(ctx context.Context, c *tools.Call, in exportIn) (*tools.Export, error) {
		row, err := activity.Find(ctx, d.Store, c.Scope, in.ID)
		if err != nil {
			return nil, err
		}
		if in.Format == "" {
			in.Format = formatOriginal
		}
		data, ext, err := encode(ctx, d.Store, c.Scope.Athlete, &row, in.Format)
		if err != nil {
			return nil, err
		}
		file := tools.File{
			Athlete: c.Scope.Athlete,
			Name:    row.LocalDay.String() + "-" + string(row.Sport) + "-" + string(row.ID), Ext: ext, Data: data,
		}
		return file.Export(d.ExportDir, tools.Export{
			ID: string(row.ID), LocalDate: row.LocalDay, TimeZone: activity.ZoneName(&row.Activity), Format: in.Format, DryRun: c.DryRun,
		})
	})
}

// encode is the bytes of an activity in a format and the file's extension.
// The file is the athlete's own and complete: what an assistant may not see
// is in it, and never in the answer.
func encode(ctx context.Context, st Store, a training.AthleteID, row *store.ActivityRow, format string) ([]byte, string, error) {
	scope := training.Scope{Athlete: a, Audience: training.AudienceExport}
	recs, err := st.Recordings(ctx, scope, row.ID)
	if err != nil {
		return nil, "", err
	}
	first := primary(recs)
	if first == nil {
		return nil, "", training.Errorf(training.KindUnsupported, "The activity has no recording to export.").
			WithFix("get_activity shows what is known of it.")
	}
	if format == formatOriginal {
		return original(ctx, st, scope, first)
	}
	cols, err := st.Stream(ctx, scope, row.ID, store.AllChannels)
	if err != nil {
		return nil, "", err
	}
	rec := first.Recording
	rec.Sport, rec.SubSport, rec.Name, rec.Description = row.Sport, row.SubSport, row.Name, row.Description
	rec.Columns = *cols
	var out bytes.Buffer
	switch format {
	case "fit":
		err = fit.Write(&out, []*training.Recording{&rec})
	case "tcx":
		err = xmlfile.WriteTCX(&out, &rec)
	default:
		if !cols.Has(training.Latitude) {
			return nil, "", training.Errorf(training.KindUnsupported, "The activity has no position, and GPX holds nothing else.").
				WithFix("Ask for fit or tcx.")
		}
		err = xmlfile.WriteGPX(&out, &rec)
	}
	return out.Bytes(), "." + format, err
}

func primary(recs []store.RecordingRow) *store.RecordingRow {
	var best *store.RecordingRow
	for i := range recs {
		if best == nil || recs[i].Rank < best.Rank {
			best = &recs[i]
		}
	}
	return best
}

func original(ctx context.Context, st Store, s training.Scope, r *store.RecordingRow) ([]byte, string, error) {
	if r.Original == "" {
		return nil, "", training.Errorf(training.KindUnsupported, "The activity was entered by hand and has no original file.").
			WithFix("Ask for fit or tcx.")
	}
	data, err := st.Original(ctx, s, r.Original)
	ext := "-" + formatOriginal + "." + tools.PlainName(string(r.Recording.Format))
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		ext += ".gz"
	}
	return data, ext, err
}
