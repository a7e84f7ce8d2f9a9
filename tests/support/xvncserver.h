// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include "tests/support/displaynumber.h"
#include "tests/support/heldport.h"

#include <QColor>
#include <QImage>
#include <QPoint>
#include <QProcess>
#include <QSize>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>
#include <optional>
#include <vector>

namespace Nightdesk::Test
{
/// The X side of a VNC server: programs on it, and what it looks like to them. It serves whoever sits on this machine (no
/// cookie). Test's main thread.
class XPlace
{
public:
    XPlace();
    ~XPlace();
    XPlace(const XPlace &) = delete;
    XPlace &operator=(const XPlace &) = delete;

    void setDisplay(const QString &display);
    QString display() const; ///< ":7"

    /// Starts an X program; owned here, killed at the end. Its output is kept in the QProcess.
    QProcess *run(const QStringList &command);
    /// Runs a program to its end; empty optional when it fails or takes longer than 30 s.
    std::optional<QByteArray> output(const QStringList &command);
    /// A window of xev over the whole screen, with the focus: what arrives is in its output. Null when it does not come up.
    QProcess *runXev();
    void endPrograms();

    QImage screenshot(); ///< of true color servers; null when it is gone
    QColor pixel(const QPoint &at);
    std::optional<QPoint> pointer();

private:
    QString m_display;
    std::vector<std::unique_ptr<QProcess>> m_programs;
};

/// A real TigerVNC Xvnc on loopback, with a display number, port or socket of its own. Ends when it is destroyed.
class XvncServer
{
public:
    struct Options {
        QSize size = {800, 600};
        int depth = 24;
        QString password = {}; ///< empty: SecurityTypes None, else VncAuth
        bool unixSocket = false; ///< no TCP port
        quint16 port = 0; ///< 0: a free one
        QStringList arguments = {}; ///< further ones
    };

    XvncServer();
    explicit XvncServer(const Options &options);
    ~XvncServer();
    XvncServer(const XvncServer &) = delete;
    XvncServer &operator=(const XvncServer &) = delete;

    bool start(); ///< waits until it serves; false, with the reason on stderr, if it does not
    void kill(); ///< as a crash would
    /// kill(), then the same port or socket again; the X display may be another (a test beside this one may have taken it).
    bool restart();
    void freeze(); ///< SIGSTOP
    void thaw();
    /// RandR, as somebody at the desktop would.
    bool resize(const QSize &size);

    XPlace &x();
    quint16 port() const; ///< 0 with unixSocket
    QString socketPath() const;
    DesktopAddress address() const;
    QString log() const;

private:
    const Options m_options;
    QTemporaryDir m_directory;
    XPlace m_x;
    std::optional<OwnDisplayNumber> m_number; ///< given back after the server is gone
    std::unique_ptr<QProcess> m_server;
    std::optional<HeldPort> m_heldPort; ///< so that it comes back to the same
    quint16 m_port = 0;
    QStringList m_modes; ///< made by resize()
};

/// x11vnc on an 8-bit PseudoColor Xvfb: the summit's oldest programs need such a screen.
class X11vncServer
{
public:
    ~X11vncServer();
    bool start();
    XPlace &x();
    quint16 port() const;
    DesktopAddress address() const;
    QString log() const;

private:
    QTemporaryDir m_directory;
    XPlace m_x;
    OwnDisplayNumber m_number; ///< given back after the server is gone
    std::unique_ptr<QProcess> m_screen;
    std::unique_ptr<QProcess> m_server;
    quint16 m_port = 0;
};
}
