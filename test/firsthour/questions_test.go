//go:build e2e && unix

package firsthour

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"lapkeep/test/attacks/arenatest"
)

// The terminal of the person who asks.
const (
	rows    = 24
	columns = 80
)

// asker is a person at a terminal who uses commands alone.
type asker struct {
	t                   *testing.T
	program, home, desk string
}

func (a *asker) command(args ...string) *exec.Cmd {
	u := arenatest.User{Program: a.program, Dir: a.desk, Cwd: a.desk, Environ: []string{"TZ=Europe/Zurich", "LAPKEEP_HOME=" + a.home}}
	return u.Command(a.t.Context(), args...)
}

// types runs a command at the terminal and returns the screen, which has to show all of it.
func (a *asker) types(args ...string) string {
	a.t.Helper()
	said := a.typesAt(columns, args...)
	if n := strings.Count(said, "\n"); n >= rows { // the prompt takes one
		a.t.Errorf("lapkeep %q takes %d lines:\n%s", args, n, said)
	}
	return said
}

// typesAt runs a command at a terminal of a width, in which every line has to fit.
func (a *asker) typesAt(columns int, args ...string) string {
	a.t.Helper()
	cmd := a.command(args...)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: rows, Cols: uint16(columns)})
	if err != nil {
		a.t.Fatal(err)
	}
	var b bytes.Buffer
	_, _ = io.Copy(&b, tty) // a terminal ends with an error
	said := strings.ReplaceAll(b.String(), "\r\n", "\n")
	if err := cmd.Wait(); err != nil {
		a.t.Fatalf("lapkeep %q: %v\n%s", args, err, said)
	}
	for line := range strings.Lines(said) {
		line = strings.TrimSuffix(line, "\n")
		if n := len([]rune(line)); n > columns && !strings.Contains(line, filepath.Dir(a.desk)) { // a path is not ours to shorten
			a.t.Errorf("lapkeep %q: a line has %d columns: %s", args, n, line)
		}
	}
	return said
}

// answer reads a value from the same command's JSON.
func (a *asker) answer(v any, args ...string) {
	a.t.Helper()
	out, err := a.command(args...).Output()
	if err == nil {
		err = json.Unmarshal(out, v)
	}
	if err != nil {
		a.t.Fatalf("lapkeep %q: %v", args, err)
	}
}

// shows fails unless the screen matches each expression.
func (a *asker) shows(screen string, all ...string) {
	a.t.Helper()
	for _, want := range all {
		if !regexp.MustCompile("(?m)" + want).MatchString(screen) {
			a.t.Errorf("%s is not in\n%s", want, screen)
		}
	}
}

// TestTenQuestions: ten questions of an athlete are answered by commands alone, each on one
// screen, with the numbers that programs get.
func TestTenQuestions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := &asker{t: t, program: arenatest.Program(t), home: filepath.Join(dir, "home"), desk: filepath.Join(dir, "desk")}
	if err := os.MkdirAll(a.desk, 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := a.command("demo", "--only-build").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	a.asksAboutTraining()
	a.asksAboutThePlan()
	a.narrowTerminal()
	a.changesAndKeeps()
}

func (a *asker) asksAboutTraining() {
	a.t.Helper()
	var form struct{ Today struct{ CTL, TSB float64 } }
	a.answer(&form, "load", "--json")
	a.shows(a.types("load"), fmt.Sprintf(`form \(TSB\) (is )?[+]?%.1f`, form.Today.TSB), fmt.Sprintf(`fitness \(CTL\) is %.1f`, form.Today.CTL),
		`^  Fitness +[▁▂▃▄▅▆▇█]+ +last `, `^Heaviest week +\d`)

	zone, err := time.LoadLocation("Europe/Zurich")
	if err != nil {
		a.t.Fatal(err)
	}
	settings := a.typesAt(columns, "settings")
	a.shows(settings, `^FTP +\d+ W +\d{4}-\d\d-\d\d +cycling +[▁▂▃▄▅▆▇█]+$`, `^  running, Pace +Z2 \d:\d\d, `)
	if n := strings.Count(settings, "\n"); n > 40 { // every earlier value took a line
		a.t.Errorf("the settings take %d lines:\n%s", n, settings)
	}

	last := time.Now().In(zone).AddDate(0, 0, -7).Format(time.DateOnly)
	var week struct {
		Period, Previous struct {
			From   string `json:"start_date"`
			Totals struct{ Activities int }
		}
		Totals struct{ Activities int }
	}
	a.answer(&week, "week", "--date", last, "--json")
	a.shows(a.types("week", "--date", last), fmt.Sprintf(`^From +%s +%s +Change`, week.Period.From, week.Previous.From),
		fmt.Sprintf(`^Activities +%d +%d +[+-]?\d`, week.Totals.Activities, week.Previous.Totals.Activities), `^  running +\d+ +\d+:\d\d`)

	var best struct {
		Curve struct {
			Power []float64 `json:"power_w"`
			Dates []string  `json:"local_dates"`
		}
	}
	a.answer(&best, "curve", "--durations-s", "20min", "--json")
	a.shows(a.types("curve", "--durations-s", "20min"), fmt.Sprintf(`^ *20:00 +%.0f +%s`, best.Curve.Power[0], best.Curve.Dates[0]))

	var gear struct {
		Gear []struct {
			Reminders []struct {
				Text string
				Used float64 `json:"used_pct"`
			}
		}
	}
	a.answer(&gear, "gear", "--json")
	screen, found := a.types("gear"), false
	for _, g := range gear.Gear {
		for _, r := range g.Reminders {
			if r.Text == "Replace the chain" {
				found = true
				a.shows(screen, fmt.Sprintf(`^  Replace the chain .*km / 3,000 km +%.0f\b`, r.Used))
			}
		}
	}
	if !found {
		a.t.Error("no reminder of the chain")
	}
}

