// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/apps/fakexserver.h"

#include <xcb/xproto.h>

#include <bit>
#include <cstring>

namespace Nightdesk::Test
{
namespace
{
template<typename T>
void put(FakeXServer::Octets &bytes, std::size_t at, T value)
{
    std::memcpy(&bytes[at], &value, sizeof(value));
}

template<typename T>
T get(const FakeXServer::Octets &bytes, std::size_t at)
{
    T value{};
    std::memcpy(&value, &bytes[at], sizeof(value));
    return value;
}
}

FakeXServer::Octets FakeXServer::setup()
{
    Octets bytes(80, 0);
    bytes[0] = 1;
    put<std::uint16_t>(bytes, 2, 11);
    put<std::uint16_t>(bytes, 6, 18);
    put<std::uint32_t>(bytes, 12, 0x00400000);
    put<std::uint32_t>(bytes, 16, 0x001fffff);
    bytes[28] = 1; // screens
    put<std::uint32_t>(bytes, 40, root);
    put<std::uint16_t>(bytes, 60, 800);
    put<std::uint16_t>(bytes, 62, 600);
    bytes[78] = 24;
    return bytes;
}

FakeXServer::Octets FakeXServer::reply(std::size_t size) const
{
    Octets bytes(size, 0);
    bytes[0] = 1;
    put(bytes, 2, m_sequence);
    put(bytes, 4, static_cast<std::uint32_t>((size - 32) / 4));
    return bytes;
}

FakeXServer::Octets FakeXServer::event(std::uint8_t type, std::uint32_t window) const
{
    Octets bytes(32, 0);
    bytes[0] = type;
    put(bytes, 2, m_sequence);
    put(bytes, 4, root);
    put(bytes, 8, window);
    return bytes;
}

FakeXServer::Octets
FakeXServer::configureNotify(std::uint32_t window, std::int16_t x, std::int16_t y, std::uint16_t width, std::uint16_t height, std::uint32_t above) const
{
    Octets bytes = event(XCB_CONFIGURE_NOTIFY, window);
    put(bytes, 12, above);
    put(bytes, 16, x);
    put(bytes, 18, y);
    put(bytes, 20, width);
    put(bytes, 22, height);
    return bytes;
}

FakeXServer::Octets FakeXServer::propertyNotify(std::uint32_t window, std::uint32_t atom) const
{
    Octets bytes = event(XCB_PROPERTY_NOTIFY, atom);
    put(bytes, 4, window);
    return bytes;
}

std::uint32_t FakeXServer::atom(const QByteArray &name)
{
    const QMap<QByteArray, std::uint32_t> predefined = {{"ATOM", XCB_ATOM_ATOM},
                                                        {"CARDINAL", XCB_ATOM_CARDINAL},
                                                        {"STRING", XCB_ATOM_STRING},
                                                        {"WINDOW", XCB_ATOM_WINDOW},
                                                        {"WM_HINTS", XCB_ATOM_WM_HINTS},
                                                        {"WM_NAME", XCB_ATOM_WM_NAME},
                                                        {"WM_NORMAL_HINTS", XCB_ATOM_WM_NORMAL_HINTS},
                                                        {"WM_SIZE_HINTS", XCB_ATOM_WM_SIZE_HINTS},
                                                        {"WM_TRANSIENT_FOR", XCB_ATOM_WM_TRANSIENT_FOR}};
    if (predefined.contains(name)) {
        return predefined[name];
    }
    if (!m_atoms.contains(name)) {
        m_atoms[name] = 500 + static_cast<std::uint32_t>(m_atoms.size());
    }
    return m_atoms[name];
}

void FakeXServer::setText(std::uint32_t window, const QByteArray &property, const QByteArray &text, const QByteArray &type)
{
    windows[window].properties[atom(property)] = {.type = atom(type), .format = 8, .bytes = text};
}

void FakeXServer::setNumbers(std::uint32_t window, const QByteArray &property, const QByteArray &type, const std::vector<std::uint32_t> &numbers)
{
    const auto *first = reinterpret_cast<const char *>(numbers.data());
    windows[window].properties[atom(property)] = {.type = atom(type), .format = 32, .bytes = QByteArray(first, static_cast<qsizetype>(numbers.size() * 4))};
}

FakeXServer::Octets FakeXServer::answer(std::span<const std::uint8_t> said)
{
    Octets out;
    if (!m_isSetUp && !said.empty()) {
        const Octets head(said.begin(), said.begin() + 12);
        const auto padded = [](std::size_t size) {
            return (size + 3) & ~std::size_t(3);
        };
        said = said.subspan(12 + padded(get<std::uint16_t>(head, 6)) + padded(get<std::uint16_t>(head, 8)));
        m_isSetUp = true;
        out = setup();
    }
    while (said.size() >= 4) {
        const Octets head(said.begin(), said.begin() + 4);
        const std::size_t size = std::size_t(get<std::uint16_t>(head, 2)) * 4;
        ++m_sequence;
        ++requests[head[0]];
        answerOne(Octets(said.begin(), said.begin() + static_cast<std::ptrdiff_t>(size)), out);
        said = said.subspan(size);
    }
    return isDumb ? Octets() : out;
}

void FakeXServer::answerOne(const Octets &request, Octets &out)
{
    Octets bytes;
    const std::uint32_t id = request.size() >= 8 ? get<std::uint32_t>(request, 4) : 0;
    const bool isThere = id == root || windows.contains(id);
    switch (request[0]) {
    case XCB_INTERN_ATOM: {
        bytes = reply(32);
        put(bytes, 8, atom(QByteArray(reinterpret_cast<const char *>(&request[8]), get<std::uint16_t>(request, 4))));
        break;
    }
    case XCB_GET_WINDOW_ATTRIBUTES:
        if (isThere) {
            bytes = reply(44);
            put<std::uint16_t>(bytes, 12, XCB_WINDOW_CLASS_INPUT_OUTPUT);
            bytes[26] = id == root || windows[id].isMapped ? XCB_MAP_STATE_VIEWABLE : XCB_MAP_STATE_UNMAPPED;
            bytes[27] = id != root && windows[id].overrideRedirect;
            put<std::uint32_t>(bytes, 32, hasRedirect ? XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT : 0);
        }
        break;
    case XCB_GET_GEOMETRY:
        if (isThere) {
            const Window &window = windows[id];
            bytes = reply(32);
            put(bytes, 12, window.x);
            put(bytes, 14, window.y);
            put<std::uint16_t>(bytes, 16, id == root ? 800 : window.width);
            put<std::uint16_t>(bytes, 18, id == root ? 600 : window.height);
        }
        break;
    case XCB_QUERY_TREE: {
        QList<std::uint32_t> children = id == root ? windows.keys() : QList<std::uint32_t>();
        children.removeAll(root);
        bytes = reply(32 + std::size_t(children.size()) * 4);
        put(bytes, 16, static_cast<std::uint16_t>(children.size()));
        for (qsizetype i = 0; i < children.size(); ++i) {
            put(bytes, 32 + std::size_t(i) * 4, children[i]);
        }
        break;
    }
    case XCB_GET_PROPERTY:
        if (isThere) {
            const Property property = windows[id].properties.value(get<std::uint32_t>(request, 8));
            bytes = reply(32 + ((std::size_t(property.bytes.size()) + 3) & ~std::size_t(3)));
            bytes[1] = property.type == 0 ? 0 : property.format;
            put(bytes, 8, property.type);
            put(bytes, 16, static_cast<std::uint32_t>(property.bytes.size() * 8 / property.format));
            if (!property.bytes.isEmpty()) { // however little was asked for: it lies
                std::memcpy(&bytes[32], property.bytes.constData(), std::size_t(property.bytes.size()));
            }
        }
        break;
    case XCB_GET_INPUT_FOCUS:
        bytes = reply(32);
        break;
    default:
        seen.push_back(request);
        return;
    }
    if (bytes.empty()) {
        bytes.assign(32, 0);
        bytes[1] = XCB_WINDOW;
        put(bytes, 2, m_sequence);
    }
    out.insert(out.end(), bytes.begin(), bytes.end());
}
}
