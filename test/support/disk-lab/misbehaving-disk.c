/*
 * A disk that misbehaves, for tests: preloaded into a process on Linux, it makes chosen paths fail, hang, answer slowly
 * or tell of no events, as the rules say at that moment. Interposed is what Node uses for files.
 *
 * DISK_LAB_RULES names a file that is replaced by renaming. A line is `<action> <operations> <path>`:
 *   action      E…        the call fails with this error, such as EIO
 *               hang      the call waits until the rule is gone; its path is added to `<DISK_LAB_RULES>.waiting`
 *               slow:<n>  the call waits n milliseconds first
 *               deaf      what happens to the watched folder isn't told
 *               overflow  the same, and the queue of events says that it ran over
 *   operations  `all`, or some of these letters: o open, s stat, l list, r read, w watch, p resolve a path
 *   path        absolute, links resolved; the rule holds for it and for all below it
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define MAX_RULES 64
#define MAX_RULES_BYTES (64 * 1024)
#define MAX_WATCHES 8192
#define MAX_PATH_BYTES 4096
#define POLL_NS (5 * 1000 * 1000)

enum action { FAIL, HANG, SLOW, DEAF, OVERFLOW };

struct rule {
  enum action action;
  int value; /* the error, or milliseconds */
  char operations[16];
  char path[MAX_PATH_BYTES];
};

