//go:build e2e && unix

package firsthour

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"lapkeep/test/builttest"
)

// nobody is the user of the image, as the Dockerfile has it.
const nobody = 65532

// imageKey is where a script keeps the folder of its image.
const imageKey = "image"

// condition reports whether a script can be run here: an image wants a root of
// its own, which Linux gives to root alone.
func condition(name string) (bool, error) {
	return name == imageKey && runtime.GOOS == "linux" && os.Geteuid() == 0, nil
}

// makeImage DIR writes the root folder of a container, as the Dockerfile does:
// the program and an empty volume, no certificates, no folder for temporary
// files, nothing that its user may write but the volume. Commands run in it
// from then on.
func makeImage(ts *testscript.TestScript, _ bool, args []string) {
	root := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Join(root, "data"), 0o755))
	ts.Check(os.Chmod(filepath.Join(root, "data"), 0o777)) // by whoever made the volume
	path, err := builttest.Static()
	ts.Check(err)
	program, err := os.ReadFile(path)
	ts.Check(err)
	ts.Check(os.WriteFile(filepath.Join(root, "lapkeep"), program, 0o755))
	*ts.Value(imageKey).(*string) = root
}

// inImage returns a command in a container that was started from the image.
func inImage(ctx context.Context, root string, args []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "/lapkeep", args...)
	cmd.Dir, cmd.Env = "/", []string{"LAPKEEP_HOME=/data/home"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	return cmd
}
