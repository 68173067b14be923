//go:build e2e

package durability_test

import (
	"errors"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
)

// fault is what happens to a program at one of its steps. A step is a system
// call that changes a file or waits for the disk.
type fault int

const (
	none     fault = iota
	kill           // it is killed before the step
	fullDisk       // this step and all later ones find no space
)

// PTRACE_O_TRACESYSGOOD, TRACEFORK, TRACEVFORK, TRACECLONE and EXITKILL of ptrace(2).
const traced = 0x1 | 0x2 | 0x4 | 0x8 | 0x100000

// growing are the steps that need space; the others only change or sync.
var growing = map[uint64]bool{syscall.SYS_WRITE: true, syscall.SYS_PWRITE64: true, syscall.SYS_FTRUNCATE: true, syscall.SYS_MKDIRAT: true}

var stepping = map[uint64]bool{
	syscall.SYS_WRITE: true, syscall.SYS_PWRITE64: true, syscall.SYS_FTRUNCATE: true, syscall.SYS_FSYNC: true,
	syscall.SYS_FDATASYNC: true, syscall.SYS_RENAME: true, syscall.SYS_RENAMEAT: true, syscall.SYS_UNLINK: true,
	syscall.SYS_UNLINKAT: true, syscall.SYS_MKDIRAT: true, syscall.SYS_LINK: true, syscall.SYS_LINKAT: true,
}

// run runs a command with a fault at its step number n, counted from 1, and
// returns how many steps it took.
func run(t *testing.T, cmd *exec.Cmd, what fault, n int) (steps int) {
	t.Helper()
	runtime.LockOSThread() // a tracer is a thread
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	main := cmd.Process.Pid
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(main, &status, 0, nil); err != nil {
		t.Fatal(err)
	}
	if err := syscall.PtraceSetOptions(main, traced); err != nil {
		t.Fatal(err)
	}
	_ = syscall.PtraceSyscall(main, 0)
	inside := map[int]bool{}  // threads that are in a system call
	refused := map[int]bool{} // threads whose call finds no space
	for {
		pid, err := syscall.Wait4(-1, &status, syscall.WALL, nil)
		if errors.Is(err, syscall.ECHILD) {
			return steps
		}
		if err != nil {
			t.Fatal(err)
		}
		if status.Exited() || status.Signaled() {
			if pid == main {
				_ = cmd.Wait() // it was waited for; this closes its pipes
				return steps
			}
			continue
		}
		signal := 0
		switch s := status.StopSignal(); s {
		case syscall.SIGTRAP | 0x80:
			if inside[pid] = !inside[pid]; inside[pid] {
				steps = enter(t, main, pid, what, n, steps, refused)
			} else if refused[pid] {
				refuse(t, pid)
				delete(refused, pid)
			}
		case syscall.SIGTRAP, syscall.SIGSTOP: // an event of ptrace, or a thread that begins
		default:
			signal = int(s)
		}
		_ = syscall.PtraceSyscall(pid, signal) // it may be gone
	}
}

// enter looks at a system call that begins.
func enter(t *testing.T, main, pid int, what fault, n, steps int, refused map[int]bool) int {
	t.Helper()
	var regs syscall.PtraceRegs
	if syscall.PtraceGetRegs(pid, &regs) != nil || !stepping[regs.Orig_rax] || toStreams(regs) {
		return steps
	}
	steps++
	switch {
	case what == kill && steps == n:
		_ = syscall.Kill(main, syscall.SIGKILL)
	case what == fullDisk && steps >= n && growing[regs.Orig_rax]:
		regs.Orig_rax = ^uint64(0) // no such call
		if err := syscall.PtraceSetRegs(pid, &regs); err == nil {
			refused[pid] = true
		}
	}
	return steps
}

// toStreams reports whether a call writes to the program's own output.
func toStreams(regs syscall.PtraceRegs) bool {
	return regs.Orig_rax == syscall.SYS_WRITE && regs.Rdi <= 2
}

// refuse has a call that was not made fail for want of space.
func refuse(t *testing.T, pid int) {
	t.Helper()
	var regs syscall.PtraceRegs
	if syscall.PtraceGetRegs(pid, &regs) == nil {
		regs.Rax = ^uint64(syscall.ENOSPC) + 1
		_ = syscall.PtraceSetRegs(pid, &regs)
	}
}
