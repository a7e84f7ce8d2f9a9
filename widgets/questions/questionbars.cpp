// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions/questionbars.h"

#include "widgets/questions/linkstrip.h"
#include "widgets/questions/questionbar.h"

#include <KLocalizedString>

#include <QApplication>
#include <QBoxLayout>

#include <utility>

namespace Nightdesk
{
void QuestionBars::setFallbackLayout(QBoxLayout *layout)
{
    m_fallbackLayout = layout;
}

bool QuestionBars::canShowBar(const LinkStatusPanel *strip) const
{
    return strip || m_fallbackLayout;
}

void QuestionBars::show(LinkStatusPanel *strip, QuestionBar *bar, const QString &askerName)
{
    if (strip) {
        strip->addQuestion(bar);
    } else {
        m_fallbackLayout->addWidget(bar);
        bar->show();
    }
    m_openBars.append({bar, askerName});
    // The bar may be destroyed without remove(), together with the strip that contains it.
    connect(bar, &QObject::destroyed, this, &QuestionBars::emitWaitingTextChanged);
    emitWaitingTextChanged();
}

void QuestionBars::remove(LinkStatusPanel *strip, QuestionBar *bar)
{
    m_openBars.removeIf([bar](const Bar &one) {
        return one.bar == bar;
    });
    bar->disconnect(this);
    if (strip) {
        strip->removeQuestion(bar);
    } else if (bar) { // the strip of the bar's link was destroyed, or never existed
        if (QWidget *around = bar->parentWidget(); around && bar->isAncestorOf(QApplication::focusWidget())) {
            around->setFocus(Qt::OtherFocusReason); // takes keys that the user still types for the removed bar
        }
        bar->hide();
        bar->deleteLater();
    }
    emitWaitingTextChanged();
}

void QuestionBars::emitWaitingTextChanged()
{
    m_openBars.removeIf([](const Bar &one) {
        return !one.bar;
    });
    QString words;
    if (m_openBars.size() == 1) {
        words = i18nc("@info:status an account or host", "%1 needs your answer", m_openBars.first().askerName);
    } else if (!m_openBars.isEmpty()) {
        words = i18ncp("@info:status", "%1 question needs your answer", "%1 questions need your answer", m_openBars.size());
    }
    Q_EMIT waitingTextChanged(words);
}

bool QuestionBars::focusOldestBar()
{
    for (const Bar &one : std::as_const(m_openBars)) {
        if (one.bar) {
            one.bar->takeFocus();
            return true;
        }
    }
    return false;
}
}
