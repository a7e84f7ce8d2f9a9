# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What every target of Nightdesk has in common: warnings, sanitizers, precompiled headers, and how its tests are run.

function(nightdesk_compile_options target)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wnon-virtual-dtor -Wvla -Wimplicit-fallthrough)
    if(NIGHTDESK_SANITIZE)
        target_compile_options(${target} PRIVATE -fsanitize=${NIGHTDESK_SANITIZE} -fno-omit-frame-pointer)
        target_link_options(${target} PRIVATE -fsanitize=${NIGHTDESK_SANITIZE})
        target_compile_definitions(${target} PRIVATE NIGHTDESK_SANITIZED)
        if(NIGHTDESK_SANITIZE MATCHES undefined)
            target_compile_options(${target} PRIVATE -fno-sanitize-recover=undefined -fno-sanitize=vptr)
        endif()
    endif()
    if(NIGHTDESK_FUZZ)
        target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
endfunction()

# nightdesk_unity(TARGET NUMBER): compiles so many sources of a target as one, where the preset asks for it. CMake's own UNITY_BUILD names
# them by whole paths before its version 4, so that ccache finds in one checkout nothing that another one compiled.
function(nightdesk_unity target number)
    if(NIGHTDESK_UNITY)
        cmake_language(EVAL CODE "cmake_language(DEFER CALL nightdesk_unity_sources [[${target}]] ${number})")
    endif()
endfunction()

# When all sources of the target are known. A source with options of its own stays by itself.
function(nightdesk_unity_sources target number)
    get_target_property(all ${target} SOURCES)
    get_target_property(has_moc ${target} AUTOMOC)
    set(sources)
    set(lines)
    if(has_moc)
        list(APPEND sources ${CMAKE_CURRENT_BINARY_DIR}/${target}_autogen/mocs_compilation.cpp)
        list(APPEND lines "${target}_autogen/mocs_compilation.cpp")
    endif()
    foreach(source IN LISTS all)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
        get_source_file_property(definitions ${source} COMPILE_DEFINITIONS)
        get_source_file_property(options ${source} COMPILE_OPTIONS)
        get_source_file_property(alone ${source} SKIP_UNITY_BUILD_INCLUSION)
        if(source MATCHES "\\.cpp$" AND NOT definitions AND NOT options AND NOT alone)
            list(APPEND sources ${source})
            cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
            list(APPEND lines "${source}")
        endif()
    endforeach()
    list(LENGTH sources count)
    if(count LESS 2)
        return()
    endif()
    set_source_files_properties(${sources} PROPERTIES HEADER_FILE_ONLY ON)
    list(LENGTH lines count)
    math(EXPR last "${count} - 1")
    foreach(first RANGE 0 ${last} ${number})
        list(SUBLIST lines ${first} ${number} some)
        list(TRANSFORM some REPLACE "(.+)" "#include \"\\1\"\n")
        list(JOIN some "" text)
        set(unity ${CMAKE_CURRENT_BINARY_DIR}/${target}_unity_${first}.cpp)
        file(CONFIGURE OUTPUT ${unity} CONTENT "${text}" @ONLY)
        set_source_files_properties(${unity} PROPERTIES SKIP_AUTOGEN ON)
        target_sources(${target} PRIVATE ${unity})
    endforeach()
endfunction()

# nightdesk_headers(NAME LIBRARIES ... HEADERS ...): headers that many targets precompile once and share. Whoever uses them is
# compiled with the same options, or the compiler refuses them.
function(nightdesk_headers name)
    cmake_parse_arguments(ARG "" "" "LIBRARIES;HEADERS" ${ARGN})
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${name}.cpp CONTENT "")
    add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/${name}.cpp)
    set_target_properties(${name} PROPERTIES AUTOMOC OFF AUTOUIC OFF AUTORCC OFF)
    nightdesk_compile_options(${name})
    target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES})
    target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
        # The time of the header in the precompiled one would make each a new one for ccache.
        target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
endfunction()

