// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appsteward.h"

#include "sessions/apps/stewardworker.h"

#include <KLocalizedString>

#include <QPixmap>

#include <sys/socket.h>

#include <thread>
#include <utility>

namespace Nightdesk
{
namespace
{
QString words(StewardWorker::Loss loss)
{
    using enum StewardWorker::Loss;
    switch (loss) {
    case Refused:
        return i18nc("@info why a program's title is not known", "The program’s private X server refused Nightdesk.");
    case Broken:
        return i18nc("@info why a program's title is not known", "The program’s private X server sent invalid data.");
    case Silent:
        return i18nc("@info why a program's title is not known", "The program’s private X server is not responding.");
    case Ended:
        break;
    }
    return i18nc("@info why a program's title is not known", "The connection to the program’s private X server ended.");
}
}

class AppSteward::Private
{
public:
    Private(AppSteward *steward, Link *link, const AppPlace &place);
    ~Private();
    template<typename Command>
    void post(Command command)
    {
        m_worker->commands().post([worker = m_worker.get(), command] {
            (worker->*command)();
        });
    }

    QString title;
    QIcon icon;
    int windowCount = 0;
    bool isLost = false;

private:
    StewardTalk::News news();
    void lose(const QString &why);
    /// From the worker's thread to the steward's; not any more when that is gone.
    template<typename Do>
    void later(Do what)
    {
        QMetaObject::invokeMethod(q, what, Qt::QueuedConnection);
    }

    AppSteward *const q;
    std::unique_ptr<LinkStream> m_stream;
    std::unique_ptr<StewardWorker> m_worker;
    std::thread m_thread;
};

AppSteward::Private::Private(AppSteward *steward, Link *link, const AppPlace &place)
    : q(steward)
{
    int ends[2] = {-1, -1};
    if (place.xSocket.isEmpty() || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
        later([this] {
            lose(words(StewardWorker::Loss::Ended));
        });
    }
    const StewardWorker::Setup setup{.cookie = place.xCookie,
                                     .hasManager = place.hasManager,
                                     .isJoined = place.isJoined,
                                     .news = news(),
                                     .lost = [this](StewardWorker::Loss loss) {
                                         later([this, loss] {
                                             lose(words(loss));
                                         });
                                     }};
    m_worker = std::make_unique<StewardWorker>(setup, UniqueFd(ends[0]));
    if (ends[1] >= 0) {
        // The first words wait in the socket, so that they are on their way with the channel's opening.
        m_stream = link->openStream(StreamUnix{place.xSocket}, UniqueFd(ends[1]));
        connect(m_stream.get(), &LinkStream::opened, q, [this] {
            post(&StewardWorker::wayIsOpen);
        });
        connect(m_stream.get(), &LinkStream::failed, q, [this](const Failure &failure) {
            lose(failure.what);
        });
    }
    m_thread = std::thread([worker = m_worker.get()] {
        worker->run();
    });
}

AppSteward::Private::~Private()
{
    m_worker->stop(); // it never waits but in poll()
    m_thread.join();
}

StewardTalk::News AppSteward::Private::news()
{
    return {
        .title =
            [this](const QString &text) {
                later([this, text] {
                    title = text;
                    Q_EMIT q->titleChanged(text);
                });
            },
        .icon =
            [this](const QList<QImage> &pictures) {
                later([this, pictures] {
                    icon = {};
                    for (const QImage &picture : pictures) {
                        icon.addPixmap(QPixmap::fromImage(picture));
                    }
                    Q_EMIT q->iconChanged();
                });
            },
        .windowCount =
            [this](int count) {
                later([this, count] {
                    windowCount = count;
                    Q_EMIT q->windowCountChanged(count);
                });
            },
        .settled =
            [this] {
                later([this] {
                    Q_EMIT q->settled();
                });
            },
        .cannotBeClosed =
            [this] {
                later([this] {
                    Q_EMIT q->cannotBeClosed();
                });
            },
        .askedBack =
            [this] {
                later([this] {
                    Q_EMIT q->askedBack();
                });
            },
    };
}

void AppSteward::Private::lose(const QString &why)
{
    if (!std::exchange(isLost, true)) {
        Q_EMIT q->lost(why);
    }
}

AppSteward::AppSteward(Link *link, const AppPlace &place, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, link, place))
{
}

AppSteward::~AppSteward() = default;

QString AppSteward::title() const
{
    return d->title;
}

QIcon AppSteward::icon() const
{
    return d->icon;
}

int AppSteward::windowCount() const
{
    return d->windowCount;
}

void AppSteward::fill()
{
    d->post(&StewardWorker::fill);
}

void AppSteward::close()
{
    d->post(&StewardWorker::close);
}
}
