# shellcheck shell=sh disable=SC2154 # house is ./dev's own
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What ./dev COMMAND --help prints: a usage line, a summary, and the options of that command. Nothing here needs more than cat,
# because help must be there before anything is installed. Options of the programs that a command starts are written here
# too: the programs themselves need Python and a build. tests/dev/devtest.sh compares both.

# help_for COMMAND [NAME]: NAME is the benchmark that the help is for.
help_for() {
    case $1 in
    bench) help_for_bench "${2:-}" ;;
    *) "help_for_$1" ;;
    esac
}

help_for_setup() {
    cat <<'END'
usage: ./dev setup [--yes]

install the packages, or make the Debian 13 root, that all other commands need

  -y, --yes                install without asking
  -h, --help               print this help
END
}

help_for_build() {
    cat <<'END'
usage: ./dev build [--yes] [--preset NAME] [TARGET...]

build all targets, or the named ones, in build/PRESET

  -y, --yes                install missing packages without asking
  --preset NAME            use this preset: dev (the default), release, asan, tsan or fuzz
  -h, --help               print this help
END
}

help_for_test() {
    cat <<'END'
usage: ./dev test [--yes] [--preset NAME] [NAME...]
       ./dev test [--yes] [--preset NAME] [--costs] [--plain]

build and run all tests, or the named ones; a NAME that is not the whole name of a test is a regular expression

  --plain                  run only the tests that the presets with sanitizers leave out wholly, or without their timing
  --costs                  write to tests/costs.txt how long each test took and how much of a core
  -y, --yes                install missing packages without asking
  --preset NAME            use this preset: dev (the default), release, asan or tsan
  -h, --help               print this help
END
}

help_for_demo() {
    cat <<'END'
usage: ./dev [--yes] [--preset NAME] demo [OPTION...]

show Nightdesk on a demo facility: on this display, or on three virtual monitors, operated automatically, with screenshots;
the preset is release if not named

  --rtt TIME               put the facility behind an emulated connection with this round-trip time, for example 100ms
  --rate RATE              give that connection this bandwidth, for example 30mbit
  --virtual                use virtual monitors even if there is a display
  --no-wm                  start no window manager on the virtual monitors
  --instrument NAME        connect to this instrument on the virtual monitors (default: lris)
  --light                  use the light colors on the virtual monitors
  --scale FACTOR           set QT_SCALE_FACTOR on the virtual monitors
  --story [DESK...]        play an evening in ten steps on virtual monitors, behind 100 ms; DESK: desk-openbox, desk-kwin,
                           laptop-openbox, laptop-kwin (default: all)
  --output DIR             save the screenshots there (default: demo-output)
  --json FILE              write the figures to this file too
  -h, --help               print this help; ./dev demo -- --help prints the help of the demo itself
END
}

help_for_run() {
    cat <<'END'
usage: ./dev [--yes] [--preset NAME] run [--] [ARGUMENT...]

build nightdesk, with the preset release if not named, and start it with these arguments

  --                       pass everything after this on, options too: ./dev run -- --help prints the help of nightdesk
  -h, --help               print this help
END
}

help_for_screenshots() {
    cat <<'END'
usage: ./dev [--yes] [--preset NAME] screenshots [OPTION...] [PICTURE...]

make the pictures of README.md and docs/ from a running Nightdesk on three virtual monitors; the preset is release if not
named; look at each picture afterwards

  PICTURE                  make only this one, or several: three-monitors, instruments, displays, viewer, figures, colors,
                           board, board-desk (default: all)
  --rtt TIME               the round-trip time of the emulated connection, or 0 for none (default: 100ms)
  --rate RATE              its bandwidth (default: 30mbit)
  --output DIR             save the pictures there (default: docs/images)
  -h, --help               print this help; ./dev screenshots -- --help prints the own help of the program
END
}

help_for_soak() {
    cat <<'END'
usage: ./dev [--yes] [--preset NAME] soak [OPTION...]

run nights of problems in an hour, and report what grows in the console

  --minutes N              run for this long, 1 to 1440 minutes; the number of events goes with it (default: 60)
  --plant leak             make the console leak, which the soak must find; takes 15 minutes or more
  --smoke                  run for half a minute, only to see that all parts work
  --json FILE              write every figure to this file
  -h, --help               print this help; ./dev soak -- --help prints the help of the soak itself
END
}

