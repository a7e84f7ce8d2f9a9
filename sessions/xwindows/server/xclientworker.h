// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/commandqueue.h"
#include "sessions/xwindows/server/xserverconnection.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

namespace Nightdesk
{
/// A thread's connection to the local X server, and its end, whatever the server does. All but commands() and stop() belong to that
/// thread. Owned by its XClientThread.
class XClientWorker
{
public:
    CommandQueue &commands();
    void stop(); ///< any thread: ends the waiting, for commands and for the server's answers

protected:
    XClientWorker() = default;
    ~XClientWorker();
    XClientWorker(const XClientWorker &) = delete;
    XClientWorker &operator=(const XClientWorker &) = delete;

    bool connectBy(UniqueFd socket, const XAuthorization &authorization, int screen);
    void leave(); ///< the connection ends
    void setInterruptible(int fd); ///< what stop() shuts down; -1: nothing
    void waitFor(int milliseconds); ///< until there is a command, or the server says something; -1: for good

    std::atomic_bool m_stopping = false;
    CommandQueue m_commands;
    std::unique_ptr<XServerConnection> m_x; ///< null: none

private:
    std::mutex m_interruptMutex;
    int m_interruptible = -1;
};

/// A worker and the thread that it runs on. Owned by the object on the GUI thread that gives it work.
template<typename Worker>
class XClientThread
{
public:
    explicit XClientThread(const Worker::Setup &setup)
        : m_worker(setup)
        , m_thread([this] {
            m_worker.run();
        })
    {
    }
    ~XClientThread()
    {
        m_worker.stop();
        m_thread.join();
    }
    template<typename Command>
    void post(Command command)
    {
        m_worker.commands().post([this, command] {
            command(m_worker);
        });
    }

private:
    Worker m_worker;
    std::thread m_thread;
};
}
