package document

import (
	"reflect"
	"slices"
	"strings"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Led names the activities that lead to one (%2), among them itself: those that
// became a part of it, unless they were deleted. %1 is the athlete.
func Led(athlete, id string) string {
	return strings.NewReplacer("%1", athlete, "%2", id).Replace(`WITH RECURSIVE led(id) AS (SELECT %2
	UNION SELECT r.old FROM led JOIN redirects r ON r.athlete=%1 AND r.id=led.id
	WHERE NOT EXISTS (SELECT 1 FROM activity_base WHERE athlete=r.athlete AND id=r.old AND deleted=1))`)
}

// ledWords reads the entries among them and all that the athlete edited.
func ledWords() string {
	return Led("?1", "?2") + `SELECT b.id, iif(b.linked, '', b.body), coalesce(o.field, ''), coalesce(o.value, '')
	FROM led JOIN activity_base b ON b.athlete=?1 AND b.id=led.id LEFT JOIN overrides o ON o.athlete=?1 AND o.activity=b.id
	WHERE led.id<>?2 AND (b.linked=0 OR o.field IS NOT NULL) ORDER BY b.id, o.field`
}

// led are the activities that lead to one, with nothing but what the athlete said of them.
type led []training.Activity

func (l *led) read(scan func(...any) error) error {
	var id training.ActivityID
	var body, field, value string
	if err := scan(&id, &body, &field, &value); err != nil {
		return err
	}
	if n := len(*l); n == 0 || (*l)[n-1].ID != id {
		act, err := sqlitedb.Parse[training.Activity](body)
		if err != nil {
			return err
		}
		act.ID = id
		if act.Name == training.DefaultName(act.Sport, act.SubSport, act.Start.In(act.Location()).Hour()) {
			act.Name = ""
		}
		*l = append(*l, act)
	}
	if field == "" {
		return nil
	}
	return ledger.Override(&(*l)[len(*l)-1], field, []byte(value))
}

// over lays the words over the activity that they lead to.
func (l led) over(act *training.Activity) {
	for i := range slices.Backward(l) {
		words := said(&l[i])
		words.Over(act)
		act.HiddenFromModels = act.HiddenFromModels || l[i].HiddenFromModels
	}
}

// standing lists those that say something, as an export keeps them.
func (l led) standing() (out []Standing) {
	for i := range l {
		if s := said(&l[i]); !reflect.DeepEqual(s, training.Statement{Ref: s.Ref}) {
			out = append(out, Standing{Said: s, At: l[i].Start})
		}
	}
	return out
}

// said takes from an activity what holds for another clock and other numbers
// too: not the intervals and stretches, which are counted from its own start.
func said(a *training.Activity) training.Statement {
	s := training.Statement{
		Ref: "entered:" + string(a.ID), Name: a.Name, Description: a.Description, Tags: a.Tags, Race: a.Race, Commute: a.Commute,
		GearID: a.GearID, MoreGear: a.MoreGear, PerceivedExertion: a.PerceivedExertion, Feel: a.Feel, CarbsG: a.CarbsG,
		FluidML: a.FluidML, ManualLoad: a.ManualLoad,
	}
	if slices.Contains(a.Edited, "sport") {
		s.Sport = a.Sport
	}
	if slices.Contains(a.Edited, "sub_sport") {
		s.SubSport = a.SubSport
	}
	return s
}
