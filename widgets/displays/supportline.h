// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace Nightdesk
{
class SupportDesk;

/// One line next to a failure that names who can help now. A click shows all contacts. GUI thread; the desk may be
/// destroyed first. Owned by SessionCard or LinkStatusPanel.
class SupportContactLabel : public QLabel
{
    Q_OBJECT
public:
    /// Hidden without a @p desk, and while the facility names no contact.
    explicit SupportContactLabel(SupportDesk *desk, QWidget *parent = nullptr);

    /// True: there is a failure, so the contact is shown.
    void setHasFailure(bool hasFailure);

private:
    void refresh();

    SupportDesk *m_supportDesk;
    bool m_hasFailure = false;
};
}
