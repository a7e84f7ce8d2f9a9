// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/facts/xserverfacts.h"

#include <QWidget>

class QLabel;
class QTreeWidget;

namespace Nightdesk
{
/// A read-only table of an X server's visuals: class, depth, colormap entries, masks; per screen default, black and white
/// pixel and backing store; the extensions below. GUI thread.
class VisualsView : public QWidget
{
    Q_OBJECT
public:
    explicit VisualsView(QWidget *parent = nullptr);

    void setFacts(const XServerFacts &facts);

private:
    QLabel *m_summary;
    QTreeWidget *m_table;
    QLabel *m_extensions;
};
}
