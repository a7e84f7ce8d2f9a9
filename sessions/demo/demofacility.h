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
/// A small observatory on this computer for trying Nightdesk: an ssh server, a VNC server and X programs of the distribution, and the facility
/// directory that describes them. They run as this user, with keys of their own, in a directory that only this user can open; sshd listens on the
/// loopback interface and accepts only this user. One demo at a time for each user. The destructor ends everything, which takes a second or two; the
/// programs also end with this process. GUI thread. Owned by FirstSteps.
class DemoFacility : public QObject
{
    Q_OBJECT
public:
    /// @p directory: where all files are created; empty: the user's runtime directory. Existing files there are replaced.
    explicit DemoFacility(const QString &directory = {}, QObject *parent = nullptr);
    ~DemoFacility() override;

    /// To be called once; facilityReady() or startFailed() follows. @p screens: names for the monitors of this workstation, from left to right; at least one.
    void start(const QStringList &screens);
    /// The directory of facility.toml. Its only site and its only profile are both called `demo`.
    QString facilityDirectory() const;
    static const QString &profileId(); ///< the id of site and profile: demo

Q_SIGNALS:
    void facilityReady();
    /// The demo did not start, or one of its servers ended later. Translated: what happened, and what to do.
    void startFailed(const QString &text);

private:
    bool findRequiredPrograms();
    bool lockDirectory();
    void makeKey(QStringView name);
    void startVncServer();
    void readVncServerOutput();
    void handleSshPrerequisiteReady(); ///< to be called when a key or the desktop is ready
    void startSshServer();
    void readSshServerOutput();
    QProcess *startProcess(const QString &program, const QStringList &arguments);
    void writeFile(QStringView name, const QByteArray &contents);
    void fail(const QString &text);

    DemoFiles::DemoSettings m_settings;
    std::unique_ptr<QLockFile> m_directoryLock;
    QString m_sshdPath;
    QString m_keygenPath;
    QString m_xvncPath;
    QString m_displayName; ///< the X display of the demo's desktop
    QList<QProcess *> m_serverProcesses;
    QProcess *m_vncServerProcess = nullptr;
    QProcess *m_sshdProcess = nullptr;
    QByteArray m_sshdOutput;
    QString m_writeError; ///< why a file could not be written; empty: no error
    int m_pendingPrerequisiteCount = 3; ///< how many of the three prerequisites of the ssh server are not ready yet: two keys and the desktop
    bool m_isFacilityReady = false;
    bool m_hasStartFailed = false;
};
}
