// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagnostics/trialdialog.h"

#include "monitors/link/trialpolicy.h"
#include "sessions/common/enumtable.h"
#include "sessions/trial/desktoptrial.h"
#include "widgets/common/plainlabel.h"
#include "widgets/wording/figurewording.h"
#include "widgets/wording/wording.h"

#include <KLazyLocalizedString>
#include <KLocalizedString>

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QHeaderView>
#include <QIcon>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
namespace TrialColumn
{
enum {
    Compression,
    ImageQuality,
    NetworkBytes,
    TransferRate,
    Cpu,
    Delay,
    count
};
}
constexpr int textWidth = 70; ///< width of the text in characters: longer lines are hard to read

QString compressionText(const TrialSetting &setting)
{
    return setting.isCompressed ? i18nc("@item compression by ssh", "On") : i18nc("@item compression by ssh", "Off");
}

const EnumTable<Quality::Auto, KLazyLocalizedString> imageQualityTexts(kli18nc("@item image quality", "Lossless"),
                                                                       kli18nc("@item image quality", "High"),
                                                                       kli18nc("@item image quality", "Balanced"),
                                                                       kli18nc("@item image quality", "Low"),
                                                                       kli18nc("@item image quality", "Balanced"));
/// The qualities as they are written in a profile.
constexpr EnumWords<Quality::Auto> profileQualityWords("lossless"_L1, "high"_L1, "balanced"_L1, "low"_L1, "balanced"_L1);

QString reasonOf(TrialVerdict::Reason reason, const TrialResult &best)
{
    const QString delay = Wording::duration(best.transferTime);
    switch (reason) {
    case TrialVerdict::Reason::OnlyMeasuredSetting:
        return i18nc("@info %1: a time", "Only one setting was measured: the image takes %1.", delay);
    case TrialVerdict::Reason::Fastest:
        return i18nc("@info %1: a time", "The marked setting is best: the image takes %1, clearly less than with any other.", delay);
    case TrialVerdict::Reason::BestQuality:
        return i18nc("@info %1: a time",
                     "The marked setting is best: the image takes %1. No setting is clearly faster, and this one has the best image.",
                     delay);
    case TrialVerdict::Reason::NoCompressionNeeded:
        break;
    }
    return i18nc("@info %1: a time", "The marked setting is best: the image takes %1. Compression by ssh does not make it clearly faster.", delay);
}

QString howToKeepSetting(const TrialSetting &setting)
{
    return i18nc("@info keep key = value untranslated; %1 and %2: values",
                 "To keep it, set quality = \"%1\" for the desktop and compression = \"%2\" for its connection in the profile.",
                 QString(profileQualityWords[setting.quality]),
                 setting.isCompressed ? u"on"_s : u"off"_s);
}
}

