package rawfit

import (
	"encoding/binary"
	"slices"
	"time"
)

// Epoch is FIT's zero of time in Unix seconds: 1989-12-31T00:00:00Z.
const Epoch = 631065600

// Stamp is t as FIT writes it.
func Stamp(t time.Time) uint32 { return uint32(t.Unix() - Epoch) }

// File is a FIT file under construction.
type File struct {
	header12, headerCRCZero, wrongCRC, compress bool

	order   binary.ByteOrder
	body    []byte
	layouts [16]string // what each local message number was last defined as
	next    [2]int     // next local number to give: of records (0 to 3), of others (4 to 15)
	last    uint32     // last timestamp written, 0 before the first
	dev     []DevField
}

// Option changes how a file is written.
type Option func(*File)

// Header12 writes the old header of 12 bytes, which has no checksum.
func Header12() Option { return func(f *File) { f.header12 = true } }

// HeaderCRCZero leaves the header's checksum out by writing zero, as the
// protocol allows.
func HeaderCRCZero() Option { return func(f *File) { f.headerCRCZero = true } }

// WrongCRC breaks the file's checksum.
func WrongCRC() Option { return func(f *File) { f.wrongCRC = true } }

// BigEndian writes every message in big-endian order.
func BigEndian() Option { return func(f *File) { f.order = binary.BigEndian } }

// CompressedTimestamps writes the time of records into their header byte
// wherever it lies less than 32 s behind the one before.
func CompressedTimestamps() Option { return func(f *File) { f.compress = true } }

// New starts a file.
func New(options ...Option) *File {
	f := &File{order: binary.LittleEndian}
	for _, o := range options {
		o(f)
	}
	return f
}

// Bytes is the file so far, whole: header, data, checksum. The builder can
// go on after it.
func (f *File) Bytes() []byte {
	size := 14
	if f.header12 {
		size = 12
	}
	out := []byte{byte(size), 0x20}
	out = binary.LittleEndian.AppendUint16(out, 2132)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(f.body)))
	out = append(out, ".FIT"...)
	if !f.header12 {
		crc := CRC(out)
		if f.headerCRCZero {
			crc = 0
		}
		out = binary.LittleEndian.AppendUint16(out, crc)
	}
	out = append(out, f.body...)
	crc := CRC(out)
	if f.wrongCRC {
		crc ^= 0x5555
	}
	return binary.LittleEndian.AppendUint16(out, crc)
}

// Chain joins whole files into one, as the protocol allows.
func Chain(files ...[]byte) []byte { return slices.Concat(files...) }

// SwitchOrder changes the byte order of the messages that follow.
func (f *File) SwitchOrder() *File {
	if f.order == binary.ByteOrder(binary.LittleEndian) {
		f.order = binary.BigEndian
	} else {
		f.order = binary.LittleEndian
	}
	return f
}

// Append adds bytes to the data as they are, for damage of one's own.
func (f *File) Append(raw ...byte) *File {
	f.body = append(f.body, raw...)
	return f
}

// Len is the size of the file so far up to its checksum: a cut there loses
// no message.
func (f *File) Len() int { return len(f.Bytes()) - 2 }
