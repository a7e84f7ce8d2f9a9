// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/commandqueue.h"
#include "sessions/xwindows/server/xserverconnection.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace Nightdesk
{
/// A worker thread's connection to the local X server, which can be ended whatever the server does. All functions except commands() and stop()
/// belong to that thread. Owned by its XClientThread.
class XClientWorker
{
public:
    CommandQueue &commands();
    void stop(); ///< any thread: ends every wait, for commands and for the server's answers

protected:
    XClientWorker() = default;
    ~XClientWorker();
    XClientWorker(const XClientWorker &) = delete;
    XClientWorker &operator=(const XClientWorker &) = delete;

    bool connectOverSocket(UniqueFd socket, const XAuthorization &authorization, int screen);
    void closeConnection(); ///< ends the connection
    void setInterruptibleFd(int fd); ///< the descriptor that stop() shuts down; -1: none
    /// Waits until there is a command or an event of the server, but not longer than until @p wakeAt; empty: no time limit.
    void waitUntil(const std::optional<std::chrono::steady_clock::time_point> &wakeAt);

    std::atomic_bool m_isStopping = false;
    CommandQueue m_commands;
    std::unique_ptr<XServerConnection> m_xServer; ///< null: not connected

private:
    std::mutex m_interruptMutex;
    int m_interruptibleFd = -1;
};

/// A worker and its thread. Owned by an object on the GUI thread, which posts commands to it.
template<typename Worker>
class XClientThread
{
public:
    explicit XClientThread(const Worker::Configuration &configuration)
        : m_worker(configuration)
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
    /// Calls @p function, a member function of the worker, on its thread.
    template<typename Function, typename... Arguments>
    void post(Function function, const Arguments &...arguments)
    {
        m_worker.commands().postCall(&m_worker, function, arguments...);
    }

private:
    Worker m_worker;
    std::thread m_thread;
};
}
