// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/programwindowcontroller.h"

#include "sessions/xwindows/server/programwindowworker.h"

namespace Nightdesk
{
class ProgramWindowController::Thread : public XClientThread<ProgramWindowWorker>
{
public:
    using XClientThread::XClientThread;
};

ProgramWindowController::ProgramWindowController(const LocalDisplay &display, const QString &authorityFile, QObject *parent)
    : QObject(parent)
{
    // Forwards the worker's reports as signals on this object's thread.
    const auto later = [this](auto emission) {
        QMetaObject::invokeMethod(this, emission, Qt::QueuedConnection);
    };
    m_thread = std::make_unique<Thread>(ProgramWindowWorker::Configuration{
        .display = display,
        .authorityFile = authorityFile,
        .callbacks = {.authorized =
                          [=, this](quint32 program, const XServerAccess &access) {
                              later([=, this] {
                                  Q_EMIT authorized(program, access);
                              });
                          },
                      .authorizationFailed =
                          [=, this](quint32 program, const std::function<Failure()> &why) {
                              later([=, this] {
                                  Q_EMIT authorizationFailed(program, why());
                              });
                          },
                      .windowAppeared =
                          [=, this](quint32 program) {
                              later([=, this] {
                                  Q_EMIT windowAppeared(program);
                              });
                          },
                      .mainWindowRectChanged =
                          [=, this](quint32 program, const std::optional<QRect> &rect) {
                              later([=, this] {
                                  Q_EMIT mainWindowRectChanged(program, rect);
                              });
                          },
                      .iconifiedChanged =
                          [=, this](quint32 program, bool iconified) {
                              later([=, this] {
                                  Q_EMIT iconifiedChanged(program, iconified);
                              });
                          },
                      .windowCountChanged =
                          [=, this](quint32 program, int windowCount, bool isNew) {
                              later([=, this] {
                                  Q_EMIT windowCountChanged(program, windowCount, isNew);
                              });
                          },
                      .programCovered =
                          [=, this](quint32 program, bool keepsContentsOfHiddenWindows) {
                              later([=, this] {
                                  Q_EMIT programCovered(program, keepsContentsOfHiddenWindows);
                              });
                          },
                      .cannotBeClosed =
                          [=, this](quint32 program) {
                              later([=, this] {
                                  Q_EMIT cannotBeClosed(program);
                              });
                          },
                      .userQuestionAsked =
                          [=, this](quint32 program) {
                              later([=, this] {
                                  Q_EMIT userQuestionAsked(program);
                              });
                          },
                      .xServerEnded =
                          [=, this] {
                              later([=, this] {
                                  Q_EMIT xServerEnded();
                              });
                          },
                      .consoleRequested =
                          [=, this](quint32 program) {
                              later([=, this] {
                                  Q_EMIT consoleRequested(program);
                              });
                          },
                      .keyboardFocusChanged =
                          [=, this](quint32 program, bool hasFocus) {
                              later([=, this] {
                                  Q_EMIT keyboardFocusChanged(program, hasFocus);
                              });
                          }},
    });
}

ProgramWindowController::~ProgramWindowController() = default;

void ProgramWindowController::authorize(quint32 program, bool trusted)
{
    m_thread->post([=](ProgramWindowWorker &worker) {
        worker.authorize(program, trusted);
    });
}

void ProgramWindowController::setWindowPlacement(quint32 program, const WindowGeometry &geometry, const QRect &area, const std::optional<QRect> &earlierRect)
{
    m_thread->post([=](ProgramWindowWorker &worker) {
        worker.setWindowPlacement(program, geometry, area, earlierRect);
    });
}

void ProgramWindowController::setTitleLinesToKeepVisible(quint32 program, const QList<QRect> &lines)
{
    m_thread->post([=](ProgramWindowWorker &worker) {
        worker.setTitleLinesToKeepVisible(program, lines);
    });
}

void ProgramWindowController::raise(quint32 program)
{
    m_thread->post([=](ProgramWindowWorker &worker) {
        worker.raise(program);
    });
}

void ProgramWindowController::iconify(quint32 program)
{
    m_thread->post([=](ProgramWindowWorker &worker) {
        worker.iconify(program);
    });
}

void ProgramWindowController::keepCovered(quint32 program)
{
    m_thread->post([=](ProgramWindowWorker &worker) {
        worker.keepCovered(program);
    });
}

void ProgramWindowController::closeWindows(quint32 program)
{
    m_thread->post([=](ProgramWindowWorker &worker) {
        worker.closeWindows(program);
    });
}

void ProgramWindowController::setPressesWithheld(quint32 program, bool arePressesWithheld, const std::function<void()> &reportWithheldPress)
{
    m_thread->post([=](ProgramWindowWorker &worker) {
        worker.setPressesWithheld(program, arePressesWithheld, reportWithheldPress);
    });
}

void ProgramWindowController::setVeil(quint32 program, const VeilPainter &paint)
{
    m_thread->post([=](ProgramWindowWorker &worker) {
        worker.setVeil(program, paint);
    });
}

void ProgramWindowController::revokeProgram(quint32 program)
{
    m_thread->post([=](ProgramWindowWorker &worker) {
        worker.revokeProgram(program);
    });
}

void ProgramWindowController::setConsoleShortcut(const XKey &key)
{
    m_thread->post([=](ProgramWindowWorker &worker) {
        worker.setConsoleShortcut(key);
    });
}

void ProgramWindowController::activateWindow(quint32 window)
{
    m_thread->post([=](ProgramWindowWorker &worker) {
        worker.activateWindow(window);
    });
}

void ProgramWindowController::connectionOpened(quint32 program, quint32 base, quint32 mask)
{
    m_thread->post([=](ProgramWindowWorker &worker) {
        worker.connectionOpened(program, base, mask);
    });
}

void ProgramWindowController::connectionClosed(quint32 base)
{
    m_thread->post([=](ProgramWindowWorker &worker) {
        worker.connectionClosed(base);
    });
}
}
