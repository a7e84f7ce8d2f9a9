# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""ds9 as it is started for table 1: always the same image, size and shapes, and some keys to put it back between two rows."""

import os

import processes as proc

# What is timed is real input to ds9's own keys and mouse. F6 to F9 only set up, and put back what the row before left.
KEYS = '''
proc tableReset {} {
    global marker
    catch {MarkerDeleteAll}
    update idletasks
    foreach window [winfo children .] {
        if {[winfo exists $window] && [winfo toplevel $window] eq $window && [winfo class $window] ne {Menu} && [winfo ismapped $window]} {
            set close [wm protocol $window WM_DELETE_WINDOW]
            catch {if {$close ne {}} {uplevel #0 $close} else {destroy $window}}
        }
    }
    catch {ResetColormap}
    catch {ZoomTo 0.5 0.5}
    set marker(stats) 0
}
bind all <F6> {set marker(shape) box; set marker(stats) 1}
bind all <F7> {set marker(shape) projection; set marker(stats) 0}
bind all <F8> {set marker(shape) box; set marker(stats) 0}
bind all <F9> {after idle tableReset}
'''

# Its window is 30 pixels higher than it is told to be.
GEOMETRY = '1200x940'


def prepare(home):
    """Writes what it reads into @p home, but for the image; returns the path of that."""
    with open(os.path.join(home, 'table1.tcl'), 'w', encoding='ascii') as file:
        file.write(KEYS)
    return os.path.join(home, 'table1.fits')


def command(home, place=''):
    # Without message hubs: two facilities on one machine would want the same ports.
    return [proc.program('ds9'), '-xpa', 'no', '-samp', 'hub', 'no', '-samp', 'no', '-title', 'table1', '-geometry', GEOMETRY + place,
            os.path.join(home, 'table1.fits'), '-zscale', '-zoom', '0.5', '-mode', 'region', '-source', os.path.join(home, 'table1.tcl')]
