// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/appearance/colors.h"
#include "app/window/mainwindow.h"
#include "nightdesk.h"
#include "tests/everyone/gallery.h"
#include "tests/support/testprogram.h"
#include "tests/widgets/accessiblecheck.h"
#include "widgets/wording/readablecolor.h"

#include <KAboutData>
#include <KIconTheme>
#include <KLocalizedString>
#include <KStyleManager>

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QHash>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
/// So large that the stem of a letter is whole pixels of the text's color.
constexpr int magnification = 3;

/// A text and its place in the window.
struct SeenText {
    QString text;
    QRect place;
    bool isDisabled = false;
};

/// An entry's text, where its view shows it.
QList<SeenText> entries(const QTreeView &view)
{
    QList<SeenText> result;
    for (QModelIndex row = view.indexAt(QPoint(1, 1)); row.isValid(); row = view.indexBelow(row)) {
        for (int column = 0; column < view.model()->columnCount(row.parent()); ++column) {
            const QModelIndex index = row.siblingAtColumn(column);
            if (!index.data().toString().isEmpty() && (index.flags() & Qt::ItemIsEnabled)) {
                result.append({index.data().toString(), view.visualRect(index).intersected(view.viewport()->rect()).translated(view.viewport()->pos())});
            }
        }
    }
    return result;
}

/// What @p widget itself says, in its own coordinates.
QList<SeenText> textsOf(const QWidget &widget)
{
    const QRect all = widget.rect();
    if (const auto *label = qobject_cast<const QLabel *>(&widget)) {
        return {{label->text(), all}};
    }
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget)) {
        const auto *tool = qobject_cast<const QToolButton *>(button);
        return {{!tool || tool->toolButtonStyle() != Qt::ToolButtonIconOnly || tool->icon().isNull() ? button->text() : QString(), all}};
    }
    if (const auto *edit = qobject_cast<const QLineEdit *>(&widget)) {
        return {{edit->text().isEmpty() ? edit->placeholderText() : edit->text(), all}};
    }
    if (const auto *box = qobject_cast<const QComboBox *>(&widget)) {
        return {{box->currentText(), all}};
    }
    if (const auto *view = qobject_cast<const QTreeView *>(&widget); view && view->model()) {
        return entries(*view);
    }
    QList<SeenText> result;
    if (const auto *tabs = qobject_cast<const QTabBar *>(&widget)) {
        for (int i = 0; i < tabs->count(); ++i) {
            if (tabs->isTabVisible(i)) {
                result.append({tabs->tabText(i), tabs->tabRect(i), !tabs->isTabEnabled(i)});
            }
        }
    }
    return result;
}

QImage magnified(QWidget &window)
{
    QImage image(window.size() * magnification, QImage::Format_RGB32);
    image.setDevicePixelRatio(magnification);
    image.fill(window.palette().color(QPalette::Window));
    window.render(&image);
    return image;
}

/// The highest contrast that a color has to the most frequent one of @p place. What a few pixels have is an edge.
double contrastIn(const QImage &image, const QRect &place)
{
    const QRect pixels = QRect(place.topLeft() * magnification, place.size() * magnification).intersected(QRect(QPoint(), image.size()));
    QHash<QRgb, int> counts;
    for (int y = pixels.top(); y <= pixels.bottom(); ++y) {
        const auto *const line = reinterpret_cast<const QRgb *>(image.constScanLine(y));
        for (int x = pixels.left(), end = x; x <= pixels.right(); x = end) { // by runs: most of a text's place is background
            while (end <= pixels.right() && line[end] == line[x]) {
                ++end;
            }
            counts[line[x]] += end - x;
        }
    }
    QRgb background = 0;
    for (const auto &[color, count] : counts.asKeyValueRange()) {
        if (count > counts.value(background)) {
            background = color;
        }
    }
    double result = 1;
    for (const auto &[color, count] : counts.asKeyValueRange()) {
        if (count >= 2 * magnification) {
            result = qMax(result, ReadableColor::contrast(QColor(color), QColor(background)));
        }
    }
    return result;
}

