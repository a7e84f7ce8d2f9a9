// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appwindowagent.h"

#include "sessions/apps/windowagentworker.h"
#include "sessions/common/queuedsignal.h"

#include <KLocalizedString>

#include <QPixmap>

#include <sys/socket.h>

#include <thread>
#include <utility>

namespace Nightdesk
{
namespace
{
QString lossText(WindowAgentWorker::LossReason loss)
{
    using enum WindowAgentWorker::LossReason;
    switch (loss) {
    case ServerRefused:
        return i18nc("@info why a program's title is not known", "The program’s private X server refused Nightdesk.");
    case DataNotValid:
        return i18nc("@info why a program's title is not known", "The program’s private X server sent invalid data.");
    case NoAnswer:
        return i18nc("@info why a program's title is not known", "The program’s private X server is not responding.");
    case ConnectionEnded:
        break;
    }
    return i18nc("@info why a program's title is not known", "The connection to the program’s private X server ended.");
}
}

class AppWindowAgent::Private
{
public:
    Private(AppWindowAgent *agent, Link *link, const AppDisplayFacts &display);
    ~Private();
    template<typename Command>
    void post(Command command)
    {
        m_worker->commands().postCall(m_worker.get(), command);
    }

    QString title;
    QIcon icon;
    int windowCount = 0;
    bool isConnectionLost = false;

private:
    WindowAgentProtocol::AgentCallbacks callbacks();
    void handleConnectionLoss(const QString &why);

    AppWindowAgent *const q;
    std::unique_ptr<LinkStream> m_stream;
    std::unique_ptr<WindowAgentWorker> m_worker;
    std::thread m_thread;
};

AppWindowAgent::Private::Private(AppWindowAgent *agent, Link *link, const AppDisplayFacts &display)
    : q(agent)
{
    int ends[2] = {-1, -1};
    const auto reportLoss = queuedCall(q, [this](WindowAgentWorker::LossReason loss) {
        handleConnectionLoss(lossText(loss));
    });
    if (display.xSocketPath.isEmpty() || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
        reportLoss(WindowAgentWorker::LossReason::ConnectionEnded);
    }
    const WindowAgentWorker::Setup setup{.cookie = display.xCookie,
                                         .hasWindowManager = display.hasWindowManager,
                                         .wasProgramAlreadyRunning = display.wasAlreadyRunning,
                                         .callbacks = callbacks(),
                                         .connectionLost = reportLoss};
    m_worker = std::make_unique<WindowAgentWorker>(setup, UniqueFd(ends[0]));
    if (ends[1] >= 0) {
        // The first bytes wait in the socket, so that they are sent as soon as the channel is open.
        m_stream = link->openStream(UnixStreamTarget{display.xSocketPath}, UniqueFd(ends[1]));
        connect(m_stream.get(), &LinkStream::opened, q, [this] {
            post(&WindowAgentWorker::channelOpened);
        });
        connect(m_stream.get(), &LinkStream::failed, q, [this](const Failure &failure) {
            handleConnectionLoss(failure.what);
        });
    }
    m_thread = std::thread([worker = m_worker.get()] {
        worker->run();
    });
}

AppWindowAgent::Private::~Private()
{
    m_worker->stop(); // the thread blocks only in poll(), which stop() interrupts
    m_thread.join();
}

WindowAgentProtocol::AgentCallbacks AppWindowAgent::Private::callbacks()
{
    return {
        .titleChanged = queuedCall(q,
                                   [this](const QString &text) {
                                       title = text;
                                       Q_EMIT q->titleChanged(text);
                                   }),
        .iconChanged = queuedCall(q,
                                  [this](const QList<QImage> &pictures) {
                                      icon = {};
                                      for (const QImage &picture : pictures) {
                                          icon.addPixmap(QPixmap::fromImage(picture));
                                      }
                                      Q_EMIT q->iconChanged();
                                  }),
        .windowCountChanged = queuedCall(q,
                                         [this](int count) {
                                             windowCount = count;
                                             Q_EMIT q->windowCountChanged(count);
                                         }),
        .startFinished = queuedSignal(q, &AppWindowAgent::startFinished),
        .programCannotBeClosed = queuedSignal(q, &AppWindowAgent::programCannotBeClosed),
        .userQuestionAsked = queuedSignal(q, &AppWindowAgent::userQuestionAsked),
    };
}

void AppWindowAgent::Private::handleConnectionLoss(const QString &why)
{
    if (!std::exchange(isConnectionLost, true)) {
        Q_EMIT q->connectionLost(why);
    }
}

AppWindowAgent::AppWindowAgent(Link *link, const AppDisplayFacts &display, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, link, display))
{
}

AppWindowAgent::~AppWindowAgent() = default;

QString AppWindowAgent::title() const
{
    return d->title;
}

QIcon AppWindowAgent::icon() const
{
    return d->icon;
}

int AppWindowAgent::windowCount() const
{
    return d->windowCount;
}

void AppWindowAgent::fitMainWindowToDisplay()
{
    d->post(&WindowAgentWorker::fitMainWindowToDisplay);
}

void AppWindowAgent::askWindowsToClose()
{
    d->post(&WindowAgentWorker::askWindowsToClose);
}
}
