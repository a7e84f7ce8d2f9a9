// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

namespace Nightdesk
{
/// The keys that are down at a desktop, as we sent them. Which key it is tells its scan code, where that is known: two keys of
/// a layout may bear one keysym. Pure.
class HeldKeys
{
public:
    struct Key {
        quint32 keysym = 0;
        quint32 scanCode = 0; ///< 0: not known
        bool operator==(const Key &) const = default;
    };

    void press(const Key &key);
    /// False: it is not down.
    bool release(const Key &key);
    void clear();

    QList<Key> all() const; ///< in the order in which they went down
    QList<quint32> keysyms() const; ///< each once, in that order

private:
    QList<Key> m_keys;
};
}
