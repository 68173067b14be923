package pagesum

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// Name is the name of this layer for SQLite, once [Register] was called.
const Name = "lapkeep-pagesum"

// The C functions of SQLite's interface that are stood in for.
type (
	openFunc  = func(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32
	closeFunc = func(tls *libc.TLS, file uintptr) int32
	moveFunc  = func(tls *libc.TLS, file, buf uintptr, n int32, offset int64) int32
	traitFunc = func(tls *libc.TLS, file uintptr) int32
)

// methods is a file's table of functions with what it stands in for. SQLite
// sees the table; the rest lies behind it.
type methods struct {
	table lib.Tsqlite3_io_methods
	below uintptr // the file's own table
	kept  bool    // its first page says that the pages keep sums
}

// Register makes the layer known to SQLite, once a process. It stands on the
// system's own files and changes nothing but what is read from and written to
// the main file of a database.
var Register = sync.OnceValue(func() error {
	tls := libc.NewTLS()
	defer tls.Close()
	if rc := lib.Xsqlite3_initialize(tls); rc != lib.SQLITE_OK {
		return fmt.Errorf("sqlite3_initialize: %d", rc)
	}
	name, err := libc.CString(Name)
	if err != nil {
		return err
	}
	below := lib.Xsqlite3_vfs_find(tls, 0)
	vfs := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(lib.Tsqlite3_vfs{})))
	if below == 0 || vfs == 0 {
		return errors.New("sqlite3_vfs_find: nothing to stand on")
	}
	v := at[lib.Tsqlite3_vfs](vfs)
	*v = *at[lib.Tsqlite3_vfs](below) // what is not stood in for works on the same files
	v.FpNext, v.FzName, v.FxOpen = 0, name, pointer[openFunc](open)
	if rc := lib.Xsqlite3_vfs_register(tls, vfs, 0); rc != lib.SQLITE_OK {
		return fmt.Errorf("sqlite3_vfs_register: %d", rc)
	}
	return nil
})

// at reads SQLite's memory at an address, which Go's collector never moves.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) } // #nosec G103 -- memory of SQLite's

// pointer lets C code call a function of a package, which does not move.
func pointer[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&f)) } // #nosec G103 -- how libc calls Go

// function is the reverse.
func function[F any](p uintptr) F { return *(*F)(unsafe.Pointer(&p)) } // #nosec G103 -- how Go calls libc

func open(tls *libc.TLS, _, name, file uintptr, flags int32, outFlags uintptr) int32 {
	below := lib.Xsqlite3_vfs_find(tls, 0)
	rc := function[openFunc](at[lib.Tsqlite3_vfs](below).FxOpen)(tls, below, name, file, flags, outFlags)
	f := at[lib.Tsqlite3_file](file)
	if rc != lib.SQLITE_OK || flags&lib.SQLITE_OPEN_MAIN_DB == 0 || f.FpMethods == 0 {
		return rc
	}
	p := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(methods{})))
	if p == 0 {
		function[closeFunc](at[lib.Tsqlite3_io_methods](f.FpMethods).FxClose)(tls, file)
		f.FpMethods = 0
		return lib.SQLITE_NOMEM
	}
	m := at[methods](p)
	*m = methods{table: *at[lib.Tsqlite3_io_methods](f.FpMethods), below: f.FpMethods}
	m.table.FxClose, m.table.FxRead, m.table.FxWrite = pointer[closeFunc](shut), pointer[moveFunc](read), pointer[moveFunc](write)
	m.table.FxDeviceCharacteristics = pointer[traitFunc](traits)
	f.FpMethods = p
	return rc
}

func of(file uintptr) (*methods, *lib.Tsqlite3_io_methods) {
	m := at[methods](at[lib.Tsqlite3_file](file).FpMethods)
	return m, at[lib.Tsqlite3_io_methods](m.below)
}

func shut(tls *libc.TLS, file uintptr) int32 {
	f := at[lib.Tsqlite3_file](file)
	m, below := of(file)
	p := f.FpMethods
	f.FpMethods = m.below
	rc := function[closeFunc](below.FxClose)(tls, file)
	libc.Xfree(tls, p)
	return rc
}

// traits are those of the file below, but for reading parts of a page: such a
// read, of a long row, would pass its sum by.
func traits(tls *libc.TLS, file uintptr) int32 {
	_, below := of(file)
	return function[traitFunc](below.FxDeviceCharacteristics)(tls, file) &^ lib.SQLITE_IOCAP_SUBPAGE_READ
}

// read refuses a page that is not what was written.
func read(tls *libc.TLS, file, buf uintptr, n int32, offset int64) int32 {
	m, below := of(file)
	rc := function[moveFunc](below.FxRead)(tls, file, buf, n, offset)
	if rc != lib.SQLITE_OK {
		return rc
	}
	b := m.look(buf, n, offset)
	if m.kept && isPage(len(b)) && !Holds(b) {
		return lib.SQLITE_IOERR_DATA
	}
	return rc
}

func write(tls *libc.TLS, file, buf uintptr, n int32, offset int64) int32 {
	m, below := of(file)
	if b := m.look(buf, n, offset); m.kept && isPage(len(b)) {
		Put(b) // into the bytes that SQLite leaves free
	}
	return function[moveFunc](below.FxWrite)(tls, file, buf, n, offset)
}

// look is a buffer of SQLite's. The first page goes before any other and says
// whether the pages keep sums; that they do is never taken back.
func (m *methods) look(buf uintptr, n int32, offset int64) []byte {
	b := unsafe.Slice(at[byte](buf), n) // #nosec G103 -- the page that SQLite hands over
	if offset == 0 {
		m.kept = m.kept || Kept(b)
	}
	return b
}
