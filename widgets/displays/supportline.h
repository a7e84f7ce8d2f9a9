// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace Nightdesk
{
class SupportDesk;

/// One line beside a failure: who can help now. A click shows everybody. GUI thread; the desk may go before it. Owned by SessionCard or LinkStrip.
class SupportLine : public QLabel
{
    Q_OBJECT
public:
    /// Without a @p desk, and while the facility names nobody, it is not there.
    explicit SupportLine(SupportDesk *desk, QWidget *parent = nullptr);

    /// Something failed: help is wanted.
    void setWanted(bool wanted);

private:
    void refresh();

    SupportDesk *m_desk;
    bool m_isWanted = false;
};
}
