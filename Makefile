# Everything here needs only Go, except `check` (which fetches its tools
# through the Go proxy), `mcpb` and `dist` (Node), `browser`, `browser-smoke`, `conformance` and `logins` (Chromium, Node),
# `clients`, `workouts`, `site`, `igpsport`, `calendars` (Python, Node), `strava-mock` (Node) and `others` (Python, GoldenCheetah, a package registry).
GO      ?= go
TOOL     = $(GO) tool -modfile=tools/go.mod
# Bundles need a semantic version even before there is a tag.
VERSION ?= $(shell git describe --tags --dirty 2>/dev/null || git describe --always --dirty --exclude '*' 2>/dev/null | sed 's/^/v0.0.0-g/')
ifeq ($(VERSION),)
VERSION = v0.0.0-dev
endif
SEMVER = $(VERSION:v%=%)
LDFLAGS  = -s -w -X main.version=$(VERSION)

.PHONY: page page-check page-types page-bench browser browser-smoke boxes screenshots sheets pictures build test e2e race lint vuln systems check bench docs plans truth others igpsport calendars strava-mock fuzz kill months reliability upgrade mutate workouts site clients logins conformance cross dist mcpb packages notices tidy host

build: ## the program, in bin/
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/lapkeep ./cmd/lapkeep

test: ## all fast tests; the end lists skipped tests with reasons
	$(TOOL) gotestsum --format pkgname -- ./...

# Files whose tests need the tag, or do more with it.
LONG = $$(grep -rlE --include='*_test.go' '^//go:build e2e|workouttest\.|LAPKEEP_SEQUENCES' internal test)
e2e: ## the long tests, which `test` leaves out: whole programs, kills and large sweeps
	LAPKEEP_SEQUENCES=300 $(GO) test -tags e2e -run "^($$(grep -hoE '^func Test\w+' $(LONG) | cut -d' ' -f2 | sort -u | paste -sd'|'))$$" \
	  $$(dirname $(LONG) | sort -u | sed 's|^|./|')

# The race detector runs on packages that start or share something: those whose own
# code has a goroutine, a lock or an atomic value. The others are pure functions.
RACED = $$(grep -rlE --include='*.go' --exclude='*_test.go' '^\s+go |sync\.(Mutex|RWMutex|Map|WaitGroup)\b|atomic\.|errgroup' internal \
  | xargs -n1 dirname | sort -u | sed 's|^|./|')
# SQLite's own memory is not checked: that takes most of the time, and no code here touches it.
UNWATCHED = -gcflags='modernc.org/sqlite/lib=-race=false -d=checkptr=0' -gcflags='modernc.org/libc=-race=false -d=checkptr=0'
# Of the tests of the whole program, those run in which several things happen at once.
AT_ONCE = Serv|Cancel|Terminal|Dashboard|Athletes|Upload|Stop|Watch|Twice|Follow
# Long tests in which only one thing happens at a time.
ALONE = TenThousandSegments AStreakThatWasPublished DecisionsOfOneMoment EveryCaseIsDecided SplitStands LoadRowsAreThoseOfTheDays \
  AnyBitOfAHome SequencesEndInTheStateBefore SameAsTheWholeTable SameBesideEveryBorder LongLibrariesArePaged TextsOfOthersAreInert \
  BadMetadata CSVStaysMetric ABestIsOverExactlyItsStep FatiguedAfterAnyWorkIsExact AnyDurationIsExact ARankingIsInOrder \
  MovingAtEveryRowOfTheCollection APackThatUnpacksToTooMuchIsRefused DecisionsComeBackWithAnExport AnArchiveComesBackFromAnExport \
  AKillAnywhereLeavesOneEffect AnswersAgreeWithDevices StoredOrComputedIsTheSame AnyWeather AYearOfWeather ALifeFromEveryArchive \
  GarminUnpacked AFileThatUnpacksToMoreThanItSays ANewerGarminArchive ANewerArchive GarminFilesWereThere TheRecordingsWereThere \
  HomesWhoseRecordingsWereMadeFiles ABoundIsReported WhatIsKeptIsReadAsWhatWasHandedOver
