// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/problemview.h"

#include "monitors/facilityproblems.h"
#include "widgets/facility/problemdelegate.h"
#include "widgets/facility/problemmodel.h"

#include <KLocalizedString>

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QScrollBar>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ProblemView::ProblemView(QWidget *parent)
    : QTreeView(parent)
    , m_model(new ProblemModel(this))
{
    setAccessibleName(i18nc("@info accessible name", "Problems"));
    setModel(m_model);
    setItemDelegate(new ProblemDelegate(this));
    setHeaderHidden(true);
    setRootIsDecorated(false);
    setItemsExpandable(false);
    setExpandsOnDoubleClick(false);
    setIndentation(12);
    setWordWrap(true);
    setTabKeyNavigation(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // messages are wrapped instead
    connect(this, &QTreeView::doubleClicked, this, &ProblemView::openCurrentProblem);
}

void ProblemView::changeKeepingSelection(const std::function<void()> &change)
{
    const auto before = currentProblem();
    const int scrolled = verticalScrollBar()->value();
    change();
    expandAll();
    QModelIndex now = before ? m_model->nearestIndex(*before) : QModelIndex();
    if (!now.isValid() && m_model->rowCount() > 0) {
        // nothing was selected before: the first error is selected, so that Return opens it
        now = m_model->index(0, 0, m_model->index(0, 0));
    }
    setCurrentIndex(now);
    verticalScrollBar()->setValue(scrolled);
    Q_EMIT currentProblemChanged();
}

void ProblemView::setProblems(const QString &directory, const QList<ProfileError> &problems)
{
    changeKeepingSelection([&] {
        m_model->setProblems(directory, problems);
    });
}

void ProblemView::setSeveritiesShown(bool errors, bool warnings)
{
    changeKeepingSelection([&] {
        m_model->setSeveritiesShown(errors, warnings);
    });
}

std::optional<ProfileError> ProblemView::currentProblem() const
{
    return m_model->problemAt(currentIndex());
}

void ProblemView::chooseProblem(const ProfileError &problem)
{
    if (const QModelIndex index = m_model->nearestIndex(problem); index.isValid()) {
        setCurrentIndex(index);
        scrollTo(index.parent(), PositionAtTop);
        scrollTo(index);
    }
}

void ProblemView::copyCurrentProblem()
{
    if (currentIndex().isValid()) {
        QGuiApplication::clipboard()->setText(currentIndex().data(ProblemModel::CompilerMessageRole).toString());
    }
}

void ProblemView::copyAllProblems()
{
    QStringList lines;
    for (const ProfileError &problem : m_model->problems()) {
        lines.append(FacilityProblems::asLine(problem));
    }
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

void ProblemView::openCurrentProblem()
{
    if (const auto problem = currentProblem()) {
        Q_EMIT openFileRequested(problem->place);
    }
}

void ProblemView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        openCurrentProblem();
    } else if (event->matches(QKeySequence::Copy)) {
        copyCurrentProblem();
    } else {
        QTreeView::keyPressEvent(event);
    }
}

void ProblemView::contextMenuEvent(QContextMenuEvent *event)
{
    if (!currentIndex().isValid()) {
        return;
    }
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *open = menu->addAction(QIcon::fromTheme(u"document-edit"_s), i18nc("@action:inmenu", "Open in Editor"));
    connect(open, &QAction::triggered, this, &ProblemView::openCurrentProblem);
    QAction *copyOne = menu->addAction(QIcon::fromTheme(u"edit-copy"_s), i18nc("@action:inmenu", "Copy Problem"));
    connect(copyOne, &QAction::triggered, this, &ProblemView::copyCurrentProblem);
    QAction *copyEach = menu->addAction(i18nc("@action:inmenu", "Copy All Problems"));
    connect(copyEach, &QAction::triggered, this, &ProblemView::copyAllProblems);
    menu->setDefaultAction(open);
    const QPoint place = event->reason() == QContextMenuEvent::Keyboard ? viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft()) : event->globalPos();
    menu->popup(place);
}

void ProblemView::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) {
        scheduleDelayedItemsLayout(); // with another width a message may take more or fewer lines
    }
}

void ProblemView::drawBranches(QPainter *, const QRect &, const QModelIndex &) const
{
    // Draws nothing: two levels that are always expanded need no branch lines.
}

void ProblemView::currentChanged(const QModelIndex &currentProblem, const QModelIndex &previous)
{
    QTreeView::currentChanged(currentProblem, previous);
    Q_EMIT currentProblemChanged();
}
}
