// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/appearance/colors.h"
#include "app/commands/checkcommand.h"
#include "app/commands/commandline.h"
#include "app/commands/completecommand.h"
#include "app/commands/consolecommands.h"
#include "app/commands/measurecommand.h"
#include "app/commands/referencecommand.h"
#include "app/commands/showcommand.h"
#include "app/commands/statuscommand.h"
#include "app/commands/trustcommand.h"
#include "app/commands/visualscommand.h"
#include "app/facility/deskpaths.h"
#include "app/settings/settingsstore.h"
#include "app/start/aboutprogram.h"
#include "app/start/platformchoice.h"
#include "app/start/secretarguments.h"
#include "app/window/boardwindow.h"
#include "app/window/consolefeatures.h"
#include "app/window/mainwindow.h"
#include "app/window/onedesktopwindow.h"
#include "app/xtrace/xtracecommand.h"
#include "monitors/night/night.h"
#include "nightdesk.h"
#include "sessions/common/busprobe.h"
#include "sessions/common/catalogues.h"
#include "sessions/common/logging.h"
#include "sessions/common/processguard.h"
#include "sessions/links/config/libsshversion.h"
#include "sessions/log/logwriter.h"
#include "widgets/profileeditor/profilewindows.h"

#include <KAboutData>
#include <KConfigWatcher>
#include <KCrash>
#include <KIconTheme>
#include <KLocalizedString>
#include <KSharedConfig>
#include <KSignalHandler>
#include <KStyleManager>

#include <QApplication>
#include <QFileInfo>
#include <QIcon>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <malloc.h>
#include <unistd.h>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
/// True: the command shows a window. Other commands run without a display.
bool wantsWindow(const Command &command)
{
    return std::holds_alternative<WindowCommand>(command) || std::holds_alternative<ConnectCommand>(command) || std::holds_alternative<DesktopCommand>(command)
        || std::holds_alternative<OpenCommand>(command) || std::holds_alternative<BoardCommand>(command) || std::holds_alternative<DemoCommand>(command)
        || std::holds_alternative<EditCommand>(command);
}

int runWithoutWindow(const Command &command)
{
    QTextStream out(stdout);
    QTextStream err(stderr);
    if (const auto *print = std::get_if<PrintCommand>(&command)) {
        (print->exitCode == 0 ? out : err) << print->textToPrint;
        return print->exitCode;
    }
    if (const auto *check = std::get_if<CheckCommand>(&command)) {
        return runCheckCommand(check->paths, check->json, out, err);
    }
    if (const auto *show = std::get_if<ShowCommand>(&command)) {
        return runShowCommand(*show, DeskSettings{DeskPaths::facilityDirectory(), Settings::site()}, out, err);
    }
    if (const auto *trust = std::get_if<TrustCommand>(&command)) {
        QTextStream in(stdin);
        return runTrustCommand(*trust, DeskSettings{DeskPaths::facilityDirectory(), Settings::site()}, DeskPaths::trustFile(), in, out, err);
    }
    if (const auto *reference = std::get_if<ReferenceCommand>(&command)) {
        return runReferenceCommand(*reference, out);
    }
    if (const auto *status = std::get_if<StatusCommand>(&command)) {
        return runStatusCommand(*status, out, err);
    }
    if (const auto *measure = std::get_if<MeasureCommand>(&command)) {
        return runMeasureCommand(*measure, out, err);
    }
    if (const auto *visuals = std::get_if<VisualsCommand>(&command)) {
        return runVisualsCommand(*visuals, out, err);
    }
    if (const auto *trace = std::get_if<XTraceCommand>(&command)) {
        return runXTraceCommand(*trace, out, err);
    }
    if (const auto *disconnect = std::get_if<DisconnectCommand>(&command)) {
        return ConsoleCommands::disconnect(*disconnect, err);
    }
    if (const auto *raise = std::get_if<RaiseCommand>(&command)) {
        return ConsoleCommands::raise(*raise, err);
    }
    if (const auto *complete = std::get_if<CompleteCommand>(&command)) {
        const int code = runCompleteCommand(*complete, DeskSettings{DeskPaths::facilityDirectory(), Settings::site()}, out, std::chrono::milliseconds(400));
        std::_Exit(code); // ends at once: another thread may still hang in a read from a network share
    }
    return 2;
}