help_for_torture() {
    cat <<'END'
usage: ./dev [--yes] [--preset NAME] torture [OPTION...]

run consoles whose system calls fail, and consoles that are killed between two steps to a file

  --samples N              let this many calls fail for each kind and phase (default: 10)
  --kills N                kill the console before at most this many steps to files (default: 40)
  --seed N                 choose the calls by this seed (default: 4)
  --only KIND              use only this kind: malloc, read, write, open, fsync or step
  --at N                   use only this call of the kind of --only
  --phase PHASE            of --at: 'start and connect' (default) or quit
  -h, --help               print this help; ./dev torture -- --help prints the help of the program itself
END
}

help_for_shell() {
    cat <<'END'
usage: ./dev [--yes] shell [--] [PROGRAM [ARGUMENT...]]

start a shell, or run a program, where the packages are

  --                       pass everything after this on, options too
  -h, --help               print this help; after PROGRAM the option belongs to the program
END
}

help_for_format() {
    cat <<'END'
usage: ./dev format [--yes]

format the C++ sources with clang-format

  -y, --yes                install missing packages without asking
  -h, --help               print this help
END
}

help_for_lint() {
    cat <<'END'
usage: ./dev lint [--yes]

check the layout, scripts, licenses, resources, file names, paths, texts, words and translations; change nothing

  -y, --yes                install missing packages without asking
  -h, --help               print this help
END
}

help_for_translations() {
    cat <<'END'
usage: ./dev translations [--yes] [--check]

collect the texts in build/translations/nightdesk.pot, update translations/LANGUAGE/nightdesk.po, and report what is missing

  --check                  change nothing; fail if a .po file cannot be read, has other arguments (%1) than the text, or
                           is not complete though its language is listed as complete (es); ./dev lint does this too
  -y, --yes                install missing packages without asking
  -h, --help               print this help
END
}

help_for_package() {
    cat <<'END'
usage: ./dev package [--yes] [--twice | --test | --bundle]

make the Debian packages nightdesk, nightdesk-broker and nightdesk-doc of the last commit, in build/package, and check them with
lintian, appstreamcli, desktop-file-validate and reuse; in a Debian 13 root of its own, with the network for that root alone

  --twice                  build a second time, elsewhere and without the compiler's cache, and compare the bytes
  --test                   install them in a clean Debian 13 and time the first image of a remote desktop; show the demo; upgrade
                           from the version before, remove, purge (as root)
  --bundle                 make one archive with all libraries too, in build/bundle, and try it in a bare Debian 12 (as root)
  -y, --yes                install what making the root needs without asking
  -h, --help               print this help
END
}

help_for_clean() {
    cat <<'END'
usage: ./dev clean [--root]

remove the build trees and the output of the demo

  --root                   remove the Debian 13 root too
  -h, --help               print this help
END
}

help_for_fuzz() {
    cat <<'END'
usage: ./dev fuzz [--yes] [--minutes N] [NAME...]

build and run all fuzz targets, or the named ones, with the preset fuzz

  --minutes N              run each target for this long (default: 0.5)
  -y, --yes                install missing packages without asking
  -h, --help               print this help
END
}

# help_for_bench [NAME]: all benchmarks, or the options of one.
help_for_bench() {
    case $1 in
    '') list_benchmarks ;;
    board) help_with_options "$1" <<'END' ;;
measure the status board and its message broker with up to 500 workstations

  --full                   measure longer, and up to the limit of one broker
  --only PARTS             measure only these, with commas: a number of workstations, restart, join, idle, limits, flood
  --seconds S              measure each for this long (default: 60, with --full 180)
  --smoke                  run five workstations for a few seconds, only to see that all parts work
  --tell                   measure nothing: write the page from the last figures
  --output DIRECTORY       write the page there (default: docs/developer/benchmarks)
END
    check) help_with_options "$1" <<'END' ;;
measure nightdesk check of whole facilities, next to tomllib of Python

  --runs N                 measure each this often and use the median (default: 11)
  --json FILE              write every figure to this file
END
    editor) help_with_options "$1" <<'END' ;;
measure how long the profile editor holds its window up while somebody types

  --json FILE              write every figure to this file
END
    figures) help_with_options "$1" <<'END' ;;
compare the figures that Nightdesk shows with measured ones; the exit status is 1 if a bar is not reached

  --rtts NUMBERS           use these round-trip times in milliseconds, with commas (default: 0,100,500)
  --keys N                 type this many keys at each (default: 500)
  --seconds S              measure rates for this long (default: 12)
  --pause S                wait this long from key to key (default: 0.14)
  --parts NAMES            run only these parts, with commas: rtts, gateway, recount, bounds
  --busy                   measure on a busy machine too: its delays are not reliable
  --output FILE            write the table to this file as a page
  --shots DIRECTORY        save a screenshot of each part there
