package decode

import (
	"math"
	"strings"

	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// developerColumn is a field that an app or sensor added to the records.
type developerColumn struct {
	index, num byte
	name       string
	units      string
	base       basetype.BaseType
	scale      float64
	offset     float64
	nativePow  bool // says itself that it stands for the power field
	values     []float32
}

// maxDeveloperColumns bounds what a hostile file can ask for.
const maxDeveloperColumns = 32

// onFieldDescription takes note of a developer field.
func (r *rows) onFieldDescription(m *proto.Message) {
	c := developerColumn{
		index: fieldCode[uint8](m, fieldnum.FieldDescriptionDeveloperDataIndex),
		num:   fieldCode[uint8](m, fieldnum.FieldDescriptionFieldDefinitionNumber),
		name:  fieldText(m, fieldnum.FieldDescriptionFieldName),
		units: fieldText(m, fieldnum.FieldDescriptionUnits),
		base:  basetype.BaseType(fieldCode[uint8](m, fieldnum.FieldDescriptionFitBaseTypeId)),
		scale: 1,
	}
	if s, ok := fieldInt(m, fieldnum.FieldDescriptionScale); ok && s > 0 {
		c.scale = float64(s)
	}
	if o, ok := fieldInt(m, fieldnum.FieldDescriptionOffset); ok {
		c.offset = float64(o)
	}
	native, ok := fieldInt(m, fieldnum.FieldDescriptionNativeFieldNum)
	message, of := fieldInt(m, fieldnum.FieldDescriptionNativeMesgNum)
	c.nativePow = ok && native == fieldnum.RecordPower && (!of || message == mesgnum.Record)
	if c.name == "" || r.developer(c.index, c.num) != nil || len(r.dev) == maxDeveloperColumns {
		return
	}
	r.dev = append(r.dev, c)
}

func (r *rows) developer(index, num byte) *developerColumn {
	for i := range r.dev {
		if c := &r.dev[i]; c.index == index && c.num == num {
			return c
		}
	}
	return nil
}

func (r *rows) onDeveloperFields(row int, fields []proto.DeveloperField) {
	for i := range fields {
		f := &fields[i]
		c := r.developer(f.DeveloperDataIndex, f.Num)
		if c == nil {
			continue
		}
		x, ok := number(f.Value, c.base)
		if !ok {
			continue
		}
		if c.values == nil {
			c.values = make([]float32, 0, max(r.capacity, row+1))
		}
		for len(c.values) <= row {
			c.values = append(c.values, float32(math.NaN()))
		}
		if v := float32(x/c.scale - c.offset); !math.IsInf(float64(v), 0) {
			c.values[row] = v
		}
	}
}

// isPower says whether the column is power in watts.
func (c *developerColumn) isPower() bool {
	switch strings.ToLower(c.units) {
	case "w", "watt", "watts":
		return c.nativePow || strings.EqualFold(c.name, "power") || strings.EqualFold(c.name, "running power") ||
			strings.EqualFold(c.name, "rp_power") || strings.EqualFold(c.name, "stryd power")
	}
	return false
}

// isCoreTemperature says whether the column is body temperature in °C.
func (c *developerColumn) isCoreTemperature() bool {
	unit := strings.ToLower(strings.Trim(c.units, "°º "))
	return strings.EqualFold(c.name, "core_temperature") && (unit == "c" || unit == "celsius")
}

// adopt copies developer columns into the channels that they stand for where
// the device itself wrote none, and says from where.
func (r *rows) adopt() (warnings []string) {
	for i := range r.dev {
		c := &r.dev[i]
		switch {
		case c.values == nil:
		case c.isPower() && r.adoptInto(training.Power, c):
			warnings = append(warnings, "Power comes from the developer field \""+c.name+"\": the device recorded none itself.")
		case c.isCoreTemperature() && r.adoptInto(training.CoreTemperature, c):
			warnings = append(warnings, "Core temperature comes from the developer field \""+c.name+"\".")
		}
	}
	return warnings
}

func (r *rows) adoptInto(ch training.Channel, c *developerColumn) bool {
	if r.data[ch].Valid.Count() > 0 {
		return false
	}
	took := false
	for row, v := range c.values {
		x := math.Round(float64(v) * ch.Scale())
		if math.IsNaN(x) || x < 0 || x > math.MaxUint16 {
			continue
		}
		r.put(ch, row, int32(x))
		took = true
	}
	return took
}