struct watch {
  int fd;
  int wd;
  char *path;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct rule rules[MAX_RULES];
static int rule_count;
static struct timespec read_at;
static unsigned long read_inode;
static struct watch watches[MAX_WATCHES];
static int watch_count;
/* Set while a call is handled, so that what the C library calls inside isn't handled again. */
static __thread int inside;

/* The rules, by the kernel itself: our own calls are interposed. */

static const struct {
  const char *name;
  int code;
} ERRORS[] = {{"EIO", EIO},       {"EACCES", EACCES}, {"EPERM", EPERM}, {"ENOENT", ENOENT},
              {"EMFILE", EMFILE}, {"ENFILE", ENFILE}, {"ENOSPC", ENOSPC}, {"ESTALE", ESTALE},
              {"ENOTCONN", ENOTCONN}, {"ETIMEDOUT", ETIMEDOUT}, {"ENOMEM", ENOMEM}};

static int error_of(const char *name) {
  for (size_t i = 0; i < sizeof ERRORS / sizeof *ERRORS; i++)
    if (strcmp(ERRORS[i].name, name) == 0) return ERRORS[i].code;
  fprintf(stderr, "misbehaving-disk: no action is called %s\n", name);
  abort();
}

static void add_rule(char *line) {
  char *operations = strchr(line, ' ');
  char *path = operations == NULL ? NULL : strchr(operations + 1, ' ');
  if (path == NULL || rule_count == MAX_RULES) {
    fprintf(stderr, "misbehaving-disk: this is no rule, or one too many: %s\n", line);
    abort();
  }
  *operations++ = '\0';
  *path++ = '\0';
  struct rule *rule = &rules[rule_count++];
  snprintf(rule->operations, sizeof rule->operations, "%s", strcmp(operations, "all") == 0 ? "oslrwp" : operations);
  snprintf(rule->path, sizeof rule->path, "%s", path);
  rule->value = 0;
  if (strcmp(line, "hang") == 0) rule->action = HANG;
  else if (strcmp(line, "deaf") == 0) rule->action = DEAF;
  else if (strcmp(line, "overflow") == 0) rule->action = OVERFLOW;
  else if (strncmp(line, "slow:", 5) == 0) rule->action = SLOW, rule->value = atoi(line + 5);
  else rule->action = FAIL, rule->value = error_of(line);
}

static void read_rules(void) {
  static char text[MAX_RULES_BYTES];
  const char *file = getenv("DISK_LAB_RULES");
  if (file == NULL) return;
  struct statx found;
  long failed = syscall(SYS_statx, AT_FDCWD, file, 0, STATX_BASIC_STATS, &found);
  if (failed != 0) return;
  if (found.stx_ino == read_inode && found.stx_mtime.tv_sec == read_at.tv_sec &&
      (long)found.stx_mtime.tv_nsec == read_at.tv_nsec)
    return;
  long fd = syscall(SYS_openat, AT_FDCWD, file, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return; /* the table of open files may be full; the rules before hold on */
  long length = syscall(SYS_read, fd, text, sizeof text - 1);
  syscall(SYS_close, fd);
  if (length < 0) return;
  text[length] = '\0';
  read_inode = found.stx_ino;
  read_at.tv_sec = found.stx_mtime.tv_sec;
  read_at.tv_nsec = found.stx_mtime.tv_nsec;
  rule_count = 0;
  char *rest = NULL;
  for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) add_rule(line);
}

static int is_below(const char *folder, const char *path) {
  size_t length = strlen(folder);
  return strncmp(folder, path, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/* Copies the first rule of these actions that holds for the operation and the path. */
static int find_rule(const char *path, char operation, unsigned actions, struct rule *found) {
  int is_found = 0;
  pthread_mutex_lock(&lock);
  read_rules();
  for (int i = 0; i < rule_count && !is_found; i++) {
    const struct rule *rule = &rules[i];
    if ((actions & (1u << rule->action)) == 0 || strchr(rule->operations, operation) == NULL) continue;
    if (!is_below(rule->path, path)) continue;
    *found = *rule;
    is_found = 1;
  }
  pthread_mutex_unlock(&lock);
  return is_found;
}

static int has_rules(void) {
  pthread_mutex_lock(&lock);
  read_rules();
  int count = rule_count;
  pthread_mutex_unlock(&lock);
  return count > 0;
}

static void wait_ns(long ns) {
  struct timespec left = {ns / 1000000000, ns % 1000000000};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

static void tell_waiting(const char *path) {
  const char *rules_file = getenv("DISK_LAB_RULES");
  char file[MAX_PATH_BYTES];
  char line[MAX_PATH_BYTES + 1];
  if (rules_file == NULL) return;
  snprintf(file, sizeof file, "%s.waiting", rules_file);
  int length = snprintf(line, sizeof line, "%s\n", path);
  long fd = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd < 0) return;
  syscall(SYS_write, fd, line, length);
  syscall(SYS_close, fd);
}

/* What becomes of a call on a path: waits where a rule says so; 0, or the error that it fails with. */
static int misbehave(const char *path, char operation) {
  if (path == NULL || path[0] != '/') return 0;
  static __thread struct rule rule;
  for (int is_told = 0; find_rule(path, operation, 1u << HANG, &rule); wait_ns(POLL_NS)) {
    if (!is_told) tell_waiting(path);
    is_told = 1;
  }
  if (find_rule(path, operation, 1u << SLOW, &rule)) wait_ns(rule.value * 1000000L);
  return find_rule(path, operation, 1u << FAIL, &rule) ? rule.value : 0;
}

static int misbehave_of_fd(int fd, char operation) {
  if (!has_rules()) return 0;
  char link[64];
  char path[MAX_PATH_BYTES];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = '\0';
  return misbehave(path, operation);
}

#define NEXT(name, type)                                        \
  static __typeof__(type) next;                                 \
  if (next == NULL) next = (__typeof__(next))dlsym(RTLD_NEXT, name)

/* Fails, or goes on with `call`; what is called inside is left alone. */
#define GUARDED(result_type, failure, error, call)              \
  do {                                                          \
    if (inside) return call;                                    \
    inside = 1;                                                 \
    int code = (error);                                         \
    result_type answer = code == 0 ? call : failure;            \
    if (code != 0) errno = code;                                \
    inside = 0;                                                 \
    return answer;                                              \
  } while (0)

/* Opening. */

static mode_t mode_of(int flags, va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

#define OPEN(name)                                              \
  int name(const char *path, int flags, ...) {                  \
    va_list arguments;                                          \
    va_start(arguments, flags);                                 \
    mode_t mode = mode_of(flags, arguments);                    \
    va_end(arguments);                                          \
    NEXT(#name, int (*)(const char *, int, mode_t));            \
    GUARDED(int, -1, misbehave(path, 'o'), next(path, flags, mode)); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                            \
  int name(int folder, const char *path, int flags, ...) {      \
    va_list arguments;                                          \
    va_start(arguments, flags);                                 \
    mode_t mode = mode_of(flags, arguments);                    \
    va_end(arguments);                                          \
    NEXT(#name, int (*)(int, const char *, int, mode_t));       \
    GUARDED(int, -1, misbehave(path, 'o'), next(folder, path, flags, mode)); \
  }
OPENAT(openat)
OPENAT(openat64)

int access(const char *path, int mode) {
  NEXT("access", int (*)(const char *, int));
  GUARDED(int, -1, misbehave(path, 's'), next(path, mode));
}

/* Looking at. The kernel's statx is what Node uses; the others are what it falls back to. */

#define STAT(name)                                              \
  int name(const char *path, struct stat *found) {              \
    NEXT(#name, int (*)(const char *, struct stat *));          \
    GUARDED(int, -1, misbehave(path, 's'), next(path, found));  \
  }
STAT(stat)
STAT(lstat)

#define STAT64(name)                                            \
  int name(const char *path, struct stat64 *found) {            \
    NEXT(#name, int (*)(const char *, struct stat64 *));        \
    GUARDED(int, -1, misbehave(path, 's'), next(path, found));  \
  }
STAT64(stat64)
STAT64(lstat64)

#define XSTAT(name)                                             \
  int name(int version, const char *path, void *found) {        \
    NEXT(#name, int (*)(int, const char *, void *));            \
    GUARDED(int, -1, misbehave(path, 's'), next(version, path, found)); \
  }
XSTAT(__xstat)
XSTAT(__xstat64)
XSTAT(__lxstat)
XSTAT(__lxstat64)

static int statx_error(int folder, const char *path) {
  return path == NULL || path[0] == '\0' ? misbehave_of_fd(folder, 's') : misbehave(path, 's');
}

int statx(int folder, const char *path, int flags, unsigned mask, struct statx *found) {
  NEXT("statx", int (*)(int, const char *, int, unsigned, struct statx *));
  GUARDED(int, -1, statx_error(folder, path), next(folder, path, flags, mask, found));
}

long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  NEXT("syscall", long (*)(long, ...));
  if (number != SYS_statx) return next(number, a, b, c, d, e, f);
  GUARDED(long, -1, statx_error((int)a, (const char *)b), next(number, a, b, c, d, e, f));
}

/* Listing. */

DIR *opendir(const char *path) {
  NEXT("opendir", DIR *(*)(const char *));
  GUARDED(DIR *, NULL, misbehave(path, 'l'), next(path));
}

#define SCANDIR(name, entry)                                    \
  int name(const char *path, struct entry ***list, int (*filter)(const struct entry *), \
           int (*compare)(const struct entry **, const struct entry **)) { \
    NEXT(#name, int (*)(const char *, struct entry ***, int (*)(const struct entry *), \
                        int (*)(const struct entry **, const struct entry **))); \
    GUARDED(int, -1, misbehave(path, 'l'), next(path, list, filter, compare)); \
  }
SCANDIR(scandir, dirent)
SCANDIR(scandir64, dirent64)

/* Resolving. */

char *realpath(const char *path, char *resolved) {
  NEXT("realpath", char *(*)(const char *, char *));
  GUARDED(char *, NULL, misbehave(path, 'p'), next(path, resolved));
}

ssize_t readlink(const char *path, char *target, size_t size) {
  NEXT("readlink", ssize_t (*)(const char *, char *, size_t));
  GUARDED(ssize_t, -1, misbehave(path, 'p'), next(path, target, size));
}

/* Reading; what is read of a queue of events is the watches' matter below. */

/* Whether it still is one: a queue that was closed leaves its number to the next file or connection that is opened. */
static int is_inotify(int fd) {
  static const char expected[] = "anon_inode:inotify";
  char link[64];
  char target[sizeof expected];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, target, sizeof target);
  return length == sizeof expected - 1 && memcmp(target, expected, length) == 0;
}

static int is_event_queue(int fd) {
  for (int i = 0; i < watch_count; i++)
    if (watches[i].fd == fd) return is_inotify(fd);
  return 0;
}

static ssize_t withhold_events(int fd, char *buffer, ssize_t length, size_t size);

ssize_t read(int fd, void *buffer, size_t size) {
  NEXT("read", ssize_t (*)(int, void *, size_t));
  if (inside) return next(fd, buffer, size);
  pthread_mutex_lock(&lock);
  int is_events = is_event_queue(fd);
  pthread_mutex_unlock(&lock);
  if (is_events) {
    inside = 1;
    ssize_t length = next(fd, buffer, size);
    if (length > 0) length = withhold_events(fd, buffer, length, size);
    inside = 0;
    return length;
  }
  GUARDED(ssize_t, -1, misbehave_of_fd(fd, 'r'), next(fd, buffer, size));
}

#define PREAD(name)                                             \
  ssize_t name(int fd, void *buffer, size_t size, off64_t offset) { \
    NEXT(#name, ssize_t (*)(int, void *, size_t, off64_t));     \
    GUARDED(ssize_t, -1, misbehave_of_fd(fd, 'r'), next(fd, buffer, size, offset)); \
  }
PREAD(pread)
PREAD(pread64)

ssize_t readv(int fd, const struct iovec *parts, int count) {
  NEXT("readv", ssize_t (*)(int, const struct iovec *, int));
  GUARDED(ssize_t, -1, misbehave_of_fd(fd, 'r'), next(fd, parts, count));
}

#define PREADV(name)                                            \
  ssize_t name(int fd, const struct iovec *parts, int count, off64_t offset) { \
    NEXT(#name, ssize_t (*)(int, const struct iovec *, int, off64_t)); \
    GUARDED(ssize_t, -1, misbehave_of_fd(fd, 'r'), next(fd, parts, count, offset)); \
  }
PREADV(preadv)
PREADV(preadv64)

/* Watching. */

static void forget_watch(int fd, int wd) {
  for (int i = 0; i < watch_count; i++) {
    if (watches[i].fd != fd || watches[i].wd != wd) continue;
    free(watches[i].path);
    watches[i--] = watches[--watch_count];
  }
}

int inotify_add_watch(int fd, const char *path, uint32_t mask) {
  NEXT("inotify_add_watch", int (*)(int, const char *, uint32_t));
  inside = 1;
  int code = misbehave(path, 'w');
  inside = 0;
  if (code != 0) {
    errno = code;
    return -1;
  }
  int wd = next(fd, path, mask);
  if (wd < 0) return wd;
  pthread_mutex_lock(&lock);
  forget_watch(fd, wd);
  if (watch_count < MAX_WATCHES) watches[watch_count++] = (struct watch){fd, wd, strdup(path)};
  pthread_mutex_unlock(&lock);
  return wd;
}

static int path_of_watch(int fd, int wd, char *path) {
  int is_found = 0;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < watch_count && !is_found; i++) {
    if (watches[i].fd != fd || watches[i].wd != wd) continue;
    snprintf(path, MAX_PATH_BYTES, "%s", watches[i].path);
    is_found = 1;
  }
  pthread_mutex_unlock(&lock);
  return is_found;
}

/* Takes out what the rules keep back, and says that the queue ran over where a rule wants that. */
static ssize_t withhold_events(int fd, char *buffer, ssize_t length, size_t size) {
  static __thread struct rule rule;
  char path[MAX_PATH_BYTES];
  ssize_t kept = 0;
  int overflowed = 0;
  for (ssize_t at = 0; at < length;) {
    struct inotify_event event;
    memcpy(&event, buffer + at, sizeof event);
    ssize_t bytes = sizeof event + event.len;
    int is_known = path_of_watch(fd, event.wd, path);
    int is_withheld = is_known && find_rule(path, 'w', 1u << DEAF | 1u << OVERFLOW, &rule);
    if (is_withheld) overflowed |= rule.action == OVERFLOW;
    else {
      memmove(buffer + kept, buffer + at, bytes);
      kept += bytes;
    }
    at += bytes;
  }
  if (overflowed && kept + sizeof(struct inotify_event) <= size) {
    struct inotify_event event = {-1, IN_Q_OVERFLOW, 0, 0};
    memcpy(buffer + kept, &event, sizeof event);
    kept += sizeof event;
  }
  if (kept > 0) return kept;
  errno = EAGAIN;
  return -1;
}
