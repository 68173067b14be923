package syncer

import (
	"context"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// bring fetches the best recording there is and gives it to the sink: the
// original file; the samples, where there is no file or none that can be
// read; or the words alone.
func (s *Syncer) bring(ctx context.Context, a source.Activity) error {
	in := Incoming{Activity: a, Fetched: s.o.Now()}
	if f, ok := s.o.Source.(source.RecordingFetcher); ok && a.HasFile {
		file, err := f.FetchRecording(ctx, a.ID)
		if err == nil {
			in.File = &file
			if err = s.take(ctx, in); err == nil || !unreadable(err) || !a.HasStreams {
				return err
			}
			in.File = nil
		} else if !none(err) {
			return err
		}
	}
	if f, ok := s.o.Source.(source.StreamFetcher); ok && a.HasStreams {
		rec, err := f.FetchStreams(ctx, a.ID)
		if err == nil {
			in.Recording = &rec
		} else if !none(err) {
			return err
		}
	}
	return s.take(ctx, in)
}

// take makes sure that this is still the one who reads before it writes. If
// it stood still for too long, another may have been here and done it.
func (s *Syncer) take(ctx context.Context, in Incoming) error {
	s.down = 0
	if err := s.hold(ctx); err != nil {
		return err
	}
	if s.lapsed {
		s.lapsed = false
		item, known, err := s.o.Book.Item(ctx, s.key, in.Activity.ID)
		if err != nil || known && item.State == ledger.Stored && item.Version == in.Activity.Version {
			return err
		}
	}
	return s.o.Sink.Take(ctx, s.o.Athlete, in)
}

// none means that there is no such recording, which is no failure.
func none(err error) bool { return training.KindOf(err) == training.KindNotFound }

func unreadable(err error) bool {
	k := training.KindOf(err)
	return k == training.KindCorrupt || k == training.KindUnsupported || k == training.KindInvalid
}
