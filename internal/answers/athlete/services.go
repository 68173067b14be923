package athlete

import (
	"context"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// services fills in the services' profiles, and which fields come from them. A
// weight in force counts as a service's if the service has the same.
func (v *ProfileView) services(ctx context.Context, r serviced.Reader, s training.Scope, a *training.Athlete) error {
	from := func(field, who string) {
		if who == "" {
			return
		}
		if v.From == nil {
			v.From = map[string]string{}
		}
		v.From[field] = who
	}
	from("sex", a.SaidBy.Sex)
	from("birth_year", a.SaidBy.BirthYear)
	from("time_zone", a.SaidBy.TimeZone)
	all, err := serviced.Profiles(ctx, r, s)
	if err != nil {
		return err
	}
	for _, p := range all {
		if v.Weight != nil && v.Weight.Value == one(p.WeightKg) {
			from("weight_kg", p.Source)
		}
		there := ServiceProfile{
			Service: p.Source, Sex: p.Sex, TimeZone: textclean.Line(p.TimeZone, textclean.NameRunes),
			WeightKg: one(p.WeightKg), HeightCm: one(p.HeightCm), RestHRBpm: p.RestHRBpm,
			Notes: textclean.Text(p.Notes, textclean.TextRunes),
		}
		if p.Born != nil {
			there.Born = p.Born.String()
		}
		v.Services = append(v.Services, there)
	}
	return nil
}
