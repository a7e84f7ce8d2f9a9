// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/problempage.h"

#include "monitors/facilityproblems.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/themeicon.h"
#include "widgets/facility/problemview.h"

#include <KLocalizedString>

#include <QFocusEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QToolButton *filterButton(const QString &icon)
{
    auto *button = new QToolButton;
    button->setIcon(QIcon::fromTheme(icon));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setCheckable(true);
    button->setChecked(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}
}

ProblemPage::ProblemPage(QWidget *parent)
    : QWidget(parent)
    , m_errorsButton(filterButton(u"dialog-error"_s))
    , m_warningsButton(filterButton(u"dialog-warning"_s))
    , m_pageStack(new QStackedWidget)
    , m_problemView(new ProblemView)
    , m_emptyPage(new QWidget)
    , m_emptyIcon(new QLabel)
    , m_emptyText(PlainLabel::createWrapped())
    , m_readTimeLabel(PlainLabel::createWrapped())
    , m_copyButton(new QPushButton(QIcon::fromTheme(u"edit-copy"_s), i18nc("@action:button copies all problems as text", "Copy All Problems")))
    , m_openButton(new QPushButton(QIcon::fromTheme(u"document-edit"_s), i18nc("@action:button opens the file at the problem", "Open in Editor")))
{
    auto *column = new QVBoxLayout(this);
    auto *head = new QHBoxLayout;
    head->addWidget(m_errorsButton);
    head->addWidget(m_warningsButton);
    head->addStretch(1);
    head->addWidget(m_copyButton);
    head->addWidget(m_openButton);
    column->addLayout(head);

    auto *center = new QVBoxLayout(m_emptyPage);
    center->addStretch(2);
    center->addWidget(m_emptyIcon, 0, Qt::AlignHCenter);
    m_emptyText->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_emptyText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    center->addWidget(m_emptyText);
    center->addStretch(3);
    m_pageStack->addWidget(m_problemView);
    m_pageStack->addWidget(m_emptyPage);
    column->addWidget(m_pageStack, 1);
    m_readTimeLabel->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_readTimeLabel);

    for (QToolButton *button : {m_errorsButton, m_warningsButton}) {
        connect(button, &QToolButton::toggled, this, [this] {
            m_problemView->setSeveritiesShown(m_errorsButton->isChecked(), m_warningsButton->isChecked());
            refresh();
        });
    }
    connect(m_openButton, &QPushButton::clicked, m_problemView, &ProblemView::openCurrentProblem);
    connect(m_copyButton, &QPushButton::clicked, m_problemView, &ProblemView::copyAllProblems);
    connect(m_problemView, &ProblemView::openFileRequested, this, &ProblemPage::openFileRequested);
    connect(m_problemView, &ProblemView::currentProblemChanged, this, [this] {
        m_openButton->setEnabled(m_problemView->currentProblem().has_value());
    });
    refresh();
}

/// Passes the focus on to the list. A focus proxy would not do: Tab would skip the buttons before the list.
void ProblemPage::focusInEvent(QFocusEvent *event)
{
    m_problemView->setFocus(event->reason());
}

void ProblemPage::setFacility(const Facility &facility, const QDateTime &readAt)
{
    m_problems = FacilityProblems::all(facility);
    m_facilityDirectory = facility.directory;
    m_facilityReadAt = readAt;
    m_problemView->setProblems(m_facilityDirectory, m_problems);
    refresh();
}

qsizetype ProblemPage::countErrors() const
{
    return FacilityProblems::count(m_problems, Severity::Error);
}

qsizetype ProblemPage::countWarnings() const
{
    return FacilityProblems::count(m_problems, Severity::Warning);
}

void ProblemPage::showProblemsOfFile(const QString &file)
{
    const auto first = std::ranges::find_if(m_problems, [&file](const ProfileError &problem) {
        return problem.place.file == file;
    });
    if (first != m_problems.end()) {
        (first->severity == Severity::Error ? m_errorsButton : m_warningsButton)->setChecked(true);
        m_problemView->chooseProblem(*first);
    }
}

void ProblemPage::refresh()
{
    const int errorCount = static_cast<int>(countErrors());
    const int warningCount = static_cast<int>(countWarnings());
    m_errorsButton->setText(i18ncp("@option:check shows the errors", "%1 error", "%1 errors", errorCount));
    m_warningsButton->setText(i18ncp("@option:check shows the warnings", "%1 warning", "%1 warnings", warningCount));
    m_errorsButton->setEnabled(errorCount > 0);
    m_warningsButton->setEnabled(warningCount > 0);
    m_copyButton->setEnabled(!m_problems.isEmpty());
    m_openButton->setEnabled(m_problemView->currentProblem().has_value());

    const QString time = m_facilityReadAt.isValid() ? m_facilityReadAt.toLocalTime().time().toString(u"HH:mm:ss"_s) : QString();
    const bool nothingShown = (errorCount == 0 || !m_errorsButton->isChecked()) && (warningCount == 0 || !m_warningsButton->isChecked());
    m_pageStack->setCurrentWidget(nothingShown ? m_emptyPage : static_cast<QWidget *>(m_problemView));
    QString icon = u"dialog-ok"_s;
    if (!m_problems.isEmpty()) {
        icon = u"view-hidden"_s;
        m_emptyText->setText(
            i18nc("@info all problems are hidden by the two buttons above", "Errors and warnings are hidden. Press a button above to show them."));
    } else if (m_facilityDirectory.isEmpty()) {
        icon = u"folder-open"_s;
        m_emptyText->setText(i18nc("@info", "No facility is open. Choose one with File ▸ Open Facility."));
    } else {
        m_emptyText->setText(i18nc("@info a directory, a time", "No problems found in %1, as read at %2.", m_facilityDirectory, time));
    }
    const int size = style()->pixelMetric(QStyle::PM_LargeIconSize, nullptr, this) * 3 / 2;
    m_emptyIcon->setPixmap(QIcon::fromTheme(icon).pixmap(QSize(size, size), devicePixelRatioF()));
    m_emptyIcon->setProperty(themeIconProperty, icon);
    m_readTimeLabel->setText(
        m_problems.isEmpty()
            ? i18nc("@info", "Nightdesk reloads changed files automatically.")
            : i18nc("@info a directory, a time", "%1, as read at %2. Nightdesk reloads changed files automatically.", m_facilityDirectory, time));
    m_readTimeLabel->setVisible(!m_facilityDirectory.isEmpty());
}
}
