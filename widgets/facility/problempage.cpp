// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/problempage.h"

#include "monitors/facilityproblems.h"
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

QLabel *plainLabel()
{
    auto *label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}
}

ProblemPage::ProblemPage(QWidget *parent)
    : QWidget(parent)
    , m_showErrors(filterButton(u"dialog-error"_s))
    , m_showWarnings(filterButton(u"dialog-warning"_s))
    , m_stack(new QStackedWidget)
    , m_view(new ProblemView)
    , m_emptyPage(new QWidget)
    , m_emptyIcon(new QLabel)
    , m_emptyText(plainLabel())
    , m_readTimeLabel(plainLabel())
    , m_copyButton(new QPushButton(QIcon::fromTheme(u"edit-copy"_s), i18nc("@action:button copies all problems as text", "Copy All Problems")))
    , m_openButton(new QPushButton(QIcon::fromTheme(u"document-edit"_s), i18nc("@action:button opens the file at the problem", "Open in Editor")))
{
    auto *column = new QVBoxLayout(this);
    auto *head = new QHBoxLayout;
    head->addWidget(m_showErrors);
    head->addWidget(m_showWarnings);
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
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_emptyPage);
    column->addWidget(m_stack, 1);
    m_readTimeLabel->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_readTimeLabel);

    for (QToolButton *button : {m_showErrors, m_showWarnings}) {
        connect(button, &QToolButton::toggled, this, [this] {
            m_view->setSeveritiesShown(m_showErrors->isChecked(), m_showWarnings->isChecked());
            refresh();
        });
    }
    connect(m_openButton, &QPushButton::clicked, m_view, &ProblemView::openCurrent);
    connect(m_copyButton, &QPushButton::clicked, m_view, &ProblemView::copyAll);
    connect(m_view, &ProblemView::openRequested, this, &ProblemPage::openRequested);
    connect(m_view, &ProblemView::currentProblemChanged, this, [this] {
        m_openButton->setEnabled(m_view->current().has_value());
    });
    refresh();
}

/// Passes the focus on to the list. A focus proxy would not do: Tab would skip the buttons before the list.
void ProblemPage::focusInEvent(QFocusEvent *event)
{
    m_view->setFocus(event->reason());
}

void ProblemPage::setFacility(const Facility &facility, const QDateTime &readAt)
{
    m_problems = FacilityProblems::all(facility);
    m_directory = facility.directory;
    m_readAt = readAt;
    m_view->setProblems(m_directory, m_problems);
    refresh();
}

qsizetype ProblemPage::errors() const
{
    return FacilityProblems::count(m_problems, Severity::Error);
}

qsizetype ProblemPage::warnings() const
{
    return FacilityProblems::count(m_problems, Severity::Warning);
}

void ProblemPage::showFile(const QString &file)
{
    const auto first = std::ranges::find_if(m_problems, [&file](const ProfileError &problem) {
        return problem.place.file == file;
    });
    if (first != m_problems.end()) {
        (first->severity == Severity::Error ? m_showErrors : m_showWarnings)->setChecked(true);
        m_view->choose(*first);
    }
}

void ProblemPage::refresh()
{
    const int errorCount = static_cast<int>(errors());
    const int warningCount = static_cast<int>(warnings());
    m_showErrors->setText(i18ncp("@option:check shows the errors", "%1 error", "%1 errors", errorCount));
    m_showWarnings->setText(i18ncp("@option:check shows the warnings", "%1 warning", "%1 warnings", warningCount));
    m_showErrors->setEnabled(errorCount > 0);
    m_showWarnings->setEnabled(warningCount > 0);
    m_copyButton->setEnabled(!m_problems.isEmpty());
    m_openButton->setEnabled(m_view->current().has_value());

    const QString time = m_readAt.isValid() ? m_readAt.toLocalTime().time().toString(u"HH:mm:ss"_s) : QString();
    const bool nothingShown = (errorCount == 0 || !m_showErrors->isChecked()) && (warningCount == 0 || !m_showWarnings->isChecked());
    m_stack->setCurrentWidget(nothingShown ? m_emptyPage : static_cast<QWidget *>(m_view));
    QString icon = u"dialog-ok"_s;
    if (!m_problems.isEmpty()) {
        icon = u"view-hidden"_s;
        m_emptyText->setText(
            i18nc("@info all problems are hidden by the two buttons above", "Errors and warnings are hidden. Press a button above to show them."));
    } else if (m_directory.isEmpty()) {
        icon = u"folder-open"_s;
        m_emptyText->setText(i18nc("@info", "No facility is open. Choose one with File ▸ Open Facility."));
    } else {
        m_emptyText->setText(i18nc("@info a directory, a time", "No problems found in %1, as read at %2.", m_directory, time));
    }
    const int size = style()->pixelMetric(QStyle::PM_LargeIconSize, nullptr, this) * 3 / 2;
    m_emptyIcon->setPixmap(QIcon::fromTheme(icon).pixmap(QSize(size, size), devicePixelRatioF()));
    m_emptyIcon->setProperty(themeIconProperty, icon);
    m_readTimeLabel->setText(m_problems.isEmpty()
                                 ? i18nc("@info", "Nightdesk reloads changed files automatically.")
                                 : i18nc("@info a directory, a time", "%1, as read at %2. Nightdesk reloads changed files automatically.", m_directory, time));
    m_readTimeLabel->setVisible(!m_directory.isEmpty());
}
}
