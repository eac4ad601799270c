/*
 * local_ranks.c - wgcq-mpi without MPI: LOCAL_RANKS=N processes forked by one, which talk by
 * sockets.
 *
 * Stands in for cli/ranks/mpi_exchange.c and rank_guard.c, so that a test can run thousands of
 * jobs: mpirun takes half a second for each.
 */
#include "ranks/mpi_exchange.h"
#include "ranks/rank_guard.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RANKS_MOST = 16 };

/* A message on its way to one rank and one from it; each begins with its length. */
typedef struct peer {
    int socket;
    const char *out;
    char *in;
    size_t out_bytes, in_bytes; /* of the messages; the latter is known when its length has come */
    size_t sent, received;      /* with the lengths */
} peer;

typedef struct local_rank {
    unsigned rank, ranks;
    size_t room;
    peer peers[RANKS_MOST];
} local_rank;

static local_rank self;

void rank_guard_begin(void) {}

static int lost(wgcq_error *err)
{
    if (err && !err->code) {
        snprintf(err->text, sizeof err->text, "the ranks lost each other");
        err->code = WGCQ_EFILE;
    }
    return WGCQ_EFILE;
}

static int begin_swap(void *of, const void *const *out, const size_t *bytes, void *const *in,
                      size_t room, wgcq_error *err)
{
    local_rank *r = of;
    (void)err;
    r->room = room;
    for (unsigned k = 0; k < r->ranks; k++) {
        peer *p = &r->peers[k];
        if (k != r->rank)
            *p = (peer){.socket = p->socket, .out = out[k], .in = in[k], .out_bytes = bytes[k]};
    }
    return 0;
}

static bool is_sent(const peer *p)
{
    return p->sent == sizeof p->out_bytes + p->out_bytes;
}

static bool is_received(const peer *p)
{
    return p->received >= sizeof p->in_bytes && p->received == sizeof p->in_bytes + p->in_bytes;
}

/* False: the other rank is gone. */
static bool send_some(peer *p)
{
    const size_t head = sizeof p->out_bytes;
    const char *from =
        p->sent < head ? (const char *)&p->out_bytes + p->sent : p->out + (p->sent - head);
    const size_t left = p->sent < head ? head - p->sent : head + p->out_bytes - p->sent;
    const ssize_t n = send(p->socket, from, left, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n > 0)
        p->sent += (size_t)n;
    return n > 0 || errno == EAGAIN || errno == EINTR;
}

static bool receive_some(peer *p, size_t room)
{
    const size_t head = sizeof p->in_bytes;
    char *to =
        p->received < head ? (char *)&p->in_bytes + p->received : p->in + (p->received - head);
    const size_t left = p->received < head ? head - p->received : head + p->in_bytes - p->received;
    const ssize_t n = recv(p->socket, to, left, MSG_DONTWAIT);
    if (n > 0)
        p->received += (size_t)n;
    if (p->received == head && p->in_bytes > room)
        abort(); /* no message is longer than all agreed */
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

static int end_swap(void *of, wgcq_error *err)
{
    local_rank *r = of;
    for (;;) {
        struct pollfd due[RANKS_MOST];
        peer *whose[RANKS_MOST];
        nfds_t count = 0;
        for (unsigned k = 0; k < r->ranks; k++) {
            peer *p = &r->peers[k];
            if (k == r->rank)
                continue;
            if (!is_sent(p) && !send_some(p))
                return lost(err);
            if (!is_received(p) && !receive_some(p, r->room))
                return lost(err);
            if (is_sent(p) && is_received(p))
                continue;
            due[count] = (struct pollfd){
                .fd = p->socket,
                .events = (short)((is_sent(p) ? 0 : POLLOUT) | (is_received(p) ? 0 : POLLIN))};
            whose[count++] = p;
        }
        (void)whose;
        if (!count)
            return 0;
        poll(due, count, -1);
    }
}

static void abandon_job(void *of)
{
    local_rank *r = of;
    for (unsigned k = 0; k < r->ranks; k++)
        if (k != r->rank)
            shutdown(r->peers[k].socket, SHUT_RDWR);
}

/* A socket between each two ranks; the process that began is rank 0. */
bool mpi_exchange_open(wgcq_exchange *out)
{
    const char *given = getenv("LOCAL_RANKS");
    const unsigned ranks = given ? (unsigned)atoi(given) : 1;
    int pairs[RANKS_MOST][RANKS_MOST][2];
    if (!ranks || ranks > RANKS_MOST)
        return false;
    for (unsigned a = 0; a < ranks; a++)
        for (unsigned b = a + 1; b < ranks; b++)
            if (socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[a][b]))
                return false;
    self.ranks = ranks;
    for (unsigned k = 1; k < ranks && !self.rank; k++) {
        const pid_t child = fork();
        if (child < 0)
            return false;
        if (!child)
            self.rank = k;
    }
    for (unsigned a = 0; a < ranks; a++)
        for (unsigned b = a + 1; b < ranks; b++) {
            const bool mine = a == self.rank || b == self.rank;
            const unsigned other = a == self.rank ? b : a;
            if (mine)
                self.peers[other].socket = pairs[a][b][b == self.rank];
            if (a != self.rank)
                close(pairs[a][b][0]);
            if (b != self.rank)
                close(pairs[a][b][1]);
        }
    *out = (wgcq_exchange){.self = &self,
                           .rank = self.rank,
                           .ranks = ranks,
                           .swap_begin = begin_swap,
                           .swap_end = end_swap,
                           .abandon = abandon_job};
    return true;
}

unsigned mpi_exchange_neighbours(void)
{
    return self.ranks;
}

/* Gives every rank everybody's word. */
static void share(int word, int *words)
{
    const void *out[RANKS_MOST];
    void *in[RANKS_MOST];
    size_t bytes[RANKS_MOST];
    for (unsigned k = 0; k < self.ranks; k++) {
        out[k] = &word;
        in[k] = &words[k];
        bytes[k] = sizeof word;
    }
    words[self.rank] = word;
    begin_swap(&self, out, bytes, in, sizeof word, NULL);
    if (end_swap(&self, NULL))
        exit(4);
}

/* Through the sockets, which hold no message between two swaps. */
void mpi_exchange_share(void *bytes, size_t count)
{
    for (unsigned k = 1; k < self.ranks && count; k++) {
        const int to = self.peers[self.rank ? 0 : k].socket;
        for (size_t done = 0; done < count;) {
            const ssize_t n = self.rank
                                  ? recv(to, (char *)bytes + done, count - done, 0)
                                  : send(to, (char *)bytes + done, count - done, MSG_NOSIGNAL);
            if (n <= 0 && (!n || errno != EINTR))
                exit(4);
            done += n > 0 ? (size_t)n : 0;
        }
        if (self.rank)
            return;
    }
}

void mpi_exchange_wait(void)
{
    int words[RANKS_MOST];
    share(0, words);
}

bool mpi_exchange_agree(const wgcq_exchange *x, int status, int *first)
{
    int words[RANKS_MOST];
    bool all = true;
    share(status, words);
    for (unsigned k = 0; k < x->ranks; k++)
        all = all && !words[k];
    *first = words[0];
    return all;
}

void mpi_exchange_close(wgcq_exchange *x)
{
    (void)x;
    for (unsigned k = 0; k < self.ranks; k++)
        if (k != self.rank)
            close(self.peers[k].socket);
    while (!self.rank && wait(NULL) > 0)
        ;
}
