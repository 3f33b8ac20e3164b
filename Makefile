# make build   program at build/mergeproof (installs missing packages first)
# make test    build, then every test; the last lines are ctest's summary
# make demo    shows a merge that git calls clean and that crashes
# make install [PREFIX=/usr/local] [DESTDIR=]
# make tidy    clang-format and clang-tidy over everything
# make bench   speeds; make clean removes build/
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)

.PHONY: all deps build test demo install tidy bench clean
all: build

deps:
	@tools/install_deps.sh

build: deps
	cmake --preset release
	cmake --build --preset release -j $(JOBS) --target mergeproof

test: build
	cmake --build --preset release -j $(JOBS)
	ctest --test-dir build -j 2 --output-on-failure

demo: build
	tools/demo.sh build/mergeproof

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 build/mergeproof $(DESTDIR)$(PREFIX)/bin/mergeproof
	ln -sf mergeproof $(DESTDIR)$(PREFIX)/bin/git-mergeproof

tidy: deps
	cmake --preset release
	python3 tests/tidy/format.py
	python3 tests/tidy/clang_tidy.py --build build --all

bench: build
	python3 bench/check_ratio.py --tool build/mergeproof
	python3 bench/triage_share.py --tool build/mergeproof
	python3 bench/interpreter_speed.py --tool build/mergeproof
	cmake --build --preset release --target frontend_speed
	python3 bench/frontend_speed.py --program build/bench/frontend_speed

clean:
	rm -rf build
