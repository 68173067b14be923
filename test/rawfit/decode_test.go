package rawfit_test

import (
	"encoding/binary"
	"fmt"
)

// decoded is one data message as the walker below saw it.
type decoded struct {
	global uint16
	time   uint32 // from field 253 or the header byte, 0 if neither
	fields map[byte][]byte
	dev    map[byte][]byte
	order  binary.ByteOrder
}

type definition struct {
	global      uint16
	order       binary.ByteOrder
	fields, dev [][2]byte // number, size
}

// walk reads the data part of one file the way the protocol tells, sharing
// nothing with the builder.
func walk(data []byte) (messages []decoded, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("ran out of bytes: %v", r)
		}
	}()
	var defs [16]*definition
	last := uint32(0)
	for len(data) > 0 {
		head := data[0]
		data = data[1:]
		if head&0xC0 == 0x40 {
			defs[head&15], data = define(data, head&0x20 != 0)
			continue
		}
		local, compressed := head&15, head&0x80 != 0
		if compressed {
			local = head >> 5 & 3
		}
		d := defs[local]
		if d == nil {
			return messages, fmt.Errorf("message %d is not defined", local)
		}
		m := decoded{global: d.global, order: d.order, fields: map[byte][]byte{}, dev: map[byte][]byte{}}
		for _, f := range d.fields {
			m.fields[f[0]], data = data[:f[1]], data[f[1]:]
		}
		for _, f := range d.dev {
			m.dev[f[0]], data = data[:f[1]], data[f[1]:]
		}
		switch {
		case compressed:
			last += (uint32(head&31) - last) & 31
			m.time = last
		case len(m.fields[253]) == 4:
			last = d.order.Uint32(m.fields[253])
			m.time = last
		}
		messages = append(messages, m)
	}
	return messages, nil
}

func define(data []byte, developer bool) (*definition, []byte) {
	d := &definition{order: binary.LittleEndian}
	if data[1] == 1 {
		d.order = binary.BigEndian
	}
	d.global = d.order.Uint16(data[2:])
	n := int(data[4])
	data = data[5:]
	for range n {
		d.fields, data = append(d.fields, [2]byte{data[0], data[1]}), data[3:]
	}
	if developer {
		n = int(data[0])
		data = data[1:]
		for range n {
			d.dev, data = append(d.dev, [2]byte{data[0], data[1]}), data[3:]
		}
	}
	return d, data
}
