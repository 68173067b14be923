package fit

import (
	"strconv"

	"github.com/muktihari/fit/profile/typedef"
)

// Manufacturer is a maker's name, empty if FIT knows none for it.
func Manufacturer(m typedef.Manufacturer) string { return plain(m.String()) }

// ManufacturerCode is the maker by name; a name that FIT does not know is
// written as that of a program in development.
func ManufacturerCode(name string) typedef.Manufacturer {
	if m := typedef.ManufacturerFromString(name); m != typedef.ManufacturerInvalid {
		return m
	}
	return typedef.ManufacturerDevelopment
}

// Product is the name of a product: Garmin's by its number, others by the
// name they wrote or, failing that, their number.
func Product(m typedef.Manufacturer, code uint16, written string) string {
	if m == typedef.ManufacturerGarmin || m == typedef.ManufacturerDynastream {
		if name := plain(typedef.GarminProduct(code).String()); name != "" {
			return name
		}
	}
	switch {
	case written != "":
		return written
	case code == 0xFFFF:
		return ""
	}
	return strconv.Itoa(int(code))
}

// ProductCode is how to write a product: by number, or by name where the
// number is 0xFFFF.
func ProductCode(m typedef.Manufacturer, product string) (uint16, string) {
	if m == typedef.ManufacturerGarmin || m == typedef.ManufacturerDynastream {
		if p := typedef.GarminProductFromString(product); p != typedef.GarminProductInvalid {
			return uint16(p), ""
		}
	}
	if n, err := strconv.ParseUint(product, 10, 16); err == nil && n != 0xFFFF {
		return uint16(n), ""
	}
	return 0xFFFF, product
}
