package app

import (
	"context"
	"fmt"
	"html"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"

	"lapkeep/internal/platform/disk"
)

// openFile leads the browser to the dashboard: arguments of programs are read
// by all users of a machine, and the ticket is not for them.
const openFile = "dashboard-open.html"

// browse opens the address by a page of the home that only its owner can read.
func (p *Program) browse(ctx context.Context, home, address string) error {
	if p.Browse != nil {
		return p.Browse(ctx, address)
	}
	page := filepath.Join(home, openFile)
	text := fmt.Sprintf("<!DOCTYPE html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=%s\"><title>Lapkeep</title>",
		html.EscapeString(address))
	if err := disk.WriteAtomic(page, []byte(text), 0o600); err != nil {
		return err
	}
	name, args := "xdg-open", []string{page}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", page}
	}
	c := exec.CommandContext(ctx, name, args...) //nolint:gosec // one of three programs, with a path of the home
	c.Stdout, c.Stderr = io.Discard, io.Discard
	if err := c.Start(); err != nil {
		return err
	}
	go func() { _ = c.Wait() }() // the browser itself may live as long as it likes
	return nil
}
