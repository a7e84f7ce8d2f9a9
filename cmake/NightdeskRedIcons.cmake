# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Breeze's icons in red, for the colours of the night. Where KIconThemes' engine for SVG is not installed nobody tints icons by
# the palette, and white ones shine. Those that our sources name are copied from the system's breeze-dark with its colours
# replaced; all others are still the system's.

# nightdesk_red_icons(DIRECTORY RESULT): writes a theme into DIRECTORY; RESULT: its files.
function(nightdesk_red_icons directory result)
    set(breeze /usr/share/icons/breeze-dark)
    file(GLOB_RECURSE sources ${CMAKE_SOURCE_DIR}/app/*.cpp ${CMAKE_SOURCE_DIR}/widgets/*.cpp)
    # Those of standard actions and dialogs, which only libraries name.
    set(names notifications window configure configure-shortcuts configure-toolbars application-exit application-menu help-about help-contents
        help-keybord-shortcuts tools-report-bug preferences-desktop-locale dialog-ok dialog-ok-apply dialog-cancel dialog-close dialog-information
        dialog-warning dialog-error dialog-question window-close edit-find edit-clear edit-copy go-up go-down go-next go-previous
        document-edit visibility-symbolic hint view-visible view-hidden)
    foreach(source IN LISTS sources)
        file(STRINGS ${source} lines REGEX "\"[a-z]+(-[a-z]+)+\"")
        foreach(line IN LISTS lines)
            string(REGEX MATCHALL "\"[a-z]+(-[a-z]+)+\"" found "${line}")
            string(REPLACE "\"" "" found "${found}")
            list(APPEND names ${found})
        endforeach()
    endforeach()
    list(REMOVE_DUPLICATES names)
    set(files "")
    set(directories "")
    set(sections "")
    foreach(kind actions status devices places preferences apps categories emblems)
        foreach(size 16 22)
            set(found FALSE)
            foreach(name IN LISTS names)
                set(icon ${breeze}/${kind}/${size}/${name}.svg)
                if(EXISTS ${icon})
                    file(READ ${icon} text)
                    string(REPLACE "#fcfcfc" "#ff705c" text "${text}")
                    string(REPLACE "#eff0f1" "#ff705c" text "${text}")
                    string(REPLACE "#3daee9" "#e03c2c" text "${text}")
                    string(REPLACE "#da4453" "#ff4840" text "${text}")
                    string(REPLACE "#27ae60" "#ffaa6e" text "${text}")
                    string(REPLACE "#f67400" "#ff8c28" text "${text}")
                    file(CONFIGURE OUTPUT ${directory}/${kind}/${size}/${name}.svg CONTENT "${text}" @ONLY)
                    list(APPEND files ${directory}/${kind}/${size}/${name}.svg)
                    set(found TRUE)
                endif()
            endforeach()
            if(found)
                list(APPEND directories ${kind}/${size})
                string(APPEND sections "[${kind}/${size}]\nSize=${size}\nType=Scalable\nMinSize=${size}\nMaxSize=256\n\n")
            endif()
        endforeach()
    endforeach()
    list(JOIN directories "," directories)
    file(CONFIGURE OUTPUT ${directory}/index.theme
        CONTENT "[Icon Theme]\nName=Nightdesk Red\nComment=Breeze in red\nInherits=breeze-dark\nDirectories=${directories}\n\n${sections}" @ONLY)
    set(${result} ${directory}/index.theme ${files} PARENT_SCOPE)
endfunction()
