// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>

class QVBoxLayout;

namespace Nightdesk
{
class Leftovers;

/// The programs that are left over at one link's far end, a line each with End and Leave; hidden without any. It asks nobody
/// for the focus. GUI thread; the link may go before it. Owned by SessionList.
class LeftoverList : public QFrame
{
    Q_OBJECT
public:
    explicit LeftoverList(Leftovers *leftovers, QWidget *parent = nullptr);

private:
    void refresh();

    QPointer<Leftovers> m_leftovers;
    QVBoxLayout *m_column;
};
}
