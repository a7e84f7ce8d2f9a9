// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commandline.h"
#include "app/commands/commandtable.h"
#include "app/connect/connectflow.h"
#include "app/facility/deskpaths.h"
#include "app/facility/facilitychoice.h"
#include "app/window/externallinkopener.h"
#include "app/window/externalrequesthandler.h"
#include "monitors/supportdesk.h"
#include "nightdesk.h"
#include "sessions/bus/consolebus.h"
#include "sessions/desk/desk.h"
#include "tests/support/testprogram.h"
#include "widgets/facility/trustdialog.h"
#include "widgets/questions/messagebar.h"

#include <KConfig>
#include <KSharedConfig>

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCall>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMessageBox>
#include <QProcess>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
const QByteArray facilityText =
    "format = 1\nname = \"Observatory\"\n[site.hilo]\nname = \"Hilo\"\nscreens = [\"left\"]\n[site.waimea]\nname = \"Waimea\"\nscreens = [\"left\"]\n";

QByteArray profileText(const QByteArray &id)
{
    // Nobody listens there: what is connected stays connected and fails.
    return "format = 1\nid = \"" + id + "\"\nname = \"The " + id
        + "\"\n[link.summit]\nhost = \"127.0.0.1\"\nport = 1\nuser = \"observer\"\n[[desktop]]\nid = \"" + id
        + "-control\"\nlink = \"summit\"\ndisplay = \":1\"\n";
}

/// What a run of the program said.
struct Ended {
    int code = -1;
    QString out;
    QString err;
};

/// Sees whether a question that appears takes no yes at first: on a busy machine it takes one by the time that the test looks.
class FirstLook : public QObject
{
public:
    FirstLook()
    {
        qApp->installEventFilter(this);
    }
    bool tookNoYes = false;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (const auto *box = qobject_cast<QMessageBox *>(watched); box && event->type() == QEvent::Show) {
            tookNoYes = std::ranges::none_of(box->buttons(), [box](const QAbstractButton *button) {
                return button != box->button(QMessageBox::Cancel) && button->isEnabled();
            });
        }
        return QObject::eventFilter(watched, event);
    }
};
}

/// Commands and links that reach a running console over the session bus: the real program asks, this process is the console.
class ConsoleRemoteTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void theInterfaceIsTheFile();
    void connectAsksAsAPersonWouldBe();
    void aSecondStartRaisesTheFirstWithItsToken();
    void itIsActivatedAsAnApplication();
    void aCommandLineIsHandedOver_data();
    void aCommandLineIsHandedOver();
    void connectTwiceIsOnce();
    void connectIsRefused_data();
    void connectIsRefused();
    void anotherSiteIsRefusedWhileItIsRead();
    void whatIsInTheWayIsTold();
    void aQuestionForAnotherIsNotTakenAway();
    void askedForAgainTheRestStillFollows();
    void disconnectEndsOneOrAll();
    void raiseFindsADisplay();
    void statusTellsOfIt();
    void measureNeedsAConnection();
    void aLinkAsksFirst();
    void aLinkThatIsCancelledDoesNothing();
    void aLinkToWhatIsConnectedEndsNothing();
    void aLinkIsNotOpened_data();
    void aLinkIsNotOpened();
    void aBadLinkIsToldByTheConsole();
    void aViewIsShownByAnotherProcess();
    void withoutAConsole();
    void helpDoesNothingElse_data();
    void helpDoesNothingElse();
    void viewersGetTheSameWords_data();
    void viewersGetTheSameWords();

private:
    /// As a desktop's shell calls it; the reply, or an error.
    QDBusMessage ask(const QString &interface, const QString &method, const QVariantList &arguments);
    Ended run(const QStringList &words, const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment());
    void agree();
    QMessageBox *question();

    std::unique_ptr<QTemporaryDir> m_facility;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Desk> m_desk;
    std::unique_ptr<SupportDesk> m_support;
    FacilityChoice *m_choice = nullptr;
    ConnectFlow *m_flow = nullptr;
    MessageBar *m_message = nullptr;
    ExternalLinkOpener *m_links = nullptr;
    ExternalRequestHandler *m_remote = nullptr;
    std::unique_ptr<ConsoleBus> m_bus;
    QStringList m_raised;
    QStringList m_tokens; ///< that were in force when the console was raised
    QList<DesktopCommand> m_viewed;
};

