/* test_memory_left.c - how much memory there is, as a made-up machine says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory_left.h"
#include "suite.h"
#include "wgcq.h"

#define MIB ((uint64_t)1 << 20)

static char root[64];
static char made[64][300]; /* what to take away again, folders before what is in them */
static size_t made_count;

static void make_folders(char *path)
{
    for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        if (!mkdir(path, 0700))
            snprintf(made[made_count++], sizeof *made, "%s", path);
        *at = '/';
    }
}

static void put(const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s%s", root, name);
    make_folders(path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    snprintf(made[made_count++], sizeof *made, "%s", path);
}

static int begin(void **state)
{
    (void)state;
    snprintf(root, sizeof root, "/tmp/memory-left-XXXXXX");
    made_count = 0;
    return mkdtemp(root) ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    while (made_count)
        remove(made[--made_count]);
    return rmdir(root);
}

static uint64_t less_a_tenth(uint64_t bytes)
{
    return bytes - bytes / 10;
}

static void where_nothing_is_said_there_is_no_limit(void **state)
{
    (void)state;
    assert_int_equal(memory_left_under(root), 0);
}

static void the_machine_says_what_is_available(void **state)
{
    (void)state;
    put("/proc/meminfo", "MemTotal: 9000000 kB\nMemFree: 1 kB\nMemAvailable:    2048 kB\n");
    assert_int_equal(memory_left_under(root), less_a_tenth(2 * MIB));
}

/* Version 2: the least of the group and those above it, of memory.max and memory.high; a cache that
   can be dropped does not count as used. */
static void a_group_and_those_above_it_count(void **state)
{
    (void)state;
    put("/proc/meminfo", "MemAvailable: 1048576 kB\n");
    put("/proc/self/cgroup", "0::/a/b\n");
    put("/sys/fs/cgroup/a/b/memory.max", "max\n");
    put("/sys/fs/cgroup/a/b/memory.high", "max\n");
    put("/sys/fs/cgroup/a/b/memory.current", "1048576\n");
    assert_int_equal(memory_left_under(root), less_a_tenth(1024 * MIB));
    put("/sys/fs/cgroup/a/memory.max", "104857600\n");
    put("/sys/fs/cgroup/a/memory.current", "52428800\n");
    assert_int_equal(memory_left_under(root), less_a_tenth(50 * MIB));
    put("/sys/fs/cgroup/a/memory.stat", "anon 1\ninactive_file 10485760\n");
    assert_int_equal(memory_left_under(root), less_a_tenth(60 * MIB));
    put("/sys/fs/cgroup/a/b/memory.high", "2097152\n");
    assert_int_equal(memory_left_under(root), less_a_tenth(MIB));
}

static void a_group_of_version_1_counts(void **state)
{
    (void)state;
    put("/proc/meminfo", "MemAvailable: 1048576 kB\n");
    put("/proc/self/cgroup", "9:name=systemd:/\n5:cpu,memory:/jobs/7\n3:cpuset:/\n");
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    put("/sys/fs/cgroup/memory/memory.usage_in_bytes", "4096\n");
    put("/sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes", "20971520\n");
    put("/sys/fs/cgroup/memory/jobs/7/memory.usage_in_bytes", "10485760\n");
    assert_int_equal(memory_left_under(root), less_a_tenth(10 * MIB));
}

/* In a container the path may be one of outside, and the group be mounted as the root. */
static void a_group_that_is_mounted_as_the_root_counts(void **state)
{
    (void)state;
    put("/proc/meminfo", "MemAvailable: 1048576 kB\n");
    put("/proc/self/cgroup", "0::/../../machine/box\n");
    put("/sys/fs/cgroup/memory.max", "31457280\n");
    put("/sys/fs/cgroup/memory.current", "0\n");
    assert_int_equal(memory_left_under(root), less_a_tenth(30 * MIB));
}

/* More in use than is allowed: next to nothing, which is not the same as no limit. */
static void nothing_left_is_a_limit_too(void **state)
{
    (void)state;
    put("/proc/self/cgroup", "0::/\n");
    put("/sys/fs/cgroup/memory.max", "4096\n");
    put("/sys/fs/cgroup/memory.current", "8192\n");
    assert_int_equal(memory_left_under(root), 1);
}

static void this_machine_says_something(void **state)
{
    (void)state;
    assert_true(wgcq_memory_left() > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(where_nothing_is_said_there_is_no_limit, begin, end),
        cmocka_unit_test_setup_teardown(the_machine_says_what_is_available, begin, end),
        cmocka_unit_test_setup_teardown(a_group_and_those_above_it_count, begin, end),
        cmocka_unit_test_setup_teardown(a_group_of_version_1_counts, begin, end),
        cmocka_unit_test_setup_teardown(a_group_that_is_mounted_as_the_root_counts, begin, end),
        cmocka_unit_test_setup_teardown(nothing_left_is_a_limit_too, begin, end),
        cmocka_unit_test(this_machine_says_something),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
