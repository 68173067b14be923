//go:build unix && !linux

package terminal

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// attributes returns attributes that start the program in its own session.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true, Setctty: true} }

// interruptible returns this side's end unchanged, because these systems cannot
// wait for a pseudo-terminal together with other files. A read ends when the last
// process with the other end exits.
func interruptible(f *os.File) (*os.File, error) { return f, nil }

// reap waits for the program to end, then kills the rest of its group.
func (p *PseudoProgram) reap(cmd *exec.Cmd) {
	_ = cmd.Wait() // its state shows how it ended
	p.setOver()
	_ = unix.Kill(-p.pid, unix.SIGKILL) // the group may not exist any more
}