void ConsoleRemoteTest::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    KConfig::setMainConfigName(u"nightdeskrc"_s);
    qputenv("XDG_CONFIG_DIRS", "/nowhere");
}

void ConsoleRemoteTest::init()
{
    Settings::self()->setDefaults();
    QFile::remove(DeskPaths::trustFile());
    m_raised.clear();
    m_tokens.clear();
    m_viewed.clear();
    m_facility = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_facility->path()).mkdir(u"profiles"_s));
    const auto write = [this](const QString &name, const QByteArray &text) {
        QFile file(m_facility->filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    QVERIFY(write(u"facility.toml"_s, facilityText));
    QVERIFY(write(u"profiles/lris.toml"_s, profileText("lris")));
    QVERIFY(write(u"profiles/hires.toml"_s, profileText("hires")));
    m_window = std::make_unique<QWidget>();
    m_window->show();
    m_desk = std::make_unique<Desk>(nullptr);
    m_support = std::make_unique<SupportDesk>();
    m_message = new MessageBar(m_support.get(), m_window.get());
    m_choice = new FacilityChoice(m_facility->path(), u"hilo"_s, m_window.get());
    m_flow = new ConnectFlow(m_choice, m_window.get());
    connect(m_flow, &ConnectFlow::profileReady, m_desk.get(), &Desk::connectProfile);
    m_links = new ExternalLinkOpener(m_desk.get(), m_choice, m_flow, m_message, m_window.get(), [this](const DesktopCommand &view) {
        m_viewed.append(view);
        return true;
    });
    m_remote = new ExternalRequestHandler(
        m_desk.get(),
        m_choice,
        m_flow,
        m_links,
        [this](Session *session) {
            m_raised.append(session->id());
        },
        m_window.get());
    m_bus = std::make_unique<ConsoleBus>([] {
        return u"{\"profile\":\"lris\"}"_s;
    });
    m_bus->setActions(m_remote);
    connect(m_bus.get(), &ConsoleBus::raiseRequested, this, [this] {
        m_raised.append(u"console"_s);
        m_tokens.append(qEnvironmentVariable("XDG_ACTIVATION_TOKEN"));
    });
    connect(m_bus.get(), &ConsoleBus::commandReceived, m_remote, [this](const QStringList &words, const QString &directory) {
        m_bus->setExitStatus(m_remote->runCommand(words, directory));
    });
    QCOMPARE(m_bus->serviceName(), u"org.nightdesk.nightdesk-%1"_s.arg(QCoreApplication::applicationPid()));
    m_choice->startReadingFacility();
    QTRY_VERIFY(m_choice->isFacilityRead());
}

void ConsoleRemoteTest::cleanup()
{
    m_bus.reset();
    m_window.reset();
    m_desk.reset();
    m_support.reset();
}

Ended ConsoleRemoteTest::run(const QStringList &words, const QProcessEnvironment &environment)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s, words);
    // This process answers meanwhile.
    const bool isEnd = QTest::qWaitFor(
        [&process] {
            return process.state() == QProcess::NotRunning;
        },
        60000);
    if (!isEnd) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

void ConsoleRemoteTest::agree()
{
    QTRY_COMPARE(m_flow->nameOfShownQuestion(), u"trust"_s);
    for (TrustDialog *dialog : m_window->findChildren<TrustDialog *>()) {
        if (dialog->isVisible()) { // one that was answered may still be there
            dialog->accept();
            return;
        }
    }
}

QMessageBox *ConsoleRemoteTest::question()
{
    for (QMessageBox *box : m_window->findChildren<QMessageBox *>()) {
        if (box->isVisible()) {
            return box;
        }
    }
    return nullptr;
}

