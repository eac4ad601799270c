/*
 * test_files.c - files that take their place, files of ours, texts with a seal, sizes for people.
 */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files/file_place.h"
#include "base/files/own_file.h"
#include "base/files/sealed_text.h"
#include "base/files/size_text.h"
#include "suite.h"

static char place[] = "/tmp/wgcq-files-XXXXXX";

/* How many names are here. */
static int count_names(void)
{
    DIR *dir = opendir(".");
    int count = -2;
    assert_non_null(dir);
    while (readdir(dir))
        count++;
    closedir(dir);
    return count;
}

static void write_text(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void assert_text(const char *name, const char *text)
{
    char got[100] = {0};
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    got[fread(got, 1, sizeof got - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(got, text);
}

/* ---- a file takes its place ------------------------------------------------------------------ */

static volatile sig_atomic_t heard;

static void note_signal(int number)
{
    heard = number;
}

/* A signal that comes before the file has its place leaves the old one, and is heard afterwards. */
static void signals_leave_nothing(void **state)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t waiting, before;
    wgcq_error err = {0};
    (void)state;
    write_text("a", "old");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        signal(numbers[i], note_signal);
        sigemptyset(&waiting);
        sigaddset(&waiting, numbers[i]);
        pthread_sigmask(SIG_BLOCK, &waiting, &before);
        heard = 0;
        raise(numbers[i]);
        err = (wgcq_error){0};
        assert_int_equal(file_place_put("a", "new", 3, &err), WGCQ_EINTERRUPT);
        assert_int_equal(file_place_put("b", "new", 3, NULL), WGCQ_EINTERRUPT);
        assert_int_equal(heard, 0); /* the mask is as it was */
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        assert_int_equal(heard, numbers[i]);
        assert_text("a", "old");
        assert_int_equal(count_names(), 1);
        signal(numbers[i], SIG_DFL);
    }
    assert_int_equal(file_place_put("a", "new", 3, &err), 0);
    assert_text("a", "new");
    assert_int_equal(count_names(), 1);
    unlink("a");
}

/* Between looking and taking, another program is at work. */
static void places_change(void **state)
{
    file_place p;
    wgcq_error err = {0};
    (void)state;
    write_text("new", "new");
    assert_int_equal(file_place_find(&p, "a", &err), 0);
    assert_false(p.there);
    write_text("a", "a stranger's");
    assert_int_equal(file_place_take(&p, "new", &err), WGCQ_EFILE);
    file_place_free(&p);
    assert_text("a", "a stranger's");
    assert_int_equal(file_place_find(&p, "a", NULL), 0);
    write_text("b", "another one's");
    assert_int_equal(rename("b", "a"), 0);
    assert_int_equal(file_place_take(&p, "new", NULL), WGCQ_EFILE);
    assert_text("a", "another one's");
    unlink("a");
    assert_int_equal(symlink("new", "a"), 0);
    assert_int_equal(file_place_take(&p, "new", NULL), WGCQ_EFILE);
    unlink("a"); /* who removed the old file has nothing against a new one */
    assert_int_equal(file_place_take(&p, "new", NULL), 0);
    file_place_free(&p);
    assert_text("a", "new");
    assert_int_equal(count_names(), 1);
    unlink("a");
}

/* ---- files of ours --------------------------------------------------------------------------- */

static void only_ours_are_opened(void **state)
{
    int fd;
    wgcq_error err = {0};
    (void)state;
    write_text("far", "precious");
    assert_int_equal(symlink("far", "link"), 0);
    assert_int_equal(symlink("nowhere", "loose"), 0);
    assert_int_equal(mkfifo("pipe", 0644), 0);
    assert_int_equal(mkdir("folder", 0755), 0);
    static const char *const strange[] = {"link", "loose", "pipe", "folder"};
    static const int flags[] = {O_RDONLY, O_RDWR, O_RDWR | O_CREAT, O_WRONLY | O_CREAT | O_TRUNC};
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++)
        for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) {
            assert_int_equal(own_file_open_path(&fd, strange[i], flags[k], NULL), WGCQ_ESTORE);
            assert_int_equal(fd, -1);
            assert_int_equal(own_file_check(strange[i], k, NULL), WGCQ_ESTORE);
        }
    assert_int_equal(link("far", "second"), 0);
    assert_int_equal(own_file_open_path(&fd, "far", O_RDWR | O_TRUNC, &err), WGCQ_ESTORE);
    assert_non_null(strstr(err.text, "./far has another name"));
    assert_text("far", "precious");
    unlink("second");
    assert_int_equal(own_file_open_path(&fd, "far", O_RDWR | O_TRUNC, NULL), 0);
    close(fd);
    assert_text("far", "");
    assert_int_equal(own_file_open_path(&fd, "none", O_RDWR, NULL), WGCQ_EFILE);
    assert_int_equal(own_file_check("none", true, NULL), 0);
    assert_int_equal(count_names(), 5);
    assert_int_equal(system("rm -r far link loose pipe folder"), 0);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void every_damaged_bit_is_seen(void **state)
{
    strbuf text = {0};
    (void)state;
    strbuf_put(&text, "a line\nand another\n");
    sealed_text_end(&text);
    const size_t length = text.length;
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    for (size_t bit = 0; bit < 8 * length; bit++) {
        memcpy(copy, text.bytes, length + 1);
        copy[bit / 8] = (char)(copy[bit / 8] ^ 1 << bit % 8);
        assert_false(sealed_text_begin(copy, length));
    }
    for (size_t cut = 0; cut < length; cut++) {
        memcpy(copy, text.bytes, length + 1);
        assert_false(sealed_text_begin(copy, cut));
    }
    memcpy(copy, text.bytes, length + 1);
    assert_true(sealed_text_begin(copy, length));
    assert_string_equal(copy, "a line\nand another\n");
    free(copy);
    strbuf_free(&text);
}

static void sizes_are_readable(void **state)
{
    static const struct {
        double bytes;
        const char *text;
    } due[] = {{0, "0 kB"},
               {1, "1 kB"},
               {4096, "4 kB"},
               {999.0 * 1024, "999 kB"},
               {999.5 * 1024, "0.977 MB"},
               {1048576, "1 MB"},
               {52.0 * 1048576, "52 MB"},
               {1.5 * (1 << 30), "1.5 GB"}};
    char room[SIZE_TEXT];
    (void)state;
    for (size_t i = 0; i < sizeof due / sizeof *due; i++)
        assert_string_equal(size_text(due[i].bytes, room), due[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signals_leave_nothing), cmocka_unit_test(places_change),
        cmocka_unit_test(only_ours_are_opened), cmocka_unit_test(every_damaged_bit_is_seen),
        cmocka_unit_test(sizes_are_readable)};
    if (!mkdtemp(place) || chdir(place))
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return rmdir(place) ? 1 : failed;
}
