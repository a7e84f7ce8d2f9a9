// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/preloadlist.h"

#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"
#include "widgets/wording/preloadwording.h"

#include <KLocalizedString>

#include <QGridLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace Nightdesk
{
PreloadList::PreloadList()
    : m_headingLabel(PlainLabel::createWrapped())
    , m_gridLayout(new QGridLayout)
{
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(i18nc("@info accessible name", "Preloaded programs"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(10, 6, 10, 6);
    column->setSpacing(4);
    WidgetLook::setBold(m_headingLabel);
    column->addWidget(m_headingLabel);
    m_gridLayout->setHorizontalSpacing(12);
    m_gridLayout->setVerticalSpacing(2);
    m_gridLayout->setColumnStretch(1, 1);
    column->addLayout(m_gridLayout);
    hide();
}

void PreloadList::add(Session *session)
{
    PreloadState *preloadState = PreloadState::of(session);
    if (!preloadState) {
        return;
    }
    const Row row{.preloadState = preloadState,
                  .titleLabel = PlainLabel::createWrapped(),
                  .progressLabel = PlainLabel::createWrapped(),
                  .showButton = new QPushButton(i18nc("@action:button brings the display to the front", "Show"))};
    connect(row.showButton, &QPushButton::clicked, this, [this, session] {
        Q_EMIT showRequested(session);
    });
    const int at = m_gridLayout->rowCount();
    m_gridLayout->addWidget(row.titleLabel, at, 0);
    m_gridLayout->addWidget(row.progressLabel, at, 1);
    m_gridLayout->addWidget(row.showButton, at, 2);
    m_rows.append(row);
    connect(preloadState, &PreloadState::preloadStateChanged, this, &PreloadList::refresh);
    connect(session, &Session::stateChanged, this, &PreloadList::refresh);
    connect(session, &Session::labelChanged, this, &PreloadList::refresh);
    refresh();
}

void PreloadList::remove(const Session *session)
{
    const auto found = std::ranges::find(m_rows, PreloadState::of(session), &Row::preloadState);
    if (found == m_rows.end()) {
        return;
    }
    session->disconnect(this);
    found->preloadState->disconnect(this);
    delete found->titleLabel;
    delete found->progressLabel;
    delete found->showButton;
    m_rows.erase(found);
    refresh();
}

void PreloadList::refresh()
{
    int covered = 0;
    int ready = 0;
    for (const Row &row : std::as_const(m_rows)) {
        const Session *session = row.preloadState->session();
        covered += row.preloadState->hidesWindows() ? 1 : 0;
        ready += PreloadWording::isReady(*row.preloadState) ? 1 : 0;
        const QString remark = PreloadWording::remark(*row.preloadState);
        row.titleLabel->setText(session->label());
        QString progress = PreloadWording::progress(*row.preloadState);
        if (!remark.isEmpty() && row.preloadState->hidesWindows()) {
            progress += QLatin1Char('\n') + remark;
        }
        row.progressLabel->setText(progress);
        row.progressLabel->setAccessibleDescription(i18nc("@info accessible description, a display's title", "Progress of %1", session->label()));
        WidgetLook::setTextColor(row.progressLabel, Wording::color(PreloadWording::statusTone(*row.preloadState)));
        row.showButton->setEnabled(row.preloadState->hidesWindows() && session->state() == SessionState::Live);
        row.showButton->setAccessibleName(i18nc("@info accessible name, a display's title", "Show %1", session->label()));
        row.showButton->setToolTip(PreloadWording::isReady(*row.preloadState)
                                       ? i18nc("@info:tooltip", "Brings the program to its screen at once")
                                       : i18nc("@info:tooltip", "Brings the program to its screen in its current state"));
    }
    m_headingLabel->setText(
        ready == covered
            ? i18ncp("@info:status", "%1 program is ready in the background", "%1 programs are ready in the background", ready)
            : i18ncp("@info:status %2: how many are ready", "Preloading %1 program, %2 ready", "Preloading %1 programs, %2 ready", covered, ready));
    setVisible(covered > 0);
}
}
