// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace Nightdesk
{
class DesktopFreshness;
class DesktopSession;

/// What a screen reader is informed of a view: which desktop it is, what is the matter with it, and aloud when it stops answering.
/// Member of the view, GUI thread.
class ViewAnnouncer : public QObject
{
    Q_OBJECT
public:
    ViewAnnouncer(QWidget *view, DesktopSession *session, const DesktopFreshness *freshness);

private:
    void name();
    void describe();
    void announceInterruption(bool interrupted);

    QWidget *const m_view;
    const DesktopSession *const m_session; ///< asked only when it, or what watches it, says something
    const DesktopFreshness *const m_freshness;
};
}
