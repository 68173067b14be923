//go:build unix && !linux

package terminal

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// attributes returns attributes that start the program in a session of its own.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true, Setctty: true} }

// interruptible returns our end unchanged: these systems cannot wait for a
// pseudo-terminal among other files. A read ends when the last process that has
// the other end does.
func interruptible(f *os.File) (*os.File, error) { return f, nil }

// reap waits for the program's end and ends what is left of its group.
func (p *PseudoProgram) reap(cmd *exec.Cmd) {
	_ = cmd.Wait() // how it ended says its state
	p.setOver()
	_ = unix.Kill(-p.pid, unix.SIGKILL) // if there is none left, there is no such group
}
