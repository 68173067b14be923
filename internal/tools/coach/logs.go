package coach

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type logsIn struct {
	Limit int             `json:"limit,omitempty" jsonschema:"how many; 0 lists the days alone"`
	Range tools.DateRange `json:"range,omitzero" jsonschema:"default the last ones"`
}

func logsRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_session_logs", Title: "Session logs", Toolset: toolset, Idempotent: true,
		Description: "Reads what was said and agreed in coaching sessions, the newest day first, with what assistants changed on those " +
			"days. Old logs stay readable by range. Reading changes nothing.",
		Input: func(s *jsonschema.Schema) {
			tools.Bounds(s, "limit", 0, memory.MaxLogs)
			tools.Default(s, "limit", 3)
		},
	}, func(ctx context.Context, c *tools.Call, in logsIn) (*memory.Logs, error) {
		told := d.Texts.Fresh(ctx, c, memory.SessionLog)
		w := memory.Which{Limit: in.Limit, Location: c.Location}
		if in.Range.Set {
			r := in.Range.Range()
			w.Days = &r
		}
		out, err := memory.ReadLogs(ctx, d.Store, c.Scope, c.Frame(), w)
		if err != nil {
			return nil, err
		}
		out.Notes = append(told, out.Notes...)
		return out, nil
	})
}

type saveLogIn struct {
	Summary string     `json:"summary" jsonschema:"Markdown: what was said, decided and is to come; the first line is what the memory keeps"`
	Coach   string     `json:"coach,omitempty" jsonschema:"name of the persona"`
	Date    tools.Date `json:"date,omitzero" jsonschema:"default today"`
}

func saveLogRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "save_session_log", Title: "Save a session log", Toolset: toolset, Safety: tools.Write,
		Description: "Adds a coaching session to the log of its day, and a line of it to the memory. Call it at the end of a session. " +
			"Can be undone.",
	}, func(ctx context.Context, c *tools.Call, in saveLogIn) (*tools.WrittenOne, error) {
		return in.save(ctx, d, c)
	})
}

func (in *saveLogIn) save(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	day := in.Date.Or(c.Today)
	if day > c.Today {
		return nil, training.Errorf(training.KindInvalid, "%s is to come.", day).WithFix("Give the day of the session.")
	}
	if memory.Distill("## x\n\n"+in.Summary) == "" {
		return nil, training.Errorf(training.KindInvalid, "The summary says nothing.").
			WithFix("Say in a sentence or more what was said and agreed.")
	}
	told := d.Texts.Fresh(ctx, c, memory.SessionLog, memory.MemoryKind)
	logs, err := memory.ListText(ctx, d.Store, c.Whole(), memory.SessionLog)
	if err != nil {
		return nil, err
	}
	m, err := memory.Read(ctx, d.Store, c.Whole())
	if err != nil {
		return nil, err
	}
	log := memory.Text{Kind: memory.SessionLog, ID: day.String()}
	logged := map[string]bool{}
	for i := range logs {
		logged[logs[i].ID] = true
		if logs[i].ID == log.ID {
			log = logs[i]
		}
	}
	by := tools.Author(c)
	body := memory.AppendSession(log.Body, day, c.Now.In(c.Location), in.Coach, in.Summary)
	remembered := memory.Remember(m.Body, day, memory.Distill(body), func(d training.Day) bool { return logged[d.String()] })
	out, err := d.Texts.Write(ctx, c, i18n.Sentencef("Log the coaching session of %s.", day), log.ID, false,
		log.Of(body, by, c.Now), m.Of(remembered, by, c.Now))
	if err != nil {
		return nil, err
	}
	out.Notes = append(told, out.Notes...)
	return out, nil
}
