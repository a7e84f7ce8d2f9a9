// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifdef QT_TESTLIB_LIB
#include <QTest>

/// QtTest waits 5 s where no time is named, which a machine that runs other tests beside this one can take. How long is waited for a
/// condition measures nothing, so it is as long as waitFor() waits.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, 30000)
#define QTRY_VERIFY2(expression, message) QTRY_VERIFY2_WITH_TIMEOUT(expression, message, 30000)
#define QTRY_COMPARE(expression, expected) QTRY_COMPARE_WITH_TIMEOUT(expression, expected, 30000)
#endif

/// The tests of a folder are one program, and each of them is a process of it: `test-sessions-links linktest [argument...]`.
/// A test's file says with one of these macros how it is run; its name is that of the file.
namespace Nightdesk::Test
{

/// A test of this program. Registers itself; lives as long as the program.
class Entry
{
public:
    using Run = int (*)(int argc, char **argv);

    /// @p file: __FILE__ of the test. @p run: what main() would be in a program of its own.
    Entry(const char *file, Run run);

    /// The status of the test that the first argument names, run with the rest of them; 2 and a list of all where there is none.
    static int run(int argc, char **argv);

private:
    const char *m_file;
    Run m_run;
    Entry *m_next;
};

}

#define NIGHTDESK_TEST_NAME(name, number) name##number
#define NIGHTDESK_TEST_ENTRY(number, ...)                                                                                                                      \
    static int NIGHTDESK_TEST_NAME(runTest, number)(__VA_ARGS__);                                                                                              \
    static const Nightdesk::Test::Entry NIGHTDESK_TEST_NAME(testEntry, number)(__FILE__, NIGHTDESK_TEST_NAME(runTest, number));                                \
    static int NIGHTDESK_TEST_NAME(runTest, number)(__VA_ARGS__)
#define NIGHTDESK_TEST_NUMBERED(number, ...) NIGHTDESK_TEST_ENTRY(number, __VA_ARGS__)

/// In place of int main(int argc, char **argv): what follows is the body.
#define NIGHTDESK_TEST_PROGRAM(...) NIGHTDESK_TEST_NUMBERED(__COUNTER__, __VA_ARGS__)

#define NIGHTDESK_TEST_WITH(Application, TestClass)                                                                                                            \
    NIGHTDESK_TEST_PROGRAM(int argc, char **argv)                                                                                                              \
    {                                                                                                                                                          \
        QCoreApplication::setAttribute(Qt::AA_Use96Dpi, true);                                                                                                 \
        Application application(argc, argv);                                                                                                                   \
        TestClass test;                                                                                                                                        \
        QTest::setMainSourcePath(__FILE__);                                                                                                                    \
        return QTest::qExec(&test, argc, argv);                                                                                                                \
    }

/// In place of QTEST_MAIN and QTEST_GUILESS_MAIN.
#define NIGHTDESK_TEST(TestClass) NIGHTDESK_TEST_WITH(QApplication, TestClass)
#define NIGHTDESK_GUILESS_TEST(TestClass) NIGHTDESK_TEST_WITH(QCoreApplication, TestClass)
