# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Weather at the summit: numbers, a wind rose, the last two hours."""

import math
import tkinter

from look import BACK, BLUE, DIM, GOOD, LINE, MONO, SANS, TEXT, WARN, Panel, Readouts, Trace, Wander, frame


class WeatherPanel(Panel):
    def fill(self):
        rng = self.random
        self._temperature = Wander(rng, 1.8, 0.03)
        self._humidity = Wander(rng, 14.0, 0.4)
        self._pressure = Wander(rng, 615.6, 0.02)
        self._wind = Wander(rng, 8.5, 0.5)
        self._direction = Wander(rng, 248.0, 2.0)
        self._seeing = Wander(rng, 0.62, 0.02)
        upper = tkinter.Frame(self.body, bg=BACK)
        upper.pack(fill='both', expand=True)
        self._readouts = Readouts(frame(upper, 'Now', side='left'), [
            ('temperature', 'Temperature'), ('humidity', 'Humidity'), ('dew', 'Dew point'), ('pressure', 'Pressure'), ('seeing', 'Seeing (DIMM)'),
            ('verdict', 'Dome')], size=13)
        self._rose = tkinter.Canvas(frame(upper, 'Wind', side='left', expand=False), width=180, height=180, bg=BACK, highlightthickness=0)
        self._rose.pack()
        charts = frame(self.body, 'Last two hours: humidity, wind')
        self._humid = Trace(charts, 0, 50, BLUE, height=64, unit=' %', pady=(0, 4))
        self._windy = Trace(charts, 0, 20, WARN, height=64, unit=' m/s')
        for _ in range(118):
            self._humid.values.append(self._humidity.next())
            self._windy.values.append(self._wind.next())

    def tick(self):
        temperature, humidity = self._temperature.next(), min(max(self._humidity.next(), 2), 100)
        wind, direction = max(self._wind.next(), 0.0), self._direction.next() % 360
        # Magnus' formula over water.
        gamma = math.log(humidity / 100) + 17.62 * temperature / (243.12 + temperature)
        show = self._readouts.show
        show('temperature', f'{temperature:+.1f} C')
        show('humidity', f'{humidity:.0f} %', GOOD if humidity < 70 else WARN)
        show('dew', f'{243.12 * gamma / (17.62 - gamma):+.1f} C')
        show('pressure', f'{self._pressure.next():.1f} hPa')
        show('seeing', f'{self._seeing.next():.2f}"')
        show('verdict', 'OPEN', GOOD)
        self._humid.add(humidity)
        self._windy.add(wind)
        rose = self._rose
        rose.delete('all')
        for radius in (40, 62, 84):
            rose.create_oval(90 - radius, 90 - radius, 90 + radius, 90 + radius, outline=LINE)
        for text, x, y in (('N', 90, 12), ('E', 168, 90), ('S', 90, 168), ('W', 12, 90)):
            rose.create_text(x, y, text=text, fill=DIM, font=(SANS, 9, 'bold'))
        angle = math.radians(direction)
        rose.create_line(90 + 70 * math.sin(angle), 90 - 70 * math.cos(angle), 90 - 26 * math.sin(angle), 90 + 26 * math.cos(angle), fill=WARN, width=4,
                         arrow='last', arrowshape=(14, 18, 7))
        rose.create_text(90, 132, text=f'{wind:.1f} m/s', fill=TEXT, font=(MONO, 12, 'bold'))


if __name__ == '__main__':
    WeatherPanel('Weather', 'Maunakea, 4145 m', 2000).mainloop()
