# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What stands on the demo's desktops: a window manager, instrument panels, logs, ds9, and a shell to type into."""

import os
import re
import shutil
import sys

from processes import program, run

PANELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'panels')

OPENBOX = '''<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>no</focusNew><followMouse>no</followMouse></focus>
  <placement><policy>Smart</policy></placement>
  <theme>
    <name>Nightdesk-demo</name>
    <titleLayout>LIMC</titleLayout>
    <font place="ActiveWindow"><name>DejaVu Sans</name><size>9</size><weight>bold</weight></font>
    <font place="InactiveWindow"><name>DejaVu Sans</name><size>9</size></font>
  </theme>
  <desktops><number>1</number><popupTime>0</popupTime></desktops>
  <mouse>
    <context name="Client">
      <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
    </context>
    <context name="Titlebar">
      <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
      <mousebind button="Left" action="Drag"><action name="Move"/></mousebind>
    </context>
    <context name="Iconify"><mousebind button="Left" action="Click"><action name="Iconify"/></mousebind></context>
    <context name="Maximize"><mousebind button="Left" action="Click"><action name="ToggleMaximize"/></mousebind></context>
    <context name="Close"><mousebind button="Left" action="Click"><action name="Close"/></mousebind></context>
  </mouse>
</openbox_config>
'''

THEME = '''border.width: 1
padding.width: 6
padding.height: 3
window.client.padding.width: 0
window.handle.width: 0
window.active.border.color: #3b4a58
window.inactive.border.color: #232d36
window.active.title.bg: flat solid
window.active.title.bg.color: #243240
window.inactive.title.bg: flat solid
window.inactive.title.bg.color: #182028
window.active.label.bg: parentrelative
window.inactive.label.bg: parentrelative
window.active.label.text.color: #d7dee6
window.inactive.label.text.color: #8494a3
window.active.button.unpressed.bg: parentrelative
window.inactive.button.unpressed.bg: parentrelative
window.active.button.hover.bg: parentrelative
window.inactive.button.hover.bg: parentrelative
window.active.button.pressed.bg: parentrelative
window.inactive.button.pressed.bg: parentrelative
window.active.button.unpressed.image.color: #8494a3
window.inactive.button.unpressed.image.color: #4a5a68
window.label.text.justify: left
'''


def prepare_home(home):
    """Settings of the programs, in a home directory of the facility's own."""
    theme = os.path.join(home, '.themes', 'Nightdesk-demo', 'openbox-3')
    os.makedirs(theme)
    with open(os.path.join(theme, 'themerc'), 'w', encoding='ascii') as file:
        file.write(THEME)
    # sshd's xauth complains, on the standard error of each X program, until there is one.
    with open(os.path.join(home, '.Xauthority'), 'wb') as file:
        os.chmod(file.name, 0o600)
    with open(os.path.join(home, 'openbox.xml'), 'w', encoding='ascii') as file:
        file.write(OPENBOX)
    with open(os.path.join(home, 'shellrc'), 'w', encoding='ascii') as file:
        file.write("PS1='observer@summit:\\w$ '\nHISTFILE=\ncd\n")


def panel(name, **options):
    """The command that shows one of our panels."""
    return [sys.executable, '-B', os.path.join(PANELS, name + '.py'), *(f'{key}={value}' for key, value in options.items())]


# Drawing its icon costs xterm a round trip for each of 211 colours: 21 s of the 26 s that it needs to start at 100 ms.
XTERM = ('-xrm', '*iconHint: none')


def log_terminal(geometry=None, title='Instrument log', seed=3, size=10):
    command = [program('xterm'), *XTERM, '-title', title, '-fa', 'DejaVu Sans Mono', '-fs', str(size), '-bg', '#0f1419', '-fg', '#c5d0da', '-bd', '#0f1419', '-b', '6',
               '-sl', '2000']
    if geometry:
        command += ['-geometry', geometry]
    return [*command, '-e', sys.executable, '-B', os.path.join(PANELS, 'instrumentlog.py'), str(seed)]


def shell_terminal(home, geometry):
    shell = shutil.which('bash')
    inside = [shell, '--noprofile', '--rcfile', os.path.join(home, 'shellrc')] if shell else [program('sh')]
    return [program('xterm'), *XTERM, '-title', 'Terminal', '-fa', 'DejaVu Sans Mono', '-fs', '11', '-bg', '#11161c', '-fg', '#d7dee6', '-bd', '#11161c', '-b', '6',
            '-cr', '#5aa9e6', '-geometry', geometry, '-e', *inside]


def clock(geometry=None, title='Clock', hands='#5aa9e6', ticks='#d7dee6', face='#182028'):
    command = [program('xclock'), '-title', title, '-bg', face, '-fg', ticks, '-hd', hands, '-hl', hands, '-update', '1', '-padding', '8']
    # Anti-aliased hands take their colours from resources alone; plain ones, drawn without RENDER, from the options.
    for resource, colour in (('hour', hands), ('minute', hands), ('second', '#e6b450'), ('major', ticks), ('minor', ticks)):
        command += ['-xrm', f'XClock*{resource}Color: {colour}']
    return [*command, '-geometry', geometry] if geometry else command


