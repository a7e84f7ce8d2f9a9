// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/localwindowclient.h"

#include "sessions/xwindows/server/localwindowworker.h"

namespace Nightdesk
{
class LocalWindowClient::Thread : public XClientThread<LocalWindowWorker>
{
public:
    using XClientThread::XClientThread;
};

LocalWindowClient::LocalWindowClient(const LocalDisplay &display, const QString &authorityFile, QObject *parent)
    : QObject(parent)
{
    // Forwards the worker's reports as signals on this object's thread.
    const auto later = [this](auto emission) {
        QMetaObject::invokeMethod(this, emission, Qt::QueuedConnection);
    };
    m_thread = std::make_unique<Thread>(LocalWindowWorker::Setup{
        .display = display,
        .authorityFile = authorityFile,
        .reports = {.authorized =
                        [=, this](quint32 program, const XAccess &access) {
                            later([=, this] {
                                Q_EMIT authorized(program, access);
                            });
                        },
                    .refused =
                        [=, this](quint32 program, const std::function<Failure()> &why) {
                            later([=, this] {
                                Q_EMIT refused(program, why());
                            });
                        },
                    .appeared =
                        [=, this](quint32 program) {
                            later([=, this] {
                                Q_EMIT appeared(program);
                            });
                        },
                    .rectChanged =
                        [=, this](quint32 program, const std::optional<QRect> &rect) {
                            later([=, this] {
                                Q_EMIT rectChanged(program, rect);
                            });
                        },
                    .iconifiedChanged =
                        [=, this](quint32 program, bool iconified) {
                            later([=, this] {
                                Q_EMIT iconifiedChanged(program, iconified);
                            });
                        },
                    .windowsChanged =
                        [=, this](quint32 program, int windows, bool isNew) {
                            later([=, this] {
                                Q_EMIT windowsChanged(program, windows, isNew);
                            });
                        },
                    .covered =
                        [=, this](quint32 program, bool keepsPicture) {
                            later([=, this] {
                                Q_EMIT covered(program, keepsPicture);
                            });
                        },
                    .cannotBeClosed =
                        [=, this](quint32 program) {
                            later([=, this] {
                                Q_EMIT cannotBeClosed(program);
                            });
                        },
                    .askedBack =
                        [=, this](quint32 program) {
                            later([=, this] {
                                Q_EMIT askedBack(program);
                            });
                        },
                    .serverLost =
                        [=, this] {
                            later([=, this] {
                                Q_EMIT serverLost();
                            });
                        },
                    .consoleRequested =
                        [=, this](quint32 program) {
                            later([=, this] {
                                Q_EMIT consoleRequested(program);
                            });
                        },
                    .keyboardChanged =
                        [=, this](quint32 program, bool has) {
                            later([=, this] {
                                Q_EMIT keyboardChanged(program, has);
                            });
                        }},
    });
}

LocalWindowClient::~LocalWindowClient() = default;

void LocalWindowClient::authorize(quint32 program, bool trusted)
{
    m_thread->post([=](LocalWindowWorker &worker) {
        worker.authorize(program, trusted);
    });
}

void LocalWindowClient::setPlace(quint32 program, const WindowGeometry &geometry, const QRect &area, const std::optional<QRect> &stood)
{
    m_thread->post([=](LocalWindowWorker &worker) {
        worker.setPlace(program, geometry, area, stood);
    });
}

void LocalWindowClient::setUncoveredLines(quint32 program, const QList<QRect> &lines)
{
    m_thread->post([=](LocalWindowWorker &worker) {
        worker.setUncoveredLines(program, lines);
    });
}

void LocalWindowClient::raise(quint32 program)
{
    m_thread->post([=](LocalWindowWorker &worker) {
        worker.raise(program);
    });
}

void LocalWindowClient::iconify(quint32 program)
{
    m_thread->post([=](LocalWindowWorker &worker) {
        worker.iconify(program);
    });
}

void LocalWindowClient::cover(quint32 program)
{
    m_thread->post([=](LocalWindowWorker &worker) {
        worker.cover(program);
    });
}

void LocalWindowClient::close(quint32 program)
{
    m_thread->post([=](LocalWindowWorker &worker) {
        worker.close(program);
    });
}

void LocalWindowClient::setHeld(quint32 program, bool held, const std::function<void()> &withheld)
{
    m_thread->post([=](LocalWindowWorker &worker) {
        worker.setHeld(program, held, withheld);
    });
}

void LocalWindowClient::setVeil(quint32 program, const VeilPainter &paint)
{
    m_thread->post([=](LocalWindowWorker &worker) {
        worker.setVeil(program, paint);
    });
}

void LocalWindowClient::forget(quint32 program)
{
    m_thread->post([=](LocalWindowWorker &worker) {
        worker.forget(program);
    });
}

void LocalWindowClient::setConsoleKey(const XKey &key)
{
    m_thread->post([=](LocalWindowWorker &worker) {
        worker.setConsoleKey(key);
    });
}

void LocalWindowClient::activate(quint32 window)
{
    m_thread->post([=](LocalWindowWorker &worker) {
        worker.activate(window);
    });
}

void LocalWindowClient::connectionOpened(quint32 program, quint32 base, quint32 mask)
{
    m_thread->post([=](LocalWindowWorker &worker) {
        worker.connectionOpened(program, base, mask);
    });
}

void LocalWindowClient::connectionClosed(quint32 base)
{
    m_thread->post([=](LocalWindowWorker &worker) {
        worker.connectionClosed(base);
    });
}
}
