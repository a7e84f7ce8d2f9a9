// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/preloadstate.h"

#include <QFrame>

class QGridLayout;
class QLabel;
class QPushButton;

namespace Nightdesk
{
/// The preloaded programs: the progress of each, with a Show button. Hidden while no program is both preloaded and not
/// shown. Never takes the focus. GUI thread. Owned by SessionList.
class PreloadList : public QFrame
{
    Q_OBJECT
public:
    PreloadList();

    void add(Session *session); ///< ignores sessions that are not preloaded
    void remove(const Session *session); ///< to be called before the session is deleted

Q_SIGNALS:
    void showRequested(Nightdesk::Session *session);

private:
    struct Row {
        PreloadState *preloadState;
        QLabel *titleLabel;
        QLabel *progressLabel;
        QPushButton *showButton;
    };
    void refresh();

    QLabel *m_headingLabel;
    QGridLayout *m_gridLayout;
    QList<Row> m_rows;
};
}