void ConsoleRemoteTest::theInterfaceIsTheFile()
{
    QFile file(qEnvironmentVariable("NIGHTDESK_TEST_SOURCE_DIR") + u"/resources/org.nightdesk.Console.xml"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    QStringList methods;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == "method"_L1) {
            methods.append(xml.attributes().value("name"_L1).toString());
        }
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(methods.size() >= 6);
    const QDBusMessage ask =
        QDBusMessage::createMethodCall(m_bus->serviceName(), ConsoleBus::objectPath(), u"org.freedesktop.DBus.Introspectable"_s, u"Introspect"_s);
    QDBusPendingCall call = QDBusConnection::sessionBus().asyncCall(ask);
    QTRY_VERIFY(call.isFinished());
    const QString offered = call.reply().arguments().value(0).toString();
    for (const QString &method : std::as_const(methods)) {
        QVERIFY2(offered.contains(u"<method name=\"%1\""_s.arg(method)), qPrintable(method));
    }
    QVERIFY(offered.contains(ConsoleBus::interfaceName()));
}

void ConsoleRemoteTest::connectAsksAsAPersonWouldBe()
{
    const Ended ended = run({u"connect"_s, u"lris"_s});
    QVERIFY2(ended.code == 0, qPrintable(ended.err));
    QVERIFY2(ended.out.contains(u"questions"_s), qPrintable(ended.out));
    QVERIFY(m_raised.contains(u"console"_s)); // its question is to be seen
    QVERIFY(!m_desk->isConnected()); // nobody agreed yet
    agree();
    QVERIFY(m_desk->isConnected(u"lris"_s));
}

QDBusMessage ConsoleRemoteTest::ask(const QString &interface, const QString &method, const QVariantList &arguments)
{
    QDBusMessage question =
        QDBusMessage::createMethodCall(m_bus->serviceName(), ConsoleBus::applicationObjectPath(ConsoleBus::Program::Console), interface, method);
    question.setArguments(arguments);
    const QDBusPendingCall call = QDBusConnection::sessionBus().asyncCall(question);
    const bool isAnswered = QTest::qWaitFor(
        [&call] {
            return call.isFinished();
        },
        30000);
    return isAnswered ? call.reply() : QDBusMessage();
}

void ConsoleRemoteTest::aSecondStartRaisesTheFirstWithItsToken()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"XDG_ACTIVATION_TOKEN"_s, u"of-a-click"_s);
    const Ended ended = run({u"connect"_s, u"lris"_s}, environment);
    QVERIFY2(ended.code == 0, qPrintable(ended.err));
    QCOMPARE(m_flow->requestedProfile(), u"lris"_s);
    QVERIFY(m_raised.contains(u"console"_s));
    QVERIFY2(m_tokens.contains(u"of-a-click"_s), qPrintable(m_tokens.join(u' ')));
    QVERIFY(!qEnvironmentVariableIsSet("XDG_ACTIVATION_TOKEN")); // programs that are started later do not inherit it
}

void ConsoleRemoteTest::itIsActivatedAsAnApplication()
{
    const QString application = u"org.freedesktop.Application"_s;
    QCOMPARE(ask(application, u"Activate"_s, {QVariantMap()}).type(), QDBusMessage::ReplyMessage);
    QCOMPARE(m_raised, QStringList{u"console"_s});
    QCOMPARE(ask(application, u"Open"_s, {QStringList{u"vnc://127.0.0.1:5999"_s}, QVariantMap()}).type(), QDBusMessage::ReplyMessage);
    QTRY_VERIFY(question());
    question()->reject();
}

void ConsoleRemoteTest::aCommandLineIsHandedOver_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("requestedProfile");
    QTest::newRow("a profile") << QStringList{u"nightdesk"_s, u"connect"_s, u"lris"_s} << 0 << u"lris"_s;
    QTest::newRow("a profile that is not there") << QStringList{u"nightdesk"_s, u"connect"_s, u"nirc"_s} << 1 << QString();
    QTest::newRow("a profile of another facility") << QStringList{u"nightdesk"_s, u"connect"_s, u"lris"_s, u"--facility"_s, u"other"_s} << 1 << QString();
    QTest::newRow("a bad URL") << QStringList{u"nightdesk"_s, u"vnc://:::"_s} << 1 << QString();
    QTest::newRow("what a console does not do for others") << QStringList{u"nightdesk"_s, u"status"_s} << 2 << QString();
}

