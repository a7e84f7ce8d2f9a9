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

/// Asks before X programs end because their instrument is disconnected, and only then: shared desktops run on. GUI thread. A child of the main window.
class DisconnectQuestion : public QObject
{
    Q_OBJECT
public:
    /// @p desk and @p signs, which know of an open call, outlive it. @p window: over which it is asked.
    DisconnectQuestion(Desk *desk, const NightSigns *signs, QWidget *window);

    /// Calls @p disconnect at once where no program of @p profiles (ids) would end, else when a person agrees. A question that is
    /// open gives way to this one, and goes unanswered when one of its profiles is disconnected otherwise.
    void showQuestion(const QStringList &profiles, const std::function<void()> &disconnect);

private:
    QStringList programs(const QStringList &profiles) const; ///< labels of those that would end
    void close();

    Desk *const m_desk;
    const NightSigns *const m_signs;
    QWidget *const m_window;
    QPointer<QMessageBox> m_box;
    QStringList m_profiles;
};
}
