// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/windowplacer.h"

#include "sessions/xwindows/server/placerworker.h"

namespace Nightdesk
{
class WindowPlacer::Thread : public XClientThread<PlacerWorker>
{
public:
    using XClientThread::XClientThread;
};

WindowPlacer::WindowPlacer(const LocalDisplay &display, const QString &authorityFile, QObject *parent)
    : QObject(parent)
{
    // The worker's news, made into signals of this object's thread.
    const auto later = [this](auto emission) {
        QMetaObject::invokeMethod(this, emission, Qt::QueuedConnection);
    };
    m_thread = std::make_unique<Thread>(PlacerWorker::Setup{
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

WindowPlacer::~WindowPlacer() = default;

void WindowPlacer::authorize(quint32 program, bool trusted)
{
    m_thread->post([=](PlacerWorker &worker) {
        worker.authorize(program, trusted);
    });
}

void WindowPlacer::setPlace(quint32 program, const WindowGeometry &geometry, const QRect &area, const std::optional<QRect> &stood)
{
    m_thread->post([=](PlacerWorker &worker) {
        worker.setPlace(program, geometry, area, stood);
    });
}

void WindowPlacer::keepOff(quint32 program, const QList<QRect> &lines)
{
    m_thread->post([=](PlacerWorker &worker) {
        worker.keepOff(program, lines);
    });
}

void WindowPlacer::raise(quint32 program)
{
    m_thread->post([=](PlacerWorker &worker) {
        worker.raise(program);
    });
}

void WindowPlacer::iconify(quint32 program)
{
    m_thread->post([=](PlacerWorker &worker) {
        worker.iconify(program);
    });
}

void WindowPlacer::cover(quint32 program)
{
    m_thread->post([=](PlacerWorker &worker) {
        worker.cover(program);
    });
}

void WindowPlacer::close(quint32 program)
{
    m_thread->post([=](PlacerWorker &worker) {
        worker.close(program);
    });
}

void WindowPlacer::setHeld(quint32 program, bool held, const std::function<void()> &withheld)
{
    m_thread->post([=](PlacerWorker &worker) {
        worker.setHeld(program, held, withheld);
    });
}

void WindowPlacer::setVeil(quint32 program, const VeilPainter &paint)
{
    m_thread->post([=](PlacerWorker &worker) {
        worker.setVeil(program, paint);
    });
}

void WindowPlacer::forget(quint32 program)
{
    m_thread->post([=](PlacerWorker &worker) {
        worker.forget(program);
    });
}

void WindowPlacer::setConsoleKey(const XKey &key)
{
    m_thread->post([=](PlacerWorker &worker) {
        worker.setConsoleKey(key);
    });
}

void WindowPlacer::activate(quint32 window)
{
    m_thread->post([=](PlacerWorker &worker) {
        worker.activate(window);
    });
}

void WindowPlacer::connectionOpened(quint32 program, quint32 base, quint32 mask)
{
    m_thread->post([=](PlacerWorker &worker) {
        worker.connectionOpened(program, base, mask);
    });
}

void WindowPlacer::connectionClosed(quint32 base)
{
    m_thread->post([=](PlacerWorker &worker) {
        worker.connectionClosed(base);
    });
}
}
