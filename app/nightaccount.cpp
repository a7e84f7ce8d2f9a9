// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/nightaccount.h"

#include "app/night.h"
#include "nightdesk.h"

#include <KLocalizedString>

#include <QDialogButtonBox>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>

namespace Nightdesk
{
NightAccount::NightAccount(QWidget *window)
    : QObject(window)
    , m_window(window)
{
}

QString NightAccount::tonights(const QString &timezone, const QDateTime &now) const
{
    return m_night == nightOf(now, timezone) ? m_account : QString();
}

void NightAccount::ask(const QString &instrument, const QString &timezone)
{
    auto *dialog = new QInputDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(i18nc("@title:window", "Account"));
    dialog->setLabelText(
        instrument.isEmpty()
            ? i18nc("@label:textbox", "Tonight's account at the facility:")
            : i18nc("@label:textbox an instrument's name", "Tonight's account for %1:", QString(instrument).replace(u'&', QStringLiteral("&&"))));
    dialog->setTextValue(Settings::lastAccount());
    connect(dialog, &QInputDialog::textValueSelected, this, [this, timezone](const QString &account) {
        m_account = account.trimmed();
        m_night = nightOf(QDateTime::currentDateTimeUtc(), timezone);
        Settings::setLastAccount(m_account);
        Settings::self()->save();
        Q_EMIT given(m_account);
    });
    connect(dialog, &QDialog::rejected, this, &NightAccount::cancelled);
    dialog->open();
    for (QLabel *label : dialog->findChildren<QLabel *>()) {
        label->setTextFormat(Qt::PlainText); // a profile's words
    }
    if (const auto *buttons = dialog->findChild<QDialogButtonBox *>()) {
        const auto check = [ok = buttons->button(QDialogButtonBox::Ok)](const QString &text) {
            ok->setEnabled(!text.trimmed().isEmpty());
        };
        connect(dialog, &QInputDialog::textValueChanged, dialog, check);
        check(dialog->textValue());
    }
}
}
