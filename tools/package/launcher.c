// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each program in bin of the bundle (./dev package --bundle) is this one. It runs libexec/NAME with the bundle's own loader and libraries.
//
// Executing the loader would make it the program of the process: /proc/self/exe would name it, and Nightdesk finds its worker, its broker
// and its catalogs by that file, Qt its qt.conf. So the loader is mapped into this process, as the kernel would do it, with its words
// in front of those of the caller: /proc/self/exe stays bin/NAME. Nothing of the system's library is used, and no variable that would
// make a program of the system load the bundle's libraries is set.
#include <elf.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#ifndef __x86_64__
#error "The first instructions and the system calls are those of x86-64."
#endif

enum {
    pathSize = 4096,
    pageSize = 4096,
    moreWords = 7,
    moreVariables = 4
};

static long call(long number, long a, long b, long c, long d, long e, long f)
{
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
    return result;
}

static size_t length(const char *text)
{
    size_t count = 0;
    while (text[count]) {
        ++count;
    }
    return count;
}

static void say(const char *text)
{
    call(SYS_write, 2, (long)text, (long)length(text), 0, 0, 0);
}

__attribute__((noreturn)) static void fail(const char *what, const char *file)
{
    say("nightdesk: ");
    say(what);
    say(file);
    say("\n");
    for (;;) {
        call(SYS_exit_group, 127, 0, 0, 0, 0, 0);
    }
}

/// Writes @p parts one after the other to @p to, and returns what follows the end.
static char *join(char *to, const char *const *parts)
{
    for (; *parts; ++parts) {
        for (const char *from = *parts; *from; ++from) {
            *to++ = *from;
        }
    }
    *to = 0;
    return to + 1;
}

static const char *valueOf(char **environment, const char *name)
{
    const size_t size = length(name);
    for (; *environment; ++environment) {
        size_t at = 0;
        while (at < size && (*environment)[at] == name[at]) {
            ++at;
        }
        if (at == size && (*environment)[at] == '=') {
            return *environment + size + 1;
        }
    }
    return NULL;
}

static int contains(const char *text, const char *part)
{
    for (; *text; ++text) {
        size_t at = 0;
        while (part[at] && text[at] == part[at]) {
            ++at;
        }
        if (!part[at]) {
            return 1;
        }
    }
    return 0;
}

static int isThere(const char *path)
{
    return call(SYS_access, (long)path, 0, 0, 0, 0, 0) == 0;
}

static unsigned long down(unsigned long address)
{
    return address & ~(unsigned long)(pageSize - 1);
}

static unsigned long up(unsigned long address)
{
    return down(address + pageSize - 1);
}

/// Maps the loader at @p path as the kernel would. Returns where its first byte is; @p header is its first page.
static unsigned long mapLoader(const char *path, char *header)
{
    const long file = call(SYS_open, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0, 0);
    const long got = file < 0 ? file : call(SYS_read, file, (long)header, pageSize, 0, 0, 0);
    const Elf64_Ehdr *elf = (const Elf64_Ehdr *)header;
    if (got < (long)sizeof(Elf64_Ehdr) || elf->e_type != ET_DYN || elf->e_phoff + elf->e_phnum * sizeof(Elf64_Phdr) > (unsigned long)got) {
        fail("the bundle is not whole: ", path);
    }
    const Elf64_Phdr *parts = (const Elf64_Phdr *)(header + elf->e_phoff);
    unsigned long end = 0;
    for (int i = 0; i < elf->e_phnum; ++i) {
        if (parts[i].p_type == PT_LOAD) {
            end = up(parts[i].p_vaddr + parts[i].p_memsz); // they are in order
        }
    }
    const unsigned long base = (unsigned long)call(SYS_mmap, 0, (long)end, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < elf->e_phnum; ++i) {
        const Elf64_Phdr *part = &parts[i];
        if (part->p_type != PT_LOAD) {
            continue;
        }
        const int access = (part->p_flags & PF_R ? PROT_READ : 0) | (part->p_flags & PF_W ? PROT_WRITE : 0) | (part->p_flags & PF_X ? PROT_EXEC : 0);
        const unsigned long from = base + down(part->p_vaddr);
        const unsigned long filled = base + part->p_vaddr + part->p_filesz;
        const unsigned long to = up(base + part->p_vaddr + part->p_memsz);
        if (call(SYS_mmap, (long)from, (long)(filled - from), access, MAP_PRIVATE | MAP_FIXED, file, (long)down(part->p_offset)) != (long)from) {
            fail("no program can be run from this file system (it is mounted with noexec?): ", path);
        }
        if (part->p_memsz > part->p_filesz) {
            for (volatile char *zero = (char *)filled; (unsigned long)zero < up(filled); ++zero) {
                *zero = 0;
            }
            if (to > up(filled)) {
                call(SYS_mmap, (long)up(filled), (long)(to - up(filled)), access, MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS, -1, 0);
            }
        }
    }
    call(SYS_close, file, 0, 0, 0, 0, 0);
    return base;
}

