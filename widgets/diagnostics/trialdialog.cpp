// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagnostics/trialdialog.h"

#include "monitors/link/trialpolicy.h"
#include "sessions/trial/desktoptrial.h"
#include "widgets/wording/figurewording.h"
#include "widgets/wording/wording.h"

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
    Image,
    Volume,
    Rate,
    Cpu,
    Delay,
    count
};
}
constexpr int textWidth = 70; ///< width of the text in characters: longer lines are hard to read

QString compressionWord(const TrialSetting &setting)
{
    return setting.isCompressed ? i18nc("@item compression by ssh", "On") : i18nc("@item compression by ssh", "Off");
}

QString imageWord(Quality quality)
{
    switch (quality) {
    case Quality::Lossless:
        return i18nc("@item image quality", "Lossless");
    case Quality::High:
        return i18nc("@item image quality", "High");
    case Quality::Low:
        return i18nc("@item image quality", "Low");
    case Quality::Balanced:
    case Quality::Auto:
        break;
    }
    return i18nc("@item image quality", "Balanced");
}

/// The quality as it is written in a profile.
QString qualityWord(Quality quality)
{
    switch (quality) {
    case Quality::Lossless:
        return u"lossless"_s;
    case Quality::High:
        return u"high"_s;
    case Quality::Low:
        return u"low"_s;
    case Quality::Balanced:
    case Quality::Auto:
        break;
    }
    return u"balanced"_s;
}

QString reasonOf(TrialVerdict::Reason reason, const TrialRow &best)
{
    const QString delay = Wording::duration(best.delay);
    switch (reason) {
    case TrialVerdict::Reason::Only:
        return i18nc("@info %1: a time", "Only one setting was measured: the image takes %1.", delay);
    case TrialVerdict::Reason::Fastest:
        return i18nc("@info %1: a time", "The marked setting is best: the image takes %1, clearly less than with any other.", delay);
    case TrialVerdict::Reason::BestPicture:
        return i18nc("@info %1: a time",
                     "The marked setting is best: the image takes %1. No setting is clearly faster, and this one has the best image.",
                     delay);
    case TrialVerdict::Reason::LeastWork:
        break;
    }
    return i18nc("@info %1: a time", "The marked setting is best: the image takes %1. Compression by ssh does not make it clearly faster.", delay);
}

QString howToKeep(const TrialSetting &setting)
{
    return i18nc("@info keep key = value untranslated; %1 and %2: values",
                 "To keep it, set quality = \"%1\" for the desktop and compression = \"%2\" for its connection in the profile.",
                 qualityWord(setting.quality),
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
    , m_trial(std::move(trial))
    , m_text(new QLabel)
    , m_table(new QTreeWidget)
    , m_progress(new QProgressBar)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel))
    , m_startButton(m_buttons->addButton(i18nc("@action:button", "Try"), QDialogButtonBox::AcceptRole))
{
    setWindowTitle(i18nc("@title:window %1: a desktop", "Try Settings: %1", desktop));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setMinimumWidth(m_text->fontMetrics().averageCharWidth() * textWidth);
    m_table->setColumnCount(TrialColumn::count);
    m_table->setHeaderLabels({i18nc("@title:column compression by ssh", "ssh Compression"),
                              i18nc("@title:column", "Image Quality"),
                              i18nc("@title:column on the network", "Data"),
                              i18nc("@title:column", "Rate"),
                              i18nc("@title:column time of the processor", "CPU Time"),
                              i18nc("@title:column a time", "Image Takes")});
    for (const int each : {TrialColumn::Volume, TrialColumn::Rate, TrialColumn::Cpu, TrialColumn::Delay}) {
        m_table->headerItem()->setTextAlignment(each, Qt::AlignRight | Qt::AlignVCenter);
    }
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_table->setAccessibleName(i18nc("@info accessible name", "Measured settings"));
    m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->hide();
    m_progress->setAccessibleName(i18nc("@info accessible name", "Progress of the test"));
    m_progress->setRange(0, static_cast<int>(m_trial->settingCount()));
    m_progress->hide();
    m_startButton->setDefault(true);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_text);
    column->addWidget(m_table, 1);
    column->addWidget(m_progress);
    column->addWidget(m_buttons);
    connect(m_buttons, &QDialogButtonBox::rejected, this, [this] {
        if (m_isMeasuring) {
            m_trial->cancel(); // cancels the measurement; the measured rows stay visible
        } else {
            reject();
        }
    });
    connect(m_startButton, &QPushButton::clicked, this, &TrialDialog::start);
    connect(m_trial.get(), &DesktopTrial::rowMeasured, this, &TrialDialog::showRows);
    connect(m_trial.get(), &DesktopTrial::ended, this, &TrialDialog::showResult);
    if (refusal.isEmpty()) {
        QStringList sentences{
            i18nc("@info %1: a host",
                  "Nightdesk opens another connection to %1 and loads the present image with each setting. This takes at most 30 seconds and 20 MB.",
                  host),
            i18nc("@info", "Other displays may be slower meanwhile. A server that allows only one viewer interrupts this display once.")};
        if (const qsizetype whole = m_trial->settingCount(); roundTrip && TrialPolicy::fitting(*roundTrip, m_trial->timeLimit()) < whole) {
            sentences.append(i18nc("@info %1: a time, %2 and %3: numbers",
                                   "At a round-trip time of %1 this is too short for all settings: Nightdesk will measure about %2 of %3.",
                                   Wording::duration(*roundTrip),
                                   TrialPolicy::fitting(*roundTrip, m_trial->timeLimit()),
                                   whole));
        }
        showMessage(sentences.join(u"\n\n"_s));
        m_startButton->setFocus();
    } else {
        showMessage(refusal);
        m_startButton->hide();
        m_buttons->setStandardButtons(QDialogButtonBox::Close);
    }
}

