// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QHash>
#include <QObject>
#include <QPointer>

class QWidget;

namespace Nightdesk
{
class ProfileWindow;

/// The open profile windows: one per file. GUI thread. Owned by ConfigurationProblems.
class ProfileWindows : public QObject
{
    Q_OBJECT
public:
    /// @p parent: the window next to which profile windows open; may be null.
    explicit ProfileWindows(QWidget *parent = nullptr);

    /// Opens the file of @p place, or raises its window, and shows the line.
    ProfileWindow *open(const SourcePlace &place);

private:
    QHash<QString, QPointer<ProfileWindow>> m_windows; ///< open windows by the absolute path of the file
};
}
