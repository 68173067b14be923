package fit_test

import (
	"testing"

	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
)

// TestWhatMeasuredPower: the power meter before the trainer, the first that has
// a number, of ANT+ and of Bluetooth, whose types have other numbers.
func TestWhatMeasuredPower(t *testing.T) {
	t.Parallel()
	const favero, wahoo = 263, 32
	watch := rawfit.Fields{"device_index": 0, "device_type": 11, "manufacturer": favero, "serial_number": 1}
	strap := rawfit.Fields{"device_index": 1, "device_type": 120, "manufacturer": 1, "serial_number": 2}
	trainer := rawfit.Fields{"device_index": 2, "device_type": 17, "manufacturer": wahoo, "serial_number": 3}
	unnumbered := rawfit.Fields{"device_index": 3, "device_type": 11, "manufacturer": favero}
	pedals := rawfit.Fields{
		"device_index": 4, "device_type": 11, "manufacturer": favero, "serial_number": 412_355,
		"product_name": "Assioma DUO",
	}
	again := rawfit.Fields{"device_index": 5, "device_type": 11, "manufacturer": favero, "serial_number": 412_356}
	radio := rawfit.Fields{"device_index": 6, "device_type": 2, "source_type": 3, "manufacturer": favero, "ant_device_number": 77}
	notRadio := rawfit.Fields{"device_index": 6, "device_type": 2, "manufacturer": favero, "ant_device_number": 77}
	for name, c := range map[string]struct {
		infos  []rawfit.Fields
		serial string
	}{
		"a meter":         {[]rawfit.Fields{watch, strap, trainer, unnumbered, pedals, again}, "412355"},
		"a trainer alone": {[]rawfit.Fields{strap, trainer}, "3"}, "a trainer after": {[]rawfit.Fields{pedals, trainer}, "412355"},
		"by Bluetooth": {[]rawfit.Fields{radio}, "77"}, "another type": {[]rawfit.Fields{notRadio}, ""},
		"none": {[]rawfit.Fields{watch, strap, unnumbered}, ""},
	} {
		f := open()
		for _, info := range c.infos {
			info["timestamp"] = at(0)
			f.DeviceInfo(info)
		}
		for s := range 5 {
			record(f, s, rawfit.Fields{"power": 200})
		}
		got := one(t, f).PowerMeter
		if got.Serial != c.serial || name == "a meter" && got.Product != "Assioma DUO" || c.serial == "" && got != (training.Device{}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
