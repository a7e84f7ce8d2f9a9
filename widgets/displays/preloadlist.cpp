// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/preloadlist.h"

#include "widgets/wording/preloadwording.h"

#include <KLocalizedString>

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace Nightdesk
{
PreloadList::PreloadList(QWidget *parent)
    : QFrame(parent)
    , m_heading(new QLabel)
    , m_grid(new QGridLayout)
{
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(i18nc("@info accessible name", "Preloaded programs"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(10, 6, 10, 6);
    column->setSpacing(4);
    QFont bold = m_heading->font();
    bold.setBold(true);
    m_heading->setFont(bold);
    m_heading->setWordWrap(true);
    m_heading->setTextFormat(Qt::PlainText);
    column->addWidget(m_heading);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(1, 1);
    column->addLayout(m_grid);
    hide();
}

void PreloadList::add(Session *session)
{
    PreloadState *preloadState = PreloadState::of(session);
    if (!preloadState) {
        return;
    }
    Row row{.preloadState = preloadState, .title = new QLabel, .progress = new QLabel, .show = nullptr};
    row.title->setTextFormat(Qt::PlainText);
    row.title->setWordWrap(true);
    row.progress->setTextFormat(Qt::PlainText);
    row.progress->setWordWrap(true);
    row.show = new QPushButton(i18nc("@action:button brings the display to the front", "Show"));
    connect(row.show, &QPushButton::clicked, this, [this, session] {
        Q_EMIT showRequested(session);
    });
    const int at = m_grid->rowCount();
    m_grid->addWidget(row.title, at, 0);
    m_grid->addWidget(row.progress, at, 1);
    m_grid->addWidget(row.show, at, 2);
    m_rows.append(row);
    connect(preloadState, &PreloadState::changed, this, &PreloadList::refresh);
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
    delete found->title;
    delete found->progress;
    delete found->show;
    m_rows.erase(found);
    refresh();
}

void PreloadList::refresh()
{
    int covered = 0;
    int ready = 0;
    for (const Row &row : std::as_const(m_rows)) {
        const Session *session = row.preloadState->session();
        covered += row.preloadState->isCovered() ? 1 : 0;
        ready += PreloadWording::isReady(*row.preloadState) ? 1 : 0;
        const QString remark = PreloadWording::remark(*row.preloadState);
        row.title->setText(session->label());
        QString progress = PreloadWording::progress(*row.preloadState);
        if (!remark.isEmpty() && row.preloadState->isCovered()) {
            progress += QLatin1Char('\n') + remark;
        }
        row.progress->setText(progress);
        row.progress->setAccessibleDescription(i18nc("@info accessible description, a display's title", "Progress of %1", session->label()));
        QPalette colors = row.progress->palette();
        colors.setColor(QPalette::WindowText, Wording::color(PreloadWording::statusTone(*row.preloadState)));
        row.progress->setPalette(colors);
        row.show->setEnabled(row.preloadState->isCovered() && session->state() == SessionState::Live);
        row.show->setAccessibleName(i18nc("@info accessible name, a display's title", "Show %1", session->label()));
        row.show->setToolTip(PreloadWording::isReady(*row.preloadState) ? i18nc("@info:tooltip", "Brings the program to its screen at once")
                                                                        : i18nc("@info:tooltip", "Brings the program to its screen in its current state"));
    }
    m_heading->setText(
        ready == covered
            ? i18ncp("@info:status", "%1 program is ready in the background", "%1 programs are ready in the background", ready)
            : i18ncp("@info:status %2: how many are ready", "Preloading %1 program, %2 ready", "Preloading %1 programs, %2 ready", covered, ready));
    setVisible(covered > 0);
}
}
