//go:build unix

package store_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestReadOnlyHome looks at a home that its user may not write to. To root
// every folder is writable, so root runs the test again as nobody.
func TestReadOnlyHome(t *testing.T) {
	t.Parallel()
	if home := os.Getenv("LAPKEEP_TEST_READONLY_HOME"); home != "" {
		lookAtReadOnly(t, home)
		return
	}
	home := filepath.Join(t.TempDir(), "home")
	db, err := open(home, false)
	if err != nil {
		t.Fatal(err)
	}
	storetest.Athlete(t, db, "ann")
	err = errors.Join(db.Close(), os.Chmod(filepath.Join(home, "lapkeep.db"), 0o444),
		os.Chmod(filepath.Join(home, "lapkeep.db.mark"), 0o444),
		os.Chmod(filepath.Join(home, "lapkeep.db.names"), 0o444), os.Chmod(home, 0o555),
		os.Chmod(filepath.Dir(home), 0o755), os.Chmod(filepath.Dir(filepath.Dir(home)), 0o755))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(home, 0o700) })
	if os.Geteuid() != 0 {
		lookAtReadOnly(t, home)
		return
	}
	again := filepath.Join(filepath.Dir(home), "again.test")
	if err := copyFile(os.Args[0], again); err != nil {
		t.Fatal(err)
	}
	const nobody = 65534
	cmd := exec.Command(again, "-test.run", "^TestReadOnlyHome$")
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), "LAPKEEP_TEST_READONLY_HOME="+home, "TMPDIR="+os.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("as nobody: %v\n%s", err, out)
	}
}

func lookAtReadOnly(t *testing.T, home string) {
	t.Helper()
	_, err := open(home, false)
	explained(t, training.KindUnavailable, err)
	_, err = open(filepath.Join(home, "deeper"), false)
	explained(t, training.KindUnavailable, err)
	db, err := open(home, true)
	if err != nil {
		t.Fatal(err)
	}
	if all, err := db.Athletes(context.Background()); err != nil || len(all) != 1 {
		t.Errorf("read only, it shows %d athletes, %v", len(all), err)
	}
	if report, err := db.Verify(context.Background()); err != nil || !report.OK() {
		t.Errorf("read only, it is checked as %+v, %v", report, err)
	}
	if _, err := db.Backup(context.Background(), filepath.Join(t.TempDir(), "backup.tar")); err != nil {
		t.Errorf("read only, it is not backed up: %v", err)
	}
	if err := db.Write(context.Background(), func(*store.Tx) error { return nil }); err == nil {
		t.Error("a write succeeded")
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

func copyFile(from, to string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close() //nolint:errcheck // it was only read
	dst, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE, 0o755)
	if err != nil {
		return err
	}
	if _, err := io.Copy(dst, src); err != nil {
		return fmt.Errorf("copy the test: %w", err)
	}
	return dst.Close()
}
