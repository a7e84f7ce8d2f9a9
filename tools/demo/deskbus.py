# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a console says of itself, over the session bus: `nightdesk status --json` without a process for each question."""

import json
import threading
import time

import gi

gi.require_version('Gio', '2.0')
from gi.repository import Gio, GLib  # noqa: E402

PREFIX = 'org.nightdesk.nightdesk-'


class DeskBus:
    """@p address is the session bus of the desk, on which one console runs."""

    def __init__(self, address):
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self._bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        self._name = None

    def _call(self, name, path, interface, method, kind):
        return self._bus.call_sync(name, path, interface, method, None, GLib.VariantType(kind), Gio.DBusCallFlags.NO_AUTO_START, 3000, None).unpack()[0]

    def state(self):
        """The state as it prints it; None while no console answers."""
        try:
            if self._name is None:
                names = self._call('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'ListNames', '(as)')
                self._name = next((name for name in names if name.startswith(PREFIX)), None)
                if self._name is None:
                    return None
            return json.loads(self._call(self._name, '/Console', 'org.nightdesk.Console', 'State', '(s)'))
        except GLib.Error:
            self._name = None
            return None

    def connect(self, profile):
        """As a click on Connect; returns the outcome as the console's interface tells it, or the error."""
        return self._order('Connect', GLib.Variant('(sss)', (profile, '', '')), '(s)') or 'no answer'

    def disconnect(self, profile):
        self._order('Disconnect', GLib.Variant('(s)', (profile,)), '()')

    def _order(self, method, words, kind):
        try:
            answer = self._bus.call_sync(self._name, '/Console', 'org.nightdesk.Console', method, words, GLib.VariantType(kind),
                                         Gio.DBusCallFlags.NO_AUTO_START, 10000, None).unpack()
            return answer[0] if answer else ''
        except GLib.Error as error:
            return error.message

    def pid(self):
        return int(self._name[len(PREFIX):]) if self._name else None


def told_of(display):
    """A display in one word: live, or how much it is not."""
    answering = display.get('answering', 'yes')
    return display['state'] if answering == 'yes' else answering


class StateWatch(threading.Thread):
    """Asks all the time. `changes` is [(when, {link or display: state})], seconds, newest last."""

    def __init__(self, bus, pause=0.015):
        super().__init__(daemon=True)
        self._bus = bus
        self._pause = pause
        self._done = threading.Event()
        self.changes = []
        self.latest = None

    def run(self):
        while not self._done.wait(self._pause):
            state = self._bus.state()
            if not state:
                continue
            self.latest = state
            told = {'link ' + link['id']: link['state'] for link in state.get('links', [])}
            told |= {display['id']: told_of(display) for display in state.get('displays', [])}
            if not self.changes or self.changes[-1][1] != told:
                self.changes.append((time.monotonic(), told))

    def stop(self):
        self._done.set()
        self.join()

    def first(self, moment, condition):
        """When @p condition first held for what was told after @p moment."""
        return next((when for when, told in list(self.changes) if when >= moment and condition(told)), None)

    def wait(self, moment, condition, seconds):
        while True:
            when = self.first(moment, condition)
            if when is not None or time.monotonic() > moment + seconds:
                return when
            time.sleep(0.02)
