// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

class QBoxLayout;

namespace Nightdesk
{
class LinkStrip;
class QuestionBar;

/// The bars that wait for a person's answer: in the strips of their links, or in one place for all that have no strip. Owned by
/// Questions, on the GUI thread.
class QuestionBars : public QObject
{
    Q_OBJECT
public:
    /// Where bars of links without a strip go; @p place is of a widget that outlives this.
    void setPlace(QBoxLayout *place);
    bool hasPlace(const LinkStrip *strip) const; ///< for a bar

    /// @p whose: an account or host.
    void show(LinkStrip *strip, QuestionBar *bar, const QString &whose);
    void remove(LinkStrip *strip, QuestionBar *bar);
    /// Gives the keyboard to the bar that has waited longest; false: none waits.
    bool focusOldest();

Q_SIGNALS:
    /// Whose bars wait for a person, in words; empty: none does.
    void waiting(const QString &words);

private:
    void reportWaiting();

    struct Bar {
        QPointer<QuestionBar> bar;
        QString whose;
    };
    QPointer<QBoxLayout> m_place;
    QList<Bar> m_bars; ///< the oldest first
};
}
