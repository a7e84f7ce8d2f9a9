// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/realdesk.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <unistd.h>

using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

/// The real program on a desk with three monitors, and a program that has a display of its own at the summit.
class ProgramStoryTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void aNightWithAProgramOnTheThirdScreen_data();
    void aNightWithAProgramOnTheThirdScreen();

private:
    QStringList connecting() const
    {
        return {u"connect"_s, m_profile, u"--site"_s, u"desk"_s, u"--facility"_s, m_facility.path()};
    }
    bool write(const QString &name, const QByteArray &text) const;
    QJsonObject program(const QProcess *console) const;
    QString directory() const; ///< of its display; empty: it has none
    bool isLive(const QProcess *console) const
    {
        return WAIT_FOR(program(console).value("state"_L1) == "live"_L1, std::chrono::seconds(60));
    }

    SshServer m_sshd;
    QTemporaryDir m_facility;
    const QString m_profile = u"story%1"_s.arg(::getpid());
    std::unique_ptr<RealDesk> m_desk;
};

void ProgramStoryTest::initTestCase()
{
    QVERIFY(m_sshd.start());
    QVERIFY(QDir(m_facility.path()).mkdir(u"profiles"_s));
    QVERIFY(write(u"facility.toml"_s, R"(format = 1
name = "Observatory"
[site.desk]
name = "The desk"
screens = ["left", "centre", "right"]
)"));
    QVERIFY(write(u"profiles/story.toml"_s,
                  uR"(format = 1
id = "%1"
name = "Imager"
[link.summit]
host = "127.0.0.1"
port = %2
user = "%3"
identities = ["%4"]
known-hosts = "%5"
[[window]]
id = "clock"
title = "Image display"
link = "summit"
command = ["xclock", "-title", "Its own title"]
topology = "vnc-app"
screen = "right"
geometry = "300x200+20+40"
)"_s.arg(m_profile, QString::number(m_sshd.port()), m_sshd.userName(), m_sshd.identityFile(), m_sshd.knownHostsFile())
                      .toUtf8()));
}

void ProgramStoryTest::cleanup()
{
    m_desk.reset();
    QFile keeper(directory() + u"/keeper"_s);
    if (const int pid = keeper.open(QIODevice::ReadOnly) ? keeper.readAll().trimmed().toInt() : 0; pid > 1) {
        ::kill(pid, SIGTERM);
    }
    QVERIFY(WAIT_FOR(directory().isEmpty()));
}

bool ProgramStoryTest::write(const QString &name, const QByteArray &text) const
{
    QFile file(m_facility.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

QJsonObject ProgramStoryTest::program(const QProcess *console) const
{
    return m_desk->status(console).value("displays"_L1).toArray().first().toObject();
}

QString ProgramStoryTest::directory() const
{
    const QDir all(u"/tmp/nightdesk-%1"_s.arg(::getuid()));
    const QStringList ours = all.entryList({u"*."_s + m_profile + u".clock"_s}, QDir::Dirs);
    return ours.isEmpty() ? QString() : all.filePath(ours.constFirst());
}

void ProgramStoryTest::aNightWithAProgramOnTheThirdScreen_data()
{
    QTest::addColumn<bool>("windowManager");
    QTest::newRow("with openbox") << true;
    QTest::newRow("without a window manager") << false;
}

void ProgramStoryTest::aNightWithAProgramOnTheThirdScreen()
{
    QFETCH(const bool, windowManager);
    m_desk = std::make_unique<RealDesk>(windowManager);
    QVERIFY(m_desk->start());
    QCOMPARE(m_desk->run({u"trust"_s, m_profile, u"--yes"_s, u"--site"_s, u"desk"_s, u"--facility"_s, m_facility.path()}), 0);
    QProcess *first = m_desk->startConsole(connecting());
    QVERIFY(isLive(first));
    QCOMPARE(program(first).value("kind"_L1).toString(), u"window"_s);
    QCOMPARE(program(first).value("topology"_L1).toString(), u"vnc-app"_s);
    QCOMPARE(program(first).value("joined"_L1).toBool(), false);
    // On the third screen, as large as the profile says, under the title that the profile gives it, before the viewer window.
    const auto shown = [this]() -> std::optional<XServer::Window> {
        for (const XServer::Window &one : m_desk->x().windows()) {
            if (one.viewable && one.title.startsWith(u"Image display"_s)) {
                return one;
            }
        }
        return {};
    };
    std::optional<XServer::Window> window;
    QVERIFY(waitFor([&] {
        window = shown();
        return window && window->rect.size() == QSize(300, 200) && QRect(1280, 0, 640, 600).contains(window->rect);
    }));
    QVERIFY(waitFor([&] {
        const auto now = shown();
        return now && m_desk->rects(first).value(u"clock"_s) == now->rect;
    }));
    QVERIFY(waitFor([&] {
        const QList<XServer::Window> all = m_desk->x().windows(); // of one moment: what else is raised or lowered changes all places
        const auto program = std::ranges::find(all, window->id, &XServer::Window::id);
        return program != all.end() && std::ranges::none_of(all, [&](const XServer::Window &other) {
                   return other.viewable && other.title.startsWith(u"Nightdesk Viewer"_s) && other.stacking > program->stacking;
               });
    }));
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_TEST_SHOTS"); !shots.isEmpty()) {
        m_desk->x().screenshot().save(shots + u"/program-%1.png"_s.arg(windowManager));
    }
    // A person makes it larger, and its display follows.
    QVERIFY(m_desk->x().output({u"xdotool"_s, u"windowsize"_s, QString::number(window->id), u"420"_s, u"310"_s}));
    QVERIFY(WAIT_FOR((program(first).value("size"_L1).toArray() == QJsonArray{420, 310})));
    // The console is killed: the program does not notice, and the next one joins it.
    QVERIFY(!directory().isEmpty());
    m_desk->kill(first);
    QProcess *second = m_desk->startConsole(connecting());
    QVERIFY(isLive(second));
    QCOMPARE(program(second).value("joined"_L1).toBool(), true);
    // Who ends the console by hand ends what runs in it.
    QCOMPARE(::kill(static_cast<pid_t>(second->processId()), SIGINT), 0);
    QVERIFY(WAIT_FOR(second->state() == QProcess::NotRunning && directory().isEmpty()));
}

NIGHTDESK_GUILESS_TEST(ProgramStoryTest)
#include "programstorytest.moc"
