// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The board's page in a window of its own, for ./dev bench board: it tells when its rows were painted. A JSON object a second on standard
// output, and one for each line on standard input: forget; tell; await N (desks that are there); fresh (each desk that is known came
// anew); scroll SECONDS. With the end of standard input it ends.
#include "monitors/board/board.h"
#include "sessions/broker/brokerclient.h"
#include "sessions/broker/brokercredentialfile.h"
#include "tests/support/straightway.h"
#include "tools/bench/boardkit/paintprobe.h"
#include "widgets/board/boardpage.h"
#include "widgets/board/boardview.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScrollBar>
#include <QSocketNotifier>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
using Clock = std::chrono::steady_clock;

double seconds(Clock::duration time)
{
    return std::chrono::duration<double>(time).count();
}

void say(const QJsonObject &line)
{
    std::printf("%s\n", QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
    std::fflush(stdout);
}

/// By the nearest rank.
void addPercentiles(QJsonObject &line, std::vector<double> values)
{
    std::ranges::sort(values);
    line[u"count"_s] = static_cast<qint64>(values.size());
    if (values.empty()) {
        return;
    }
    const auto at = [&values](double part) {
        return values[std::min(values.size() - 1, static_cast<size_t>(part * static_cast<double>(values.size())))];
    };
    line[u"p50"_s] = at(0.5);
    line[u"p95"_s] = at(0.95);
    line[u"p99"_s] = at(0.99);
    line[u"most"_s] = values.back();
}

class Screen : public QObject
{
public:
    Screen(const BrokerCredential &credential, const std::variant<TcpAddress, UnixSocket> &broker)
        : m_board(credential.facility)
        , m_probe(m_page.view(), &m_board)
    {
        m_page.setBoard(&m_board);
        m_page.resize(1366, 768);
        m_page.show();
        m_client.setTransport(std::make_unique<DirectTransport>(broker));
        m_client.subscribe(BoardTopics(credential.facility).boardFilters());
        connect(&m_client, &BrokerClient::messagesArrived, &m_board, &Board::applyMessages);
        connect(&m_client, &BrokerClient::stateChanged, this, [this](BrokerState state) {
            m_board.setConnected(state == BrokerState::Connected);
        });
        connect(&m_client, &BrokerClient::connected, this, [this] {
            m_connectedAt = Clock::now();
        });
        connect(&m_board, &Board::deskAdded, this, &Screen::look);
        connect(&m_board, &Board::desksChanged, this, &Screen::look);
        m_client.open(credential, [] {
            return BrokerWill{};
        });
        m_second.callOnTimeout(this, &Screen::tellSecond);
        m_second.start(1s);
        m_scroll.setTimerType(Qt::PreciseTimer);
        m_scroll.callOnTimeout(this, &Screen::scroll);
    }

    void command(const QByteArray &line)
    {
        const QList<QByteArray> words = line.simplified().split(' ');
        const QByteArray &word = words.constFirst();
        const double number = words.constLast().toDouble();
        if (word == "forget") {
            m_probe.forget();
            say({{u"of"_s, u"forget"_s}});
        } else if (word == "tell") {
            QJsonObject answer{{u"of"_s, u"tell"_s}, {u"frames"_s, static_cast<qint64>(m_probe.frames().size())}, {u"rowsInSight"_s, m_probe.rowsInSight()}};
            addPercentiles(answer, m_probe.delays());
            say(answer);
        } else if (word == "await") {
            m_awaited = static_cast<int>(number);
            m_halfAt = 0;
            look();
        } else if (word == "fresh") {
            m_since = QDateTime::currentDateTimeUtc();
            m_freshFrom = Clock::now();
            m_freshWanted = online({});
            m_freshHalf = 0;
        } else if (word == "scroll") {
            m_probe.forget();
            m_scrollBegan = Clock::now();
            m_scrollFor = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(number));
            m_scroll.start(16ms); // a screen's usual frame
        }
    }

private:
    /// Desks that are there, and said so after @p since if that is valid.
    int online(const QDateTime &since) const
    {
        return static_cast<int>(std::ranges::count_if(m_board.desks(), [&](const DeskName &name) {
            const BoardDesk *desk = m_board.desk(name);
            return desk && desk->presence && desk->presence->isOnline && (!since.isValid() || desk->presence->stamp.sentAt > since);
        }));
    }

    void look()
    {
        if (m_awaited > 0) {
            const int there = online({});
            const qint64 now = QDateTime::currentMSecsSinceEpoch();
            if (m_halfAt == 0 && 2 * there >= m_awaited) {
                m_halfAt = now;
            }
            if (there >= m_awaited) {
                m_awaited = 0;
                say({{u"of"_s, u"await"_s}, {u"at"_s, now}, {u"half"_s, m_halfAt}});
            }
        }
        if (m_since.isValid()) {
            const int there = online(m_since);
            const double took = seconds(Clock::now() - m_freshFrom);
            if (m_freshHalf == 0 && 2 * there >= m_freshWanted) {
                m_freshHalf = took;
            }
            if (there >= m_freshWanted) {
                m_since = {};
                say({{u"of"_s, u"fresh"_s}, {u"half"_s, m_freshHalf}, {u"all"_s, took}, {u"connected"_s, seconds(m_connectedAt - m_freshFrom)}});
            }
        }
    }

    void scroll()
    {
        const double passed = seconds(Clock::now() - m_scrollBegan);
        if (Clock::now() - m_scrollBegan >= m_scrollFor) {
            m_scroll.stop();
            std::vector<double> gaps;
            const auto &frames = m_probe.frames();
            for (size_t i = 1; i < frames.size(); ++i) {
                gaps.push_back(1000 * seconds(frames[i] - frames[i - 1]));
            }
            QJsonObject answer{{u"of"_s, u"scroll"_s}, {u"fps"_s, static_cast<double>(frames.size()) / passed}};
            addPercentiles(answer, gaps);
            say(answer);
            return;
        }
        QScrollBar *bar = m_page.view()->verticalScrollBar();
        const double range = std::max(1, bar->maximum());
        const double way = std::fmod(passed * 1500, 2 * range); // pixels: quicker than one reads
        bar->setValue(static_cast<int>(way < range ? way : 2 * range - way));
    }

    void tellSecond()
    {
        const BrokerCounters counters = m_client.counters();
        const Board::Counters board = m_board.counters();
        say({{u"isConnected"_s, m_client.state() == BrokerState::Connected},
             {u"desks"_s, m_board.desks().size()},
             {u"online"_s, online({})},
             {u"arrived"_s, static_cast<qint64>(counters.arrivedMessages)},
             {u"taken"_s, static_cast<qint64>(board.acceptedMessages)},
             {u"stale"_s, static_cast<qint64>(board.staleMessages)},
             {u"dropped"_s, static_cast<qint64>(board.droppedMessages)}});
    }

    Board m_board;
    BoardPage m_page;
    PaintProbe m_probe;
    BrokerClient m_client;
    QTimer m_second;
    QTimer m_scroll;
    Clock::time_point m_connectedAt;
    int m_awaited = 0; ///< 0: nobody waits
    qint64 m_halfAt = 0;
    QDateTime m_since; ///< invalid: nobody waits
    Clock::time_point m_freshFrom;
    int m_freshWanted = 0;
    double m_freshHalf = 0;
    Clock::time_point m_scrollBegan;
    Clock::duration m_scrollFor{};
};

