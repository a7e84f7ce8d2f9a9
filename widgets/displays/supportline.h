// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace Nightdesk
{
class SupportDesk;

/// One line next to a failure that names who can help now. A click shows all contacts. GUI thread; the desk may be
/// destroyed first. Owned by SessionCard or LinkStrip.
class SupportLine : public QLabel
{
    Q_OBJECT
public:
    /// Hidden without a @p desk, and while the facility names no contact.
    explicit SupportLine(SupportDesk *desk, QWidget *parent = nullptr);

    /// @p wanted: there is a failure, so the line is shown.
    void setHasFailure(bool wanted);

private:
    void refresh();

    SupportDesk *m_supportDesk;
    bool m_hasFailure = false;
};
}
