// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

class QAction;

namespace Nightdesk
{
class DraftChecker;

/// Shows on request what saving an editor's text would change for observers: profile by profile, site by site. Child of the editor's window. GUI
/// thread; the facility is read on another thread.
class AffectedProfilesCheck : public QObject
{
    Q_OBJECT
public:
    /// @p check: checks the editor's text; outlives this object. @p text: returns the bytes that would be saved.
    AffectedProfilesCheck(DraftChecker *check, const std::function<QByteArray()> &text, QWidget *window);

    QAction *action() const;

Q_SIGNALS:
    void saveRequested();

private:
    void runCheck();

    DraftChecker *const m_draftChecker;
    const std::function<QByteArray()> m_readEditorText;
    QWidget *const m_window;
    QAction *m_checkAction;
};
}
