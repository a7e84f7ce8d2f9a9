// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/linkstory.h"

#include "tests/faults/echo.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/support/waitfor.h"

#include <sys/socket.h>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
LinkStory::LinkStory(const LinkSpec &spec, bool carriesPrograms, const SharedLinkObjects &sharedLinkObjects)
    : keeper(LinkTarget{spec, carriesPrograms}, sharedLinkObjects)
    , link(*keeper.link())
{
    mark();
    connect(&link, &Link::stateChanged, this, [this](LinkState state) {
        states << state;
        if (state == LinkState::Stalled && !stalledAt) {
            stalledAt = sinceMark();
        } else if (state == LinkState::Dead && !deadAt) {
            deadAt = sinceMark();
        }
    });
    connect(&link, &Link::answeringChanged, this, [this](bool answers) {
        if (!answers && !heldAt) {
            heldAt = sinceMark();
        }
    });
    connect(&link, &Link::failed, this, [this](const Failure &failure) {
        failures << failure;
    });
    connect(&link, &Link::linkRenewalFailed, this, [this](const Failure &failure) {
        renewalFailures << failure;
    });
    connect(&link, &Link::connectionRenewed, this, [this] {
        ++renewals;
    });
}

bool LinkStory::begin()
{
    keeper.keepLinkOpen();
    return wait([this] {
        return link.isHostAnswering();
    });
}

void LinkStory::mark()
{
    m_sinceMark.start();
    states.clear();
    failures.clear();
    renewalFailures.clear();
    renewals = 0;
    heldAt.reset();
    stalledAt.reset();
    deadAt.reset();
}

qint64 LinkStory::sinceMark() const
{
    return m_sinceMark.elapsed();
}

bool LinkStory::wait(const std::function<bool()> &condition, std::chrono::milliseconds limit)
{
    return Test::waitFor(condition, limit);
}

bool LinkStory::waitFor(LinkState state)
{
    return wait([this, state] {
        return link.state() == state;
    });
}

bool LinkStory::waitForAnswer()
{
    bool isAnswered = false;
    const auto listening = connect(&link, &Link::pingAnswered, this, [&isAnswered](const PingAnswer &ping) {
        isAnswered = isAnswered || !ping.isHandshakeRoundTrip;
    });
    const bool result = wait([&isAnswered] {
        return isAnswered;
    });
    disconnect(listening);
    return result;
}

std::optional<qint64> LinkStory::waitUntilFresh(Echo &echo, std::chrono::milliseconds limit)
{
    std::unique_ptr<StreamProbe> stream;
    bool isSent = false;
    int renewalsThen = renewals;
    const bool isFresh = wait(
        [&] {
            if (stream && (stream->failure || stream->closed || renewalsThen != renewals)) {
                stream.reset(); // as a desktop does
            }
            if (!stream && link.isHostAnswering()) {
                stream = std::make_unique<StreamProbe>(link, echo.target());
                renewalsThen = renewals;
                isSent = false;
            }
            if (stream && stream->opened && !isSent) {
                isSent = ::send(stream->fd.get(), "?", 1, MSG_NOSIGNAL) == 1;
            }
            char byte = 0;
            return stream && isSent && ::recv(stream->fd.get(), &byte, 1, MSG_DONTWAIT) == 1;
        },
        limit);
    return isFresh ? std::optional(sinceMark()) : std::nullopt;
}

QString LinkStory::report() const
{
    QStringList words;
    for (const LinkState state : states) {
        words << QString::number(static_cast<int>(state));
    }
    QString text = u"states %1; renewals %2; now state %3, %4"_s.arg(words.join(u' '))
                       .arg(renewals)
                       .arg(static_cast<int>(link.state()))
                       .arg(link.isHostAnswering() ? u"answers"_s : u"silent"_s);
    for (const Failure &failure : failures) {
        text += u"; failed: "_s + failure.what;
    }
    for (const Failure &failure : renewalFailures) {
        text += u"; renewal failed: "_s + failure.what;
    }
    return text;
}
}
