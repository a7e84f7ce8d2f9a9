// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appwindows.h"

#include <algorithm>

namespace Nightdesk
{
AppWindow *AppWindows::find(XId id)
{
    const auto found = m_windows.find(id);
    return found == m_windows.end() ? nullptr : &found->second;
}

const AppWindow *AppWindows::find(XId id) const
{
    const auto found = m_windows.find(id);
    return found == m_windows.end() ? nullptr : &found->second;
}

AppWindow *AppWindows::add(XId id)
{
    if (AppWindow *known = find(id)) {
        return known;
    }
    if (m_windows.size() >= maxWindows || id == 0) {
        return nullptr;
    }
    m_stackingOrder.push_back(id);
    AppWindow &window = m_windows[id];
    window.id = id;
    return &window;
}

void AppWindows::remove(XId id)
{
    m_windows.erase(id);
    std::erase(m_stackingOrder, id);
}

void AppWindows::clear()
{
    m_windows.clear();
    m_stackingOrder.clear();
}

std::vector<XId> AppWindows::ids() const
{
    return m_stackingOrder;
}

void AppWindows::putAbove(XId id, XId sibling)
{
    if (!find(id) || id == sibling) {
        return;
    }
    std::erase(m_stackingOrder, id);
    if (sibling == 0) {
        m_stackingOrder.insert(m_stackingOrder.begin(), id);
        return;
    }
    const auto at = std::ranges::find(m_stackingOrder, sibling);
    m_stackingOrder.insert(at == m_stackingOrder.end() ? at : at + 1, id);
}

void AppWindows::raise(XId id)
{
    if (find(id)) {
        std::erase(m_stackingOrder, id);
        m_stackingOrder.push_back(id);
    }
}

void AppWindows::setMapped(XId id, bool isMapped)
{
    AppWindow *window = find(id);
    if (window && window->isMapped != isMapped) {
        window->isMapped = isMapped;
        window->mapSequenceNumber = isMapped ? ++m_mapCount : 0;
    }
}

std::vector<XId> AppWindows::ordinaryWindows() const
{
    std::vector<XId> result;
    std::ranges::copy_if(m_stackingOrder, std::back_inserter(result), [this](XId id) {
        return find(id)->isOrdinary();
    });
    return result;
}

XId AppWindows::mainWindow() const
{
    const AppWindow *best = nullptr;
    for (const auto &[id, window] : m_windows) {
        if (!window.isOrdinary()) {
            continue;
        }
        const bool isBetter =
            !best || (best->isDialog() && !window.isDialog()) || (best->isDialog() == window.isDialog() && window.mapSequenceNumber < best->mapSequenceNumber);
        best = isBetter ? &window : best;
    }
    return best ? best->id : 0;
}

XId AppWindows::topmostOrdinaryWindow() const
{
    const std::vector<XId> all = ordinaryWindows();
    return all.empty() ? 0 : all.back();
}

std::vector<XId> AppWindows::ordinaryWindowsBelow(XId id) const
{
    std::vector<XId> all = ordinaryWindows();
    all.erase(std::ranges::find(all, id), all.end());
    return all;
}

const AppWindow *AppWindows::parentOf(const AppWindow &window) const
{
    const AppWindow *named = find(window.transientFor);
    if (named && named != &window && named->isOrdinary()) {
        return named;
    }
    const AppWindow *first = find(mainWindow());
    return first && first->id != window.id ? first : nullptr;
}
}
