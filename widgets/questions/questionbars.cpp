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
void QuestionBars::setFallbackLayout(QBoxLayout *place)
{
    m_fallbackLayout = place;
}

bool QuestionBars::canShowBar(const LinkStrip *strip) const
{
    return strip || m_fallbackLayout;
}

void QuestionBars::show(LinkStrip *strip, QuestionBar *bar, const QString &askerName)
{
    if (strip) {
        strip->addQuestion(bar);
    } else {
        m_fallbackLayout->addWidget(bar);
        bar->show();
    }
    m_openBars.append({bar, askerName});
    // The strip may be destroyed first, with the bar.
    connect(bar, &QObject::destroyed, this, &QuestionBars::reportWaitingText);
    reportWaitingText();
}

void QuestionBars::remove(LinkStrip *strip, QuestionBar *bar)
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
    reportWaitingText();
}

void QuestionBars::reportWaitingText()
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