func (a *asker) asksAboutThePlan() {
	a.t.Helper()
	screen := a.types("plan")
	var plan struct {
		Today    string `json:"local_date"`
		Sessions []struct {
			Day    string `json:"local_date"`
			Status string
			Name   string
		}
	}
	a.answer(&plan, "plan", "analyze", "--range", "last 7 days", "--json")
	was := 0
	for _, s := range plan.Sessions {
		if word := map[string]string{"done": "done", "partly": "partly done", "moved": "moved", "missed": "missed"}[s.Status]; word != "" {
			was++
			a.shows(screen, fmt.Sprintf(`^%s +%s +%s`, s.Day, word, s.Name[:6]))
		}
	}
	a.answer(&plan, "plan", "analyze", "--range", "next 7 days", "--json")
	comes := 0
	for _, s := range plan.Sessions {
		if s.Status == "upcoming" && s.Day > plan.Today {
			comes++
			a.shows(screen, fmt.Sprintf(`^%s +planned +%s`, s.Day, s.Name[:6]))
		}
	}
	if was < 3 || comes < 3 {
		a.t.Errorf("%d sessions were due and %d are planned:\n%s", was, comes, screen)
	}
}

// narrowTerminal asks for each view on half the width: every line fits, the days and names stay,
// and nothing is said that only programs need.
func (a *asker) narrowTerminal() {
	a.t.Helper()
	for command, want := range map[string]string{
		"activities": `^Date +Name +Time +ID\n\d{4}-\d\d-\d\d `, "activity latest": `^Time +\d`, "wellness": `^Sleep +\d+:\d\d:\d\d +\d`,
		"load": `^  Form +[▁▂▃▄▅▆▇█]+ `, "curve": `^ *20:00 +\d+ +\d{4}-\d\d-\d\d `, "goals": `^\d{4}-\d\d-\d\d +Yearly riding +[\d,]+ km +4,000 km`,
		"gear": `^Race bike +[\d,]+ +\d+:\d\d:\d\d +\d{4}`, "segments": `^Chapel Saddle +\d+:\d\d +\d+`, "week": `^From +\d{4}-\d\d-\d\d `,
	} {
		screen := a.typesAt(50, strings.Fields(command)...)
		a.shows(screen, want)
		if regexp.MustCompile(`cursor|truncated|[Nn]arrow|[a-z]_[a-z]`).MatchString(strings.ReplaceAll(screen, "get_status", "")) { // a command has this name
			a.t.Errorf("%s speaks to programs:\n%s", command, screen)
		}
	}
}

func (a *asker) changesAndKeeps() {
	a.t.Helper()
	settings := func() string {
		out, err := a.command("settings", "--json").Output()
		if err != nil {
			a.t.Fatal(err)
		}
		return string(out)
	}
	ftp := regexp.MustCompile(`"ftp_w":\{"value":(\d+)`)
	before := ftp.FindString(settings())
	a.types("set", "ftp", "261")
	if now := ftp.FindStringSubmatch(settings()); now == nil || now[1] != "261" {
		a.t.Errorf("the FTP is %q", now)
	}
	a.shows(a.types("undo"), `"261" became `, `^Undone\. To redo it: lapkeep undo \w+`)
	if now := ftp.FindString(settings()); now != before || before == "" {
		a.t.Errorf("after the undo the FTP is %q, it was %q", now, before)
	}
	file, all := filepath.Join(a.desk, "lapkeep.tar.zst"), a.types("load", "--range", "last 60 days")
	a.shows(a.types("backup", file), `^Backup saved as .* and verified`)
	a.home += "-restored"
	a.shows(a.types("restore", file), `^Restored to `)
	if again := a.types("load", "--range", "last 60 days"); again != all {
		a.t.Errorf("the restored home answers\n%s\nin place of\n%s", again, all)
	}
}
