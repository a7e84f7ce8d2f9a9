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

/// The windows of profiles that are open: one for each file. GUI thread. Owned by Errors.
class ProfileWindows : public QObject
{
    Q_OBJECT
public:
    /// @p parent: also of the windows' place: they open beside it; may be null.
    explicit ProfileWindows(QWidget *parent = nullptr);

    /// Opens the file of @p place, or brings its window to the front, and goes to the line.
    ProfileWindow *open(const SourcePlace &place);

Q_SIGNALS:
    void saved(const QString &file);

private:
    QHash<QString, QPointer<ProfileWindow>> m_windows; ///< by the file's absolute path
};
}