# `go test ./...` has already vetted the same files.
race:
	CGO_ENABLED=1 $(GO) test -race -short -vet=off -shuffle=on -timeout=20m $(UNWATCHED) -skip "^Test($$(echo $(ALONE) | tr ' ' '|'))$$" $$(echo $(RACED) | tr ' ' '\n' | grep -vE '/internal/app(/connections)?$$')
	CGO_ENABLED=1 $(GO) test -race -short -vet=off -shuffle=on -timeout=20m $(UNWATCHED) -run '$(AT_ONCE)' ./internal/app ./internal/app/connections

tidy:
	$(GO) mod tidy -diff

host: ## tests and lint of the nested module for many nodes
	cd host && $(GO) mod tidy -diff && $(GO) test ./...
	cd host && $(GO) tool -modfile=../tools/go.mod golangci-lint run ./...

UNCALLED = bin/uncalled
lint:
	@mkdir -p bin
	$(TOOL) golangci-lint run ./...
	@dead="$$($(TOOL) deadcode -tags e2e -test ./...)"; test -z "$$dead" || { echo "$$dead"; exit 1; }
	@$(TOOL) deadcode -f '{{range .Funcs}}{{println $$.Path .Name}}{{end}}' ./cmd/... | grep . | sort >$(UNCALLED); \
	  grep -v '^#' tools/uncalled.txt | sort | diff - $(UNCALLED) || { echo 'tools/uncalled.txt differs (<) from what the program never calls (>)'; exit 1; }

NOT_CHECKED = bin/not-checked
vuln: ## known vulnerabilities in linked code (fetches the database over the network)
	NOT_CHECKED=$(NOT_CHECKED) tools/govulncheck.sh $(TOOL) govulncheck ./cmd/lapkeep

# Vet runs on the packages with system-specific files; the others are the same
# code everywhere.
SYSTEMS_OWN = $$(grep -rl --include='*.go' '^//go:build' internal cmd | xargs -n1 dirname | sort -u | sed 's|^|./|')
# These builds never run, so they are not optimized, which halves the time.
UNOPTIMIZED = -gcflags='all=-N -l -dwarf=false'
cross: ## build and vet for other systems
	@set -e; for system in windows/amd64 darwin/arm64; do \
	  export GOOS=$${system%/*} GOARCH=$${system#*/} CGO_ENABLED=0; \
	  echo "build and vet for $$system"; \
	  $(GO) build $(UNOPTIMIZED) -ldflags='-s -w' -o /dev/null ./cmd/lapkeep; $(GO) vet -tags e2e $(UNOPTIMIZED) $(SYSTEMS_OWN); done

# deadcode reads the whole source and fails on any error of types. It compiles nothing,
# which takes a sixth of the time of `cross`.
systems: ## check the types for other systems
	@mkdir -p bin
	$(GO) build -modfile=tools/go.mod -o bin/deadcode golang.org/x/tools/cmd/deadcode
	@set -e; for system in windows/amd64 darwin/arm64; do \
	  echo "types for $$system"; \
	  GOOS=$${system%/*} GOARCH=$${system#*/} CGO_ENABLED=0 bin/deadcode -filter '^none$$' -tags e2e -test ./cmd/lapkeep $(SYSTEMS_OWN); done

docs: ## docs and snapshots generated from the code
	$(GO) test -tags e2e ./internal/app ./internal/faces/clients ./test/trial -run 'Docs|Table|Trial|Dialogues' -update

truth: ## docs/truth.md: our metrics compared with the devices' values in the collection of recordings
	$(GO) test ./test/oracle -run 'Truth' -count=1 -update

others: ## results of other programs for the same recordings, for docs/truth.md (Debian: goldencheetah, xvfb, python3-venv)
	python3 test/others/run.py

calendars: ## our calendars, read by other programs (Python, Node)
	test/others/calendars/run.sh

strava-mock: ## requests to Strava, sent to a third-party mock server for its document: DOCUMENT=swagger.json (Node)
	GO=$(GO) test/others/strava/run.sh "$(DOCUMENT)"