TrialDialog::~TrialDialog()
{
    m_trial->disconnect(this);
}

void TrialDialog::done(int result)
{
    m_trial->disconnect(this);
    m_trial->cancel();
    QDialog::done(result);
}

void TrialDialog::showMessage(const QString &text)
{
    m_text->setText(text);
    // Qt makes a window no wider than two thirds of its screen, but reserves too few text lines for that width.
    m_text->setMinimumHeight(m_text->heightForWidth(m_text->minimumWidth()));
    m_text->setAccessibleName(text);
}

void TrialDialog::start()
{
    m_isMeasuring = true;
    m_startButton->hide();
    m_table->show();
    m_progress->show();
    m_buttons->button(QDialogButtonBox::Cancel)->setFocus();
    showMessage(i18nc("@info", "Measuring. You can cancel at any time and keep what was measured."));
    // Reserves room for all rows (eight), so that a new row does not resize the window.
    m_table->setMinimumHeight(m_table->header()->sizeHint().height()
                              + static_cast<int>(m_trial->settingCount())
                                  * (m_table->fontMetrics().height() + style()->pixelMetric(QStyle::PM_FocusFrameVMargin) * 2 + 4)
                              + 2 * m_table->frameWidth());
    adjustSize();
    m_trial->start();
}

/// Makes each column wide enough for its texts, above all the last one, the delay, which is the most important.
void TrialDialog::fitColumns()
{
    m_table->setMinimumWidth(m_table->sizeHint().width());
}

void TrialDialog::showRows()
{
    const QList<TrialRow> &rows = m_trial->rows();
    m_progress->setRange(0, static_cast<int>(m_trial->settingCount()));
    m_progress->setValue(static_cast<int>(rows.size()));
    for (qsizetype i = m_table->topLevelItemCount(); i < rows.size(); ++i) {
        const TrialRow &row = rows[i];
        auto *item = new QTreeWidgetItem(m_table);
        item->setText(TrialColumn::Compression, compressionWord(row.setting));
        item->setText(TrialColumn::Image, imageWord(row.setting.quality));
        item->setText(TrialColumn::Volume, FigureWording::bytes(row.networkBytes));
        item->setText(TrialColumn::Rate, Wording::rate(TrialPolicy::rate(row)));
        item->setText(TrialColumn::Cpu, Wording::duration(row.cpu));
        item->setText(TrialColumn::Delay, Wording::duration(row.delay));
        for (const int each : {TrialColumn::Volume, TrialColumn::Rate, TrialColumn::Cpu, TrialColumn::Delay}) {
            item->setTextAlignment(each, Qt::AlignRight | Qt::AlignVCenter);
        }
        item->setToolTip(TrialColumn::Volume, i18nc("@info:tooltip %1: a size", "Before ssh: %1", FigureWording::bytes(row.payload)));
    }
    fitColumns();
}

void TrialDialog::showResult()
{
    m_isMeasuring = false;
    showRows();
    QStringList sentences;
    if (!m_trial->problem().isEmpty()) {
        sentences.append(m_trial->problem());
    }
    if (const auto verdict = TrialPolicy::verdict(m_trial->rows())) {
        const TrialRow &best = m_trial->rows()[verdict->best];
        if (const qsizetype measured = m_trial->rows().size(); measured < m_trial->settingCount() && verdict->reason != TrialVerdict::Reason::Only) {
            sentences.append(
                i18nc("@info %1 and %2: numbers", "Only %1 of %2 settings were measured. Another one may be better.", measured, m_trial->settingCount()));
        }
        sentences.append(reasonOf(verdict->reason, best));
        if (verdict->reason != TrialVerdict::Reason::Only) {
            sentences.append(howToKeep(best.setting));
        }
        QTreeWidgetItem *item = m_table->topLevelItem(static_cast<int>(verdict->best));
        QFont bold = font();
        bold.setBold(true);
        for (int each = 0; each < TrialColumn::count; ++each) {
            item->setFont(each, bold);
        }
        item->setIcon(TrialColumn::Compression, QIcon::fromTheme(u"dialog-ok-apply"_s));
        item->setData(TrialColumn::Compression,
                      Qt::AccessibleTextRole,
                      i18nc("@info accessible name; %1: on or off", "%1, best setting", item->text(TrialColumn::Compression)));
        m_table->setCurrentItem(item);
        fitColumns();
    } else {
        m_table->hide();
    }
    showMessage(sentences.join(u"\n\n"_s));
    m_progress->hide();
    m_startButton->hide();
    m_buttons->setStandardButtons(QDialogButtonBox::Close);
    m_buttons->button(QDialogButtonBox::Close)->setFocus();
}
}