void ConsoleRemoteTest::aCommandLineIsHandedOver()
{
    QFETCH(QStringList, words);
    QFETCH(int, status);
    QFETCH(QString, requestedProfile);
    const QDBusMessage reply = ask(u"org.kde.KDBusService"_s, u"CommandLine"_s, {words, QDir::tempPath(), QVariantMap()});
    QVERIFY2(reply.type() == QDBusMessage::ReplyMessage, qPrintable(reply.errorMessage()));
    QCOMPARE(reply.arguments().value(0).toInt(), status);
    QCOMPARE(m_flow->requestedProfile(), requestedProfile);
}

void ConsoleRemoteTest::connectTwiceIsOnce()
{
    m_flow->requestById(u"lris"_s);
    agree();
    QSignalSpy profileReady(m_flow, &ConnectFlow::profileReady);
    const Ended ended = run({u"connect"_s, u"lris"_s, u"--site"_s, u"hilo"_s, u"--facility"_s, m_facility->path()});
    QVERIFY2(ended.code == 0, qPrintable(ended.err));
    QCOMPARE(profileReady.size(), 0);
    // Another one comes beside it.
    QCOMPARE(run({u"connect"_s, u"hires"_s}).code, 0);
    agree();
    QVERIFY(m_desk->isConnected(u"lris"_s));
    QVERIFY(m_desk->isConnected(u"hires"_s));
}

void ConsoleRemoteTest::connectIsRefused_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("told");
    QTest::newRow("no such profile") << QStringList{u"connect"_s, u"liris"_s} << u"liris"_s;
    QTest::newRow("another site") << QStringList{u"connect"_s, u"lris"_s, u"--site"_s, u"waimea"_s} << u"waimea"_s;
}

void ConsoleRemoteTest::connectIsRefused()
{
    QFETCH(QStringList, words);
    QFETCH(QString, told);
    const Ended ended = run(words);
    QCOMPARE(ended.code, 1);
    QVERIFY2(ended.err.contains(told), qPrintable(ended.err));
    QVERIFY(m_flow->requestedProfile().isEmpty());
    QVERIFY(!m_desk->isConnected());
}

void ConsoleRemoteTest::anotherSiteIsRefusedWhileItIsRead()
{
    m_choice->setSite(u"waimea"_s);
    QVERIFY(!m_choice->isFacilityRead());
    QVERIFY(!m_remote->connectProfile(u"lris"_s, u"hilo"_s, {}));
    QVERIFY(m_flow->requestedProfile().isEmpty());
    QVERIFY(m_remote->connectProfile(u"lris"_s, u"waimea"_s, {}));
    QCOMPARE(m_flow->requestedProfile(), u"lris"_s);
}

void ConsoleRemoteTest::whatIsInTheWayIsTold()
{
    m_flow->requestById(u"lris"_s);
    agree();
    m_desk->disconnectAll();
    m_flow->disconnect(m_desk.get()); // as where something else is connected that it cannot stand beside
    const Ended ended = run({u"connect"_s, u"lris"_s});
    QCOMPARE(ended.code, 1);
    QVERIFY2(ended.err.contains(u"not connected"_s), qPrintable(ended.err));
}

void ConsoleRemoteTest::aQuestionForAnotherIsNotTakenAway()
{
    m_flow->requestById(u"hires"_s);
    QTRY_COMPARE(m_flow->nameOfShownQuestion(), u"trust"_s);
    const Ended ended = run({u"connect"_s, u"lris"_s});
    QCOMPARE(ended.code, 1);
    QVERIFY2(ended.err.contains(u"hires"_s), qPrintable(ended.err));
    QCOMPARE(m_flow->requestedProfile(), u"hires"_s);
    m_links->open(u"nightdesk://connect/lris"_s);
    QVERIFY(!question());
    QVERIFY2(m_message->text().contains(u"hires"_s), qPrintable(m_message->text()));
    QCOMPARE(m_flow->requestedProfile(), u"hires"_s);
}

