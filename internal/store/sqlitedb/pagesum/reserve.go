package pagesum

import (
	"fmt"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// Reserve has a database keep sums from now on: script is run by a connection
// that leaves room for them in each page that it writes, and so must make the
// first page or, as VACUUM does, write every page anew. The driver has no way
// to ask for that room.
func Reserve(path, script string) (err error) {
	if err := Register(); err != nil {
		return err
	}
	tls := libc.NewTLS()
	defer tls.Close()
	var texts [4]uintptr // SQLite's are bytes that end in a zero
	for i, s := range []string{path, Name, "main", script} {
		if texts[i], err = libc.CString(s); err != nil {
			return err
		}
		defer libc.Xfree(tls, texts[i])
	}
	const handleSize, intSize = 8, 4
	handle := tls.Alloc(handleSize)
	defer tls.Free(handleSize)
	rc := lib.Xsqlite3_open_v2(tls, texts[0], handle, lib.SQLITE_OPEN_READWRITE|lib.SQLITE_OPEN_EXRESCODE, texts[1])
	db := *at[uintptr](handle)
	defer lib.Xsqlite3_close_v2(tls, db) // what it wrote is on disk before
	room := tls.Alloc(intSize)
	defer tls.Free(intSize)
	*at[int32](room) = Reserved
	if rc == lib.SQLITE_OK {
		rc = lib.Xsqlite3_file_control(tls, db, texts[2], lib.SQLITE_FCNTL_RESERVE_BYTES, room)
	}
	if rc == lib.SQLITE_OK {
		rc = lib.Xsqlite3_exec(tls, db, texts[3], 0, 0, 0)
	}
	if rc != lib.SQLITE_OK {
		return failed(tls, db, rc)
	}
	return nil
}

// Error is a failure with SQLite's number for it.
type Error struct {
	Code int
	Text string
}

func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.Text, e.Code) }

func failed(tls *libc.TLS, db uintptr, rc int32) error {
	return &Error{int(rc), libc.GoString(lib.Xsqlite3_errmsg(tls, db))}
}
