// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of PlacerWorker that keeps windows covered: mapped, below all others, their pictures with the server. And what is drawn over
// those of programs that do not answer.
#include "sessions/xwindows/server/placerworker.h"

#include "sessions/common/logging.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
/// So often within a while a covered program that comes up or takes the focus by itself is sent back: more would be a fight.
constexpr int maxCorrections = 20;
constexpr std::chrono::seconds correctionsWhile{10};
constexpr std::uint32_t removeState = 0;
constexpr std::uint32_t addState = 1;
constexpr std::uint32_t fromPager = 2;
}

bool PlacerWorker::mayCorrect(Program &program)
{
    const auto now = Clock::now();
    if (now - program.correctedAt > correctionsWhile) {
        program.corrections = 0;
    }
    program.correctedAt = now;
    return ++program.corrections <= maxCorrections;
}

void PlacerWorker::cover(quint32 id)
{
    Program &program = m_programs[id];
    program.warm = true;
    program.covered = true;
    if (!m_x) {
        return; // authorize() connects
    }
    m_setup.covered(id, m_x->keepsCovered());
    const bool hadFocus = isFocused(id);
    for (const auto &[window, record] : m_windows) {
        if (record.program == id) {
            const std::uint32_t whenMapped = XCB_BACKING_STORE_WHEN_MAPPED;
            xcb_change_window_attributes(m_x->xcb(), window, XCB_CW_BACKING_STORE, &whenMapped);
            if (record.mapped) {
                coverWindow(window);
            }
        }
    }
    if (hadFocus) {
        giveFocusAway(id);
    }
    xcb_flush(m_x->xcb());
}

/// A window of a program was made and is not mapped yet, as a rule: what is said of it now holds from the first moment.
void PlacerWorker::coverNew(Program &program, xcb_window_t window)
{
    if (!program.warm) {
        return;
    }
    const std::uint32_t whenMapped = XCB_BACKING_STORE_WHEN_MAPPED;
    xcb_change_window_attributes(m_x->xcb(), window, XCB_CW_BACKING_STORE, &whenMapped);
    if (!program.covered) {
        return;
    }
    m_windows.at(window).coveredEarly = true;
    const auto &atoms = m_x->atoms();
    const std::uint32_t never = 0; // EWMH: a window that is not to have the focus when it is mapped
    xcb_change_property(m_x->xcb(), XCB_PROP_MODE_REPLACE, window, atoms.netWmUserTime, XCB_ATOM_CARDINAL, 32, 1, &never);
    const xcb_atom_t states[] = {atoms.netWmStateBelow, atoms.netWmStateSkipTaskbar};
    xcb_change_property(m_x->xcb(), XCB_PROP_MODE_APPEND, window, atoms.netWmState, XCB_ATOM_ATOM, 32, 2, states);
    const std::uint32_t below = XCB_STACK_MODE_BELOW;
    xcb_configure_window(m_x->xcb(), window, XCB_CONFIG_WINDOW_STACK_MODE, &below);
    if (const auto active = m_x->activeWindow(); active && !m_windows.contains(*active)) {
        program.activeBefore = active;
    }
    if (const auto focus = m_x->focus(); focus && !programOf(*focus)) {
        program.focusBefore = focus;
    }
}

/// One that is mapped. A toolkit wrote its own states before it mapped, so it is said again.
void PlacerWorker::coverWindow(xcb_window_t window)
{
    const auto &atoms = m_x->atoms();
    if (m_windows.at(window).ordinary && m_x->managerSupports(atoms.netWmStateBelow)) {
        m_x->sendToManager(window, atoms.netWmState, {addState, atoms.netWmStateBelow, atoms.netWmStateSkipTaskbar, fromPager, 0});
    }
    const std::uint32_t below = XCB_STACK_MODE_BELOW;
    xcb_configure_window(m_x->xcb(), window, XCB_CONFIG_WINDOW_STACK_MODE, &below);
    m_stackDirty = true;
}

void PlacerWorker::uncover(quint32 id)
{
    Program &program = m_programs.at(id);
    if (!std::exchange(program.covered, false)) {
        return;
    }
    const auto &atoms = m_x->atoms();
    for (auto &[window, record] : m_windows) {
        if (record.program != id) {
            continue;
        }
        if (std::exchange(record.coveredEarly, false)) {
            uncoverNew(window, record);
        }
        if (record.ordinary && m_x->hasWindowManager()) {
            m_x->sendToManager(window, atoms.netWmState, {removeState, atoms.netWmStateBelow, atoms.netWmStateSkipTaskbar, fromPager, 0});
        }
    }
}

/// Takes back what coverNew() said: a dialog that was made early may be mapped first when everybody looks at the program. A
/// manager listens to messages about windows that it has, and reads the properties of those that are yet to come.
void PlacerWorker::uncoverNew(xcb_window_t window, const Window &record)
{
    const auto &atoms = m_x->atoms();
    if (m_x->property(window, atoms.netWmUserTime, XCB_ATOM_CARDINAL) == std::vector<std::uint32_t>{0}) { // else it is its toolkit's
        xcb_delete_property(m_x->xcb(), window, atoms.netWmUserTime);
    }
    if (record.ordinary) {
        return;
    }
    auto states = m_x->property(window, atoms.netWmState, XCB_ATOM_ATOM);
    const auto ours = std::ranges::find_end(states, std::initializer_list<std::uint32_t>{atoms.netWmStateBelow, atoms.netWmStateSkipTaskbar});
    if (ours.empty()) {
        return; // a toolkit wrote its own meanwhile
    }
    states.erase(ours.begin(), ours.end());
    xcb_change_property(m_x->xcb(),
                        XCB_PROP_MODE_REPLACE,
                        window,
                        atoms.netWmState,
                        XCB_ATOM_ATOM,
                        32,
                        static_cast<std::uint32_t>(states.size()),
                        states.data());
}

