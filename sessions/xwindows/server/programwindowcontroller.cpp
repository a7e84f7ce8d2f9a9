// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/programwindowcontroller.h"

#include "sessions/common/queuedsignal.h"
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
    m_thread = std::make_unique<Thread>(ProgramWindowWorker::Configuration{
        .display = display,
        .authorityFile = authorityFile,
        .callbacks = {.authorized = queuedSignal(this, &ProgramWindowController::authorized),
                      .authorizationFailed = queuedCall(this,
                                                        [this](quint32 program, const std::function<Failure()> &why) {
                                                            Q_EMIT authorizationFailed(program, why());
                                                        }),
                      .windowAppeared = queuedSignal(this, &ProgramWindowController::windowAppeared),
                      .mainWindowRectChanged = queuedSignal(this, &ProgramWindowController::mainWindowRectChanged),
                      .iconifiedChanged = queuedSignal(this, &ProgramWindowController::iconifiedChanged),
                      .windowCountChanged = queuedSignal(this, &ProgramWindowController::windowCountChanged),
                      .programCovered = queuedSignal(this, &ProgramWindowController::programCovered),
                      .cannotBeClosed = queuedSignal(this, &ProgramWindowController::cannotBeClosed),
                      .userQuestionAsked = queuedSignal(this, &ProgramWindowController::userQuestionAsked),
                      .xServerEnded = queuedSignal(this, &ProgramWindowController::xServerEnded),
                      .consoleRequested = queuedSignal(this, &ProgramWindowController::consoleRequested),
                      .keyboardFocusChanged = queuedSignal(this, &ProgramWindowController::keyboardFocusChanged)},
    });
}

ProgramWindowController::~ProgramWindowController() = default;

void ProgramWindowController::authorize(quint32 program, bool trusted)
{
    m_thread->post(&ProgramWindowWorker::authorize, program, trusted);
}

void ProgramWindowController::setWindowPlacement(quint32 program, const WindowGeometry &geometry, const QRect &area, const std::optional<QRect> &earlierRect)
{
    m_thread->post(&ProgramWindowWorker::setWindowPlacement, program, geometry, area, earlierRect);
}

void ProgramWindowController::setTitleLinesToKeepVisible(quint32 program, const QList<QRect> &lines)
{
    m_thread->post(&ProgramWindowWorker::setTitleLinesToKeepVisible, program, lines);
}

void ProgramWindowController::raise(quint32 program)
{
    m_thread->post(&ProgramWindowWorker::raise, program);
}

void ProgramWindowController::iconify(quint32 program)
{
    m_thread->post(&ProgramWindowWorker::iconify, program);
}

void ProgramWindowController::keepCovered(quint32 program)
{
    m_thread->post(&ProgramWindowWorker::keepCovered, program);
}

void ProgramWindowController::closeWindows(quint32 program)
{
    m_thread->post(&ProgramWindowWorker::closeWindows, program);
}

void ProgramWindowController::setPressesWithheld(quint32 program, bool arePressesWithheld, const std::function<void()> &reportWithheldPress)
{
    m_thread->post(&ProgramWindowWorker::setPressesWithheld, program, arePressesWithheld, reportWithheldPress);
}

void ProgramWindowController::setVeil(quint32 program, const VeilPainter &paint)
{
    m_thread->post(&ProgramWindowWorker::setVeil, program, paint);
}

void ProgramWindowController::revokeProgram(quint32 program)
{
    m_thread->post(&ProgramWindowWorker::revokeProgram, program);
}

void ProgramWindowController::setConsoleShortcut(const XKey &key)
{
    m_thread->post(&ProgramWindowWorker::setConsoleShortcut, key);
}

void ProgramWindowController::activateWindow(quint32 window)
{
    m_thread->post(&ProgramWindowWorker::activateWindow, window);
}

void ProgramWindowController::connectionOpened(quint32 program, quint32 base, quint32 mask)
{
    m_thread->post(&ProgramWindowWorker::connectionOpened, program, base, mask);
}

void ProgramWindowController::connectionClosed(quint32 base)
{
    m_thread->post(&ProgramWindowWorker::connectionClosed, base);
}
}
