# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The translation catalogs. ki18n_install() of KDE Frameworks does the same with a command that runs in every build, so that a
# finished tree never has nothing to do; here each catalog depends on its .po file.

# nightdesk_catalogs(DIRECTORY): compiles DIRECTORY/LANGUAGE/NAME.po to locale/LANGUAGE/LC_MESSAGES/NAME.mo of the build tree, where
# a program in bin finds it, and installs it. The target "pofiles" makes all of them; KF_SKIP_PO_PROCESSING leaves them out.
function(nightdesk_catalogs directory)
    if(KF_SKIP_PO_PROCESSING)
        return()
    endif()
    find_package(Gettext REQUIRED)
    get_filename_component(directory ${directory} ABSOLUTE)
    # A new language is a new entry of the directory, whose time changes. CONFIGURE_DEPENDS would look in each build.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${directory})
    file(GLOB sources LIST_DIRECTORIES FALSE ${directory}/*/*.po)
    set(catalogs "")
    foreach(source IN LISTS sources)
        get_filename_component(name ${source} NAME_WLE)
        get_filename_component(language ${source} DIRECTORY)
        get_filename_component(language ${language} NAME)
        set(folder ${CMAKE_BINARY_DIR}/locale/${language}/LC_MESSAGES)
        file(MAKE_DIRECTORY ${folder})
        add_custom_command(OUTPUT ${folder}/${name}.mo
            COMMAND ${GETTEXT_MSGFMT_EXECUTABLE} -o ${folder}/${name}.mo ${source}
            DEPENDS ${source}
            COMMENT "Compiling the catalog ${language}/${name}"
            VERBATIM)
        list(APPEND catalogs ${folder}/${name}.mo)
        install(FILES ${folder}/${name}.mo DESTINATION ${KDE_INSTALL_LOCALEDIR}/${language}/LC_MESSAGES)
    endforeach()
    add_custom_target(pofiles ALL DEPENDS ${catalogs})
endfunction()