void ConsoleRemoteTest::askedForAgainTheRestStillFollows()
{
    m_flow->requestConnectionsInTurn({{u"hires"_s, false}, {u"lris"_s, false}}); // as a resume does
    QTRY_COMPARE(m_flow->nameOfShownQuestion(), u"trust"_s);
    const Ended ended = run({u"connect"_s, u"hires"_s});
    QVERIFY2(ended.code == 0, qPrintable(ended.err));
    QVERIFY2(ended.out.contains(u"questions"_s), qPrintable(ended.out));
    agree();
    QVERIFY(m_desk->isConnected(u"hires"_s));
    QCOMPARE(m_flow->requestedProfile(), u"lris"_s);
    agree();
    QVERIFY(m_desk->isConnected(u"lris"_s));
}

void ConsoleRemoteTest::disconnectEndsOneOrAll()
{
    QCOMPARE(run({u"disconnect"_s}).code, 1);
    for (const QString &profile : {u"lris"_s, u"hires"_s}) {
        m_flow->requestById(profile);
        agree();
    }
    QCOMPARE(run({u"disconnect"_s, u"lris"_s}).code, 0);
    QVERIFY(!m_desk->isConnected(u"lris"_s));
    QVERIFY(m_desk->isConnected(u"hires"_s));
    const Ended again = run({u"disconnect"_s, u"lris"_s});
    QCOMPARE(again.code, 1);
    QVERIFY2(again.err.contains(u"lris"_s), qPrintable(again.err));
    QCOMPARE(run({u"disconnect"_s}).code, 0);
    QVERIFY(!m_desk->isConnected());
}

void ConsoleRemoteTest::raiseFindsADisplay()
{
    QCOMPARE(run({u"raise"_s}).code, 0);
    QCOMPARE(m_raised, QStringList{u"console"_s});
    QCOMPARE(run({u"raise"_s, u"lris-control"_s}).code, 1); // not connected
    m_flow->requestById(u"lris"_s);
    agree();
    QCOMPARE(run({u"raise"_s, u"lris-control"_s}).code, 0);
    QCOMPARE(m_raised.constLast(), u"lris-control"_s);
}

void ConsoleRemoteTest::statusTellsOfIt()
{
    const Ended ended = run({u"status"_s, u"--json"_s});
    QCOMPARE(ended.code, 0);
    QVERIFY2(ended.out.contains(u"{\"profile\":\"lris\"}"_s), qPrintable(ended.out));
}

void ConsoleRemoteTest::measureNeedsAConnection()
{
    const Ended ended = run({u"measure"_s, u"--json"_s});
    QCOMPARE(ended.code, 1);
    QCOMPARE(ended.out, QString());
    QVERIFY2(ended.err.contains(u"is connected to a host"_s), qPrintable(ended.err));
}

void ConsoleRemoteTest::aLinkAsksFirst()
{
    const FirstLook first;
    const Ended ended = run({u"nightdesk://connect/lris?site=hilo"_s});
    QVERIFY2(ended.code == 0, qPrintable(ended.err));
    QMessageBox *box = question();
    QVERIFY(box);
    QVERIFY(m_flow->requestedProfile().isEmpty());
    QCOMPARE(box->textFormat(), Qt::PlainText);
    QVERIFY2(box->text().contains(u"The lris"_s) && box->text().contains(u"Observatory"_s), qPrintable(box->text()));
    QVERIFY2(box->informativeText().contains(u"nightdesk://connect/lris?site=hilo"_s), qPrintable(box->informativeText()));
    QVERIFY(box->informativeText().contains(m_facility->path()));
    QVERIFY(box->informativeText().contains(u"Hilo"_s));
    // Enter is no yes: who types while it comes up has agreed to nothing.
    QCOMPARE(box->defaultButton(), box->button(QMessageBox::Cancel));
    for (QAbstractButton *button : box->buttons()) {
        if (button != box->button(QMessageBox::Cancel)) {
            QVERIFY(first.tookNoYes); // what was clicked blindly is no yes
            QTRY_VERIFY(button->isEnabled());
            QTest::mouseClick(button, Qt::LeftButton);
            break;
        }
    }
    QCOMPARE(m_flow->requestedProfile(), u"lris"_s);
    agree(); // a link spares no question
    QVERIFY(m_desk->isConnected(u"lris"_s));
}

