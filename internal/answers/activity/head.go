package activity

import (
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// head says which activity it is.
func head(sub *subject) *Detail {
	a := &sub.row.Activity
	return &Detail{
		ID: string(a.ID), LocalDate: a.LocalDay.String(), StartLocal: localTime(a), TimeZone: ZoneName(a),
		Sport: string(a.Sport), SubSport: a.SubSport,
		Name:        textclean.Line(a.Name, textclean.NameRunes),
		Description: textclean.Text(a.Description, textclean.TextRunes),
		Tags:        cleanAll(a.Tags), Race: a.Race, Commute: a.Commute, Indoor: a.Indoor(), GearID: a.GearID, MoreGear: moreGear(a),
		Edited: slices.Sorted(slices.Values(a.Edited)), ExternalIDs: a.ExternalIDs, ParentID: string(a.ParentID),
	}
}

// moreGear is the gear of an activity but its first.
func moreGear(a *training.Activity) []string {
	return slices.DeleteFunc(a.AllGear(), func(id string) bool { return id == a.GearID })
}

// gearName is what the gear of the activity is called, empty for none that is
// known here.
func gearName(ctx context.Context, sub *subject) (string, error) {
	if sub.row.GearID == "" {
		return "", nil
	}
	all, err := sub.reader.Gear(ctx, sub.scope)
	i := slices.IndexFunc(all, func(g training.Gear) bool { return g.ID == sub.row.GearID })
	if err != nil || i < 0 {
		return "", err
	}
	return textclean.Line(all[i].Name, textclean.NameRunes), nil
}

// siblings are the other sessions of a multisport recording, in their order.
func siblings(ctx context.Context, r Reader, s training.Scope, sub *subject) ([]Facts, error) {
	if sub.row.ParentID == "" {
		return nil, nil
	}
	page, err := r.Activities(ctx, s, store.ActivityFilter{Parent: sub.row.ParentID, Ascending: true})
	if err != nil {
		return nil, err
	}
	var out []Facts
	for i := range page.Rows {
		row := &page.Rows[i]
		if row.ID == sub.row.ID {
			continue
		}
		f := Facts{"id": string(row.ID), "sport": string(row.Sport), "start_local": localTime(&row.Activity)}
		values := answers.Rounded(row.Summary.Values)
		for _, m := range []training.Metric{training.MetricDurationS, training.MetricDistanceKM} {
			if v, ok := values[m]; ok {
				f[string(m)] = v
			}
		}
		out = append(out, f)
	}
	return out, nil
}

// recordingFacts says where the activity came from, the primary recording first.
func recordingFacts(ctx context.Context, sub *subject) ([]Facts, error) {
	rows := slices.Clone(sub.recordings)
	slices.SortStableFunc(rows, func(a, b store.RecordingRow) int { return a.Rank - b.Rank })
	out := make([]Facts, 0, len(rows))
	for i := range rows {
		r := &rows[i]
		f := Facts{"recording_id": string(r.ID), "source": r.Origin.Source, "format": string(r.Recording.Format)}
		f.Put("external_id", r.Origin.ExternalID)
		f.Put("file_name", textclean.Line(r.Origin.FileName, textclean.NameRunes))
		f.Put("device", deviceName(r.Recording.Device))
		f.Put("channels", channelNames(r.Channels))
		if len(rows) > 1 {
			f.Put("channels_taken", channelNames(r.Chosen))
		}
		warnings, err := Unnamed(ctx, sub.reader, sub.scope, firstFew(r.Recording.Warnings))
		if err != nil {
			return nil, err
		}
		f.Put("warnings", warnings)
		// Words in the file are data of whoever wrote it, beside our own.
		f.Put("name_in_file", textclean.Line(r.Recording.Name, textclean.NameRunes))
		if sub.mayShowNotes() {
			f.Put("description_in_file", textclean.Text(r.Recording.Description, textclean.NameRunes))
		}
		out = append(out, f)
	}
	return out, nil
}

// firstFew keeps a damaged file from filling an answer with its warnings.
func firstFew(words []string) []i18n.Sentence {
	const most = 10
	var out []i18n.Sentence
	for _, w := range words {
		said := i18n.Sentence(w).Cleaned(listNameRunes)
		switch {
		case said == "":
			continue
		case len(out) == most:
			return append(out, "and more")
		}
		out = append(out, said)
	}
	return out
}

func deviceName(d training.Device) string {
	name := d.Manufacturer
	if d.Product != "" {
		name += " " + d.Product
	}
	if d.Software != "" {
		name += " (" + d.Software + ")"
	}
	return textclean.Line(name, textclean.NameRunes)
}

func channelNames(set store.ChannelSet) []string {
	var out []string
	for c := range training.NumChannels {
		if set.Has(c) {
			out = append(out, c.String())
		}
	}
	return out
}
