// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QTimer>

namespace Nightdesk
{
class Session;

/// Who gets what is typed, for the toolbars.
struct KeyboardWords {
    QString here; ///< for the toolbar of its screen, as "Keyboard: Control 0"
    QString elsewhere; ///< for all others, as "Keyboard: Control 0, not here"
    QString display; ///< key() of the display that has it; empty: none has
    bool operator==(const KeyboardWords &) const = default;
};

/// Who gets what is typed: a display of this console, a window of Nightdesk, or another program. Owned by Stages, GUI thread.
class KeyboardOwner : public QObject
{
    Q_OBJECT
public:
    explicit KeyboardOwner(QObject *parent = nullptr);

    /// Those that may have it; they leave this list before they are deleted.
    void setSessions(const QList<Session *> &sessions);
    /// As the strips show it; never empty.
    KeyboardWords words() const;

Q_SIGNALS:
    void changed(); ///< words() are others

private:
    void refresh();
    KeyboardWords name() const;

    QList<Session *> m_sessions;
    KeyboardWords m_words;
    QTimer m_soon; ///< the focus goes from window to window by way of none
};
}
