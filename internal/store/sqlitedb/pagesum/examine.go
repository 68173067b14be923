package pagesum

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// mostNamed is how many damaged pages are named one by one.
const mostNamed = 20

// rereads is how often a page is read again: another process may just be
// writing it.
const rereads = 3

// ExamineIfKept is [Examine] for a file that may be from before pages kept sums.
func ExamineIfKept(ctx context.Context, path string) (problems []string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	header := make([]byte, headerSize)
	_, err = f.ReadAt(header, 0)
	if err := errors.Join(err, f.Close()); err != nil || !Kept(header) {
		return nil, err
	}
	return Examine(ctx, path)
}

// Examine reads each page of a database file as it lies on disk, free ones
// too, and says in sentences what is not what was written.
func Examine(ctx context.Context, path string) (problems []string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	header := make([]byte, headerSize)
	if _, err := f.ReadAt(header, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	size := PageSize(header)
	if !Kept(header) || size == 0 {
		return []string{"its first page does not say that the pages keep checksums"}, nil
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size()%int64(size) != 0 {
		problems = append(problems, fmt.Sprintf("its length of %d bytes is not a whole number of pages", info.Size()))
	}
	newer, err := logPages(path + "-wal")
	if err != nil {
		return problems, err
	}
	pages, damaged := info.Size()/int64(size), 0
	page := make([]byte, size)
	for n := range pages {
		if err := ctx.Err(); err != nil {
			return problems, err
		}
		if holds, err := holdsAt(f, page, n*int64(size)); err != nil || holds {
			if err != nil {
				return problems, err
			}
			continue
		}
		if damaged++; damaged <= mostNamed {
			problems = append(problems, describe(n+1, newer))
		}
	}
	if damaged > mostNamed {
		problems = append(problems, fmt.Sprintf("%d of its %d pages are not what was written", damaged, pages))
	}
	return problems, nil
}

func holdsAt(f *os.File, page []byte, offset int64) (bool, error) {
	for range rereads {
		if _, err := f.ReadAt(page, offset); err != nil {
			return false, err
		}
		if Holds(page) {
			return true, nil
		}
	}
	return false, nil
}

func describe(n int64, newer map[uint32]bool) string {
	s := fmt.Sprintf("page %d is not what was written", n)
	if newer[uint32(n)] { //nolint:gosec // SQLite's numbers of pages have 32 bits
		s += "; the log beside it has the whole page"
	}
	return s
}
