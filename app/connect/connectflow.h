// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/night/connectsteps.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <optional>

class QDialog;
class QWidget;

namespace Nightdesk
{
class FacilityChoice;

/// Leads from the wish to connect a profile to a profile that may be connected: asks what ConnectSteps says, one question
/// at a time, and keeps the answers. Whatever changes meanwhile on the disk leads to the question that is right then.
/// GUI thread. A child of its window.
class ConnectFlow : public QObject
{
    Q_OBJECT
public:
    /// @p window is the dialogs' parent. @p now gives the time; empty: the computer's.
    ConnectFlow(FacilityChoice *choice, QWidget *window, std::function<QDateTime()> now = {});
    ~ConnectFlow() override;

    /// Connects this one, good or in its last good form, as @p shown in the list: of FacilityChoice::facility().
    void requestConnection(const InstrumentProfile &shown);
    /// The same as soon as the facility is read, by the profile's id; @p lastGood: in its last form without an error.
    void requestById(const QString &profileId, bool lastGood = false);
    /// One after the other; one that cannot be connected holds up none behind it, a Cancel leaves all of them.
    void requestInTurn(const QList<ConnectRequest> &wishes);
    /// Asks for another account than tonight's; what is connected stays as it is.
    void changeAccount(const InstrumentProfile &profile);
    /// What was to be connected is not to be any more; its question is taken back.
    void cancel();
    /// Those of this run that could not be kept on the disk: a night is over.
    void forgetAgreements();
    /// The desk's X server is being asked what it can: a profile with X programs waits for the answer, three seconds at most.
    void awaitXServer();
    void setCanConfine(bool canConfine);
    /// What was chosen tonight for the X programs of this profile, which the X server cannot confine; empty: nothing had to be.
    std::optional<UnconfinedPrograms> unconfined(const QString &profileId) const;
    /// The profile that waits to be connected; empty: none.
    QString wanted() const;
    /// "site", "account", "trust" or "programs": the question that is open; empty: none. For scripts.
    QString waitingFor() const;

Q_SIGNALS:
    /// Everything is known and agreed to.
    void ready(const Nightdesk::InstrumentProfile &profile);
    /// It cannot be connected; translated. @p broken: the profile's id, if only its errors are in the way.
    void stopped(const QString &why, const QString &broken);
    void accountChanged(const QString &profileId, const QString &account);
    /// What was to be connected will not be, nor anything after it: it cannot, or a question was answered with Cancel.
    void givenUp();

private:
    /// Whoever clicked saw another facility than the one that is being read; it is said.
    bool isShownOutdated(const InstrumentProfile &shown);
    void startRequest(const ConnectRequest &startRequest);
    bool goOn();
    void giveUp();
    void proceed();
    void askStep(const ConnectStep &step);
    void askSite(const ConnectStep &step);
    void askAccount(const ConnectStep &step);
    void askTrust(const ConnectStep &step);
    void askUnconfined(const ConnectStep &step);
    void open(QDialog *dialog, const ConnectStep &step);
    void closeQuestion();
    void stop(const ConnectStep &step);
    QString whyStopped(ConnectStep::Obstacle obstacle, const QString &profileId) const;
    void keepAccount(const InstrumentProfile &profile, const QString &account);
    ConnectKnowledge known() const;

    FacilityChoice *m_choice;
    QWidget *m_window;
    std::function<QDateTime()> m_now;
    std::optional<ConnectRequest> m_request;
    QList<ConnectRequest> m_next; ///< after it
    QString m_requestDirectory; ///< the facility that it, or an account, was meant for
    QString m_siteAskedFor; ///< the facility; one question each run
    ConnectStep m_asked; ///< while m_question is open
    QPointer<QDialog> m_question;
    bool m_isTakenBack = false; ///< a question was, and no other is open in its place yet
    QSet<QString> m_agreed;
    std::optional<bool> m_canConfine = true;
    QHash<QString, UnconfinedPrograms> m_unconfined;
    QTimer m_xLimit;
};
}
