// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/quietboard.h"

#include "app/boardway.h"
#include "monitors/board/board.h"
#include "monitors/board/boardstatus.h"
#include "sessions/boardwire/boardtopics.h"
#include "sessions/broker/brokerclient.h"
#include "sessions/broker/credentialstore.h"
#include "sessions/links/linkkeeper.h"
#include "sessions/profiles/facilitywatcher.h"

#include <KLocalizedString>

#include <QDir>
#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using Clock = std::chrono::steady_clock;

namespace
{
// All that the broker keeps of the desks comes in one go; after that each tells something within a minute.
constexpr auto settled = 700ms;
constexpr auto lookAgain = 50ms;
}

QuietBoard::QuietBoard(const QString &directory)
    : m_directory(directory)
{
}

QuietBoard::~QuietBoard() = default;

bool QuietBoard::isOffered()
{
    return !QDir(CredentialStore::defaultDirectory()).entryList({u"*.sa"_s}, QDir::Files).isEmpty();
}

std::optional<QJsonObject> QuietBoard::look(std::chrono::milliseconds limit)
{
    if (!m_files && !m_directory.isEmpty() && isOffered()) {
        m_files = std::make_unique<FacilityWatcher>(); // a share may hang: it reads on a thread of its own
        connect(m_files.get(), &FacilityWatcher::facilityChanged, this, &QuietBoard::readBroker);
        m_files->setDirectory(m_directory);
        waitFor(
            [this] {
                const bool hasNone = m_files->facility() && !m_hasBroker;
                return m_isOver || hasNone || (m_wasConnected && Clock::now() > m_arrivedAt + settled);
            },
            Clock::now() + limit);
    }
    if (m_files && !m_wasConnected && !m_isOver) {
        m_trouble = whatIsAwaited();
    }
    return m_wasConnected ? std::optional(BoardStatus::describe(*m_board)) : std::nullopt;
}

QString QuietBoard::trouble() const
{
    return m_trouble;
}

void QuietBoard::release()
{
    m_client.reset();
    m_keeper.reset();
    m_board.reset();
    m_files.reset();
    m_trouble.clear();
    m_lastFailure.clear();
    m_hasBroker = false;
    m_wasConnected = false;
    m_isOver = false;
}

void QuietBoard::wait(std::chrono::milliseconds time)
{
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    loop.exec();
}

bool QuietBoard::waitFor(const std::function<bool()> &isDone, Clock::time_point end)
{
    while (!isDone()) {
        if (Clock::now() >= end) {
            return false;
        }
        wait(lookAgain);
    }
    return true;
}

/// Also when the files are read at last: a share may answer long after.
void QuietBoard::readBroker(const Facility &facility)
{
    const auto broker = BoardWay::broker(facility);
    if (!broker || std::exchange(m_hasBroker, true)) {
        return;
    }
    CredentialStore().load(broker->id, BrokerRole::SupportAstronomer, this, [this, broker](const CredentialStore::Loaded &loaded) {
        if (!m_hasBroker || m_client) {
            return; // released meanwhile
        }
        if (!loaded) {
            setTrouble(loaded.error());
        } else if (*loaded) {
            begin(*broker, **loaded);
        } else {
            setTrouble({});
        }
    });
}

/// Why it is not connected, where nothing says that a person has to act.
QString QuietBoard::whatIsAwaited() const
{
    const auto facility = m_files->facility();
    if (!facility) {
        return i18nc("@info:shell", "The facility’s files were not read in time.");
    }
    if (!m_hasBroker) {
        const auto mistake = std::ranges::find(facility->errors, Severity::Error, &ProfileError::severity);
        return mistake == facility->errors.end() ? QString() : mistake->place.file + u": "_s + mistake->message;
    }
    return m_lastFailure.isEmpty() ? i18nc("@info:shell", "The facility’s broker was not reached in time.") : m_lastFailure;
}

void QuietBoard::begin(const BrokerSpec &spec, const BrokerCredential &credential)
{
    m_board = std::make_unique<Board>(spec.id);
    m_client = std::make_unique<BrokerClient>();
    if (spec.link) {
        watchLink(spec);
    }
    m_client->setWay(BoardWay::make(spec, m_keeper ? m_keeper->link() : nullptr));
    m_client->subscribe(BoardTopics(spec.id).forBoard());
    connect(m_client.get(), &BrokerClient::arrived, m_board.get(), [this](const QList<BrokerMessage> &messages) {
        m_arrivedAt = Clock::now();
        m_board->setTooLong(m_client->counters().tooLong);
        m_board->take(messages);
    });
    connect(m_client.get(), &BrokerClient::connected, m_board.get(), [this] {
        m_arrivedAt = Clock::now();
        m_wasConnected = true;
        m_board->setConnected(true);
    });
    connect(m_client.get(), &BrokerClient::stateChanged, m_board.get(), [this](BrokerState state) {
        if (state != BrokerState::Connected) {
            m_board->setConnected(false);
        }
        const auto failure = m_client->failure();
        if (state == BrokerState::Refused && failure) {
            setTrouble(QStringList{failure->what, failure->advice}.join(u' ').simplified());
        } else if (failure) { // it tries again
            m_lastFailure = QStringList{failure->what, failure->where}.join(u' ').simplified();
        }
    });
    m_client->open(credential, {}); // nobody is told that it looks, nor that it has gone
    if (m_keeper) {
        m_keeper->want();
    }
}

void QuietBoard::watchLink(const BrokerSpec &spec)
{
    m_keeper = std::make_unique<LinkKeeper>(LinkTarget{BoardWay::ownLink(*spec.link), false});
    Link *link = m_keeper->link();
    const auto needsPerson = [this, link] {
        setTrouble(i18nc("@info:shell a host; keep the command untranslated",
                         "%1, by which the broker is reached, asks for something that only you can answer. “nightdesk board” shows it.",
                         link->target().spec.host));
    };
    connect(link, &Link::hostKeyQuestion, this, [link, needsPerson](const HostKeyQuestion &question) {
        needsPerson();
        link->answerHostKey(question.id, HostKeyAnswer::Refuse);
    });
    connect(link, &Link::secretQuestion, this, [link, needsPerson](const SecretQuestion &question) {
        needsPerson();
        link->answerSecret(question.id, {});
    });
    connect(link, &Link::sampleTaken, m_board.get(), [this](const LinkSample &sample) {
        m_board->setRoundTrip(sample.sshRoundTrip);
    });
    connect(link, &Link::stateChanged, this, [this, link](LinkState state) {
        const auto failure = link->lastFailure();
        if (state == LinkState::Closed && failure && failure->kind != FailureKind::Transient) {
            setTrouble(QStringList{failure->what, failure->where}.join(u' ').simplified());
        }
    });
}

void QuietBoard::setTrouble(const QString &why)
{
    if (!m_wasConnected && !std::exchange(m_isOver, true)) {
        m_trouble = why;
    }
}
}
