/* The head of an AppImage. Its file goes on with a squashfs, whose AppRun it runs:

   mounted by FUSE, until the last process of it has ended; or, where nothing can be mounted or APPIMAGE_EXTRACT_AND_RUN
   is set, unpacked into a folder for temporary files, which is removed afterwards.

   --appimage-extract unpacks into ./squashfs-root, --appimage-offset prints where the squashfs begins.
   The format: https://github.com/AppImage/AppImageSpec, type 2 */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <squashfuse/ll.h>

/* libsquashfuse reads five compressions. The image has Zstandard: the others need not be linked, and LZO is under the GPL. */
int uncompress(void) { return -1; }
int lzma_stream_buffer_decode(void) { return -1; }
int LZ4_decompress_safe(void) { return -1; }
int lzo1x_decompress_safe(void) { return -1; }

static char self[PATH_MAX], folder[PATH_MAX - 64], program[PATH_MAX];
static pid_t running;

static int fail(const char *what) {
    fprintf(stderr, "%s: %s: %s\n", self, what, strerror(errno));
    return 1;
}

/* The end of this program in its file. The linker writes the table of sections last. */
static size_t squashfs_offset(void) {
    Elf64_Ehdr header;
    int file = open(self, O_RDONLY | O_CLOEXEC);
    if (file < 0 || read(file, &header, sizeof header) != sizeof header) exit(fail("cannot be read"));
    close(file);
    return header.e_shoff + (size_t)header.e_shentsize * header.e_shnum;
}

static void serve(struct fuse_session *session, int alive) {
    struct fuse_buf request = {0};
    struct pollfd waiting[] = {{fuse_session_fd(session), POLLIN, 0}, {alive, POLLIN, 0}};
    while (!fuse_session_exited(session)) {
        if (poll(waiting, 2, -1) < 0 && errno != EINTR) break;
        if (waiting[0].revents) {
            int bytes = fuse_session_receive_buf(session, &request);
            if (bytes == -EINTR) continue;
            if (bytes <= 0) break;
            fuse_session_process_buf(session, &request);
        } else if (waiting[1].revents) {
            break; /* all who had the other end of the pipe have ended */
        }
    }
    free(request.mem);
}

/* Answer for the file system in a process of its own, as long as anybody holds `alive`'s other end. */
static void mount_and_serve(size_t offset, int alive, int ready) {
    struct fuse_lowlevel_ops operations = {
        .getattr = sqfs_ll_op_getattr,
        .opendir = sqfs_ll_op_opendir,
        .releasedir = sqfs_ll_op_releasedir,
        .readdir = sqfs_ll_op_readdir,
        .lookup = sqfs_ll_op_lookup,
        .open = sqfs_ll_op_open,
        .create = sqfs_ll_op_create,
        .release = sqfs_ll_op_release,
        .read = sqfs_ll_op_read,
        .readlink = sqfs_ll_op_readlink,
        .listxattr = sqfs_ll_op_listxattr,
        .getxattr = sqfs_ll_op_getxattr,
        .forget = sqfs_ll_op_forget,
    };
    char *options[] = {self, "-o", "ro,nosuid,nodev,fsname=cbir,subtype=squashfuse"};
    struct fuse_args arguments = FUSE_ARGS_INIT(3, options);
    sqfs_ll_chan channel;
    int nothing = open("/dev/null", O_RDWR);
    setsid(); /* Ctrl-C is for the program */
    for (int stream = 0; stream < 3; stream++) dup2(nothing, stream);
    sqfs_ll *image = sqfs_ll_open(self, offset);
    if (image == NULL ||
        sqfs_ll_mount(&channel, folder, &arguments, &operations, sizeof operations, image) != SQFS_OK)
        _exit(1);
    if (write(ready, "", 1) == 1) {
        close(ready);
        serve(channel.session, alive);
    }
    sqfs_ll_unmount(&channel, folder);
    rmdir(folder);
    _exit(0);
}

