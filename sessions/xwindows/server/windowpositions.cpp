// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/windowpositions.h"

#include "sessions/base/waketime.h"
#include "sessions/common/logging.h"

namespace Nightdesk
{
namespace
{
/// Time for KWin, which maps a window first and moves it to its place afterwards.
constexpr std::chrono::seconds otherWindowSettleTime{1};
}

void WindowPositions::placeMainWindow(ProgramWindows::Program &program, xcb_window_t window, const XServerConnection::WindowFacts &facts)
{
    const auto frame = m_xServer.frame(window, facts);
    if (!frame) {
        return;
    }
    m_windowRecords.windows[window].frame = frame->window;
    const QRect wanted = mainWindowRect(program, facts.rect.size(), frame->extents);
    qCDebug(LogXWindow) << "window" << window << "goes to" << wanted << "from" << facts.rect;
    moveResize(window, wanted, frame->extents, wanted.size() != facts.rect.size());
    program.placementCorrector.notePositionRequest(wanted, ProgramWindows::Clock::now());
    program.placedFrameExtents = frame->extents;
    m_windowRecords.windows[window].isPositionOutdated = true;
}

/// Where the windows that belong to @p window are placed: its present position, or the one on its way. A window manager that is busy with the frame of
/// a dialog moves the main window only afterwards.
std::optional<QRect> WindowPositions::parentRect(const ProgramWindows::Program &program, xcb_window_t window) const
{
    const auto of = m_xServer.transientFor(window);
    const auto facts = of && m_windowRecords.windows.contains(*of) ? m_xServer.facts(*of) : std::nullopt;
    std::optional<QRect> rect = facts ? facts->rect : program.mainWindowRect;
    const auto awaitedCorner = !facts || *of == program.mainWindow ? program.placementCorrector.awaitedCorner() : std::nullopt;
    if (rect && awaitedCorner) {
        rect->moveTopLeft(*awaitedCorner);
    }
    return rect;
}

/// Places a window other than the main one, as soon as its position is known.
WindowPositions::PlacementResult
WindowPositions::placeOtherWindow(const ProgramWindows::Program &program, xcb_window_t window, const XServerConnection::WindowFacts &facts)
{
    const auto frame = m_xServer.frame(window, facts);
    if (!frame) {
        return PlacementResult::Unchanged;
    }
    m_windowRecords.windows[window].frame = frame->window;
    if (!frame->isFramePlaced) {
        return PlacementResult::NotYet; // the frame is not placed yet: the window is in the root's corner only for a moment
    }
    const auto wanted = Placement::otherWindowRect(facts.rect, placementAreaFor(program), parentRect(program, window), frame->extents);
    if (wanted) {
        qCDebug(LogXWindow) << "window" << window << "goes to" << *wanted << "from" << facts.rect;
        moveResize(window, *wanted, frame->extents, false);
    }
    return wanted ? PlacementResult::Moved : PlacementResult::Unchanged;
}

/// Places a window other than the main one, and decides whether and until when to check its position again.
void WindowPositions::checkOtherWindow(const ProgramWindows::Program &program, xcb_window_t window, const XServerConnection::WindowFacts &facts)
{
    auto &until = m_windowRecords.windows.at(window).checkPositionUntil;
    const PlacementResult placed = placeOtherWindow(program, window, facts);
    if (placed == PlacementResult::NotYet) {
        until = ProgramWindows::Clock::time_point::max();
    } else if (placed == PlacementResult::Moved) {
        until.reset(); // the position is corrected only once
    } else if (!until || *until == ProgramWindows::Clock::time_point::max()) {
        until = ProgramWindows::Clock::now() + otherWindowSettleTime;
    }
}

void WindowPositions::moveResize(xcb_window_t window, const QRect &rect, const FrameExtents &frame, bool resize)
{
    constexpr std::uint32_t staticGravity = 10; // x and y are those of the window, not of its frame
    constexpr std::uint32_t position = 3 << 8;
    constexpr std::uint32_t size = 3 << 8 << 2;
    constexpr std::uint32_t fromPager = 2 << 12;
    const auto number = [](int value) {
        return static_cast<std::uint32_t>(value);
    };
    if (m_xServer.hasWindowManager() && m_xServer.windowManagerSupports(m_xServer.atoms().netMoveResizeWindow)) {
        m_xServer.sendToManager(
            window,
            m_xServer.atoms().netMoveResizeWindow,
            {staticGravity | position | (resize ? size : 0) | fromPager, number(rect.x()), number(rect.y()), number(rect.width()), number(rect.height())});
        return;
    }
    // Without a window manager, x and y are the outer corner of the border; a window manager without EWMH takes them as its frame's corner.
    const std::uint32_t values[] = {number(rect.x() - frame.left), number(rect.y() - frame.top), number(rect.width()), number(rect.height())};
    const int parts = XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | (resize ? XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT : 0);
    xcb_configure_window(m_xServer.xcb(), window, static_cast<std::uint16_t>(parts), values);
}

void WindowPositions::updateFrame(xcb_window_t window)
{
    const auto found = m_windowRecords.windows.find(window);
    if (found == m_windowRecords.windows.end()) {
        return;
    }
    if (const auto facts = m_xServer.facts(window)) {
        if (const auto frame = m_xServer.frame(window, *facts)) {
            found->second.frame = frame->window;
            found->second.isPositionOutdated = true;
        }
    }
}

/// KWin adds its frame a while after the window appeared: the frame could extend beyond the screen's edge, or cover a title.
void WindowPositions::frameChanged(xcb_window_t window)
{
    const auto found = m_windowRecords.windows.find(window);
    if (found == m_windowRecords.windows.end() || !found->second.isMapped) {
        return;
    }
    ProgramWindows::Program &program = m_windowRecords.programs.at(found->second.program);
    const bool isWatched = program.mainWindow == window && program.placementCorrector.isWatching(ProgramWindows::Clock::now());
    const auto facts = isWatched ? m_xServer.facts(window) : std::nullopt;
    const auto frame = facts ? m_xServer.frame(window, *facts) : std::nullopt;
    if (frame && frame->extents != program.placedFrameExtents) {
        placeMainWindow(program, window, *facts);
    }
}

bool WindowPositions::needsMainWindow(const ProgramWindows::Program &program) const
{
    // A main window that was withdrawn is replaced by the next one; an iconified one stays the main window.
    const auto main = m_windowRecords.windows.find(program.mainWindow);
    return main == m_windowRecords.windows.end() || (!main->second.isMapped && !main->second.wasUnmappedByNightdesk && !m_xServer.isIconic(program.mainWindow));
}

void WindowPositions::chooseMainWindow(quint32 programNumber)
{
    ProgramWindows::Program &program = m_windowRecords.programs.at(programNumber);
    program.mainWindow = XCB_WINDOW_NONE;
    for (auto &[window, record] : m_windowRecords.windows) {
        const auto facts = record.program == programNumber && record.isMapped ? m_xServer.facts(window) : std::nullopt;
        if (facts && !facts->overrideRedirect && !m_xServer.isDialog(window)) {
            program.mainWindow = window;
            program.placementCorrector = {};
            record.isPositionOutdated = true;
            return;
        }
    }
}

void WindowPositions::markWindowMoved(xcb_window_t window)
{
    for (auto &[own, record] : m_windowRecords.windows) {
        record.isPositionOutdated |= own == window || record.frame == window;
    }
}

bool WindowPositions::refresh()
{
    bool looked = false;
    for (auto &[window, record] : m_windowRecords.windows) {
        if (!record.isPositionOutdated) {
            continue;
        }
        record.isPositionOutdated = false;
        looked = true;
        ProgramWindows::Program &program = m_windowRecords.programs.at(record.program);
        if (record.checkPositionUntil && program.mainWindow != window) {
            const auto stands = record.isMapped ? m_xServer.facts(window) : std::nullopt;
            if (!stands || ProgramWindows::Clock::now() > *record.checkPositionUntil) {
                record.checkPositionUntil.reset();
            } else {
                checkOtherWindow(program, window, *stands);
            }
        }
        const auto facts = program.mainWindow == window && record.isMapped ? m_xServer.facts(window) : std::nullopt;
        if (!facts || !facts->isMapped) {
            continue;
        }
        reportMainRect(record.program, facts->rect);
        if (program.placementCorrector.mustRequestAgain(facts->rect, ProgramWindows::Clock::now())) {
            const auto frame = m_xServer.frame(window, *facts);
            const FrameExtents extents = frame ? frame->extents : FrameExtents();
            const QRect area = placementAreaFor(program);
            // Keeps the present size: some windows cannot have another one.
            const QSize size = Placement::mainWindowSize({}, area, facts->rect.size(), extents);
            QRect wanted = program.rectToReturnTo ? mainWindowRect(program, size, extents) : Placement::mainWindowRect(program.geometry, area, size, extents);
            wanted = program.rectToReturnTo ? wanted : Placement::rectClearOfTitleLines(wanted, area, program.titleLinesToKeepVisible, extents);
            const QSize fitting = wanted.size().boundedTo(size);
            moveResize(window, QRect(wanted.topLeft(), fitting), extents, fitting != facts->rect.size());
        }
    }
    return looked;
}

void WindowPositions::reportMainRect(quint32 programNumber, const std::optional<QRect> &rect)
{
    ProgramWindows::Program &program = m_windowRecords.programs.at(programNumber);
    if (program.mainWindowRect != rect) {
        program.mainWindowRect = rect;
        m_callbacks.mainWindowRectChanged(programNumber, rect);
    }
}

QRect WindowPositions::placementAreaFor(const ProgramWindows::Program &program) const
{
    return program.screenArea.isEmpty() ? m_xServer.rootRect() : program.screenArea;
}

QRect WindowPositions::mainWindowRect(const ProgramWindows::Program &program, const QSize &ownSize, const FrameExtents &frame) const
{
    const QRect area = placementAreaFor(program);
    if (program.rectToReturnTo) {
        return Placement::rectForReturningWindow(*program.rectToReturnTo, area, m_xServer.rootRect(), frame);
    }
    const QRect rect = Placement::mainWindowRect(program.geometry, area, Placement::mainWindowSize(program.geometry, area, ownSize, frame), frame);
    return Placement::rectClearOfTitleLines(rect, area, program.titleLinesToKeepVisible, frame);
}

void WindowPositions::placeMappedWindows(quint32 programNumber)
{
    ProgramWindows::Program &program = m_windowRecords.programs.at(programNumber);
    for (const auto &[window, record] : m_windowRecords.windows) {
        if (record.program != programNumber || !record.isMapped) {
            continue;
        }
        if (const auto facts = m_xServer.facts(window); facts && !facts->overrideRedirect) {
            if (window == program.mainWindow) {
                placeMainWindow(program, window, *facts);
            } else {
                placeOtherWindow(program, window, *facts);
            }
        }
    }
}

void WindowPositions::placeNewWindow(xcb_window_t window, const XServerConnection::WindowFacts &facts)
{
    ProgramWindows::Window &record = m_windowRecords.windows.at(window);
    ProgramWindows::Program &program = m_windowRecords.programs.at(record.program);
    if (needsMainWindow(program) && !m_xServer.isDialog(window)) {
        program.mainWindow = window;
        placeMainWindow(program, window, facts);
    } else if (program.mainWindow != window && m_xServer.hasWindowManager()) {
        record.checkPositionUntil.reset();
        checkOtherWindow(program, window, facts);
    } else if (program.mainWindow != window) {
        placeOtherWindow(program, window, facts);
    }
}

std::optional<ProgramWindows::Clock::time_point> WindowPositions::checkAgainAt() const
{
    std::optional<ProgramWindows::Clock::time_point> wakeAt;
    for (const auto &[programNumber, program] : m_windowRecords.programs) {
        // An unmapped window is not checked before it is mapped again. Its time would stay in the past, and the thread would never wait.
        const auto main = m_windowRecords.windows.find(program.mainWindow);
        const bool isMapped = main != m_windowRecords.windows.end() && main->second.isMapped;
        wakeAt = WakeTime::earliest({wakeAt, isMapped ? program.placementCorrector.checkAgainAt() : std::nullopt});
    }
    return wakeAt;
}

void WindowPositions::markDueChecks()
{
    for (auto &[window, record] : m_windowRecords.windows) {
        const auto program = m_windowRecords.programs.find(record.program);
        if (program != m_windowRecords.programs.end() && program->second.mainWindow == window) {
            const auto at = program->second.placementCorrector.checkAgainAt();
            record.isPositionOutdated |= at && ProgramWindows::Clock::now() >= *at;
        }
    }
}
}
