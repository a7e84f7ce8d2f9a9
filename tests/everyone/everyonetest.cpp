// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/appearance/colors.h"
#include "app/window/mainwindow.h"
#include "nightdesk.h"
#include "tests/everyone/gallery.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/widgets/accessiblecheck.h"
#include "tests/widgets/cuttext.h"

#include <KAboutData>
#include <KActionCollection>
#include <KIconTheme>
#include <KLocalizedString>
#include <KMessageWidget>
#include <KStyleManager>

#include <QApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
const QByteArray twoMonitors = R"({"screens": [
{"name": "DP-1", "x": 0, "y": 0, "width": 1366, "height": 768, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
{"name": "DP-2", "x": 1366, "y": 0, "width": 1366, "height": 768, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
]})";

/// What opens something that is no window of ours, or ends the program.
bool isLeftAlone(const QString &action)
{
    return action == "facility_open"_L1 || action == "file_quit"_L1 || action == "open_kcommand_bar"_L1
        || action == "session_account"_L1; // this instrument asks for none; the dialog is in the gallery
}

/// KDE's own dialogs are as they are.
bool isOurs(const QWidget *dialog)
{
    return QByteArrayView(dialog->metaObject()->className()).startsWith("Nightdesk::") || qobject_cast<const QMessageBox *>(dialog);
}

/// Texts that are nobody's to translate, and those of Qt.
const QStringList fromOutside{u"ED25519 SHA256:abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"_s,
                              u"ana@observatory.example"_s,
                              u"https://meet.example/night"_s,
                              u"left"_s,
                              u"left:"_s,
                              u"hilo"_s,
                              u"waimea"_s,
                              u"centre:"_s,
                              u"right:"_s,
                              u"Cerrar"_s};

void setLanguage(const QString &language, Qt::LayoutDirection direction)
{
    KLocalizedString::setLanguages({language});
    QLocale::setDefault(QLocale(language.startsWith(u"es"_s) ? QLocale::Spanish : QLocale::English));
    QGuiApplication::setLayoutDirection(direction);
}

QString joined(const QStringList &problems)
{
    return u'\n' + problems.join(u'\n');
}

/// A failure that lists everything at once.
#define NO_PROBLEMS(expression)                                                                                                                                \
    do {                                                                                                                                                       \
        const QStringList found = (expression);                                                                                                                \
        QVERIFY2(found.isEmpty(), qPrintable(joined(found)));                                                                                                  \
    } while (false)

/// At the size that it likes, on a laptop of 1366x768, and on that at 200 %.
QStringList cutAtEachSize(QWidget *window, const QString &picture = {})
{
    QStringList result;
    QSize before;
    for (const QSize room : {QSize(1366, 768), QSize(683, 384)}) {
        QSize size = (window->testAttribute(Qt::WA_Resized) ? window->size() : window->sizeHint()).boundedTo(room);
        if (window->hasHeightForWidth()) { // as QWidget::adjustSize() and layouts have it
            size.setHeight(qBound(size.height(), window->heightForWidth(size.width()), room.height()));
        }
        if (size == before) {
            continue;
        }
        before = size;
        window->resize(size);
        window->show();
        // Messages unfold.
        const bool isStill = waitFor([window] {
            QCoreApplication::processEvents();
            return std::ranges::none_of(window->findChildren<KMessageWidget *>(), [](const KMessageWidget *message) {
                return message->isShowAnimationRunning() || message->isHideAnimationRunning();
            });
        });
        if (!isStill) {
            result.append(u"a message does not stop unfolding"_s);
        }
        // Links come and go while this looks: what is being laid out is not cut yet.
        QStringList found;
        (void)QTest::qWaitFor(
            [&] {
                found = CutText::problems(window);
                return found.isEmpty();
            },
            3000);
        for (const QString &problem : std::as_const(found)) {
            result.append(u"%1x%2: %3"_s.arg(window->width()).arg(window->height()).arg(problem));
        }
        // To look at: NIGHTDESK_TEST_PICTURES names a directory.
        if (const QString directory = qEnvironmentVariable("NIGHTDESK_TEST_PICTURES"); !directory.isEmpty() && !picture.isEmpty()) {
            window->grab().save(u"%1/%2-%3.png"_s.arg(directory, QString(picture).replace(u' ', u'_')).arg(window->width()));
        }
    }
    return result;
}
}

/// Nightdesk for everyone: who does not see the window, has no mouse, sits at a small laptop, or reads another language.
class EveryoneTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void dialogsAreAccessible_data();
    void dialogsAreAccessible();
    void theMainWindowIsAccessible();
    void noTextIsCut_data();
    void noTextIsCut();
    void theMainWindowCutsNoText_data();
    void theMainWindowCutsNoText();
    void standardButtonsAreSpanish();
    void theProgramSpeaksSpanish();

