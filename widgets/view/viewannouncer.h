// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace Nightdesk
{
class DesktopFreshness;
class DesktopSession;

/// Describes a view for screen readers: which desktop it shows and its state. Announces when the desktop stops answering. Member of the view, GUI
/// thread.
class ViewAnnouncer : public QObject
{
    Q_OBJECT
public:
    ViewAnnouncer(QWidget *view, DesktopSession *session, const DesktopFreshness *freshness);

private:
    void updateAccessibleName();
    void updateAccessibleDescription();
    void announceInterruption(bool interrupted);

    QWidget *const m_view;
    const DesktopSession *const m_session; ///< used only in slots for signals of the session or of m_desktopFreshness
    const DesktopFreshness *const m_desktopFreshness;
};
}
