// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <functional>
#include <memory>

class QWidget;

namespace Nightdesk
{
class MainWindow;
}

namespace Nightdesk::Test
{
/// Every window and dialog of ours, each with all that it may show. What comes from outside in them stands in brackets, as the
/// pseudo-locale's texts do. Test's main thread.
class Gallery
{
public:
    struct Exhibit {
        QString name;
        std::function<std::unique_ptr<QWidget>()> make;
    };

    Gallery();
    bool isOpen() const; ///< the facility could be written
    /// Those that stand by themselves.
    static QList<Exhibit> exhibits();
    /// The main window with a facility, all bars shown, and its instrument connected as far as it goes: the link's host answers
    /// nothing. Null: it did not get there.
    std::unique_ptr<MainWindow> mainWindow() const;
    /// Its pages, by their object or tab names; shows one.
    static QStringList pages(const MainWindow &window);
    static void showPage(MainWindow &window, const QString &name);

private:
    bool write(const QString &path, const QByteArray &text) const;

    QTemporaryDir m_directory;
    bool m_isOpen;
};
}