void ConsoleRemoteTest::aLinkThatIsCancelledDoesNothing()
{
    m_links->open(u"nightdesk://connect/lris"_s);
    QPointer<QMessageBox> first = question();
    QVERIFY(first);
    m_links->open(u"vnc://summit.example:5901?VncPassword=secret"_s); // takes its place
    QMessageBox *box = question();
    QVERIFY(box && box != first);
    QVERIFY2(box->text().contains(u"summit.example:5901"_s), qPrintable(box->text()));
    QVERIFY(box->informativeText().contains(u"password"_s));
    QVERIFY(!box->informativeText().contains(u"secret"_s));
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_VERIFY(!question());
    QVERIFY(m_viewed.isEmpty());
    QVERIFY(m_flow->requestedProfile().isEmpty());
    m_links->open(u"nightdesk://connect/lris"_s);
    QTest::keyClick(question(), Qt::Key_Escape);
    QTRY_VERIFY(!question());
    QVERIFY(m_flow->requestedProfile().isEmpty());
}

void ConsoleRemoteTest::aLinkToWhatIsConnectedEndsNothing()
{
    m_links->open(u"nightdesk://connect/lris"_s); // asked about before it is connected in another way
    QMessageBox *box = question();
    QVERIFY(box);
    QTRY_VERIFY(std::ranges::all_of(box->buttons(), &QAbstractButton::isEnabled));
    m_flow->requestById(u"lris"_s);
    agree();
    QSignalSpy profileReady(m_flow, &ConnectFlow::profileReady);
    QSignalSpy gone(m_desk.get(), &Desk::profileDisconnected);
    for (QAbstractButton *button : box->buttons()) {
        if (button != box->button(QMessageBox::Cancel)) {
            QTest::mouseClick(button, Qt::LeftButton);
            break;
        }
    }
    QTRY_VERIFY2(m_message->text().contains(u"The lris"_s), qPrintable(m_message->text()));
    QTRY_VERIFY(!question());
    m_message->setText(QString());
    m_links->open(u"nightdesk://connect/lris"_s);
    QVERIFY(!question());
    QVERIFY2(m_message->text().contains(u"The lris"_s), qPrintable(m_message->text()));
    QVERIFY(m_flow->requestedProfile().isEmpty());
    QCOMPARE(profileReady.size(), 0);
    QCOMPARE(gone.size(), 0);
    QVERIFY(m_desk->isConnected(u"lris"_s));
}

void ConsoleRemoteTest::aLinkIsNotOpened_data()
{
    QTest::addColumn<QString>("link");
    QTest::addColumn<QString>("told");
    QTest::newRow("a bad one") << u"nightdesk://run/xterm"_s << u"nightdesk://run/xterm"_s;
    QTest::newRow("another site's") << u"nightdesk://connect/lris?site=waimea"_s << u"waimea"_s;
    QTest::newRow("a bad one with a secret") << u"vnc://a:5901/x?VncPassword=secret"_s << u"…"_s;
}

void ConsoleRemoteTest::aLinkIsNotOpened()
{
    QFETCH(QString, link);
    QFETCH(QString, told);
    m_links->open(link);
    QVERIFY(!question());
    QVERIFY2(m_message->text().contains(told), qPrintable(m_message->text()));
    QVERIFY(!m_message->text().contains(u"secret"_s));
}

void ConsoleRemoteTest::aBadLinkIsToldByTheConsole()
{
    const Ended ended = run({u"nightdesk://run/xterm"_s});
    QCOMPARE(ended.code, 1);
    QVERIFY(!ended.err.isEmpty());
    QVERIFY2(m_message->text().contains(u"nightdesk://run/xterm"_s), qPrintable(m_message->text()));
    QVERIFY(m_raised.contains(u"console"_s)); // whoever clicked it sees no terminal
    QVERIFY(!question());
}

