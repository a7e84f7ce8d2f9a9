// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/programviewfinder.h"

#include "sessions/desk/summitviewer.h"

#include <utility>

namespace Nightdesk
{
ProgramViewFinder::ProgramViewFinder(const AppOrder &order, std::shared_ptr<ProgramMarks> marks, Link *link)
    : m_link(link)
    , m_app(order, std::move(marks), link)
{
    connect(&m_app, &AppFinder::occupied, this, &ProgramViewFinder::occupied);
}

void ProgramViewFinder::find(const Answer &answer)
{
    m_answer = answer;
    m_app.find([this](const std::expected<DesktopAddress, Failure> &found) {
        const Answer told = std::exchange(m_answer, {});
        if (!told) {
            return;
        }
        if (!found) {
            told(std::unexpected(found.error()));
        } else {
            told(SummitViewer::command(m_app.order().spec.viewer, SummitViewer::serverWord(*found, {}), false));
        }
    });
}

void ProgramViewFinder::cancel()
{
    m_answer = {};
    m_app.cancel();
}

AppFinder &ProgramViewFinder::app()
{
    return m_app;
}

Link *ProgramViewFinder::link() const
{
    return m_link;
}

void ProgramViewFinder::occupied(const AppHolder &holder)
{
    if (const Answer told = std::exchange(m_answer, {})) {
        told(std::unexpected(SummitViewer::alreadyRunning(holder)));
    }
}
}
