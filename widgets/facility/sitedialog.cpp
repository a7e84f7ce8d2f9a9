// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/sitedialog.h"

#include "sessions/common/displaytext.h"
#include "widgets/common/firstplace.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"

#include <KLocalizedString>

#include <QDialogButtonBox>
#include <QIcon>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int idRole = Qt::UserRole;
}

SiteDialog::SiteDialog(const Question &question, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(i18nc("@title:window", "Site of This Workstation"));
    auto *column = new QVBoxLayout(this);
    auto *heading = PlainLabel::createWrapped(
        question.facility.isEmpty() ? i18nc("@info", "At which site is this workstation?")
                                    : i18nc("@info a facility's name", "At which site of %1 is this workstation?", displayText(question.facility)));
    WidgetLook::scaleFont(heading, 1.3);
    column->addWidget(heading);
    if (!question.formerlyConfiguredSiteId.isEmpty()) {
        column->addWidget(PlainLabel::createWrapped(
            i18nc("@info a site's id", "The site was set to “%1”, which is not a site of this facility.", question.formerlyConfiguredSiteId)));
    }
    column->addWidget(PlainLabel::createWrapped(i18nc(
        "@info",
        "The site determines the screens of displays and the route of connections. You can change it at any time with Settings ▸ Site of This Workstation.")));

    m_siteList = new QListWidget;
    m_siteList->setAccessibleName(i18nc("@info accessible name", "Sites"));
    m_siteList->setSpacing(3);
    m_siteList->setIconSize({22, 22});
    m_siteList->setWordWrap(true);
    const QString guess = plausibleSiteId(question.sites, question.hostName);
    for (const SiteSpec &site : question.sites) {
        const QString name = site.name.isEmpty() ? site.id : displayText(site.name);
        const QString screens = i18ncp("@info %2: names of screens",
                                       "One screen: %2",
                                       "%1 screens: %2",
                                       static_cast<int>(site.screens.size()),
                                       displayText(site.screens.join(u", "_s)));
        auto *item = new QListWidgetItem(QIcon::fromTheme(u"find-location"_s), name + u'\n' + screens, m_siteList);
        item->setData(idRole, site.id);
        item->setData(Qt::AccessibleTextRole, name);
        item->setData(Qt::AccessibleDescriptionRole, screens);
        if (site.id == guess) {
            m_siteList->setCurrentItem(item);
        }
    }
    const int row = qMax(1, m_siteList->sizeHintForRow(0)) + 2 * m_siteList->spacing();
    m_siteList->setMinimumHeight(row + fontMetrics().height());
    const int rows = row * qBound<int>(2, static_cast<int>(question.sites.size()), 6) + fontMetrics().height();
    m_siteList->setMinimumWidth(fontMetrics().averageCharWidth() * 56);
    column->addWidget(m_siteList, 1);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton *ok = buttons->addButton(i18nc("@action:button a site", "Choose Site"), QDialogButtonBox::AcceptRole);
    ok->setIcon(QIcon::fromTheme(u"dialog-ok"_s));
    column->addWidget(buttons);
    ok->setDefault(true);
    const auto check = [this, ok] {
        ok->setEnabled(chosenSiteId().has_value());
    };
    connect(m_siteList, &QListWidget::itemSelectionChanged, this, check);
    connect(m_siteList, &QListWidget::itemDoubleClicked, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
    const int width = sizeHint().width();
    const int rest = column->totalHeightForWidth(width) - m_siteList->sizeHint().height();
    WindowPlacement::resize(this, QSize(width, rest + rows)); // the list scrolls if the screen is too small
    m_siteList->setFocus();
}

QString SiteDialog::plausibleSiteId(const QList<SiteSpec> &sites, const QString &hostName)
{
    static const QRegularExpression separator(u"[^a-z0-9]+"_s);
    // Every word is enclosed in separators, so that "hilo" is not found in "philox".
    const QString spaced = u'-' + hostName.toLower().replace(separator, u"-"_s) + u'-';
    QString found;
    for (const SiteSpec &site : sites) {
        if (spaced.contains(u'-' + QString(site.id).replace(separator, u"-"_s) + u'-')) {
            if (!found.isEmpty()) {
                return {};
            }
            found = site.id;
        }
    }
    return found;
}

std::optional<QString> SiteDialog::chosenSiteId() const
{
    const QList<QListWidgetItem *> items = m_siteList->selectedItems();
    return items.isEmpty() ? std::nullopt : std::optional(items.constFirst()->data(idRole).toString());
}

void SiteDialog::done(int result)
{
    QDialog::done(result);
    if (!std::exchange(m_isAnswered, true)) {
        Q_EMIT answered(result == Accepted ? chosenSiteId() : std::nullopt);
    }
}
}
