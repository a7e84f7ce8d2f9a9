// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimeZone>

class QScrollArea;

namespace Nightdesk
{
class SupportDesk;

/// Help ▸ People and Rooms…: who helps observers and how to contact them, those on duty first, and the meeting rooms. Updated with the facility's
/// files and the time. GUI thread; @p desk outlives it. Opened by ConsoleFeatures, a child of the main window.
class SupportContactsDialog : public QDialog
{
    Q_OBJECT
public:
    explicit SupportContactsDialog(SupportDesk *desk, const QTimeZone &here = QTimeZone::systemTimeZone(), QWidget *parent = nullptr);

private:
    void rebuildPeople();

    SupportDesk *m_supportDesk;
    QTimeZone m_localZone;
    QScrollArea *m_scrollArea;
};
}
