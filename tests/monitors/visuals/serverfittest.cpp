// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/visuals/xserverfit.h"
#include "sessions/profiles/facility/profilereader.h"
#include "sessions/xwindows/facts/xserverreader.h"
#include "tests/support/bareserver.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
/// A program that ends with its object.
class Helper
{
public:
    Helper(const QStringList &command, const QProcessEnvironment &environment)
    {
        m_process.setProcessEnvironment(environment);
        m_process.setStandardOutputFile(QProcess::nullDevice());
        m_process.setStandardErrorFile(QProcess::nullDevice());
        m_process.start(command.first(), command.mid(1));
    }
    ~Helper()
    {
        m_process.terminate();
        if (!m_process.waitForFinished(10000)) {
            m_process.kill();
            m_process.waitForFinished();
        }
    }
    Q_DISABLE_COPY_MOVE(Helper)

private:
    QProcess m_process;
};

QByteArray content(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// An X server as a line of verdicts.txt names it.
class NamedServer
{
public:
    explicit NamedServer(const QString &words)
    {
        QStringList command = words.split(u' ', Qt::SkipEmptyParts);
        const QString how = command.value(0);
        if (how == "xwayland"_L1) {
            startXwayland();
            return;
        }
        if (how == "-"_L1) {
            return;
        }
        if (how == "x11vnc"_L1 || how == "untrusted"_L1) {
            command.removeFirst();
        }
        command.replaceInStrings(u"RFB"_s, m_directory.filePath(u"rfb"_s));
        m_server = std::make_unique<BareServer>(command.mid(1), command.first());
        if (!m_server->serves()) {
            return;
        }
        m_display = m_server->display();
        if (how == "x11vnc"_L1) {
            showByX11vnc();
        } else if (how == "untrusted"_L1) {
            distrust();
        }
    }
    bool isNone() const
    {
        return m_display.isEmpty();
    }
    std::optional<XServerFacts> facts(const QStringList &fonts) const
    {
        if (isNone()) {
            return {};
        }
        const QByteArray before = qgetenv("XAUTHORITY");
        qputenv("XAUTHORITY", QFile::encodeName(m_authority.isEmpty() ? u"/nonexistent"_s : m_authority));
        const XServerFacts facts = XServerReader::readFacts(m_display, fonts);
        before.isNull() ? qunsetenv("XAUTHORITY") : qputenv("XAUTHORITY", before);
        return facts;
    }

private:
    void startXwayland()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"XDG_RUNTIME_DIR"_s, m_directory.path());
        environment.remove(u"DISPLAY"_s);
        const QString log = m_directory.filePath(u"weston.log"_s);
        m_helper = std::make_unique<Helper>(QStringList{u"weston"_s,
                                                        u"--backend=headless"_s,
                                                        u"--renderer=pixman"_s,
                                                        u"--xwayland"_s,
                                                        u"--no-config"_s,
                                                        u"--socket=nightdesk-fit"_s,
                                                        u"--idle-time=0"_s,
                                                        u"--log="_s + log},
                                            environment);
        static const QRegularExpression line(u"xserver listening on display (:\\d+)"_s);
        if (WAIT_FOR(line.match(QString::fromUtf8(content(log))).hasMatch())) {
            m_display = line.match(QString::fromUtf8(content(log))).captured(1);
        }
    }
    void showByX11vnc()
    {
        const QString socket = m_directory.filePath(u"rfb"_s);
        m_helper = std::make_unique<Helper>(QStringList{u"x11vnc"_s,
                                                        u"-display"_s,
                                                        m_display,
                                                        u"-unixsock"_s,
                                                        socket,
                                                        u"-rfbport"_s,
                                                        u"0"_s,
                                                        u"-no6"_s,
                                                        u"-norc"_s,
                                                        u"-nopw"_s,
                                                        u"-forever"_s,
                                                        u"-flashcmap"_s,
                                                        u"-quiet"_s},
                                            QProcessEnvironment::systemEnvironment());
        if (!WAIT_FOR(QFile::exists(socket))) {
            m_display.clear();
        }
    }
    void distrust()
    {
        m_authority = m_directory.filePath(u"authority"_s);
        QProcess xauth;
        xauth.start(u"xauth"_s, {u"-f"_s, m_authority, u"generate"_s, m_display, u"."_s, u"untrusted"_s, u"timeout"_s, u"0"_s});
        if (!xauth.waitForFinished(30000) || xauth.exitCode() != 0) {
            m_display.clear();
        }
    }

    QTemporaryDir m_directory;
    std::unique_ptr<BareServer> m_server;
    std::unique_ptr<Helper> m_helper; ///< goes before the server
    QString m_display;
    QString m_authority;
};