std::variant<TcpAddress, UnixSocket> address(const QString &text)
{
    if (text.startsWith(u'/')) {
        return UnixSocket{text};
    }
    return TcpAddress{.host = text.section(u':', 0, 0), .port = text.section(u':', 1).toUShort()};
}
}

int main(int argc, char *argv[])
{
    const QApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"broker"_s, u"127.0.0.1:port, or an absolute path of a socket"_s, u"ADDRESS"_s},
                       {u"credential"_s, u"a support astronomer's credential"_s, u"FILE"_s}});
    parser.process(app);
    const auto credential = BrokerCredentialFile::read(parser.value(u"credential"_s));
    if (!credential) {
        std::fprintf(stderr, "boardscreen: %s\n", qPrintable(credential.error()));
        return 1;
    }
    Screen screen(*credential, address(parser.value(u"broker"_s)));
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QByteArray waiting;
    QObject::connect(&input, &QSocketNotifier::activated, &screen, [&] {
        std::array<char, 4096> bytes; // NOLINT: written before it is read
        const ssize_t got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
        if (got <= 0) {
            input.setEnabled(false);
            QCoreApplication::quit();
            return;
        }
        waiting.append(bytes.data(), got);
        for (qsizetype end = 0; (end = waiting.indexOf('\n')) >= 0; waiting.remove(0, end + 1)) {
            screen.command(waiting.left(end));
        }
    });
    return QCoreApplication::exec();
}
