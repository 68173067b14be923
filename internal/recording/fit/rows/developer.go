package rows

import (
	"math"
	"strings"

	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/recording/fit/field"
	"lapkeep/internal/training"
)

// DeveloperColumn is a field that an app or sensor added to the records.
type DeveloperColumn struct {
	Name, Units string
	// Values has one value a row, NaN where there is none; nil if the field
	// was described but never used.
	Values []float32

	index, num byte
	base       basetype.BaseType
	scale      float64
	offset     float64
	nativePow  bool // says itself that it stands for the power field
}

// maxDeveloperColumns bounds what a hostile file can ask for.
const maxDeveloperColumns = 32

// OnFieldDescription takes note of a developer field.
func (r *Rows) OnFieldDescription(m *proto.Message) {
	c := DeveloperColumn{
		index: field.Code[uint8](m, fieldnum.FieldDescriptionDeveloperDataIndex),
		num:   field.Code[uint8](m, fieldnum.FieldDescriptionFieldDefinitionNumber),
		Name:  field.Text(m, fieldnum.FieldDescriptionFieldName),
		Units: field.Text(m, fieldnum.FieldDescriptionUnits),
		base:  basetype.BaseType(field.Code[uint8](m, fieldnum.FieldDescriptionFitBaseTypeId)),
		scale: 1,
	}
	if s, ok := field.Int(m, fieldnum.FieldDescriptionScale); ok && s > 0 {
		c.scale = float64(s)
	}
	if o, ok := field.Int(m, fieldnum.FieldDescriptionOffset); ok {
		c.offset = float64(o)
	}
	native, ok := field.Int(m, fieldnum.FieldDescriptionNativeFieldNum)
	message, of := field.Int(m, fieldnum.FieldDescriptionNativeMesgNum)
	c.nativePow = ok && native == fieldnum.RecordPower && (!of || message == mesgnum.Record)
	r.ambiguous = r.ambiguous || c.Name == "" // the decoder goes by the first of a number, also by one without a name
	if c.Name == "" || r.developer(c.index, c.num) != nil || len(r.Developer) == maxDeveloperColumns {
		return
	}
	r.Developer = append(r.Developer, c)
}

func (r *Rows) developer(index, num byte) *DeveloperColumn {
	for i := range r.Developer {
		if c := &r.Developer[i]; c.index == index && c.num == num {
			return c
		}
	}
	return nil
}

func (r *Rows) onDeveloperFields(row int, fields []proto.DeveloperField) {
	for i := range fields {
		f := &fields[i]
		c := r.developer(f.DeveloperDataIndex, f.Num)
		if c == nil {
			continue
		}
		x, ok := field.Float(f.Value, c.base)
		if !ok {
			continue
		}
		c.put(row, x, r.capacity)
	}
}

// put stores the number that a record gives, as it is in the file.
func (c *DeveloperColumn) put(row int, x float64, capacity int) {
	if c.Values == nil {
		c.Values = make([]float32, 0, max(capacity, row+1))
	}
	for len(c.Values) <= row {
		c.Values = append(c.Values, nan32)
	}
	if v := float32(x/c.scale - c.offset); !math.IsInf(float64(v), 0) {
		c.Values[row] = v
	}
}

// isPower says whether the column is power in watts.
func (c *DeveloperColumn) isPower() bool {
	switch strings.ToLower(c.Units) {
	case "w", "watt", "watts":
		return c.nativePow || strings.EqualFold(c.Name, "power") || strings.EqualFold(c.Name, "running power") ||
			strings.EqualFold(c.Name, "rp_power") || strings.EqualFold(c.Name, "stryd power")
	}
	return false
}

// isCoreTemperature says whether the column is body temperature in °C.
func (c *DeveloperColumn) isCoreTemperature() bool {
	unit := strings.ToLower(strings.Trim(c.Units, "°º "))
	return strings.EqualFold(c.Name, "core_temperature") && (unit == "c" || unit == "celsius")
}

// Adopt copies developer columns into the channels that they stand for where
// the device itself wrote none, and says from where.
func (r *Rows) Adopt() (warnings []string) {
	for i := range r.Developer {
		c := &r.Developer[i]
		switch {
		case c.Values == nil:
		case c.isPower() && r.adoptInto(training.Power, c):
			warnings = append(warnings, "Power comes from the developer field \""+c.Name+"\": the device recorded none itself.")
		case c.isCoreTemperature() && r.adoptInto(training.CoreTemperature, c):
			warnings = append(warnings, "Core temperature comes from the developer field \""+c.Name+"\".")
		}
	}
	return warnings
}

func (r *Rows) adoptInto(ch training.Channel, c *DeveloperColumn) bool {
	if r.Data[ch].Valid.Count() > 0 {
		return false
	}
	took := false
	for row, v := range c.Values {
		x := math.Round(float64(v) * ch.Scale())
		if math.IsNaN(x) || x < 0 || x > math.MaxUint16 {
			continue
		}
		r.Put(ch, row, int32(x))
		took = true
	}
	return took
}
