package authserver_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/authserver"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/people"
	"lapkeep/internal/training"
)

// TestCheck13_AttackForgedForms: only a form of the person's own page counts; another site can neither
// send one nor read a page.
func TestCheck13_AttackForgedForms(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	x.signIn(t, x.owner)
	form := allow("read", "ann")
	form.Set("query", request().Encode())
	for name, forged := range map[string]string{"none": "", "wrong": "x"} {
		form.Set(guard.TokenField, forged)
		for _, path := range []string{"/login/authorize", "/login/withdraw", "/login/approve", "/login/out"} {
			if res, _ := x.send(t, http.MethodPost, path, form); res.StatusCode != http.StatusForbidden {
				t.Errorf("%s token at %s: %d", name, path, res.StatusCode)
			}
		}
	}
	_, page := x.send(t, http.MethodGet, "/login/authorize?"+request().Encode(), nil)
	form.Set(guard.TokenField, tokenField.FindStringSubmatch(page)[1])
	for _, header := range [][]string{{"Origin", "https://evil.example"}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"}} {
		if res, _ := x.send(t, http.MethodPost, "/login/authorize", form, header...); res.StatusCode != http.StatusForbidden {
			t.Errorf("%v: %d", header, res.StatusCode)
		}
	}
	if res, _ := x.send(t, http.MethodGet, "/login", nil, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors", "Sec-Fetch-Dest",
		"empty"); res.StatusCode != http.StatusForbidden {
		t.Errorf("another site's script reads: %d", res.StatusCode)
	}
	if res, _ := x.send(t, http.MethodGet, "/login/authorize?"+request().Encode(), nil,
		"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"); res.StatusCode != http.StatusOK {
		t.Errorf("another site leads a person here: %d", res.StatusCode)
	}
	other := x.cookie
	x.signIn(t, x.coach)
	if res, _ := x.send(t, http.MethodPost, "/login/authorize", form); res.StatusCode != http.StatusForbidden {
		t.Errorf("a form of another session: %d", res.StatusCode)
	}
	x.cookie = other
	if res, _ := x.send(t, http.MethodPost, "/login/authorize", form, "Origin", base); res.StatusCode != http.StatusSeeOther {
		t.Errorf("the own form: %d", res.StatusCode)
	}
}

// TestCheck12_AttackScopeEscalation: a form gives no more than was asked for, a role no more than it
// has, and a refresh no more than the grant.
func TestCheck12_AttackScopeEscalation(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	x.signIn(t, x.owner)
	got := x.token(t, exchange(x.code(t, request("scope", "read"), "read write send admin", "ann")))
	if got.Scope != "read" {
		t.Errorf("a form gives %s", got.Scope)
	}
	wider := refresh(got.Refresh)
	wider.Set("scope", "read admin")
	if next := x.token(t, wider); next.Scope != "read" {
		t.Errorf("a refresh gives %s", next.Scope)
	}
	x.signIn(t, x.coach)
	got = x.token(t, exchange(x.code(t, request("scope", "read write send admin"), "read write send admin", "ann", "bea")))
	a, ok := x.access(t, got.Access)
	if !ok || got.Scope != "read write send" || !slices.Equal(a.Athletes, []training.AthleteID{"ann"}) {
		t.Errorf("a coach gives %s about %v", got.Scope, a.Athletes)
	}
	res, _ := x.decide(t, request(), allow("read", "bea"))
	if res.StatusCode != http.StatusBadRequest || res.Header.Get("Location") != "" {
		t.Errorf("a coach gets a code about somebody who never agreed: %d", res.StatusCode)
	}
	if _, page := x.send(t, http.MethodGet, "/login/authorize?"+request().Encode(), nil); strings.Contains(page, "Bea") ||
		strings.Contains(page, "bea") {
		t.Error("a coach sees that there is an athlete who never agreed")
	}
	viewer := x.add(t, "Vera", training.RoleViewer, "ann")
	if got := x.granted(t, viewer, "read write", "ann"); got.Scope != "read" {
		t.Errorf("a viewer gives %s", got.Scope)
	}
}

