// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/profileeditor/checkall.h"

#include "sessions/common/backgroundjobs.h"
#include "sessions/profiles/editing/livecheck.h"
#include "widgets/profileeditor/effectsdialog.h"

#include <KLocalizedString>

#include <QAction>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

CheckAll::CheckAll(LiveCheck *check, const std::function<QByteArray()> &text, QWidget *window)
    : QObject(window)
    , m_check(check)
    , m_text(text)
    , m_window(window)
    , m_action(new QAction(QIcon::fromTheme(u"view-list-details"_s), i18nc("@action:inmenu what saving would change in all profiles", "Check All"), this))
{
    m_action->setToolTip(i18nc("@info:tooltip", "Shows which profiles and sites the change affects"));
    m_action->setShortcut(Qt::ALT | Qt::SHIFT | Qt::Key_C);
    m_action->setEnabled(false);
    connect(m_action, &QAction::triggered, this, &CheckAll::run);
    connect(m_check, &LiveCheck::checked, this, [this] {
        m_action->setEnabled(!m_check->draft().isAlone());
    });
}

QAction *CheckAll::action() const
{
    return m_action;
}

void CheckAll::run()
{
    m_action->setEnabled(false); // only one check at a time
    BackgroundJobs::shared().run(
        [draft = m_check->draft(), text = m_text()] {
            return draft.effects(text);
        },
        this,
        [this](const QList<ChangeEffect> &effects) {
            m_action->setEnabled(true);
            auto *dialog = new EffectsDialog(m_check->draft().file(), effects, m_window->isWindowModified(), m_window);
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            connect(dialog, &QDialog::accepted, this, &CheckAll::saveRequested);
            dialog->open();
        });
}
}
