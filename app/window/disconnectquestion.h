// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <functional>

class QMessageBox;
class QWidget;

namespace Nightdesk
{
class Desk;
class NightSigns;

/// Asks before disconnecting an instrument if that would end X programs. Shared desktops continue to run and need no question. GUI thread. A child of
/// the main window.
class DisconnectQuestion : public QObject
{
    Q_OBJECT
public:
    /// @p desk and @p signs, which has the open call, outlive this. @p window: parent of the question.
    DisconnectQuestion(Desk *desk, const NightSigns *signs, QWidget *window);

    /// Calls @p disconnect at once if no program of @p profiles (ids) would end, else when the user confirms. Replaces an open question. A question
    /// is closed if one of its profiles is disconnected by other means.
    void showQuestion(const QStringList &profiles, const std::function<void()> &disconnect);

private:
    QStringList endingPrograms(const QStringList &profiles) const; ///< labels of the programs that would end
    void close();

    Desk *const m_desk;
    const NightSigns *const m_signs;
    QWidget *const m_window;
    QPointer<QMessageBox> m_box;
    QStringList m_profiles;
};
}
