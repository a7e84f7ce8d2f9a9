// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/trustdialog.h"

#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFontDatabase>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextEdit>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using RunWording::RunLine;

namespace
{
QString headingText(const TrustDialog::Question &question)
{
    const QString instrument = RunWording::escapeInvisible(question.instrument);
    return question.verdict.state == TrustVerdict::State::Changed
        ? i18nc("@info an instrument's name", "What %1 runs under your account has changed", instrument)
        : i18nc("@info an instrument's name", "%1 runs programs under your account", instrument);
}

QString explanation(const TrustVerdict &verdict)
{
    if (verdict.state == TrustVerdict::State::Changed) {
        return i18nc("@info a date and time",
                     "This profile has changed since you approved it on %1 UT. Review the changes below. If anything looks wrong, cancel and ask the support "
                     "astronomer.",
                     verdict.approvedAt.toUTC().toString(u"yyyy-MM-dd HH:mm"_s));
    }
    return i18nc("@info",
                 "Connecting logs in and runs programs under your account. Nobody has approved this profile at this workstation yet: review what it does. If "
                 "anything looks wrong, cancel and ask the support astronomer.");
}

/// A character in addition to the color, for users who are color-blind and for text copied to a terminal.
QString markText(RunLine::Mark mark)
{
    switch (mark) {
    case RunLine::Mark::Added:
        return u"+ "_s;
    case RunLine::Mark::Removed:
        return u"\u2212 "_s;
    default:
        return {};
    }
}
}

TrustDialog::TrustDialog(const Question &question, QWidget *parent)
    : QDialog(parent)
    , m_verdict(question.verdict)
{
    setWindowTitle(i18nc("@title:window an instrument's name", "Approve What %1 Runs?", RunWording::escapeInvisible(question.instrument)));
    auto *column = new QVBoxLayout(this);
    if (question.replacesWithdrawnQuestion) {
        auto *changed = PlainLabel::createWrapped(i18nc("@info", "The profile changed while you were reading."));
        WidgetLook::setBold(changed);
        WidgetLook::setTextColor(changed, Wording::color(Wording::StatusTone::Busy));
        column->addWidget(changed);
    }
    auto *title = PlainLabel::createWrapped(headingText(question));
    WidgetLook::scaleFont(title, 1.3);
    column->addWidget(title);
    column->addWidget(PlainLabel::createWrapped(explanation(m_verdict)));
    auto *file = PlainLabel::createWrapped(i18nc("@info a path", "Profile: %1", RunWording::escapeInvisible(question.file)));
    file->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(file);
    if (const QString account = RunWording::accountLine(m_verdict.currentManifest, question.account); !account.isEmpty()) {
        column->addWidget(PlainLabel::createWrapped(account));
    }

    m_textEdit = new QTextEdit;
    m_textEdit->setReadOnly(true);
    m_textEdit->setTabChangesFocus(true);
    m_textEdit->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_textEdit->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_textEdit->setAccessibleName(i18nc("@info accessible name", "What the profile runs"));
    column->addWidget(m_textEdit, 1);
    const qsizetype same = m_verdict.state == TrustVerdict::State::Changed ? RunWording::manifestOfUnchangedItems(m_verdict).items.size() : 0;
    if (same > 0) {
        m_showAllCheckBox = new QCheckBox(i18ncp("@option:check",
                                                 "Also show the %1 item that you already approved",
                                                 "Also show the %1 items that you already approved",
                                                 static_cast<int>(same)));
        connect(m_showAllCheckBox, &QCheckBox::toggled, this, &TrustDialog::showItems);
        column->addWidget(m_showAllCheckBox);
    }

    auto *buttons = new QDialogButtonBox;
    column->addWidget(buttons); // added to the layout before a button is the default: otherwise the dialog does not remember the default
    QPushButton *cancel = buttons->addButton(QDialogButtonBox::Cancel);
    QPushButton *agree = buttons->addButton(i18nc("@action:button", "Approve and Connect"), QDialogButtonBox::AcceptRole);
    agree->setIcon(QIcon::fromTheme(u"network-connect"_s));
    agree->setAutoDefault(false);
    cancel->setDefault(true);
    cancel->setFocus();
    if (question.replacesWithdrawnQuestion) {
        agree->setEnabled(false);
        QTimer::singleShot(approveDelay, agree, [agree] {
            agree->setEnabled(true);
        });
    }
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    showItems();
    const QSize wanted(fontMetrics().averageCharWidth() * 84, fontMetrics().height() * 32);
    resize(wanted.boundedTo(screen()->availableSize() * 9 / 10));
}

void TrustDialog::showItems()
{
    const int scrolled = m_textEdit->verticalScrollBar()->value();
    m_textEdit->clear();
    if (m_verdict.state == TrustVerdict::State::Changed) {
        appendLines(RunWording::differences(m_verdict));
        if (m_showAllCheckBox && m_showAllCheckBox->isChecked()) {
            appendLines({{RunLine::Style::Heading, RunLine::Mark::Unchanged, 0, i18nc("@title of a list of what changed", "Already Approved")}});
            appendLines(RunWording::allLines(RunWording::manifestOfUnchangedItems(m_verdict), RunLine::Mark::Unchanged));
        }
    } else {
        appendLines(RunWording::allLines(m_verdict.currentManifest));
    }
    m_textEdit->moveCursor(QTextCursor::Start);
    m_textEdit->verticalScrollBar()->setValue(scrolled);
}

void TrustDialog::appendLines(const QList<RunLine> &lines)
{
    const QFont mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    QTextCursor cursor(m_textEdit->document());
    cursor.movePosition(QTextCursor::End);
    for (const RunLine &line : lines) {
        QTextBlockFormat block;
        QTextCharFormat characters;
        // A hanging indent: only the first line of each item begins at the margin.
        const int step = fontMetrics().averageCharWidth() * 3;
        block.setLeftMargin((line.indent + 1) * step);
        block.setTextIndent(-step);
        if (line.style == RunLine::Style::Heading) {
            block.setTopMargin(fontMetrics().height() * 0.6);
            characters.setFontWeight(QFont::Bold);
        } else if (line.style == RunLine::Style::Code) {
            characters.setFont(mono);
        }
        if (line.mark == RunLine::Mark::Added) {
            characters.setForeground(Wording::color(Wording::StatusTone::Good));
        } else if (line.mark == RunLine::Mark::Removed) {
            characters.setForeground(Wording::color(Wording::StatusTone::Bad));
        } else if (line.mark == RunLine::Mark::Unchanged) {
            characters.setForeground(palette().color(QPalette::PlaceholderText));
        }
        if (line.style == RunLine::Style::Warning && line.mark != RunLine::Mark::Unchanged) {
            characters.setFontWeight(QFont::Bold);
            // New items that may be dangerous must not be green.
            characters.setForeground(Wording::color(line.mark == RunLine::Mark::Added ? Wording::StatusTone::Busy : Wording::StatusTone::Bad));
        }
        if (m_textEdit->document()->isEmpty()) {
            block.setTopMargin(0);
            cursor.setBlockFormat(block);
        } else {
            cursor.insertBlock(block);
        }
        cursor.insertText(markText(line.mark) + line.text, characters); // inserted as text, so that nothing in it is read as markup
    }
}

void TrustDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        showItems();
    }
}

void TrustDialog::done(int result)
{
    QDialog::done(result);
    if (!std::exchange(m_isAnswered, true)) {
        Q_EMIT answered(result == Accepted);
    }
}
}
