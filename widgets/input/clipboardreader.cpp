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

ClipboardReader::ClipboardReader(QObject *parent)
    : QObject(parent)
    , m_selections(WaylandSelections::shared())
{
    m_timeLimit.setSingleShot(true);
    connect(&m_timeLimit, &QTimer::timeout, this, [this] {
        finish({SelectionText::Outcome::NoAnswer});
    });
    if (m_selections) {
        connect(m_selections.get(), &WaylandSelections::answered, this, [this](XSelection which, const SelectionText &text) {
            if (m_isReading && which == XSelection::Clipboard) {
                finish(text);
            }
        });
    }
}

ClipboardReader::~ClipboardReader() = default;

void ClipboardReader::read()
{
    cancel();
    m_isReading = true;
    if (m_selections) {
        m_selections->read(XSelection::Clipboard);
        return;
    }
    const QClipboard *const clipboard = QGuiApplication::clipboard();
    const auto display = LocalDisplay::parse(QGuiApplication::platformName() == "xcb"_L1 ? qEnvironmentVariable("DISPLAY") : QString());
    if (!display || clipboard->ownsClipboard()) {
        finish({SelectionText::Outcome::Text, clipboard->text()});
        return;
    }
    m_selectionWatch = std::make_unique<SelectionWatch>(*display, qEnvironmentVariable("XAUTHORITY"));
    connect(m_selectionWatch.get(), &SelectionWatch::answered, this, [this](XSelection which, const SelectionText &text) {
        if (which == XSelection::Clipboard) {
            finish(text);
        }
    });
    m_selectionWatch->read(XSelection::Clipboard);
    m_timeLimit.start(limit);
}

void ClipboardReader::cancel()
{
    m_timeLimit.stop();
    m_isReading = false;
    if (m_selectionWatch) {
        m_selectionWatch->disconnect(this);
        m_selectionWatch.release()->deleteLater(); // deleted later, because the selection watch may be calling this function
    }
}

bool ClipboardReader::isReading() const
{
    return m_isReading;
}

void ClipboardReader::finish(const SelectionText &text)
{
    cancel();
    Q_EMIT answered(text);
}
}