TrialDialog::TrialDialog(std::unique_ptr<DesktopTrial> trial,
                         const QString &desktop,
                         const QString &host,
                         std::optional<std::chrono::microseconds> roundTrip,
                         const QString &refusal,
                         QWidget *parent)
    : QDialog(parent)
    , m_desktopTrial(std::move(trial))
    , m_textLabel(PlainLabel::createWrapped())
    , m_trialTable(new QTreeWidget)
    , m_progressBar(new QProgressBar)
    , m_buttonBox(new QDialogButtonBox(QDialogButtonBox::Cancel))
    , m_startButton(m_buttonBox->addButton(i18nc("@action:button", "Try"), QDialogButtonBox::AcceptRole))
{
    setWindowTitle(i18nc("@title:window %1: a desktop", "Try Settings: %1", desktop));
    m_textLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_textLabel->setMinimumWidth(m_textLabel->fontMetrics().averageCharWidth() * textWidth);
    m_trialTable->setColumnCount(TrialColumn::count);
    m_trialTable->setHeaderLabels({i18nc("@title:column compression by ssh", "ssh Compression"),
                                   i18nc("@title:column", "Image Quality"),
                                   i18nc("@title:column on the network", "Data"),
                                   i18nc("@title:column", "Rate"),
                                   i18nc("@title:column time of the processor", "CPU Time"),
                                   i18nc("@title:column a time", "Image Takes")});
    for (const int each : {TrialColumn::NetworkBytes, TrialColumn::TransferRate, TrialColumn::Cpu, TrialColumn::Delay}) {
        m_trialTable->headerItem()->setTextAlignment(each, Qt::AlignRight | Qt::AlignVCenter);
    }
    m_trialTable->setRootIsDecorated(false);
    m_trialTable->setUniformRowHeights(true);
    m_trialTable->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_trialTable->setAccessibleName(i18nc("@info accessible name", "Measured settings"));
    m_trialTable->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_trialTable->hide();
    m_progressBar->setAccessibleName(i18nc("@info accessible name", "Progress of the test"));
    m_progressBar->setRange(0, static_cast<int>(m_desktopTrial->settingCount()));
    m_progressBar->hide();
    m_startButton->setDefault(true);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_textLabel);
    column->addWidget(m_trialTable, 1);
    column->addWidget(m_progressBar);
    column->addWidget(m_buttonBox);
    connect(m_buttonBox, &QDialogButtonBox::rejected, this, [this] {
        if (m_isMeasuring) {
            m_desktopTrial->cancel(); // cancels the measurement; the measured rows stay visible
        } else {
            reject();
        }
    });
    connect(m_startButton, &QPushButton::clicked, this, &TrialDialog::start);
    connect(m_desktopTrial.get(), &DesktopTrial::rowMeasured, this, &TrialDialog::showRows);
    connect(m_desktopTrial.get(), &DesktopTrial::trialEnded, this, &TrialDialog::showResult);
    if (refusal.isEmpty()) {
        QStringList sentences{
            i18nc("@info %1: a host",
                  "Nightdesk opens another connection to %1 and loads the present image with each setting. This takes at most 30 seconds and 20 MB.",
                  host),
            i18nc("@info", "Other displays may be slower meanwhile. A server that allows only one viewer interrupts this display once.")};
        if (const qsizetype whole = m_desktopTrial->settingCount();
            roundTrip && TrialPolicy::settingCountWithin(*roundTrip, m_desktopTrial->timeLimit()) < whole) {
            sentences.append(i18nc("@info %1: a time, %2 and %3: numbers",
                                   "At a round-trip time of %1 this is too short for all settings: Nightdesk will measure about %2 of %3.",
                                   Wording::duration(*roundTrip),
                                   TrialPolicy::settingCountWithin(*roundTrip, m_desktopTrial->timeLimit()),
                                   whole));
        }
        showMessage(sentences.join(u"\n\n"_s));
        m_startButton->setFocus();
    } else {
        showMessage(refusal);
        m_startButton->hide();
        m_buttonBox->setStandardButtons(QDialogButtonBox::Close);
    }
}

TrialDialog::~TrialDialog()
{
    m_desktopTrial->disconnect(this);
}

void TrialDialog::done(int result)
{
    m_desktopTrial->disconnect(this);
    m_desktopTrial->cancel();
    QDialog::done(result);
}

void TrialDialog::showMessage(const QString &text)
{
    m_textLabel->setText(text);
    // Qt makes a window no wider than two thirds of its screen, but reserves too few text lines for that width.
    m_textLabel->setMinimumHeight(m_textLabel->heightForWidth(m_textLabel->minimumWidth()));
    m_textLabel->setAccessibleName(text);
}

void TrialDialog::start()
{
    m_isMeasuring = true;
    m_startButton->hide();
    m_trialTable->show();
    m_progressBar->show();
    m_buttonBox->button(QDialogButtonBox::Cancel)->setFocus();
    showMessage(i18nc("@info", "Measuring. You can cancel at any time and keep what was measured."));
    // Reserves room for all rows (eight), so that a new row does not resize the window.
    m_trialTable->setMinimumHeight(m_trialTable->header()->sizeHint().height()
                                   + static_cast<int>(m_desktopTrial->settingCount())
                                       * (m_trialTable->fontMetrics().height() + style()->pixelMetric(QStyle::PM_FocusFrameVMargin) * 2 + 4)
                                   + 2 * m_trialTable->frameWidth());
    adjustSize();
    m_desktopTrial->start();
}