// TestAttackWithdrawnGrantInUse: a token ends with its grant, the agreement of the athlete or
// the person, at once, and so does an open stream.
func TestAttackWithdrawnGrantInUse(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	got := x.granted(t, x.coach, "read", "ann")
	a, ok := x.access(t, got.Access)
	if !ok {
		t.Fatal("no access")
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, x.URL+"/mcp/stream", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "lapkeep.example"
	req.Header.Set("Authorization", "Bearer "+got.Access)
	res, err := x.browser.Do(req)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatal(err, res)
	}
	defer res.Body.Close()
	if err := x.book.Withdraw(t.Context(), a.Grant); err != nil {
		t.Fatal(err)
	}
	if _, ok := x.access(t, got.Access); ok {
		t.Error("a withdrawn grant opens")
	}
	if got := x.token(t, refresh(got.Refresh)); got.Error != "invalid_grant" {
		t.Errorf("a withdrawn grant is refreshed: %+v", got)
	}
	if _, err := io.ReadAll(res.Body); err != nil { // it ends within a second or so; without that, the test hangs
		t.Log(err)
	}
	if err := x.book.Withdraw(t.Context(), a.Grant); training.KindOf(err) != training.KindNotFound {
		t.Errorf("it is withdrawn twice: %v", err)
	}

	got = x.granted(t, x.coach, "read", "ann")
	if err := x.book.Disagree(t.Context(), x.coach.ID, "ann"); err != nil {
		t.Fatal(err)
	}
	if a, _ := x.access(t, got.Access); len(a.Athletes) != 0 {
		t.Errorf("without an agreement it is about %v", a.Athletes)
	}
	if err := x.book.Agree(t.Context(), people.Agreement{Person: x.coach.ID, Athlete: "ann", Until: x.now().Add(time.Minute)}); err != nil {
		t.Fatal(err)
	}
	if a, _ := x.access(t, got.Access); len(a.Athletes) != 1 {
		t.Error("a new agreement does not count")
	}
	x.clock.Add(60)
	if a, _ := x.access(t, got.Access); len(a.Athletes) != 0 {
		t.Error("an agreement outlives its time")
	}
	if err := x.book.End(t.Context(), x.coach.ID); err != nil {
		t.Fatal(err)
	}
	if _, ok := x.access(t, got.Access); ok {
		t.Error("the token of somebody who was withdrawn opens")
	}
	if _, page := x.send(t, http.MethodGet, "/login", nil); !strings.Contains(page, "One-time code") {
		t.Error("the browser of somebody who was withdrawn is signed in")
	}
}

// TestAttackGuessedSignIn: a code works once, for ten minutes, and the newest alone.
func TestAttackGuessedSignIn(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	old, err1 := x.book.SignInCode(t.Context(), x.owner)
	code, err2 := x.book.SignInCode(t.Context(), x.owner)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	try := func(code string) int {
		res, _ := x.send(t, http.MethodPost, "/login/code", url.Values{"code": {code}})
		return res.StatusCode
	}
	for _, wrong := range []string{old, "", "AAAA-AAAA-AAAA-AAAA", code[:len(code)-1], code + "A"} {
		if got := try(wrong); got != http.StatusUnauthorized {
			t.Errorf("%q: %d", wrong, got)
		}
	}
	if got := try(code); got != http.StatusSeeOther {
		t.Errorf("the right code: %d", got)
	}
	if got := try(code); got != http.StatusUnauthorized {
		t.Errorf("again: %d", got)
	}
	code, err := x.book.SignInCode(t.Context(), x.owner)
	if err != nil {
		t.Fatal(err)
	}
	x.clock.Add(int64(people.CodeLife / time.Second))
	if got := try(code); got != http.StatusUnauthorized {
		t.Errorf("after ten minutes: %d", got)
	}
}

