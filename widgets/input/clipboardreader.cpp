// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/clipboardreader.h"

#include "sessions/xwindows/server/selectionwatch.h"
#include "widgets/input/waylandselections.h"

#include <QClipboard>
#include <QGuiApplication>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto limit = 5s; // time limit for the text, because an unreachable X server never answers
}

ClipboardReader::ClipboardReader()
    : m_waylandSelections(WaylandSelections::shared())
{
    m_timeoutTimer.setSingleShot(true);
    connect(&m_timeoutTimer, &QTimer::timeout, this, [this] {
        finishReading({SelectionText::Outcome::NoAnswer});
    });
    if (m_waylandSelections) {
        connect(m_waylandSelections.get(), &WaylandSelections::answered, this, [this](XSelection which, const SelectionText &text) {
            if (m_isReading && which == XSelection::Clipboard) {
                finishReading(text);
            }
        });
    }
}

ClipboardReader::~ClipboardReader() = default;

void ClipboardReader::read()
{
    cancel();
    m_isReading = true;
    if (m_waylandSelections) {
        m_waylandSelections->read(XSelection::Clipboard);
        return;
    }
    const QClipboard *const clipboard = QGuiApplication::clipboard();
    const auto display = LocalDisplay::parse(QGuiApplication::platformName() == "xcb"_L1 ? qEnvironmentVariable("DISPLAY") : QString());
    if (!display || clipboard->ownsClipboard()) {
        finishReading({SelectionText::Outcome::Text, clipboard->text()});
        return;
    }
    m_selectionWatch = std::make_unique<SelectionWatch>(*display, qEnvironmentVariable("XAUTHORITY"));
    connect(m_selectionWatch.get(), &SelectionWatch::answered, this, [this](XSelection which, const SelectionText &text) {
        if (which == XSelection::Clipboard) {
            finishReading(text);
        }
    });
    m_selectionWatch->read(XSelection::Clipboard);
    m_timeoutTimer.start(limit);
}

void ClipboardReader::cancel()
{
    m_timeoutTimer.stop();
    m_isReading = false;
    if (m_selectionWatch) {
        m_selectionWatch->disconnect(this);
        m_selectionWatch.release()->deleteLater(); // deleted later, because the selection watch may be calling this function
    }
}

void ClipboardReader::finishReading(const SelectionText &text)
{
    cancel();
    Q_EMIT readingFinished(text);
}
}
