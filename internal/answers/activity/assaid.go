package activity

import (
	"maps"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
)

// nothingComputed is the reason why computed values are missing for activities
// that only a service has.
const nothingComputed i18n.Sentence = "it is shown as the service reports it, and nothing is computed from it"

// saidRow returns a row of a list with values from a service.
func saidRow(row *store.ActivityRow) Facts {
	f := Facts{"id": string(row.ID), "source": row.AsSaid.Service}
	for _, k := range []string{"local_date", "start_local", "sport", "sub_sport", "name", "race"} {
		rowFacts[k](row, f)
	}
	f.Put("device", textclean.Line(row.AsSaid.Device, listNameRunes))
	maps.Copy(f, saidValues(row))
	return f
}

// saidValues returns the values from a service. They include the counts of
// kudos and comments if the service provides these.
func saidValues(row *store.ActivityRow) Facts {
	f := Facts{}
	for m, x := range answers.Rounded(row.Summary.Values) {
		f[string(m)] = x
	}
	for name, n := range map[string]*int{"kudos": row.AsSaid.Kudos, "comments": row.AsSaid.Comments} {
		if n != nil {
			f[name] = *n
		}
	}
	return f
}

// usualSections returns the sections of an answer if the query specifies none.
func (sub *subject) usualSections() []Section {
	if sub.row.AsSaid != nil {
		return []Section{SectionSummary, SectionDevice}
	}
	usual := []Section{SectionDigest, SectionSummary, SectionDevice, SectionLaps}
	if len(sub.row.Sets) > 0 {
		usual = append(usual, SectionSets)
	}
	return usual
}

// asSaid fills in a section with values from a service, or adds the reason why
// the section is missing.
func (d *Detail) asSaid(section Section, sub *subject) {
	said := sub.row.AsSaid
	switch {
	case section == SectionSummary:
		d.Summary = saidValues(&sub.row)
	case section == SectionDevice:
		d.Recordings = []Facts{{"source": said.Service, "device": textclean.Line(said.Device, textclean.NameRunes)}}
	case section == SectionNotes && !sub.shown().Notes:
		d.Missing = d.Missing.Add(string(section), answers.HiddenNotes)
	case section == SectionNotes:
		d.Missing = d.Missing.Add(string(section), i18n.Sentencef("get_activity_notes asks %s for its comments", said.Service))
	default:
		d.Missing = d.Missing.Add(string(section), nothingComputed)
	}
}

// recordedOf returns those channels that are shown as recorded. For all others,
// including the position, it adds the reason why they are missing.
func (o *Streams) recordedOf(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		ch, known := channels[n]
		left := !known || ch.balance || ch.gap || ch.grade || ch.moving || ch.others || n == positionName
		if left {
			o.Missing = o.Missing.Add(n, nothingComputed)
		}
		return left
	})
}