/// What is covered goes to the bottom again where something came below it: a stage that was shown, or the program raised itself.
/// Under a manager that may be a desktop's background, which no window gets below; then nothing changes, and no news follows.
bool PlacerWorker::refreshStacking()
{
    if (!std::exchange(m_stackDirty, false) || !m_x || std::ranges::none_of(m_programs, [](const auto &entry) {
            return entry.second.covered;
        })) {
        return false;
    }
    std::vector<std::pair<xcb_window_t, quint32>> above; // windows with somebody else's below them
    std::vector<xcb_window_t> order;
    std::vector<xcb_window_t> upToHighest; // of what is covered
    bool othersBelow = false;
    for (const xcb_window_t window : m_x->stacking()) {
        order.push_back(window);
        const auto own = std::ranges::find_if(m_windows, [&](const auto &entry) {
            return entry.second.frame == window && entry.second.mapped && m_programs.at(entry.second.program).covered;
        });
        if (own != m_windows.end()) {
            upToHighest = order;
            if (othersBelow) {
                above.emplace_back(own->first, own->second.program);
            }
        } else if (!othersBelow) {
            const auto facts = m_x->facts(window);
            othersBelow = facts && facts->viewable && facts->inputOutput;
        }
    }
    if (std::exchange(m_coveredOrder, upToHighest) == upToHighest) {
        return true; // said already: lower than this they do not get
    }
    std::ranges::reverse(above); // they keep their order among themselves
    for (const auto &[window, id] : above) {
        if (mayCorrect(m_programs.at(id))) {
            const std::uint32_t below = XCB_STACK_MODE_BELOW;
            xcb_configure_window(m_x->xcb(), window, XCB_CONFIG_WINDOW_STACK_MODE, &below);
        } else {
            qCDebug(LogXWindow) << "program" << id << "does not stay covered";
        }
    }
    return true;
}

void PlacerWorker::setVeil(quint32 id, const VeilPainter &paint)
{
    if (const auto program = m_programs.find(id); program != m_programs.end()) {
        program->second.veil = paint;
        ++program->second.veilVersion;
        m_veilsDirty = true;
    }
}

bool PlacerWorker::refreshVeils()
{
    if (!m_veils || !std::exchange(m_veilsDirty, false)) {
        return false;
    }
    const bool isVeiled = std::ranges::any_of(m_programs, [](const auto &entry) {
        return static_cast<bool>(entry.second.veil);
    });
    if (!isVeiled && !m_veils->areUp()) {
        return false;
    }
    std::map<xcb_window_t, WindowVeils::Veil> veils;
    for (const auto &[window, record] : m_windows) {
        const Program &program = m_programs.at(record.program);
        // What is an icon is darkened when it is a window again: nothing of it can be copied before.
        const auto facts = record.mapped && program.veil ? m_x->facts(window) : std::nullopt;
        if (facts && facts->viewable && facts->inputOutput) {
            veils[window] = {.size = facts->rect.size(), .paint = &program.veil, .version = program.veilVersion, .isOrdinary = record.ordinary};
        }
    }
    m_veils->set(veils);
    return true;
}

bool PlacerWorker::isFocused(quint32 id) const
{
    const auto focus = m_x->focus();
    const auto active = m_x->activeWindow();
    return (focus && programOf(*focus) == id) || (active && m_windows.contains(*active) && m_windows.at(*active).program == id);
}

/// Nobody types into what cannot be seen.
void PlacerWorker::giveFocusAway(quint32 id)
{
    Program &program = m_programs.at(id);
    if (!m_x->hasWindowManager()) {
        const xcb_window_t to = program.focusBefore.value_or(XCB_INPUT_FOCUS_POINTER_ROOT);
        // Who had it may be gone; then it is the pointer's.
        xcb_set_input_focus(m_x->xcb(), XCB_INPUT_FOCUS_POINTER_ROOT, XCB_INPUT_FOCUS_POINTER_ROOT, XCB_CURRENT_TIME);
        xcb_set_input_focus(m_x->xcb(), XCB_INPUT_FOCUS_POINTER_ROOT, to, XCB_CURRENT_TIME);
        return;
    }
    const auto stacking = m_x->managedStacking();
    const auto isCovered = [this](xcb_window_t window) {
        const auto own = m_windows.find(window);
        return own != m_windows.end() && m_programs.at(own->second.program).covered;
    };
    std::optional<xcb_window_t> to = program.activeBefore;
    if (!to || !std::ranges::contains(stacking, *to) || isCovered(*to)) {
        to.reset();
        for (const xcb_window_t window : stacking) { // the uppermost, that is the last
            to = isCovered(window) ? to : std::optional(window);
        }
    }
    if (to && m_x->managerSupports(m_x->atoms().netActiveWindow)) {
        m_x->sendToManager(*to, m_x->atoms().netActiveWindow, {fromPager, XCB_CURRENT_TIME, 0, 0, 0});
    }
}

void PlacerWorker::reportWindows(quint32 id, bool isNew)
{
    Program &program = m_programs.at(id);
    const auto count = static_cast<int>(std::ranges::count_if(m_windows, [id](const auto &entry) {
        return entry.second.program == id && entry.second.mapped && entry.second.ordinary;
    }));
    if (std::exchange(program.windows, count) != count || isNew) {
        m_setup.windowsChanged(id, count, isNew);
    }
}
}
