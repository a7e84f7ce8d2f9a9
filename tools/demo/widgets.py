#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints every widget of a program that a person can see now: one JSON object a line with name, role, place, states.

With the names of a window and of a button in it, it presses that instead, and ends with 1 if there is none.
A process of its own: accessibility calls cannot be given up, a process can. Usage: widgets.py PROGRAM-NAME [WINDOW BUTTON]
"""

import json
import sys

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib  # noqa: E402

# Cells of a long table say nothing here, and each costs a call.
MANY = 200
STATES = {'enabled': Atspi.StateType.ENABLED, 'focused': Atspi.StateType.FOCUSED, 'selected': Atspi.StateType.SELECTED, 'active': Atspi.StateType.ACTIVE}


def look(widget, found, depth=0):
    states = widget.get_state_set()
    if depth > 0 and not states.contains(Atspi.StateType.SHOWING) and widget.get_role() != Atspi.Role.FRAME:
        return
    place = None
    component = widget.get_component_iface()
    if component is not None:
        extents = component.get_extents(Atspi.CoordType.SCREEN)
        place = [extents.x, extents.y, extents.width, extents.height]
    found.append({'name': widget.get_name() or '', 'description': widget.get_description() or '', 'role': widget.get_role_name(), 'depth': depth, 'place': place,
                  'states': [name for name, state in STATES.items() if states.contains(state)]})
    for index in range(min(MANY, widget.get_child_count())):
        child = widget.get_child_at_index(index)
        if child is not None:
            try:
                look(child, found, depth + 1)
            except GLib.Error:
                pass  # it went away meanwhile


def press(widget, name):
    """Whether a button of that name, in this widget or below it, was pressed."""
    states = widget.get_state_set()
    if widget.get_role() == Atspi.Role.PUSH_BUTTON and widget.get_name() == name and states.contains(Atspi.StateType.SHOWING):
        action = widget.get_action_iface()
        return bool(states.contains(Atspi.StateType.ENABLED) and action and action.get_n_actions() and action.do_action(0))
    children = (widget.get_child_at_index(index) for index in range(min(MANY, widget.get_child_count())))
    return any(press(child, name) for child in children if child is not None)


def main():
    wanted = sys.argv[1]
    Atspi.init()
    Atspi.set_timeout(4000, 10000)
    root = Atspi.get_desktop(0)
    for index in range(root.get_child_count()):
        program = root.get_child_at_index(index)
        try:
            if program is None or program.get_name() != wanted:
                continue
            if len(sys.argv) > 2:
                windows = (program.get_child_at_index(number) for number in range(program.get_child_count()))
                return 0 if any(press(window, sys.argv[3]) for window in windows if window is not None and window.get_name() == sys.argv[2]) else 1
            found = []
            for number in range(program.get_child_count()):
                window = program.get_child_at_index(number)
                if window is not None:
                    look(window, found)
        except GLib.Error:
            continue
        for widget in found:
            print(json.dumps(widget))
        return 0
    return 1


if __name__ == '__main__':
    sys.exit(main())
