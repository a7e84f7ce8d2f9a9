// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/programviewerfinder.h"

#include "sessions/desk/summitviewer.h"

#include <utility>

namespace Nightdesk
{
ProgramViewerFinder::ProgramViewerFinder(const AppRequest &order, std::shared_ptr<ProgramMarks> marks, Link *link)
    : m_link(link)
    , m_appFinder(order, std::move(marks), link)
{
    connect(&m_appFinder, &AppFinder::programAlreadyRunning, this, &ProgramViewerFinder::reportOccupied);
}

void ProgramViewerFinder::find(const FoundCallback &answer)
{
    m_foundCallback = answer;
    m_appFinder.find([this](const std::expected<DesktopAddress, Failure> &found) {
        const FoundCallback told = std::exchange(m_foundCallback, {});
        if (!told) {
            return;
        }
        if (!found) {
            told(std::unexpected(found.error()));
        } else {
            told(SummitViewer::command(m_appFinder.request().spec.viewer, SummitViewer::serverArgument(*found, {}), false));
        }
    });
}

void ProgramViewerFinder::cancel()
{
    m_foundCallback = {};
    m_appFinder.cancel();
}

AppFinder &ProgramViewerFinder::appFinder()
{
    return m_appFinder;
}

Link *ProgramViewerFinder::link() const
{
    return m_link;
}

void ProgramViewerFinder::reportOccupied(const AppHolder &holder)
{
    if (const FoundCallback told = std::exchange(m_foundCallback, {})) {
        told(std::unexpected(SummitViewer::alreadyRunning(holder)));
    }
}
}