private:
    void forEachDialogOf(MainWindow &window, const std::function<void(const QString &, QWidget *)> &look);

    Gallery m_gallery;
};

void EveryoneTest::initTestCase()
{
    QVERIFY(m_gallery.isOpen());
    QCOMPARE(QGuiApplication::screens().size(), 2);
}

void EveryoneTest::init()
{
    setLanguage(u"en_US"_s, Qt::LeftToRight);
}

void EveryoneTest::dialogsAreAccessible_data()
{
    QTest::addColumn<QString>("name");
    for (const Gallery::Exhibit &exhibit : Gallery::exhibits()) {
        QTest::newRow(qPrintable(exhibit.name)) << exhibit.name;
    }
}

void EveryoneTest::dialogsAreAccessible()
{
    QFETCH(QString, name);
    for (const Gallery::Exhibit &exhibit : Gallery::exhibits()) {
        if (exhibit.name == name) {
            const auto window = exhibit.make();
            NO_PROBLEMS(AccessibleCheck::problems(window.get()) + CutText::tooLarge(window.get()));
        }
    }
}

/// Every dialog that an action of the menus opens, and every question on the way out.
void EveryoneTest::forEachDialogOf(MainWindow &window, const std::function<void(const QString &, QWidget *)> &look)
{
    for (QAction *action : window.actionCollection()->actions()) {
        const QString text = action->text().remove(u']').remove(u'ẋ').trimmed();
        if (isLeftAlone(action->objectName()) || !action->isEnabled() || !(text.endsWith(u'…') || text.endsWith(u"..."))) {
            continue;
        }
        const QWidgetList before = QApplication::topLevelWidgets();
        QWidget *opened = nullptr;
        const auto find = [&] {
            for (QWidget *widget : QApplication::topLevelWidgets()) {
                if (widget->isVisible() && widget->isWindow() && widget->windowType() == Qt::Dialog && (!before.contains(widget) || widget != &window)) {
                    opened = widget;
                    return true;
                }
            }
            return false;
        };
        // A dialog may run a loop of its own: it is looked at from a timer then.
        bool hasLooked = false;
        QTimer inside;
        QObject::connect(&inside, &QTimer::timeout, this, [&] {
            if (!hasLooked && find()) {
                hasLooked = true;
                if (isOurs(opened)) {
                    look(action->objectName(), opened);
                }
                opened->close();
            }
        });
        inside.start(20);
        action->trigger();
        QVERIFY2(QTest::qWaitFor(
                     [&] {
                         return hasLooked;
                     },
                     30000),
                 qPrintable(u"\"%1\" opened nothing"_s.arg(action->objectName())));
        inside.stop();
        QVERIFY(QTest::qWaitFor(
            [&] {
                return !find();
            },
            30000));
    }
}

void EveryoneTest::theMainWindowIsAccessible()
{
    const auto window = m_gallery.mainWindow();
    QVERIFY(window);
    QStringList problems = CutText::tooLarge(window.get());
    const QStringList pages = Gallery::pages(*window);
    QVERIFY(pages.size() >= 4);
    for (const QString &page : pages) {
        Gallery::showPage(*window, page);
        for (const QString &problem : AccessibleCheck::problems(window.get())) {
            problems.append(u"%1: %2"_s.arg(page, problem));
        }
    }
    // The viewer windows, which connecting has opened.
    int viewerWindows = 0;
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (widget->isVisible() && widget != window.get() && QByteArrayView(widget->metaObject()->className()) == "Nightdesk::ViewerWindow") {
            ++viewerWindows;
            problems += AccessibleCheck::problems(widget);
        }
    }
    forEachDialogOf(*window, [&](const QString &action, QWidget *dialog) {
        for (const QString &problem : AccessibleCheck::problems(dialog) + CutText::tooLarge(dialog)) {
            problems.append(u"%1: %2"_s.arg(action, problem));
        }
    });
    problems.removeDuplicates();
    NO_PROBLEMS(problems);
    QVERIFY(viewerWindows > 0);
}

void EveryoneTest::noTextIsCut_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<Qt::LayoutDirection>("direction");
    QTest::newRow("English") << u"en_US"_s << Qt::LeftToRight;
    QTest::newRow("Spanish") << u"es"_s << Qt::LeftToRight;
    QTest::newRow("pseudo-locale") << u"x-test"_s << Qt::LeftToRight;
    QTest::newRow("pseudo-locale from right to left") << u"x-test"_s << Qt::RightToLeft;
}

