// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/demo/demofiles.h"

#include <QObject>

#include <memory>

class QLockFile;
class QProcess;

namespace Nightdesk
{
/// A small observatory on this computer, to try Nightdesk with: an ssh server, a VNC server and X programs of the distribution, and
/// the facility directory that describes them. They run as this user, with keys of their own, in a directory that only this user
/// can open; sshd listens on the loopback interface and lets only this user in. One at a time for each user. All of it ends with this
/// object, which waits a second or two for that, and the programs with this process. GUI thread. Owned by FirstSteps.
class DemoFacility : public QObject
{
    Q_OBJECT
public:
    /// @p directory: where all of it is put; empty: the user's runtime directory. What is there is replaced.
    explicit DemoFacility(const QString &directory = {}, QObject *parent = nullptr);
    ~DemoFacility() override;

    /// ready() or failed() follows. Once. @p screens: names for the monitors of this workstation, from left to right; at least one.
    void start(const QStringList &screens);
    /// Of facility.toml. Its only site and its only profile are both called `demo`.
    QString facilityDirectory() const;
    static const QString &name(); ///< demo

Q_SIGNALS:
    void ready();
    /// It did not start, or one of its servers ended later. Translated: what happened, and what to do.
    void failed(const QString &text);

private:
    bool findPrograms();
    bool takeDirectory();
    void makeKey(QStringView name);
    void startDesktop();
    void desktopOutput();
    void oneDone(); ///< of keys and desktop
    void startSsh();
    void sshOutput();
    QProcess *run(const QString &program, const QStringList &arguments);
    void write(QStringView name, const QByteArray &contents);
    void fail(const QString &text);

    DemoFiles::Place m_place;
    std::unique_ptr<QLockFile> m_lock;
    QString m_sshd;
    QString m_keygen;
    QString m_xvnc;
    QString m_display; ///< of the desktop
    QList<QProcess *> m_servers;
    QProcess *m_desktop = nullptr;
    QProcess *m_ssh = nullptr;
    QByteArray m_sshWords;
    QString m_unwritten; ///< why a file could not be written
    int m_awaited = 3; ///< two keys and the desktop
    bool m_isReady = false;
    bool m_hasFailed = false;
};
}
