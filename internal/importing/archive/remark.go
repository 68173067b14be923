package archive

import (
	"encoding/json"
	"path"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// mcpacerSource leads the references of the runs, which are of Strava.
const mcpacerSource = "strava:"

// run is what is read of a cached run: what a coach said of it, and by what
// its activity is found here. Of the rest, the service's, nothing is.
type run struct {
	ID       json.Number     `json:"id"`
	Start    string          `json:"start_date"`
	ElapsedS float64         `json:"elapsed_time_seconds"`
	Digest   string          `json:"run_digest"`
	Notes    json.RawMessage `json:"coach_notes"`
}

// maxRun bounds a cached run: its laps are few.
const maxRun = 16 << 20

func emitRemarks(x *listing.Export, all []listing.Entry) {
	for i := range all {
		e := &all[i]
		it := e.Item()
		out := listing.Item{Path: it.Path, Size: it.Size, ModTime: it.ModTime, AsOf: e.Mod, Skip: it.Skip, Err: it.Err}
		if e.Readable() {
			r, err := readRun(x, e)
			switch {
			case err != nil:
				out.Err = err
			case r == nil:
				out.Skip = "It has no digest and no note of the coach; of the run itself nothing is taken."
			default:
				out.Remark = r
			}
		}
		if !x.Yield(out) {
			return
		}
	}
}

// readRun is what was said of a run, nil for nothing.
func readRun(x *listing.Export, e *listing.Entry) (*training.Remark, error) {
	if e.Size > maxRun {
		return nil, listing.TooLarge(maxRun)
	}
	data, err := e.File.Read(x.Context())
	if err != nil {
		return nil, err
	}
	var r run
	if json.Unmarshal(data, &r) != nil {
		return nil, training.Errorf(training.KindCorrupt, "It is no whole run of MCPacer.").
			WithFix("Nothing of it is taken; the run itself comes with an export of the service.")
	}
	name, _ := runName(strings.ToLower(path.Base(e.Rel)))
	if r.ID.String() != name {
		return nil, training.Errorf(training.KindInvalid, "It says that it is the run %s, and its name says %s.",
			strconv.Quote(r.ID.String()), name).WithFix("Name it after the run whose it is, and import it again.")
	}
	out := &training.Remark{Ref: mcpacerSource + name, Digest: strings.TrimSpace(r.Digest), Notes: notes(r.Notes)}
	if at, err := time.Parse(time.RFC3339, r.Start); err == nil {
		out.Start, out.ElapsedS = at, max(0, r.ElapsedS)
	}
	if out.Digest == "" && len(out.Notes) == 0 {
		return nil, nil
	}
	return out, nil
}

// notes are those of a run: words, or a list of words or of what has them.
func notes(raw json.RawMessage) (out []string) {
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	var one string
	var all []json.RawMessage
	if json.Unmarshal(raw, &one) == nil {
		add(one)
		return out
	}
	if json.Unmarshal(raw, &all) != nil {
		return nil
	}
	for _, n := range all {
		var object struct {
			Note, Text string
		}
		if json.Unmarshal(n, &one) == nil {
			add(one)
		} else if json.Unmarshal(n, &object) == nil {
			add(object.Note)
			add(object.Text)
		}
	}
	return out
}