# Three of them, by what a library may know: a lower folder must not see widgets, not even by way of these. A sanitizer's
# test code is not optimized: it runs once, and is compiled for each build.
set(nightdesk_core_headers
    <QByteArray> <QCoreApplication> <QDir> <QFile> <QFileInfo> <QHash> <QJsonArray> <QJsonDocument> <QJsonObject> <QList> <QObject> <QPointer>
    <QRegularExpression> <QSet> <QStandardPaths> <QString> <QStringList> <QTimeZone> <QTimer>
    <KLocalizedString>
    <algorithm> <array> <cerrno> <chrono> <cmath> <cstring> <expected> <functional> <memory> <optional> <span> <string> <utility> <variant> <vector>)
set(nightdesk_widget_headers
    <QAccessible> <QAction> <QApplication> <QComboBox> <QDialog> <QDialogButtonBox> <QGuiApplication> <QHBoxLayout> <QIcon> <QKeyEvent> <QLabel>
    <QLineEdit> <QLocale> <QMenu> <QPainter> <QPushButton> <QScreen> <QScrollBar> <QStyle> <QToolButton> <QVBoxLayout> <QWidget>)
if(NIGHTDESK_PCH AND NOT NIGHTDESK_QT_FREE)
    nightdesk_headers(nightdesk_coreheaders LIBRARIES Qt6::Core KF6::I18n HEADERS ${nightdesk_core_headers})
    nightdesk_headers(nightdesk_widgetheaders LIBRARIES Qt6::Widgets KF6::I18n HEADERS ${nightdesk_core_headers} ${nightdesk_widget_headers})
    if(BUILD_TESTING)
        # QtTest's definition names the folder of each test, and nothing here looks there.
        set_target_properties(Qt6::Test PROPERTIES INTERFACE_COMPILE_DEFINITIONS QT_TESTLIB_LIB)
        set(nightdesk_test_modules Qt6::Test Qt6::Widgets Qt6::Network Qt6::DBus)
        nightdesk_headers(nightdesk_testheaders LIBRARIES ${nightdesk_test_modules} HEADERS <QtTest/QTest> <QtTest/QSignalSpy> <QtCore/QtCore>
            <algorithm> <chrono> <expected> <functional> <memory> <optional> <span> <string> <variant> <vector>)
        target_compile_options(nightdesk_testheaders PRIVATE $<$<CONFIG:Debug>:-O0>)
    endif()
endif()

# Not where a package is made: see quickmoc.in. ccache knows only compilers, and moc took as long as all else of a warm build.
if(NIGHTDESK_QUICK_MOC AND NOT NIGHTDESK_QT_FREE)
    get_target_property(moc Qt6::moc IMPORTED_LOCATION)
    configure_file(${CMAKE_SOURCE_DIR}/cmake/quickmoc.in ${CMAKE_BINARY_DIR}/quickmoc @ONLY)
endif()

# nightdesk_moc(TARGET): what reads the sources of a target for Qt.
function(nightdesk_moc target)
    if(NIGHTDESK_QUICK_MOC AND NOT NIGHTDESK_QT_FREE)
        set_target_properties(${target} PROPERTIES AUTOMOC_EXECUTABLE ${CMAKE_BINARY_DIR}/quickmoc)
    endif()
endfunction()

# nightdesk_library(NAME [NO_QT | WIDGETS] SOURCES ...): a static library of one folder. WIDGETS: it may use Qt Widgets.
function(nightdesk_library name)
    cmake_parse_arguments(ARG "NO_QT;WIDGETS" "" "SOURCES" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    nightdesk_compile_options(${name})
    nightdesk_unity(${name} 16)
    target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
    # Its resources are compiled with moc's folder among the includes, and perhaps before moc has made that.
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name}_autogen/include)
    nightdesk_moc(${name})
    if(ARG_NO_QT)
        set_target_properties(${name} PROPERTIES AUTOMOC OFF AUTOUIC OFF AUTORCC OFF)
    elseif(NOT NIGHTDESK_PCH)
        return()
    elseif(ARG_WIDGETS)
        target_precompile_headers(${name} REUSE_FROM nightdesk_widgetheaders)
    else()
        target_precompile_headers(${name} REUSE_FROM nightdesk_coreheaders)
    endif()
endfunction()