/// Enabled texts of @p window that have too little contrast; @p seen counts those that were looked at.
QStringList faintTexts(QWidget *window, int &seen)
{
    const QImage image = magnified(*window);
    QStringList result;
    for (QWidget *widget : window->findChildren<QWidget *>()) {
        if (widget->window() != window || !widget->isVisible() || !widget->isEnabled()) {
            continue;
        }
        const QRect visible = widget->visibleRegion().boundingRect();
        for (const SeenText &text : textsOf(*widget)) {
            const QRect place = text.place.intersected(visible);
            const QFontMetrics metrics = widget->fontMetrics();
            // Half a line, or what is left of a word in a narrow column, shows no whole letter.
            if (text.text.trimmed().isEmpty() || text.isDisabled || place.height() < metrics.height()
                || place.width() < std::min(metrics.horizontalAdvance(text.text), 5 * metrics.height())) {
                continue;
            }
            ++seen;
            const double found = contrastIn(image, place.translated(widget->mapTo(window, QPoint())));
            if (found < ReadableColor::enough) {
                // To look at: NIGHTDESK_TEST_PICTURES names a directory.
                if (const QString directory = qEnvironmentVariable("NIGHTDESK_TEST_PICTURES"); !directory.isEmpty()) {
                    image.save(u"%1/faint-%2.png"_s.arg(directory).arg(seen));
                }
                result.append(u"%1: \"%2\" has %3"_s.arg(AccessibleCheck::path(widget), text.text.left(60)).arg(found, 0, 'f', 2));
            }
        }
    }
    return result;
}

/// What stays faint: a style fades the color of what was just shown or got the keyboard.
QStringList problemsOf(QWidget *window, int &seen)
{
    QStringList found;
    (void)QTest::qWaitFor(
        [&] {
            found = faintTexts(window, seen);
            return found.isEmpty();
        },
        3000);
    return found;
}
}

/// Every text of the gallery as it is painted, in each of the program's colors. contrasttest compares the colors themselves.
class GalleryContrastTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void aFaintTextIsFound();
    void dialogsCanBeRead_data();
    void dialogsCanBeRead();
    void theMainWindowCanBeRead_data();
    void theMainWindowCanBeRead();
    void colorsSwitchedWhileItIsOpenReachAll();

private:
    Gallery m_gallery;
};

void GalleryContrastTest::initTestCase()
{
    QVERIFY(m_gallery.isOpen());
}

void GalleryContrastTest::aFaintTextIsFound()
{
    QWidget window;
    QPalette palette = window.palette();
    palette.setColor(QPalette::Window, Qt::white);
    window.setPalette(palette);
    QLabel label(u"Waiting for the VNC server"_s, &window);
    const auto write = [&](const QColor &color) {
        palette.setColor(QPalette::WindowText, color);
        label.setPalette(palette);
    };
    write(QColor(0x80, 0x80, 0x80)); // 3.9 : 1
    window.show();
    int seen = 0;
    QCOMPARE(faintTexts(&window, seen).size(), 1);
    write(QColor(0x70, 0x70, 0x70)); // 4.9 : 1
    QCOMPARE(faintTexts(&window, seen), QStringList());
    QCOMPARE(seen, 2);
}

void GalleryContrastTest::dialogsCanBeRead_data()
{
    QTest::addColumn<Settings::EnumColours::type>("colors");
    QTest::newRow("dark") << Settings::EnumColours::Dark;
    QTest::newRow("light") << Settings::EnumColours::Light;
    QTest::newRow("night red") << Settings::EnumColours::NightRed;
}

void GalleryContrastTest::dialogsCanBeRead()
{
    QFETCH(Settings::EnumColours::type, colors);
    Settings::setColours(colors);
    applyColors();
    QStringList problems;
    int seen = 0;
    for (const Gallery::Exhibit &exhibit : Gallery::exhibits()) {
        const auto window = exhibit.make();
        window->adjustSize();
        window->show();
        QCoreApplication::processEvents();
        for (const QString &problem : problemsOf(window.get(), seen)) {
            problems.append(u"%1, %2"_s.arg(exhibit.name, problem));
        }
    }
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
    QCOMPARE_GT(seen, 200);
}

void GalleryContrastTest::theMainWindowCanBeRead_data()
{
    dialogsCanBeRead_data();
}

