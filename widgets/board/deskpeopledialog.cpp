// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/deskpeopledialog.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

DeskPeopleDialog::DeskPeopleDialog(const QStringList &people, QWidget *parent)
    : QDialog(parent)
    , m_namesEdit(new QPlainTextEdit(people.join(u'\n')))
{
    setWindowTitle(i18nc("@title:window", "Observers at This Workstation"));
    auto *column = new QVBoxLayout(this);
    auto *label = new QLabel(i18nc("@label:textbox", "&Names, one per line:"));
    label->setBuddy(m_namesEdit);
    column->addWidget(label);
    m_namesEdit->setObjectName(u"names"_s);
    m_namesEdit->setAccessibleName(i18nc("@info accessible name", "Names of the observers at this workstation"));
    m_namesEdit->setTabChangesFocus(true);
    m_namesEdit->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_namesEdit->setMinimumSize(fontMetrics().averageCharWidth() * 48, fontMetrics().height() * 5);
    column->addWidget(m_namesEdit, 1);
    auto *why = new QLabel(i18nc("@info",
                                 "Support astronomers see these names on the status board. At another workstation with the same names, Nightdesk offers to "
                                 "continue this session. The names are deleted when the session ends."));
    why->setWordWrap(true);
    why->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(why);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(this, &QDialog::accepted, this, [this] {
        Q_EMIT chosen(parseNames(m_namesEdit->toPlainText()));
    });
    m_namesEdit->selectAll();
    m_namesEdit->setFocus();
}

QStringList DeskPeopleDialog::parseNames(const QString &text)
{
    static const QRegularExpression between(u"[\\n,;]+"_s);
    QStringList names;
    for (const QString &part : text.split(between, Qt::SkipEmptyParts)) {
        const QString name = displayText(part.simplified(), maxNameLength);
        if (!name.isEmpty() && names.size() < maxPeople && !names.contains(name, Qt::CaseInsensitive)) {
            names.append(name);
        }
    }
    return names;
}
}
