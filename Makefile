# "make" lists the targets. Each step looks first whether it has anything to do.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup setup-test native build build-headless run test lint lint-bridge lint-platforms fuzz fuzz-hour demo-model-eval cut-wer speech-table length-table bench-throughput feel pictures icon clean

# The same for every go command, so that Fyne's C code, minutes to compile, is compiled once for all but the
# race detector. Go's own version stamp asks git, which refuses a checkout of another user: ours is given below.
export GOFLAGS := -trimpath -buildvcs=false
version := $(or $(shell git describe --tags --always --dirty 2>/dev/null),unknown)
sample := testdata/sample.wav

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: setup build ## open the window with a sample recording in the queue
	@if [ "$$(uname -s)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		bin/haltscribe transcribe $(sample) && \
		echo 'There is no display here, so the sample was transcribed in the terminal. "make run" in a desktop session opens the window.'; \
	else \
		bin/haltscribe $(sample); \
	fi

test: setup-test native build lint ## check and test everything, with a real window in a virtual display
	go test -race -count=1 -timeout 30m ./...
	@$(MAKE) --no-print-directory fuzz

setup: ## install what the system lacks to build and run
	@tools/setup/setup.sh run

setup-test: ## the same, and what the tests need
	@tools/setup/setup.sh test

native: ## make the native library, where its inputs have changed
	@node native/scripts/build.mjs

build: native ## build bin/haltscribe
	@go build -ldflags '-X main.version=$(version)' -o bin/haltscribe .

build-headless: native ## build bin/haltscribe-headless: no window, no sound, for machines without OpenGL
	@go build -tags headless -ldflags '-X main.version=$(version)' -o bin/haltscribe-headless .

lint: native lint-bridge lint-platforms ## formatting, vet, staticcheck, and the C++ side
	@unformatted=$$(find . -name '*.go' -not -path './native/*' -exec go tool gofumpt -l {} +) && \
		{ [ -z "$$unformatted" ] || { echo "not formatted (go tool gofumpt -w .):"; echo "$$unformatted"; exit 1; }; }
	go vet ./...
	go tool staticcheck ./...

lint-bridge: native ## compile the C++ side for Linux, macOS and Windows without a warning
	tools/lint-bridge.sh

# Packages without C code build for any system; the others need a compiler for it, which Debian has for Windows.
lint-platforms: native ## check the Go code for macOS and Windows as far as can be done here
	CGO_ENABLED=0 GOOS=darwin go build ./settings ./models/... ./audio/... ./atomicfile ./behind ./locale ./inference/plan
	@if command -v x86_64-w64-mingw32-g++-posix >/dev/null; then set -x; \
		GOOS=windows CGO_ENABLED=1 CC=x86_64-w64-mingw32-gcc-posix CXX=x86_64-w64-mingw32-g++-posix \
		go vet ./settings ./models/... ./audio/... ./atomicfile ./behind ./locale ./cbridge ./inference/... ./cli; \
	fi

INPUTS ?= 5000
fuzz: native ## fuzz what reads files of others, each reader with INPUTS inputs (5000, about a minute in all)
	go run ./tools/fuzz --inputs $(INPUTS)

fuzz-hour: ## the same for an hour in all, in slices; can be stopped and goes on; prints the figures and keeps the corpus
	nice -n 19 go run ./tools/fuzz --keep

demo-model-eval: build ## measure the demo model's word error rates through the app
	/usr/bin/python3 tools/demomodel/eval.py

cut-wer: build ## are words lost where a long recording is cut? 30 minutes of clips, alone and joined
	/usr/bin/python3 tools/demomodel/cutwer.py

speech-table: native ## what is lost of human speech under noise, and what is sent of silence (pocketsphinx-testdata, asterisk-core-sounds-en-wav)
	HALTSCRIBE_SPEECH=/usr/share/pocketsphinx/test/data/librivox:/usr/share/pocketsphinx/test/data/cards:/usr/share/asterisk/sounds/en_US_f_Allison \
		go test ./audio/cut -run 'SpeechIsKept|FallBetween' -count=1 -v

length-table: build ## memory and speed of 1 min, 1 h and 5 h, in every kind of file
	go run ./tools/length

bench-throughput: build ## compare the throughput with llama.cpp's own programs (builds them once; half an hour)
	tools/throughput/build.sh
	bin/haltscribe models synth --shape qwen3-asr-0.6b --out native/build/qwen3-asr-0.6b
	go run ./tools/throughput --model native/build/qwen3-asr-0.6b
	go run ./tools/throughput --model models/demo

feel: build ## measure how the window feels: frames, start, memory, scrolling (a quarter of an hour; on an idle machine)
	HALTSCRIBE_FEEL=1 go test -count=1 -timeout 60m -v -run '^TestFeel' ./e2e

pictures: build ## make the pictures of README.md and docs/guide.md anew, from the real window
	HALTSCRIBE_PICTURES=docs/screenshots go test -count=1 -timeout 30m -run '^(TestGuide|TestCompare|TestWindowWarns)$$' ./e2e

icon: ## draw Icon.png anew
	go run ./tools/icon

clean: ## remove everything that was built
	rm -rf bin native/build native/lib native/node_modules
