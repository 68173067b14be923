package terminal

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// attributes returns attributes that start the program in its own session, and
// end it with this process.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Setctty: true, Pdeathsig: syscall.SIGKILL}
}

// interruptible makes this side's end non-blocking, so that closing it ends a read.
// A process that the program started may keep the other end open forever.
func interruptible(f *os.File) (*os.File, error) {
	defer f.Close()
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		return nil, errors.Join(err, unix.Close(fd))
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// reap waits for the program to end and kills the rest of its group. Until it has
// been waited for, no other process can get its pid.
func (p *PseudoProgram) reap(cmd *exec.Cmd) {
	for errors.Is(unix.Waitid(unix.P_PID, p.pid, nil, unix.WEXITED|unix.WNOWAIT, nil), unix.EINTR) {
		continue // signals of the Go runtime
	}
	p.Kill()
	p.setOver()
	_ = cmd.Wait() // its state shows how it ended
}
