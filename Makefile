# make prints the targets.

.DEFAULT_GOAL := help
.PHONY: help test race lint golden fuzz bench bench-compare check

BENCH ?= .
COUNT ?= 6
FUZZTIME ?= 30s
benchstat := golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-15s %s\n", $$1, $$2 }' Makefile

test: ## run all tests
	go test ./...

race: ## run the short tests under the race detector
	go test -race -short ./...

lint: ## run the pinned linter
	.ci/run lint

golden: ## rewrite golden and scenario files; read the diff
	PAGESIM_REWRITE=1 go test ./...

fuzz: ## run each fuzz target for FUZZTIME (30s)
	@set -e; for dir in $$(go list -f '{{.Dir}}' ./...); do \
		for target in $$(cat $$dir/*_test.go 2>/dev/null | sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p'); do \
			echo "$$target in $$dir"; \
			(cd $$dir && go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) .); \
		done; \
	done

bench: ## run the benchmarks named by BENCH (all), COUNT (6) times
	go test -run '^$$' -bench '$(BENCH)' -count $(COUNT) ./...

bench-compare: ## compare the benchmarks with those of REF=commit
	@test -n "$(REF)" || { echo "usage: make bench-compare REF=commit [BENCH=regexp] [COUNT=n]" >&2; exit 2; }
	@set -e; old=$$(mktemp -d); \
	trap 'git worktree remove --force $$old/tree 2>/dev/null || true; rm -rf $$old' EXIT; \
	git worktree add --detach --quiet $$old/tree $(REF); \
	(cd $$old/tree && go test -run '^$$' -bench '$(BENCH)' -count $(COUNT) ./... > $$old/old.txt); \
	go test -run '^$$' -bench '$(BENCH)' -count $(COUNT) ./... > $$old/new.txt; \
	go run $(benchstat) $$old/old.txt $$old/new.txt

check: ## run all that has to hold before a change goes in
	.ci/run