# nightdesk_executable(NAME [NO_QT] [TEST | BENCH] SOURCES ...): all but those of TEST are in the target "programs", which tests may
# start. Those of BENCH measure, so sanitizers leave them out.
function(nightdesk_executable name)
    cmake_parse_arguments(ARG "NO_QT;TEST;BENCH" "" "SOURCES" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    if(ARG_BENCH AND NIGHTDESK_SANITIZE)
        set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    elseif(NOT ARG_TEST)
        set_property(GLOBAL APPEND PROPERTY NIGHTDESK_PROGRAMS ${name})
    endif()
    nightdesk_compile_options(${name})
    nightdesk_moc(${name})
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
    if(ARG_NO_QT)
        set_target_properties(${name} PROPERTIES AUTOMOC OFF AUTOUIC OFF AUTORCC OFF)
    endif()
    if(NIGHTDESK_SANITIZE MATCHES address)
        # The sanitizers describe each variable and each check by addresses. At an address of its own choice a program writes two and a
        # half million of them at each start, into 60 MB that each fork() then copies the tables of. A third of a program is debug
        # information, which g++ 14's sanitizers read compressed by zlib, but not by zstd.
        target_link_options(${name} PRIVATE -no-pie LINKER:--compress-debug-sections=zlib)
    endif()
endfunction()

# What the sanitizers are to do in a test. ThreadSanitizer has a program with several threads sleep before it ends, a second unless
# told otherwise, to see what the others do meanwhile. A worker always has two, and a test starts up to 150 workers one after the other.
set(nightdesk_test_environment
    "LC_ALL=C.UTF-8"
    "ASAN_OPTIONS=abort_on_error=0:detect_leaks=1"
    "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/lsan.supp:print_suppressions=0"
    "TSAN_OPTIONS=atexit_sleep_ms=50"
    "UBSAN_OPTIONS=print_stacktrace=1")

# What each test took when all were run: tests/costs.txt, made by ./dev test --costs. The longest begin first, and sooner with many
# places, for which the others would else leave no room until the end. A test that computes instead of waiting takes several of the
# places at which ctest runs tests side by side; there are eight for each core.
set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/costs.txt)
file(STRINGS ${CMAKE_SOURCE_DIR}/tests/costs.txt nightdesk_costs REGEX "^[^#]")
foreach(line IN LISTS nightdesk_costs)
    separate_arguments(line)
    list(GET line 0 test)
    list(GET line 1 nightdesk_seconds_${test})
    list(GET line 2 nightdesk_places_${test})
endforeach()

# nightdesk_add_test(NAME TIMEOUT SERIAL LABELS ENVIRONMENT COMMAND [ARGUMENT...]): under CTest, in a home and on a bus of its own.
function(nightdesk_add_test name timeout serial labels environment)
    add_test(NAME ${name} COMMAND ${CMAKE_SOURCE_DIR}/tests/support/ownhome ${name} ${ARGN})
    if(NOT timeout)
        set(timeout 120)
    endif()
    set_tests_properties(${name} PROPERTIES
        TIMEOUT ${timeout}
        LABELS "${labels}"
        ENVIRONMENT "${nightdesk_test_environment};${environment}"
        RUN_SERIAL ${serial})
    if(DEFINED nightdesk_seconds_${name})
        math(EXPR cost "${nightdesk_seconds_${name}} * (8 + ${nightdesk_places_${name}}) / 8")
        set_tests_properties(${name} PROPERTIES COST ${cost} PROCESSORS ${nightdesk_places_${name}})
    else()
        set_tests_properties(${name} PROPERTIES PROCESSORS 3)
    endif()
endfunction()

