package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestManyHomes: the list of athletes leads to the pages of each home, where writes, undo and live
// updates work, and back. A home that cannot be read hides no other.
func TestManyHomes(t *testing.T) {
	_, demo := program(t)
	root := filepath.Join(t.TempDir(), "homes")
	if err := os.Mkdir(root, 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "cp", "-a", demo, filepath.Join(root, "demo")).CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	if err := os.Mkdir(filepath.Join(root, "broken"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "broken", "lapkeep.db"), []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	at := offered(t, "--homes", root)
	b := open(t, at)
	if dir := os.Getenv("LAPKEEP_SCREENSHOTS"); dir != "" {
		b.pictures(t, at, "/", filepath.Join(dir, "homes"))
		b.do(t, chromedp.EmulateViewport(1440, 900), chromedp.Navigate("http://"+at.Host+"/"))
	}
	b.until(t, `document.querySelectorAll("#roster tbody tr").length === 2 && document.querySelector("#roster tbody tr").innerText.includes("broken")`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("#roster td a")[1].click()`))
	b.until(t, `location.pathname.includes("/homes/") && document.querySelector("h1")?.innerText === "Today"`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("nav a[href$='/wellness']").click()`))
	b.until(t, `/\/homes\/\w+\/wellness$/.test(location.pathname) && document.querySelector("form [name=weight_kg]") !== null`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`(() => {
		const f = document.querySelector("form [name=weight_kg]").form;
		f.elements["weight_kg"].value = "61.5"; f.requestSubmit();
	})()`))
	b.until(t, `document.body.innerText.includes("61.5")`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("nav a[href$='/journal']").click()`))
	b.until(t, `document.querySelector("form[action$='/undo']") !== null`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("form[action$='/undo']").requestSubmit()`))
	b.until(t, `document.body.innerText.includes("Undone")`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll("nav a")].find((a) => a.textContent.trim() === "Roster").click()`))
	b.until(t, `!location.pathname.includes("/homes/") && document.querySelectorAll("#roster tbody tr").length === 2`)
	b.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("#roster td a").click()`))
	b.until(t, `document.querySelector("main")?.innerText.includes("broken")`)
	for _, wrong := range b.wrong() {
		if !strings.Contains(wrong, "/homes/broken/") { // its page says why there is none
			t.Error(wrong)
		}
	}
}