QString verdictWord(const XServerFit &fit)
{
    switch (fit.verdict) {
    case XServerFit::Verdict::Unknown:
        return u"unknown"_s;
    case XServerFit::Verdict::Fits:
        return u"fits"_s;
    case XServerFit::Verdict::FitsAsVncApp:
        return u"vnc-app "_s + fit.visualOfPrivateServer;
    case XServerFit::Verdict::DoesNotFit:
        return u"no"_s;
    }
    return {};
}

QString causeWord(XServerFit::Cause cause)
{
    using enum XServerFit::Cause;
    switch (cause) {
    case Visual:
        return u"visual"_s;
    case DefaultVisual:
        return u"default-visual"_s;
    case BlackWhite:
        return u"black-white"_s;
    case BackingStore:
        return u"backing-store"_s;
    case Preload:
        return u"preload"_s;
    case Font:
        return u"font"_s;
    case Confinement:
        return u"confinement"_s;
    case Size:
        return u"size"_s;
    }
    return {};
}

InstrumentProfile profileWith(const QString &lines)
{
    const bool isDesktop = lines.startsWith(u"expect"_s);
    QByteArray text = "format = 1\nid = \"i\"\nname = \"I\"\n[link.summit]\nhost = \"summit.example\"\n";
    text +=
        isDesktop ? "[[desktop]]\nid = \"d\"\nlink = \"summit\"\ndisplay = \":1\"\n" : "[[window]]\nid = \"w\"\nlink = \"summit\"\ncommand = [\"program\"]\n";
    text += QString(lines).replace(u" ; "_s, u"\n"_s).toUtf8() + '\n';
    const ParsedProfile reading = ProfileReader::parse(text, u"i.toml"_s);
    return reading.hasNoErrors() ? reading.profile : InstrumentProfile();
}
}

/// The verdicts of verdicts.txt, which were written down before, on the real servers that it names.
class ServerFitTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void verdicts_data();
    void verdicts();
    void aDesktopsImageTellsItsSize();
    void sentencesAreShort();
    void colorsOfText_data();
    void colorsOfText();
};

void ServerFitTest::initTestCase()
{
    qunsetenv("DISPLAY"); // nobody's own
}

void ServerFitTest::verdicts_data()
{
    for (const char *column : {"here", "there", "lines", "verdict", "causes"}) {
        QTest::addColumn<QString>(column);
    }
    int cases = 0;
    for (const QByteArray &line : content(QFile::decodeName(qgetenv("NIGHTDESK_TEST_SOURCE_DIR")) + u"/tests/monitors/visuals/verdicts.txt"_s).split('\n')) {
        if (line.isEmpty() || line.startsWith('#')) {
            continue;
        }
        const QList<QByteArray> cells = line.split('|');
        QCOMPARE(cells.size(), 6);
        auto &row = QTest::newRow(cells[0].trimmed().constData());
        for (qsizetype i = 1; i < cells.size(); ++i) {
            row << QString::fromUtf8(cells[i].trimmed());
        }
        ++cases;
    }
    QVERIFY(cases >= 24);
}

