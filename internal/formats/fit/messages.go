package fit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// TypeOf returns the type of the first FIT file in data, of which the first 128 bytes suffice.
func TypeOf(data []byte) (typ byte, ok bool) {
	_, err := Messages(context.Background(), data, func(m *proto.Message) {
		if code, isCode := Int(m, 0); isCode && m.Num == 0 && !ok { // file_id and its type
			typ, ok = byte(code), true //nolint:gosec // a byte in the file
		}
	})
	return typ, ok && err == nil
}

// Messages calls each for every message of a FIT file, or of several chained ones. The message
// is valid only during the call. damaged reports whether something could not be read.
func Messages(ctx context.Context, data []byte, each func(m *proto.Message)) (damaged bool, err error) {
	parts := Split(data)
	if len(parts) == 0 {
		return true, training.Errorf(training.KindCorrupt, "This is not a FIT file: its header is missing.").
			WithFix("Export the activity again from the device or service.")
	}
	for i := range parts {
		if err := ctx.Err(); err != nil {
			return damaged, err
		}
		err := decodeMessages(parts[i].Messages, each)
		damaged = damaged || parts[i].Damaged || err != nil
	}
	return damaged, nil
}

// listener passes messages on.
type listener func(m *proto.Message)

// OnMesg implements the decoder's listener.
func (l listener) OnMesg(m proto.Message) { l(&m) }

func decodeMessages(messages []byte, each func(m *proto.Message)) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("decoder: %v", r)
		}
	}()
	d := decoder.New(io.MultiReader(bytes.NewReader(Header(endless)), bytes.NewReader(messages)), decoder.WithIgnoreChecksum(),
		decoder.WithBroadcastOnly(), decoder.WithNoComponentExpansion(), decoder.WithMesgListener(listener(each)))
	if _, err = d.Decode(); errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
