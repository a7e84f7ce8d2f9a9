// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardtolddialog.h"

#include "widgets/board/boardtelling.h"
#include "widgets/common/plainlabel.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTabWidget>
#include <QTimeZone>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QLabel *newSelectableLabel()
{
    QLabel *label = PlainLabel::createWrapped();
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QPlainTextEdit *page(const QString &name)
{
    auto *edit = new QPlainTextEdit;
    edit->setReadOnly(true);
    edit->setTabChangesFocus(true);
    edit->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    edit->setAccessibleName(name);
    return edit;
}

/// What is read stays where it is.
void setText(QPlainTextEdit *edit, const QString &text)
{
    if (edit->toPlainText() == text) {
        return;
    }
    const int place = edit->verticalScrollBar()->value();
    edit->setPlainText(text);
    edit->verticalScrollBar()->setValue(place);
}
}

BoardToldDialog::BoardToldDialog(QWidget *parent)
    : QDialog(parent)
    , m_name(newSelectableLabel())
    , m_state(newSelectableLabel())
    , m_watchers(newSelectableLabel())
    , m_traffic(newSelectableLabel())
    , m_complaint(newSelectableLabel())
    , m_toldAt(newSelectableLabel())
    , m_words(page(i18nc("@info:whatsthis accessible name", "What was told, in words")))
    , m_json(page(i18nc("@info:whatsthis accessible name", "What was told, as JSON")))
{
    setWindowTitle(i18nc("@title:window", "What the Board Sees"));
    auto *column = new QVBoxLayout(this);
    auto *form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow); // else what wraps gets a narrow column, and is cut there
    form->addRow(i18nc("@label how the board knows this desk", "This desk:"), m_name);
    form->addRow(i18nc("@label the facility's board", "Board:"), m_state);
    form->addRow(i18nc("@label who looks at the board", "Who looks:"), m_watchers);
    form->addRow(i18nc("@label bytes to and from the broker", "Traffic:"), m_traffic);
    column->addLayout(form);
    QPalette colours = m_complaint->palette();
    colours.setColor(QPalette::WindowText, Wording::color(Wording::Mood::Bad));
    m_complaint->setPalette(colours);
    m_complaint->hide();
    column->addWidget(m_complaint);
    m_toldAt->setObjectName(u"told-at"_s);
    m_toldAt->hide();
    column->addWidget(m_toldAt);
    auto *tabs = new QTabWidget;
    m_words->setObjectName(u"words"_s);
    m_json->setObjectName(u"json"_s);
    m_json->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_json->setLineWrapMode(QPlainTextEdit::NoWrap);
    tabs->addTab(m_words, i18nc("@title:tab what was told", "In Words"));
    tabs->addTab(m_json, i18nc("@title:tab what was told", "As JSON"));
    column->addWidget(tabs, 1);
    auto *never = newSelectableLabel();
    never->setText(i18nc("@info", "Never told: what is typed, copied or shown, accounts, passwords, and hosts' addresses."));
    never->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(never);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto *people = buttons->addButton(i18nc("@action:button", "People at This Desk…"), QDialogButtonBox::ActionRole);
    auto *credential =
        buttons->addButton(i18nc("@action:button a file with which this desk logs in at the board", "Choose Credential…"), QDialogButtonBox::ActionRole);
    credential->setObjectName(u"credential"_s);
    credential->setToolTip(i18nc("@info:tooltip", "Takes the file that “nightdesk broker add-desk” made for this desk"));
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(people, &QPushButton::clicked, this, &BoardToldDialog::peopleRequested);
    connect(credential, &QPushButton::clicked, this, &BoardToldDialog::credentialRequested);
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 30);
    setTold({});
}

void BoardToldDialog::setTold(const QHash<QString, QByteArray> &told)
{
    const QString words = BoardTelling::words(told);
    setText(m_words, words.isEmpty() ? i18nc("@info", "Nothing was told yet.") : words);
    setText(m_json, BoardTelling::json(told));
}

void BoardToldDialog::setSight(const BoardSight &sight)
{
    const QString reach = sight.reach == BoardSight::Reach::None
        ? i18nc("@info:status the facility's board", "Not used: it needs a facility with a broker, and a credential of this desk")
        : BoardSightWording::reach(sight);
    m_state->setText(sight.why.isEmpty() ? reach : reach + u'\n' + sight.why);
    QStringList lines;
    for (const DeskWatchers::Watcher &watcher : sight.watchers) {
        lines << BoardSightWording::watcher(watcher, sight.titles);
    }
    if (sight.reach != BoardSight::Reach::Connected) {
        lines = {i18nc("@info:status who looks at the board", "Not known while the board is not reached")};
    } else if (lines.isEmpty()) {
        lines = {i18nc("@info:status who looks at the board", "Nobody has a board open")};
    }
    m_watchers->setText(lines.join(u'\n'));
}

void BoardToldDialog::setToldAt(const QDateTime &at, bool isTelling)
{
    m_toldAt->setText(isTelling || !at.isValid() ? QString()
                                                 : i18nc("@info a time, UT",
                                                         "Nothing is told now. What follows was told until %1 UT; the broker forgets it 12 hours later.",
                                                         at.toUTC().toString(u"HH:mm"_s)));
    m_toldAt->setVisible(!m_toldAt->text().isEmpty());
}

void BoardToldDialog::setBroker(const QString &name, const QString &traffic)
{
    m_name->setText(name.isEmpty() ? i18nc("@info:status no credential", "Not known to the board") : name);
    m_traffic->setText(traffic);
}

void BoardToldDialog::complain(const QString &text)
{
    m_complaint->setText(text);
    m_complaint->setVisible(!text.isEmpty());
}
}