/// Replaces this process by nightdesk-broker, a separate program without widgets. Returns only if that failed, with the exit code.
int replaceProcessByBroker(int argc, char **argv)
{
    const std::string path = QFile::encodeName(QFileInfo(QFile::symLinkTarget(u"/proc/self/exe"_s)).path() + u"/nightdesk-broker"_s).toStdString();
    std::string name = "nightdesk-broker";
    std::vector<char *> words(argv + 1, argv + argc + 1); // execv() needs the terminating null pointer, too
    words[0] = name.data();
    ::execv(path.c_str(), words.data());
    const QString why = QString::fromLocal8Bit(std::strerror(errno));
    QCoreApplication app(argc, argv);
    QTextStream(stderr) << i18nc("@info:shell %1: a file, %2: the system's words",
                                 "The message broker cannot be started: %1: %2. Install Nightdesk again: the broker is a part of it.",
                                 QString::fromStdString(path),
                                 why)
                        << '\n';
    return 1;
}

/// Drawing into a file needs fonts, but no display: this application uses the platform "offscreen". The platform is not set in the environment,
/// because programs started from here would inherit it.
std::unique_ptr<QCoreApplication> createApplicationWithoutWindow(const Command &command, int &argc, char **argv)
{
    if (const auto *trace = std::get_if<XTraceCommand>(&command); trace && needsImages(*trace)) {
        static int count = 3;
        static char option[] = "-platform";
        static char platform[] = "offscreen";
        static char *words[] = {argv[0], option, platform, nullptr};
        return std::make_unique<QGuiApplication>(count, words);
    }
    return std::make_unique<QCoreApplication>(argc, argv);
}

/// Which X programs this command will show: that decides between Wayland and X11 for its windows.
XProgramNeed readXProgramNeedOf(const Command &command)
{
    constexpr auto limit = std::chrono::milliseconds(700); // a network share that hangs must not delay the window
    if (std::holds_alternative<DesktopCommand>(command)) {
        return XProgramNeed::None;
    }
    if (const auto *plain = std::get_if<WindowCommand>(&command)) {
        return readXProgramNeed(plain->facility, {}, limit);
    }
    if (const auto *connect = std::get_if<ConnectCommand>(&command)) {
        return readXProgramNeed(connect->facility, connect->site, limit);
    }
    if (const auto *open = std::get_if<OpenCommand>(&command)) {
        return readXProgramNeed(open->facility, {}, limit);
    }
    // Other commands: the board and the editor show no X programs, but they count as Unknown, because they were not tested on Wayland.
    return std::holds_alternative<DemoCommand>(command) ? XProgramNeed::Some : XProgramNeed::Unknown;
}

/// Asks a running console to carry out the command. Returns the exit code; empty: no running console accepted it.
std::optional<int> passToRunningConsole(const Command &command)
{
    QTextStream out(stdout);
    QTextStream err(stderr);
    if (const auto *connect = std::get_if<ConnectCommand>(&command)) {
        return ConsoleCommands::passToRunningConsole(*connect, out, err);
    }
    if (const auto *open = std::get_if<OpenCommand>(&command)) {
        return ConsoleCommands::passToRunningConsole(*open, err);
    }
    return {};
}

/// True: main() returns normally; false: a library called exit().
bool isOrderlyEnd = false;

/// When the X server closes the connection, Qt calls exit() at any point, while Nightdesk's threads still use objects
/// that exit() would destroy. So this handler only writes the log's last lines and ends the process. The state file
/// later shows that the end was not orderly.
void installImmediateExitHandler(LogWriter &log)
{
    static LogWriter *writer = nullptr;
    writer = &log;
    ::on_exit(
        [](int status, void *) {
            if (!isOrderlyEnd) {
                qCCritical(LogUi, "ends at once with status %d: the X server went away, or a library gave up", status);
                writer->flush(std::chrono::milliseconds(500));
                ::_exit(status);
            }
        },
        nullptr);
}

void setProgramNameAndIcon()
{
    KAboutData::setApplicationData(aboutProgram());
    QApplication::setWindowIcon(QIcon::fromTheme(u"org.nightdesk.nightdesk"_s, QIcon(u":/icons/org.nightdesk.nightdesk.svg"_s)));
}