# nightdesk_test_program(PROGRAM NO_QT): the program that holds the tests of this folder; made once.
function(nightdesk_test_program program no_qt)
    if(TARGET ${program})
        return()
    endif()
    if(no_qt)
        nightdesk_executable(${program} NO_QT TEST SOURCES ${CMAKE_SOURCE_DIR}/tests/support/testprogram.cpp)
    else()
        nightdesk_executable(${program} TEST SOURCES ${CMAKE_SOURCE_DIR}/tests/support/testprogram.cpp)
        target_link_libraries(${program} PRIVATE Qt6::Test Qt6::Widgets)
        if(NIGHTDESK_PCH)
            target_link_libraries(${program} PRIVATE ${nightdesk_test_modules})
            target_precompile_headers(${program} REUSE_FROM nightdesk_testheaders)
            # A test includes its own .moc, so this file is empty, and loading the headers is all it would take.
            set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/${program}_autogen/mocs_compilation.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
        endif()
    endif()
    if(NOT no_qt) # the tests that compute most have no Qt, and take half as long when they are optimized
        target_compile_options(${program} PRIVATE $<$<CONFIG:Debug>:-O0>)
    endif()
    # Fewer at a time than of the product: a changed test compiles those beside it too.
    nightdesk_unity(${program} 8)
    if(NIGHTDESK_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # To g++ a source that another one includes is a header, where a test's unnamed namespace would be a mistake.
        target_compile_options(${program} PRIVATE -Wno-subobject-linkage)
    endif()
endfunction()

# nightdesk_test(NAME [NO_QT] [GUI] SOURCES ... [LIBRARIES ...] [DEFINITIONS ...] [DEPENDS ...] [TIMEOUT seconds] [LABELS ...] [SERIAL]
#                [PARTS number] [PLACES number])
#   One test under CTest, a process of its own; all of a folder are one program (those without Qt another one), which is told the
#   name of the test's file: NAME.cpp, or else the first of SOURCES. Without GUI it runs on Qt's offscreen platform. DEFINITIONS:
#   for its sources alone. DEPENDS: programs it starts. SERIAL: it measures, and wants the machine
#   for itself. NO_QT: a test without QtTest that returns 0. The label "plain": not made with the sanitizers, because it
#   measures or waits by a clock that they make wrong, or because others run the same code under them. "timed": with them a
#   part of it is left out (NIGHTDESK_SANITIZED), so it is run without them too. "one-thread": nothing for ThreadSanitizer.
#   PARTS: so many tests NAME-1, NAME-2 ... that share its functions evenly and can run beside each other; each function in
#   exactly one of them, so none may need what another one left. PLACES: at least so many of the places of tests/costs.txt,
#   for what measures and can run beside others, but not beside another that measures.
function(nightdesk_test name)
    cmake_parse_arguments(ARG "NO_QT;GUI;SERIAL" "TIMEOUT;PARTS;PLACES" "SOURCES;LIBRARIES;LABELS;DEFINITIONS;DEPENDS" ${ARGN})
    if(NIGHTDESK_SANITIZE AND "plain" IN_LIST ARG_LABELS)
        return()
    endif()
    if(NIGHTDESK_SANITIZE STREQUAL "thread" AND "one-thread" IN_LIST ARG_LABELS)
        return()
    endif()
    file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR})
    string(REPLACE "/" "-" program "test-${folder}")
    if(ARG_NO_QT)
        string(APPEND program "-core")
    endif()
    nightdesk_test_program(${program} ${ARG_NO_QT})
    list(TRANSFORM ARG_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    get_target_property(sources ${program} SOURCES)
    foreach(source IN LISTS ARG_SOURCES)
        if(NOT source IN_LIST sources)
            target_sources(${program} PRIVATE ${source})
        endif()
    endforeach()
    target_link_libraries(${program} PRIVATE ${ARG_LIBRARIES})
    if(ARG_DEFINITIONS)
        set_source_files_properties(${ARG_SOURCES} PROPERTIES COMPILE_DEFINITIONS "${ARG_DEFINITIONS}")
    endif()
    if(ARG_DEPENDS)
        add_dependencies(${program} ${ARG_DEPENDS})
    endif()
    list(GET ARG_SOURCES 0 entry)
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${name}.cpp)
        set(entry ${name}.cpp)
    endif()
    get_filename_component(entry ${entry} NAME_WE)
    if("plain" IN_LIST ARG_LABELS OR "timed" IN_LIST ARG_LABELS)
        set_property(GLOBAL APPEND PROPERTY NIGHTDESK_PLAIN_PROGRAMS ${program})
    endif()
    set_property(GLOBAL PROPERTY NIGHTDESK_TEST_${name} ${program} ${entry})
    set(environment
        "NIGHTDESK_TEST_SOURCE_DIR=${CMAKE_SOURCE_DIR}"
        "NIGHTDESK_TEST_BUILD_DIR=${CMAKE_BINARY_DIR}"
        "NIGHTDESK_WORKER=${CMAKE_BINARY_DIR}/bin/nightdesk-rfb")
    if(NOT ARG_GUI)
        list(APPEND environment "QT_QPA_PLATFORM=offscreen")
    endif()
    set(tests ${name})
    if(ARG_PARTS)
        set(tests)
        foreach(part RANGE 1 ${ARG_PARTS})
            list(APPEND tests ${name}-${part})
            set(environment_${name}-${part} "NIGHTDESK_TEST_PART=${part}/${ARG_PARTS}")
        endforeach()
    endif()
    foreach(test IN LISTS tests)
        set_property(GLOBAL APPEND PROPERTY NIGHTDESK_TEST_PROGRAMS "${test} ${program}")
        nightdesk_add_test(${test} "${ARG_TIMEOUT}" "${ARG_SERIAL}" "${ARG_LABELS}" "${environment};${environment_${test}}" $<TARGET_FILE:${program}> ${entry})
        if(ARG_PLACES)
            set_tests_properties(${test} PROPERTIES RESOURCE_LOCK measures)
            if(NOT DEFINED nightdesk_places_${test} OR nightdesk_places_${test} LESS ARG_PLACES)
                set_tests_properties(${test} PROPERTIES PROCESSORS ${ARG_PLACES})
            endif()
        endif()
    endforeach()
