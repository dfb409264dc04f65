#pragma once
// The wide-character functions are declared only with both of these.
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <stdbool.h>
#include <term.h>

// What ncurses offers as macros, variables and by way of `char *`, which Swift doesn't import or may not change.

static const unsigned profile_bold = A_BOLD, profile_dim = A_DIM, profile_reverse = A_REVERSE,
                      profile_underline = A_UNDERLINE;
static const unsigned profile_first_button = BUTTON1_PRESSED | BUTTON1_CLICKED;

static inline WINDOW *profile_window(void) { return stdscr; }
static inline int profile_colors(void) { return COLORS; }

/// Swift's Glibc module is built without the macro that shows it.
int wcwidth(wchar_t scalar);

/// Puts a character, with the marks that combine with it, in a cell.
static inline void profile_put(int row, int column, const int *scalars, unsigned attributes, int pair) {
    cchar_t cell;
    if (setcchar(&cell, (const wchar_t *)scalars, (attr_t)attributes, 0, &pair) == OK)
        (void)mvadd_wch(row, column, &cell);
}

/// Whether a terminal of this name takes colours as they are; false as well where it isn't known.
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

/// A capability of the terminal; NULL when it has none of this name.
static inline const char *profile_capability(const char *name) {
    const char *text = tigetstr(name);
    return text == (const char *)-1 ? NULL : text;
}

/// Writes what is no capability, such as a question.
static inline void profile_write(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

static inline void profile_send(const char *text) {
    putp(text);
    fflush(stdout);
}
