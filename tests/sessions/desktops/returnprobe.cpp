// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shows one desktop through one link, kills its worker now and then, and prints how long each picture took: a program of its own
// because it runs at the near end of an emulated link. One line of JSON, milliseconds.
#include "tests/sessions/desktops/desktopbench.h"

#include <QCommandLineParser>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <csignal>
#include <cstdio>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
using Clock = std::chrono::steady_clock;

int failed(const QString &why)
{
    std::fprintf(stderr, "returnprobe: %s\n", qPrintable(why));
    return 1;
}

double since(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Waits for a picture of a run that began after @p damagesBefore were counted.
bool waitForPicture(Viewer &viewer, qint64 otherThan)
{
    int before = viewer.damages;
    return waitFor(
        [&] {
            if (viewer.session.facts().workerPid == otherThan) {
                before = viewer.damages;
            }
            return viewer.session.state() == SessionState::Live && viewer.session.facts().workerPid != otherThan && viewer.damages > before;
        },
        30s);
}
}

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QGuiApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addPositionalArgument(u"host"_s, {});
    parser.addPositionalArgument(u"port"_s, {});
    parser.addPositionalArgument(u"user"_s, {});
    parser.addPositionalArgument(u"identity"_s, {});
    parser.addPositionalArgument(u"knownHosts"_s, {});
    parser.addPositionalArgument(u"desktop"_s, {});
    parser.addPositionalArgument(u"password"_s, {});
    parser.process(app);
    const QStringList words = parser.positionalArguments();
    if (words.size() < 6) {
        return failed(u"too few arguments"_s);
    }
    LinkSpec spec;
    spec.id = u"summit"_s;
    spec.host = words[0];
    spec.port = words[1].toUShort();
    spec.user = words[2];
    spec.privateKeyFiles = {words[3]};
    spec.knownHostsPath = words[4];
    Link link(LinkTarget{spec, false});
    link.open();
    if (!WAIT_FOR(link.isLive() || link.state() == LinkState::Closed, 60s) || !link.isLive()) {
        return failed(link.lastFailure() ? link.lastFailure()->what : u"no link"_s);
    }
    Viewer viewer(link, TcpAddress{u"127.0.0.1"_s, words[5].toUShort()}, InputPermission::Everyone, Quality::High);
    if (words.size() > 6) {
        QObject::connect(&viewer.session, &DesktopSession::secretNeeded, &viewer.session, [&] {
            viewer.session.answerSecret(Secret::fromText(words[6]));
        });
    }
    auto began = Clock::now();
    viewer.session.start();
    if (!waitForPicture(viewer, 0)) {
        return failed(viewer.failureText());
    }
    const double first = since(began);
    QJsonArray returns;
    // The third death within a minute would end it.
    for (int death = 0; death < 2; ++death) {
        const qint64 pid = viewer.session.facts().workerPid;
        began = Clock::now();
        ::kill(static_cast<pid_t>(pid), SIGKILL);
        if (!waitForPicture(viewer, pid)) {
            return failed(viewer.failureText());
        }
        returns.append(since(began));
    }
    const QJsonObject result{{u"first"_s, first}, {u"returns"_s, returns}, {u"protocol"_s, viewer.session.facts().protocolDescription}};
    std::puts(QJsonDocument(result).toJson(QJsonDocument::Compact).constData());
    return 0;
}