void GalleryContrastTest::theMainWindowCanBeRead()
{
    QFETCH(Settings::EnumColours::type, colors);
    Settings::setColours(colors);
    applyColors();
    const auto window = m_gallery.mainWindow();
    QVERIFY(window);
    window->resize(1366, 740);
    QStringList problems;
    int seen = 0;
    for (const QString &page : Gallery::pages(*window)) {
        Gallery::showPage(*window, page);
        QCoreApplication::processEvents();
        for (const QString &problem : problemsOf(window.get(), seen)) {
            problems.append(u"%1, %2"_s.arg(page, problem));
        }
    }
    int viewerWindows = 0;
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (widget->isVisible() && QByteArrayView(widget->metaObject()->className()) == "Nightdesk::ViewerWindow") {
            ++viewerWindows;
            problems += problemsOf(widget, seen);
        }
    }
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
    QCOMPARE_GT(viewerWindows, 0);
    QCOMPARE_GT(seen, 50);
}

/// What @p window has in green or blue, but for what comes from a desktop.
QStringList notRed(QWidget *window)
{
    QStringList found;
    const QImage image = magnified(*window);
    for (QWidget *widget : window->findChildren<QWidget *>()) {
        const QByteArrayView name(widget->metaObject()->className());
        const bool isOfDesktop = name == "Nightdesk::DisplayThumbnail" || name == "Nightdesk::RemoteView" || name == "Nightdesk::DesktopFrame";
        const QRect place = QRect(widget->mapTo(window, QPoint()), widget->size()) & window->rect();
        if (isOfDesktop || !widget->isVisible() || !widget->findChildren<QWidget *>(Qt::FindDirectChildrenOnly).isEmpty() || place.isEmpty()) {
            continue;
        }
        const QRect pixels = QRect(place.topLeft() * magnification, place.size() * magnification).intersected(image.rect());
        int count = 0;
        for (int y = pixels.top(); y <= pixels.bottom(); ++y) {
            for (int x = pixels.left(); x <= pixels.right(); ++x) {
                const QRgb pixel = image.pixel(x, y);
                count += std::max(qGreen(pixel), qBlue(pixel)) > qRed(pixel) + 40 ? 1 : 0;
            }
        }
        if (count > 2 * magnification) {
            found.append(u"%1: %2 pixels"_s.arg(AccessibleCheck::path(widget)).arg(count));
        }
    }
    return found;
}

/// Colors are changed in the middle of the night: no widget, light or icon keeps those of before.
void GalleryContrastTest::colorsSwitchedWhileItIsOpenReachAll()
{
    Settings::setColours(Settings::EnumColours::Dark);
    applyColors();
    const auto window = m_gallery.mainWindow();
    QVERIFY(window);
    window->resize(1366, 740);
    for (const QString &page : Gallery::pages(*window)) {
        Gallery::showPage(*window, page); // each is painted once in the colors of before
        QCoreApplication::processEvents();
    }
    Settings::setColours(Settings::EnumColours::NightRed);
    applyColors();
    QStringList problems;
    int seen = 0;
    for (const QString &page : Gallery::pages(*window)) {
        Gallery::showPage(*window, page);
        QCoreApplication::processEvents();
        for (const QString &problem : problemsOf(window.get(), seen) + notRed(window.get())) {
            problems.append(u"%1, %2"_s.arg(page, problem));
        }
    }
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (widget->isVisible() && QByteArrayView(widget->metaObject()->className()) == "Nightdesk::ViewerWindow") {
            problems += problemsOf(widget, seen) + notRed(widget);
        }
    }
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
    QCOMPARE_GT(seen, 50);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    QTemporaryDir directory;
    for (const char *name : {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
        qputenv(name, QFile::encodeName(directory.filePath(QString::fromLatin1(name))));
    }
    qunsetenv("SSH_AUTH_SOCK");
    KIconTheme::initTheme();
    QApplication app(argc, argv);
    KStyleManager::initStyle();
    KLocalizedString::setApplicationDomain("nightdesk");
    KAboutData::setApplicationData(KAboutData(u"nightdesk"_s, u"Nightdesk"_s, u"1"_s));
    GalleryContrastTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "gallerycontrasttest.moc"
