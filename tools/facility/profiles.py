# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The facility directory that Nightdesk reads: facility.toml and one profile for each instrument of the demo."""

import os

from desktops import clock, image_display, log_terminal, panel


def toml(value):
    """A value as TOML writes it; only what profiles need."""
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, (list, tuple)):
        return '[' + ', '.join(toml(item) for item in value) + ']'
    text = ''
    for letter in str(value):
        if letter in '"\\':
            text += '\\' + letter
        elif ord(letter) < 0x20 or ord(letter) == 0x7F:
            text += f'\\u{ord(letter):04X}'
        else:
            text += letter
    return f'"{text}"'


def table(header, entries):
    return header + '\n' + ''.join(f'{key} = {toml(value)}\n' for key, value in entries.items() if value is not None)


def profile(instrument, name, description, link, desktops, windows):
    """The text of one profile. @p desktops are (desktop's facts, title, screen); @p windows are tables without their link."""
    parts = ['format = 1\n' + ''.join(f'{key} = {toml(value)}\n' for key, value in (('id', instrument), ('name', name), ('description', description)))]
    parts.append(table('[link.summit]', link))
    for facts, title, screen in desktops:
        if facts['socket']:
            address = {'socket': facts['socket']}
        elif facts['standardPort']:
            address = {'display': f':{facts["display"]}'}
        else:
            address = {'port': facts['port']}
        parts.append(table('[[desktop]]', {'id': facts['id'], 'title': title, 'link': 'summit'} | address | {'topology': 'vnc', 'screen': screen, 'input': 'free'}))
    for window in windows:
        parts.append(table('[[window]]', {'id': window['id'], 'title': window['title'], 'link': 'summit', 'topology': 'x11'}
                           | {key: value for key, value in window.items() if key not in ('id', 'title')}))
    return '\n'.join(parts)


def link_to(ssh):
    """What a profile says of the ssh server with these facts."""
    return {'host': ssh['address'], 'port': ssh['port'], 'user': ssh['user'], 'identities': [ssh['identity']], 'known-hosts': ssh['knownHosts']}


def write(directory, instrument, text):
    """Writes a profile of the facility in @p directory."""
    with open(os.path.join(directory, 'profiles', instrument + '.toml'), 'w', encoding='utf-8') as file:
        file.write(text)


def write_facility(directory, ssh, desktops, field, broker=None):
    """Writes the directory; @p desktops are the facts of those which run, by id. @p ssh are the ssh server's facts, @p broker the broker's."""
    os.makedirs(os.path.join(directory, 'profiles'))
    link = link_to(ssh) | {'compression': 'auto'}
    with open(os.path.join(directory, 'facility.toml'), 'w', encoding='utf-8') as file:
        file.write(table('', {'format': 1, 'name': 'Nightdesk demo observatory', 'timezone': 'Pacific/Honolulu', 'longitude': -155.4747}).lstrip('\n') + '\n'
                   + table('[site.desk]', {'name': 'Demo desk', 'screens': ['left', 'centre', 'right']})
                   + table('[site.visitors]', {'name': 'Visitor desk', 'screens': ['left', 'centre', 'right']})
                   + '\n' + table('[[person]]', {'name': 'Kim Nakoa', 'role': 'SA', 'phone': '+1 808 555 0100'}))
        if broker:
            file.write('\n' + table('[link.broker]', link) + '\n' + table('[broker]', {'id': broker['id'], 'link': 'broker', 'socket': broker['socket']}))
    summit_clock = clock(title='Summit clock')
    windows = {
        'lris': [
            # Trusted: without RENDER, which untrusted programs do not get, xterm asks for the pixels under each piece of smooth text
            # and waits for them.
            {'id': 'log', 'title': 'Telescope log', 'command': log_terminal(title='Telescope log', seed=13), 'trusted': True, 'screen': 'right',
             'geometry': '760x420+40-60'},
            # Where the desktop below it shows nothing, and not over the clock that it has itself.
            {'id': 'clock', 'title': 'Summit clock', 'command': summit_clock, 'screen': 'centre', 'geometry': '220x220-40-60'},
        ],
        'deimos': [
            {'id': 'ds9', 'title': 'Image display', 'screen': 'right', 'geometry': '1200x900+60+60',
             'command': image_display(field, title='DEIMOS quick look', zoom=1.2)},
            {'id': 'weather', 'title': 'Weather', 'screen': 'left', 'geometry': '640x440+60+60',
             'command': panel('weather')},
        ],
        'guider': [{'id': 'clock', 'title': 'Summit clock', 'command': summit_clock, 'screen': 'left', 'geometry': '220x220-40+60'}],
        'hires': [{'id': 'clock', 'title': 'Summit clock', 'command': summit_clock, 'screen': 'right', 'geometry': '220x220-40+60'}],
    }

    def chosen(*wanted):
        return [(desktops[name], title, screen) for name, title, screen in wanted if name in desktops]

    profiles = {
        'lris': ('LRIS', 'Low Resolution Imaging Spectrograph',
                 chosen(('control0', 'Control 0', 'left'), ('control1', 'Control 1', 'centre'), ('control2', 'Control 2', 'right'))),
        'deimos': ('DEIMOS', 'Deep Imaging Multi-Object Spectrograph', chosen(('control1', 'Facility', 'centre'))),
        'guider': ('Guider', 'Offset guider; its desktop asks for a password', chosen(('guider', 'Guider', 'left'))),
        'hires': ('HIRES', 'High Resolution Echelle Spectrometer, on its 8-bit display of 1995', chosen(('hires', 'HIRES', 'centre'))),
    }
    plain = [facts for facts in desktops.values() if facts['security'] == 'None' and facts['kind'] == 'Xvnc']
    if len(plain) > 3:
        screens = ('left', 'centre', 'right')
        profiles['all'] = ('All desktops', 'Every desktop of the demo on one link', [(facts, facts['id'].capitalize(), screens[index % 3])
                                                                                     for index, facts in enumerate(plain)])
    written = []
    for instrument, (name, description, shown) in profiles.items():
        # Without its desktop an instrument is left out; of a facility without desktops the windows remain.
        if not shown and not (not desktops and instrument in ('lris', 'deimos')):
            continue
        write(directory, instrument, profile(instrument, name, description, link, shown, windows.get(instrument, [])))
        written.append(instrument)
    return written