void ServerFitTest::verdicts()
{
    QFETCH(QString, here);
    QFETCH(QString, there);
    QFETCH(QString, lines);
    QFETCH(QString, verdict);
    QFETCH(QString, causes);
    const InstrumentProfile profile = profileWith(lines);
    QCOMPARE(profile.windows.size() + profile.desktops.size(), 1);
    const QStringList fonts = profile.windows.isEmpty() ? QStringList() : profile.windows.first().needs.fonts;
    const NamedServer serverHere(here);
    const NamedServer serverThere(there);
    QCOMPARE(serverHere.isNone(), here == "-"_L1);
    QCOMPARE(serverThere.isNone(), there == "-"_L1);
    QElapsedTimer timer;
    timer.start();
    const auto factsHere = serverHere.facts(fonts);
    const auto factsThere = serverThere.facts(fonts);
    const XServerFit fit = profile.windows.isEmpty()
        ? XServerFit::ofDesktop(profile.desktops.first(), factsThere ? &*factsThere : nullptr)
        : XServerFit::ofWindow(profile.windows.first(), factsHere ? &*factsHere : nullptr, factsThere ? &*factsThere : nullptr);
    QVERIFY(timer.durationElapsed() < underLoad(2s));
    QStringList named;
    for (const XServerFit::Finding &finding : fit.findings) {
        named.append(causeWord(finding.cause));
        QVERIFY(finding.problem.endsWith(u'.'));
        QVERIFY(!finding.remedy.isEmpty());
    }
    QCOMPARE(verdictWord(fit), verdict);
    QCOMPARE(named.join(u' '), causes);
}

/// Also where its X server cannot be asked, or was asked before it got another size.
void ServerFitTest::aDesktopsImageTellsItsSize()
{
    using Verdict = XServerFit::Verdict;
    const QSize expected(2560, 1600);
    DesktopSpec desktop;
    desktop.expectedServer = {.visual = {}, .size = PixelSize{.width = expected.width(), .height = expected.height()}};
    QCOMPARE(XServerFit::ofDesktop(desktop, nullptr).verdict, Verdict::Unknown);
    QCOMPARE(XServerFit::ofDesktop(desktop, nullptr, expected).verdict, Verdict::Fits);
    const XServerFit smaller = XServerFit::ofDesktop(desktop, nullptr, QSize(1920, 1200));
    QCOMPARE(smaller.verdict, Verdict::DoesNotFit);
    QCOMPARE(smaller.findings.size(), 1);
    QCOMPARE(smaller.findings.first().cause, XServerFit::Cause::Size);
    QVERIFY2(smaller.findings.first().problem.contains(u"1920×1200"), qPrintable(smaller.findings.first().problem));

    XServerFacts facts;
    XScreenFacts screen;
    screen.size = {640, 480};
    screen.visuals = {{.id = 1, .visualClass = XVisual::Class::TrueColor, .depth = 24, .isDefault = true}};
    facts.screens = {screen};
    QCOMPARE(XServerFit::ofDesktop(desktop, &facts).verdict, Verdict::DoesNotFit);
    QCOMPARE(XServerFit::ofDesktop(desktop, &facts, expected).verdict, Verdict::Fits);

    desktop.expectedServer.visual = u"TrueColor 24"_s;
    QCOMPARE(XServerFit::ofDesktop(desktop, nullptr, expected).verdict, Verdict::Unknown); // of its visual nothing is known
    QCOMPARE(XServerFit::ofDesktop(desktop, &facts, expected).verdict, Verdict::Fits);
}

/// As all messages: at most 20 words a sentence and 40 in all, with any names in them.
void ServerFitTest::sentencesAreShort()
{
    XServerFacts facts;
    facts.display = u":0"_s;
    facts.extensions = {u"RANDR"_s};
    XScreenFacts screen;
    screen.rootDepth = 8;
    screen.whitePixel = 1;
    screen.visuals = {{.id = 1, .visualClass = XVisual::Class::GrayScale, .depth = 8, .isDefault = true}};
    facts.screens = {screen, screen};
    facts.screens[1].number = 1;
    facts.screens[1].blackPixel = 1;
    facts.screens[1].whitePixel = 0;
    WindowSpec spec;
    spec.start = StartPolicy::Preload;
    spec.needs = {.visuals = {u"PseudoColor 8"_s, u"TrueColor 16"_s}, .needsBackingStore = true, .fonts = {u"-adobe-helvetica-*"_s}};
    facts.fonts = {{.pattern = spec.needs.fonts.first(), .names = {}}};
    XServerFit fit = XServerFit::ofWindow(spec, &facts, nullptr);
    QCOMPARE(fit.findings.size(), 6);
    DesktopSpec desktop;
    desktop.expectedServer = {.visual = u"TrueColor 24"_s, .size = PixelSize{.width = 2560, .height = 1600}};
    fit.findings += XServerFit::ofDesktop(desktop, &facts).findings;
    QCOMPARE(fit.findings.size(), 8);
    for (const XServerFit::Finding &finding : std::as_const(fit.findings)) {
        for (const QString &text : {finding.problem, finding.remedy}) {
            const auto words = [](const QString &part) {
                return part.split(u' ', Qt::SkipEmptyParts).size();
            };
            QVERIFY2(words(text) <= 40, qPrintable(text));
            for (const QString &sentence : text.split(u". "_s)) {
                QVERIFY2(words(sentence) <= 20, qPrintable(sentence));
            }
        }
    }
}

