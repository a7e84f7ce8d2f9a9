// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/link.h"
#include "sessions/xwindows/leftoverscan.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <memory>

namespace Nightdesk
{
class ProgramMarks;

/// The programs of this desk that are left over at the far end of a link: a hanging one that did not notice that its link died,
/// or what a console that was killed had started. Looked for each time that the link is live again, and shown when they are
/// still there a little later: what ends with its link needs a moment for it. Owned by its link, GUI thread.
class Leftovers : public QObject
{
    Q_OBJECT
public:
    /// The one of @p link; made if need be.
    static Leftovers *of(Link *link, const std::shared_ptr<ProgramMarks> &marks);

    struct Offer {
        Leftover leftover;
        bool isEnding = false;
        bool hasFailed = false; ///< it could not be ended
        bool operator==(const Offer &) const = default;
    };

    Link *link() const;
    QList<Offer> offers() const;
    bool isLooking() const; ///< or will soon
    /// Ends without asking the program that was started with @p mark; what it left behind itself is offered like all else.
    void endRun(const ProgramMark &mark);

public Q_SLOTS:
    void end(qint64 process);
    void leave(qint64 process); ///< it is not offered again

Q_SIGNALS:
    void offersChanged();
    void looked(); ///< the far end answered; what was found only now is looked for once more

private:
    Leftovers(Link *link, const std::shared_ptr<ProgramMarks> &marks);
    void linkChanged(LinkState state);
    void searchHost();
    void lookWhenLive();
    void answered(const QList<Leftover> &all, const QList<ProgramMark> &orphans);
    void endNow(const Leftover &leftover, const QList<qint64> &processes);
    bool isEnding(qint64 process) const;
    void setOffers(const QList<Offer> &offers);

    struct Ending {
        qint64 process = 0;
        std::unique_ptr<RemoteProgram> program;
    };
    Link *const m_link;
    const std::shared_ptr<ProgramMarks> m_marks;
    QTimer m_lookTimer;
    std::unique_ptr<RemoteProgram> m_search;
    QByteArray m_answer;
    QTimer m_searchLimit;
    bool m_isSearchDue = true; ///< as soon as the link is live: it was opened again, or what was asked got no answer
    QList<Leftover> m_seenOnce;
    QList<ProgramMark> m_unwanted; ///< to be ended unasked
    QList<Leftover> m_left; ///< a person wants them left alone
    QList<Offer> m_offers;
    std::vector<Ending> m_endings;
};
}