/* Mount the squashfs at `folder`. Returns whether it is there. */
static int mounted(size_t offset) {
    int alive[2], ready[2];
    char byte;
    if (pipe(alive) || pipe(ready)) return 0;
    pid_t child = fork();
    if (child == 0) {
        if (fork() != 0) _exit(0); /* so that it is no child of the program */
        close(alive[1]);
        close(ready[0]);
        mount_and_serve(offset, alive[0], ready[1]);
    }
    close(alive[0]);
    close(ready[1]);
    int there = child > 0 && read(ready[0], &byte, 1) == 1;
    close(ready[0]);
    if (!there) close(alive[1]);
    waitpid(child, NULL, 0);
    return there; /* alive[1] stays open in the program and what it starts */
}

static int write_file(sqfs *image, sqfs_inode *inode, const char *path) {
    static char block[1 << 20];
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, inode->base.mode & 0777);
    if (file < 0) return 0;
    for (sqfs_off_t at = 0;;) {
        sqfs_off_t size = sizeof block;
        if (sqfs_read_range(image, inode, at, &size, block)) break;
        if (size == 0) return close(file) == 0;
        if (write(file, block, size) != size) break;
        at += size;
    }
    close(file);
    return 0;
}

static int unpacked(size_t offset, const char *target) {
    sqfs image;
    sqfs_traverse step;
    sqfs_err error = SQFS_OK;
    if (sqfs_open_image(&image, self, offset)) return 0;
    if (sqfs_traverse_open(&step, &image, sqfs_inode_root(&image))) return 0;
    while (sqfs_traverse_next(&step, &error)) {
        char path[PATH_MAX], link[PATH_MAX];
        size_t size = sizeof link;
        sqfs_inode inode;
        if (step.dir_end) continue;
        if (snprintf(path, sizeof path, "%s/%s", target, step.path) >= (int)sizeof path) return 0;
        if (sqfs_inode_get(&image, &inode, sqfs_dentry_inode(&step.entry))) return 0;
        if (S_ISDIR(inode.base.mode)) {
            if (mkdir(path, 0755)) return 0;
        } else if (S_ISLNK(inode.base.mode)) {
            if (sqfs_readlink(&image, &inode, link, &size) || symlink(link, path)) return 0;
        } else if (!write_file(&image, &inode, path)) {
            return 0;
        }
    }
    sqfs_traverse_close(&step);
    return error == SQFS_OK;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    return remove(path);
}

static void remove_folder(void) { nftw(folder, remove_entry, 32, FTW_DEPTH | FTW_PHYS); }

static void pass_on(int signal) { kill(running, signal); }

static int run_unpacked(size_t offset, char **arguments) {
    int status = 0;
    if (!unpacked(offset, folder)) {
        fail("cannot be unpacked into a folder for temporary files (TMPDIR names it)");
        remove_folder();
        return 1;
    }
    running = fork();
    if (running == 0) {
        execv(program, arguments);
        _exit(fail("cannot be started"));
    }
    signal(SIGINT, SIG_IGN); /* the terminal sends it to both */
    signal(SIGTERM, pass_on);
    signal(SIGHUP, pass_on);
    while (waitpid(running, &status, 0) < 0 && errno == EINTR) continue;
    remove_folder();
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int count, char **arguments) {
    const char *temporary = getenv("TMPDIR");
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0) return fail("/proc is not there");
    size_t offset = squashfs_offset();
    if (count == 2 && strcmp(arguments[1], "--appimage-offset") == 0) return printf("%zu\n", offset) < 0;
    if (count == 2 && strcmp(arguments[1], "--appimage-extract") == 0) {
        if (mkdir("squashfs-root", 0755) || !unpacked(offset, "squashfs-root"))
            return fail("cannot be unpacked into squashfs-root");
        return 0;
    }
    if (temporary == NULL || strlen(temporary) > sizeof folder - 32) temporary = "/tmp";
    snprintf(folder, sizeof folder, "%s/.mount_cbirXXXXXX", temporary);
    if (mkdtemp(folder) == NULL) return fail(folder);
    snprintf(program, sizeof program, "%s/AppRun", folder);
    setenv("APPIMAGE", self, 1);
    setenv("APPDIR", folder, 1);
    setenv("ARGV0", arguments[0], 1);
    if (getenv("APPIMAGE_EXTRACT_AND_RUN") != NULL || !mounted(offset)) return run_unpacked(offset, arguments);
    execv(program, arguments);
    return fail("cannot be started");
}