void ServerFitTest::colorsOfText_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QStringList>("xrm");
    QTest::addColumn<int>("otherBlack");
    QTest::addColumn<QString>("colors"); // text and background; empty: not known
    QTest::addColumn<bool>("isReadable");
    const QStringList plain{u"program"_s};
    QTest::newRow("black on white") << plain << QStringList() << 0 << u"#000000 #ffffff"_s << true;
    QTest::newRow("where black is white elsewhere") << plain << QStringList() << 1 << u"#ffffff #ffffff"_s << false;
    QTest::newRow("where black is some other pixel elsewhere") << plain << QStringList() << 7 << QString() << false;
    QTest::newRow("a text color helps there") << plain << QStringList{u"*foreground: black"_s} << 1 << u"#000000 #ffffff"_s << true;
    QTest::newRow("the command has precedence") << QStringList{u"program"_s, u"-fg"_s, u"red"_s} << QStringList{u"*foreground: black"_s} << 0
                                                << u"#ff0000 #ffffff"_s << false;
    QTest::newRow("the last line takes effect") << plain << QStringList{u"*foreground: red"_s, u"Prog*Foreground:navy"_s, u"*background: light blue"_s} << 0
                                                << u"#000080 #add8e6"_s << true;
    QTest::newRow("a numbered gray") << plain << QStringList{u"*background: Gray50"_s} << 0 << u"#000000 #808080"_s << true;
    QTest::newRow("parts of two lengths") << plain << QStringList{u"*background: rgb:f/80/ffff"_s} << 0 << u"#000000 #ff80ff"_s << true;
    QTest::newRow("hexadecimal") << plain << QStringList{u"*foreground: #123456"_s} << 0 << u"#123456 #ffffff"_s << true;
    QTest::newRow("a color that nobody knows") << plain << QStringList{u"*foreground: mauvish"_s} << 0 << QString() << false;
    QTest::newRow("an option without its color") << QStringList{u"program"_s, u"-fg"_s} << QStringList() << 0 << u"#000000 #ffffff"_s << true;
}

void ServerFitTest::colorsOfText()
{
    QFETCH(const QStringList, command);
    QFETCH(const QStringList, xrm);
    QFETCH(const int, otherBlack);
    QFETCH(const QString, colors);
    QFETCH(const bool, isReadable);
    WindowSpec spec;
    spec.command = command;
    spec.xResources = xrm;
    XScreenFacts screen;
    screen.blackPixel = 0;
    screen.whitePixel = 1;
    XScreenFacts other = screen;
    other.blackPixel = static_cast<quint32>(otherBlack);
    const auto found = ProgramColors::of(spec, screen, otherBlack == 0 ? nullptr : &other);
    const auto written = [](QRgb rgb) {
        return u"#%1"_s.arg(rgb & 0xffffff, 6, 16, QChar(u'0'));
    };
    QCOMPARE(found ? written(found->text.rgb) + u' ' + written(found->background.rgb) : QString(), colors);
    QCOMPARE(found && found->isReadable(), isReadable);
}

NIGHTDESK_GUILESS_TEST(ServerFitTest)
#include "serverfittest.moc"
