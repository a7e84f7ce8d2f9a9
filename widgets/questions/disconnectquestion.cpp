// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions/disconnectquestion.h"

#include "sessions/desk/desk.h"
#include "widgets/view/nightindicators.h"
#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>

#include <QMessageBox>
#include <QPushButton>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr qsizetype namedPrograms = 4; // number of programs that the question names: a message has 40 words at most
}

DisconnectQuestion::DisconnectQuestion(Desk *desk, const NightIndicators *indicators, QWidget *window)
    : QObject(window)
    , m_desk(desk)
    , m_indicators(indicators)
    , m_parentWindow(window)
{
    connect(desk, &Desk::profileDisconnected, this, [this](const QString &profileId) {
        if (m_profilesInOpenQuestion.contains(profileId)) {
            close();
        }
    });
}

QStringList DisconnectQuestion::endingPrograms(const QStringList &profiles) const
{
    QStringList result;
    for (const QString &profile : profiles) {
        for (const Session *session : m_desk->sessions(profile)) {
            const SessionState state = session->state();
            const bool runs = state == SessionState::Opening || state == SessionState::Starting || state == SessionState::Live;
            // Only programs of this desk: disconnecting does not end a program of another desk.
            if (session->kind() == Session::Kind::Window && runs && !session->occupancy().watchedHolder()) {
                result.append(session->label());
            }
        }
    }
    return result;
}

void DisconnectQuestion::confirmDisconnect(const QStringList &profiles, const std::function<void()> &disconnect)
{
    close();
    QStringList names = endingPrograms(profiles);
    if (names.isEmpty()) {
        disconnect();
        return;
    }
    QList<InstrumentProfile> instruments;
    for (const QString &profile : profiles) {
        instruments.append(m_desk->profile(profile));
    }
    const auto count = static_cast<int>(names.size());
    if (names.size() > namedPrograms) {
        names = names.first(namedPrograms - 1) << i18ncp("@info the end of a list of programs",
                                                         "%1 more",
                                                         "%1 more",
                                                         static_cast<int>(count - (namedPrograms - 1)));
    }
    m_profilesInOpenQuestion = profiles;
    m_questionBox = new QMessageBox(m_parentWindow);
    m_questionBox->setAttribute(Qt::WA_DeleteOnClose);
    m_questionBox->setIcon(QMessageBox::Warning);
    m_questionBox->setTextFormat(Qt::PlainText);
    m_questionBox->setWindowTitle(i18nc("@title:window instruments' names", "Disconnect %1?", InstrumentWording::names(instruments)));
    m_questionBox->setText(i18ncp("@info %2: programs' names",
                                  "Disconnecting closes one X program: %2.",
                                  "Disconnecting closes %1 X programs: %2.",
                                  count,
                                  InstrumentWording::list(names)));
    QStringList more{i18nc("@info", "Programs in the shared desktops keep running on the remote hosts.")};
    if (!m_indicators->callText().isEmpty() && profiles.size() == m_desk->profiles().size()) {
        more.append(i18nc("@info", "Your call to the support astronomer is canceled, because no instrument remains connected."));
    }
    m_questionBox->setInformativeText(more.join(u'\n'));
    QPushButton *yes = m_questionBox->addButton(i18ncp("@action:button", "Disconnect and Close Program", "Disconnect and Close Programs", count),
                                                QMessageBox::DestructiveRole);
    yes->setObjectName(u"disconnect"_s);
    yes->setIcon(QIcon::fromTheme(u"network-disconnect"_s));
    m_questionBox->setDefaultButton(m_questionBox->addButton(QMessageBox::Cancel)); // so that the Return key closes no program
    connect(yes, &QPushButton::clicked, this, [this, disconnect] {
        m_profilesInOpenQuestion.clear(); // cleared, because the user has answered the question about these profiles
        disconnect();
    });
    m_questionBox->open();
}

void DisconnectQuestion::close()
{
    m_profilesInOpenQuestion.clear();
    if (m_questionBox) {
        m_questionBox->close();
    }
}
}