/// What is added to the environment: where there is data that the system lacks. Programs of the system that Nightdesk runs inherit it,
/// so it comes after the system's own.
static int addVariables(char **environment, const char *root, char *text, char **added)
{
    int count = 0;
    const char *data = valueOf(environment, "XDG_DATA_DIRS");
    const char *own = text;
    text = join(text, (const char *const[]){root, "/share", NULL});
    if (!data || !contains(data, own)) {
        if (!data || !*data) {
            data = "/usr/local/share:/usr/share";
        }
        if (length(data) < pathSize) {
            added[count++] = text;
            text = join(text, (const char *const[]){"XDG_DATA_DIRS=", data, ":", own, NULL});
        }
    }
    static const char *const places[][3] = {{"/usr/share/X11/xkb/rules", "XKB_CONFIG_ROOT", "/share/X11/xkb"},
                                            {"/usr/share/X11/locale", "XLOCALEDIR", "/share/X11/locale"},
                                            {"/etc/fonts/fonts.conf", "FONTCONFIG_FILE", "/etc/fonts/fonts.conf"}};
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); ++i) {
        if (!isThere(places[i][0]) && !valueOf(environment, places[i][1])) {
            added[count++] = text;
            text = join(text, (const char *const[]){places[i][1], "=", root, places[i][2], NULL});
        }
    }
    return count;
}

/// @p stack is what the kernel gave: the count of words, words, environment, auxiliary vector.
__attribute__((noreturn, used)) static void launch(long *stack)
{
    static char self[pathSize], root[pathSize], header[pageSize], texts[12 * pathSize];
    const long count = stack[0];
    char **words = (char **)(stack + 1);
    char **environment = words + count + 1;
    size_t variables = 0;
    while (environment[variables]) {
        ++variables;
    }
    Elf64_auxv_t *facts = (Elf64_auxv_t *)(environment + variables + 1);
    size_t factCount = 1;
    while (facts[factCount - 1].a_type != AT_NULL) {
        ++factCount;
    }
    for (size_t i = 0; i < factCount; ++i) {
        if (facts[i].a_type == AT_SECURE && facts[i].a_un.a_val) { // whoever can move it would choose what runs with these rights
            fail("a bundle cannot have rights of its own (setuid, capabilities): ", "remove them");
        }
    }

    const long size = call(SYS_readlink, (long)"/proc/self/exe", (long)self, pathSize - 64, 0, 0, 0);
    if (size <= 0 || size == pathSize - 64) {
        fail("its own place is not known: ", "/proc/self/exe");
    }
    long name = size;
    while (name > 0 && self[name - 1] != '/') {
        --name;
    }
    long end = name - 1; // of ROOT/bin
    while (end > 0 && self[end - 1] != '/') {
        --end;
    }
    for (long i = 0; i < end - 1; ++i) {
        root[i] = self[i];
        if (self[i] == ':' || self[i] == ';' || self[i] == '$') {
            fail("a directory whose name has :, ; or $ cannot hold the bundle: ", self);
        }
    }
    char *text = texts;
    char *const loader = text;
    text = join(text, (const char *const[]){root, "/lib/ld-linux-x86-64.so.2", NULL});
    char *const library = text;
    text = join(text, (const char *const[]){root, "/lib", NULL});
    char *const program = text;
    text = join(text, (const char *const[]){root, "/libexec/", self + name, NULL});
    char *added[moreVariables];
    const int addedCount = addVariables(environment, root, text, added);
    const unsigned long base = mapLoader(loader, header);
    const Elf64_Ehdr *elf = (const Elf64_Ehdr *)header;

    // A stack as the kernel makes it for the loader, below the present one.
    const size_t total = 1 + (size_t)count + moreWords + 1 + variables + (size_t)addedCount + 1 + 2 * factCount;
    long *made = __builtin_alloca((total + 2) * sizeof(long));
    made = (long *)(((unsigned long)made + 15) & ~15UL);
    long *at = made;
    *at++ = (count > 0 ? count : 1) - 1 + moreWords;
    char *const front[moreWords] = {loader, "--inhibit-cache", "--library-path", library, "--argv0", count > 0 ? words[0] : self, program};
    for (int i = 0; i < moreWords; ++i) {
        *at++ = (long)front[i];
    }
    for (long i = 1; i < count; ++i) {
        *at++ = (long)words[i];
    }
    *at++ = 0;
    for (size_t i = 0; i < variables; ++i) {
        const char *replaced = environment[i];
        int isReplaced = 0;
        for (int k = 0; k < addedCount && !isReplaced; ++k) {
            size_t same = 0;
            while (added[k][same] != '=' && added[k][same] == replaced[same]) {
                ++same;
            }
            isReplaced = added[k][same] == '=' && replaced[same] == '=';
        }
        if (!isReplaced) {
            *at++ = (long)replaced;
        }
    }
    for (int i = 0; i < addedCount; ++i) {
        *at++ = (long)added[i];
    }
    *at++ = 0;
    for (size_t i = 0; i < factCount; ++i) {
        long value = (long)facts[i].a_un.a_val;
        switch (facts[i].a_type) {
        case AT_PHDR:
            value = (long)(base + elf->e_phoff);
            break;
        case AT_PHNUM:
            value = elf->e_phnum;
            break;
        case AT_ENTRY:
            value = (long)(base + elf->e_entry);
            break;
        case AT_BASE:
            value = 0;
            break;
        default:
            break;
        }
        *at++ = (long)facts[i].a_type;
        *at++ = value;
    }
    __asm__ volatile("mov %0, %%rsp\n\txor %%edx, %%edx\n\txor %%ebp, %%ebp\n\tjmp *%1" : : "r"(made), "r"(base + elf->e_entry) : "memory", "rdx");
    __builtin_unreachable();
}

__asm__(".globl _start\n_start:\n\txor %ebp, %ebp\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n\tcall launch\n");