void ConsoleRemoteTest::aViewIsShownByAnotherProcess()
{
    const FirstLook first;
    m_links->open(u"nightdesk://view/localhost:5901?ssh=observer@summit.example&view-only=true"_s);
    QMessageBox *box = question();
    QVERIFY(box);
    QVERIFY2(box->text().contains(u"localhost:5901"_s) && box->text().contains(u"summit.example"_s), qPrintable(box->text()));
    QVERIFY(box->informativeText().contains(u"observer"_s));
    for (QAbstractButton *button : box->buttons()) {
        if (button != box->button(QMessageBox::Cancel)) {
            QVERIFY(first.tookNoYes); // what was clicked blindly is no yes
            QTRY_VERIFY(button->isEnabled());
            QTest::keyClick(button, Qt::Key_Space);
            break;
        }
    }
    QTRY_COMPARE(m_viewed.size(), 1);
    QCOMPARE(m_viewed.constFirst().sshHost, u"summit.example"_s);
    QVERIFY(m_viewed.constFirst().viewOnly);
}

void ConsoleRemoteTest::withoutAConsole()
{
    cleanup();
    for (const QStringList &words :
         {QStringList{u"disconnect"_s}, QStringList{u"raise"_s}, QStringList{u"raise"_s, u"x"_s}, QStringList{u"status"_s}, QStringList{u"measure"_s}}) {
        const Ended ended = run(words);
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.err.contains(u"No console"_s), qPrintable(ended.err));
    }
}

void ConsoleRemoteTest::helpDoesNothingElse_data()
{
    QTest::addColumn<QString>("word");
    for (const CommandSpec &command : CommandTable::all()) {
        QTest::newRow(command.name.isEmpty() ? "the program" : qPrintable(command.name)) << command.name;
    }
}

void ConsoleRemoteTest::helpDoesNothingElse()
{
    QFETCH(const QString, word);
    const QTemporaryDir home;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &part : {u"CONFIG"_s, u"DATA"_s, u"CACHE"_s, u"STATE"_s}) {
        QVERIFY(QDir(home.path()).mkdir(part));
        environment.insert(u"XDG_%1_HOME"_s.arg(part), home.filePath(part));
    }
    // Settings of an earlier version: whoever opens them writes them again.
    const QByteArray settings = "[Desk]\nFacilityDirectory=/facility\nLastAccount=kim\nLastInstrument=lris\n";
    const QString file = home.filePath(u"CONFIG/nightdeskrc"_s);
    QFile before(file);
    QVERIFY(before.open(QIODevice::WriteOnly) && before.write(settings) == settings.size());
    before.close();
    QStringList words{word, u"--help"_s};
    words.removeAll(QString());
    const Ended ended = run(words, environment);
    QCOMPARE(ended.code, 0);
    QCOMPARE(ended.err, QString());
    QVERIFY2(ended.out.startsWith(QString(u"Usage: nightdesk "_s + word).trimmed()), qPrintable(ended.out));
    QStringList files;
    for (QDirIterator each(home.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); each.hasNext();) {
        files.append(each.next());
    }
    QCOMPARE(files, QStringList{file});
    QFile after(file);
    QVERIFY(after.open(QIODevice::ReadOnly));
    QCOMPARE(after.readAll(), settings);
}

void ConsoleRemoteTest::viewersGetTheSameWords_data()
{
    QTest::addColumn<QString>("link");
    QTest::newRow("straight") << u"vnc://summit:5901"_s;
    QTest::newRow("IPv6") << u"vnc://[::1]:5901?ViewOnly=1"_s;
    QTest::newRow("ssh") << u"vnc://localhost:5901?SshHost=summit&SshPort=2222&SshUsername=lris1"_s;
    QTest::newRow("ssh by IPv6") << u"vnc://localhost:5901?SshHost=::1&SshPort=2222"_s;
    QTest::newRow("our own") << u"nightdesk://view/localhost::1?ssh=lris1@summit"_s;
}

void ConsoleRemoteTest::viewersGetTheSameWords()
{
    QFETCH(QString, link);
    const auto read = ExternalLink::read(link);
    QVERIFY2(read, qPrintable(read.error_or(QString())));
    const auto view = std::get<DesktopCommand>(read->target);
    const Command again = CommandLine::parse(QStringList{u"nightdesk"_s} + ExternalLinkOpener::commandArguments(view));
    QVERIFY(std::holds_alternative<DesktopCommand>(again));
    QVERIFY(std::get<DesktopCommand>(again) == view);
}

NIGHTDESK_TEST(ConsoleRemoteTest)
#include "consoleremotetest.moc"
