// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/outputpane.h"

#include "sessions/apps/appsession.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/common/plainlabel.h"

#include <KLocalizedString>

#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace Nightdesk
{
namespace
{
QStringList outputLinesOf(const Session *session)
{
    if (const auto *window = qobject_cast<const WindowSession *>(session)) {
        return window->outputLines();
    }
    const auto *app = qobject_cast<const AppSession *>(session);
    return app ? app->outputLines() : QStringList();
}

std::optional<ProgramExit> exitOf(const Session *session)
{
    if (const auto *window = qobject_cast<const WindowSession *>(session)) {
        return window->lastExit();
    }
    const auto *app = qobject_cast<const AppSession *>(session);
    return app ? app->lastExit() : std::nullopt;
}
}

OutputPane::OutputPane()
{
    auto *column = new QVBoxLayout(this);
    auto *head = new QHBoxLayout;
    m_sessionBox = new QComboBox;
    m_sessionBox->setAccessibleName(i18nc("@info accessible name", "Program whose output is shown"));
    m_sessionBox->setMinimumContentsLength(24);
    m_exitLabel = PlainLabel::create();
    m_exitLabel->setAccessibleDescription(i18nc("@info accessible description", "How the program ended"));
    head->addWidget(m_sessionBox);
    head->addWidget(m_exitLabel, 1);
    column->addLayout(head);
    m_outputView = new QPlainTextEdit;
    m_outputView->setReadOnly(true);
    m_outputView->setTabChangesFocus(true);
    m_outputView->setMaximumBlockCount(5000);
    m_outputView->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_outputView->setAccessibleName(i18nc("@info accessible name", "Output of the program"));
    m_outputView->setPlaceholderText(i18nc("@info:placeholder", "The program has printed nothing yet."));
    column->addWidget(m_outputView, 1);
    connect(m_sessionBox, &QComboBox::currentIndexChanged, this, &OutputPane::showCurrentSession);
}

void OutputPane::add(Session *session)
{
    if (session->kind() != Session::Kind::Window) {
        return;
    }
    m_sessions.append(session);
    m_sessionBox->addItem(session->label());
    connect(session, &Session::labelChanged, m_sessionBox, [this, session] {
        m_sessionBox->setItemText(static_cast<int>(m_sessions.indexOf(session)), session->label());
    });
}

void OutputPane::remove(Session *session)
{
    const qsizetype place = m_sessions.indexOf(session);
    if (place < 0) {
        return;
    }
    session->disconnect(this);
    session->disconnect(m_sessionBox);
    if (m_shownSession == session) {
        m_shownSession = nullptr;
    }
    m_sessions.removeAt(place);
    m_sessionBox->removeItem(static_cast<int>(place)); // removing the entry selects another program, or none
    if (m_sessions.isEmpty()) {
        m_outputView->clear();
        m_exitLabel->clear();
    }
}

void OutputPane::showOutputOf(Session *session)
{
    m_sessionBox->setCurrentIndex(static_cast<int>(m_sessions.indexOf(session)));
}

void OutputPane::showCurrentSession()
{
    if (m_shownSession) {
        m_shownSession->disconnect(this);
    }
    m_shownSession = m_sessions.value(m_sessionBox->currentIndex());
    m_outputView->clear();
    if (!m_shownSession) {
        return;
    }
    const auto append = [this](const QStringList &lines) {
        if (!lines.isEmpty()) {
            m_outputView->appendPlainText(lines.join(QLatin1Char('\n')));
        }
    };
    append(outputLinesOf(m_shownSession));
    if (auto *window = qobject_cast<WindowSession *>(m_shownSession)) {
        connect(window, &WindowSession::outputAdded, this, append);
    } else if (auto *app = qobject_cast<AppSession *>(m_shownSession)) {
        connect(app, &AppSession::outputAdded, this, append);
    }
    connect(m_shownSession, &Session::stateChanged, this, &OutputPane::showExitStatus);
    showExitStatus();
}

void OutputPane::showExitStatus()
{
    const auto exit = exitOf(m_shownSession);
    if (!exit) {
        m_exitLabel->clear();
    } else if (exit->code) {
        m_exitLabel->setText(i18nc("@info:status", "Ended with exit code %1", *exit->code));
    } else if (!exit->signal.isEmpty()) {
        m_exitLabel->setText(i18nc("@info:status", "Ended by signal %1", exit->signal));
    } else {
        m_exitLabel->setText(i18nc("@info:status", "Ended with its connection"));
    }
}
}
