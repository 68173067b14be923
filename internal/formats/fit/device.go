package fit

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

func serial(m *proto.Message, num byte) string {
	n, ok := Int(m, num)
	if !ok || n <= 0 || n == 0xFFFFFFFF {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// onSensor notes what power was measured with: the first power meter that is
// told from others by a number, or else the trainer. The number is its serial,
// or that of its radio.
func (f *file) onSensor(m *proto.Message) {
	kind, ble := Code[uint8](m, fieldnum.DeviceInfoDeviceType),
		Code[uint8](m, fieldnum.DeviceInfoSourceType) == uint8(typedef.SourceTypeBluetoothLowEnergy)
	meter, trainer := uint8(typedef.AntplusDeviceTypeBikePower), uint8(typedef.AntplusDeviceTypeFitnessEquipment)
	if ble {
		meter, trainer = uint8(typedef.BleDeviceTypeBikePower), uint8(typedef.BleDeviceTypeBikeTrainer)
	}
	known := f.meter.Serial != ""
	if kind != meter && kind != trainer || known && (kind == trainer || !f.trainer) {
		return
	}
	number := cmp.Or(serial(m, fieldnum.DeviceInfoSerialNumber), serial(m, fieldnum.DeviceInfoAntDeviceNumber))
	if number == "" {
		return
	}
	maker := Code[typedef.Manufacturer](m, fieldnum.DeviceInfoManufacturer)
	f.trainer = kind == trainer
	f.meter = training.Device{
		Manufacturer: Manufacturer(maker), Serial: number,
		Product: Product(maker, Code[uint16](m, fieldnum.DeviceInfoProduct), FieldText(m, fieldnum.DeviceInfoProductName)),
	}
}

// software reads a version in hundredths.
func (f *file) software(m *proto.Message, num byte) {
	if n, ok := Int(m, num); ok && f.device.Software == "" {
		f.device.Software = fmt.Sprintf("%d.%02d", n/100, n%100)
	}
}
