// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/desktopfinder.h"

#include "sessions/common/displaytext.h"
#include "widgets/common/plainlabel.h"
#include "widgets/wording/foundwording.h"

#include <KLocalizedString>

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

DesktopFinder::DesktopFinder(QWidget *parent)
    : QWidget(parent)
    , m_findButton(new QPushButton(QIcon::fromTheme(u"edit-find"_s), i18nc("@action:button those that run on a host", "Find Desktops")))
    , m_foundDesktopBox(new QComboBox)
    , m_stateLabel(PlainLabel::createWrapped())
{
    m_findButton->setAutoDefault(false); // Return in a field must press the dialog's default button
    m_foundDesktopBox->setAccessibleName(i18nc("@label:listbox", "Found desktops"));
    m_foundDesktopBox->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_foundDesktopBox->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto *row = new QHBoxLayout;
    row->addWidget(m_findButton);
    row->addWidget(m_foundDesktopBox, 1);
    row->addStretch();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(2);
    column->addLayout(row);
    column->addWidget(m_stateLabel);
    connect(m_findButton, &QPushButton::clicked, this, &DesktopFinder::findDesktops);
    connect(m_foundDesktopBox, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index > 0 && index <= m_foundDesktops.size()) { // the first entry only says how many desktops were found
            const FoundDesktop &desktop = m_foundDesktops[index - 1];
            Q_EMIT desktopChosen(typedAddress(desktop.address), desktop.title);
        }
    });
    m_foundDesktopBox->hide();
    m_stateLabel->hide();
    m_findButton->setEnabled(false);
}

DesktopFinder::~DesktopFinder() = default;

QString DesktopFinder::typedAddress(const DesktopAddress &address)
{
    if (const auto *display = std::get_if<DisplayNumber>(&address)) {
        return u":%1"_s.arg(display->number);
    }
    const auto *port = std::get_if<TcpAddress>(&address);
    return port && port->host == TcpAddress().host ? QString::number(port->port) : QString();
}

void DesktopFinder::setLink(const std::optional<LinkSpec> &link)
{
    if (link == m_link) {
        return;
    }
    m_link = link;
    m_search.reset();
    m_foundDesktops.clear();
    m_foundDesktopBox->hide();
    m_findButton->setEnabled(link.has_value());
    const QString tip = link
        ? i18nc("@info:tooltip %1: a command, %2: a host", "Runs “%1” on %2", displayText(DesktopSearch::command(*link).join(u' ')), displayText(link->host))
        : QString();
    m_findButton->setToolTip(tip.isEmpty() ? QString() : u"<qt>%1</qt>"_s.arg(tip.toHtmlEscaped()));
    showMessage({});
}

void DesktopFinder::findDesktops()
{
    m_foundDesktopBox->hide();
    showMessage(FoundWording::summary({}, true, true, 0));
    m_search = std::make_unique<DesktopSearch>(*m_link);
    // The slots ignore signals of an older search, which may still arrive after setLink() for another host.
    connect(
        m_search.get(),
        &DesktopSearch::finished,
        this,
        [this, own = m_search.get()](const DiscoverOutcome &outcome) {
            if (m_search.get() == own) {
                offerDesktops(outcome);
            }
        },
        Qt::QueuedConnection);
    connect(
        m_search.get(),
        &DesktopSearch::searchFailed,
        this,
        [this, own = m_search.get()](const Failure &failure) {
            if (m_search.get() != own) {
                return;
            }
            showMessage(i18nc("@info %1: why a host was not reached", "%1 You can enter the display or port yourself.", failure.what));
        },
        Qt::QueuedConnection);
    m_search->start();
}

void DesktopFinder::offerDesktops(const DiscoverOutcome &outcome)
{
    m_foundDesktops = outcome.report.foundDesktops;
    m_foundDesktops.removeIf([](const FoundDesktop &desktop) {
        return typedAddress(desktop.address).isEmpty();
    });
    const QSignalBlocker quiet(m_foundDesktopBox);
    m_foundDesktopBox->clear();
    m_foundDesktopBox->addItem(
        i18ncp("@item:inlistbox how many desktops follow", "%1 desktop found", "%1 desktops found", static_cast<int>(m_foundDesktops.size())));
    for (const FoundDesktop &desktop : std::as_const(m_foundDesktops)) {
        m_foundDesktopBox->addItem(FoundWording::name(desktop));
    }
    m_foundDesktopBox->setVisible(!m_foundDesktops.isEmpty());
    QStringList words;
    if (m_foundDesktops.isEmpty()) {
        words.append(FoundWording::summary(outcome, false, true, 0));
    }
    if (FoundWording::isProblemSerious(outcome)) {
        words += FoundWording::problems(outcome).mid(0, 1); // shows only the worst problem of the search
    }
    showMessage(words.join(u'\n'));
}

void DesktopFinder::showMessage(const QString &text)
{
    m_stateLabel->setText(text);
    m_stateLabel->setVisible(!text.isEmpty());
    m_foundDesktopBox->setAccessibleDescription(text);
    m_findButton->setAccessibleDescription(text);
    Q_EMIT messageHeightChanged();
}
}
