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
class NightIndicators;

/// Asks before disconnecting an instrument if that would end X programs. Shared desktops continue to run and need no question. GUI thread. A child of
/// the main window.
class DisconnectQuestion : public QObject
{
    Q_OBJECT
public:
    /// @p desk and @p indicators outlive this object. @p indicators: has the open call to a support astronomer. @p window:
    /// parent of the question.
    DisconnectQuestion(Desk *desk, const NightIndicators *indicators, QWidget *window);

    /// Calls @p disconnect at once if no program of @p profiles (ids) would end, else when the user confirms. Replaces an open question. A question
    /// is closed if one of its profiles is disconnected by other means.
    void confirmDisconnect(const QStringList &profiles, const std::function<void()> &disconnect);

private:
    QStringList endingPrograms(const QStringList &profiles) const; ///< labels of the programs that would end
    void close();

    Desk *const m_desk;
    const NightIndicators *const m_indicators;
    QWidget *const m_parentWindow;
    QPointer<QMessageBox> m_questionBox;
    QStringList m_profilesInOpenQuestion;
};
}