END
    first-light) help_with_options "$1" <<'END' ;;
measure the time from Connect to the first complete images, next to vncviewer over ssh -L

  --runs N                 measure each this often and use the median (default: 3)
  --only WHICH             measure only one small desktop (one), four of them (four), or the large one (large)
  --no-peer                leave ssh and vncviewer out
  --json FILE              write every figure to this file
  --busy                   measure on a busy machine too: its times are not reliable
  --write DIRECTORY        write the tables first-light.md and first-light.csv there
END
    netplot) help_with_options "$1" <<'END' ;;
measure the frames of a network plot while it is zoomed and panned

  --json FILE              write every figure to this file
END
    pictures) help_with_options "$1" <<'END' ;;
measure how fresh the image is and what that costs, next to vncviewer, KRDC and Remmina

  --full                   measure every cell, for hours, in the background; started again, continue
  --smoke                  measure two short cells, only to see that all parts work
  --quick                  measure the one cell that the last options describe
  --runs N                 measure each this often and use the median (default: 3; 1 with --quick and --smoke)
  --cells TEXT             measure only cells with this in their name
  --viewer NAMES           measure only these viewers, with commas: nightdesk, vncviewer, krdc, remmina
  --resume                 continue where the last start ended
  --anew                   with --full: discard the figures of earlier starts
  --foreground             with --full: stay in the foreground
  --busy                   measure on a busy machine too: its delays are not reliable
  --output DIRECTORY       write the tables there (default: docs/developer/benchmarks; for some cells or viewers only: nowhere)
  --shots DIRECTORY        save screenshots of the local monitors there at the end of each run
  --json FILE              write every figure of every run to this file

  --rtt TIME               with --quick: the round-trip time (default: 100ms)
  --rate RATE              with --quick: the bandwidth (default: 30mbit)
  --loss PERCENT           with --quick: the loss of packets (default: 0%)
  --server KIND            with --quick: xvnc (the default), x11vnc, pseudo, big (2560x1600) or two
  --source KIND            with --quick: photo, text, cursor or colours
  --quality NAME           with --quick: auto (the default), lossless, high, balanced or low
  --picture WIDTHxHEIGHT   with --quick: the size of the film (default: 640x480, 53 kB a frame as JPEG 8)
  --congestion NAME        with --quick: TCP's congestion control of both ends: cubic (the default; reno where the host
                           forbids that), reno or bbr
  --cold SECONDS           with --quick: nobody views the desktop for so long before each start (default: 0)
  --seconds S              with --quick: how long it plays (default: 6)
  --keys N                 with --quick: how many keys are typed while frames come, and again while none come (default: 0)
END
    recovery) help_with_options "$1" <<'END' ;;
measure what cuts and crashes cost, next to vncviewer over ssh -L with and without ServerAlive

  --long                   add a cut of 300 s
  --quick                  make no cut longer than 5 s, and leave the peers out
  --json FILE              write every figure to this file
END
    stream) help_with_options "$1" <<'END' ;;
measure a desktop that plays at 30 images a second, next to vncviewer over ssh -L

  --seconds S              play for this long (default: 10)
  --rate N                 play this many images a second (default: 30)
  --runs N                 play each this often and use the medians (default: 3)
  --size WxH               give the desktop this size (default: 2560x1600)
  --quality NAME           record with this quality: lossless, high (the default), balanced or low
  --only WHICH             measure only this: nightdesk or vncviewer
  --shot FILE              save a screenshot of the monitor while Nightdesk shows the last image
  --json FILE              write every figure to this file
END
    table1) help_with_options "$1" <<'END' ;;
measure what an observer waits for in ds9 by each method, next to ssh -Y and vncviewer

  --quick                  measure only at 100 ms, without compression, each row once; write nothing
  --runs N                 measure each row this often and use the median (default: 3; 1 with --quick)
  --links NAMES            measure only these, with commas: 100 ms, local, 8 KiB window
  --ways NAMES             measure only these, with commas: x11, vnc, vnc-at-summit, vnc-app, ssh -Y, vncviewer
  --compression on|off     measure only with ssh compression, or only without
  --rows NAMES             measure only these, with commas: viewer start, ds9 start, file chooser, zoom in, zoom out,
                           draw cut, make plot, stats box, colormap drag, region drag, de-iconify
  --no-whole-start         stop ds9 through plain ssh -Y after 120 s too, instead of waiting eight minutes once
  --relay                  measure only what the relay of x11 costs, next to the forwarding of ssh
  --anew                   discard the figures of earlier starts
  --tell                   measure nothing: write the page from the last figures
  --output DIRECTORY       write the page there (default: docs/developer/benchmarks; with --quick: nowhere)
  --shots DIRECTORY        save screenshots of the local monitors there after each row