void EveryoneTest::noTextIsCut()
{
    QFETCH(QString, language);
    QFETCH(Qt::LayoutDirection, direction);
    setLanguage(language, direction);
    QStringList problems;
    for (const Gallery::Exhibit &exhibit : Gallery::exhibits()) {
        const auto window = exhibit.make();
        QStringList found =
            cutAtEachSize(window.get(), u"%1-%2"_s.arg(QString::fromUtf8(QTest::currentDataTag()), exhibit.name)) + CutText::tooLarge(window.get());
        if (language == u"x-test") {
            found += CutText::untranslated(window.get(), fromOutside);
        }
        for (const QString &problem : std::as_const(found)) {
            problems.append(u"%1, %2"_s.arg(exhibit.name, problem));
        }
    }
    NO_PROBLEMS(problems);
}

void EveryoneTest::theMainWindowCutsNoText_data()
{
    noTextIsCut_data();
}

void EveryoneTest::theMainWindowCutsNoText()
{
    QFETCH(QString, language);
    QFETCH(Qt::LayoutDirection, direction);
    setLanguage(language, direction);
    const auto window = m_gallery.mainWindow();
    QVERIFY(window);
    const QString tag = QString::fromUtf8(QTest::currentDataTag());
    QStringList problems = CutText::tooLarge(window.get());
    for (const QString &page : Gallery::pages(*window)) {
        Gallery::showPage(*window, page);
        window->resize(1366, 740);
        QStringList found = cutAtEachSize(window.get(), u"%1-main-%2"_s.arg(tag, page));
        if (language == u"x-test") {
            found += CutText::untranslated(window.get(), fromOutside);
        }
        for (const QString &problem : std::as_const(found)) {
            problems.append(u"%1, %2"_s.arg(page, problem));
        }
    }
    window->resize(1366, 740);
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (widget->isVisible() && QByteArrayView(widget->metaObject()->className()) == "Nightdesk::ViewerWindow") {
            problems += cutAtEachSize(widget, u"%1-stage"_s.arg(tag));
        }
    }
    forEachDialogOf(*window, [&](const QString &action, QWidget *dialog) {
        for (const QString &problem : cutAtEachSize(dialog, u"%1-%2"_s.arg(tag, action)) + CutText::tooLarge(dialog)) {
            problems.append(u"%1, %2"_s.arg(action, problem));
        }
    });
    problems.removeDuplicates();
    NO_PROBLEMS(problems);
}

void EveryoneTest::standardButtonsAreSpanish()
{
    const QDialogButtonBox box(QDialogButtonBox::Cancel | QDialogButtonBox::Apply | QDialogButtonBox::Close);
    QCOMPARE(box.button(QDialogButtonBox::Cancel)->text().remove(u'&'), u"Cancelar"_s);
    QCOMPARE(box.button(QDialogButtonBox::Apply)->text().remove(u'&'), u"Aplicar"_s);
    QCOMPARE(box.button(QDialogButtonBox::Close)->text().remove(u'&'), u"Cerrar"_s);
}

void EveryoneTest::theProgramSpeaksSpanish()
{
    QProcess program;
    program.start(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s, {u"check"_s, u"/nonexistent"_s});
    QVERIFY(program.waitForFinished());
    QCOMPARE(QString::fromUtf8(program.readAllStandardOutput()), u"/nonexistent: error: el archivo no existe\n"_s);
    QCOMPARE(QString::fromUtf8(program.readAllStandardError()), u"0 archivos, 1 error, 0 advertencias\n"_s);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    QTemporaryDir directory;
    QFile monitors(directory.filePath(u"monitors.json"_s));
    if (!monitors.open(QIODevice::WriteOnly) || monitors.write(twoMonitors) != twoMonitors.size()) {
        return 1;
    }
    monitors.close();
    qputenv("QT_QPA_PLATFORM", QFile::encodeName(u"offscreen:configfile="_s + monitors.fileName()));
    for (const char *name : {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
        qputenv(name, QFile::encodeName(directory.filePath(QString::fromLatin1(name))));
    }
    qunsetenv("SSH_AUTH_SOCK");
    // The C library translates nothing in the locale C, and which others there are is the machine's affair.
    qputenv("LOCPATH", TEST_LOCALES);
    qputenv("LC_ALL", "es_ES.UTF-8");
    qunsetenv("LANGUAGE");
    KIconTheme::initTheme();
    QApplication app(argc, argv);
    KStyleManager::initStyle();
    KLocalizedString::setApplicationDomain("nightdesk");
    KLocalizedString::addDomainLocaleDir("nightdesk", QStringLiteral(TEST_CATALOGUES));
    KAboutData::setApplicationData(KAboutData(u"nightdesk"_s, u"Nightdesk"_s, u"1"_s));
    if (qEnvironmentVariableIsSet("NIGHTDESK_TEST_LIGHT")) {
        Settings::setColours(Settings::EnumColours::Light);
    }
    applyColors();
    EveryoneTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "everyonetest.moc"
