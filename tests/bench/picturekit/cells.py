# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cells of the table: a link, a server, what moves on its desktop, and which viewers look at it."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Cell:
    rtt: str = '100ms'
    rate: str = '30mbit'
    loss: str = '0%'
    server: str = 'xvnc'
    source: str = 'photo'
    fps: float = 25
    picture: str = '640x480'
    quality: str = 'auto'
    seconds: float = 6
    keys: int = 8
    viewers: tuple = ('nightdesk', 'vncviewer')

    @property
    def desktop(self):
        return self.server

    @property
    def profile(self):
        return f'{self.server}-{self.quality}'

    @property
    def seconds_rtt(self):
        return float(self.rtt.removesuffix('ms')) / 1000

    @property
    def name(self):
        loss = '' if self.loss == '0%' else f' {self.loss}'
        source = '' if self.source == 'photo' else f' {self.source}'
        quality = '' if self.quality == 'auto' else f' {self.quality}'
        return f'{self.server} {self.rtt} {self.rate}{loss}{source}{quality}'