// TestAttackTokenAsPerson: what a program holds opens no page and approves nothing, and what a
// browser holds calls no tool.
func TestAttackTokenAsPerson(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	got := x.granted(t, x.owner, "read write send admin", "ann")
	session := x.cookie
	if _, ok := x.access(t, session); ok {
		t.Error("a session is a token")
	}
	if _, ok := x.access(t, got.Refresh); ok {
		t.Error("a refresh token is an access token")
	}
	_, page := x.send(t, http.MethodGet, "/login", nil)
	form := url.Values{guard.TokenField: {tokenField.FindStringSubmatch(page)[1]}, "approval": {"wait-ann"}}
	x.cookie = got.Access
	if res, _ := x.send(t, http.MethodPost, "/login/approve", form, "Authorization",
		"Bearer "+got.Access); res.StatusCode != http.StatusUnauthorized || len(x.approved) != 0 {
		t.Errorf("a token approves: %d %v", res.StatusCode, x.approved)
	}
	x.cookie = session
	if res, _ := x.send(t, http.MethodPost, "/login/approve", form); res.StatusCode != http.StatusSeeOther ||
		!slices.Equal(x.approved, []string{"ann " + string(x.owner.ID) + " wait-ann"}) {
		t.Errorf("a person approves: %d %v", res.StatusCode, x.approved)
	}
}

// TestACoachApprovesNothingOfOthers: nor does a viewer approve anything.
func TestACoachApprovesNothingOfOthers(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	viewer := x.add(t, "Vera", training.RoleViewer, "ann")
	for _, c := range []struct {
		who  people.Person
		what string
		want int
	}{
		{x.coach, "wait-ann", 303},
		{x.coach, "wait-bea", 404},
		{viewer, "wait-ann", 404},
		{x.owner, "wait-bea", 303},
		{x.coach, "gone-ann", 404},
		{x.coach, "back-ann", 404},
		{x.owner, "gone-bea", 303},
	} {
		x.signIn(t, c.who)
		_, page := x.send(t, http.MethodGet, "/login", nil)
		form := url.Values{guard.TokenField: {tokenField.FindStringSubmatch(page)[1]}, "approval": {c.what}}
		if res, _ := x.send(t, http.MethodPost, "/login/approve", form); res.StatusCode != c.want {
			t.Errorf("%s approves %s: %d", c.who.Name, c.what, res.StatusCode)
		}
	}
}

// TestGrantsAreWithdrawnByThoseTheyConcern: not by others, who do not see them either.
func TestGrantsAreWithdrawnByThoseTheyConcern(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	ann, bea := x.add(t, "Ann", training.RoleAthlete, "ann"), x.add(t, "Bea", training.RoleAthlete, "bea")
	other := x.add(t, "Cora", training.RoleCoach, "ann")
	for _, c := range []struct {
		who  people.Person
		want int
	}{{bea, 404}, {other, 404}, {x.coach, 303}, {ann, 303}, {x.owner, 303}} {
		got := x.granted(t, x.coach, "read", "ann")
		a, _ := x.access(t, got.Access)
		x.signIn(t, c.who)
		_, page := x.send(t, http.MethodGet, "/login", nil)
		form := url.Values{guard.TokenField: {tokenField.FindStringSubmatch(page)[1]}, "grant": {a.Grant}}
		res, _ := x.send(t, http.MethodPost, "/login/withdraw", form)
		if _, open := x.access(t, got.Access); res.StatusCode != c.want || open != (c.want == 404) || strings.Contains(page,
			a.Grant) == (c.want == 404) {
			t.Errorf("%s: %d, open: %v", c.who.Name, res.StatusCode, open)
		}
	}
}

// TestRevocation: a program gives its access back, and only its own.
func TestRevocation(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	got := x.granted(t, x.owner, "read", "ann")
	for _, c := range []struct {
		client string
		open   bool
	}{{"https://evil.example/c", true}, {program, false}} {
		res, _ := x.send(t, http.MethodPost, "/login/revoke", url.Values{"token": {got.Refresh}, "client_id": {c.client}})
		if _, open := x.access(t, got.Access); res.StatusCode != http.StatusOK || open != c.open {
			t.Errorf("%s: %d, open: %v", c.client, res.StatusCode, open)
		}
	}
}

