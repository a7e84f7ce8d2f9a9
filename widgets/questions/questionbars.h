// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

class QBoxLayout;

namespace Nightdesk
{
class LinkStatusPanel;
class QuestionBar;

/// The bars that wait for the user's answer: in the strips of their links, or in one common place for links without a strip. Owned by Questions, on
/// the GUI thread.
class QuestionBars : public QObject
{
    Q_OBJECT
public:
    /// The layout for bars of links without a strip; its widget outlives this object.
    void setFallbackLayout(QBoxLayout *layout);
    bool canShowBar(const LinkStatusPanel *strip) const; ///< whether a bar can be shown: in @p strip, or in the fallback layout

    /// @p askerName: the account or host that asks.
    void show(LinkStatusPanel *strip, QuestionBar *bar, const QString &askerName);
    void remove(LinkStatusPanel *strip, QuestionBar *bar);
    /// Moves the focus to the bar that has waited longest; false: no bar is waiting.
    bool focusOldestBar();

Q_SIGNALS:
    /// @p words: the accounts and hosts whose bars wait for the user; empty: none.
    void waitingTextChanged(const QString &words);

private:
    void emitWaitingTextChanged();

    struct Bar {
        QPointer<QuestionBar> bar;
        QString askerName;
    };
    QPointer<QBoxLayout> m_fallbackLayout;
    QList<Bar> m_openBars; ///< oldest first
};
}
