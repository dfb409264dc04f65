// Replaces the functions of Kerberos and LDAP that libpq calls, for programs that link it statically: Debian has no static
// libraries of them. Their use is refused; passwords, certificates and peer authentication need neither.
#include <stddef.h>

enum { GSS_FAILURE = 13u << 16 };

struct gss_buffer {
    size_t length;
    void *value;
};

const void *GSS_C_NT_HOSTBASED_SERVICE = NULL;

unsigned gss_acquire_cred(unsigned *minor, void *name, unsigned time, void *wanted, int usage, void **credential,
                          void **mechanisms, unsigned *left) {
    (void)name, (void)time, (void)wanted, (void)usage, (void)mechanisms, (void)left;
    *minor = 0;
    *credential = NULL;
    return GSS_FAILURE;
}

unsigned gss_init_sec_context(unsigned *minor, void *credential, void **context, void *target, void *mechanism,
                              unsigned flags, unsigned time, void *bindings, void *input, void **actual, void *output,
                              unsigned *given, unsigned *left) {
    (void)credential, (void)context, (void)target, (void)mechanism, (void)flags, (void)time, (void)bindings;
    (void)input, (void)actual, (void)output, (void)given, (void)left;
    *minor = 0;
    return GSS_FAILURE;
}

unsigned gss_import_name(unsigned *minor, void *text, void *type, void **name) {
    (void)text, (void)type;
    *minor = 0;
    *name = NULL;
    return GSS_FAILURE;
}

unsigned gss_display_status(unsigned *minor, unsigned status, int type, void *mechanism, unsigned *context,
                            struct gss_buffer *text) {
    (void)status, (void)type, (void)mechanism;
    static char words[] = "this program was linked without Kerberos";
    *minor = 0;
    *context = 0;
    text->length = sizeof words - 1;
    text->value = words;
    return 0;
}

// Nothing was allocated, so there is nothing to release.
unsigned gss_delete_sec_context(unsigned *minor, void **context, struct gss_buffer *token) {
    (void)context, (void)token;
    return *minor = 0;
}
unsigned gss_release_buffer(unsigned *minor, struct gss_buffer *buffer) {
    (void)buffer;
    return *minor = 0;
}
unsigned gss_release_cred(unsigned *minor, void **credential) {
    (void)credential;
    return *minor = 0;
}
unsigned gss_release_name(unsigned *minor, void **name) {
    (void)name;
    return *minor = 0;
}

unsigned gss_wrap(unsigned *minor, void *context, int sealed, unsigned quality, struct gss_buffer *input, int *state,
                  struct gss_buffer *output) {
    (void)context, (void)sealed, (void)quality, (void)input, (void)state, (void)output;
    *minor = 0;
    return GSS_FAILURE;
}

unsigned gss_unwrap(unsigned *minor, void *context, struct gss_buffer *input, struct gss_buffer *output, int *state,
                    unsigned *quality) {
    (void)context, (void)input, (void)output, (void)state, (void)quality;
    *minor = 0;
    return GSS_FAILURE;
}

unsigned gss_wrap_size_limit(unsigned *minor, void *context, int sealed, unsigned quality, unsigned size,
                             unsigned *most) {
    (void)context, (void)sealed, (void)quality, (void)size;
    *minor = 0;
    *most = 0;
    return GSS_FAILURE;
}

// A service file may name an LDAP server, which can't be queried. libpq gives up after ldap_init; the other functions are
// only for the linker.
enum { LDAP_UNAVAILABLE = 0x34 };

void *ldap_init(const char *host, int port) {
    (void)host, (void)port;
    return NULL;
}
char *ldap_err2string(int error) {
    (void)error;
    static char words[] = "this program was linked without LDAP";
    return words;
}
int ldap_set_option(void *handle, int option, const void *value) {
    (void)handle, (void)option, (void)value;
    return LDAP_UNAVAILABLE;
}
int ldap_simple_bind(void *handle, const char *name, const char *password) {
    (void)handle, (void)name, (void)password;
    return -1;
}
int ldap_result(void *handle, int message, int all, void *timeout, void **result) {
    (void)handle, (void)message, (void)all, (void)timeout, (void)result;
    return -1;
}
int ldap_search_st(void *handle, const char *base, int scope, const char *filter, char **attributes, int only,
                   void *timeout, void **result) {
    (void)handle, (void)base, (void)scope, (void)filter, (void)attributes, (void)only, (void)timeout, (void)result;
    return LDAP_UNAVAILABLE;
}
int ldap_count_entries(void *handle, void *chain) {
    (void)handle, (void)chain;
    return 0;
}
void *ldap_first_entry(void *handle, void *chain) {
    (void)handle, (void)chain;
    return NULL;
}
void **ldap_get_values_len(void *handle, void *entry, const char *attribute) {
    (void)handle, (void)entry, (void)attribute;
    return NULL;
}
void ldap_value_free_len(void **values) { (void)values; }
int ldap_msgfree(void *message) {
    (void)message;
    return 0;
}
int ldap_unbind(void *handle) {
    (void)handle;
    return 0;
}
