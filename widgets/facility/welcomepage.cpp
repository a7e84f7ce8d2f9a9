// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/welcomepage.h"

#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"

#include <KLocalizedString>

#include <QCommandLinkButton>
#include <QIcon>
#include <QLabel>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

WelcomePage::WelcomePage(QWidget *parent)
    : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    column->addStretch(1);
    auto *heading = PlainLabel::createWrapped(i18nc("@title", "No facility is set up on this workstation"));
    WidgetLook::scaleFont(heading, 1.5);
    column->addWidget(heading);
    column->addWidget(
        PlainLabel::createWrapped(i18nc("@info", "A facility directory describes an observatory’s instruments. The facility staff can tell you where it is.")));
    column->addSpacing(fontMetrics().height());

    QCommandLinkButton *open = addButton(column,
                                         u"document-open-folder"_s,
                                         i18nc("@action:button", "Open a Facility Directory"),
                                         i18nc("@info:tooltip keep facility.toml untranslated", "Select the directory with facility.toml."));
    QCommandLinkButton *make = addButton(column,
                                         u"document-new"_s,
                                         i18nc("@action:button", "Make a Facility Directory"),
                                         i18nc("@info:tooltip", "Begin with one host and its desktops. You can add more later."));
    QCommandLinkButton *desktop = addButton(column,
                                            u"video-display"_s,
                                            i18nc("@action:button", "Connect to One Desktop"),
                                            i18nc("@info:tooltip", "Show one VNC desktop, directly or through ssh."));
    m_demoButton =
        addButton(column,
                  u"media-playback-start"_s,
                  i18nc("@action:button", "Try the Demo"),
                  i18nc("@info:tooltip", "A small observatory on this computer. The demo needs an ssh server and a VNC server, and leaves nothing behind."));
    column->addStretch(2);

    connect(open, &QAbstractButton::clicked, this, &WelcomePage::openFacilityRequested);
    connect(make, &QAbstractButton::clicked, this, &WelcomePage::newFacilityRequested);
    connect(desktop, &QAbstractButton::clicked, this, &WelcomePage::singleDesktopRequested);
    connect(m_demoButton, &QAbstractButton::clicked, this, &WelcomePage::demoRequested);
    setFocusProxy(open);
}

void WelcomePage::setDemoStarting(bool isStarting)
{
    m_demoButton->setEnabled(!isStarting);
}

QCommandLinkButton *WelcomePage::addButton(QVBoxLayout *column, const QString &icon, const QString &text, const QString &explanation)
{
    auto *button = new QCommandLinkButton(text, explanation);
    button->setIcon(QIcon::fromTheme(icon));
    button->setAutoDefault(true); // Enter presses the button that has the focus, as in a dialog
    button->setAccessibleName(text);
    button->setAccessibleDescription(explanation);
    column->addWidget(button);
    return button;
}
}