/// Makes each column wide enough for its texts, above all the last one, the delay, which is the most important.
void TrialDialog::fitColumns()
{
    m_trialTable->setMinimumWidth(m_trialTable->sizeHint().width());
}

void TrialDialog::showRows()
{
    const QList<TrialResult> &rows = m_desktopTrial->results();
    m_progressBar->setRange(0, static_cast<int>(m_desktopTrial->settingCount()));
    m_progressBar->setValue(static_cast<int>(rows.size()));
    for (qsizetype i = m_trialTable->topLevelItemCount(); i < rows.size(); ++i) {
        const TrialResult &row = rows[i];
        auto *item = new QTreeWidgetItem(m_trialTable);
        item->setText(TrialColumn::Compression, compressionText(row.setting));
        item->setText(TrialColumn::ImageQuality, imageQualityTexts[row.setting.quality].toString());
        item->setText(TrialColumn::NetworkBytes, FigureWording::bytes(row.networkBytes));
        item->setText(TrialColumn::TransferRate, Wording::rate(TrialPolicy::transferRate(row)));
        item->setText(TrialColumn::Cpu, Wording::duration(row.cpuTime));
        item->setText(TrialColumn::Delay, Wording::duration(row.transferTime));
        for (const int each : {TrialColumn::NetworkBytes, TrialColumn::TransferRate, TrialColumn::Cpu, TrialColumn::Delay}) {
            item->setTextAlignment(each, Qt::AlignRight | Qt::AlignVCenter);
        }
        item->setToolTip(TrialColumn::NetworkBytes, i18nc("@info:tooltip %1: a size", "Before ssh: %1", FigureWording::bytes(row.bytesBeforeSsh)));
    }
    fitColumns();
}

void TrialDialog::showResult()
{
    m_isMeasuring = false;
    showRows();
    QStringList sentences;
    if (!m_desktopTrial->problem().isEmpty()) {
        sentences.append(m_desktopTrial->problem());
    }
    if (const auto verdict = TrialPolicy::verdict(m_desktopTrial->results())) {
        const TrialResult &best = m_desktopTrial->results()[verdict->bestRow];
        if (const qsizetype measured = m_desktopTrial->results().size();
            measured < m_desktopTrial->settingCount() && verdict->reason != TrialVerdict::Reason::OnlyMeasuredSetting) {
            sentences.append(i18nc("@info %1 and %2: numbers",
                                   "Only %1 of %2 settings were measured. Another one may be better.",
                                   measured,
                                   m_desktopTrial->settingCount()));
        }
        sentences.append(reasonOf(verdict->reason, best));
        if (verdict->reason != TrialVerdict::Reason::OnlyMeasuredSetting) {
            sentences.append(howToKeepSetting(best.setting));
        }
        QTreeWidgetItem *item = m_trialTable->topLevelItem(static_cast<int>(verdict->bestRow));
        QFont bold = font();
        bold.setBold(true);
        for (int each = 0; each < TrialColumn::count; ++each) {
            item->setFont(each, bold);
        }
        item->setIcon(TrialColumn::Compression, QIcon::fromTheme(u"dialog-ok-apply"_s));
        item->setData(TrialColumn::Compression,
                      Qt::AccessibleTextRole,
                      i18nc("@info accessible name; %1: on or off", "%1, best setting", item->text(TrialColumn::Compression)));
        m_trialTable->setCurrentItem(item);
        fitColumns();
    } else {
        m_trialTable->hide();
    }
    showMessage(sentences.join(u"\n\n"_s));
    m_progressBar->hide();
    m_startButton->hide();
    m_buttonBox->setStandardButtons(QDialogButtonBox::Close);
    m_buttonBox->button(QDialogButtonBox::Close)->setFocus();
}
}