igpsport: ## igpsport-mcp from the package registry next to Lapkeep, in both regions of an emulated service (Python)
	GO=$(GO) test/others/with.sh igpsport BesideIGPSport

site: ## the documentation as a site with search, in bin/site/html; checks its links (Python, Node)
	packaging/site/build.sh

workouts: ## our workout files, read by programs from the package registry (Python)
	GO=$(GO) test/others/with.sh workouts Workouts

# Half of these wait for a network or a browser, while the others use the processors. Those
# that write the tree or measure by the clock come alone.
check: tidy ## what CI runs in addition to the tests
	$(MAKE) -j2 --output-sync=target lint logins clients conformance site workouts mcpb race vuln systems page-types
	$(MAKE) page-check browser-smoke
	@echo "check: passed$$(sed 's/^/; /' $(NOT_CHECKED) 2>/dev/null)"

bench: build ## the table of goals, measured on this machine
	$(GO) run ./test/bench

kernels: ## the Go benchmarks behind that table
	$(GO) test -run '^$$' -bench . -benchmem ./internal/metrics/... ./internal/formats/... ./internal/derive/... ./internal/importing/... ./internal/store/... \
	  ./internal/answers/...

# Findings are not minimised: that takes a minute each time, in which nothing
# else is tried.
FUZZTIME ?= 20s
fuzz: ## each fuzz target for FUZZTIME
	@for t in $$(grep -rl --include='*_test.go' '^func Fuzz' internal | xargs -n1 dirname | sort -u); do \
	  for f in $$(grep -ho '^func Fuzz[A-Za-z0-9]*' $$t/*_test.go | sed 's/func //'); do \
	    echo "$$t $$f"; $(GO) test ./$$t -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x || exit 1; done; done

KILLS ?= 200
kill: build ## kill -9 imports and token renewals KILLS times, and look for losses
	LAPKEEP_KILLS=$(KILLS) $(GO) test -tags e2e ./internal/app ./internal/services/token -run 'TestKilled|TestTwoProcesses' -count=1 -timeout 30m -v

MONTHS ?= 40
months: ## MONTHS months of conversations with a coach, with kills and hand edits
	LAPKEEP_MONTHS=$(MONTHS) $(GO) test -tags e2e ./test/coachmonth -count=1 -timeout 2h -v

PLANS ?= 10000
plans: ## PLANS random plans, of which none may break a rule
	LAPKEEP_PLANS=$(PLANS) $(GO) test ./internal/coach/generate -run GeneratedPlans -count=1 -timeout 1h -v

FLIPS ?= 400
reliability: $(OLDERS) ## kills, small disks, damage and bit flips at all sizes, with counts; writes docs/reliability.md
	LAPKEEP_KILLS=$(KILLS) LAPKEEP_FLIPS=$(FLIPS) LAPKEEP_OLDER=$(OLDER) LAPKEEP_SIZES=$(SIZES) LAPKEEP_STEPS=$(STEPS) $(GO) run ./test/reliability

# Older programs: from the first days, from before pages had checksums, and with them.
COMMITS = 68fc3931 c510560d ac3d4695
OLDERS  = $(COMMITS:%=bin/older/%)
comma   = ,
OLDER   = $(subst $() ,$(comma),$(foreach c,$(COMMITS),$(c)=$(CURDIR)/bin/older/$(c)))
SIZES  ?= 0.05,3,30,300
STEPS  ?= all
$(OLDERS): bin/older/%:
	@mkdir -p bin/older
	rm -rf bin/older/src && git worktree prune && git worktree add --detach bin/older/src $*
	cd bin/older/src && CGO_ENABLED=0 $(GO) build -trimpath -o ../$* ./cmd/lapkeep
	git worktree remove --force bin/older/src

upgrade: $(OLDERS) ## upgrades of homes of older programs at all sizes, killed at every step and with a full disk
	LAPKEEP_OLDER=$(OLDER) LAPKEEP_SIZES=$(SIZES) LAPKEEP_STEPS=$(STEPS) $(GO) test -tags e2e ./test/durability -count=1 -timeout=6h -v \
	  -run 'TestOlderHomes|TestEveryStep/upgrades'

TEMPL = $(TOOL) templ
# Without the directive the compiler copies a template's whole body to every place that
# shows it: 1.3 MB of the program.
TEMPLATES = $(TEMPL) generate -path internal/faces/web && $(TEMPL) generate -path internal/faces/authserver && \
  find internal/faces -name '*_templ.go' -exec perl -pi -e 's/^(?=func .* templ\.Component \{$$)/\/\/go:noinline\n/' {} + && \
  gofmt -w $$(find internal/faces -name '*_templ.go')
web/node_modules: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error

page: web/node_modules ## generate the dashboard's templates and bundle from internal/faces/web and web/ (Node)
	$(TEMPLATES)
	cd tools && $(GO) run ./page ..

page-check: web/node_modules ## check that the committed page equals a fresh build, byte by byte (Node)
	cd tools && $(GO) test ./page
	$(TEMPLATES) && git diff --exit-code -- internal/faces

TYPESCRIPT = typescript@5.9.3
page-types: web/node_modules ## check the types of the page's scripts (Node)
	cd web && npx --yes -p $(TYPESCRIPT) tsc -p .

# Without Chromium the tests would be skipped unnoticed.
CHROMIUM = @test -x /usr/bin/chromium || { echo 'No page was opened: install chromium of Debian.'; exit 1; }
BROWSER = cd test/browser && LAPKEEP_PROGRAM=$(CURDIR)/bin/lapkeep LAPKEEP_DEMO=$(CURDIR)/bin/demo
bin/demo: build
	bin/lapkeep demo --only-build --home bin/demo

test/browser/node_modules: test/browser/package-lock.json
	cd test/browser && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error

browser: bin/demo test/browser/node_modules ## the dashboard in a browser: every panel, its numbers, axe-core (Debian: chromium; Node)
	$(CHROMIUM)
	$(BROWSER) $(GO) test -count=1 -timeout 20m .

# The part that CI has time for: every panel at one width in one theme, with axe-core;
# every number in both systems of units; pages on other ports; the view in a chat.
VIEWS = TestAViewLives|TestEveryDrawnAnswerHasAView|TestAViewMovesASession|TestAChatMayRefuse|TestAViewTakesNamesAsText
SMOKE = ^(TestPanels|TestManyHomes|TestNumbersAreTheTools|TestFramesAndOtherPorts|TestNoOtherPortReachesTheCoach|TestAPasskeyLetsAProgramIn|$(VIEWS))$$
browser-smoke: bin/demo test/browser/node_modules ## the part of `browser` that CI runs (Debian: chromium; Node)
	$(CHROMIUM)
	$(BROWSER) $(GO) test -count=1 -timeout 10m -short -run '$(SMOKE)' .

screenshots: bin/demo ## every panel at three widths in both themes, in bin/screenshots (Debian: chromium)
	@mkdir -p bin/screenshots
	$(BROWSER) LAPKEEP_SCREENSHOTS=$(CURDIR)/bin/screenshots $(GO) test -count=1 -timeout 20m -run Screenshots .

sheets: bin/demo ## the same as sheets, in both languages, also of an empty and a sparse home and of RECORDINGS (Debian: chromium)
	@mkdir -p bin/sheets
	$(BROWSER) LAPKEEP_SHEETS=all LAPKEEP_RECORDINGS="$(abspath $(RECORDINGS))" LAPKEEP_SCREENSHOTS=$(CURDIR)/bin/sheets \
	  $(GO) test -count=1 -timeout 3h -run Screenshots .

pictures: bin/demo ## the four pictures of the README, in docs/pictures (Debian: chromium)
	@mkdir -p docs/pictures
	$(BROWSER) LAPKEEP_PICTURES=$(CURDIR)/docs/pictures $(GO) test -count=1 -timeout 20m -run Pictures .

boxes: bin/demo ## update the layout's boxes, after checking what moved (Debian: chromium)
	$(BROWSER) $(GO) test -count=1 -timeout 20m -run TestBoxes . -update

bin/bench-home: build
	rm -rf $@
	LAPKEEP_BENCH_HOME=$(CURDIR)/$@ $(GO) test -count=1 -timeout 20m -run TestKeepHome ./test/bench

page-bench: bin/demo bin/bench-home ## the pages with 15,000 activities: first paint, ready, frames of the cursor, server (Debian: chromium)
	$(BROWSER) LAPKEEP_BENCH_HOME=$(CURDIR)/bin/bench-home $(GO) test -count=1 -timeout 20m -v -run Pace .

# An hour or two: each mutant is a build and a run of its package's tests.
MUTANTS ?= 200
SEED    ?= 1
mutate: ## put faults into the code one at a time and list those that no test detects; writes docs/mutations.md
	@mkdir -p bin
	$(GO) build -o bin/mutate ./test/mutate
	bin/mutate -mutants $(MUTANTS) -seed $(SEED) $(MUTATE)

conformance: build ## the protocol's own suite, both revisions (Debian: chromium; Node)
	$(CHROMIUM)
	./test/conformance/run.sh

clients: build ## real MCP clients over stdio and HTTP (Node, Python)
	./test/clients/run.sh

logins: build ## OAuth clients of the SDKs and mcp-remote, with a person in a browser (Debian: chromium, iproute2, openssl; Node, Python)
	$(CHROMIUM)
	./test/clients/login.sh

MCPB = node packaging/mcpb/pack.mjs $(SEMVER) dist bin/lapkeep
notices: # every package contains the licences of the linked code
	$(GO) run ./packaging/notices bin/THIRD_PARTY_NOTICES.txt

packaging/mcpb/node_modules:
	cd packaging/mcpb && npm install --no-audit --no-fund --no-package-lock --ignore-scripts --loglevel=error

mcpb: build notices packaging/mcpb/node_modules ## a bundle for desktop clients, for this system (Node)
	@mkdir -p dist
	$(MCPB) $$($(GO) env GOOS)-$$($(GO) env GOARCH)=bin/lapkeep

ARCH = $$($(GO) env GOARCH)
packages: build notices ## packages for Debian and Fedora, for this processor; packed twice and started (Debian: dpkg; Python)
	@mkdir -p dist
	packaging/packages.sh $(SEMVER) dist $(ARCH)=bin/lapkeep

# The https address from which the files of a release can be downloaded. It does not exist yet: without it,
# no formula, manifest or registry entry is written, because nobody could install anything with them.
ADDRESS ?=

# goreleaser needs the address of a remote but reads nothing from it.
VERSIONED = bin/server.json bin/gemini-extension.json
$(VERSIONED): bin/%: % FORCE
	@mkdir -p bin
	sed 's/"version": "0.0.0"/"version": "$(SEMVER)"/' $< > $@
FORCE:

dist: build notices $(VERSIONED) packaging/mcpb/node_modules ## the whole release for six systems: archives, packages, bundles, SBOMs, checksums; with ADDRESS also a formula, a manifest and a registry entry
	GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.origin.url GIT_CONFIG_VALUE_0=https://example.invalid/lapkeep.git \
	  VERSION=$(VERSION) $(GO) tool -modfile=tools/release/go.mod goreleaser release --snapshot --clean
	$(MCPB) darwin=$$(echo dist/lapkeep_darwin_amd64*/lapkeep),$$(echo dist/lapkeep_darwin_arm64*/lapkeep) \
	  $$(for s in linux-amd64 linux-arm64 windows-amd64 windows-arm64; do echo $$s=$$(echo dist/lapkeep_$$(echo $$s | tr - _)*/lapkeep*); done)
	packaging/packages.sh $(SEMVER) dist amd64=$$(echo dist/lapkeep_linux_amd64*/lapkeep) arm64=$$(echo dist/lapkeep_linux_arm64*/lapkeep)
	cp $(VERSIONED) dist
	$(GO) run ./packaging/forms $(SEMVER) "$(ADDRESS)" dist
	cd dist && sha256sum *.tar.gz *.zip *.deb *.rpm *.mcpb *.cdx.json server.json gemini-extension.json > SHA256SUMS
