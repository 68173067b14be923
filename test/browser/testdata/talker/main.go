// Command talker stands for an assistant at the terminal: it says what it hears
// and how large its window is, and tries what a program should not do to a page.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// window returns the number of columns and rows.
func window() (cols, rows int) {
	var size struct{ rows, cols, x, y uint16 }
	_, _, _ = syscall.Syscall(syscall.SYS_IOCTL, 0, syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	return int(size.cols), int(size.rows)
}

func main() {
	fmt.Print("\x1b]0;owned title\x07\x1b]8;;https://evil.example/\x07a link\x1b]8;;\x07 https://plain.example/ \x1b]52;c;b3duZWQ=\x07\r\n")
	fmt.Print("\x1b[38;2;255;254;253mpale\x1b[0m \x1b[31mred\x1b[0m \x1b[1mbold\x1b[0m \x1b[4:3munderlined\x1b[0m <b>no tag</b>\r\n")
	fmt.Println("ready in", os.Getenv("LAPKEEP_HOME"), "key", os.Getenv("MCP_SERVER_API_KEY"))
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		cols, rows := window()
		switch text := lines.Text(); {
		case strings.HasPrefix(text, "exit "):
			n, _ := strconv.Atoi(text[5:])
			os.Exit(n)
		case text == "ask": // where the cursor is; the answer is read as the next line
			fmt.Print("\x1b[6n\x1b[6n")
			fmt.Println("asked")
		default:
			fmt.Printf("heard %q at %d by %d\n", text, cols, rows)
		}
	}
}
