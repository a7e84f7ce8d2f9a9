# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The observer's hand: mouse and keyboard of the near X server, through XTEST, and what its window manager is asked for."""

import time

from Xlib import X, XK
from Xlib.ext import xtest
from Xlib.protocol import event

ICONIC = 3


class Hand:
    def __init__(self, display):
        self._display = display

    def key(self, *names):
        """Keys by their X names, all down in that order, and up again; returns when."""
        codes = []
        for name in names:
            code, shifted = next(iter(self._display.keysym_to_keycodes(XK.string_to_keysym(name))))
            if shifted and 'Shift_L' not in names:
                codes.append(self._display.keysym_to_keycode(XK.XK_Shift_L))
            codes.append(code)
        when = time.monotonic()
        for code in codes:
            xtest.fake_input(self._display, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self._display, X.KeyRelease, code)
        self._display.sync()
        return when

    def move(self, x, y):
        when = time.monotonic()
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
        self._display.sync()
        return when

    def press(self, button=1):
        return self._button(X.ButtonPress, button)

    def release(self, button=1):
        return self._button(X.ButtonRelease, button)

    def _button(self, kind, button):
        when = time.monotonic()
        xtest.fake_input(self._display, kind, button)
        self._display.sync()
        return when

    def stroke(self, begin, end, steps, seconds):
        """Moves on from @p begin to @p end in that many steps; returns when the last was made."""
        when = began = time.monotonic()
        for step in range(1, steps + 1):
            time.sleep(max(0.0, began + seconds * step / steps - time.monotonic()))
            when = self.move(*(round(a + (b - a) * step / steps) for a, b in zip(begin, end)))
        return when

    # Windows, by way of the window manager.

    def windows(self):
        """The manager's windows, uppermost last."""
        root = self._display.screen().root
        found = root.get_full_property(self._display.intern_atom('_NET_CLIENT_LIST_STACKING'), X.AnyPropertyType)
        return [self._display.create_resource_object('window', number) for number in (found.value if found else [])]

    def window_at(self, x, y):
        """The uppermost window there; None if there is none."""
        for window in reversed(self.windows()):
            try:
                geometry = window.get_geometry()
                place = window.translate_coords(self._display.screen().root, 0, 0)
                attributes = window.get_attributes()
            except Exception:  # noqa: BLE001, S112: it may be gone by now
                continue
            left, top = -place.x, -place.y
            if attributes.map_state == X.IsViewable and left <= x < left + geometry.width and top <= y < top + geometry.height:
                return window
        return None

    def iconify(self, window):
        self._ask(window, 'WM_CHANGE_STATE', [ICONIC, 0, 0, 0, 0])

    def raise_(self, window):
        when = time.monotonic()
        self._ask(window, '_NET_ACTIVE_WINDOW', [2, X.CurrentTime, 0, 0, 0])
        return when

    def _ask(self, window, name, data):
        root = self._display.screen().root
        message = event.ClientMessage(window=window, client_type=self._display.intern_atom(name), data=(32, data))
        root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        self._display.sync()
