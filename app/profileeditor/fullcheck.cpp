// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/profileeditor/fullcheck.h"

#include "sessions/common/backgroundjobs.h"
#include "sessions/profiles/editing/draftchecker.h"
#include "widgets/profileeditor/effectsdialog.h"

#include <KLocalizedString>

#include <QAction>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

FullCheck::FullCheck(DraftChecker *check, const std::function<QByteArray()> &text, QWidget *window)
    : QObject(window)
    , m_liveCheck(check)
    , m_text(text)
    , m_window(window)
    , m_action(new QAction(QIcon::fromTheme(u"view-list-details"_s), i18nc("@action:inmenu what saving would change in all profiles", "Check All"), this))
{
    m_action->setToolTip(i18nc("@info:tooltip", "Shows which profiles and sites the change affects"));
    m_action->setShortcut(Qt::ALT | Qt::SHIFT | Qt::Key_C);
    m_action->setEnabled(false);
    connect(m_action, &QAction::triggered, this, &FullCheck::run);
    connect(m_liveCheck, &DraftChecker::checked, this, [this] {
        m_action->setEnabled(!m_liveCheck->draft().hasNoFacility());
    });
}

QAction *FullCheck::action() const
{
    return m_action;
}

void FullCheck::run()
{
    m_action->setEnabled(false); // only one check at a time
    BackgroundJobs::shared().run(
        [draft = m_liveCheck->draft(), text = m_text()] {
            return draft.effects(text);
        },
        this,
        [this](const QList<ChangeEffect> &effects) {
            m_action->setEnabled(true);
            auto *dialog = new EffectsDialog(m_liveCheck->draft().file(), effects, m_window->isWindowModified(), m_window);
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            connect(dialog, &QDialog::accepted, this, &FullCheck::saveRequested);
            dialog->open();
        });
}
}
