#pragma once
// The wide-character functions are declared only if both of these are defined.
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <stdbool.h>
#include <term.h>

// Wrappers for what ncurses offers as macros, as variables or with `char *`, which Swift doesn't import or can't
// change.

static const unsigned profile_bold = A_BOLD, profile_dim = A_DIM, profile_reverse = A_REVERSE,
                      profile_underline = A_UNDERLINE;
static const unsigned profile_first_button = BUTTON1_PRESSED | BUTTON1_CLICKED;

static inline WINDOW *profile_window(void) { return stdscr; }
static inline int profile_colors(void) { return COLORS; }

/// Declared here because Swift's Glibc module is built without the macro that exposes it.
int wcwidth(wchar_t scalar);

/// Puts a character, with its combining marks, in a cell.
static inline void profile_put(int row, int column, const int *scalars, unsigned attributes, int pair) {
    cchar_t cell;
    if (setcchar(&cell, (const wchar_t *)scalars, (attr_t)attributes, 0, &pair) == OK)
        (void)mvadd_wch(row, column, &cell);
}

/// Whether a terminal with this name supports direct colours; false if it isn't known.
static inline bool profile_has_direct_colors(const char *name) {
    int error = 0;
    TERMINAL *before = cur_term;
    bool direct = false;
    if (setupterm(name, 1, &error) == OK) {
        direct = tigetflag("RGB") > 0 || tigetnum("RGB") > 0;
        TERMINAL *made = set_curterm(before);
        if (made != before) del_curterm(made);
    }
    return direct;
}

/// A capability of the terminal; NULL if it has none with this name.
static inline const char *profile_capability(const char *name) {
    const char *text = tigetstr(name);
    return text == (const char *)-1 ? NULL : text;
}

/// Writes text that isn't a capability, such as a query.
static inline void profile_write(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

static inline void profile_send(const char *text) {
    putp(text);
    fflush(stdout);
}

/// Sends a capability past ncurses, which keeps what it is given until it draws again: for when it no longer will.
static inline void profile_send_directly(const char *text) {
    tputs(text, 1, putchar);
    fflush(stdout);
}
