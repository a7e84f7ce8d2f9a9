# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What every target of Nightdesk has in common: warnings are errors, sanitizers, precompiled headers.

function(nightdesk_compile_options target)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Werror -Wnon-virtual-dtor -Wvla -Wimplicit-fallthrough)
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

# nightdesk_library(NAME [NO_QT] SOURCES ...): a static library of one room of the house.
function(nightdesk_library name)
    cmake_parse_arguments(ARG "NO_QT" "" "SOURCES" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    nightdesk_compile_options(${name})
    target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
    # Its resources are compiled with moc's folder among the includes, and perhaps before moc has made that.
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name}_autogen/include)
    if(ARG_NO_QT)
        set_target_properties(${name} PROPERTIES AUTOMOC OFF AUTOUIC OFF AUTORCC OFF)
    elseif(NIGHTDESK_PCH)
        target_precompile_headers(${name} PRIVATE
            <QByteArray> <QHash> <QList> <QObject> <QString> <QStringList> <QTimer> <chrono> <expected> <functional> <memory> <optional> <span> <variant> <vector>)
    endif()
endfunction()

# nightdesk_executable(NAME [NO_QT] [TEST] SOURCES ...): all but those of TEST are in the target "programs", which tests may start.
function(nightdesk_executable name)
    cmake_parse_arguments(ARG "NO_QT;TEST" "" "SOURCES" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    if(NOT ARG_TEST)
        set_property(GLOBAL APPEND PROPERTY NIGHTDESK_PROGRAMS ${name})
    endif()
    nightdesk_compile_options(${name})
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
    if(ARG_NO_QT)
        set_target_properties(${name} PROPERTIES AUTOMOC OFF AUTOUIC OFF AUTORCC OFF)
    endif()
endfunction()

# nightdesk_test_headers(NAME): a QtTest program with the precompiled headers of all tests, which are compiled once. Hence
# all of them are compiled with the same definitions, those of the Qt modules that a test may need.
function(nightdesk_test_headers name)
    set(modules Qt6::Test Qt6::Widgets Qt6::Network Qt6::DBus)
    if(NOT TARGET nightdesk_testheaders)
        # They name the folder of each test, and nothing here looks there.
        set_target_properties(Qt6::Test PROPERTIES INTERFACE_COMPILE_DEFINITIONS QT_TESTLIB_LIB)
        file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/testheaders.cpp CONTENT "")
        add_library(nightdesk_testheaders OBJECT ${CMAKE_BINARY_DIR}/testheaders.cpp)
        set_target_properties(nightdesk_testheaders PROPERTIES AUTOMOC OFF)
        nightdesk_compile_options(nightdesk_testheaders)
        target_link_libraries(nightdesk_testheaders PRIVATE ${modules})
        target_precompile_headers(nightdesk_testheaders PRIVATE <QtTest/QTest> <QtTest/QSignalSpy> <QtCore/QtCore>
            <chrono> <expected> <functional> <memory> <optional> <span> <string> <variant> <vector>)
    endif()
    target_link_libraries(${name} PRIVATE ${modules})
    target_precompile_headers(${name} REUSE_FROM nightdesk_testheaders)
endfunction()

# What the sanitizers are to do in a test.
set(nightdesk_test_environment
    "LC_ALL=C.UTF-8"
    "ASAN_OPTIONS=abort_on_error=0:detect_leaks=1"
    "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/lsan.supp:print_suppressions=0"
    "UBSAN_OPTIONS=print_stacktrace=1")

# nightdesk_test(NAME [NO_QT] [GUI] SOURCES ... [LIBRARIES ...] [TIMEOUT seconds] [LABELS ...] [SERIAL])
#   One QtTest program under CTest. Without GUI it runs on Qt's offscreen platform. SERIAL: it starts servers and wants
#   the machine for itself. NO_QT: a program without QtTest that returns 0. The label "plain": not made with the sanitizers,
#   because it measures or waits by a clock that they make wrong, or because others run the same code under them. "timed": with
#   them a part of it is left out (NIGHTDESK_SANITIZED), so it is run without them too.
function(nightdesk_test name)
    cmake_parse_arguments(ARG "NO_QT;GUI;SERIAL" "TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
    if(NIGHTDESK_SANITIZE AND "plain" IN_LIST ARG_LABELS)
        return()
    endif()
    set_property(GLOBAL APPEND PROPERTY NIGHTDESK_TEST_PROGRAMS "${name} ${name}")
    if(ARG_NO_QT)
        nightdesk_executable(${name} NO_QT TEST SOURCES ${ARG_SOURCES})
        target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES})
    else()
        nightdesk_executable(${name} TEST SOURCES ${ARG_SOURCES})
        target_link_libraries(${name} PRIVATE Qt6::Test ${ARG_LIBRARIES})
        if(NIGHTDESK_PCH)
            nightdesk_test_headers(${name})
        endif()
    endif()
    add_test(NAME ${name} COMMAND ${name})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    set(environment
        "NIGHTDESK_TEST_SOURCE_DIR=${CMAKE_SOURCE_DIR}"
        "NIGHTDESK_TEST_BUILD_DIR=${CMAKE_BINARY_DIR}"
        "NIGHTDESK_WORKER=${CMAKE_BINARY_DIR}/bin/nightdesk-rfb"
        ${nightdesk_test_environment})
    if(NOT ARG_GUI)
        list(APPEND environment "QT_QPA_PLATFORM=offscreen")
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "${environment}" LABELS "${ARG_LABELS}")
    if(ARG_SERIAL)
        set_tests_properties(${name} PROPERTIES RUN_SERIAL TRUE)
    endif()
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
    add_test(NAME ${name} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/${script} ${ARG_COMMAND})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    set_tests_properties(${name} PROPERTIES
        TIMEOUT ${ARG_TIMEOUT}
        LABELS "${ARG_LABELS}"
        ENVIRONMENT "NIGHTDESK_BUILD_DIR=${CMAKE_BINARY_DIR};${nightdesk_test_environment}")
    if(ARG_SERIAL)
        set_tests_properties(${name} PROPERTIES RUN_SERIAL TRUE)
    endif()
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
