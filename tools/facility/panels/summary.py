# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Facility summary: where the telescope points, and how every subsystem is."""

import math
import tkinter

from look import BACK, BLUE, DIM, GOOD, LINE, MONO, PANEL, SANS, TEXT, WARN, Panel, Readouts, Wander, altaz, frame, sexagesimal, sidereal

SUBSYSTEMS = (('Telescope', 'TRACKING'), ('Dome', 'FOLLOWING'), ('Shutter', 'OPEN'), ('Mirror cover', 'OPEN'), ('Active optics', 'CLOSED LOOP'),
              ('Rotator', 'POSITION ANGLE'), ('Guider', 'GUIDING'), ('LRIS', 'EXPOSING'), ('Cryostat', 'COLD'), ('Data archive', 'KEEPING UP'))


class SummaryPanel(Panel):
    def fill(self):
        self._ra = sidereal() + 0.6
        self._dec = 12.5
        self._load = Wander(self.random, 41.0, 2.0)
        left = tkinter.Frame(self.body, bg=BACK)
        left.pack(side='left', fill='both', expand=True)
        self._readouts = Readouts(frame(left, 'Telescope', expand=False), [
            ('target', 'Target'), ('ra', 'RA (2000)'), ('dec', 'Dec (2000)'), ('ha', 'Hour angle'), ('airmass', 'Air mass'), ('az', 'Azimuth'),
            ('el', 'Elevation'), ('lst', 'Sidereal time')], size=13)
        table = frame(left, 'Subsystems')
        self._lamps = []
        for row, (name, state) in enumerate(SUBSYSTEMS):
            lamp = tkinter.Canvas(table, width=14, height=14, bg=PANEL, highlightthickness=0)
            lamp.grid(row=row, column=0, padx=(0, 8), pady=2)
            lamp.create_oval(2, 2, 12, 12, fill=GOOD, outline='')
            tkinter.Label(table, text=name, bg=PANEL, fg=TEXT, font=(SANS, 11), anchor='w').grid(row=row, column=1, sticky='w')
            value = tkinter.Label(table, text=state, bg=PANEL, fg=DIM, font=(MONO, 11), anchor='e')
            value.grid(row=row, column=2, sticky='e')
            self._lamps.append((lamp, value))
        table.grid_columnconfigure(2, weight=1)
        self._sky = tkinter.Canvas(frame(self.body, 'Sky', side='left', expand=False), width=300, height=300, bg=BACK, highlightthickness=0)
        self._sky.pack()

    def tick(self):
        lst = sidereal()
        ha = (lst - self._ra + 12) % 24 - 12
        altitude, azimuth = altaz(ha, self._dec)
        show = self._readouts.show
        show('target', 'NDK 0417+12', BLUE)
        show('ra', sexagesimal(self._ra % 24))
        show('dec', sexagesimal(self._dec, True))
        show('ha', sexagesimal(ha, True, 0))
        show('airmass', f'{1 / math.sin(math.radians(max(altitude, 5))):.3f}')
        show('az', f'{azimuth:.2f}')
        show('el', f'{altitude:.2f}')
        show('lst', sexagesimal(lst, digits=0))
        load = self._load.next()
        lamp, value = self._lamps[-1]
        lamp.itemconfigure(1, fill=GOOD if load < 60 else WARN)
        value.configure(text=f'{load:.0f} % DISK')
        self._draw_sky(ha)

    @staticmethod
    def _point(ha, dec):
        altitude, azimuth = altaz(ha, dec)
        radius, angle = (90 - altitude) / 90 * 132, math.radians(azimuth)
        return 150 - radius * math.sin(angle), 150 - radius * math.cos(angle), altitude

    def _draw_sky(self, ha):
        sky = self._sky
        sky.delete('all')
        for altitude in (0, 30, 60):
            radius = (90 - altitude) / 90 * 132
            sky.create_oval(150 - radius, 150 - radius, 150 + radius, 150 + radius, outline=LINE)
        sky.create_line(150, 18, 150, 282, fill=LINE)
        sky.create_line(18, 150, 282, 150, fill=LINE)
        for text, x, y in (('N', 150, 9), ('E', 9, 150), ('S', 150, 291), ('W', 291, 150)):
            sky.create_text(x, y, text=text, fill=DIM, font=(SANS, 9, 'bold'))
        track = []
        for step in range(-24, 25):
            x, y, altitude = self._point(ha + step / 4, self._dec)
            if altitude > 0:
                track += [x, y]
        if len(track) >= 4:
            sky.create_line(*track, fill=BLUE, dash=(3, 3))
        x, y, _ = self._point(ha, self._dec)
        sky.create_oval(x - 6, y - 6, x + 6, y + 6, outline=WARN, width=2)
        sky.create_line(x - 10, y, x + 10, y, fill=WARN)
        sky.create_line(x, y - 10, x, y + 10, fill=WARN)


if __name__ == '__main__':
    SummaryPanel('Facility summary', 'Nightdesk demo observatory', 1000).mainloop()