endfunction()

# nightdesk_late_allocations(PROGRAM): what its tests allocate once their application has ended is no leak to LeakSanitizer.
function(nightdesk_late_allocations program)
    if(NIGHTDESK_SANITIZE MATCHES address)
        set(source ${CMAKE_SOURCE_DIR}/tests/support/lateallocations.cpp)
        set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
        target_sources(${program} PRIVATE ${source})
    endif()
endfunction()

# nightdesk_slow_exits(NAME): ThreadSanitizer gives each program of this test the whole second before it ends.
function(nightdesk_slow_exits name)
    get_test_property(${name} ENVIRONMENT environment)
    list(TRANSFORM environment REPLACE "atexit_sleep_ms=50" "atexit_sleep_ms=1000")
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${environment}")
endfunction()

# nightdesk_test_again(NAME TEST [TIMEOUT seconds] [ENVIRONMENT VARIABLE=VALUE...] [ARGUMENTS ...])
#   The test TEST once more under another name: with other variables, or some of its functions.
function(nightdesk_test_again name test)
    cmake_parse_arguments(ARG "" "TIMEOUT" "ENVIRONMENT;ARGUMENTS" ${ARGN})
    if(NOT TEST ${test})
        return()
    endif()
    get_test_property(${test} ENVIRONMENT environment)
    get_test_property(${test} LABELS labels)
    get_property(command GLOBAL PROPERTY NIGHTDESK_TEST_${test})
    list(GET command 0 program)
    list(GET command 1 entry)
    set_property(GLOBAL APPEND PROPERTY NIGHTDESK_TEST_PROGRAMS "${name} ${program}")
    nightdesk_add_test(${name} "${ARG_TIMEOUT}" OFF "${labels}" "${environment};${ARG_ENVIRONMENT}" $<TARGET_FILE:${program}> ${entry} ${ARG_ARGUMENTS})
endfunction()

# nightdesk_script_test(NAME COMMAND SCRIPT [ARGUMENT...] [TIMEOUT seconds] [LABELS ...] [SERIAL])
#   A Python script under CTest; it finds our programs in NIGHTDESK_BUILD_DIR. The label "plain" as above.
function(nightdesk_script_test name)
    cmake_parse_arguments(ARG "SERIAL" "TIMEOUT" "COMMAND;LABELS" ${ARGN})
    if(NIGHTDESK_SANITIZE AND "plain" IN_LIST ARG_LABELS)
        return()
    endif()
    find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)
    list(POP_FRONT ARG_COMMAND script)
    nightdesk_add_test(${name} "${ARG_TIMEOUT}" "${ARG_SERIAL}" "${ARG_LABELS}" "NIGHTDESK_BUILD_DIR=${CMAKE_BINARY_DIR}"
        ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/${script} ${ARG_COMMAND})
endfunction()

# nightdesk_fuzzer(NAME SOURCES ... LIBRARIES ...): a libFuzzer target; its seeds are in tests/fuzz/seeds/NAME.
function(nightdesk_fuzzer name)
    if(NOT NIGHTDESK_FUZZ)
        return()
    endif()
    cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
    nightdesk_executable(${name} NO_QT SOURCES ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    set_property(GLOBAL APPEND PROPERTY NIGHTDESK_FUZZERS ${name})
endfunction()
