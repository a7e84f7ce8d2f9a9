// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/affectedprofilescheck.h"

#include "sessions/common/backgroundjobs.h"
#include "sessions/profiles/editing/draftchecker.h"
#include "widgets/profileeditor/changeeffectsdialog.h"

#include <KLocalizedString>

#include <QAction>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

AffectedProfilesCheck::AffectedProfilesCheck(DraftChecker *check, const std::function<QByteArray()> &text, QWidget *window)
    : QObject(window)
    , m_draftChecker(check)
    , m_readEditorText(text)
    , m_window(window)
    , m_checkAction(new QAction(QIcon::fromTheme(u"view-list-details"_s), i18nc("@action:inmenu what saving would change in all profiles", "Check All"), this))
{
    m_checkAction->setToolTip(i18nc("@info:tooltip", "Shows which profiles and sites the change affects"));
    m_checkAction->setShortcut(Qt::ALT | Qt::SHIFT | Qt::Key_C);
    m_checkAction->setEnabled(false);
    connect(m_checkAction, &QAction::triggered, this, &AffectedProfilesCheck::runCheck);
    connect(m_draftChecker, &DraftChecker::checked, this, [this] {
        m_checkAction->setEnabled(!m_draftChecker->draft().isOutsideFacility());
    });
}

QAction *AffectedProfilesCheck::action() const
{
    return m_checkAction;
}

void AffectedProfilesCheck::runCheck()
{
    m_checkAction->setEnabled(false); // only one check at a time
    BackgroundJobs::shared().run(
        [draft = m_draftChecker->draft(), text = m_readEditorText()] {
            return draft.changeEffects(text);
        },
        this,
        [this](const QList<ChangeEffect> &effects) {
            m_checkAction->setEnabled(true);
            auto *dialog = new ChangeEffectsDialog(m_draftChecker->draft().file(), effects, m_window->isWindowModified(), m_window);
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            connect(dialog, &QDialog::accepted, this, &AffectedProfilesCheck::saveRequested);
            dialog->open();
        });
}
}
