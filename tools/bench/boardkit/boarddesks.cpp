// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Many desks in one process, for ./dev bench board: the client code of a console without its windows. A JSON object a second on standard
// output: what they did so far. SIGTERM, or the end of the seconds, ends them in order.
#include "monitors/board/deskpublisher.h"
#include "sessions/broker/brokercredentialfile.h"
#include "tools/bench/boardkit/simulateddesk.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSocketNotifier>
#include <QTimer>

#include <sys/resource.h>
#include <sys/signalfd.h>

#include <csignal>
#include <cstdio>
#include <ctime>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
constexpr int turns = 20; ///< in a second; each plays a twentieth of the desks

double processorSeconds()
{
    timespec time{};
    (void)::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

std::variant<TcpAddress, UnixSocket> address(const QString &text)
{
    if (text.startsWith(u'/')) {
        return UnixSocket{text};
    }
    return TcpAddress{.host = text.section(u':', 0, 0), .port = text.section(u':', 1).toUShort()};
}

class Crowd : public QObject
{
public:
    std::vector<std::unique_ptr<SimulatedDesk>> desks;
    std::chrono::milliseconds joinOver{0};

    void begin()
    {
        tell(); // when it began
        for (size_t i = 0; i < desks.size(); ++i) {
            SimulatedDesk *desk = desks[i].get();
            QTimer::singleShot(joinOver * i / std::max<size_t>(desks.size(), 1), this, [desk] {
                desk->open();
            });
        }
        auto *turn = new QTimer(this);
        turn->setTimerType(Qt::PreciseTimer);
        connect(turn, &QTimer::timeout, this, [this] {
            m_turn = (m_turn + 1) % turns;
            for (size_t i = m_turn; i < desks.size(); i += turns) {
                desks[i]->playOn();
            }
        });
        turn->start(1000ms / turns);
        auto *second = new QTimer(this);
        connect(second, &QTimer::timeout, this, &Crowd::tell);
        second->start(1s);
    }

    void end()
    {
        tell();
        m_closing = desks.size();
        for (const auto &desk : desks) {
            connect(&desk->client(), &BrokerClient::connectionClosed, this, [this] {
                if (--m_closing == 0) {
                    QCoreApplication::quit();
                }
            });
            desk->close();
        }
        QTimer::singleShot(4s, qApp, &QCoreApplication::quit);
    }

    void tell() const
    {
        qint64 connected = 0;
        qint64 refused = 0;
        quint64 published = 0;
        quint64 arrived = 0;
        qint64 sent = 0;
        qint64 received = 0;
        for (const auto &desk : desks) {
            const BrokerCounters counters = desk->client().counters();
            connected += desk->client().state() == BrokerState::Connected ? 1 : 0;
            refused += desk->client().state() == BrokerState::Refused ? 1 : 0;
            published += counters.publishedMessages;
            arrived += counters.arrivedMessages;
            sent += counters.sent.count;
            received += counters.received.count;
        }
        const QJsonObject line{{u"at"_s, QDateTime::currentMSecsSinceEpoch()},
                               {u"desks"_s, static_cast<qint64>(desks.size())},
                               {u"connected"_s, connected},
                               {u"refused"_s, refused},
                               {u"published"_s, static_cast<qint64>(published)},
                               {u"arrived"_s, static_cast<qint64>(arrived)},
                               {u"sentBytes"_s, sent},
                               {u"receivedBytes"_s, received},
                               {u"cpuSeconds"_s, processorSeconds()}};
        std::printf("%s\n", QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
        std::fflush(stdout);
    }

private:
    size_t m_turn = 0;
    size_t m_closing = 0;
};

/// Two sockets for the client, two for its way: a thousand desks want more than the usual 1024.
void raiseDescriptors()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        (void)::setrlimit(RLIMIT_NOFILE, &limit);
    }
}
}

int main(int argc, char *argv[])
{
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    ::sigprocmask(SIG_BLOCK, &ends, nullptr);
    raiseDescriptors();
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"desks"_s, u"how many of the credentials are used"_s, u"N"_s, u"5"_s},
                       {u"seconds"_s, u"how long"_s, u"S"_s, u"60"_s},
                       {u"broker"_s, u"127.0.0.1:port, or an absolute path of a socket"_s, u"ADDRESS"_s},
                       {u"credentials"_s, u"a directory of credential files"_s, u"DIRECTORY"_s},
                       {u"seed"_s, u"which nights"_s, u"NUMBER"_s, u"1"_s},
                       {u"join-over"_s, u"seconds over which they come; 0: all at once"_s, u"S"_s, u"0"_s},
                       {u"trouble"_s, u"seconds between a desk's failures, in the mean"_s, u"S"_s, u"240"_s}});
    parser.process(app);

    const QDir directory(parser.value(u"credentials"_s));
    const QStringList files = directory.entryList({u"*.json"_s}, QDir::Files, QDir::Name);
    Crowd crowd;
    crowd.joinOver = std::chrono::milliseconds(std::llround(parser.value(u"join-over"_s).toDouble() * 1000));
    const auto wanted = parser.value(u"desks"_s).toULongLong();
    const DeskNight::Pace pace{.betweenTroubles = std::chrono::seconds(parser.value(u"trouble"_s).toInt()), .troubleLasts = 30s};
    for (const QString &file : files) {
        const auto credential = BrokerCredentialFile::read(directory.filePath(file));
        if (!credential) {
            std::fprintf(stderr, "boarddesks: %s\n", qPrintable(credential.error()));
            return 1;
        }
        if (credential->role == BrokerRole::Desk && crowd.desks.size() < wanted) {
            crowd.desks.push_back(std::make_unique<SimulatedDesk>(*credential, address(parser.value(u"broker"_s)), parser.value(u"seed"_s).toUInt(), pace));
        }
    }
    if (crowd.desks.size() < wanted) {
        std::fprintf(stderr, "boarddesks: there are credentials of %zu desks only\n", crowd.desks.size());
        return 1;
    }
    QSocketNotifier ended(::signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK), QSocketNotifier::Read);
    QObject::connect(&ended, &QSocketNotifier::activated, &crowd, [&] {
        ended.setEnabled(false);
        crowd.end();
    });
    QTimer::singleShot(std::chrono::seconds(parser.value(u"seconds"_s).toInt()), &crowd, &Crowd::end);
    crowd.begin();
    return QCoreApplication::exec();
}
