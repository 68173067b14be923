//go:build unix

package terminal

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"lapkeep/internal/training"
)

// Here reports whether this system has pseudo-terminals.
const Here = true

// lastWords is how long to read output after a program has ended, in case a process
// that it started keeps the terminal open.
const lastWords = 200 * time.Millisecond

// FindPseudo returns the absolute path of a program, by its name or path.
func FindPseudo(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return "", training.Errorf(training.KindNotFound, "The program %q for the terminal was not found.", name).
			WithFix("Write it as you would at a prompt, or give its full path.")
	}
	return path, nil
}

// PseudoProgram is a program that runs in a pseudo-terminal.
type PseudoProgram struct {
	terminal *os.File // this side's end
	pid      int      // also the id of its session and first group
	mu       sync.Mutex
	isOver   bool // set when the pid may belong to a different process
	code     int
	over     chan struct{}
}

// StartPseudo starts a program in a window of cols by rows cells.
func StartPseudo(c Command, cols, rows int) (*PseudoProgram, error) {
	ours, its, err := open()
	if err != nil {
		return nil, fmt.Errorf("opening a pseudo-terminal: %w", err)
	}
	p := &PseudoProgram{terminal: ours, over: make(chan struct{})}
	if err := p.Resize(cols, rows); err != nil {
		_, _ = ours.Close(), its.Close()
		return nil, err
	}
	cmd := &exec.Cmd{Path: c.Path, Args: append([]string{c.Path}, c.Args...), Dir: c.Dir, Env: c.Environ, Stdin: its, Stdout: its, Stderr: its}
	cmd.SysProcAttr = attributes()
	started := make(chan error)
	go p.live(cmd, its, started)
	if err := <-started; err != nil {
		_ = ours.Close()
		return nil, fmt.Errorf("starting %s: %w", c.Path, err)
	}
	return p, nil
}

// live starts the program and waits for it to end, on one thread: on Linux the
// program must die with its parent, which is a thread.
func (p *PseudoProgram) live(cmd *exec.Cmd, its *os.File, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := cmd.Start()
	_ = its.Close() // the program has its own copy
	if err != nil {
		started <- err
		return
	}
	p.pid = cmd.Process.Pid
	started <- nil
	p.reap(cmd)
	p.code = cmd.ProcessState.ExitCode()
	close(p.over)
	time.AfterFunc(lastWords, func() { _ = p.terminal.Close() })
}

// Read reads the program's output.
func (p *PseudoProgram) Read(b []byte) (int, error) { return p.terminal.Read(b) }

// Write types b into the program.
func (p *PseudoProgram) Write(b []byte) (int, error) { return p.terminal.Write(b) }

// Resize sets the size of the window in cells.
func (p *PseudoProgram) Resize(cols, rows int) error {
	return p.control(func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: uint16(rows), Col: uint16(cols)})
	})
}

// control calls do with the file descriptor of this side's end, without changing
// the descriptor's mode.
func (p *PseudoProgram) control(do func(fd int) error) error {
	raw, err := p.terminal.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	if err := raw.Control(func(fd uintptr) { failed = do(int(fd)) }); err != nil {
		return err
	}
	return failed
}

// Hangup signals the program, and the job in the foreground, that the terminal was closed.
func (p *PseudoProgram) Hangup() { p.signal(unix.SIGHUP) }

// Kill kills the program and everything it started.
func (p *PseudoProgram) Kill() { p.signal(unix.SIGKILL) }

// signal signals the program's own group and the foreground group of the terminal,
// because a shell gives each of its jobs a group.
func (p *PseudoProgram) signal(s unix.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isOver {
		return
	}
	front := 0
	_ = p.control(func(fd int) (err error) {
		front, err = unix.IoctlGetInt(fd, unix.TIOCGPGRP)
		return err
	})
	if front > 1 && front != p.pid {
		_ = unix.Kill(-front, s)
	}
	_ = unix.Kill(-p.pid, s) // the program may have ended
}

// setOver marks the program as ended: from then on its pid may belong to a
// different process.
func (p *PseudoProgram) setOver() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.isOver = true
}

// Wait waits for the program to end and returns its exit code, or -1 if a signal ended it.
func (p *PseudoProgram) Wait() int {
	<-p.over
	return p.code
}

// open opens a pseudo-terminal.
func open() (ours, its *os.File, err error) {
	ours, its, err = pty.Open()
	if err != nil {
		return nil, nil, err
	}
	ours, err = interruptible(ours)
	if err != nil {
		_ = its.Close()
	}
	return ours, its, err
}
