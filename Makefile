# Everything here needs Go alone, except `check` (which fetches the house's
# tools through the Go proxy), `clients` and `conformance` (Node).
GO      ?= go
TOOL     = $(GO) tool -modfile=tools/go.mod
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS  = -s -w -X main.version=$(VERSION)

.PHONY: build test race lint check bench docs fuzz kill clients conformance cross dist tidy

build: ## the program, in bin/
	CGO_ENABLED=0 $(GO) build -ldflags '$(LDFLAGS)' -o bin/lapkeep ./cmd/lapkeep

test: ## all fast tests
	$(GO) test ./...

race:
	CGO_ENABLED=1 $(GO) test -race -short -shuffle=on ./...

tidy:
	$(GO) mod tidy -diff

lint:
	$(TOOL) golangci-lint run ./...
	@dead="$$($(TOOL) deadcode -test ./...)"; test -z "$$dead" || { echo "$$dead"; exit 1; }

cross: ## the other systems still build
	GOOS=windows GOARCH=amd64 $(GO) vet ./...
	GOOS=darwin GOARCH=arm64 $(GO) vet ./...
	GOOS=windows GOARCH=amd64 CGO_ENABLED=0 $(GO) build -o /dev/null ./cmd/lapkeep
	GOOS=darwin GOARCH=arm64 CGO_ENABLED=0 $(GO) build -o /dev/null ./cmd/lapkeep

docs: ## docs and snapshots that are made from the code
	$(GO) test ./internal/app ./internal/clients ./internal/metrics/glossary -run 'Docs|Table' -update

check: tidy lint cross race clients conformance ## what CI asks for beside the tests

bench: build ## the table of goals, measured on this machine
	bin/lapkeep bench

kernels: ## the Go benchmarks behind it
	$(GO) test -run '^$$' -bench . -benchmem ./internal/metrics/... ./internal/derive/... ./internal/ingest/... ./internal/store/... ./internal/analysis/...

FUZZTIME ?= 20s
fuzz: ## each fuzz target for FUZZTIME
	@for t in $$(grep -rl --include='*_test.go' '^func Fuzz' internal | xargs -n1 dirname | sort -u); do \
	  for f in $$(grep -ho '^func Fuzz[A-Za-z0-9]*' $$t/*_test.go | sed 's/func //'); do \
	    echo "$$t $$f"; $(GO) test ./$$t -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) || exit 1; done; done

KILLS ?= 200
kill: build ## kill -9 an import KILLS times and look for losses
	LAPKEEP_KILLS=$(KILLS) $(GO) test ./internal/app -run TestKilledImports -count=1 -timeout 30m -v

conformance: build ## the protocol's own suite, both revisions (Node)
	./test/conformance/run.sh

clients: build ## real MCP clients over stdio (Node)
	./test/clients/run.sh

dist: ## release archives for six systems
	@mkdir -p dist
	@for os in linux darwin windows; do for arch in amd64 arm64; do \
	  ext=; test $$os = windows && ext=.exe; \
	  echo $$os/$$arch; \
	  GOOS=$$os GOARCH=$$arch CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o dist/lapkeep-$$os-$$arch$$ext ./cmd/lapkeep || exit 1; \
	done; done
	@cd dist && sha256sum lapkeep-* > SHA256SUMS