/// KStandardShortcut releases its KConfigWatcher at exit, after Qt has freed this thread's storage. Its destructor would create that storage again,
/// and Qt printed at each exit: "QThreadStorage: Thread exited after QThreadStorage 4 destroyed" (KConfig 6.13). This reference prevents the
/// destructor from running.
void keepConfigWatcherAlive()
{
    [[gnu::used]] static KConfigWatcher::Ptr *held = nullptr; // without [[gnu::used]], the compiler removes a variable that is never read
    held = new KConfigWatcher::Ptr(KConfigWatcher::create(KSharedConfig::openConfig()));
}

int runBoard(const BoardCommand &command)
{
    BoardWindow window(command);
    SettingsStore::writeInBackground([&window](const QString &text) {
        window.showInfo(text);
    });
    // This window is on the stack, as the main window below, and must not be deleted when it closes.
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    QObject::connect(qApp, &QGuiApplication::lastWindowClosed, qApp, &QCoreApplication::quit, Qt::QueuedConnection);
    window.show();
    const int code = QApplication::exec();
    SettingsStore::waitUntilWritten(std::chrono::seconds(1));
    return code;
}

int runEditor(const EditCommand &command)
{
    const auto file = fileToEdit(command, DeskSettings{DeskPaths::facilityDirectory(), Settings::site()});
    if (!file) {
        QTextStream(stderr) << file.error();
        return 2;
    }
    ProfileWindows windows;
    windows.open({.file = *file, .line = 0, .column = 0});
    return QApplication::exec();
}

int runWithWindow(const Command &command, const PlatformChoice &platform, LogWriter &log)
{
    if (const auto failure = libsshVersionFailure()) {
        QTextStream(stderr) << failure->what << ' ' << failure->advice << '\n';
        return 1;
    }
    const std::optional<QString> refused = SettingsStore::open();
    applyColors();
    if (const auto *view = std::get_if<DesktopCommand>(&command)) {
        if (const QString notice = view->unencryptedConnectionWarning(); !notice.isEmpty()) {
            QTextStream(stderr) << notice << '\n';
        }
        OneDesktopWindow window(*view);
        return QApplication::exec();
    }
    if (const auto *board = std::get_if<BoardCommand>(&command)) {
        return runBoard(*board);
    }
    if (const auto *edit = std::get_if<EditCommand>(&command)) {
        return runEditor(*edit);
    }
    QString facility;
    QString site;
    QString profile;
    QString link;
    bool resume = false;
    if (const auto *connect = std::get_if<ConnectCommand>(&command)) {
        facility = connect->facility;
        site = connect->site;
        profile = connect->profile;
    } else if (const auto *open = std::get_if<OpenCommand>(&command)) {
        facility = open->facility;
        link = open->link;
    } else if (const auto *plain = std::get_if<WindowCommand>(&command)) {
        facility = plain->facility;
        resume = plain->resume;
    }
    MainWindow window(facility, site);
    SettingsStore::writeInBackground([&window](const QString &text) {
        window.showInfo(text);
    });
    // The window is on the stack, not on the heap as KMainWindow expects by default.
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    // Without this, the event loop would not end: it runs until the KMainWindow is deleted, and this one is deleted only after the loop.
    QObject::connect(qApp, &QGuiApplication::lastWindowClosed, qApp, &QCoreApplication::quit, Qt::QueuedConnection);
    QObject::connect(&window, &MainWindow::nightDetermined, &window, [&log](QDate night) {
        log.setNight(night.toString(Qt::ISODate));
    });
    QObject::connect(KSignalHandler::self(), &KSignalHandler::signalReceived, &window, [&window](int number) {
        if (number != SIGINT) { // after Ctrl+C, the next console must not offer to resume, so nothing is prepared
            window.features()->prepareForLogout();
        }
    });
    if (!profile.isEmpty()) {
        window.connectWhenFacilityIsRead(profile);
    }
    window.show();
    if (refused) {
        window.showInfo(*refused);
    }
    if (const QString words = platform.noticeText(); !words.isEmpty() && SettingsStore::isFirstCallForUser(platform.noticeKey())) {
        window.showInfo(words);
    }
    window.features()->offerToResume(resume);
    if (std::holds_alternative<DemoCommand>(command)) {
        window.features()->tryDemo();
    }
    if (!link.isEmpty()) {
        window.features()->openExternalUrl(link);
    }
    const int code = QApplication::exec();
    SettingsStore::waitUntilWritten(std::chrono::seconds(1));
    return code;
}
}

