# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exposure control: a shutter, a countdown, a read-out, and the next frame."""

import sys
import time
import tkinter

from look import BACK, BAD, BLUE, DIM, GOOD, LINE, MONO, PANEL, SANS, TEXT, WARN, Panel, Readouts, Wander, frame, pairs


class Sequence:
    """Where in its cycle the detector is; knows nothing of windows. Times are seconds."""

    READ_OUT = 14.0
    PAUSE = 3.0

    def __init__(self, exposure, started):
        self.exposure = exposure
        self.number = 117
        self._started = started
        self._held = None
        self._halted = False

    def start(self, now):
        if self._halted:
            self._halted, self._started, self._held = False, now, None

    def pause(self, now):
        if self._held is None:
            self._held = now
        else:
            self._started += now - self._held
            self._held = None

    def abort(self):
        self._halted = True

    def state(self, now):
        """(state, seconds left, fraction done)."""
        if self._halted:
            return 'IDLE', 0.0, 0.0
        if self._held is not None:
            now = self._held
        passed = now - self._started
        cycle = self.exposure + self.READ_OUT + self.PAUSE
        while passed >= cycle:
            self._started += cycle
            passed -= cycle
            self.number += 1
        if passed < self.exposure:
            return 'PAUSED' if self._held is not None else 'EXPOSING', self.exposure - passed, passed / self.exposure
        passed -= self.exposure
        if passed < self.READ_OUT:
            return 'READING OUT', self.READ_OUT - passed, passed / self.READ_OUT
        return 'WRITING', self.PAUSE - (passed - self.READ_OUT), 1.0


class ExposurePanel(Panel):
    COLOURS = {'EXPOSING': GOOD, 'READING OUT': BLUE, 'PAUSED': WARN, 'WRITING': BLUE, 'IDLE': DIM}

    def fill(self):
        self._sequence = Sequence(float(self.options.get('seconds', '120')), time.monotonic() - 21)
        self._cold = Wander(self.random, -112.0, 0.03)
        top = frame(self.body, 'Exposure')
        row = tkinter.Frame(top, bg=PANEL)
        row.pack(fill='x')
        self._state = tkinter.Label(row, bg=PANEL, fg=GOOD, font=(SANS, 17, 'bold'), anchor='w')
        self._state.pack(side='left')
        self._left = tkinter.Label(row, bg=PANEL, fg=TEXT, font=(MONO, 34, 'bold'), anchor='e')
        self._left.pack(side='right')
        self._bar = tkinter.Canvas(top, height=18, bg=BACK, highlightthickness=1, highlightbackground=LINE)
        self._bar.pack(fill='x', pady=(4, 10))
        self._readouts = Readouts(tkinter.Frame(top, bg=PANEL), [
            ('object', 'Object'), ('frame', 'Frame'), ('exposure', 'Exposure'), ('grating', 'Grating'),
            ('filter', 'Filter'), ('dichroic', 'Dichroic'), ('binning', 'Binning'), ('ccd', 'CCD'),
        ], columns=2)
        self._readouts._labels['object'].master.pack(fill='x')
        buttons = tkinter.Frame(self.body, bg=BACK)
        buttons.pack(fill='x', padx=4, pady=(6, 0))
        for text, colour, action in (('Start', GOOD, lambda: self._sequence.start(time.monotonic())),
                                     ('Pause', WARN, lambda: self._sequence.pause(time.monotonic())), ('Abort', BAD, self._sequence.abort)):
            tkinter.Button(buttons, text=text, command=action, bg=PANEL, fg=colour, activebackground=LINE, activeforeground=colour, relief='flat',
                           font=(SANS, 12, 'bold'), highlightthickness=1, highlightbackground=LINE, pady=6).pack(side='left', fill='x', expand=True, padx=3)

    def tick(self):
        state, left, done = self._sequence.state(time.monotonic())
        colour = self.COLOURS[state]
        self._state.configure(text=state, fg=colour)
        self._left.configure(text=f'{int(left) // 60}:{left % 60:04.1f}')
        width = self._bar.winfo_width()
        self._bar.delete('all')
        self._bar.create_rectangle(1, 1, 1 + done * (width - 2), 19, fill=colour, width=0)
        show = self._readouts.show
        show('object', 'NDK 0417+12')
        show('frame', f'r{self._sequence.number:04d}.fits')
        show('exposure', f'{self._sequence.exposure:.0f} s')
        show('grating', '600/7500')
        show('filter', 'GG495')
        show('dichroic', 'D560')
        show('binning', '1 x 1')
        show('ccd', f'{self._cold.next():.1f} C')


if __name__ == '__main__':
    ExposurePanel('Exposure control', pairs(sys.argv[1:]).get('side', 'LRIS red'), 200).mainloop()
