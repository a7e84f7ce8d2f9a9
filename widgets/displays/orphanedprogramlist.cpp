// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/orphanedprogramlist.h"

#include "sessions/xwindows/orphanedprograms.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"
#include "widgets/wording/windowwording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace Nightdesk
{
OrphanedProgramList::OrphanedProgramList(OrphanedPrograms *orphanedPrograms)
    : m_orphanedPrograms(orphanedPrograms)
    , m_rowLayout(new QVBoxLayout(this))
{
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(i18nc("@info accessible name, a host", "Orphaned programs on %1", orphanedPrograms->link()->target().spec.host));
    m_rowLayout->setContentsMargins(10, 6, 10, 6);
    m_rowLayout->setSpacing(4);
    connect(orphanedPrograms, &OrphanedPrograms::offeredProgramsChanged, this, &OrphanedProgramList::refresh);
    connect(orphanedPrograms, &QObject::destroyed, this, &QWidget::hide);
    refresh();
}

void OrphanedProgramList::refresh()
{
    while (QLayoutItem *item = m_rowLayout->takeAt(0)) {
        if (QWidget *row = item->widget()) {
            row->hide(); // hidden now and deleted later, because the row's button may be the signal's sender
            row->deleteLater();
        }
        delete item;
    }
    const QList<OrphanedPrograms::OfferedProgram> offeredPrograms =
        m_orphanedPrograms ? m_orphanedPrograms->offeredPrograms() : QList<OrphanedPrograms::OfferedProgram>();
    for (const OrphanedPrograms::OfferedProgram &offer : offeredPrograms) {
        const qint64 process = offer.orphan.processId;
        const QString name = offer.orphan.name;
        auto *row = new QWidget;
        auto *parts = new QHBoxLayout(row);
        parts->setContentsMargins(0, 0, 0, 0);
        parts->setSpacing(8);
        const QString host = m_orphanedPrograms->link()->target().spec.host;
        QLabel *text = PlainLabel::createWrapped(WindowWording::orphanedProcess(offer, host, QDateTime::currentDateTimeUtc()));
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        if (offer.hasEndingFailed) {
            WidgetLook::setTextColor(text, Wording::color(Wording::StatusTone::Bad));
        }
        auto *end = new QPushButton(offer.isEnding ? i18nc("@action:button a program is being ended", "Ending…")
                                                   : i18nc("@action:button ends a program", "End Process"));
        end->setEnabled(!offer.isEnding);
        end->setToolTip(i18nc("@info:tooltip", "Asks the process to end and forces it after 5 seconds"));
        end->setAccessibleName(i18nc("@info accessible name, a program's name, its number", "End %1, process %2", name, QString::number(process)));
        auto *leaveRunning = new QPushButton(i18nc("@action:button leaves a program as it is", "Keep Running"));
        leaveRunning->setEnabled(!offer.isEnding);
        leaveRunning->setToolTip(i18nc("@info:tooltip", "Keeps the process running; Nightdesk does not offer it again"));
        leaveRunning->setAccessibleName(
            i18nc("@info accessible name, a program's name, its number", "Keep %1 running, process %2", name, QString::number(process)));
        parts->addWidget(text, 1);
        parts->addWidget(end, 0, Qt::AlignVCenter);
        parts->addWidget(leaveRunning, 0, Qt::AlignVCenter);
        connect(end, &QPushButton::clicked, this, [this, process] {
            if (m_orphanedPrograms) {
                m_orphanedPrograms->endProgram(process);
            }
        });
        connect(leaveRunning, &QPushButton::clicked, this, [this, process] {
            if (m_orphanedPrograms) {
                m_orphanedPrograms->leaveRunning(process);
            }
        });
        m_rowLayout->addWidget(row);
    }
    setVisible(!offeredPrograms.isEmpty());
}
}
