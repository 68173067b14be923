package fit

import (
	"math"

	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// developerField is a developer column's number in the file.
type developerField struct {
	num         byte
	name, units string
}

// maxDeveloperFields is how many the reader takes, and more than any device
// writes.
const maxDeveloperFields = 32

// developerFields declares every developer column of the recordings once.
func (f *encodeFile) developerFields(recs []*training.Recording) {
	for _, r := range recs {
		for i := range r.Columns.Developer {
			c := &r.Columns.Developer[i]
			if c.Name == "" || f.declared(c.Name) || len(f.dev) == maxDeveloperFields {
				continue
			}
			f.dev = append(f.dev, developerField{num: byte(len(f.dev)), name: c.Name, units: c.Units})
		}
	}
	if len(f.dev) == 0 {
		return
	}
	id := newMessage(mesgnum.DeveloperDataId)
	id.put(fieldnum.DeveloperDataIdApplicationId, proto.SliceUint8([]byte("lapkeep.recording")[:16]))
	id.int(fieldnum.DeveloperDataIdDeveloperDataIndex, 0)
	f.add(id)
	for _, d := range f.dev {
		m := newMessage(mesgnum.FieldDescription)
		m.int(fieldnum.FieldDescriptionDeveloperDataIndex, 0)
		m.int(fieldnum.FieldDescriptionFieldDefinitionNumber, int64(d.num))
		m.int(fieldnum.FieldDescriptionFitBaseTypeId, int64(basetype.Float32))
		m.text(fieldnum.FieldDescriptionFieldName, d.name)
		m.text(fieldnum.FieldDescriptionUnits, d.units)
		f.add(m)
	}
}

func (f *encodeFile) declared(name string) bool {
	for _, d := range f.dev {
		if d.name == name {
			return true
		}
	}
	return false
}

// value is the field's value in row i.
func (d developerField) value(c *training.Columns, i int) (float32, bool) {
	for k := range c.Developer {
		if col := &c.Developer[k]; col.Name == d.name && i < len(col.Values) {
			return col.Values[i], !math.IsNaN(float64(col.Values[i]))
		}
	}
	return 0, false
}
