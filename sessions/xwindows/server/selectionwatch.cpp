// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/selectionwatch.h"

#include "sessions/xwindows/server/selectionworker.h"

#include <thread>

namespace Nightdesk
{
/// The thread and what runs on it.
class SelectionWatch::Thread
{
public:
    explicit Thread(const SelectionWorker::Setup &setup)
        : m_worker(setup)
        , m_thread([this] {
            m_worker.run();
        })
    {
    }
    ~Thread()
    {
        m_worker.stop();
        m_thread.join();
    }
    void read(XSelection which)
    {
        m_worker.commands().post([this, which] {
            m_worker.read(which);
        });
    }

private:
    SelectionWorker m_worker;
    std::thread m_thread;
};

SelectionWatch::SelectionWatch(const LocalDisplay &display, const QString &authorityFile, QObject *parent)
    : QObject(parent)
{
    const auto later = [this](auto emission) {
        QMetaObject::invokeMethod(this, emission, Qt::QueuedConnection);
    };
    m_thread = std::make_unique<Thread>(SelectionWorker::Setup{
        .display = display,
        .authorityFile = authorityFile,
        .changed =
            [=, this](XSelection which, quint32 owner) {
                later([=, this] {
                    Q_EMIT changed(which, owner);
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
    m_thread->read(which);
}
}
