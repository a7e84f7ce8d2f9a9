// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The profile editor on a share whose server does not respond: nothing waits for it, and the text is kept.
#include "sessions/common/backgroundjobs.h"
#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/sessions/profiles/mistakecases.h"
#include "tests/support/testprogram.h"
#include "widgets/profileeditor/profileeditor.h"
#include "widgets/profileeditor/profilewindow.h"

#include <KMessageWidget>
#include <KTextEditor/Document>
#include <KTextEditor/View>

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

#include <dirent.h>
#include <dlfcn.h>

#include <condition_variable>
#include <mutex>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
std::mutex shareMutex;
std::condition_variable shareChanged;
QByteArray hungDirectory; // guarded by shareMutex, as is the next; empty: all respond
int hungCalls = 0;

void waitForShare(const char *path)
{
    std::unique_lock lock(shareMutex);
    if (hungDirectory.isEmpty() || !QByteArrayView(path).startsWith(hungDirectory)) {
        return;
    }
    ++hungCalls;
    shareChanged.wait(lock, [] {
        return hungDirectory.isEmpty();
    });
    --hungCalls;
}

void letRespond()
{
    const std::scoped_lock lock(shareMutex);
    hungDirectory.clear();
    shareChanged.notify_all();
}

int callsThatHang()
{
    const std::scoped_lock lock(shareMutex);
    return hungCalls;
}

QByteArray writtenProfile()
{
    return Test::head() + "[[desktop]]\nid = \"control\"\nlink = \"summit\"\ndisplay = \":1\"\n";
}
}

/// In the place of the C library's for what is linked into this program: calls on the share do not come back.
extern "C" int mkostemp(char *pattern, int flags)
{
    static const auto real = reinterpret_cast<int (*)(char *, int)>(::dlsym(RTLD_NEXT, "mkostemp"));
    waitForShare(pattern);
    return real(pattern, flags);
}

extern "C" DIR *opendir(const char *name)
{
    static const auto real = reinterpret_cast<DIR *(*)(const char *)>(::dlsym(RTLD_NEXT, "opendir"));
    waitForShare(name);
    return real(name);
}

class HungShareTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void savingIsMadeUpForWhenTheShareResponds();
    void aCopyIsSavedElsewhereMeanwhile();
    void closingWaitsForNothing();

private:
    KTextEditor::Document *document() const;
    void hang();
    void saveByKey();
    QByteArray there(const QString &file) const;
    bool says(const QString &words) const;

    std::unique_ptr<Test::FacilityDirectory> m_facility;
    QString m_file;
    QPointer<ProfileWindow> m_window;
};

void HungShareTest::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setQuitOnLastWindowClosed(false);
}

void HungShareTest::init()
{
    m_facility = std::make_unique<Test::FacilityDirectory>();
    m_facility->write(u"facility.toml"_s, Test::facilityHead());
    m_facility->write(u"profiles/lris.toml"_s, writtenProfile());
    m_file = m_facility->path() + u"/profiles/lris.toml"_s;
    m_window = new ProfileWindow(m_file);
    m_window->show();
    QTRY_VERIFY(document()->text().contains(u"control"));
    QTRY_COMPARE(m_window->editor()->findChild<QLabel *>(Qt::FindDirectChildrenOnly)->text(), u"No problems found."_s);
    // A window that becomes active reads its facility again: that shall be over before the share hangs.
    QVERIFY(BackgroundJobs::shared().wait(std::chrono::seconds(30)));
}

void HungShareTest::cleanup()
{
    letRespond();
    delete m_window;
    QTRY_COMPARE(callsThatHang(), 0);
}

KTextEditor::Document *HungShareTest::document() const
{
    return m_window->findChild<KTextEditor::View *>()->document();
}

void HungShareTest::hang()
{
    const std::scoped_lock lock(shareMutex);
    hungDirectory = QFile::encodeName(m_facility->path());
}

void HungShareTest::saveByKey()
{
    for (QAction *action : m_window->findChildren<QAction *>()) {
        if (action->shortcut() == QKeySequence(QKeySequence::Save) && action->isEnabled()) {
            action->trigger();
        }
    }
}

QByteArray HungShareTest::there(const QString &file) const
{
    QFile read(file);
    return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
}

bool HungShareTest::says(const QString &words) const
{
    return m_window->findChild<KMessageWidget *>()->text().contains(words);
}

void HungShareTest::savingIsMadeUpForWhenTheShareResponds()
{
    document()->insertText({0, 0}, u"# one\n"_s);
    hang();
    saveByKey();
    QTRY_COMPARE(callsThatHang(), 1);
    QTRY_VERIFY(says(u"is not responding"_s));
    // It can be written and checked on meanwhile; what is saved later is what there is then.
    document()->insertText({0, 0}, u"# two\n"_s);
    document()->insertText(document()->documentEnd(), u"sceen = \"left\"\n"_s);
    QTRY_VERIFY(m_window->editor()->findChild<QLabel *>(Qt::FindDirectChildrenOnly)->text().startsWith(u"1 error."_s));
    QCOMPARE(there(m_file), writtenProfile());
    letRespond();
    QTRY_COMPARE(there(m_file), "# one\n" + writtenProfile());
    QTRY_VERIFY(!says(u"is not responding"_s) || !m_window->findChild<KMessageWidget *>()->isVisible());
    QVERIFY(m_window->isWindowModified());
    QVERIFY(document()->text().startsWith(u"# two\n# one\n"_s));
}

void HungShareTest::aCopyIsSavedElsewhereMeanwhile()
{
    document()->insertText({0, 0}, u"# one\n"_s);
    hang();
    saveByKey();
    QTRY_COMPARE(callsThatHang(), 1);
    const QTemporaryDir elsewhere;
    const QString copy = elsewhere.filePath(u"copy.toml"_s);
    for (QAction *action : m_window->findChildren<QAction *>()) {
        if (action->text() == u"Save a Copy…"_s) {
            action->trigger();
        }
    }
    auto *dialog = m_window->findChild<QFileDialog *>();
    QVERIFY(dialog);
    Q_EMIT dialog->fileSelected(copy);
    dialog->close();
    QTRY_COMPARE(there(copy), "# one\n" + writtenProfile());
    QTRY_VERIFY(says(u"A copy was saved"_s));
    QCOMPARE(callsThatHang(), 1);
    QCOMPARE(there(m_file), writtenProfile());
}

/// A destructor that waits says that it gave up; this one says nothing, because it does not wait.
void HungShareTest::closingWaitsForNothing()
{
    QTest::failOnWarning(QRegularExpression(u"left behind"_s));
    document()->insertText({0, 0}, u"# one\n"_s);
    hang();
    saveByKey();
    QTRY_COMPARE(callsThatHang(), 1);
    QVERIFY(!m_window->close());
    auto *question = m_window->findChild<QMessageBox *>();
    QVERIFY(question);
    question->button(QMessageBox::Discard)->click();
    QTRY_VERIFY(!m_window);
    QCOMPARE(callsThatHang(), 1);
}

NIGHTDESK_TEST(HungShareTest)

#include "hungsharetest.moc"
