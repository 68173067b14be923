package derive

// EncodeSource writes what estimated or measured an activity's power.
func EncodeSource(source string) []byte {
	w := newWriter(1 + len(source))
	w.text(source)
	return w.b
}

// DecodeSource reads what [EncodeSource] wrote.
func DecodeSource(b []byte) (string, error) {
	r := newReader(b)
	source := r.text()
	if !r.done() || source == "" {
		return "", damaged("power source")
	}
	return source, nil
}
