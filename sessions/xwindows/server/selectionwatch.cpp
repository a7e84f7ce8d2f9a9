// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/selectionwatch.h"

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
    const auto later = [this](auto emission) {
        QMetaObject::invokeMethod(this, emission, Qt::QueuedConnection);
    };
    m_thread = std::make_unique<Thread>(SelectionWorker::Configuration{
        .display = display,
        .authorityFile = authorityFile,
        .selectionChanged =
            [=, this](XSelection which, quint32 owner) {
                later([=, this] {
                    Q_EMIT selectionChanged(which, owner);
                });
            },
        .answered =
            [=, this](XSelection which, const SelectionText &text) {
                later([=, this] {
                    Q_EMIT answered(which, text);
                });
            },
    });
}

SelectionWatch::~SelectionWatch() = default;

void SelectionWatch::read(XSelection which)
{
    m_thread->post([which](SelectionWorker &worker) {
        worker.read(which);
    });
}
}