int main(int argc, char *argv[])
{
    hideSecrets({argv, static_cast<std::size_t>(argc)});
    // Ignored, so that writing to a socket that the peer has closed fails with an error instead of ending the program.
    std::signal(SIGPIPE, SIG_IGN);
    const bool runsPrograms = argc > 1 && std::string_view(argv[1]) == "xtrace";
    // Protects the memory before a password or key is in it.
    ProcessGuard::protectMemory(runsPrograms ? ProcessGuard::ProcessRole::RunsUserPrograms : ProcessGuard::ProcessRole::RunsNoPrograms);
    // Threads start and end all night. By default, glibc has an arena for each thread, and each arena grows to the largest amount that a thread in it
    // ever used.
    ::mallopt(M_ARENA_MAX, 2);
    QStringList words;
    for (int i = 0; i < argc; ++i) {
        words.append(QString::fromLocal8Bit(argv[i]));
    }
    KLocalizedString::setApplicationDomain("nightdesk");
    addTranslationCatalogues(QFileInfo(QFile::symLinkTarget(u"/proc/self/exe"_s)).path());
    if (argc > 1 && std::string_view(argv[1]) == "broker") {
        return replaceProcessByBroker(argc, argv);
    }
    {
        // Messages are translated only after the application object is created. This first parse decides its type, and must not load a message
        // catalog.
        KLocalizedString::setLanguages({u"en_US"_s});
        const Command first = CommandLine::parse(words);
        KLocalizedString::clearLanguages();
        if (!wantsWindow(first)) {
            const auto app = createApplicationWithoutWindow(first, argc, argv);
            QCoreApplication::setApplicationName(u"nightdesk"_s);
            // Help texts need no settings. open() is not called for them, because it would convert the settings file of an earlier version.
            if (!std::holds_alternative<PrintCommand>(first)) {
                // open() fails if a newer Nightdesk wrote the file: this run then uses temporary settings.
                (void)SettingsStore::open();
            }
            return runWithoutWindow(CommandLine::parse(words));
        }
    }
    const bool isBusSilent = BusProbe::disableSilentBus(std::chrono::milliseconds(1500));
    PlatformChoice platform;
    {
        QCoreApplication app(argc, argv);
        if (const auto code = isBusSilent ? std::nullopt : passToRunningConsole(CommandLine::parse(words))) {
            return *code;
        }
        platform = PlatformChoice::apply([&words] {
            return readXProgramNeedOf(CommandLine::parse(words));
        });
        if (platform.notice == PlatformChoice::Notice::WaylandWithoutXServer) {
            // Printed in the terminal, too: without Qt's Wayland plugin, no window can show the message.
            QTextStream(stderr) << platform.noticeText() << '\n';
        }
    }
    KIconTheme::initTheme();
    QApplication app(argc, argv);
    KStyleManager::initStyle();
    setProgramNameAndIcon();
    KCrash::initialize();
    LogWriter log(DeskPaths::logDirectory());
    // UTC, because the facility's time zone is not known yet.
    log.setNight(nightOf(QDateTime::currentDateTimeUtc(), {}).toString(Qt::ISODate));
    log.install();
    installImmediateExitHandler(log);
    // At a logout, a shutdown or Ctrl+C in the terminal, the program ends in order, but without questions.
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
        KSignalHandler::self()->watchSignal(number);
    }
    QObject::connect(KSignalHandler::self(), &KSignalHandler::signalReceived, &app, [](int number) {
        qCInfo(LogUi, "ends: signal %d", number);
        QCoreApplication::exit(0); // not quit(), because windows could refuse to close
    });
    qCInfo(LogUi, "Nightdesk %s starts", NIGHTDESK_VERSION);
    qCInfo(LogUi, "window system: %s", platform.logText().constData());
    if (isBusSilent) {
        qCWarning(LogUi, "the session bus does not answer: this console does without it");
    }
    const int status = runWithWindow(CommandLine::parse(words), platform, log);
    // The windows changed settings while they were deleted, for example the layout that was arranged last.
    SettingsStore::waitUntilWritten(std::chrono::seconds(1));
    // Delete what parts of the window left for deleteLater(), for example the menu of KSelectAction: the event loop has ended.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    keepConfigWatcherAlive();
    isOrderlyEnd = true;
    return status;
}
