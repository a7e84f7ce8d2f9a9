// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/effectdock.h"

#include "widgets/profileeditor/effectpanel.h"
#include "widgets/profileeditor/originwording.h"
#include "widgets/profileeditor/profileeditor.h"

#include <KLocalizedString>

#include <QAction>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

EffectDock::EffectDock(const QString &file, ProfileEditor *editor, QWidget *parent)
    : QDockWidget(i18nc("@title:window of a part of the profile editor", "Screens and Values"), parent)
    , m_profilePath(file)
    , m_editor(editor)
    , m_effectPanel(new EffectPanel(file))
{
    setObjectName(u"effectDock"_s);
    setFeatures(DockWidgetClosable | DockWidgetMovable);
    setWidget(m_effectPanel);
    toggleViewAction()->setIcon(QIcon::fromTheme(u"view-list-details"_s));
    connect(m_effectPanel, &EffectPanel::selectionChanged, &m_effectUpdater, &DraftEffectUpdater::setSelection);
    connect(m_effectPanel, &EffectPanel::goToRequested, this, &EffectDock::goToRequested);
    connect(m_effectPanel, &EffectPanel::displayEdited, this, &EffectDock::applyEdit);
    connect(&m_effectUpdater, &DraftEffectUpdater::effectChanged, this, &EffectDock::showEffect);
}

void EffectDock::setText(const Draft &draft, const QByteArray &text)
{
    m_textGivenToUpdater = m_editor->text();
    m_effectUpdater.setText(draft, text);
}

void EffectDock::showEffect(const DraftEffect &effect)
{
    if (m_editor->text() != m_textGivenToUpdater) {
        // Outdated effect: the text has changed, for example because a display was moved. Showing this effect would
        // move the display back; a new effect follows.
        return;
    }
    m_shownText = m_textGivenToUpdater;
    m_shownEffect = effect;
    if (m_waitingEdit && effect.hasNoErrors && !effect.isFromLastValidText) {
        const DisplayEdit waiting = *std::exchange(m_waitingEdit, std::nullopt);
        applyEdit(waiting);
        if (m_editor->text() != m_shownText) {
            return; // the panel already shows the edit
        }
    }
    m_waitingEdit.reset();
    m_effectPanel->setEffect(effect);
}

void EffectDock::applyEdit(const DisplayEdit &edit)
{
    if (m_editor->text() != m_shownText) {
        m_waitingEdit = edit; // the text has changed, so line numbers are outdated: edit when the new effect arrives
        return;
    }
    const EditTarget target = DisplayEdits::targetOf(m_shownEffect, edit);
    if (m_effectPanel->appliesToSiteOnly()) {
        editAtSite(edit);
    } else if (target.place.file != m_profilePath) {
        askWhereToEdit(edit, target);
    } else if (const auto change = DisplayEdits::changeAt(m_shownText, target, edit.value)) {
        m_editor->applyChange(*change);
    }
}

void EffectDock::editAtSite(const DisplayEdit &edit)
{
    if (const auto change = DisplayEdits::changeAtSite(m_editor->text(), m_shownEffect.selection.site, edit)) {
        m_editor->applyChange(*change);
    }
}

void EffectDock::askWhereToEdit(const DisplayEdit &edit, const EditTarget &target)
{
    const DraftEffect effect = m_shownEffect;
    const EffectiveValue *value = effect.value(edit.table, edit.id, target.keyToAdd.isEmpty() ? edit.key : u"id"_s);
    const QString file = QFileInfo(target.place.file).fileName();
    auto *question = new QMessageBox(QMessageBox::Question,
                                     i18nc("@title:window", "Change a Shared Value?"),
                                     i18nc("@info %1: a key, %2: a display, %3: where its value comes from",
                                           "The value of “%1” of %2 is not in this file. Origin: %3. A change there applies to all that use it.",
                                           edit.key,
                                           edit.id,
                                           value ? OriginWording::origin(*value, m_profilePath) : file),
                                     QMessageBox::Cancel,
                                     this);
    question->setAttribute(Qt::WA_DeleteOnClose);
    QAbstractButton *here = nullptr;
    if (!effect.selection.site.isEmpty()) {
        here = question->addButton(i18nc("@action:button %1: a site", "Change Only at %1", effect.selection.site), QMessageBox::AcceptRole);
    }
    QAbstractButton *there = question->addButton(i18nc("@action:button %1: a file", "Change %1", file), QMessageBox::AcceptRole);
    connect(question, &QMessageBox::buttonClicked, this, [this, edit, target, here, there](const QAbstractButton *button) {
        if (button == there) {
            Q_EMIT otherFileEditRequested(target, edit.value);
        } else if (here && button == here) {
            editAtSite(edit);
        }
    });
    connect(question, &QMessageBox::finished, this, [this] {
        if (m_editor->text() == m_shownText) {
            m_effectPanel->setEffect(m_shownEffect); // nothing was changed: show the display at its previous position
        }
    });
    question->open();
}
}
