// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/selectionwatch.h"

#include "sessions/common/queuedsignal.h"
#include "sessions/xwindows/server/selectionworker.h"

namespace Nightdesk
{
class SelectionWatch::Thread : public XClientThread<SelectionWorker>
{
public:
    using XClientThread::XClientThread;
};

SelectionWatch::SelectionWatch(const LocalDisplay &display, const QString &authorityFile, QObject *parent)
    : QObject(parent)
{
    m_thread = std::make_unique<Thread>(SelectionWorker::Configuration{
        .display = display,
        .authorityFile = authorityFile,
        .selectionChanged = queuedSignal(this, &SelectionWatch::selectionChanged),
        .answered = queuedSignal(this, &SelectionWatch::answered),
    });
}

SelectionWatch::~SelectionWatch() = default;

void SelectionWatch::read(XSelection which)
{
    m_thread->post(&SelectionWorker::read, which);
}
}
