// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/xidle.h"

#include <QGuiApplication>

#include <xcb/screensaver.h>

#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

namespace Nightdesk
{
namespace
{
XIdle::Ask ofOurWindows()
{
    const QByteArray display = QGuiApplication::platformName() == QLatin1StringView("xcb") ? qgetenv("DISPLAY") : QByteArray();
    return [display] {
        return XIdle::ask(display);
    };
}
}

struct XIdle::Mailbox {
    std::mutex mutex;
    XIdle *reader = nullptr;
    bool isAsking = false;
};

XIdle::XIdle(const Ask &ask, QObject *parent)
    : QObject(parent)
    , m_ask(ask ? ask : ofOurWindows())
    , m_mailbox(std::make_shared<Mailbox>())
{
    m_mailbox->reader = this;
}

XIdle::~XIdle()
{
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->reader = nullptr;
}

void XIdle::read()
{
    {
        const std::lock_guard lock(m_mailbox->mutex);
        if (std::exchange(m_mailbox->isAsking, true)) {
            return; // one that hangs is enough
        }
    }
    // Detached: a server that never answers must not hold up the program's end. It owns nothing but its own copies.
    std::thread([ask = m_ask, mailbox = m_mailbox] {
        const Time idle = ask();
        const std::lock_guard lock(mailbox->mutex);
        mailbox->isAsking = false;
        if (XIdle *reader = mailbox->reader) {
            QMetaObject::invokeMethod(
                reader,
                [reader, idle] {
                    Q_EMIT reader->told(idle);
                },
                Qt::QueuedConnection);
        }
    }).detach();
}

XIdle::Time XIdle::ask(const QByteArray &display)
{
    if (display.isEmpty()) {
        return {};
    }
    const std::unique_ptr<xcb_connection_t, decltype(&xcb_disconnect)> connection(xcb_connect(display.constData(), nullptr), &xcb_disconnect);
    if (xcb_connection_has_error(connection.get()) != 0) {
        return {};
    }
    const xcb_query_extension_reply_t *extension = xcb_get_extension_data(connection.get(), &xcb_screensaver_id);
    if (!extension || !extension->present) {
        return {};
    }
    const xcb_window_t root = xcb_setup_roots_iterator(xcb_get_setup(connection.get())).data->root;
    const std::unique_ptr<xcb_screensaver_query_info_reply_t, decltype(&std::free)> info(
        xcb_screensaver_query_info_reply(connection.get(), xcb_screensaver_query_info(connection.get(), root), nullptr),
        &std::free);
    return info ? Time(std::chrono::milliseconds(info->ms_since_user_input)) : Time();
}
}
