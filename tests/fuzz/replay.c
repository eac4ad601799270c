/*
 * replay.c - runs a fuzz target once over each stored input: replay_TARGET MOST FILE|FOLDER...
 *
 * Any compiler builds it, without libFuzzer; its library is the one that the tests under sanitizers
 * use (make fuzz-corpus). An input is cut after MOST bytes, as libFuzzer does with -max_len.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

enum { PATH_MOST = 4096 };
static size_t inputs, most;

static void fail(const char *path)
{
    perror(path);
    exit(1);
}

static void replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(most);
    if (!file || !data)
        fail(path);
    size_t size = fread(data, 1, most, file);
    if (ferror(file))
        fail(path);
    fclose(file);
    uint8_t *exact = size ? realloc(data, size) : data; /* so that a byte too far is seen */
    LLVMFuzzerTestOneInput(exact ? exact : data, size);
    free(exact ? exact : data);
    inputs++;
}

/* A folder's own files; as here, its folders are named by themselves. */
static void replay_folder(const char *folder)
{
    DIR *files = opendir(folder);
    if (!files)
        fail(folder);
    for (struct dirent *entry; (entry = readdir(files));) {
        char path[PATH_MOST];
        struct stat about;
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path)
            fail(folder);
        if (!stat(path, &about) && S_ISREG(about.st_mode))
            replay_file(path);
    }
    closedir(files);
}

int main(int argc, char **argv)
{
    most = argc > 2 ? (size_t)strtoul(argv[1], NULL, 10) : 0;
    if (!most) {
        fprintf(stderr, "usage: %s MOST FILE|FOLDER...\n", argv[0]);
        return 2;
    }
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 2; i < argc; i++) {
        struct stat about;
        if (stat(argv[i], &about))
            fail(argv[i]);
        if (S_ISDIR(about.st_mode))
            replay_folder(argv[i]);
        else
            replay_file(argv[i]);
    }
    printf("%s: %zu inputs\n", argv[0], inputs);
    return inputs ? 0 : 1;
}