END
    view) help_with_options "$1" <<'END' ;;
measure painting, and an idle console with eight displays

  --seconds S              watch the idle console for this long (default: 20)
  --paint-only             leave the console out
  --json FILE              write every figure to this file
  --shot FILE              save a screenshot of the monitors with the eight displays
END
    visuals) help_with_options "$1" <<'END' ;;
compare verdicts on real X servers with those that were written before; the exit status is 1 if a row is not reached

  --only PARTS             run only these, with commas: verdicts, lies (servers with invalid data), remote (through a connection)
  --cases TEXT             run only verdicts with this in their name
  --samples N              change the color map this often (default: 20)
  --output DIRECTORY       write visuals.csv there, of a whole run
END
    vnc-hl) help_with_options "$1" <<'END' ;;
repeat the experiment of VNC-HL on current servers, with Nightdesk in the same table

  --servers NAMES          measure only these, with commas: xvnc, x11vnc (default: both)
  --rtts NUMBERS           use these round-trip times in milliseconds, with commas (default: 0,50,100,500,1000)
  --periods NUMBERS        ask in these periods in milliseconds, with commas; 0: stock (default: 0,1,30,40,50,150,500)
  --rate RATE              use this bandwidth (default: 30mbit)
  --seconds S              measure each for this long (default: 5)
  --without-ours           leave Nightdesk out
  --resume                 continue where the last start ended
  --busy                   measure on a busy machine too: its delays are not reliable
  --output DIRECTORY       write the tables there (default: docs/developer/benchmarks; of a part of it: nowhere); "-": nowhere
END
    xtrace) help_with_options "$1" <<'END' ;;
measure the start of six X programs over slow connections, and what the relay costs

  --full                   add ds9 over the slowest connections
  --programs NAMES         measure only these, with commas: xclock, xcalc, xterm, ds9, mousepad, featherpad
  --delays NUMBERS         use only these round-trip times in milliseconds, with commas: 0, 20, 100, 300
  --anew                   discard the figures of earlier starts
  --tell                   measure nothing: write the page from the last figures
  --no-cost                do not measure the relay
  --keep DIRECTORY         keep the traces there (default: next to the build)
  --output DIRECTORY       write the page there (default: docs/developer/benchmarks)
END
    */* | .*) fail 2 "A benchmark has a plain name; ./dev bench lists them." ;;
    *)
        [ -x "$house/tools/bench/$1" ] || fail 2 "There is no benchmark \"$1\"; ./dev bench lists them."
        printf 'usage: ./dev [--yes] [--preset NAME] bench %s [ARGUMENT...]\n\nrun the benchmark %s\n\n' "$1" "$1"
        ;;
    esac
    [ -z "$1" ] || printf '  -h, --help               print this help; ./dev bench %s -- --help prints the help of the benchmark itself\n' "$1"
}

# help_with_options NAME: the help of a benchmark, of which its summary and options come in.
help_with_options() {
    printf 'usage: ./dev [--yes] [--preset NAME] bench %s [OPTION...]\n\n' "$1"
    cat
}

list_benchmarks() {
    cat <<'END'
usage: ./dev [--yes] [--preset NAME] bench [NAME [--] [ARGUMENT...]]

build with the preset release and run a benchmark; without a name, list the benchmarks

  board                    measure the status board and its message broker with up to 500 workstations
  check                    measure nightdesk check of whole facilities
  editor                   measure how long the profile editor holds its window up while somebody types
  figures                  compare the figures that Nightdesk shows with measured ones
  first-light              measure the time from Connect to the first complete images
  netplot                  measure the frames of a network plot while it is zoomed and panned
  pictures                 measure how fresh the image is and what that costs, next to other viewers
  recovery                 measure what cuts and crashes cost, next to vncviewer
  stream                   measure a desktop that plays at 30 images a second, next to vncviewer
  table1                   measure what an observer waits for in ds9 by each method, next to ssh -Y and vncviewer
  view                     measure painting, and an idle console with eight displays
  visuals                  compare verdicts on real X servers with those that were written before
  vnc-hl                   repeat the experiment of VNC-HL on current servers
  xtrace                   measure the start of six X programs over slow connections

  --                       pass everything after this on, options too
  -h, --help               print this help; ./dev bench NAME --help prints the options of that benchmark
END
}
