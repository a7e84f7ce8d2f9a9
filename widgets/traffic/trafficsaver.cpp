// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/trafficsaver.h"

#include "widgets/netplot/netplotimage.h"
#include "widgets/traffic/netplot.h"
#include "widgets/traffic/trafficfiles.h"
#include "widgets/traffic/trafficview.h"

#include <KLocalizedString>

#include <QAction>
#include <QFileDialog>
#include <QIcon>

#include <tuple>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString suggestedFileName(const XTrace &trace)
{
    QString name = QString::fromStdString(trace.title.display.empty() ? trace.title.program : trace.title.display);
    for (QChar &letter : name) {
        if (!letter.isLetterOrNumber() || letter.unicode() > 127) {
            letter = u'-';
        }
    }
    return name.isEmpty() ? u"x-traffic"_s : u"x-traffic-"_s + name.left(60);
}
}

TrafficSaver::TrafficSaver(TrafficView *view, QObject *parent)
    : QObject(parent)
    , m_trafficView(view)
{
    addAction(Format::Svg, i18nc("@action:inmenu", "Save Plot as &SVG…"));
    addAction(Format::Png, i18nc("@action:inmenu", "Save Plot as &PNG…"));
    addAction(Format::JsonLines, i18nc("@action:inmenu", "Save Trace as &JSON Lines…"), QKeySequence(QKeySequence::SaveAs));
}

QList<QAction *> TrafficSaver::actions() const
{
    return m_saveActions;
}

void TrafficSaver::addAction(Format format, const QString &text, const QKeySequence &key)
{
    auto *action = new QAction(QIcon::fromTheme(u"document-save-as"_s), text, this);
    action->setShortcut(key);
    connect(action, &QAction::triggered, this, [this, format] {
        saveAs(format);
    });
    m_saveActions.append(action);
}

void TrafficSaver::saveAs(Format format)
{
    if (!m_trafficView->trace()) {
        return;
    }
    const QString suffix = format == Format::Svg ? u"svg"_s : format == Format::Png ? u"png"_s : u"jsonl"_s;
    auto *dialog = new QFileDialog(m_trafficView->window(), i18nc("@title:window", "Save As"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave); // in this mode, the file dialog asks before it overwrites a file
    dialog->setDefaultSuffix(suffix);
    dialog->setNameFilters({u"*."_s + suffix});
    dialog->selectFile(suggestedFileName(*m_trafficView->trace()) + u'.' + suffix);
    connect(dialog, &QFileDialog::fileSelected, this, [this, format](const QString &path) {
        save(format, path);
    });
    dialog->open();
}

void TrafficSaver::save(Format format, const QString &path)
{
    if (!m_trafficView->trace()) {
        return;
    }
    const XTrace trace = *m_trafficView->trace();
    NetPlotImage::Options options;
    std::tie(options.firstShownTraceUsec, options.lastShownTraceUsec) = m_trafficView->plot()->visibleRange();
    options.isDark = m_trafficView->palette().color(QPalette::Base).lightness() < 128;
    options.scale = format == Format::Png ? 2 : 1; // twice as many pixels for PNG, so that the plot is sharp in print
    options.connection = m_trafficView->connection();
    TrafficFiles::save(
        [trace, options, format, path]() -> TrafficFiles::Saved {
            if (format == Format::JsonLines) {
                return TrafficFiles::save(trace, path);
            }
            const NetPlotImage picture(trace, options);
            const auto traceSaved = format == Format::Svg ? picture.saveSvg(path) : picture.savePng(path);
            return traceSaved ? TrafficFiles::Saved(path) : TrafficFiles::Saved(std::unexpected(traceSaved.error()));
        },
        this,
        [this](const TrafficFiles::Saved &traceSaved) {
            if (traceSaved) {
                Q_EMIT this->traceSaved(*traceSaved);
            } else {
                Q_EMIT saveFailed(traceSaved.error());
            }
        });
}
}
