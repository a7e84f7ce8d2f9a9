// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/displaynumber.h"

#include <QByteArray>
#include <QImage>
#include <QList>
#include <QPoint>
#include <QProcess>
#include <QRect>
#include <QSize>
#include <QStringList>
#include <QTemporaryDir>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace Nightdesk::Test
{
/// A real Xvfb with an authority file and a free display number of its own, and the programs that run on it. Ends, with all
/// of them, when it is destroyed (and with the test, should that die). Test's main thread.
class XServer
{
public:
    enum class Manager {
        Openbox,
        KWin,
    };
    struct Options {
        QSize size = {1920, 1200};
        int depth = 24;
        bool threeMonitors = false; ///< left, centre, right: thirds of size, by xrandr --setmonitor
        bool windowManager = false;
        bool authority = true; ///< false: -ac, no cookie wanted
        QStringList arguments = {}; ///< further ones for Xvfb
        Manager manager = Manager::Openbox; ///< which it is, with windowManager
    };
    /// A top-level window of a program (the program's own window, not a window manager's frame).
    struct Window {
        std::uint32_t id = 0;
        QString title; ///< WM_NAME
        QString className; ///< second part of WM_CLASS
        QRect rect; ///< inside its border, root pixels
        bool viewable = false;
        bool overrideRedirect = false;
        int stacking = 0; ///< greater is higher
    };

    XServer();
    explicit XServer(const Options &options);
    ~XServer();
    XServer(const XServer &) = delete;
    XServer &operator=(const XServer &) = delete;

    /// Starts it (and what the options ask for) and waits until it serves; false: see problem().
    bool start();
    QString problem() const;
    /// Kills Xvfb as a crash would.
    void kill();
    /// Stops it (SIGSTOP): it is there, but silent, until thaw().
    bool freeze();
    void thaw();

    QString display() const; ///< ":7"
    QString authorityFile() const;
    QByteArray cookie() const; ///< 16 bytes; empty without authority
    QProcessEnvironment environment() const; ///< with DISPLAY and XAUTHORITY

    bool setMonitors(const QList<QRect> &monitors); ///< left, centre, right, then monitor4...
    static QList<QRect> threeMonitors(const QSize &size);
    bool startWindowManager();
    void stopWindowManager();

    /// Starts an X program; owned here, killed at the end. Its output is kept in the QProcess.
    QProcess *run(const QStringList &command, const QProcessEnvironment &environment = {});
    /// Runs a program to its end; its standard output, empty optional when it fails or takes longer than 20 s.
    std::optional<QByteArray> output(const QStringList &command, QByteArray *errors = nullptr);

    QList<Window> windows(); ///< all top-level windows, lowest first
    std::optional<Window> window(const QString &title); ///< the highest viewable window of that title
    std::uint32_t focus(); ///< the window with the input focus; 1: pointer root
    QImage screenshot(const QRect &area = {}); ///< null when the server is gone
    QColor pixel(const QPoint &at);

    void lower(std::uint32_t window); ///< below all others, as its program would
    bool type(const QString &text); ///< keys, as XTEST makes them, to whoever has the focus
    bool key(const QString &name); ///< "ctrl+Return"
    bool click(const QPoint &at, int button = 1);
    bool movePointer(const QPoint &at);

private:
    struct Connection;
    bool fail(const QString &what);
    bool connectOurselves();

    const Options m_options;
    QTemporaryDir m_directory;
    QByteArray m_cookie;
    QString m_display;
    QString m_problem;
    std::optional<OwnDisplayNumber> m_number; ///< given back after the server is gone
    std::unique_ptr<QProcess> m_server;
    std::unique_ptr<QProcess> m_windowManager;
    std::vector<std::unique_ptr<QProcess>> m_programs;
    std::unique_ptr<Connection> m_connection;
};
}