// TestCheck23_AttackRebinding: descriptions are read from public addresses alone, whatever a name leads
// to, over no redirect, within their size and type.
func TestCheck23_AttackRebinding(t *testing.T) {
	t.Parallel()
	for address, ok := range map[string]bool{
		"93.184.216.34:443": true, "[2606:2800:220:1::1]:443": true, "93.184.216.34:80": false,
		"127.0.0.1:443": false, "[::1]:443": false, "10.1.2.3:443": false, "192.168.0.1:443": false, "172.16.0.1:443": false,
		"169.254.169.254:443": false,
		"100.64.0.1:443":      false, "0.0.0.0:443": false, "[::]:443": false, "[::ffff:127.0.0.1]:443": false, "[fe80::1]:443": false,
		"[fd00::1]:443":         false,
		"[64:ff9b::7f00:1]:443": false, "[2002:7f00:1::]:443": false, "224.0.0.1:443": false, "255.255.255.255:443": false,
		"198.18.0.1:443": false, "[::7f00:1]:443": false, "[4000::1]:443": false, "168.63.129.16:443": false,
	} {
		if err := authserver.Public(address); (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
	}
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch r.URL.Path {
		case "/moved":
			http.Redirect(w, r, "/good", http.StatusFound)
		case "/large":
			_, _ = w.Write(make([]byte, 5<<10+1))
		case "/page":
			w.Header().Set("Content-Type", "text/html")
		case "/slow":
			<-r.Context().Done()
		default:
			_, _ = w.Write([]byte("{}"))
		}
	}))
	defer s.Close()
	at := func(path string) *url.URL {
		u, err := url.Parse(s.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	if _, err := authserver.FetchPublic(t.Context(), at("/good")); err == nil {
		t.Error("a description is read from this machine")
	}
	named := at("/good")
	named.Host = "localhost:" + named.Port()
	if _, err := authserver.FetchPublic(t.Context(), named); err == nil {
		t.Error("a name that leads to this machine is followed")
	}
	for path, ok := range map[string]bool{"/good": true, "/moved": false, "/large": false, "/page": false} {
		if _, err := authserver.Fetch(t.Context(), at(path), s.Client().Transport); (err == nil) != ok {
			t.Errorf("%s: %v", path, err)
		}
	}
	slow, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := authserver.Fetch(slow, at("/slow"), s.Client().Transport); err == nil {
		t.Error("a slow answer is waited for")
	}
}

// TestAttackStolenBrowser: whoever lost a phone ends its session from elsewhere, and so does the
// owner for others; nobody else can, and programs keep their access.
func TestAttackStolenBrowser(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	ann := x.add(t, "Ann", training.RoleAthlete, "ann")
	got := x.granted(t, ann, "read", "ann")
	for _, c := range []struct {
		who  people.Person
		want int
	}{{x.coach, 404}, {x.owner, 303}, {ann, 303}} {
		x.signIn(t, ann)
		stolen := x.cookie
		unused, err := x.book.SignInCode(t.Context(), ann)
		if err != nil {
			t.Fatal(err)
		}
		if c.who.ID != ann.ID {
			x.signIn(t, c.who)
		}
		_, page := x.send(t, http.MethodGet, "/login", nil)
		if lists := strings.Contains(page, `value="`+string(ann.ID)+`"`); lists != (c.want == 303) {
			t.Errorf("the page of %s offers it: %v", c.who.Name, lists)
		}
		form := url.Values{guard.TokenField: {tokenField.FindStringSubmatch(page)[1]}, "person": {string(ann.ID)}}
		if res, _ := x.send(t, http.MethodPost, "/login/out", form); res.StatusCode != c.want {
			t.Errorf("%s: %d", c.who.Name, res.StatusCode)
		}
		mine := x.cookie
		x.cookie = stolen
		if _, page := x.send(t, http.MethodGet, "/login", nil); strings.Contains(page, "One-time code") != (c.want == 303) {
			t.Errorf("after %s, the stolen browser sees %s", c.who.Name, page)
		}
		x.cookie = ""
		res, _ := x.send(t, http.MethodPost, "/login/code", url.Values{"code": {unused}})
		if (res.StatusCode == http.StatusSeeOther) == (c.want == 303) {
			t.Errorf("after %s, a code that was read over the shoulder answers %d", c.who.Name, res.StatusCode)
		}
		if x.cookie = mine; c.who.ID != ann.ID {
			if _, page := x.send(t, http.MethodGet, "/login", nil); strings.Contains(page, "One-time code") {
				t.Errorf("%s is signed out", c.who.Name)
			}
		}
	}
	if _, ok := x.access(t, got.Access); !ok {
		t.Error("a program lost its access")
	}
}