def image_display(field, geometry=None, title='LRIS quick look', zoom=1.4):
    # Without message hubs: two facilities on one machine would want the same ports.
    place = ['-geometry', geometry] if geometry else []
    return [program('ds9'), '-xpa', 'no', '-samp', 'hub', 'no', '-samp', 'no', '-title', title, *place, field, '-zscale', '-cmap', 'grey', '-zoom', str(zoom)]


class Furniture:
    """Puts programs on desktops. Places are made for the sizes of the demo and cut down for other ones."""

    def __init__(self, home, field):
        self._home = home
        self._field = field
        self.expected = {}

    def window_manager(self, desktop):
        desktop.processes.start(f'{desktop.name}.openbox', [program('openbox'), '--sm-disable', '--config-file', os.path.join(self._home, 'openbox.xml')],
                                desktop.environment(), cwd=self._home)

    def _run(self, desktop, name, command, title, rect=None):
        desktop.run(name, command, rect)
        self.expected.setdefault(desktop.name, {})[name] = title

    def background(self, desktop, colour='#0a0e12'):
        desktop.processes.start(f'{desktop.name}.xsetroot', [program('xsetroot'), '-solid', colour, '-cursor_name', 'left_ptr'], desktop.environment())

    def control0(self, desktop):
        """2560x1600: the image display, exposure control, log."""
        self.background(desktop)
        self._run(desktop, 'ds9', image_display(self._field, f'{min(1420, desktop.width - 60)}x{min(1480, desktop.height - 90)}+30+40'),
                  'SAOImage LRIS quick look')
        self._run(desktop, 'exposure', panel('exposure', geometry='892x380+1480+40'), 'Exposure control')
        self._run(desktop, 'log', log_terminal('110x38+1480+480'), 'Instrument log')
        self._run(desktop, 'shell', shell_terminal(self._home, '98x20+1480+1170'), 'Terminal')

    def control1(self, desktop):
        """1920x1080: facility summary, guider, weather."""
        self.background(desktop)
        self._run(desktop, 'summary', panel('summary', geometry='780x600+30+30'), 'Facility summary')
        self._run(desktop, 'guider', panel('guider', geometry='780x500+850+30'), 'Guider')
        self._run(desktop, 'weather', panel('weather', geometry='640x440+850+590'), 'Weather')
        self._run(desktop, 'log', log_terminal('92x20+30+690', 'Facility log', 8), 'Facility log')
        self._run(desktop, 'clock', clock('190x190+1680+60'), 'Clock')

    def control2(self, desktop):
        """1280x1024: a terminal and the blue side."""
        self.background(desktop)
        self._run(desktop, 'shell', shell_terminal(self._home, '100x20+30+40'), 'Terminal')
        self._run(desktop, 'exposure', panel('exposure', geometry='560x420+690+520', seconds='300', side='LRIS blue', title='Exposure control, blue'), 'Exposure control, blue')
        self._run(desktop, 'log', log_terminal('78x26+30+520', 'Blue side log', 21), 'Blue side log')
        self._run(desktop, 'clock', clock('200x200+1030+60'), 'Clock')

    def guider(self, desktop):
        """1024x768: the guider alone."""
        self.background(desktop)
        self._run(desktop, 'guider', panel('guider', geometry='800x500+30+40'), 'Guider')
        self._run(desktop, 'shell', shell_terminal(self._home, '80x6+30+610'), 'Terminal')

    def small(self, desktop):
        """One of many: a log and a clock."""
        self.background(desktop)
        self._run(desktop, 'log', log_terminal('64x16+20+30', f'{desktop.name} log', sum(desktop.name.encode())), f'{desktop.name} log')
        self._run(desktop, 'clock', clock('120x120+480+320'), 'Clock')

    def pseudocolor(self, desktop):
        """8-bit PseudoColor: an image in colour cells, a terminal, a clock. Few colours: the map has 256 cells."""
        self.background(desktop, '#101820')
        self._run(desktop, 'colourmap', [sys.executable, '-B', os.path.join(PANELS, 'colourmap.py'), '30', '40'], 'Image display, 96 colour cells')
        self._run(desktop, 'log', [program('xterm'), '-title', 'HIRES log', '-fn', 'fixed', '-bg', 'black', '-fg', 'green', '-geometry', '90x14+30+540', '-e',
                                   sys.executable, '-B', os.path.join(PANELS, 'instrumentlog.py'), '5'], 'HIRES log')
        self._run(desktop, 'clock', clock('160x160+620+60', hands='yellow', ticks='white', face='black'), 'Clock')


def managed(desktop):
    """True once a window manager has taken the desktop."""
    return ' # ' in _xprop(desktop, '_NET_SUPPORTING_WM_CHECK')


def window_count(desktop):
    return _xprop(desktop, '_NET_CLIENT_LIST').count('0x')


def _xprop(desktop, name):
    return run([program('xprop'), '-root', '-notype', name], desktop.environment(), None).stdout.replace(': window id # ', ' # ')


def window_rect(desktop, title):
    """(x, y, width, height) of a window's inside on its desktop; None if it is not there."""
    done = run([program('xwininfo'), '-name', title], desktop.environment(), None)
    numbers = []
    for field in ('Absolute upper-left X', 'Absolute upper-left Y', 'Width', 'Height'):
        found = re.search(field + r':\s+(-?\d+)', done.stdout)
        if not found:
            return None
        numbers.append(int(found.group(1)))
    return numbers
